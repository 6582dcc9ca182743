// Quotients of polynomials in several variables, exactly (proofs/README.md, "Functions").
#pragma once
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "check/evaluate.hpp"

namespace hardmax::check {

using Exponents = std::vector<unsigned>;  // of the variables 0, 1, ...; no zeros at the end
using Polynomial = std::map<Exponents, mpq_class>;  // by its terms; no coefficient is 0; the last
                                                    // is the leading one

struct Quotient {  // the denominator is positive wherever the variables may be
  Polynomial above, below;
  Quotient(const Num& constant = Num(0));
  static Quotient variable(std::size_t i);
  static Quotient of(Polynomial above, Polynomial below);  // takes out what README names
  std::optional<Num> constant() const;
};
Polynomial sum(Polynomial a, const Polynomial& b, int sign);  // a + b, or a - b
Polynomial product(const Polynomial& a,
                   const Polynomial& b);  // LimitMet beyond 2^22 products of terms, a degree beyond
                                          // 2^24, or 2^27 words of long coefficients
std::size_t words(const Quotient& x);     // of its coefficients: a value, as max_words counts
std::pair<Polynomial, Polynomial> divided(
    Polynomial p,
    const Polynomial&
        by);  // whole and rest; no term of the rest is divisible by the leading one of `by`
Polynomial shifted(const Polynomial& p, std::size_t i,
                   const mpq_class& by);  // with variable i + by in the place of variable i;
                                          // LimitMet beyond degree 1024, or 2^18 terms
void add(Polynomial& p, const Exponents& e, const mpq_class& x);
Quotient operator+(const Quotient& a, const Quotient& b);
Quotient operator-(const Quotient& a, const Quotient& b);
Quotient operator*(const Quotient& a, const Quotient& b);

struct Range {  // of a variable
  Num least;
  bool attained = true, any = false;  // any: every real, least is 0
};
unsigned signs(const Quotient& x, const std::vector<Range>& ranges);  // that may occur

}  // namespace hardmax::check
