#include "subject/polynomial.hpp"

#include <flint/fmpz_poly.h>

#include <algorithm>
#include <vector>

#include "exact/error.hpp"

namespace hardmax::subject {

namespace {

constexpr std::size_t max_terms = std::size_t{1} << 14;
constexpr std::int64_t max_power = std::int64_t{1} << 20;
constexpr std::size_t max_bits = std::size_t{64} << 21;
constexpr std::size_t least_dense = 16;       // terms of both, for a dense product
constexpr std::int64_t most_dense = 1 << 15;  // degree
constexpr std::int64_t most_tried = 16;       // sizes that are looked at by themselves
constexpr std::int64_t most_shifted = 512;    // degree

}  // namespace

Polynomial Polynomial::power_of(const Powers& powers) {
  if (std::max({powers.g, powers.D, -powers.D}) > max_power)
    throw LimitReached("a power of more than 2^20 of the name of a loop or a size");
  Polynomial out;
  out.terms_.emplace_back(powers, Rational(1));
  return out;
}

Polynomial Polynomial::sum(const std::vector<Term>& a, const std::vector<Term>& b,
                           const Term& factor) {
  const auto& by = factor.first;
  const auto& times = factor.second;
  Polynomial out;
  out.terms_.reserve(a.size() + b.size());
  const bool once = times == Rational(1);
  const auto moved = [&](const Term& t) {
    const Powers to{t.first.g + by.g, t.first.D + by.D};
    if (std::max({to.g, to.D, -to.D}) > max_power)
      throw LimitReached("a power of more than 2^20 of the name of a loop or a size");
    return to;
  };
  auto x = a.begin();
  for (const Term& t : b) {
    const Powers at = moved(t);
    while (x != a.end() && x->first < at) out.terms_.push_back(*x++);
    Rational value = once ? t.second : t.second * times;
    if (x != a.end() && x->first == at) {
      value += x++->second;
      if (value.is_zero()) continue;
    }
    out.terms_.emplace_back(at, std::move(value));
  }
  out.terms_.insert(out.terms_.end(), x, a.end());
  if (out.terms_.size() > max_terms)
    throw LimitReached("a polynomial of more than 16,384 terms in the name of a loop or a size");
  return out;
}

bool Polynomial::has_loop() const {
  return std::any_of(terms_.begin(), terms_.end(), [](const auto& t) { return t.first.g != 0; });
}

std::optional<Rational> Polynomial::number() const {
  if (terms_.empty()) return Rational();
  if (terms_.size() > 1 || terms_.begin()->first != Powers{}) return std::nullopt;
  return terms_.begin()->second;
}

Polynomial Polynomial::of_loop(std::int64_t k) const {
  Polynomial out;
  for (const auto& [powers, factor] : terms_)
    if (powers.g == k) out.terms_.emplace_back(Powers{0, powers.D}, factor);
  return out;
}

std::int64_t Polynomial::degree_in_loop() const {
  std::int64_t most = 0;
  for (const auto& [powers, factor] : terms_) most = std::max(most, powers.g);
  return most;
}

Rational Polynomial::at(const Rational& g, const Rational& D) const {
  Rational out;
  for (const auto& [powers, factor] : terms_)
    out += factor * power(g, Rational(powers.g)) * power(D, Rational(powers.D));
  return out;
}

std::pair<std::int64_t, std::map<std::int64_t, Rational>> Polynomial::in_size() const {
  HARDMAX_REQUIRE(!has_loop());
  std::int64_t least = 0;
  if (!terms_.empty()) least = terms_.begin()->first.D;
  std::map<std::int64_t, Rational> out;
  for (const auto& [powers, factor] : terms_) out.emplace(powers.D - least, factor);
  return {least, std::move(out)};
}

bool Polynomial::shown_whole() const {
  return std::all_of(terms_.begin(), terms_.end(), [](const Term& t) {
    return t.first.g == 0 && t.first.D >= 0 && t.second.is_integer();
  });
}

int Polynomial::leading_sign() const { return terms_.empty() ? 0 : terms_.back().second.sign(); }

// p = (D - m) Q + p(m). The coefficients of Q are what Horner's rule has on its way to p(m): where
// none of them is below 0, and p(m) is not, p(D) >= p(m) >= 0 for every D >= m. A value on the way
// that is above all that is still taken away settles it. Returns the sign of p(m), or nothing.
std::optional<int> Polynomial::by_quotients(const Rational& m) const {
  Rational left, value;  // left: what the terms that come take away at most
  for (const auto& [powers, factor] : terms_)
    if (factor.sign() < 0) left -= factor;
  for (auto t = terms_.rbegin(); t != terms_.rend(); ++t) {
    std::int64_t by = t == terms_.rbegin() ? 0 : (t - 1)->first.D - t->first.D;
    for (; by > 0; by -= std::min<std::int64_t>(by, 64)) {
      value *= power(m, Rational(std::min<std::int64_t>(by, 64)));
      if (value > left) return 1;
    }
    value += t->second;
    if (value.sign() < 0) return std::nullopt;
    if (value > left) return 1;
  }
  return value.sign();
}

// With D = least + x the coefficients of 1, x, x^2, ... are found by division by D - least again
// and again; if none is below 0, no value is.
bool Polynomial::by_shift(const Rational& least) const {
  const auto terms = in_size().second;
  const std::int64_t degree = terms.rbegin()->first;
  if (degree > most_shifted) return false;
  std::vector<Rational> c(static_cast<std::size_t>(degree) + 1);
  for (const auto& [k, factor] : terms) c[static_cast<std::size_t>(k)] = factor;
  for (std::size_t i = 0; i < c.size(); ++i) {
    for (std::size_t k = c.size() - 1; k-- > i;) c[k] += least * c[k + 1];
    if (c[i].sign() < 0) return false;
  }
  return true;
}

// Times a power of D, by Horner's rule.
int Polynomial::sign_at(const Rational& D) const {
  Rational value;
  for (auto t = terms_.rbegin(); t != terms_.rend(); ++t) {
    if (t != terms_.rbegin()) value *= power(D, Rational((t - 1)->first.D - t->first.D));
    value += t->second;
  }
  return value.sign();
}

// From some m on by quotients, and each D below it by its value.
bool Polynomial::above(const Rational& least, bool positive) const {
  HARDMAX_REQUIRE(!has_loop());
  if (terms_.empty()) return !positive;
  if (leading_sign() < 0) return false;
  Rational m = least;
  for (std::int64_t i = 0; i < most_tried; ++i, m += 1) {
    if (const auto sign = by_quotients(m)) return *sign > 0 || !positive;
    const int here = sign_at(m);
    if (here < 0 || (here == 0 && positive)) return false;
  }
  return by_shift(least);
}

bool Polynomial::shown_not_negative(const Rational& least) const { return above(least, false); }

bool Polynomial::shown_positive(const Rational& least) const { return above(least, true); }

std::string Polynomial::str() const {
  std::string out;
  for (auto t = terms_.rbegin(); t != terms_.rend(); ++t) {
    const auto& [powers, factor] = *t;
    std::string text = factor.str();
    const auto times = [&](const char* name, std::int64_t power) {
      if (power == 0) return;
      text = text == "1" ? name : text + "*" + name;
      if (power != 1) text += "^" + std::to_string(power);
    };
    times("D", powers.D);
    times("g", powers.g);
    out += (out.empty() ? "" : " + ") + text;
  }
  return out.empty() ? "0" : out;
}

Polynomial& Polynomial::operator+=(const Polynomial& o) {
  return *this = sum(terms_, o.terms_, {Powers{}, Rational(1)});
}

Polynomial operator-(Polynomial a) {
  for (Polynomial::Term& t : a.terms_) t.second *= Rational(-1);
  return a;
}

Polynomial operator-(const Polynomial& a, const Polynomial& b) {
  return Polynomial::sum(a.terms_, b.terms_, {Polynomial::Powers{}, Rational(-1)});
}

// Of whole coefficients, without g: by FLINT's product of dense polynomials.
std::optional<Polynomial> Polynomial::dense_product(const std::vector<Term>& a,
                                                    const std::vector<Term>& b) {
  for (const auto* terms : {&a, &b}) {
    if (terms->size() < least_dense || terms->back().first.D - terms->front().first.D > most_dense)
      return std::nullopt;
    for (const Term& t : *terms)
      if (t.first.g != 0 || !t.second.is_integer()) return std::nullopt;
  }
  struct Dense {
    fmpz_poly_t p;
    Dense() { fmpz_poly_init(p); }
    ~Dense() { fmpz_poly_clear(p); }
    Dense(const Dense&) = delete;
    void take(const std::vector<Term>& terms) {
      const std::int64_t low = terms.front().first.D;
      fmpz_poly_fit_length(p, terms.back().first.D - low + 1);
      for (auto t = terms.rbegin(); t != terms.rend(); ++t)
        fmpz_poly_set_coeff_fmpz(p, t->first.D - low, fmpq_numref(t->second.raw()));
    }
  } x, y;
  x.take(a);
  y.take(b);
  fmpz_poly_mul(x.p, x.p, y.p);
  const std::int64_t low = a.front().first.D + b.front().first.D;
  Polynomial out;
  for (slong i = 0; i < fmpz_poly_length(x.p); ++i) {
    const fmpz* c = fmpz_poly_get_coeff_ptr(x.p, i);
    if (fmpz_is_zero(c)) continue;
    Rational factor;
    fmpz_set(fmpq_numref(factor.raw()), c);
    out.terms_.emplace_back(Powers{0, low + i}, std::move(factor));
  }
  if (out.terms_.size() > max_terms)
    throw LimitReached("a polynomial of more than 16,384 terms in the name of a loop or a size");
  return out;
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  const bool shorter = a.terms_.size() <= b.terms_.size();
  const auto &few = shorter ? a.terms_ : b.terms_, &many = shorter ? b.terms_ : a.terms_;
  std::size_t most = 0;
  for (const Polynomial::Term& t : many) most = std::max(most, t.second.bits());
  for (const Polynomial::Term& t : few)
    if (t.second.bits() + most > max_bits) throw LimitReached("a number of more than 2^21 words");
  if (auto dense = Polynomial::dense_product(few, many)) return *std::move(dense);
  Polynomial out;
  for (const Polynomial::Term& t : few) out = Polynomial::sum(out.terms_, many, t);
  return out;
}

std::optional<Polynomial> Polynomial::raised(std::int64_t exponent) const {
  if (exponent > max_power || exponent < -max_power)
    throw LimitReached("an exponent of more than 2^20");
  if (exponent < 0) {
    if (terms_.size() != 1 || has_loop()) return std::nullopt;
    const auto& [powers, factor] = *terms_.begin();
    Polynomial inverse;
    inverse.terms_.emplace_back(Powers{0, -powers.D}, Rational(1) / factor);
    return exponent == -1 ? inverse : inverse.raised(-exponent);
  }
  Polynomial out{Rational(1)}, base = *this;
  for (std::int64_t rest = exponent; rest > 0; rest /= 2) {
    if (rest % 2 != 0) out = out * base;
    if (rest > 1) base = base * base;
  }
  return out;
}

}  // namespace hardmax::subject
