// Exact rational numbers.
//
// A thin owner of FLINT's fmpq: small numerators and denominators live inline, larger ones in GMP;
// nothing is ever rounded. Always in lowest terms with a positive denominator, so equality is
// equality of representation. What is done with numbers whose parts are inline, nearly all of them,
// is done here with 128-bit intermediate results, without calls; FLINT's functions are its meaning,
// and do all else.
//
// Exact     every operation; there is no conversion from or to floating point.
// Errors    division by zero and 0 to a negative power throw Undefined; a power beyond the limits
// throws LimitReached. Trust     producer side. verify-check has its own arithmetic on GMP.
#pragma once
#include <flint/fmpq.h>

#include <algorithm>
#include <bit>
#include <compare>
#include <concepts>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace hardmax {

class Rational {
 public:
  Rational() noexcept { fmpq_init(q_); }
  template <std::integral T>
  Rational(T value) {
    fmpq_init(q_);
    if constexpr (std::is_signed_v<T>) {
      fmpz_set_si(fmpq_numref(q_), value);
    } else {
      fmpz_set_ui(fmpq_numref(q_), value);
    }
  }
  Rational(double) = delete;
  Rational(const Rational& o) {
    if (o.is_small()) {
      *q_ = *o.q_;
    } else {
      fmpq_init(q_);
      fmpq_set(q_, o.q_);
    }
  }
  Rational(Rational&& o) noexcept {
    fmpq_init(q_);
    fmpq_swap(q_, o.q_);
  }
  Rational& operator=(const Rational& o) {
    if (is_small() && o.is_small()) {
      *q_ = *o.q_;
    } else {
      fmpq_set(q_, o.q_);
    }
    return *this;
  }
  Rational& operator=(Rational&& o) noexcept {
    fmpq_swap(q_, o.q_);
    return *this;
  }
  ~Rational() {
    if (!is_small()) fmpq_clear(q_);
  }

  // "7", "-7/2". Empty unless the text is exactly that: optional minus, digits, optional slash and
  // digits; any terms, denominator not 0.
  static std::optional<Rational> parse(std::string_view text);

  [[nodiscard]] bool is_integer() const { return fmpz_is_one(fmpq_denref(q_)); }
  [[nodiscard]] bool is_zero() const { return fmpq_is_zero(q_); }
  [[nodiscard]] int sign() const { return fmpq_sgn(q_); }
  // The value as a machine integer, if it is an integer that fits.
  [[nodiscard]] std::optional<std::int64_t> to_int64() const {
    if (is_small())
      return is_integer() ? std::optional<std::int64_t>(*fmpq_numref(q_)) : std::nullopt;
    return large_to_int64();
  }
  [[nodiscard]] Rational numerator() const;
  [[nodiscard]] Rational denominator() const;
  // Numerator modulo 2^64 (two's complement), denominator modulo 2^64: for the digest.
  [[nodiscard]] std::uint64_t numerator_mod64() const;
  [[nodiscard]] std::uint64_t denominator_mod64() const;
  [[nodiscard]] std::size_t bits() const;  // of the longer of numerator and denominator
  [[nodiscard]] std::string str() const;

  Rational& operator+=(const Rational& o) {
    if (!add_small(o, 1)) fmpq_add(q_, q_, o.q_);
    return *this;
  }
  Rational& operator-=(const Rational& o) {
    if (!add_small(o, -1)) fmpq_sub(q_, q_, o.q_);
    return *this;
  }
  Rational& operator*=(const Rational& o) {
    if (multiply_small(o)) return *this;
    if (is_integer() && o.is_integer()) {  // no common factors to look for
      fmpz_mul(fmpq_numref(q_), fmpq_numref(q_), fmpq_numref(o.q_));
    } else {
      fmpq_mul(q_, q_, o.q_);
    }
    return *this;
  }
  Rational& operator/=(const Rational& o);
  void add_product(const Rational& a, const Rational& b) {
    if (is_integer() && a.is_integer() && b.is_integer()) {
      if (is_small() && a.is_small() && b.is_small()) {
        if (store(static_cast<__int128>(num()) + static_cast<__int128>(a.num()) * b.num(), 1))
          return;
      }
      fmpz_addmul(fmpq_numref(q_), fmpq_numref(a.q_), fmpq_numref(b.q_));
    } else {
      *this += a * b;
    }
  }

