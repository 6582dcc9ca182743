// What a number format must have, and what is enough, for the network of yun2020b to do in it what
// it does exactly: in closed form, at any size, from n, d, D and the number s of all-max layers.
//
//   distinct ids   the hard network on every grid input: no state and no id overflows, no two
//                  columns of one input have one id, before the first layer or after any, and the
//                  n D^(nd) final ids are distinct
//   soft           the network with softmax at the repaired zeta and eta on every grid input: no
//                  state overflows, and the first row ends at most delta~/4 away from the exact one
//
// `least`: a format with fewer mantissa bits does not serve, whatever its exponents, nor does one
// whose largest exponent is smaller, whatever its mantissa. `enough`: one with both, and the normal
// number 1/2, does serve. In between nothing is said.
//
// Assumes   the arithmetic of execute/machine_float.hpp; the pattern meets Assumption 1.
// Source    docs/precision.md derives every number.
// Tests     tests/unit/discharge/precision_bounds_test.cpp: against the executed answers
#pragma once
#include "execute/machine_float.hpp"
#include "network/construction.hpp"

namespace hardmax {

struct FormatNeed {
  long bits = 2;     // of the mantissa, the leading one counted
  long largest = 0;  // exponent of the largest normal number
  // Exponent bits as IEEE 754 has them, with which that is the largest or a smaller one.
  [[nodiscard]] long exponent_bits() const;
};

struct PrecisionBounds {
  Rational selective;   // the largest id after the selective stage, of any input, in units of delta
  long selective_bits;  // its length
  long final_bits;      // no final id is longer
  long count_bits;      // a format with fewer bits in all has fewer numbers than there are ids
  FormatNeed ids_least, ids_enough;
  FormatNeed soft_least, soft_enough;
};
// Requires  n >= 2, d >= 1, D >= 2, s >= 1, delta_tilde > 0 (real units; a lower bound of it).
PrecisionBounds precision_bounds(const Parameters& parameters, std::uint64_t s,
                                 const Rational& delta_tilde);

// How many finite numbers a format has. Requires  exponents.
Rational finite_numbers(const FloatFormat& format);

// The exact id of token gamma(n) after the selective stage, the largest of its input, where x_1 is
// the first id of gamma(1) and y_i of gamma(i), i = 2..n:  x_i = q x_(i-1) - (q - 1) y_i.
Rational leading_id(const Rational& q, const Rational& x_1, const std::vector<Rational>& y);

}  // namespace hardmax
