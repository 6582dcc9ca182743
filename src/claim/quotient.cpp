#include "claim/quotient.hpp"

#include <algorithm>
#include <unordered_map>

#include "exact/error.hpp"
#include "exact/fault.hpp"

namespace hardmax::claim {

namespace {

using Monomial = Polynomial::Monomial;

constexpr std::uint32_t kMostDegree = std::uint32_t{1} << 24;
constexpr std::size_t kFewProducts = 64;  // that are made one by one

std::uint32_t exponent(const Monomial& m, std::size_t variable) {
  return variable < m.size() ? m[variable] : 0;
}

void trim(Monomial& m) {
  while (!m.empty() && m.back() == 0) m.pop_back();
}

Monomial product(const Monomial& a, const Monomial& b) {
  Monomial m = a.size() < b.size() ? b : a;
  const Monomial& shorter = a.size() < b.size() ? a : b;
  for (std::size_t i = 0; i < shorter.size(); ++i) {
    if (m[i] > kMostDegree || shorter[i] > kMostDegree) throw LimitReached("a degree beyond 2^24");
    m[i] += shorter[i];
  }
  return m;
}

bool divides(const Monomial& b, const Monomial& a) {
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (b[i] > exponent(a, i)) return false;
  }
  return true;
}

Monomial quotient(Monomial a, const Monomial& b) {
  for (std::size_t i = 0; i < b.size(); ++i) a[i] -= b[i];
  trim(a);
  return a;
}

// The largest monomial that divides every term.
Monomial content(const Polynomial& p) {
  Monomial least = p.terms().begin()->first;
  for (const auto& [m, coefficient] : p.terms()) {
    for (std::size_t i = 0; i < least.size(); ++i) least[i] = std::min(least[i], exponent(m, i));
  }
  trim(least);
  return least;
}

// The exponents side by side in one number, the first variable's highest: products are sums, and
// the order is that of numbers.
using Packed = unsigned __int128;
constexpr unsigned kPackedBits = 16, kPackedVariables = 8;
constexpr std::uint32_t kPackedDegree =
    (std::uint32_t{1} << (kPackedBits - 1)) - 1;  // so that the sum of two fits

using PackedTerms = std::vector<std::pair<Packed, const Rational*>>;
std::optional<PackedTerms> packed(const Polynomial& p) {
  PackedTerms terms;
  terms.reserve(p.terms().size());
  for (const auto& [m, coefficient] : p.terms()) {
    if (m.size() > kPackedVariables ||
        std::any_of(m.begin(), m.end(), [](std::uint32_t e) { return e > kPackedDegree; }))
      return std::nullopt;
    Packed word = 0;
    for (std::size_t v = 0; v < kPackedVariables; ++v) word = word << kPackedBits | exponent(m, v);
    terms.emplace_back(word, &coefficient);
  }
  return terms;
}

Monomial unpacked(Packed word) {
  Monomial m(kPackedVariables);
  for (std::size_t v = kPackedVariables; v-- > 0; word >>= kPackedBits)
    m[v] = static_cast<std::uint32_t>(word & ((std::uint32_t{1} << kPackedBits) - 1));
  trim(m);
  return m;
}

struct HashOfPacked {
  std::size_t operator()(Packed word) const {
    return (static_cast<std::uint64_t>(word >> 64) * 31 + static_cast<std::uint64_t>(word)) *
               0x9e3779b97f4a7c15U >>
           8;
  }
};

}  // namespace

// ---- polynomials

Polynomial Polynomial::variable(std::size_t index) {
  Polynomial p;
  Monomial m(index + 1, 0);
  m[index] = 1;
  p.add(m, 1);
  return p;
}

std::optional<Rational> Polynomial::constant() const {
  if (terms_.empty()) return Rational(0);
  if (terms_.size() > 1 || !terms_.begin()->first.empty()) return std::nullopt;
  return terms_.begin()->second;
}

std::size_t Polynomial::long_words() const {
  std::size_t words = 0;
  for (const auto& [m, coefficient] : terms_) {
    for (const fmpz* part : {fmpq_numref(coefficient.raw()), fmpq_denref(coefficient.raw())}) {
      if (COEFF_IS_MPZ(*part)) words += static_cast<std::size_t>(fmpz_size(part)) - 1;
    }
  }
  return words;
}

void Polynomial::add(const Monomial& m, const Rational& coefficient) {
  if (coefficient.is_zero()) return;
  const auto [it, fresh] = terms_.try_emplace(m, coefficient);
  if (fresh) return;
  it->second += coefficient;
  if (it->second.is_zero()) terms_.erase(it);
}

Polynomial operator+(Polynomial a, const Polynomial& b) {
  for (const auto& [m, coefficient] : b.terms_) a.add(m, coefficient);
  return a;
}

