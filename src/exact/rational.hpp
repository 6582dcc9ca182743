// Exact rational numbers.
//
// A thin owner of FLINT's fmpq: small numerators and denominators live inline, larger ones in GMP; nothing is ever rounded. Always in lowest
// terms with a positive denominator, so equality is equality of representation.
//
// Exact     every operation; there is no conversion from or to floating point.
// Errors    division by zero and 0 to a negative power throw Undefined; a power beyond the limits throws LimitReached.
// Trust     producer side. verify-check has its own arithmetic on GMP.
#pragma once
#include <flint/fmpq.h>

#include <compare>
#include <concepts>
#include <cstdint>
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
    fmpq_set(q_, o.q_);
    return *this;
  }
  Rational& operator=(Rational&& o) noexcept {
    fmpq_swap(q_, o.q_);
    return *this;
  }
  ~Rational() { fmpq_clear(q_); }

  // "7", "-7/2". Empty unless the text is exactly that: optional minus, digits, optional slash and digits; any terms, denominator not 0.
  static std::optional<Rational> parse(std::string_view text);

  [[nodiscard]] bool is_integer() const { return fmpz_is_one(fmpq_denref(q_)); }
  [[nodiscard]] bool is_zero() const { return fmpq_is_zero(q_); }
  [[nodiscard]] int sign() const { return fmpq_sgn(q_); }
  // The value as a machine integer, if it is an integer that fits.
  [[nodiscard]] std::optional<std::int64_t> to_int64() const {
    if (is_small()) return is_integer() ? std::optional<std::int64_t>(*fmpq_numref(q_)) : std::nullopt;
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
    fmpq_add(q_, q_, o.q_);
    return *this;
  }
  Rational& operator-=(const Rational& o) {
    fmpq_sub(q_, q_, o.q_);
    return *this;
  }
  Rational& operator*=(const Rational& o) {
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
      fmpz_addmul(fmpq_numref(q_), fmpq_numref(a.q_), fmpq_numref(b.q_));
    } else {
      fmpq_addmul(q_, a.q_, b.q_);
    }
  }

  friend Rational operator+(Rational a, const Rational& b) { return std::move(a += b); }
  friend Rational operator-(Rational a, const Rational& b) { return std::move(a -= b); }
  friend Rational operator*(Rational a, const Rational& b) { return std::move(a *= b); }
  friend Rational operator/(Rational a, const Rational& b) { return std::move(a /= b); }
  friend Rational operator-(Rational a) {
    fmpq_neg(a.q_, a.q_);
    return a;
  }
  friend bool operator==(const Rational& a, const Rational& b) { return fmpq_equal(a.q_, b.q_) != 0; }
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
    if (a.is_integer() && b.is_integer() && a.is_small() && b.is_small()) return *fmpq_numref(a.q_) <=> *fmpq_numref(b.q_);
    return fmpq_cmp(a.q_, b.q_) <=> 0;
  }

  [[nodiscard]] const fmpq* raw() const { return q_; }  // for enclose (Arb takes fmpq as it is)
  [[nodiscard]] fmpq* raw() { return q_; }

 private:
  // Both parts are held inline: no memory is owned.
  [[nodiscard]] bool is_small() const { return !COEFF_IS_MPZ(*fmpq_numref(q_)) && !COEFF_IS_MPZ(*fmpq_denref(q_)); }
  [[nodiscard]] std::optional<std::int64_t> large_to_int64() const;
  fmpq_t q_;
};

// Gives back the memory that FLINT keeps for this thread's numbers. A thread of our own calls it last; numbers it leaves to others stay good.
void release_thread_memory();

Rational floor(const Rational& x);
Rational abs(const Rational& x);
// a - b floor(a / b): the sign of b, 0 <= mod < b for b > 0. Undefined for b = 0.
Rational floor_mod(const Rational& a, const Rational& b);
// Requires an integer exponent with |e| <= 10^6 and a result of at most 2^26 bits (LimitReached). 0^0 = 1.
Rational power(const Rational& base, const Rational& exponent);
// m >= 0 (Undefined otherwise); 0 for k < 0 or k > m. Requires integers (Undefined otherwise).
Rational choose(const Rational& m, const Rational& k);

}  // namespace hardmax
