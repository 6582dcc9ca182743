#include "execute/symbolic.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <type_traits>

#include "exact/error.hpp"

namespace hardmax {

namespace {

// How often definitions are put in before a comparison is given up.
constexpr int kMostExpansions = 16;
// How many definitions are put in one by one, with a look at the bounds each time, before all
// others are at once.
constexpr int kFirstExpansions = 4;

// After how many of the all-max layers, in a row from the first, L_k < c^t is shown for every
// column, if ids are at most `most` before the stage: L <= most ((1 + c)^t - c^t). By Bernoulli (c
// / (c + 1))^t >= 1 - t / (c + 1), so that this is below c^t if t (most + 1) <= c, which is asked
// of each t, the larger ones first: no power is formed. Requires  whole c >= 1.
template <typename Ask>
std::size_t layers_told(std::size_t layers, Ask&& shown) {
  std::size_t told = 0;
  for (std::size_t more = layers; more > 0; more /= 2) {  // of what is shown, so is all below
    while (told + more <= layers && shown(told + more)) told += more;
  }
  return told;
}

std::size_t layers_told(const Rational& c, std::size_t layers, const Rational& most) {
  if (c >= Rational(layers) * (most + Rational(1))) return layers;
  Rational lower = 0, leading = 1, all = most;  // L <= lower, c^t, bound of all ids
  for (std::size_t t = 0; t < layers; ++t) {
    // New id: old id + c (c^t T' + L') = c^(t+1) T' + (old id + c L').
    lower = all + c * lower;
    leading *= c;
    if (!(lower < leading)) return t;
    all = leading * most + lower;
  }
  return layers;
}

}  // namespace

template <typename Number>
SymbolicRunOf<Number>::SymbolicRunOf(const StagedNetworkOf<Number>& network, const Pattern& pattern)
    : network_(network), pattern_(pattern) {
  HARDMAX_REQUIRE(network.start.size() == pattern.tokens() && is_whole(network.values) &&
                  shown_at_least(network.values, 1));
  if (!start()) return;
  for (std::size_t i = 0; i < network_.sweeps.size(); ++i) {
    if (!sweep(i)) return;
  }
  swept_ = true;
  static_cast<void>(all_max());
}

template <typename Number>
bool SymbolicRunOf<Number>::stop(std::string why) {
  undecided_ = std::move(why);
  return false;
}

template <typename Number>
bool SymbolicRunOf<Number>::stop_at(std::vector<Index> difference, std::string why) {
  open_ = std::move(difference);
  return stop(std::move(why));
}

template <typename Number>
std::vector<Number> SymbolicRunOf<Number>::open() const {
  if (open_.empty()) return {};
  std::vector<Number> factors(nodes_.size());
  for (std::size_t i = 0; i < open_.size(); ++i) factors[open_[i]] += Number(i == 0 ? 1 : -1);
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    for (const auto& [term, factor] : nodes_[i].terms)
      factors[term].add_product(factors[i], factor);
  }
  factors.resize(pattern_.tokens());  // the first nodes are the digits
  return factors;
}

template <typename Number>
bool SymbolicRunOf<Number>::start() {
  const std::size_t n = pattern_.tokens();
  for (Token k = 0; k < n; ++k) {
    const Number& at = network_.start[k];
    if (!is_whole(at))
      return stop(fmt::format(
          "the id of token {} is not a whole number of delta before the first layer", k + 1));
    Node digit{{}, at, k, at, at + network_.values - Number(1), {}};
    if (!network_.digits.empty()) {
      digit.low = at + network_.digits[k].first;
      digit.high = at + network_.digits[k].second;
    }
    if (network_.increasing) {
      const Number least = at + Number(k), most = digit.high - Number(n - 1 - k);
      for (std::size_t i = 0; i <= n; ++i) digit.corners.push_back(k < i ? least : most);
      digit.low = least;
      digit.high = most;
    }
    nodes_.push_back(std::move(digit));
  }
  column_.resize(n);
  std::iota(column_.begin(), column_.end(), Index{0});
  order_.resize(n);
  std::iota(order_.begin(), order_.end(), Token{0});
  std::stable_sort(order_.begin(), order_.end(), [&](Token a, Token b) {
    return hint(network_.start[a]) < hint(network_.start[b]);
  });  // it is shown below
  rank_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    rank_[order_[i]] = static_cast<std::int64_t>(i);
    if (i > 0 && !above(order_[i], order_[i - 1]))
      return stop_at(
          {order_[i], order_[i - 1]},
          fmt::format("before the first layer: the ids of tokens {} and {} may be in either order",
                      order_[i - 1] + 1, order_[i] + 1));
  }
  return true;
}