Polynomial operator-(Polynomial a, const Polynomial& b) {
  for (const auto& [m, coefficient] : b.terms_)
    a.add(m, HARDMAX_FAULT(claim_polynomial_minus, -coefficient, Rational(coefficient)));
  return a;
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  if (!b.terms_.empty() && a.terms_.size() > Polynomial::max_products / b.terms_.size())
    throw LimitReached("polynomials of too many terms");
  if (a.long_words() * b.terms_.size() + b.long_words() * a.terms_.size() >
      Polynomial::max_long_words)
    throw LimitReached("polynomials of too long numbers");
  if (a.terms_.size() * b.terms_.size() > kFewProducts) {
    if (auto result = Polynomial::packed_product(a, b)) return std::move(*result);
  }
  Polynomial result;
  for (const auto& [m, x] : a.terms_) {
    for (const auto& [k, y] : b.terms_) result.add(product(m, k), x * y);
  }
  return result;
}

// The same, for small degrees in few variables.
std::optional<Polynomial> Polynomial::packed_product(const Polynomial& a, const Polynomial& b) {
  const auto left = packed(a), right = packed(b);
  if (!left || !right) return std::nullopt;
  std::unordered_map<Packed, Rational, HashOfPacked> sums;
  for (const auto& [m, x] : *left) {
    for (const auto& [k, y] : *right) sums[m + k].add_product(*x, *y);
  }
  std::vector<std::pair<Packed, Rational*>> order;
  order.reserve(sums.size());
  for (auto& [m, sum] : sums) {
    if (!sum.is_zero()) order.emplace_back(m, &sum);
  }
  std::sort(order.begin(), order.end());
  Polynomial result;
  for (const auto& [m, sum] : order)
    result.terms_.emplace_hint(result.terms_.end(), unpacked(m), std::move(*sum));
  return result;
}

std::optional<Polynomial> Polynomial::power_of_term(std::uint64_t exponent) const {
  constexpr std::size_t kFewBits = 1024;
  if (terms_.size() != 1 || exponent == 0) return std::nullopt;
  Monomial m = terms_.begin()->first;
  const Rational& coefficient = terms_.begin()->second;
  const bool one = coefficient == Rational(1);
  if (!one && exponent > kFewBits / coefficient.bits()) return std::nullopt;
  for (std::uint32_t& e : m) {
    if (e > kMostDegree / exponent) return std::nullopt;
    e *= static_cast<std::uint32_t>(exponent);
  }
  Polynomial result;
  result.add(m, HARDMAX_FAULT(claim_term_power, one ? coefficient : power(coefficient, exponent),
                              Rational(coefficient)));
  return result;
}

std::pair<Polynomial, Polynomial> Polynomial::divided_by(const Polynomial& b) const {
  HARDMAX_REQUIRE(!b.is_zero());
  const auto& [leading, coefficient] = *b.terms_.rbegin();
  Polynomial whole;
  Polynomial rest;
  for (Polynomial left = *this; !left.is_zero();) {
    const auto top = *left.terms_.rbegin();
    if (!divides(leading, top.first)) {
      rest.add(top.first, top.second);
      left.terms_.erase(top.first);
      continue;
    }
    const Monomial m = quotient(top.first, leading);
    const Rational factor = top.second / coefficient;
    whole.add(m, factor);
    for (const auto& [k, y] : b.terms_) left.add(product(m, k), -(factor * y));
  }
  return {std::move(whole), std::move(rest)};
}

// The same as divided_by, given up at the first term that is left over.
std::optional<Polynomial> Polynomial::over(const Polynomial& b) const {
  const auto& [leading, coefficient] = *b.terms_.rbegin();
  // The first and the last term of b times the quotient are those of the two.
  if (!divides(leading, terms_.rbegin()->first) ||
      !divides(b.terms_.begin()->first, terms_.begin()->first))
    return std::nullopt;
  Polynomial whole;
  for (Polynomial left = *this; !left.is_zero();) {
    const auto& top = *left.terms_.rbegin();
    if (!divides(leading, top.first)) return std::nullopt;
    const Monomial m = quotient(top.first, leading);
    const Rational factor = top.second / coefficient;
    whole.terms_.emplace_hint(whole.terms_.begin(), m, factor);
    for (const auto& [k, y] : b.terms_) left.add(product(m, k), -(factor * y));
  }
  return whole;
}

void Polynomial::scale(const Rational& factor) {
  for (auto& [m, coefficient] : terms_) coefficient *= factor;
}

Polynomial Polynomial::without(const Monomial& factor) const {
  Polynomial result;
  for (const auto& [m, coefficient] : terms_)
    result.terms_.emplace_hint(result.terms_.end(), quotient(m, factor), coefficient);
  return result;
}

Polynomial Polynomial::shifted(std::size_t variable, const Rational& by) const {
  Polynomial result;
  for (const auto& [m, coefficient] : terms_) {
    const std::uint32_t degree = exponent(m, variable);
    if (degree > max_shifted_degree)
      throw LimitReached("a degree beyond 1024 where signs are read off");
    Rational factor =
        coefficient;  // coefficient binomial(degree, i) by^(degree - i), from i = degree downwards
    Monomial k = m;
    for (std::uint32_t i = degree;; --i) {
      if (variable < k.size()) k[variable] = i;
      Monomial trimmed = k;
      trim(trimmed);
      result.add(trimmed, factor);
      if (i == 0) break;
      factor = factor * by * Rational(i) / Rational(degree - i + 1);
    }
  }
  return result;
}

