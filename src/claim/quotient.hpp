// Quotients of polynomials in several variables, exactly, and what their signs can be when every
// variable runs over a half-line.
//
// Source    "non-negative coefficients": a polynomial in x >= 0 whose coefficients are all >= 0 is
// >= 0, and > 0 where it has a constant term > 0. One-sided: a
//           polynomial may be non-negative without its coefficients saying so, and then nothing is
//           concluded.
// Trust     verify-check has its own (src/check/quotient.cpp).
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "claim/signs.hpp"
#include "exact/rational.hpp"

namespace hardmax::claim {

// The half-line a variable runs over: all reals >= least, without least itself if not attained; or,
// with any_sign and least 0, all reals.
struct HalfLine {
  Rational least;
  bool attained = true;
  bool any_sign = false;
};

class Polynomial {
 public:
  using Monomial =
      std::vector<std::uint32_t>;  // exponents of the variables 0, 1, ...; no zeros at the end
  static constexpr std::size_t max_products =
      std::size_t{1} << 22;  // terms times terms of one multiplication; beyond, LimitReached
  static constexpr std::size_t max_long_words =
      std::size_t{1} << 27;  // what the numbers of one multiplication have beside a word in
                             // numerator and denominator; beyond, LimitReached
  static constexpr std::uint32_t max_shifted_degree =
      1024;  // of shifted(), whose result has as many terms; beyond, LimitReached

  Polynomial() = default;
  Polynomial(const Rational& constant) { add({}, constant); }
  static Polynomial variable(std::size_t index);

  [[nodiscard]] bool is_zero() const { return terms_.empty(); }
  [[nodiscard]] std::size_t long_words()
      const;  // of 64 bits, of all coefficients, beside one for each numerator and denominator
  [[nodiscard]] std::optional<Rational> constant() const;  // the value, if no variable occurs
  [[nodiscard]] const std::map<Monomial, Rational>& terms() const {
    return terms_;
  }  // by increasing lexicographic order, the first variable deciding first

  friend Polynomial operator+(Polynomial a, const Polynomial& b);
  friend Polynomial operator-(Polynomial a, const Polynomial& b);
  friend Polynomial operator*(const Polynomial& a, const Polynomial& b);
  friend bool operator==(const Polynomial& a, const Polynomial& b) { return a.terms_ == b.terms_; }

  // a = quotient b + rest, no term of rest divisible by the leading term of b. Requires  b not
  // zero.
  [[nodiscard]] std::pair<Polynomial, Polynomial> divided_by(const Polynomial& b) const;
  // The quotient, if there is no rest.  Requires  neither is zero.
  [[nodiscard]] std::optional<Polynomial> over(const Polynomial& b) const;
  void scale(const Rational& factor);  // Requires  not zero
  // Divides by the monomial.  Requires  every term is divisible by it.
  [[nodiscard]] Polynomial without(const Monomial& factor) const;
  [[nodiscard]] Polynomial shifted(std::size_t variable,
                                   const Rational& by) const;  // with variable + by in its place
  // Requires  a half-line for every variable that occurs.
  [[nodiscard]] unsigned signs(std::span<const HalfLine> domain) const;

 private:
  friend class Quotient;
  void add(const Monomial& m, const Rational& coefficient);
  [[nodiscard]] unsigned signs_from_zero(std::span<const HalfLine> domain) const;
  static std::optional<Polynomial> packed_product(const Polynomial& a, const Polynomial& b);
  [[nodiscard]] std::optional<Polynomial> power_of_term(std::uint64_t exponent) const;
  std::map<Monomial, Rational> terms_;  // no coefficient is 0
};

// numerator / denominator, where the denominator is positive on the whole domain: whoever divides
// has made sure of that. Common factors need not be taken out.
class Quotient {
 public:
  Quotient(const Rational& constant = 0) : numerator_(constant), denominator_(Rational(1)) {}
  static Quotient variable(std::size_t index);

  [[nodiscard]] const Polynomial& numerator() const { return numerator_; }
  [[nodiscard]] const Polynomial& denominator() const { return denominator_; }
  [[nodiscard]] std::optional<Rational> constant() const;
  [[nodiscard]] unsigned signs(std::span<const HalfLine> domain) const {
    return numerator_.signs(domain);
  }

  friend Quotient operator+(
      Quotient a,
      const Quotient& b);  // of a long sum that is moved, only what is added is gone through
  friend Quotient operator-(const Quotient& a, const Quotient& b);
  friend Quotient operator*(const Quotient& a, const Quotient& b);
  // What multiplying so often comes to, for a quotient of single terms with small numbers; nothing
  // for others.
  [[nodiscard]] std::optional<Quotient> power_of_term(std::uint64_t exponent) const;
  // 1 / a.  Requires  a has this one sign on the whole domain: sign::negative or sign::positive.
  [[nodiscard]] Quotient inverse(unsigned sign) const;

 private:
  Quotient(Polynomial numerator,
           Polynomial denominator);  // takes out common factors that are easy to see
  Polynomial numerator_;
  Polynomial denominator_;
};

}  // namespace hardmax::claim