template <typename Number>
void SymbolicRunOf<Number>::add(Sum& sum, Index node, const Number& factor) const {
  const auto at = std::lower_bound(sum.begin(), sum.end(), node, [](const auto& term, Index index) {
    return term.first > index;
  });
  if (at == sum.end() || at->first != node) {
    sum.emplace(at, node, factor);
  } else if ((at->second += factor).is_zero()) {
    sum.erase(at);
  }
}

template <typename Number>
std::optional<Number> SymbolicRunOf<Number>::lower_bound(const Sum& sum) const {
  Number bound;
  for (const auto& [node, factor] : sum) {
    const int sign = shown_sign(factor);
    if (sign == 0) return std::nullopt;
    bound.add_product(factor, sign > 0 ? nodes_[node].low : nodes_[node].high);
  }
  return bound;
}

// Whether the least size does not say otherwise already: much less to compute than polynomials.
template <typename Number>
bool SymbolicRunOf<Number>::may_be_bounded(const Sum& sum, const Number& constant,
                                           const Number& least) const {
  if constexpr (std::is_same_v<Number, Rational>) return true;
  Rational at = hint(constant) - hint(least);
  for (const auto& [node, factor] : sum) {
    const Rational here = hint(factor);
    at.add_product(here, hint(here.sign() >= 0 ? nodes_[node].low : nodes_[node].high));
  }
  return at.sign() >= 0;
}

template <typename Number>
bool SymbolicRunOf<Number>::bounded(const Sum& sum, const Number& constant,
                                    const Number& least) const {
  if (!network_.increasing) {
    if (!may_be_bounded(sum, constant, least)) return false;
    const auto bound = lower_bound(sum);
    return bound && shown_at_least(constant + *bound, least);
  }
  for (std::size_t i = 0; i <= pattern_.tokens(); ++i) {
    Rational at = hint(constant) - hint(least);
    for (const auto& [node, factor] : sum)
      at.add_product(hint(factor), hint(nodes_[node].corners[i]));
    if (at.sign() < 0) return false;
  }
  for (std::size_t i = 0; std::is_same_v<Number, WholePolynomial> && i <= pattern_.tokens(); ++i) {
    Number value = constant;
    for (const auto& [node, factor] : sum) value.add_product(factor, nodes_[node].corners[i]);
    if (!shown_at_least(value, least)) return false;
  }
  return true;
}

template <typename Number>
bool SymbolicRunOf<Number>::at_least(Index node, const Number& least) const {
  return network_.increasing ? bounded({{node, Number(1)}}, Number(0), least)
                             : shown_at_least(nodes_[node].low, least);
}

template <typename Number>
bool SymbolicRunOf<Number>::at_most(Index node, const Number& most) const {
  return network_.increasing ? bounded({{node, Number(-1)}}, most, Number(0))
                             : shown_at_least(most, nodes_[node].high);
}

template <typename Number>
bool SymbolicRunOf<Number>::put_in(Sum& sum, Number& constant) const {
  const auto newest = std::find_if(sum.begin(), sum.end(), [&](const auto& term) {
    return !nodes_[term.first].terms.empty();
  });  // digits have none
  if (newest == sum.end()) return false;
  const auto [node, factor] = *newest;
  sum.erase(newest);
  for (const auto& [term, coefficient] : nodes_[node].terms) add(sum, term, factor * coefficient);
  constant += factor * nodes_[node].constant;
  return true;
}

