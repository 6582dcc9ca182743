// Sums of products of atoms, and inequalities between them by adding multiples of known ones.
#include "discharge/coq/value.hpp"

#include <algorithm>

namespace hardmax::coq {
namespace {

constexpr std::size_t most_terms = 200;
constexpr int most_depth = 6, most_steps = 2500;

// "D", "D^(x)" and "delta", "delta^(x)".
bool is_power(const std::string& atom, const char* base) {
  const std::string name = base;
  return atom == name || atom.compare(0, name.size() + 2, name + "^(") == 0;
}

void add_to(Sum& sum, const Product& product, const Rational& by) {
  const auto [it, fresh] = sum.emplace(product, by);
  if (!fresh) it->second = it->second + by;
  if (it->second.sign() == 0) sum.erase(it);
}

}  // namespace

Sum sum_of(const Rational& constant) { return constant.sign() == 0 ? Sum() : Sum{{{}, constant}}; }
Sum sum_of(const std::string& atom) { return {{{atom}, Rational(1)}}; }

Sum plus(Sum a, const Sum& b, const Rational& factor) {
  if (factor.sign() == 0) return a;
  for (const auto& [product, coefficient] : b) add_to(a, product, coefficient * factor);
  return a;
}

Sum times(const Sum& a, const Sum& b) {
  Sum out;
  for (const auto& [x, c] : a)
    for (const auto& [y, e] : b) {
      Product both = x;
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

Sum power_of_D(const Sum& exponent) {
  Sum out = sum_of(Rational(1));
  for (const auto& [product, coefficient] : exponent) {
    const std::int64_t count = coefficient.to_int64().value_or(INT64_MAX);
    std::string x;
    for (const std::string& atom : product) x += (x.empty() ? "" : "*") + atom;
    // many times: as one atom, the exponent with its number
    const bool few = count >= -4 && count <= 4;
    if (!few) x = coefficient.str() + "*" + x;
    const std::string name = count < 0 && few ? "delta" : "D",
                      atom = x.empty() ? name : name + "^(" + x + ")";
    for (std::int64_t i = 0; i < (few ? std::abs(count) : 1); ++i) out = times(out, sum_of(atom));
  }
  return out;
}

bool Facts::add(const Sum& sum, bool above) {
  if (sum.size() > most_terms) return true;
  const auto contradicts = [](const Sum& all, bool strictly) {
    const bool number = all.empty() || (all.size() == 1 && all.begin()->first.empty());
    return number && (all.empty() ? strictly : all.begin()->second.sign() < 0);
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

void Facts::set_sign(const std::string& atom, int sign) {
  const auto [it, fresh] = signs_.emplace(atom, sign);
  if (!fresh && it->second >= sign) return;
  it->second = sign;
  asked_.clear();
}

bool Facts::none_negative(const Product& atoms) const {
  return std::all_of(atoms.begin(), atoms.end(),
                     [&](const std::string& atom) { return signs_.contains(atom); });
}

bool Facts::whole(const Sum& sum) const {
  return std::all_of(sum.begin(), sum.end(), [&](const auto& term) {
    return term.second.is_integer() &&
           std::all_of(term.first.begin(), term.first.end(),
                       [&](const std::string& atom) { return whole_.contains(atom); });
  });
}

bool Facts::shows(const Sum& sum, bool above) const {
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
bool Facts::shows(const Sum& sum, bool above, int depth, int& steps) const {
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
      Product rest;
      if (by.sign() != coefficient.sign() ||
          !std::includes(product.begin(), product.end(), part.begin(), part.end()))
        continue;
      std::set_difference(product.begin(), product.end(), part.begin(), part.end(),
                          std::back_inserter(rest));
      if (!none_negative(rest)) continue;
      const bool positive =
          fact.above && std::all_of(rest.begin(), rest.end(),
                                    [&](const std::string& atom) { return signs_.at(atom) == 1; });
      const Sum multiple = times(fact.sum, {{rest, Rational(1)}});
      const Rational all = coefficient / by;
      for (const Rational& often :
           Rational(1) < all ? std::vector<Rational>{all, Rational(1)} : std::vector<Rational>{all})
        if (shows(plus(sum, multiple, Rational(0) - often), above && !positive, depth - 1, steps))
          return true;
    }
  return false;
}

}  // namespace hardmax::coq
