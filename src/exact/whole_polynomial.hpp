// Polynomials with whole coefficients in three variables x, y, z that are any whole numbers >= 0,
// and what is shown of them for all x, y and z at once.
//
// A thin owner of FLINT's fmpz_mpoly. Made for sizes: D = F + x for every D >= F; D^d = 2 + x for
// every D and d (network/every_size.hpp).
//
// Source    a polynomial whose coefficients are all >= 0 is >= 0 for all x, y, z >= 0, and at least
// its constant term. One-sided: if it is not shown, nothing is known, and the
//           negation of a question is not its opposite. Whoever asks must do nothing wrong where
//           nothing is known.
// Exact     every operation.   Trust  producer side; verify-check has its own
// (src/check/quotient.hpp).
#pragma once
#include <flint/fmpz_mpoly.h>

#include <concepts>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "exact/rational.hpp"

namespace hardmax {

class WholePolynomial {
 public:
  WholePolynomial() : WholePolynomial(Rational()) {}
  template <std::integral T>
  WholePolynomial(T constant) : WholePolynomial(Rational(constant)) {}
  explicit WholePolynomial(const Rational& constant);  // Requires  whole
  WholePolynomial(double) = delete;
  WholePolynomial(const WholePolynomial& o);
  WholePolynomial(WholePolynomial&& o) noexcept;
  WholePolynomial& operator=(const WholePolynomial& o);
  WholePolynomial& operator=(WholePolynomial&& o) noexcept;
  ~WholePolynomial();
  static WholePolynomial x();
  static WholePolynomial y();
  static WholePolynomial z();

  [[nodiscard]] bool is_zero() const;
  [[nodiscard]] bool is_one() const;  // the constant 1
  [[nodiscard]] bool no_negative_coefficient() const;
  [[nodiscard]] Rational constant_term() const;  // the value at x = y = z = 0
  [[nodiscard]] Rational value(const Rational& x, const Rational& y,
                               const Rational& z) const;  // Requires  whole numbers
  // The coefficients of 1, D, D^2, ... where x = D - a.  Requires  no y, no z; a whole.
  [[nodiscard]] std::vector<Rational> coefficients_around(const Rational& a) const;
  [[nodiscard]] std::size_t terms() const;
  [[nodiscard]] std::string str() const;  // "2*x*y+x+1"

  WholePolynomial& operator+=(const WholePolynomial& o);
  WholePolynomial& operator-=(const WholePolynomial& o);
  WholePolynomial& operator*=(const WholePolynomial& o);
  void add_product(const WholePolynomial& a, const WholePolynomial& b) { *this += a * b; }

  friend WholePolynomial operator+(WholePolynomial a, const WholePolynomial& b) {
    return std::move(a += b);
  }
  friend WholePolynomial operator-(WholePolynomial a, const WholePolynomial& b) {
    return std::move(a -= b);
  }
  friend WholePolynomial operator*(WholePolynomial a, const WholePolynomial& b) {
    return std::move(a *= b);
  }
  friend WholePolynomial operator-(const WholePolynomial& a) { return WholePolynomial(0) - a; }
  friend bool operator==(const WholePolynomial& a, const WholePolynomial& b);
  friend bool comes_before(const WholePolynomial& a, const WholePolynomial& b);  // some total order
  friend WholePolynomial power(const WholePolynomial& base, std::uint64_t exponent);

 private:
  static WholePolynomial variable(long number);
  fmpz_mpoly_t p_;
};

// Questions that numbers and polynomials answer alike. Of a number, false means that it is not so;
// of a polynomial, that it is not shown.
inline bool is_whole(const Rational& a) { return a.is_integer(); }
inline bool is_whole(const WholePolynomial&) { return true; }
inline bool shown_at_least(const Rational& a, const Rational& b) { return a >= b; }
inline bool shown_at_least(const WholePolynomial& a, const WholePolynomial& b) {
  return (a - b).no_negative_coefficient();
}
inline bool shown_above(const Rational& a, const Rational& b) { return a > b; }
inline bool shown_above(const WholePolynomial& a, const WholePolynomial& b) {
  return shown_at_least(a, b + WholePolynomial(1));
}
// 1: a >= 0. -1: a <= 0. 0: neither is shown.
inline int shown_sign(const Rational& a) { return a.sign() >= 0 ? 1 : -1; }
int shown_sign(const WholePolynomial& a);
// |a| / gcd(a, b) >= least, for whole a and b that are not both 0.
bool shown_to_keep_apart(const Rational& a, const Rational& b, const Rational& least);
bool shown_to_keep_apart(const WholePolynomial& a, const WholePolynomial& b,
                         const WholePolynomial& least);
// A number to sort by where nothing need be true: the value at x = y = z = 0.
inline const Rational& hint(const Rational& a) { return a; }
inline Rational hint(const WholePolynomial& a) { return a.constant_term(); }

}  // namespace hardmax
