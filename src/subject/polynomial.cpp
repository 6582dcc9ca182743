#include "subject/polynomial.hpp"

#include <algorithm>
#include <vector>

#include "exact/error.hpp"

namespace hardmax::subject {

namespace {

constexpr std::size_t max_terms = std::size_t{1} << 12;
constexpr std::int64_t max_power = std::int64_t{1} << 20;
constexpr std::size_t max_bits = std::size_t{64} << 21;

}  // namespace

Polynomial Polynomial::power_of(const Powers& powers) {
  Polynomial out;
  out.add(Rational(1), powers);
  return out;
}

void Polynomial::add(const Rational& factor, const Powers& powers) {
  if (factor.is_zero()) return;
  if (std::max({powers.g, powers.D, -powers.D}) > max_power)
    throw LimitReached("a power of more than 2^20 of the name of a loop or a size");
  const auto [at, fresh] = terms_.try_emplace(powers, factor);
  if (!fresh) at->second += factor;
  if (at->second.is_zero()) terms_.erase(at);
  if (terms_.size() > max_terms)
    throw LimitReached("a polynomial of more than 4,096 terms in the name of a loop or a size");
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
    if (powers.g == k) out.add(factor, {0, powers.D});
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

// With D = least + x the coefficients of 1, x, x^2, ... are found by division by D - least again
// and again; if none is below 0, no value is.
bool Polynomial::shown_not_negative(const Rational& least) const {
  const auto terms = in_size().second;
  if (terms.empty()) return true;
  const std::int64_t degree = terms.rbegin()->first;
  if (degree > 4'096) return false;
  std::vector<Rational> c(static_cast<std::size_t>(degree) + 1);
  for (const auto& [k, factor] : terms) c[static_cast<std::size_t>(k)] = factor;
  for (std::size_t i = 0; i < c.size(); ++i) {
    for (std::size_t k = c.size() - 1; k-- > i;) c[k] += least * c[k + 1];
    if (c[i].sign() < 0) return false;
  }
  return true;
}

bool Polynomial::shown_positive(const Rational& least) const {
  return !is_zero() && at(0, least).sign() > 0 && shown_not_negative(least);
}

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
  if (&o == this) return *this = *this * Polynomial(Rational(2));
  for (const auto& [powers, factor] : o.terms_) add(factor, powers);
  return *this;
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  Polynomial out;
  for (const auto& [p, x] : a.terms_) {
    for (const auto& [q, y] : b.terms_) {
      if (x.bits() + y.bits() > max_bits) throw LimitReached("a number of more than 2^21 words");
      out.add(x * y, {p.g + q.g, p.D + q.D});
    }
  }
  return out;
}

std::optional<Polynomial> Polynomial::raised(std::int64_t exponent) const {
  if (exponent > max_power || exponent < -max_power)
    throw LimitReached("an exponent of more than 2^20");
  if (exponent < 0) {
    if (terms_.size() != 1 || has_loop()) return std::nullopt;
    const auto& [powers, factor] = *terms_.begin();
    Polynomial inverse;
    inverse.add(Rational(1) / factor, {0, -powers.D});
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
