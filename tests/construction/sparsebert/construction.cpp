#include "construction/sparsebert/construction.hpp"

#include "construction/psi.hpp"

namespace hardmax::sparsebert {

Rational global_multiplier(const Parameters& parameters, bool positional) {
  const auto [n, d, D] = parameters;
  Rational largest = power(D, d) - Rational(1);  // the largest column id, units of delta
  if (positional) largest += Rational(n - 1) * Rational(D) * geometric_sum(d, D);
  return largest * (power(D, n * d) + power(D, d) + Rational(1));
}

WholePolynomial multiplier_of_every_size(std::uint64_t n, const SizePolynomials& size,
                                         bool positional) {
  const WholePolynomial largest = size.q - 1 + (positional ? n - 1 : 0) * size.block;
  return largest * (power(size.q, n) + size.q + 1);
}

sweep::Plan plan(const Parameters& parameters, bool positional) {
  return {positional, false, global_multiplier(parameters, positional), 2};
}

SweepConstruction build(const Parameters& parameters, bool positional, const Overrides& overrides) {
  return sweep::build(parameters, plan(parameters, positional), overrides);
}

}  // namespace hardmax::sparsebert
