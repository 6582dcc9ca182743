#include "execute/symbolic.hpp"

#include <flint/fmpz.h>
#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "exact/error.hpp"

namespace hardmax {

namespace {

// How often definitions are put in before a comparison is given up.
constexpr int kMostExpansions = 16;

Rational greatest_common_divisor(const Rational& a, const Rational& b) {  // whole numbers, not both 0
  Rational g;
  fmpz_gcd(fmpq_numref(g.raw()), fmpq_numref(a.raw()), fmpq_numref(b.raw()));
  return g;
}

}  // namespace

SymbolicRun::SymbolicRun(const StagedNetwork& network, const Pattern& pattern) : network_(network), pattern_(pattern) {
  HARDMAX_REQUIRE(network.start.size() == pattern.tokens() && network.values.is_integer() && network.values >= Rational(1));
  if (!start()) return;
  for (std::size_t i = 0; i < network_.sweeps.size(); ++i) {
    if (!sweep(i)) return;
  }
  swept_ = true;
  static_cast<void>(all_max());
}

bool SymbolicRun::stop(std::string why) {
  undecided_ = std::move(why);
  return false;
}

bool SymbolicRun::start() {
  const std::size_t n = pattern_.tokens();
  for (Token k = 0; k < n; ++k) {
    const Rational& at = network_.start[k];
    if (!at.is_integer()) return stop(fmt::format("the id of token {} is not a whole number of delta before the first layer", k + 1));
    nodes_.push_back({{}, at, k, at, at + network_.values - Rational(1)});
  }
  column_.resize(n);
  std::iota(column_.begin(), column_.end(), Index{0});
  order_.resize(n);
  std::iota(order_.begin(), order_.end(), Token{0});
  std::stable_sort(order_.begin(), order_.end(), [&](Token a, Token b) { return network_.start[a] < network_.start[b]; });
  rank_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    rank_[order_[i]] = static_cast<std::int64_t>(i);
    if (i > 0 && !above(order_[i], order_[i - 1])) return stop(fmt::format("before the first layer: the ids of tokens {} and {} may be in either order", order_[i - 1] + 1, order_[i] + 1));
  }
  return true;
}

void SymbolicRun::add(Sum& sum, Index node, const Rational& factor) const {
  const auto at = std::lower_bound(sum.begin(), sum.end(), node, [](const auto& term, Index index) { return term.first > index; });
  if (at == sum.end() || at->first != node) {
    sum.emplace(at, node, factor);
  } else if ((at->second += factor).is_zero()) {
    sum.erase(at);
  }
}

Rational SymbolicRun::lower_bound(const Sum& sum) const {
  Rational bound;
  for (const auto& [node, factor] : sum) bound.add_product(factor, factor.sign() > 0 ? nodes_[node].low : nodes_[node].high);
  return bound;
}

bool SymbolicRun::above(Index a, Index b, const Rational& least) const {
  if (nodes_[a].low - nodes_[b].high >= least) return true;
  Sum difference;
  Rational constant;
  add(difference, a, 1);
  add(difference, b, -1);
  for (int i = 0; i < kMostExpansions; ++i) {
    if (constant + lower_bound(difference) >= least) return true;
    // The newest node that has a definition; digits have none.
    const auto newest = std::find_if(difference.begin(), difference.end(), [&](const auto& term) { return !nodes_[term.first].terms.empty(); });
    if (newest == difference.end()) return false;
    const auto [node, factor] = *newest;
    difference.erase(newest);
    for (const auto& [term, coefficient] : nodes_[node].terms) add(difference, term, factor * coefficient);
    constant += factor * nodes_[node].constant;
  }
  return false;
}

SymbolicRun::Index SymbolicRun::combine(Sum terms) {
  Node node;
  for (const auto& [term, factor] : terms) {
    const bool up = factor.sign() > 0;
    node.low.add_product(factor, up ? nodes_[term].low : nodes_[term].high);
    node.high.add_product(factor, up ? nodes_[term].high : nodes_[term].low);
  }
  node.terms = std::move(terms);
  nodes_.push_back(std::move(node));
  return static_cast<Index>(nodes_.size() - 1);
}

