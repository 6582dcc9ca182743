// Numbers of a construction file in which one or two names are left as variables: the name of a
// loop, g, and a size, D. Polynomials with rational coefficients; D has negative powers too, as
// delta = 1/D.
//
// Exact     every operation.
// Errors    LimitReached: more than 2^14 terms, a power beyond 2^20, a coefficient of more than
// 2^21 words.
// Trust     producer side. An identity of these polynomials holds for every value of the variables
// (D not 0).
#pragma once
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "exact/rational.hpp"

namespace hardmax::subject {

class Polynomial {
 public:
  Polynomial() = default;
  Polynomial(const Rational& number) {
    if (!number.is_zero()) terms_.emplace_back(Powers{}, number);
  }
  static Polynomial loop() { return power_of({1, 0}); }  // g
  static Polynomial size() { return power_of({0, 1}); }  // D

  [[nodiscard]] bool is_zero() const { return terms_.empty(); }
  [[nodiscard]] bool has_loop() const;
  // Its value, if it is the same for all g and D.
  [[nodiscard]] std::optional<Rational> number() const;
  // The factor of g^k, a polynomial in D.
  [[nodiscard]] Polynomial of_loop(std::int64_t k) const;
  [[nodiscard]] std::int64_t degree_in_loop() const;  // 0 of 0
  [[nodiscard]] Rational at(const Rational& g, const Rational& D) const;
  // Of one without g: it is > 0, or >= 0, for every whole D >= least > 0. One-sided: false if that
  // is not shown.
  [[nodiscard]] bool shown_positive(const Rational& least) const;
  [[nodiscard]] bool shown_not_negative(const Rational& least) const;
  // Of one without g: all its coefficients are whole, and no power of D is below 0.
  [[nodiscard]] bool shown_whole() const;
  // The sign of the value for large D, of one without g.
  [[nodiscard]] int leading_sign() const;
  [[nodiscard]] std::string str() const;  // "4*D^-1*g + D^2"

  Polynomial& operator+=(const Polynomial& o);
  friend Polynomial operator+(Polynomial a, const Polynomial& b) { return a += b; }
  friend Polynomial operator-(Polynomial a);
  friend Polynomial operator-(const Polynomial& a, const Polynomial& b);
  friend Polynomial operator*(const Polynomial& a, const Polynomial& b);
  friend bool operator==(const Polynomial&, const Polynomial&) = default;
  // Exponents below 0: of one term without g alone.  Empty if there is no such polynomial.
  [[nodiscard]] std::optional<Polynomial> raised(std::int64_t exponent) const;
  // 1 / it, of one term without g.
  [[nodiscard]] std::optional<Polynomial> inverse() const { return raised(-1); }
  // The polynomial times D^-lowest, lowest the least power of D in it, as coefficients of 1, D, ...
  // Requires  no g.
  [[nodiscard]] std::pair<std::int64_t, std::map<std::int64_t, Rational>> in_size() const;

 private:
  struct Powers {
    std::int64_t g = 0, D = 0;
    friend auto operator<=>(const Powers&, const Powers&) = default;
  };
  using Term = std::pair<Powers, Rational>;
  static Polynomial power_of(const Powers& powers);
  // a + factor D^.. g^.. b
  static Polynomial sum(const std::vector<Term>& a, const std::vector<Term>& b, const Term& factor);
  static std::optional<Polynomial> dense_product(const std::vector<Term>& a,
                                                 const std::vector<Term>& b);
  // No value of whole D >= least is below 0, nor 0 if `positive`.
  [[nodiscard]] bool above(const Rational& least, bool positive) const;
  [[nodiscard]] std::optional<int> by_quotients(const Rational& m) const;
  [[nodiscard]] int sign_at(const Rational& D) const;
  [[nodiscard]] bool by_shift(const Rational& least) const;
  std::vector<Term> terms_;  // by increasing powers, none with 0
};

}  // namespace hardmax::subject
