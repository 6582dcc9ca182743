#include "pattern/order.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>

#include "exact/error.hpp"

namespace hardmax {

UnionGraph::UnionGraph(std::vector<std::vector<Token>> before_lists)
    : before(std::move(before_lists)), after(before.size()) {
  for (std::size_t b = 0; b < before.size(); ++b) {
    for (const Token a : before[b]) after[a].push_back(static_cast<Token>(b));
  }
}

UnionGraph::UnionGraph(const Pattern& pattern)
    : UnionGraph([&] {
        std::vector<std::vector<Token>> lists(pattern.tokens());
        for (std::size_t b = 0; b < lists.size(); ++b) {
          auto& list = lists[b];
          for (std::size_t l = 0; l < pattern.layers(); ++l) {
            const auto row = pattern.neighbours(l, b);
            list.insert(list.end(), row.begin(), row.end());
          }
          std::sort(list.begin(), list.end());
          list.erase(std::unique(list.begin(), list.end()), list.end());
          const auto self = std::lower_bound(list.begin(), list.end(), b);
          if (self != list.end() && *self == b) list.erase(self);
        }
        return lists;
      }()) {}

bool UnionGraph::arc(Token a, Token b) const {
  return std::binary_search(before[b].begin(), before[b].end(), a);
}

namespace {

bool is_path(const UnionGraph& graph, const std::vector<Token>& gamma) {
  for (std::size_t i = 1; i < gamma.size(); ++i) {
    if (!graph.arc(gamma[i - 1], gamma[i])) return false;
  }
  return true;
}

// For n <= 20. starts[set] has bit v when some path through exactly the tokens of `set` starts at
// v; from it the smallest gamma is read off.
OrderAnswer order_by_sets(const UnionGraph& graph) {
  const std::size_t n = graph.tokens();
  std::vector<std::uint32_t> after(n);
  for (std::size_t a = 0; a < n; ++a) {
    for (const Token b : graph.after[a]) after[a] |= std::uint32_t{1} << b;
  }
  const std::uint32_t everyone = static_cast<std::uint32_t>((std::uint64_t{1} << n) - 1);
  std::vector<std::uint32_t> starts(std::size_t{everyone} + 1);
  for (std::uint32_t set = 1; set <= everyone; ++set) {
    for (std::uint32_t left = set; left != 0; left &= left - 1) {
      const std::uint32_t v = left & (~left + 1);
      const std::uint32_t rest = set ^ v;
      if (rest == 0 || (starts[rest] & after[static_cast<std::size_t>(std::countr_zero(v))]) != 0)
        starts[set] |= v;
    }
  }
  OrderAnswer answer;
  if (starts[everyone] == 0) {
    answer.decision = Decision::no;
    Refutation refutation = refute_order(graph);
    answer.why = std::move(refutation.words);
    answer.proof = std::move(refutation.proof);
    if (!answer.why.empty()) return answer;
    answer.proof.rule = "search";
    answer.why = "all orders of the " + std::to_string(n) +
                 " tokens were tried (dynamic programming over the sets of tokens)";
    return answer;
  }
  answer.decision = Decision::yes;
  answer.canonical = n <= order_canonical_tokens;
  for (std::uint32_t set = everyone, allowed = everyone; set != 0;) {
    const auto v = static_cast<std::size_t>(std::countr_zero(starts[set] & allowed));
    answer.gamma.push_back(static_cast<Token>(v));
    set ^= std::uint32_t{1} << v;
    allowed = after[v];
  }
  return answer;
}

// Depth first, tokens with the fewest ways on first, from the tokens with the fewest tokens before
// them. Stops at order_search_steps.
class Search {
 public:
  explicit Search(const UnionGraph& graph)
      : graph_(graph), used_(graph.tokens()), ways_(graph.tokens()) {}

  // Requires  steps_left() > 0
  bool from(Token start) {
    const std::size_t n = graph_.tokens();
    std::fill(used_.begin(), used_.end(), 0);
    for (std::size_t v = 0; v < n; ++v) ways_[v] = graph_.after[v].size();
    path_.clear();
    choices_.clear();
    // A quarter of what is left, so that a bad start does not take it all.
    const std::uint64_t stop =
        steps_ + std::max<std::uint64_t>((order_search_steps - steps_) / 4, 1);
    enter(start);
    while (!path_.empty() && steps_ < stop) {
      if (path_.size() == n) return true;
      auto& options = choices_.back();
      if (options.empty()) {
        leave();
      } else {
        const Token next = options.back();
        options.pop_back();
        enter(next);
      }
    }
    exhausted_ = path_.empty();
    return path_.size() == n;
  }
  [[nodiscard]] const std::vector<Token>& path() const { return path_; }
  [[nodiscard]] bool out_of_steps() const { return steps_ >= order_search_steps; }
  [[nodiscard]] bool exhausted() const {
    return exhausted_;
  }  // the last start was tried completely

