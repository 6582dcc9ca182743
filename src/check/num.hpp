// Exact rational numbers on GMP. A number whose numerator and denominator fit 64 bits is held
// inline; every operation that leaves 64 bits is redone by GMP on the same operands, and a result
// that fits comes back. A value has one representation, so equality is equality of representation.
#pragma once
#include <gmpxx.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include "check/fault.hpp"

namespace hardmax::check {

class Num {
 public:
  Num(std::int64_t integer = 0) : n_(integer) {
    if (integer == INT64_MIN) *this = Num(mpq_class(mpz_class(static_cast<long>(integer))));
  }
  explicit Num(mpq_class value);  // must be canonical (lowest terms, positive denominator)
  static Num from_digits(const std::string& digits) {
    return Num(mpq_class(mpz_class(digits, 10)));
  }

  bool is_integer() const { return big_ ? big_->get_den() == 1 : d_ == 1; }
  int sign() const { return big_ ? sgn(*big_) : (n_ > 0) - (n_ < 0); }
  std::optional<std::int64_t> small_integer() const {
    return big_ || d_ != 1 ? std::nullopt : std::optional(n_);
  }
  mpq_class gmp() const { return big_ ? *big_ : mpq_class(n_, d_); }
  std::string text() const {
    return big_      ? big_->get_str()
           : d_ == 1 ? std::to_string(n_)
                     : std::to_string(n_) + "/" + std::to_string(d_);
  }                            // "-7/2", "3"
  std::uint64_t hash() const;  // equal numbers have equal hashes; nothing else is promised
  std::uint64_t numerator_mod_2_64() const {
    return low_word(mpq_numref(View(*this).q));
  }  // two's complement
  std::uint64_t denominator_mod_2_64() const { return low_word(mpq_denref(View(*this).q)); }
  std::size_t words() const {
    return big_ ? limbs() : 2;
  }  // of 64 bits, of numerator and denominator, at least one each
  std::size_t limbs() const {
    return big_ ? mpz_size(big_->get_num_mpz_t()) + mpz_size(big_->get_den_mpz_t()) : 0;
  }  // words of memory beside the inline ones
  Num floor() const;

  static Num apply(char operation, const Num& a, const Num& b) {  // + - * /; for / b must not be 0
    std::int64_t out;
    const bool integers = !a.big_ && !b.big_ && a.d_ == 1 && b.d_ == 1;
    if (integers && operation == '+' && !__builtin_add_overflow(a.n_, b.n_, &out)) return Num(out);
    if (integers && operation == '-' && !__builtin_sub_overflow(a.n_, b.n_, &out)) return Num(out);
    if (integers && operation == '*' && !__builtin_mul_overflow(a.n_, b.n_, &out)) return Num(out);
    return slow(operation, a, b);
  }
  friend Num operator+(const Num& a, const Num& b) { return apply('+', a, b); }
  friend Num operator-(const Num& a, const Num& b) { return apply('-', a, b); }
  friend Num operator*(const Num& a, const Num& b) { return apply('*', a, b); }
  friend Num operator/(const Num& a, const Num& b) { return apply('/', a, b); }
  friend int compare(const Num& a, const Num& b) {  // -1, 0, 1
    if (a.big_ || b.big_) {
      const int order = mpq_cmp(View(a).q, View(b).q);
      return (order > 0) - (order < 0);
    }
    if (HARDMAX_FAULT(check_num_compare, a.d_ == b.d_, true)) return (a.n_ > b.n_) - (a.n_ < b.n_);
    const __int128 left = static_cast<__int128>(a.n_) * b.d_,
                   right = static_cast<__int128>(b.n_) * a.d_;
    return (left > right) - (left < right);
  }
  friend bool operator==(const Num& a, const Num& b) { return compare(a, b) == 0; }
  friend bool operator<(const Num& a, const Num& b) { return compare(a, b) < 0; }

 private:
  struct View {  // of a number as GMP sees it, without a copy
    explicit View(const Num& of);
    View(const View&) = delete;
    mpq_srcptr q;
    mp_limb_t limbs[2];
    __mpq_struct own;
  };
  static std::uint64_t low_word(mpz_srcptr z) {
    return mpz_sgn(z) < 0 ? 0 - mpz_getlimbn(z, 0) : mpz_getlimbn(z, 0);
  }
  static Num slow(char operation, const Num& a, const Num& b);
  std::int64_t n_ = 0, d_ = 1;  // lowest terms, d_ >= 1, n_ > INT64_MIN; meaningless if big_ is set
  std::shared_ptr<const mpq_class> big_;  // only for what does not fit
};

inline Num number_of(std::uint64_t i) { return Num(static_cast<std::int64_t>(i)); }  // i < 2^63

}  // namespace hardmax::check