template <typename Number>
bool SymbolicRunOf<Number>::above(Index a, Index b, const Number& least) const {
  Sum difference;
  Number constant;
  add(difference, a, 1);
  add(difference, b, -1);
  if (network_.increasing) return bounded(difference, constant, least);  // exact
  if (shown_at_least(nodes_[a].low - nodes_[b].high, least)) return true;
  for (int i = 0; i < kMostExpansions; ++i) {
    if (bounded(difference, constant, least)) return true;
    if (!put_in(difference, constant)) return false;
  }
  return false;
}

// Weaker answers are kept while better ones are looked for.
template <typename Number>
void SymbolicRunOf<Number>::look(const Sum& sum, const Number& constant, Signs& signs) const {
  const auto not_below =
      [&](bool& other, const Sum& of,
          const Number& plus) {  // of + plus >= 0 rules one sign out, >= 1 zero too
        if (other && bounded(of, plus, Number(0))) other = false;
        if (!other && signs.zero && bounded(of, plus, Number(1))) signs.zero = false;
      };
  not_below(signs.negative, sum, constant);
  if (!signs.zero) return;
  Sum turned = sum;
  for (auto& [node, factor] : turned) factor = -factor;
  not_below(signs.positive, turned, -constant);
}

// Of polynomials, those at the least size, hint(), say what may be asked; whole coefficients that
// are not negative, with a constant term of 1 or more, are 1 or more.
template <typename Number>
SymbolicFacts::Signs SymbolicRunOf<Number>::at_corners(const Sum& sum, const Number& constant,
                                                       Signs signs) const {
  std::optional<Rational> least, most;
  for (std::size_t i = 0;
       i <= pattern_.tokens() && !(least && least->sign() < 0 && most->sign() > 0); ++i) {
    Rational at = hint(constant);
    for (const auto& [node, factor] : sum)
      at.add_product(hint(factor), hint(nodes_[node].corners[i]));
    if (!least || at < *least) least = at;
    if (!most || at > *most) most = at;
  }
  bool up = least->sign() >= 0 && (signs.negative || (signs.zero && least->sign() > 0)),
       down = most->sign() <= 0 && (signs.positive || (signs.zero && most->sign() < 0));
  for (std::size_t i = 0;
       std::is_same_v<Number, WholePolynomial> && (up || down) && i <= pattern_.tokens(); ++i) {
    Number value = constant;
    for (const auto& [node, factor] : sum) value.add_product(factor, nodes_[node].corners[i]);
    up = up && shown_at_least(value, Number(0));
    down = down && shown_at_least(Number(0), value);
  }
  if (up) signs.negative = false;
  if (down) signs.positive = false;
  if ((up && least->sign() > 0) || (down && most->sign() < 0)) signs.zero = false;
  return signs;
}

template <typename Number>
SymbolicFacts::Signs SymbolicRunOf<Number>::signs(Sum sum, Number constant, Signs signs) const {
  if (network_.increasing)
    return at_corners(sum, constant, signs);  // exact: to put definitions in changes nothing
  for (int i = 0; i < kFirstExpansions; ++i) {
    look(sum, constant, signs);
    if (signs.settled() || !put_in(sum, constant)) return signs;
  }
  while (put_in(sum, constant)) {}
  look(sum, constant, signs);
  return signs;
}

template <typename Number>
std::optional<SymbolicFacts::Index> SymbolicRunOf<Number>::combine(Sum terms) {
  Node node;
  for (const auto& [term, factor] : terms) {
    const int sign = shown_sign(factor);
    if (sign == 0) return std::nullopt;
    const bool up = sign > 0;
    node.low.add_product(factor, up ? nodes_[term].low : nodes_[term].high);
    node.high.add_product(factor, up ? nodes_[term].high : nodes_[term].low);
  }
  for (std::size_t i = 0; network_.increasing && i <= pattern_.tokens(); ++i) {
    node.corners.emplace_back();
    for (const auto& [term, factor] : terms)
      node.corners.back().add_product(factor, nodes_[term].corners[i]);
  }
  node.terms = std::move(terms);
  nodes_.push_back(std::move(node));
  return static_cast<Index>(nodes_.size() - 1);
}