 private:
  void enter(Token v) {
    path_.push_back(v);
    used_[v] = 1;
    steps_ += 1 + graph_.before[v].size() + graph_.after[v].size();
    for (const Token a : graph_.before[v]) --ways_[a];
    std::vector<Token> options;
    for (const Token b : graph_.after[v]) {
      if (!used_[b]) options.push_back(b);
    }
    // Tried from the back: fewest ways on last, smaller token first among equals.
    std::sort(options.begin(), options.end(),
              [&](Token a, Token b) { return ways_[a] != ways_[b] ? ways_[a] > ways_[b] : a > b; });
    choices_.push_back(std::move(options));
  }
  void leave() {
    const Token v = path_.back();
    for (const Token a : graph_.before[v]) ++ways_[a];
    used_[v] = 0;
    path_.pop_back();
    choices_.pop_back();
  }

  const UnionGraph& graph_;
  std::vector<char> used_;
  std::vector<std::size_t> ways_;  // unused tokens that can follow
  std::vector<Token> path_;
  std::vector<std::vector<Token>> choices_;
  std::uint64_t steps_ = 0;
  bool exhausted_ = false;
};

OrderAnswer order_by_search(const UnionGraph& graph) {
  const std::size_t n = graph.tokens();
  OrderAnswer answer;
  std::vector<Token> starts(n);
  std::iota(starts.begin(), starts.end(), 0);
  std::stable_sort(starts.begin(), starts.end(), [&](Token a, Token b) {
    return graph.before[a].size() < graph.before[b].size();
  });
  Search search(graph);
  bool complete = true;
  for (const Token start : starts) {
    if (search.from(start)) {
      answer.decision = Decision::yes;
      answer.gamma = search.path();
      return answer;
    }
    complete = complete && search.exhausted();
    // A token that nothing precedes is the first of every order; one start then decides.
    if (graph.before[start].empty()) break;
    if (search.out_of_steps()) {
      complete = false;
      break;
    }
  }
  answer.decision = Decision::undecided;
  answer.why =
      complete
          ? "the search ended without an order, but " + std::to_string(n) +
                " tokens are too many to show the proof (limit " +
                std::to_string(order_exact_tokens) + ")"
          : "no order found in " + std::to_string(order_search_steps) +
                " steps of the search (exact for n <= " + std::to_string(order_exact_tokens) + ")";
  return answer;
}

}  // namespace

OrderAnswer find_order(const UnionGraph& graph) {
  const std::size_t n = graph.tokens();
  std::vector<Token> gamma(n);
  std::iota(gamma.begin(), gamma.end(), 0);
  if (is_path(graph, gamma)) return {Decision::yes, std::move(gamma), true, {}, ""};
  if (n <= order_exact_tokens) return order_by_sets(graph);
  std::reverse(gamma.begin(), gamma.end());
  if (is_path(graph, gamma)) return {Decision::yes, std::move(gamma), false, {}, ""};
  std::vector<Token>
      hubs;  // a token that is tied to all others in both directions can stand between any two
  for (std::size_t k = 0; k < n; ++k) {
    if (graph.before[k].size() == n - 1 && graph.after[k].size() == n - 1)
      hubs.push_back(static_cast<Token>(k));
  }
  if (auto path = order_by_runs(n, {}, hubs, [&](Token a, Token b) { return graph.arc(a, b); });
      !path.empty()) {
    return {Decision::yes, std::move(path), false, {}, ""};
  }
  if (Refutation no = refute_order(graph); !no.words.empty())
    return {Decision::no, {}, false, std::move(no.proof), std::move(no.words)};
  OrderAnswer answer = order_by_search(graph);
  if (answer.decision == Decision::yes) HARDMAX_REQUIRE(is_path(graph, answer.gamma));
  return answer;
}

}  // namespace hardmax
