// Intervals between binary numbers, rounded outward by a rule that leaves nothing open:
// proofs/README.md, "Numbers that are not rational". verify-check computes the very same ends, by
// other means.
//
// A binary number of P bits is m 2^e, |m| < 2^P. The interval of an operation is the smallest one
// with ends of P bits that holds every result of members, so each end is a correctly rounded value;
// but an end of 2^(2^20) or more leaves nothing known, and one nearer to 0 than 2^-(2^20) goes
// outward to 0 or to +-2^-(2^20). exp and log are irrational at every binary number but 0 and 1:
// they are computed by Arb with more and more bits until both ends of the ball round to the same
// number.
//
// Trust     containment rests on Arb's balls and on its rounding of one operation.   Tests
// tests/unit/claim/agreement_test.cpp
#pragma once
#include "enclose/binary.hpp"
#include "exact/rational.hpp"

namespace hardmax {

class RoundedInterval {
 public:
  static constexpr long max_exponent = 1 << 20;  // of an end
  static constexpr long max_argument = 1 << 16;  // of exp

  RoundedInterval() = default;  // nothing known: every real number, and none that is known
  RoundedInterval(const Rational& x, long bits);
  [[nodiscard]] bool is_known() const { return known_; }
  [[nodiscard]] Rational lower() const;  // Requires  is_known()
  [[nodiscard]] Rational upper() const;
  [[nodiscard]] int sign()
      const;  // of all members: 1, -1; 0 if not all have the same, or nothing is known

  // Which of x < y, x = y, x > y are possible, as bits 1, 2, 4.
  friend unsigned possible_orders(const RoundedInterval& x, const RoundedInterval& y);

  friend RoundedInterval sum(const RoundedInterval& x, const RoundedInterval& y, long bits);
  friend RoundedInterval difference(const RoundedInterval& x, const RoundedInterval& y, long bits);
  friend RoundedInterval product(const RoundedInterval& x, const RoundedInterval& y, long bits);
  friend RoundedInterval quotient(const RoundedInterval& x, const RoundedInterval& y,
                                  long bits);  // nothing known if y holds 0
  friend RoundedInterval larger(const RoundedInterval& x, const RoundedInterval& y);
  friend RoundedInterval smaller(const RoundedInterval& x, const RoundedInterval& y);
  friend RoundedInterval exponential(const RoundedInterval& x,
                                     long bits);  // nothing known if x goes beyond max_argument;
                                                  // below -max_argument the ends are 0 and 2^-65536
  friend RoundedInterval logarithm(const RoundedInterval& x,
                                   long bits);  // nothing known if x goes to 0 or below

 private:
  template <class Operation>
  static RoundedInterval of_corners(const RoundedInterval& x, const RoundedInterval& y,
                                    const Operation& operation);
  void settle();  // the rule about ends that are very large or very small

  bool known_ = false;
  Binary lower_, upper_;
};

}  // namespace hardmax
