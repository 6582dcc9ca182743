// Real numbers, enclosed: a Ball is an interval [mid - rad, mid + rad] that is known to contain the
// number it stands for.
//
// A thin owner of an Arb ball. Every operation rounds outward: if the operands contain x and y, the
// result contains x + y (x - y, ...), whatever the precision. More precision makes results
// narrower, never truer.
//
//   Precision   how many bits the midpoints of results get: those of the innermost Precision object
//   of this thread, 128 without one. Radii have 30 bits. Comparisons have three answers: true,
//   false, or none, if the balls do not decide. There is no operator < on purpose.
//
// Exact     a ball of radius 0 is a number; sums and products of integers stay so as long as they
// fit the precision. Errors    a ball may be infinite (division by a ball that contains 0, log of
// one that contains 0 or less); lower() and upper() of it throw LimitReached. Trust     verdicts of
// tier "enclosure" rest on Arb. No floating-point number of the machine is read or written here.
// Tests  tests/unit/enclose/ball_test.cpp
#pragma once
#include <arb.h>

#include <optional>
#include <string>

#include "exact/rational.hpp"

namespace hardmax {

// For as long as it lives, results on this thread have this many bits.
class Precision {
 public:
  static constexpr long least = 2, most = 1 << 20;
  explicit Precision(long bits);  // Requires  least <= bits <= most.
  ~Precision() { bits_ = before_; }
  Precision(const Precision&) = delete;
  Precision& operator=(const Precision&) = delete;
  static long bits() { return bits_; }

 private:
  static thread_local long bits_;
  long before_;
};

class Ball {
 public:
  Ball() noexcept { arb_init(x_); }  // 0
  template <std::integral T>
  Ball(T value) {
    arb_init(x_);
    if constexpr (std::is_signed_v<T>) {
      arb_set_si(x_, value);
    } else {
      arb_set_ui(x_, value);
    }
  }
  Ball(double) = delete;
  explicit Ball(const Rational& value);  // exact if it is dyadic and fits
  static Ball between(const Ball& lower,
                      const Ball& upper);  // contains both, and everything between them
  Ball(const Ball& o) {
    arb_init(x_);
    arb_set(x_, o.x_);
  }
  Ball(Ball&& o) noexcept {
    arb_init(x_);
    arb_swap(x_, o.x_);
  }
  Ball& operator=(const Ball& o) {
    arb_set(x_, o.x_);
    return *this;
  }
  Ball& operator=(Ball&& o) noexcept {
    arb_swap(x_, o.x_);
    return *this;
  }
  ~Ball() { arb_clear(x_); }

  Ball& operator+=(const Ball& o) {
    arb_add(x_, x_, o.x_, Precision::bits());
    return *this;
  }
  Ball& operator-=(const Ball& o) {
    arb_sub(x_, x_, o.x_, Precision::bits());
    return *this;
  }
  Ball& operator*=(const Ball& o) {
    arb_mul(x_, x_, o.x_, Precision::bits());
    return *this;
  }
  Ball& operator/=(const Ball& o) {
    arb_div(x_, x_, o.x_, Precision::bits());
    return *this;
  }
  void add_product(const Rational& a, const Ball& b);  // += a b
  void add_product(const Ball& a, const Ball& b) { arb_addmul(x_, a.x_, b.x_, Precision::bits()); }
  void subtract_product(const Ball& a, const Ball& b) {
    arb_submul(x_, a.x_, b.x_, Precision::bits());
  }
  void add_error_of(const Ball& a, const Ball& b,
                    long exponent);  // += anything of absolute value at most |a - b| 2^exponent
  friend Ball operator+(Ball a, const Ball& b) { return std::move(a += b); }
  friend Ball operator-(Ball a, const Ball& b) { return std::move(a -= b); }
  friend Ball operator*(Ball a, const Ball& b) { return std::move(a *= b); }
  friend Ball operator/(Ball a, const Ball& b) { return std::move(a /= b); }
  friend Ball operator-(Ball a) {
    arb_neg(a.x_, a.x_);
    return a;
  }

  [[nodiscard]] bool is_exact() const { return arb_is_exact(x_) != 0; }
  [[nodiscard]] bool is_finite() const { return arb_is_finite(x_) != 0; }
  [[nodiscard]] bool is_zero() const { return arb_is_zero(x_) != 0; }  // exactly 0
  [[nodiscard]] bool contains(const Rational& value) const {
    return arb_contains_fmpq(x_, value.raw()) != 0;
  }
  [[nodiscard]] bool contains(const Ball& other) const { return arb_contains(x_, other.x_) != 0; }
  [[nodiscard]] bool overlaps(const Ball& other) const { return arb_overlaps(x_, other.x_) != 0; }
  // The ends, as dyadic rationals of at most the precision's bits, rounded outward; below 2^-65536
  // in absolute value to 0 or to 2^-65536. LimitReached beyond 2^65536.
  [[nodiscard]] Rational lower() const;
  [[nodiscard]] Rational upper() const;
  [[nodiscard]] Ball middle() const;  // the midpoint, exactly

  [[nodiscard]] const arb_struct* raw() const { return x_; }
  [[nodiscard]] arb_struct* raw() { return x_; }

 private:
  arb_t x_;
};

// x < y, x <= y for all numbers of the balls (true), for none (false), or undecided.
std::optional<bool> less(const Ball& x, const Ball& y);
std::optional<bool> at_most(const Ball& x, const Ball& y);
// The same with a bound that is a rational: nothing is rounded.
std::optional<bool> at_most(const Ball& x, const Rational& y);

Ball abs(const Ball& x);
Ball exp(const Ball& x);
Ball log(const Ball& x);
Ball log_one_plus(const Ball& x);  // log(1 + x), also for tiny x
Ball max(const Ball& x, const Ball& y);
Ball min(const Ball& x, const Ball& y);
// max(x, 0)^e for e > 0.
Ball positive_power(const Ball& x, const Rational& e);

// Raises the precision from `first` bits, doubling it, up to `most`, until attempt() returns a
// value. None: undecided at `most` bits.
template <class Attempt>
auto decide_with_precision(long first, long most, Attempt attempt) -> decltype(attempt()) {
  for (long bits = first;; bits *= 2) {
    const Precision precision(bits < most ? bits : most);
    if (auto answer = attempt()) return answer;
    if (bits >= most) return std::nullopt;
  }
}

// A rational in few decimal digits, rounded down or up, for people: "2.38e4", "0.125".
std::string decimal_lower(const Rational& x, int digits = 4);
std::string decimal_upper(const Rational& x, int digits = 4);

}  // namespace hardmax