unsigned Polynomial::signs(std::span<const HalfLine> domain) const {
  for (std::size_t v = 0; v < domain.size(); ++v) {
    if (domain[v].least.is_zero()) continue;
    Polynomial p = *this;
    for (; v < domain.size(); ++v) {
      if (!domain[v].least.is_zero()) p = p.shifted(v, domain[v].least);
    }
    return p.signs_from_zero(domain);
  }
  return signs_from_zero(domain);
}

// With every variable counted from its least value.
unsigned Polynomial::signs_from_zero(std::span<const HalfLine> domain) const {
  if (is_zero()) return sign::zero;
  unsigned signs = 0;
  bool away_from_zero =
      false;  // some term has only variables that are never at the end of their half-line
  for (const auto& [m, coefficient] : terms_) {
    HARDMAX_REQUIRE(m.size() <= domain.size());
    bool open = true;
    bool odd = false;  // an odd power of what may have any sign
    for (std::size_t v = 0; v < m.size(); ++v) {
      open = open && (m[v] == 0 || !domain[v].attained);
      odd = odd || (m[v] % 2 != 0 && domain[v].any_sign);
    }
    const bool above = HARDMAX_FAULT(claim_coefficient_sign, coefficient.sign() > 0, true);
    signs |= odd ? sign::positive | sign::negative : above ? sign::positive : sign::negative;
    away_from_zero = away_from_zero || open;
  }
  if (signs == (sign::positive | sign::negative)) return sign::any;
  const bool never_zero = HARDMAX_FAULT(claim_signs_away_from_zero, away_from_zero, false);
  return never_zero ? signs : signs | sign::zero;
}

// ---- quotients

Quotient Quotient::variable(std::size_t index) {
  Quotient x;
  x.numerator_ = Polynomial::variable(index);
  return x;
}

std::optional<Rational> Quotient::constant() const {
  return denominator_.constant() ? numerator_.constant() : std::nullopt;
}

// Every factor taken out divides the denominator, so it has no zero on the domain. Whatever is left
// in common does no harm.
Quotient::Quotient(Polynomial numerator, Polynomial denominator)
    : numerator_(std::move(numerator)), denominator_(std::move(denominator)) {
  if (numerator_.is_zero()) {
    denominator_ = Rational(1);
    return;
  }
  if (!denominator_.constant()) {
    Monomial common = content(denominator_);
    const Monomial above = content(numerator_);
    for (std::size_t i = 0; i < common.size(); ++i)
      common[i] = std::min(common[i], exponent(above, i));
    trim(common);
    if (!common.empty()) {
      numerator_ = numerator_.without(common);
      denominator_ = denominator_.without(common);
    }
  }
  if (denominator_.terms().size() > 1) {
    if (auto whole = numerator_.over(denominator_)) {
      numerator_ = std::move(*whole);
      denominator_ = Rational(1);
    }
  }
  // The leading coefficient of the denominator is positive or negative; its absolute value becomes
  // 1, which makes equal denominators look equal.
  const Rational scale = Rational(1) / hardmax::abs(denominator_.terms().rbegin()->second);
  if (scale != Rational(1)) {
    numerator_.scale(scale);
    denominator_.scale(scale);
  }
}

Quotient operator+(Quotient a, const Quotient& b) {
  if (a.denominator_ == b.denominator_)
    return {std::move(a.numerator_) + b.numerator_, std::move(a.denominator_)};
  const Polynomial second =
      HARDMAX_FAULT(claim_quotient_sum, b.numerator_ * a.denominator_, Polynomial(b.numerator_));
  return {a.numerator_ * b.denominator_ + second, a.denominator_ * b.denominator_};
}

Quotient operator-(const Quotient& a, const Quotient& b) {
  if (a.denominator_ == b.denominator_) return {a.numerator_ - b.numerator_, a.denominator_};
  return {a.numerator_ * b.denominator_ - b.numerator_ * a.denominator_,
          a.denominator_ * b.denominator_};
}

Quotient operator*(const Quotient& a, const Quotient& b) {
  return {a.numerator_ * b.numerator_,
          HARDMAX_FAULT(claim_quotient_product, a.denominator_ * b.denominator_,
                        Polynomial(a.denominator_))};
}

std::optional<Quotient> Quotient::power_of_term(std::uint64_t exponent) const {
  auto above = numerator_.power_of_term(exponent), below = denominator_.power_of_term(exponent);
  if (!above || !below) return std::nullopt;
  return Quotient(std::move(*above), std::move(*below));
}

Quotient Quotient::inverse(unsigned sign) const {
  HARDMAX_REQUIRE(sign == sign::positive || sign == sign::negative);
  const Rational one = sign == sign::positive ? 1 : -1;
  return {denominator_ * one, numerator_ * one};
}

}  // namespace hardmax::claim
