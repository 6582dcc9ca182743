// Whether the final ids of all inputs and tokens differ where the leading part of an id does not
// tell the input by itself, as with attention that leaves out the own token.
//
// With y_k the ids after the sweeps, in one strict order for every input and all within less than
// c, a final id is  y_k + c F_1(y) + c^2 F_2(y) + ...,  F sums of ids after the sweeps. Two tokens,
// of two inputs with y and y', that end with the same id: modulo c, y_k = y'_j; what is left,
// divided by c, is one equation more. Both, and the order of y and of y', are linear, and ids are
// whole: if y_i >= y'_i + 1 and y_i + 1 <= y'_i contradict them, y_i = y'_i
// (exact/inequalities.hpp). Either all that contradicts itself, or some y_i are the same in both
// inputs; these have to determine the input (SymbolicRun::determine_input). In one input ids differ
// modulo c.
//
// Example   SparseBERT with encodings, three tokens and more, y_1 < ... < y_n: the id of token n is
// y_n + 2 c y_{n-1} + c^2 y_n, of n-1 it is y_{n-1} + c (y_{n-2} + y_n) + c^2 y_n, of any
//           other y_k + c (y_{n-1} + y_n) + c^2 y_n. Each tells y_{n-1} and y_n, where y_n alone
//           need not tell the input.
// Sizes     Where the run is for many sizes at once, all that is used of them is c = c_0 + x, some
// small number and any x >= 0, that the ids after the sweeps are in 0, ..., c - 1, and how they
// tell
//           the input: orders and contradictions are then of polynomials in x of some terms.
// Cost      n^2 pairs; few of them are not alike.   Trust  producer side.   Tests
// tests/unit/execute/symbolic_residues_test.cpp, tests/unit/discharge/symbolic_claims_test.cpp
#pragma once
#include "execute/symbolic.hpp"

namespace hardmax {

// Of what `symbolic` followed, up to so many tokens.
constexpr std::size_t most_tokens_of_residues = 512;
template <typename Number>
[[nodiscard]] SymbolicFacts::Shown ids_differ_by_residues(const StagedNetworkOf<Number>& network,
                                                          const Pattern& pattern,
                                                          const SymbolicRunOf<Number>& symbolic);
extern template SymbolicFacts::Shown ids_differ_by_residues(const StagedNetwork&, const Pattern&,
                                                            const SymbolicRun&);
extern template SymbolicFacts::Shown ids_differ_by_residues(const StagedNetworkOf<WholePolynomial>&,
                                                            const Pattern&,
                                                            const SymbolicRunOf<WholePolynomial>&);

// The same, or by the leading parts of ids.
template <typename Number>
[[nodiscard]] SymbolicFacts::Shown final_ids_differ(const StagedNetworkOf<Number>& network,
                                                    const Pattern& pattern,
                                                    const SymbolicRunOf<Number>& symbolic) {
  SymbolicFacts::Shown shown = symbolic.all_ids_differ();
  if (shown.holds || !symbolic.followed() || pattern.tokens() > most_tokens_of_residues)
    return shown;
  const SymbolicFacts::Shown by_residues = ids_differ_by_residues(network, pattern, symbolic);
  return {by_residues.holds, shown.why_not + "; by residues: " + by_residues.why_not};
}

}  // namespace hardmax
