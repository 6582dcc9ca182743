// Short proofs that no order serves in (1.2). Each text names everything a reader needs to check it
// against the pattern.
#include <algorithm>
#include <deque>
#include <numeric>

#include "pattern/order.hpp"
#include "pattern/show.hpp"

namespace hardmax {
namespace {

std::string token(std::size_t k) { return std::to_string(k + 1); }

Refutation lonely_tokens(const UnionGraph& graph) {
  const std::size_t n = graph.tokens();
  std::vector<Token> firsts, lasts;
  for (std::size_t k = 0; k < n; ++k) {
    if (graph.before[k].empty()) firsts.push_back(static_cast<Token>(k));
    if (graph.after[k].empty()) lasts.push_back(static_cast<Token>(k));
    if (n > 1 && graph.before[k].empty() && graph.after[k].empty()) {
      return {"token " + token(k) + " attends to no other token and no other token attends to it",
              {"cut", {}}};
    }
  }
  if (firsts.size() > 1) {
    return {"tokens " + token(firsts[0]) + " and " + token(firsts[1]) +
                " attend to no other token in any layer, so each would have to be gamma(1)",
            {"before", {firsts[0], firsts[1]}}};
  }
  if (lasts.size() > 1) {
    return {"no other token attends to token " + token(lasts[0]) + " or to token " +
                token(lasts[1]) + ", so each would have to be gamma(" + std::to_string(n) + ")",
            {"after", {lasts[0], lasts[1]}}};
  }
  return {};
}

// A path runs through the strong components of the graph in an order; so of any two tokens one must
// lead to the other.
Refutation incomparable_tokens(const UnionGraph& graph) {
  const std::size_t n = graph.tokens();
  // Depth-first finishing order, iteratively: the last to finish lies in a source component.
  std::vector<std::size_t> order, at(n), stack;
  std::vector<char> seen(n);
  for (std::size_t root = 0; root < n; ++root) {
    if (seen[root]) continue;
    seen[root] = 1;
    stack.push_back(root);
    while (!stack.empty()) {
      const std::size_t v = stack.back();
      if (at[v] < graph.after[v].size()) {
        const Token w = graph.after[v][at[v]++];
        if (!seen[w]) {
          seen[w] = 1;
          stack.push_back(w);
        }
      } else {
        order.push_back(v);
        stack.pop_back();
      }
    }
  }
  std::reverse(order.begin(), order.end());
  // Strong components in topological order (Kosaraju); consecutive ones must be joined by an arc.
  std::vector<std::size_t> component(n, n), leader;
  for (const std::size_t root : order) {
    if (component[root] != n) continue;
    const std::size_t c = leader.size();
    leader.push_back(root);
    component[root] = c;
    stack.assign(1, root);
    while (!stack.empty()) {
      const std::size_t v = stack.back();
      stack.pop_back();
      for (const Token a : graph.before[v]) {
        if (component[a] == n) {
          component[a] = c;
          stack.push_back(a);
        }
      }
    }
  }
  std::vector<char> joined(leader.size());  // c: an arc from component c - 1
  for (std::size_t b = 0; b < n; ++b) {
    for (const Token a : graph.before[b]) {
      if (component[a] + 1 == component[b]) joined[component[b]] = 1;
    }
  }
  for (std::size_t c = 1; c < leader.size(); ++c) {
    if (joined[c]) continue;
    // In topological order any path from c - 1 to c would be a single arc, and none leads back.
    const auto a = static_cast<Token>(std::min(leader[c - 1], leader[c])),
               b = static_cast<Token>(std::max(leader[c - 1], leader[c]));
    return {"neither of the tokens " + token(a) + " and " + token(b) +
                " leads to the other through any chain of attention, so neither can come first",
            {"apart", {a, b}}};
  }
  return {};
}

struct Parts {  // union-find
  std::vector<std::size_t> parent;
  std::size_t count = 0;
  explicit Parts(std::size_t n) : parent(n, n) {}
  [[nodiscard]] bool present(std::size_t v) const { return parent[v] != parent.size(); }
  std::size_t find(std::size_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  }
  void insert(std::size_t v) {
    parent[v] = v;
    ++count;
  }
  void join(std::size_t a, std::size_t b) {
    a = find(a);
    b = find(b);
    if (a == b) return;
    parent[a] = b;
    --count;
  }
};

// Tokens return in order of growing degree; whenever the k missing ones (the best connected) leave
// more than k + 1 parts, they are a cut.
Refutation cut_by_degree(const UnionGraph& graph) {
  const std::size_t n = graph.tokens();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return graph.before[a].size() + graph.after[a].size() <
           graph.before[b].size() + graph.after[b].size();
  });
  Parts parts(n);
  std::size_t best = n + 1, best_count = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t v = order[i], missing = n - 1 - i;
    parts.insert(v);
    for (const Token a : graph.before[v]) {
      if (parts.present(a)) parts.join(v, a);
    }
    for (const Token b : graph.after[v]) {
      if (parts.present(b)) parts.join(v, b);
    }
    if (parts.count > missing + 1) best = missing, best_count = parts.count;
  }
  if (best > n) return {};
  if (best == 0)
    return {"the tokens fall into " + std::to_string(best_count) +
                " parts with no attention between them",
            {"cut", {}}};
  std::vector<Token> cut;
  for (std::size_t i = n - best; i < n; ++i) cut.push_back(static_cast<Token>(order[i]));
  std::sort(cut.begin(), cut.end());
  std::string words = "without the " + std::to_string(best) + " tokens " + show_set(cut) +
                      " the others fall into " + std::to_string(best_count) +
                      " parts, but a path without " + std::to_string(best) +
                      " tokens has at most " + std::to_string(best + 1);
  return {std::move(words), {"cut", std::move(cut)}};
}

