// Polynomials in several variables, and their quotients.
#include "check/quotient.hpp"
#include "check/fault.hpp"

#include <algorithm>

namespace hardmax::check {
namespace {

unsigned exponent(const Exponents& e, std::size_t i) { return i < e.size() ? e[i] : 0; }

Exponents trimmed(Exponents e) {
  while (!e.empty() && e.back() == 0) e.pop_back();
  return e;
}

Exponents times(const Exponents& a, const Exponents& b) {
  Exponents out(std::max(a.size(), b.size()));
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = exponent(a, i) + exponent(b, i);
    if (out[i] > 1u << 24) throw LimitMet{};
  }
  return out;
}

}  // namespace

void add(Polynomial& p, const Exponents& e, const mpq_class& x) {
  mpq_class& sum = p[e];
  sum += x;
  if (sgn(sum) == 0) p.erase(e);
}

Polynomial sum(Polynomial a, const Polynomial& b, int sign) {
  for (const auto& [e, x] : b) add(a, e, sign < 0 ? mpq_class(-x) : x);
  return a;
}

static std::size_t words(const Polynomial& p) {
  std::size_t all = 0;
  for (const auto& [e, x] : p) all += mpz_size(x.get_num_mpz_t()) + mpz_size(x.get_den_mpz_t());
  return all;
}
std::size_t words(const Quotient& x) { return words(x.above) + words(x.below); }

Polynomial product(const Polynomial& a, const Polynomial& b) {
  if (!b.empty() && a.size() > (1u << 22) / b.size()) throw LimitMet{};
  const std::size_t long_a = words(a) - 2 * a.size(),
                    long_b = words(b) - 2 * b.size();  // beside two words a coefficient
  if (long_a * b.size() + long_b * a.size() > std::size_t{1} << 27) throw LimitMet{};
  Polynomial out;
  for (const auto& [e, x] : a)
    for (const auto& [f, y] : b) add(out, times(e, f), x * y);
  return out;
}

static bool is_constant(const Polynomial& p) {
  return p.empty() || (p.size() == 1 && p.begin()->first.empty());
}
static const Polynomial one = {{{}, 1}};

// p = whole * by + rest, where no term of rest is divisible by the leading term of `by`.
std::pair<Polynomial, Polynomial> divided(Polynomial p, const Polynomial& by) {
  const auto& [lead, factor] = *by.rbegin();
  Polynomial whole, rest;
  while (!p.empty()) {
    const auto [top, x] = *p.rbegin();
    bool divides = lead.size() <= top.size();
    for (std::size_t i = 0; divides && i < lead.size(); ++i) divides = lead[i] <= top[i];
    if (!divides) {
      add(rest, top, x), p.erase(top);
      continue;
    }
    Exponents e = top;
    for (std::size_t i = 0; i < lead.size(); ++i) e[i] -= lead[i];
    e = trimmed(e);
    const mpq_class step = x / factor;
    add(whole, e, step);
    for (const auto& [of_by, y] : by) add(p, times(e, of_by), -step * y);
  }
  return {whole, rest};
}

// p with variable i + by in the place of variable i.
Polynomial shifted(const Polynomial& p, std::size_t i, const mpq_class& by) {
  const Polynomial moved = sum(Quotient::variable(i).above, {{{}, by}}, 1);
  Polynomial out;
  std::vector<Polynomial> powers = {one};
  for (const auto& [e, x] : p) {
    if (exponent(e, i) > 1024) throw LimitMet{};
    while (powers.size() <= exponent(e, i)) powers.push_back(product(powers.back(), moved));
    Exponents others = e;
    if (i < others.size()) others[i] = 0;
    out = sum(std::move(out), product({{trimmed(others), x}}, powers[exponent(e, i)]), 1);
    if (out.size() > 1u << 18) throw LimitMet{};
  }
  return out;
}

Quotient::Quotient(const Num& constant) : below(one) {
  if (constant.sign() != 0) above[{}] = constant.gmp();
}

Quotient Quotient::variable(std::size_t i) {
  Quotient out;
  Exponents e(i + 1);
  e[i] = 1;
  out.above[e] = 1;
  return out;
}

std::optional<Num> Quotient::constant() const {
  if (!is_constant(above) || !is_constant(below)) return std::nullopt;
  return above.empty() ? Num(0) : Num(above.begin()->second / below.begin()->second);
}

// Taken out: powers of variables that both have; the denominator, if it divides the numerator; the
// absolute value of the leading coefficient of the denominator.
Quotient Quotient::of(Polynomial above, Polynomial below) {
  if (above.empty()) return {};
  Exponents common = below.begin()->first;
  for (const Polynomial* p : {&above, &below})
    for (const auto& [e, x] : *p)
      for (std::size_t i = 0; i < common.size(); ++i)
        common[i] = std::min(common[i], exponent(e, i));
  const Polynomial factor = {{trimmed(common), 1}};
  if (!is_constant(factor))
    above = divided(above, factor).first, below = divided(below, factor).first;
  if (below.size() > 1)
    if (auto [whole, rest] = divided(above, below); rest.empty())
      above = std::move(whole), below = one;
  const Polynomial scale = {{{}, 1 / abs(below.rbegin()->second)}};
  Quotient out;
  out.above = product(above, scale), out.below = product(below, scale);
  return out;
}

Quotient operator+(const Quotient& a, const Quotient& b) {
  if (a.below == b.below) return Quotient::of(sum(a.above, b.above, 1), a.below);
  return Quotient::of(sum(product(a.above, b.below), product(b.above, a.below), 1),
                      product(a.below, b.below));
}
Quotient operator*(const Quotient& a, const Quotient& b) {
  return Quotient::of(product(a.above, b.above), product(a.below, b.below));
}
Quotient operator-(const Quotient& a, const Quotient& b) { return a + b * Quotient(Num(-1)); }

// The signs the quotient may have: those of its numerator's coefficients, once every variable is
// counted from its least value; never 0 if a term without variables that may be 0 is among them.
// Coefficients of both signs leave everything open, and so does an odd power of a variable that may
// have any sign.
unsigned signs(const Quotient& x, const std::vector<Range>& ranges) {
  Polynomial p = x.above;
  for (std::size_t i = 0; i < ranges.size(); ++i)
    if (ranges[i].least.sign() != 0) p = shifted(p, i, ranges[i].least.gmp());
  if (p.empty()) return zero;
  unsigned found = 0;
  bool never_zero = false;
  for (const auto& [e, coefficient] : p) {
    bool away = true, odd = false;
    for (std::size_t i = 0; i < e.size(); ++i)
      away =
          away && (e[i] == 0 || HARDMAX_FAULT(check_signs_attained, !ranges.at(i).attained, true)),
      odd = odd || HARDMAX_FAULT(check_signs_any, e[i] % 2 != 0 && ranges[i].any, false);
    never_zero = never_zero || away;
    const bool above = HARDMAX_FAULT(check_signs_coefficient, sgn(coefficient) > 0, true);
    found |= odd ? negative | positive : above ? positive : negative;
  }
  return found == (negative | positive) ? negative | zero | positive
         : never_zero                   ? found
                                        : found | zero;
}

}  // namespace hardmax::check