bool SymbolicRun::sweep(std::size_t number) {
  const Sweep& windows = network_.sweeps[number];
  const std::string where = fmt::format("sweep {}", number + 1);
  if (!windows.first.is_integer() || !windows.last.is_integer() || !windows.shift.is_integer()) return stop(where + ": a window or the shift is not a whole number of delta");
  fired_.emplace_back();
  // The order is strict: below a column that is below all windows, and above one that is above, there is no other to look at.
  const auto id = [&](Token k) -> const Node& { return nodes_[column_[k]]; };
  const auto first = std::partition_point(order_.begin(), order_.end(), [&](Token k) { return id(k).high < windows.first; });
  auto last = std::partition_point(first, order_.end(), [&](Token k) { return !(id(k).low > windows.last); });
  if ((first != order_.begin() && !(id(*(first - 1)).high < windows.first)) || (last != order_.end() && !(id(*last).low > windows.last))) {
    return stop(where + ": bounds that are not in the order of the ids");
  }
  auto fires = order_.end();
  for (auto at = first; at != last; ++at) {
    const Node& node = id(*at);
    if (node.high < windows.first || node.low > windows.last) continue;
    const bool within = node.low >= windows.first && node.high <= windows.last;
    const bool whole = std::none_of(windows.missing.begin(), windows.missing.end(), [&](const Rational& b) { return node.low <= b && b <= node.high; });
    if (!within || !whole) return stop(fmt::format("{}: the id of token {} lies in a window for some inputs and in none for others", where, *at + 1));
    if (fires != order_.end()) return stop(fmt::format("{}: tokens {} and {} both lie in the windows", where, *fires + 1, *at + 1));
    fires = at;
  }
  if (fires == order_.end()) return true;
  const Token k = *fires;
  const auto attended = pattern_.neighbours(windows.pattern_layer, k);
  if (attended.empty()) return stop(fmt::format("{}: token {} attends to no token", where, k + 1));
  const auto by_rank = [&](Token a, Token b) { return rank_[a] < rank_[b]; };
  const Token largest = *std::max_element(attended.begin(), attended.end(), by_rank), smallest = *std::min_element(attended.begin(), attended.end(), by_rank);
  fired_.back() = Fired{k, largest, smallest};
  if (largest == smallest) return true;  // raised by shift * 0

  const Index before = column_[k];
  Sum raised;
  add(raised, before, 1);
  add(raised, column_[largest], windows.shift);
  add(raised, column_[smallest], -windows.shift);
  const Index after = combine(std::move(raised));
  column_[k] = after;
  if (!(nodes_[after].low > windows.last) && !above(after, before, windows.last - windows.first + Rational(1))) {
    return stop(fmt::format("{}: token {} may be raised to a later window", where, k + 1));
  }
  order_.erase(fires);
  return insert(k, where);
}