template <typename Number>
bool SymbolicRunOf<Number>::sweep(std::size_t number) {
  const SweepOf<Number>& windows = network_.sweeps[number];
  const std::string where = fmt::format("sweep {}", number + 1);
  if (!is_whole(windows.first) || !is_whole(windows.last) || !is_whole(windows.shift))
    return stop(where + ": a window or the shift is not a whole number of delta");
  fired_.emplace_back();
  // The order is strict: below a column that is below all windows, and above one that is above,
  // there is no other to look at.
  const auto below = [&](Token k) { return at_most(column_[k], windows.first - Number(1)); };
  const auto beyond = [&](Token k) { return at_least(column_[k], windows.last + Number(1)); };
  const auto first = std::partition_point(order_.begin(), order_.end(), below);
  const auto last = std::partition_point(first, order_.end(), [&](Token k) { return !beyond(k); });
  if ((first != order_.begin() && !below(*(first - 1))) ||
      (last != order_.end() && !beyond(*last))) {
    return stop(where + ": bounds that are not in the order of the ids");
  }
  std::vector<Token> within;
  for (auto at = first; at != last; ++at) {
    if (below(*at) || beyond(*at)) continue;
    const Index node = column_[*at];
    const bool always = at_least(node, windows.first) && at_most(node, windows.last);
    const bool whole =
        std::all_of(windows.missing.begin(), windows.missing.end(), [&](const Number& b) {
          return at_least(node, b + Number(1)) || at_most(node, b - Number(1));
        });
    if (!always || !whole)
      return stop_at(
          {node},
          fmt::format(
              "{}: the id of token {} lies in a window for some inputs and in none for others",
              where, *at + 1));
    within.push_back(*at);
  }
  if (within.size() > 1 && !network_.increasing)
    return stop_at({column_[within[1]], column_[within[0]]},
                   fmt::format("{}: tokens {} and {} both lie in the windows", where, within[0] + 1,
                               within[1] + 1));
  // By increasing id. Whichever was moved lies above all windows, so that what is still to come is
  // as it was.
  return std::all_of(within.begin(), within.end(), [&](Token k) { return fire(number, k, where); });
}

// The one window at the id of token k.
template <typename Number>
bool SymbolicRunOf<Number>::fire(std::size_t number, Token k, const std::string& where) {
  const SweepOf<Number>& windows = network_.sweeps[number];
  if (fired_.back()) fired_.emplace_back();
  const auto attended = pattern_.neighbours(windows.pattern_layer, k);
  if (attended.empty()) return stop(fmt::format("{}: token {} attends to no token", where, k + 1));
  const auto by_rank = [&](Token a, Token b) { return rank_[a] < rank_[b]; };
  const Token largest = *std::max_element(attended.begin(), attended.end(), by_rank),
              smallest = *std::min_element(attended.begin(), attended.end(), by_rank);
  fired_.back() = Fired{k, largest, smallest};
  if (largest == smallest) return true;  // raised by shift * 0

  const Index before = column_[k];
  Sum raised;
  add(raised, before, 1);
  add(raised, column_[largest], windows.shift);
  add(raised, column_[smallest], -windows.shift);
  const std::optional<Index> after = combine(std::move(raised));
  if (!after) return stop(where + ": the shift may have either sign");
  column_[k] = *after;
  if (!at_least(*after, windows.last + Number(1)) &&
      (network_.increasing || !above(*after, before, windows.last - windows.first + Number(1)))) {
    return stop_at({*after},
                   fmt::format("{}: token {} may be raised to a later window", where, k + 1));
  }
  order_.erase(std::find(order_.begin(), order_.end(), k));
  return insert(k, where);
}

