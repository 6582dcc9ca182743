#include "enclose/ball.hpp"

#include "exact/error.hpp"

namespace hardmax {

namespace {

constexpr long kMaxExponent = 65536;

// One end of a ball. arf_get_fmpq writes the exponent out in full, so numbers far from 1 are
// rounded outward first.
Rational end_of(const arf_t x, bool down) {
  if (arf_is_zero(x)) return 0;
  if (!arf_is_finite(x))
    throw LimitReached("an enclosure is unbounded; more precision (--precision) may help");
  if (arf_cmpabs_2exp_si(x, kMaxExponent) > 0)
    throw LimitReached("an enclosure goes beyond 2^65536");
  if (arf_cmpabs_2exp_si(x, -kMaxExponent) < 0) {
    const Rational tiny = Rational(1) / power(2, kMaxExponent);
    if (arf_sgn(x) > 0) return down ? Rational(0) : tiny;
    return down ? -tiny : Rational(0);
  }
  Rational value;
  arf_get_fmpq(value.raw(), x);
  return value;
}

struct Ends {
  explicit Ends(const arb_t x) {
    arf_init(lower);
    arf_init(upper);
    arb_get_interval_arf(lower, upper, x, Precision::bits());
  }
  ~Ends() {
    arf_clear(lower);
    arf_clear(upper);
  }
  Ends(const Ends&) = delete;
  Ends& operator=(const Ends&) = delete;
  arf_t lower, upper;
};

std::string decimal(const Rational& x, int digits, bool down) {
  if (x.is_zero()) return "0";
  const bool negative = x.sign() < 0;
  const Rational size = abs(x);
  // 10^e <= size < 10^(e+1), found from the number of binary digits: log10(2) is about
  // 30103/100000.
  const auto bits = static_cast<std::int64_t>(size.numerator().bits()) -
                    static_cast<std::int64_t>(size.denominator().bits());
  std::int64_t e = bits * 30103 / 100000;
  while (power(10, e) > size) --e;
  while (power(10, e + 1) <= size) ++e;
  const Rational scaled = size / power(10, e - digits + 1);
  Rational rounded = floor(scaled);
  if (rounded != scaled && down == negative) rounded += 1;
  if (rounded == power(10, digits)) {
    rounded /= 10;
    ++e;
  }
  std::string text = rounded.str();
  const auto zeros = text.find_last_not_of('0') + 1;
  if (e >= -3 && e < digits) {  // 0.00125, 17.5
    if (e < 0) {
      text = "0." + std::string(static_cast<std::size_t>(-e - 1), '0') + text.substr(0, zeros);
    } else {
      const auto whole = static_cast<std::size_t>(e) + 1;
      text = zeros > whole ? text.substr(0, whole) + "." + text.substr(whole, zeros - whole)
                           : text.substr(0, whole);
    }
  } else {
    text = text.substr(0, 1) + (zeros > 1 ? "." + text.substr(1, zeros - 1) : "") + "e" +
           std::to_string(e);
  }
  return negative ? "-" + text : text;
}

}  // namespace

thread_local long Precision::bits_ = 128;

Precision::Precision(long bits) : before_(bits_) {
  HARDMAX_REQUIRE(least <= bits && bits <= most);
  bits_ = bits;
}

Ball::Ball(const Rational& value) {
  arb_init(x_);
  arb_set_fmpq(x_, value.raw(), Precision::bits());
}

Ball Ball::between(const Ball& lower, const Ball& upper) {
  Ball hull;
  arb_union(hull.x_, lower.x_, upper.x_, Precision::bits());
  return hull;
}

void Ball::add_product(const Rational& a, const Ball& b) {
  if (a.is_integer()) {
    arb_addmul_fmpz(x_, b.x_, fmpq_numref(a.raw()), Precision::bits());
  } else {
    add_product(Ball(a), b);
  }
}

void Ball::add_error_of(const Ball& a, const Ball& b, long exponent) {
  // |a - b| <= |a| + |b|: magnitudes are rounded up.
  mag_t size, other;
  mag_init(size);
  mag_init(other);
  arb_get_mag(size, a.x_);
  arb_get_mag(other, b.x_);
  mag_add(size, size, other);
  mag_mul_2exp_si(size, size, exponent);
  mag_add(arb_radref(x_), arb_radref(x_), size);
  mag_clear(size);
  mag_clear(other);
}

Rational Ball::lower() const { return end_of(Ends(x_).lower, true); }
Rational Ball::upper() const { return end_of(Ends(x_).upper, false); }

Ball Ball::middle() const {
  Ball m;
  arb_get_mid_arb(m.x_, x_);
  return m;
}

std::optional<bool> less(const Ball& x, const Ball& y) {
  if (arb_lt(x.raw(), y.raw()) != 0) return true;
  if (arb_ge(x.raw(), y.raw()) != 0) return false;
  return std::nullopt;
}

std::optional<bool> at_most(const Ball& x, const Ball& y) {
  if (arb_le(x.raw(), y.raw()) != 0) return true;
  if (arb_gt(x.raw(), y.raw()) != 0) return false;
  return std::nullopt;
}

std::optional<bool> at_most(const Ball& x, const Rational& y) {
  if (!x.is_finite()) return std::nullopt;
  if (x.upper() <= y) return true;
  if (x.lower() > y) return false;
  return std::nullopt;
}

Ball abs(const Ball& x) {
  Ball y;
  arb_abs(y.raw(), x.raw());
  return y;
}

Ball exp(const Ball& x) {
  Ball y;
  arb_exp(y.raw(), x.raw(), Precision::bits());
  return y;
}

Ball log(const Ball& x) {
  Ball y;
  arb_log(y.raw(), x.raw(), Precision::bits());
  return y;
}

Ball log_one_plus(const Ball& x) {
  Ball y;
  arb_log1p(y.raw(), x.raw(), Precision::bits());
  return y;
}

Ball max(const Ball& x, const Ball& y) {
  Ball z;
  arb_max(z.raw(), x.raw(), y.raw(), Precision::bits());
  return z;
}

Ball min(const Ball& x, const Ball& y) {
  Ball z;
  arb_min(z.raw(), x.raw(), y.raw(), Precision::bits());
  return z;
}

Ball positive_power(const Ball& x, const Rational& e) {
  HARDMAX_REQUIRE(e.sign() > 0);
  const auto of_positive = [&](const Ball& base) {
    Ball y;
    arb_pow(y.raw(), base.raw(), Ball(e).raw(), Precision::bits());
    return y;
  };
  if (arb_is_nonpositive(x.raw())) return 0;
  if (arb_is_positive(x.raw())) return of_positive(x);
  // The function does not fall: between 0 and its value at the upper end.
  const Ends ends(x.raw());
  Ball top;
  arb_set_arf(top.raw(), ends.upper);
  return Ball::between(0, of_positive(top));
}

std::string decimal_lower(const Rational& x, int digits) { return decimal(x, digits, true); }
std::string decimal_upper(const Rational& x, int digits) { return decimal(x, digits, false); }

}  // namespace hardmax
