// What follows of final ids from what was followed (symbolic.cpp).
#include <fmt/core.h>

#include <algorithm>

#include "execute/symbolic.hpp"

namespace hardmax {

template <typename Number>
SymbolicFacts::Shown SymbolicRunOf<Number>::ids_differ_in_each_input() const {
  if (!adds_multiples_) return {false, undecided_};
  // Every all-max layer adds a multiple of c, so modulo c ids are what they were before the stage.
  if (network_.all_max.empty()) return {true, ""};
  if (!bounded({{column_[order_.front()], Number(1)}, {column_[order_.back()], Number(-1)}},
               network_.all_max.front().c, Number(1)))
    return {false, "ids before the all-max stage may differ by a multiple of its multiplier"};
  return {true, ""};
}

template <typename Number>
SymbolicFacts::Shown SymbolicRunOf<Number>::all_ids_differ() const {
  if (!followed()) return {false, undecided_};
  Shown in_each = ids_differ_in_each_input();
  if (!in_each.holds) return in_each;
  // Equal ids of two inputs: c^t T + L = c^t T' + L' with |L - L'| < c^t, so T = T', hence the same
  // input.
  const Token common = leading_.front();
  for (Token k = 0; k < leading_.size(); ++k) {
    if (leading_[k] != common)
      return {false, fmt::format("tokens 1 and {} end with different leading parts", k + 1)};
  }
  if (told_ < network_.all_max.size())
    return {false, "the multiplier is too small: ids may reach beyond their leading part"};
  if (network_.all_max.empty() && leading_.size() > 1) return {false, "there is no all-max layer"};
  return determine_input({column_[common]});
}

template <typename Number>
SymbolicFacts::Shown SymbolicRunOf<Number>::determine_input(const std::vector<Index>& nodes) const {
  std::vector<bool> known(nodes_.size(), false);
  for (const Index node : nodes) known[node] = true;
  for (bool more = true; more;) {
    more = false;
    for (std::size_t i = nodes_.size();
         i-- > 0;) {  // newer ones first: what they tell is of older ones
      const auto& terms = nodes_[i].terms;
      if (terms.empty()) continue;
      std::vector<std::pair<Index, const Number*>> open;
      for (const auto& [term, factor] : terms) {
        if (!known[term]) open.emplace_back(term, &factor);
      }
      std::optional<Index> found;
      if (!known[i]) {
        if (open.empty()) found = static_cast<Index>(i);
      } else if (open.size() == 1) {
        found = open[0].first;
      } else {
        // Modulo a what is known is b x.
        for (std::size_t x = 0; x < open.size() && !found; ++x) {
          const Number& a = *open[x == 0 ? 1 : 0].second;
          const bool alike = std::all_of(open.begin(), open.end(), [&](const auto& other) {
            return other.first == open[x].first || *other.second == a || *other.second == -a;
          });
          if (alike && nodes_[open[x].first].terms.empty() &&
              shown_to_keep_apart(a, *open[x].second, network_.values))
            found = open[x].first;
        }
      }
      if (!found) continue;
      known[*found] = true;
      more = true;
      ++i;  // once more
    }
  }
  const std::size_t n = pattern_.tokens();  // the first n nodes are digits, and a constant
  const auto missing =
      std::find(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(n), false) -
      known.begin();
  if (missing == static_cast<std::ptrdiff_t>(n)) return {true, ""};
  return {false, fmt::format(
                     "the leading part of the ids was not shown to determine the digit of token {}",
                     missing + 1)};
}

template SymbolicFacts::Shown SymbolicRunOf<Rational>::ids_differ_in_each_input() const;
template SymbolicFacts::Shown SymbolicRunOf<Rational>::all_ids_differ() const;
template SymbolicFacts::Shown SymbolicRunOf<Rational>::determine_input(
    const std::vector<Index>& nodes) const;
template SymbolicFacts::Shown SymbolicRunOf<WholePolynomial>::ids_differ_in_each_input() const;
template SymbolicFacts::Shown SymbolicRunOf<WholePolynomial>::all_ids_differ() const;
template SymbolicFacts::Shown SymbolicRunOf<WholePolynomial>::determine_input(
    const std::vector<Index>& nodes) const;

}  // namespace hardmax