// Puts a token whose id is new into the order.
bool SymbolicRun::insert(Token token, const std::string& where) {
  auto place = order_.end();
  for (; place != order_.begin(); --place) {
    const Token below = *(place - 1);
    if (above(column_[token], column_[below])) break;
    if (!above(column_[below], column_[token])) return stop(fmt::format("{}: the ids of tokens {} and {} may be in either order", where, token + 1, below + 1));
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

bool SymbolicRun::all_max() {
  const std::size_t n = pattern_.tokens();
  leading_.resize(n);
  std::iota(leading_.begin(), leading_.end(), Token{0});
  const Rational& most = nodes_[column_[order_.back()]].high;  // of all ids before the stage
  if (nodes_[column_[order_.front()]].low < Rational(1)) return stop("all-max stage: an id may be 0 or negative");
  lower_part_ = 0;
  leading_power_ = 1;
  Rational all = most;  // of all ids now
  for (std::size_t t = 0; t < network_.all_max.size(); ++t) {
    const auto& [pattern_layer, c] = network_.all_max[t];
    const std::string where = fmt::format("all-max layer {}", t + 1);
    if (!c.is_integer() || c < Rational(1) || c != network_.all_max.front().c) return stop(where + ": the multiplier is not one whole number >= 1");
    // The id is c^t T + L with 0 <= L < c^t, so the larger id has the larger T, or the same.
    if (t > 0 && !(lower_part_ < leading_power_)) return stop(where + ": the multiplier is too small for the largest id to be told by its leading part");
    std::vector<Token> next(n);
    for (Token k = 0; k < n; ++k) {
      const auto attended = pattern_.neighbours(pattern_layer, k);
      if (attended.empty()) return stop(fmt::format("{}: token {} attends to no token", where, k + 1));
      Token best = leading_[attended.front()];
      for (const Token j : attended) {
        if (rank_[leading_[j]] > rank_[best]) best = leading_[j];
      }
      next[k] = best;
    }
    // New id: old id + c (c^t T' + L') = c^(t+1) T' + (old id + c L').
    lower_part_ = all + c * lower_part_;
    leading_power_ *= c;
    all = leading_power_ * most + lower_part_;
    leading_ = std::move(next);
  }
  return true;
}

SymbolicRun::Shown SymbolicRun::ids_differ_in_each_input() const {
  if (!followed()) return {false, undecided_};
  // Every all-max layer adds a multiple of c, so modulo c ids are what they were before the stage.
  if (network_.all_max.empty()) return {true, ""};
  const Rational spread = nodes_[column_[order_.back()]].high - nodes_[column_[order_.front()]].low;
  if (!(spread < network_.all_max.front().c)) return {false, "ids before the all-max stage may differ by a multiple of its multiplier"};
  return {true, ""};
}

SymbolicRun::Shown SymbolicRun::all_ids_differ() const {
  Shown in_each = ids_differ_in_each_input();
  if (!in_each.holds) return in_each;
  // Equal ids of two inputs: c^t T + L = c^t T' + L' with |L - L'| < c^t, so T = T', hence the same input.
  const Token common = leading_.front();
  for (Token k = 0; k < leading_.size(); ++k) {
    if (leading_[k] != common) return {false, fmt::format("tokens 1 and {} end with different leading parts", k + 1)};
  }
  if (!network_.all_max.empty() && !(lower_part_ < leading_power_)) return {false, "the multiplier is too small: ids may reach beyond their leading part"};
  if (network_.all_max.empty() && leading_.size() > 1) return {false, "there is no all-max layer"};
  return determines_input(column_[common]);
}

SymbolicRun::Shown SymbolicRun::determines_input(Index node) const {
  std::vector<bool> known(pattern_.tokens(), false);
  while (!nodes_[node].terms.empty()) {
    // a g + b x + constant: modulo a it is b x + constant, which determines x if no two digits differ by a multiple of a / gcd(a, b); and then g.
    const auto& terms = nodes_[node].terms;
    const auto peels = [&](std::size_t digit) {
      const Rational &b = terms[digit].second, &a = terms[1 - digit].second;
      return nodes_[terms[digit].first].terms.empty() && abs(a) / greatest_common_divisor(a, b) >= network_.values;
    };
    const std::size_t digit = terms.size() == 2 && peels(1) ? 1 : 0;
    if (terms.size() != 2 || !peels(digit)) return {false, "the leading part of the ids does not determine the digits it is built of, one by one"};
    known[nodes_[terms[digit].first].digit] = true;
    node = terms[1 - digit].first;
  }
  known[nodes_[node].digit] = true;
  const auto missing = std::find(known.begin(), known.end(), false);
  if (missing != known.end()) return {false, fmt::format("the leading part of the ids does not contain the digit of token {}", missing - known.begin() + 1)};
  return {true, ""};
}

}  // namespace hardmax