// A maximum matching of successors to predecessors (Hopcroft-Karp). An order is a matching of n - 1
// pairs; with fewer, the tokens reachable from an unmatched one by alternating chains have too few
// predecessors (Koenig).
class Matching {
 public:
  explicit Matching(const std::vector<std::vector<Token>>& before)
      : before_(before), n_(before.size()), of_left_(n_, n_), of_right_(n_, n_) {
    while (layer() && size_ < n_) {
      at_.assign(n_, 0);
      for (std::size_t b = 0; b < n_; ++b) {
        if (of_left_[b] == n_ && augment(b)) ++size_;
      }
    }
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  // Requires  size() < n. The tokens of a shortage and, together, their predecessors.
  void shortage(std::vector<Token>& tokens, std::vector<Token>& predecessors) const {
    std::vector<char> left(n_), right(n_);
    std::deque<std::size_t> queue;
    for (std::size_t b = 0; b < n_; ++b) {
      if (of_left_[b] == n_) left[b] = 1, queue.push_back(b);
    }
    while (!queue.empty()) {
      const std::size_t b = queue.front();
      queue.pop_front();
      for (const Token a : before_[b]) {
        if (right[a]) continue;
        right[a] = 1;
        const std::size_t next = of_right_[a];  // matched, or there would be an augmenting chain
        if (next != n_ && !left[next]) left[next] = 1, queue.push_back(next);
      }
    }
    for (std::size_t k = 0; k < n_; ++k) {
      if (left[k]) tokens.push_back(static_cast<Token>(k));
      if (right[k]) predecessors.push_back(static_cast<Token>(k));
    }
  }

 private:
  bool layer() {
    level_.assign(n_, n_);
    std::deque<std::size_t> queue;
    for (std::size_t b = 0; b < n_; ++b) {
      if (of_left_[b] == n_) level_[b] = 0, queue.push_back(b);
    }
    bool found = false;
    while (!queue.empty()) {
      const std::size_t b = queue.front();
      queue.pop_front();
      for (const Token a : before_[b]) {
        const std::size_t next = of_right_[a];
        if (next == n_) {
          found = true;
        } else if (level_[next] == n_) {
          level_[next] = level_[b] + 1;
          queue.push_back(next);
        }
      }
    }
    return found;
  }
  bool augment(std::size_t root) {  // iterative: chains can be as long as n
    std::vector<std::size_t> chain{root};
    while (!chain.empty()) {
      const std::size_t b = chain.back();
      if (at_[b] == before_[b].size()) {
        level_[b] = n_;
        chain.pop_back();
        if (!chain.empty()) ++at_[chain.back()];
        continue;
      }
      const Token a = before_[b][at_[b]];
      const std::size_t next = of_right_[a];
      if (next == n_) {
        for (const std::size_t c : chain) {
          const Token take = before_[c][at_[c]];
          of_right_[take] = c;
          of_left_[c] = take;
        }
        return true;
      }
      if (level_[next] == level_[b] + 1) {
        chain.push_back(next);
      } else {
        ++at_[b];
      }
    }
    return false;
  }

  const std::vector<std::vector<Token>>& before_;
  std::size_t n_, size_ = 0;
  std::vector<std::size_t> of_left_, of_right_, level_, at_;
};

Refutation shortage(const UnionGraph& graph) {
  const Matching matching(graph.before);
  if (matching.size() + 1 >= graph.tokens()) return {};
  std::vector<Token> tokens, predecessors;
  matching.shortage(tokens, predecessors);
  std::string words =
      "all but one of the " + std::to_string(tokens.size()) + " tokens " + show_set(tokens) +
      " need different tokens before them, but apart from themselves they attend only to the " +
      std::to_string(predecessors.size()) + " tokens " + show_set(predecessors);
  return {std::move(words), {"before", std::move(tokens)}};
}

}  // namespace

Refutation refute_order(const UnionGraph& graph) {
  for (const auto refute : {lonely_tokens, cut_by_degree, incomparable_tokens, shortage}) {
    if (Refutation no = refute(graph); !no.words.empty()) return no;
  }
  return {};
}

}  // namespace hardmax