  friend Rational operator+(Rational a, const Rational& b) { return std::move(a += b); }
  friend Rational operator-(Rational a, const Rational& b) { return std::move(a -= b); }
  friend Rational operator*(Rational a, const Rational& b) { return std::move(a *= b); }
  friend Rational operator/(Rational a, const Rational& b) { return std::move(a /= b); }
  friend Rational operator-(Rational a) {
    if (a.is_small()) {
      *fmpq_numref(a.q_) = -a.num();
    } else {
      fmpq_neg(a.q_, a.q_);
    }
    return a;
  }
  friend bool operator==(const Rational& a, const Rational& b) {
    if (a.is_small() && b.is_small()) return a.num() == b.num() && a.den() == b.den();
    return fmpq_equal(a.q_, b.q_) != 0;
  }
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
    if (a.is_small() && b.is_small())
      return static_cast<__int128>(a.num()) * b.den() <=> static_cast<__int128>(b.num()) * a.den();
    return fmpq_cmp(a.q_, b.q_) <=> 0;
  }

  [[nodiscard]] const fmpq* raw() const { return q_; }  // for enclose (Arb takes fmpq as it is)
  [[nodiscard]] fmpq* raw() { return q_; }

 private:
  // Both parts are held inline: no memory is owned.
  [[nodiscard]] bool is_small() const {
    return !COEFF_IS_MPZ(*fmpq_numref(q_)) && !COEFF_IS_MPZ(*fmpq_denref(q_));
  }
  // ---- Of small numbers: 62 bits and a sign, so that products of two and sums of two products fit
  // 128 bits.
  [[nodiscard]] std::int64_t num() const { return *fmpq_numref(q_); }
  [[nodiscard]] std::int64_t den() const { return *fmpq_denref(q_); }
  // Requires  small, lowest terms, den > 0. False, and nothing is changed, if the result would not
  // be inline.
  bool store(__int128 num, __int128 den) {
    if (num < COEFF_MIN || num > COEFF_MAX || den > COEFF_MAX) return false;
    *q_ = {static_cast<fmpz>(num), static_cast<fmpz>(den)};
    return true;
  }
  // a / b + m has the lowest terms (a + m b) / b. Where neither is whole and the denominators
  // differ, false.
  bool add_small(const Rational& o, int sign) {
    if (!is_small() || !o.is_small()) return false;
    if (o.den() == 1) return store(num() + sign * static_cast<__int128>(o.num()) * den(), den());
    if (den() == 1)
      return store(static_cast<__int128>(num()) * o.den() + sign * static_cast<__int128>(o.num()),
                   o.den());
    if (den() != o.den()) return false;
    const std::int64_t sum = num() + sign * o.num();
    if (sum == 0) return store(0, 1);
    const std::int64_t factor = common(sum, den());
    return store(sum / factor, den() / factor);
  }
  // a > 0: many denominators are powers of two.
  static std::int64_t common(std::int64_t x, std::int64_t a) {
    if (a == 1) return 1;
    const auto b = static_cast<std::uint64_t>(a);
    if (!std::has_single_bit(b)) return std::gcd(x, a);
    return std::int64_t{1} << std::min(std::countr_zero(b),
                                       std::countr_zero(static_cast<std::uint64_t>(x)));
  }
  // p/q r/s: only p and s, and r and q, may have a common factor.
  bool multiply_small(const Rational& o) {
    if (!is_small() || !o.is_small()) return false;
    if (num() == 0 || o.num() == 0) return store(0, 1);
    const std::int64_t one = common(num(), o.den()), other = common(o.num(), den());
    return store(static_cast<__int128>(num() / one) * (o.num() / other),
                 static_cast<__int128>(den() / other) * (o.den() / one));
  }
  [[nodiscard]] std::optional<std::int64_t> large_to_int64() const;
  fmpq_t q_;
};

// Gives back the memory that FLINT keeps for this thread's numbers. A thread of our own calls it
// last; numbers it leaves to others stay good.
void release_thread_memory();

Rational floor(const Rational& x);
Rational abs(const Rational& x);
// a - b floor(a / b): the sign of b, 0 <= mod < b for b > 0. Undefined for b = 0.
Rational floor_mod(const Rational& a, const Rational& b);
// Requires an integer exponent with |e| <= 10^6 and a result of at most 2^26 bits (LimitReached).
// 0^0 = 1.
Rational power(const Rational& base, const Rational& exponent);
// m >= 0 (Undefined otherwise); 0 for k < 0 or k > m. Requires integers (Undefined otherwise).
Rational choose(const Rational& m, const Rational& k);

}  // namespace hardmax