// Puts a token whose id is new into the order.
template <typename Number>
bool SymbolicRunOf<Number>::insert(Token token, const std::string& where) {
  auto place = order_.end();
  for (; place != order_.begin(); --place) {
    const Token below = *(place - 1);
    if (above(column_[token], column_[below])) break;
    if (!above(column_[below], column_[token]))
      return stop_at({column_[token], column_[below]},
                     fmt::format("{}: the ids of tokens {} and {} may be in either order", where,
                                 token + 1, below + 1));
  }
  if (place == order_.end()) {
    rank_[token] = order_.empty() ? 0 : rank_[order_.back()] + 1;
    order_.push_back(token);
    return true;
  }
  order_.insert(place, token);
  for (std::size_t i = 0; i < order_.size(); ++i) rank_[order_[i]] = static_cast<std::int64_t>(i);
  return true;
}

// Ids are positive where their sign matters, all layers have one multiplier, and every token
// attends to some.
template <typename Number>
bool SymbolicRunOf<Number>::all_max_applies() {
  // A token that attends to one token alone gets its id whatever the sign of its own.
  const auto chooses = [&](Token k) {
    return std::any_of(network_.all_max.begin(), network_.all_max.end(), [&](const auto& layer) {
      return pattern_.neighbours(layer.pattern_layer, k).size() > 1;
    });
  };
  for (const Token k : order_) {
    if (at_least(column_[k], 1)) break;  // so are all above
    if (!at_least(column_[k], 0) || chooses(k))
      return stop_at({column_[k]}, "all-max stage: an id may be 0 or negative");
  }
  for (std::size_t t = 0; t < network_.all_max.size(); ++t) {
    const Number& c = network_.all_max[t].c;
    if (!is_whole(c) || !shown_at_least(c, 1) || !(c == network_.all_max.front().c))
      return stop(
          fmt::format("all-max layer {}: the multiplier is not one whole number >= 1", t + 1));
  }
  std::vector<bool> looked_at(pattern_.layers(), false);
  for (std::size_t t = 0; t < network_.all_max.size(); ++t) {
    const std::size_t pattern_layer = network_.all_max[t].pattern_layer;
    if (looked_at[pattern_layer]) continue;
    looked_at[pattern_layer] = true;
    for (Token k = 0; k < pattern_.tokens(); ++k) {
      if (pattern_.neighbours(pattern_layer, k).empty())
        return stop(fmt::format("all-max layer {}: token {} attends to no token", t + 1, k + 1));
    }
  }
  return true;
}

template <typename Number>
std::size_t SymbolicRunOf<Number>::all_max_told() const {
  if (network_.all_max.empty()) return 0;
  if constexpr (std::is_same_v<Number, WholePolynomial>) {
    const Index last = column_[order_.back()];
    return layers_told(network_.all_max.size(), [&](std::size_t t) {
      return bounded({{last, Number(-1) * Number(t)}}, network_.all_max.front().c, Number(t));
    });
  } else {
    return layers_told(network_.all_max.front().c, network_.all_max.size(),
                       nodes_[column_[order_.back()]].high);
  }
}

template <typename Number>
bool SymbolicRunOf<Number>::all_max() {
  const std::size_t n = pattern_.tokens();
  leading_.resize(n);
  std::iota(leading_.begin(), leading_.end(), Token{0});
  if (!all_max_applies()) return false;
  adds_multiples_ = true;
  told_ = all_max_told();
  for (std::size_t t = 0; t < network_.all_max.size(); ++t) {
    const std::size_t pattern_layer = network_.all_max[t].pattern_layer;
    const std::string where = fmt::format("all-max layer {}", t + 1);
    // The id is c^t T + L with 0 <= L < c^t, so the larger id has the larger T, or the same.
    if (t > told_)
      return stop(
          where +
          ": the multiplier is too small for the largest id to be told by its leading part");
    std::vector<Token> next(n);
    for (Token k = 0; k < n; ++k) {
      const auto attended = pattern_.neighbours(pattern_layer, k);
      Token best = leading_[attended.front()];
      for (const Token j : attended) {
        if (rank_[leading_[j]] > rank_[best]) best = leading_[j];
      }
      next[k] = best;
    }
    leading_ = std::move(next);
  }
  return true;
}

template class SymbolicRunOf<Rational>;
template class SymbolicRunOf<WholePolynomial>;

}  // namespace hardmax
