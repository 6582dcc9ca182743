// Sums of products of atoms, and inequalities between them by adding multiples of known ones.
#include "check/coq_value.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

namespace hardmax::check {
namespace {

constexpr std::size_t most_terms = 200;
constexpr int most_depth = 6, most_steps = 2500;

// "D", "D^(x)" and "delta", "delta^(x)".
bool is_power(std::string_view atom, std::string_view base) {
  if (atom.substr(0, base.size()) != base) return false;
  const std::string_view behind = atom.substr(base.size());
  return behind.empty() || behind.substr(0, 2) == "^(";
}

// The number that a sum without atoms is.
std::optional<Num> constant(const CoqSum& sum) {
  if (sum.empty()) return Num(0);
  return sum.size() == 1 && sum.begin()->first.empty() ? std::optional<Num>(sum.begin()->second)
                                                       : std::nullopt;
}

void add_to(CoqSum& sum, const CoqProduct& product, const Num& by) {
  const auto [it, fresh] = sum.emplace(product, by);
  if (!fresh) it->second = it->second + by;
  if (it->second.sign() == 0) sum.erase(it);
}

}  // namespace

CoqSum coq_sum(const Num& constant) {
  return constant.sign() == 0 ? CoqSum() : CoqSum{{{}, constant}};
}
CoqSum coq_sum(const std::string& atom) { return {{{atom}, Num(1)}}; }

CoqSum plus(CoqSum a, const CoqSum& b, const Num& factor) {
  if (factor.sign() == 0) return a;
  for (const auto& [product, coefficient] : b) add_to(a, product, coefficient * factor);
  return a;
}

CoqSum times(const CoqSum& a, const CoqSum& b) {
  CoqSum out;
  for (const auto& [x, c] : a)
    for (const auto& [y, e] : b) {
      CoqProduct both = x;
      for (const std::string& atom : y) {
        const bool down = is_power(atom, "delta");
        const std::string inverse = down                  ? "D" + atom.substr(5)
                                    : is_power(atom, "D") ? "delta" + atom.substr(1)
                                                          : "";
        const auto it = inverse.empty() ? both.end() : std::find(both.begin(), both.end(), inverse);
        if (it != both.end())
          both.erase(it);
        else
          both.insert(std::upper_bound(both.begin(), both.end(), atom), atom);
      }
      add_to(out, both, c * e);
    }
  return out;
}

CoqSum power_of_D(const CoqSum& exponent) {
  CoqSum out = coq_sum(Num(1));
  for (const auto& [product, coefficient] : exponent) {
    const std::int64_t count = coefficient.small_integer().value_or(INT64_MAX);
    std::string x;
    for (const std::string& atom : product) x += (x.empty() ? "" : "*") + atom;
    // many times: as one atom, the exponent with its number
    const bool few = count >= -4 && count <= 4;
    if (!few) x = coefficient.text() + "*" + x;
    const std::string name = count < 0 && few ? "delta" : "D",
                      atom = x.empty() ? name : name + "^(" + x + ")";
    for (std::int64_t i = 0; i < (few ? std::abs(count) : 1); ++i) out = times(out, coq_sum(atom));
  }
  return out;
}

bool CoqFacts::add(const CoqSum& sum, bool above) {
  if (sum.size() > most_terms) return true;
  const auto contradicts = [](const CoqSum& all, bool strictly) {
    const std::optional<Num> number = constant(all);
    return number && (number->sign() < 0 || (strictly && number->sign() == 0));
  };
  if (std::any_of(facts_.begin(), facts_.end(),
                  [&](const Fact& fact) { return fact.sum == sum && fact.above >= above; }))
    return true;
  const bool made =
      !contradicts(sum, above) && std::none_of(facts_.begin(), facts_.end(), [&](const Fact& fact) {
        return contradicts(plus(fact.sum, sum), fact.above || above);
      });
  facts_.push_back({sum, above});
  asked_.clear();
  return made;
}

void CoqFacts::set_sign(const std::string& atom, int sign) {
  const auto [it, fresh] = signs_.emplace(atom, sign);
  if (!fresh && it->second >= sign) return;
  it->second = sign;
  asked_.clear();
}

bool CoqFacts::none_negative(const CoqProduct& atoms) const {
  return std::all_of(atoms.begin(), atoms.end(),
                     [&](const std::string& atom) { return signs_.count(atom) != 0; });
}

bool CoqFacts::whole(const CoqSum& sum) const {
  return std::all_of(sum.begin(), sum.end(), [&](const auto& term) {
    return term.second.is_integer() &&
           std::all_of(term.first.begin(), term.first.end(),
                       [&](const std::string& atom) { return whole_.count(atom) != 0; });
  });
}

bool CoqFacts::shows(const CoqSum& sum, bool above) const {
  if (const std::optional<Num> number = constant(sum))
    return above ? number->sign() > 0 : number->sign() >= 0;  // whatever is known
  const auto known = asked_.find({sum, above});
  if (known != asked_.end()) return known->second;
  int steps = 0;
  bool shown = false;
  for (int depth = 0; depth <= most_depth && steps <= most_steps && !shown; ++depth)
    shown = shows(sum, above, depth, steps);  // short arguments first
  return asked_[{sum, above}] = shown;
}

// Where every term is certainly at least 0, so is the sum. Otherwise a fact is subtracted, as often
// as it takes to be rid of the last term that need not be.
bool CoqFacts::shows(const CoqSum& sum, bool above, int depth, int& steps) const {
  if (++steps > most_steps || sum.size() > most_terms) return false;
  const auto bad = std::find_if(sum.rbegin(), sum.rend(), [&](const auto& term) {
    return term.second.sign() < 0 || !none_negative(term.first);
  });
  if (bad == sum.rend()) {
    return !above || std::any_of(sum.begin(), sum.end(), [&](const auto& term) {
      return std::all_of(term.first.begin(), term.first.end(),
                         [&](const std::string& atom) { return signs_.at(atom) == 1; });
    });
  }
  if (depth == 0) return false;
  const auto& [product, coefficient] = *bad;
  for (auto it = facts_.rbegin(); it != facts_.rend();
       ++it)  // the latest first: they are of the names bound last
    for (const Fact& fact = *it; const auto& [part, by] : fact.sum) {
      CoqProduct rest;
      if (by.sign() != coefficient.sign() ||
          !std::includes(product.begin(), product.end(), part.begin(), part.end()))
        continue;
      std::set_difference(product.begin(), product.end(), part.begin(), part.end(),
                          std::back_inserter(rest));
      if (!none_negative(rest)) continue;
      const bool positive =
          fact.above && std::all_of(rest.begin(), rest.end(),
                                    [&](const std::string& atom) { return signs_.at(atom) == 1; });
      const CoqSum multiple = rest.empty() ? fact.sum : times(fact.sum, {{rest, Num(1)}});
      const Num all = coefficient / by;
      for (const Num& often : Num(1) < all ? std::vector<Num>{all, Num(1)} : std::vector<Num>{all})
        if (shows(plus(sum, multiple, Num(0) - often), above && !positive, depth - 1, steps))
          return true;
    }
  return false;
}

}  // namespace hardmax::check
