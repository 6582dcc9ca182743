// Runs of every size at once, and what their networks on ids are made of, as polynomials
// (exact/whole_polynomial.hpp).
//
// Units     of delta.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "exact/whole_polynomial.hpp"
#include "network/parameters.hpp"

namespace hardmax {

// Runs of every size at once: all D >= least_D, at the given d or, where there is none, at every d
// >= 1 with D^d >= least_q.
struct EverySize {
  std::uint64_t n = 0;             // >= 2
  std::optional<std::uint64_t> d;  // >= 1
  std::uint64_t least_D = 2;       // 2 where d is not given
  bool alone = false;              // least_D and no other
  std::uint64_t least_q = 2;       // 2 where d is given
};
// What a network on ids is made of, as functions of x = D - least_D; as numbers, if alone. Where d
// is not given, in three variables: with q = D^d, w = 1 + D + ... + D^(d-1) and so q = 1 + w (D -
// 1),
//   x = q - least_q >= 0,  y = D w - q = w - 1 >= 0,  z = D q - D w = D + D w (D - 2) >= 0:   q =
//   least_q + x,  D w = q + y,  D q = q + y + z,
// which is n terms where D and w have n^2. What is shown for all x, y, z >= 0 holds for those that
// belong to a D and a d.
struct SizePolynomials {
  WholePolynomial q, block, D_q;  // D^d, D + ... + D^d, D^(d+1)
  WholePolynomial D;              // 0 where d is not given
};
SizePolynomials polynomials_of(const EverySize& size);

// A value of --with as a function of the size.  Errors  InvalidInput (option): no whole number;
// `name` is what it changes.
WholePolynomial whole_override(const Rational& value, const std::string& name);
// Errors  InvalidInput (option): an override drops a layer.
void refuse_dropped_layers(const Overrides& overrides);

}  // namespace hardmax
