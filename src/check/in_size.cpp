#include "check/in_size.hpp"

#include <algorithm>

#include "check/fault.hpp"

namespace hardmax::check {
namespace {

constexpr std::size_t most_terms = std::size_t{1} << 14;
constexpr std::int64_t most_power = std::int64_t{1} << 20;

}  // namespace

InSize InSize::D() {
  InSize out;
  out.terms_.emplace_back(1, Num(1));
  return out;
}

std::optional<Num> InSize::constant() const {
  if (terms_.empty()) return Num(0);
  if (terms_.size() > 1 || terms_[0].first != 0) return std::nullopt;
  return terms_[0].second;
}

bool InSize::whole() const {
  return std::all_of(terms_.begin(), terms_.end(),
                     [](const auto& term) { return term.first >= 0 && term.second.is_integer(); });
}

std::optional<InSize> InSize::inverse() const {
  if (terms_.size() != 1) return std::nullopt;
  InSize out;
  out.terms_.emplace_back(-terms_[0].first, Num(1) / terms_[0].second);
  return out;
}

// a + factor D^power b
InSize InSize::sum(const InSize& a, const InSize& b, std::int64_t power, const Num& factor) {
  InSize out;
  out.terms_.reserve(a.terms_.size() + b.terms_.size());
  auto x = a.terms_.begin();
  for (const auto& [e, c] : b.terms_) {
    const std::int64_t at = e + power;
    if (at > most_power || at < -most_power) throw LimitMet{};
    while (x != a.terms_.end() && x->first < at) out.terms_.push_back(*x++);
    Num value = factor * c;
    if (x != a.terms_.end() && x->first == at) value = value + x++->second;
    if (value.sign() != 0) out.terms_.emplace_back(at, std::move(value));
  }
  out.terms_.insert(out.terms_.end(), x, a.terms_.end());
  if (out.terms_.size() > most_terms) throw LimitMet{};
  return out;
}

InSize operator*(const InSize& a, const InSize& b) {
  const bool shorter = a.terms_.size() <= b.terms_.size();
  const InSize &few = shorter ? a : b, &many = shorter ? b : a;
  InSize out;
  if (few.terms_.size() <= 8 || many.terms_.empty()) {
    for (const auto& [e, c] : few.terms_) out = InSize::sum(out, many, e, c);
    return out;
  }
  // Into a place for each power.
  const std::int64_t low = few.terms_.front().first + many.terms_.front().first,
                     high = few.terms_.back().first + many.terms_.back().first;
  if (high - low > most_power / 8) throw LimitMet{};
  std::vector<mpq_class> places(static_cast<std::size_t>(high - low) + 1);
  std::vector<mpq_class> factors;
  for (const auto& term : many.terms_) factors.push_back(term.second.gmp());
  mpq_class product;
  for (const auto& [e, c] : few.terms_) {
    const mpq_class factor = c.gmp();
    const bool whole = factor.get_den() == 1;
    for (std::size_t i = 0; i < factors.size(); ++i) {
      mpq_class& place = places[static_cast<std::size_t>(e + many.terms_[i].first - low)];
      if (whole && factors[i].get_den() == 1 && place.get_den() == 1) {
        mpz_addmul(place.get_num_mpz_t(), factor.get_num_mpz_t(), factors[i].get_num_mpz_t());
      } else {
        product = factor * factors[i];
        place += product;
      }
    }
  }
  for (std::size_t i = 0; i < places.size(); ++i)
    if (sgn(places[i]) != 0)
      out.terms_.emplace_back(low + static_cast<std::int64_t>(i), Num(places[i]));
  if (out.terms_.size() > most_terms) throw LimitMet{};
  return out;
}

// From the highest power down: `over` is what the terms so far are worth at D = m in units of the
// power that is reached, so that for D >= m they are worth at least that. While it is not below 0
// each negative coefficient is paid for by what stands above it. From m = least, or from a later m
// on, where the D before it are looked at by their values.
bool InSize::settled(std::int64_t least, bool strictly) const {
  constexpr std::int64_t tried = 24;
  if (terms_.empty()) return !strictly;
  if (terms_.back().second.sign() < 0) return false;
  mpq_class owed;  // all negative coefficients together
  for (const auto& term : terms_)
    if (term.second.sign() < 0) owed -= term.second.gmp();
  for (std::int64_t m = least; m < least + tried; ++m) {
    mpq_class over;
    mpz_class step;
    bool paid = true, enough = false;
    for (std::size_t i = terms_.size(); i-- > 0 && !enough;) {
      std::int64_t down = i + 1 == terms_.size() ? 0 : terms_[i + 1].first - terms_[i].first;
      for (; down > 0 && !enough; down -= std::min<std::int64_t>(down, 64)) {
        mpz_ui_pow_ui(step.get_mpz_t(), static_cast<unsigned long>(m),
                      static_cast<unsigned long>(std::min<std::int64_t>(down, 64)));
        over *= step;
        enough = paid && over > owed;
      }
      if (enough) break;
      over += terms_[i].second.gmp();
      paid = HARDMAX_FAULT(check_in_size_paid, paid && sgn(over) >= 0, paid);
      enough = paid && over > owed;
    }
    if (enough) return true;
    const bool here = strictly ? sgn(over) > 0 : sgn(over) >= 0;  // the value at m, up to a factor
    if (paid || !here) return here;
  }
  return false;
}

Linear operator+(const Linear& a, const Linear& b) {
  Linear out = a;
  out.b = out.b + b.b;
  for (const auto& [i, factor] : b.w) {
    const auto at = out.w.emplace(i, Num(0)).first;
    at->second = at->second + factor;
    if (at->second.zero()) out.w.erase(at);
  }
  return out;
}

Linear operator*(const InSize& factor, const Linear& a) {
  Linear out{factor * a.b, {}};
  if (factor.zero()) return out;
  for (const auto& [i, w] : a.w) out.w.emplace(i, factor * w);
  return out;
}

}  // namespace hardmax::check
