#include "network/every_size.hpp"

#include <fmt/core.h>

#include "exact/error.hpp"

namespace hardmax {

WholePolynomial whole_override(const Rational& value, const std::string& name) {
  if (!value.is_integer())
    throw InvalidInput(InvalidInput::Kind::option,
                       fmt::format("--with '{}={}': for all D the value must be a whole number",
                                   name, value.str()));
  return WholePolynomial(value);
}

void refuse_dropped_layers(const Overrides& overrides) {
  if (overrides.drop.empty() && overrides.qdrop.empty() && overrides.vdrop.empty()) return;
  throw InvalidInput(InvalidInput::Kind::option,
                     "--with drop, qdrop, vdrop: which layer has a number depends on D; leave it "
                     "out, or give --delta");
}

SizePolynomials polynomials_of(const EverySize& size) {
  HARDMAX_REQUIRE(size.d ? size.least_q == 2 : size.least_D == 2 && !size.alone);
  SizePolynomials of;
  if (size.d) {
    of.D = WholePolynomial(size.least_D);
    if (!size.alone) of.D += WholePolynomial::x();
    WholePolynomial w = 1;  // 1 + D + ... + D^(d-1)
    for (std::uint64_t r = 1; r < *size.d; ++r) w = w * of.D + 1;
    of.q = power(of.D, *size.d);
    of.block = w * of.D;
    of.D_q = of.D * of.q;
  } else {
    of.q = WholePolynomial::x() + size.least_q;
    of.block = of.q + WholePolynomial::y();
    of.D_q = of.block + WholePolynomial::z();
  }
  return of;
}

}  // namespace hardmax
