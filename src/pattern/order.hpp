// (1.2) of Assumption 1: a Hamiltonian path in the union graph, whose arcs are a -> b whenever a is
// in some A^l_b and a != b.
//
// Methods, in order: the identity; for n <= 20 dynamic programming over all sets of tokens (exact,
// and it gives the lexicographically smallest gamma); beyond that the reversed identity, runs
// joined through global tokens, short proofs that there is none, and a bounded depth-first search.
// `no` always carries a proof.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "pattern/assumption1.hpp"

namespace hardmax {

// The union graph by both ends. before[b] lists the a with a -> b, after[a] the b; both sorted,
// without the token itself.
struct UnionGraph {
  std::vector<std::vector<Token>> before, after;
  explicit UnionGraph(const Pattern& pattern);
  explicit UnionGraph(
      std::vector<std::vector<Token>> before_lists);  // sorted, distinct, without the token itself
  [[nodiscard]] std::size_t tokens() const { return before.size(); }
  [[nodiscard]] bool arc(Token a, Token b) const;
};

struct OrderAnswer {
  Decision decision = Decision::undecided;
  std::vector<Token> gamma;
  bool canonical = false;
  OrderProof proof;
  std::string why;  // the proof in words, or the limit
};

inline constexpr std::size_t order_exact_tokens = 20;
inline constexpr std::size_t order_canonical_tokens = 12;
inline constexpr std::uint64_t order_search_steps = 2'000'000;

OrderAnswer find_order(const UnionGraph& graph);

// Orders that the structure of a pattern suggests, for patterns where the identity does not serve:
// the runs in which each token sees the one before it (or its neighbour at the distance of a
// stride), one after the other, joined directly or through a token that both ends allow. Returns a
// path through all tokens, checked arc by arc, or nothing. `arc(a, b)`: a may come just before b.
std::vector<Token> order_by_runs(std::size_t n, const std::vector<std::uint64_t>& strides,
                                 const std::vector<Token>& hubs,
                                 const std::function<bool(Token, Token)>& arc);

// A short proof that no gamma exists, or nothing (no words). Each is one of
//   - a token that has no arc at all, or two tokens nothing precedes, or two tokens nothing
//   follows;
//   - two tokens that do not lead to each other, either way;
//   - a cut: k tokens without which more than k + 1 parts remain;
//   - a shortage: a set of tokens with too few tokens before (or after) any of them.
struct Refutation {
  std::string words;
  OrderProof proof;
};
Refutation refute_order(const UnionGraph& graph);

}  // namespace hardmax
