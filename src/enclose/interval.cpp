#include "enclose/interval.hpp"

#include <arb.h>

#include "exact/error.hpp"
#include "exact/fault.hpp"

namespace hardmax {

namespace {

constexpr auto down = ARF_RND_FLOOR;
constexpr auto up = ARF_RND_CEIL;
using Rounding = arf_rnd_t;

// An Arb function at x, which is irrational there, rounded to `bits` bits: with more and more bits,
// until both ends of the ball round to one number.
template <class Function>
Binary rounded(const Binary& x, long bits, Rounding direction, const Function& function) {
  arb_t at, value;
  arb_init(at);
  arb_init(value);
  arb_set_arf(at, x.raw());
  Binary lower, upper;
  for (long work = bits + 64;; work *= 2) {
    HARDMAX_FAULT(enclose_ball_without_radius, function(value, at, work), function(value, at, 40),
                  arb_get_mid_arb(value, value));
    arb_get_lbound_arf(lower.raw(), value, work);
    arb_get_ubound_arf(upper.raw(), value, work);
    arf_set_round(lower.raw(), lower.raw(), bits, direction);
    arf_set_round(upper.raw(), upper.raw(), bits, direction);
    if (arf_is_finite(lower.raw()) != 0 && arf_equal(lower.raw(), upper.raw()) != 0) break;
  }
  arb_clear(at);
  arb_clear(value);
  return lower;
}

// exp(x), 0 < |x| <= max_argument. Next to 1 no precision would do: there 1 < exp(x) < 1 +
// 2^(1-bits), or 1 - 2^-bits < exp(x) < 1.
Binary exponential_of(const Binary& x, long bits, Rounding direction) {
  if (arf_cmpabs_2exp_si(x.raw(), -bits - 2) < 0) {
    const bool above = arf_sgn(x.raw()) > 0;
    Binary one;
    arf_one(one.raw());
    if (above == (direction == down)) return one;
    Binary step;
    arf_set_si_2exp_si(step.raw(), above ? 1 : -1, above ? 1 - bits : -bits);
    arf_add(one.raw(), one.raw(), step.raw(), ARF_PREC_EXACT, down);
    return one;
  }
  return rounded(x, bits, direction, arb_exp);
}

Binary power_of_two(long exponent) {
  Binary x;
  arf_set_si_2exp_si(x.raw(), 1, exponent);
  return x;
}

Rational rational(const Binary& x) {
  Rational value;
  arf_get_fmpq(value.raw(), x.raw());
  return value;
}

}  // namespace

RoundedInterval::RoundedInterval(const Rational& x, long bits) : known_(true) {
  arf_fmpz_div_fmpz(lower_.raw(), fmpq_numref(x.raw()), fmpq_denref(x.raw()), bits, down);
  arf_fmpz_div_fmpz(upper_.raw(), fmpq_numref(x.raw()), fmpq_denref(x.raw()), bits,
                    HARDMAX_FAULT(enclose_upper_rounds_to_nearest, up, ARF_RND_NEAR));
  settle();
}

Rational RoundedInterval::lower() const { return rational(lower_); }
Rational RoundedInterval::upper() const { return rational(upper_); }

int RoundedInterval::sign() const {
  if (!known_) return 0;
  if (arf_sgn(lower_.raw()) > 0) return 1;
  return arf_sgn(upper_.raw()) < 0 ? -1 : 0;
}

void RoundedInterval::settle() {
  for (Binary* end : {&lower_, &upper_}) {
    if (arf_cmpabs_2exp_si(end->raw(), max_exponent) >= 0) *this = RoundedInterval();
    if (!known_) return;
    if (arf_is_zero(end->raw()) != 0 || arf_cmpabs_2exp_si(end->raw(), -max_exponent) >= 0)
      continue;
    const bool outward = (arf_sgn(end->raw()) > 0) == (end == &upper_);
    const int sign = arf_sgn(end->raw());
    *end = Binary();
    if (outward) arf_set_si_2exp_si(end->raw(), sign, -max_exponent);
  }
}

unsigned possible_orders(const RoundedInterval& x, const RoundedInterval& y) {
  if (!x.known_ || !y.known_) return 7;
  const int low_high = arf_cmp(x.lower_.raw(), y.upper_.raw()),
            high_low = HARDMAX_FAULT(enclose_comparison_of_one_end,
                                     arf_cmp(x.upper_.raw(), y.lower_.raw()), low_high);
  return (low_high < 0 ? 1u : 0u) | (low_high <= 0 && high_low >= 0 ? 2u : 0u) |
         (high_low > 0 ? 4u : 0u);
}

RoundedInterval sum(const RoundedInterval& x, const RoundedInterval& y, long bits) {
  RoundedInterval z;
  z.known_ = x.known_ && y.known_;
  if (!z.known_) return z;
  arf_add(z.lower_.raw(), x.lower_.raw(), y.lower_.raw(), bits,
          HARDMAX_FAULT(enclose_lower_rounds_up, down, up));
  arf_add(z.upper_.raw(), x.upper_.raw(), y.upper_.raw(), bits, up);
  z.settle();
  return z;
}

RoundedInterval difference(const RoundedInterval& x, const RoundedInterval& y, long bits) {
  RoundedInterval z;
  z.known_ = x.known_ && y.known_;
  if (!z.known_) return z;
  const Binary& most = HARDMAX_FAULT(enclose_difference_of_same_ends, y.upper_, y.lower_);
  arf_sub(z.lower_.raw(), x.lower_.raw(), most.raw(), bits, down);
  arf_sub(z.upper_.raw(), x.upper_.raw(), y.lower_.raw(), bits, up);
  z.settle();
  return z;
}

// An operation that is monotone in each operand has its ends at the ends of the operands.
template <class Operation>
RoundedInterval RoundedInterval::of_corners(const RoundedInterval& x, const RoundedInterval& y,
                                            const Operation& operation) {
  RoundedInterval z;
  Binary corner;
  for (const Binary* a : {&x.lower_, &x.upper_}) {
    for (const Binary* b : {&y.lower_, &y.upper_}) {
      operation(corner.raw(), a->raw(), b->raw(), down);
      if (!z.known_ || arf_cmp(corner.raw(), z.lower_.raw()) < 0) z.lower_ = corner;
      operation(corner.raw(), a->raw(), b->raw(), up);
      if (!z.known_ || arf_cmp(corner.raw(), z.upper_.raw()) > 0) z.upper_ = corner;
      z.known_ = true;
    }
  }
  z.settle();
  return z;
}

RoundedInterval product(const RoundedInterval& x, const RoundedInterval& y, long bits) {
  if (!x.known_ || !y.known_) return {};
  return RoundedInterval::of_corners(
      x, y, [bits](arf_ptr z, arf_srcptr a, arf_srcptr b, Rounding direction) {
        arf_mul(z, a, b, bits, direction);
      });
}

RoundedInterval quotient(const RoundedInterval& x, const RoundedInterval& y, long bits) {
  if (!x.known_ || y.sign() == 0) return {};
  return RoundedInterval::of_corners(
      x, y, [bits](arf_ptr z, arf_srcptr a, arf_srcptr b, Rounding direction) {
        arf_div(z, a, b, bits, direction);
      });
}

RoundedInterval larger(const RoundedInterval& x, const RoundedInterval& y) {
  if (!x.known_ || !y.known_) return {};
  RoundedInterval z = x;
  if (arf_cmp(y.lower_.raw(), z.lower_.raw()) > 0) z.lower_ = y.lower_;
  if (arf_cmp(y.upper_.raw(), z.upper_.raw()) > 0) z.upper_ = y.upper_;
  return z;
}

RoundedInterval smaller(const RoundedInterval& x, const RoundedInterval& y) {
  if (!x.known_ || !y.known_) return {};
  RoundedInterval z = x;
  if (arf_cmp(y.lower_.raw(), z.lower_.raw()) < 0) z.lower_ = y.lower_;
  if (arf_cmp(y.upper_.raw(), z.upper_.raw()) < 0) z.upper_ = y.upper_;
  return z;
}

RoundedInterval exponential(const RoundedInterval& x, long bits) {
  if (!x.known_ || arf_cmp_si(x.upper_.raw(), RoundedInterval::max_argument) > 0) return {};
  RoundedInterval z;
  z.known_ = true;
  const auto end = [&](const Binary& at, Rounding direction) {
    if (arf_cmp_si(at.raw(), -RoundedInterval::max_argument) < 0)
      return direction == down ? Binary() : power_of_two(-RoundedInterval::max_argument);
    if (arf_is_zero(at.raw()) != 0) return power_of_two(0);
    return exponential_of(at, bits, direction);
  };
  z.lower_ = end(x.lower_, down);
  z.upper_ = end(HARDMAX_FAULT(enclose_exp_of_one_end, x.upper_, x.lower_), up);
  return z;
}

RoundedInterval logarithm(const RoundedInterval& x, long bits) {
  if (x.sign() <= 0) return {};
  RoundedInterval z;
  z.known_ = true;
  const auto end = [&](const Binary& at, Rounding direction) {
    return arf_is_one(at.raw()) != 0 ? Binary() : rounded(at, bits, direction, arb_log);
  };
  z.lower_ = end(x.lower_, down);
  z.upper_ = end(x.upper_, up);
  return z;
}

}  // namespace hardmax
