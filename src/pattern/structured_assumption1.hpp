// Assumption 1 of a structured pattern, without a bit for every pair of tokens: for patterns with
// up to millions of tokens.
//
// (1.1) and the identity in (1.2) are read off the rules; where the identity does not serve, its
// reverse and the runs along strides and blocks, joined through global tokens, are tried, and two
// tokens that do not lead to each other, either way, refute (1.2). For (1.3), with (1.1):
//   no     token 1 does not lead to all tokens, or not all lead to it: two searches over sets of
//   intervals. yes    an upper bound on s from one of
//            common  tokens U that every token attends to in layer ((t-1) mod p)+1, with the
//            S^{t-1}_u, u in U, covering [n]: then S^t is whole; band    [k - L, k + R] is inside
//            S^t_k for every k: bands add up, and a stride no longer than the band widens it by its
//            own reach; hubs    tokens h with S^a_h whole, and every token reaches one of them in
//            the t - a steps that follow;
//          and a lower bound from a single row S^{t-1}_k, followed exactly, that is not whole
//          (given as `late`). If they meet, s is decided.
//   Patterns made of blocks are first reduced to one token a block.
// Where that is not enough and the pattern is small enough it is listed edge by edge and decided by
// bitsets; else the answer is `undecided` with the bounds that are known.
#pragma once
#include "pattern/assumption1.hpp"
#include "pattern/reach.hpp"
#include "pattern/structure.hpp"

namespace hardmax {

struct StructuredLimits {
  std::size_t explicit_tokens = reach_bitset_tokens;      // 0: decide by structure or not at all
  std::uint64_t explicit_edges = std::uint64_t{1} << 26;  // of all layers together
};

Assumption1 decide_assumption1(const StructuredPattern& pattern,
                               const StructuredLimits& limits = {});

// Requires  `self` as (1.1) came out.
ReachAnswer find_reach(const StructuredPattern& pattern, bool self, const StructuredLimits& limits);

// One token for every block of b tokens, where b > 1 is the largest size such that every rule
// consists of such blocks; or nothing.
std::optional<std::pair<StructuredPattern, std::uint64_t>> block_quotient(
    const StructuredPattern& pattern);

// Tokens that a layer's rules list explicitly or that are often attended to: where a short proof is
// worth looking for.
std::vector<Token> likely_hubs(const StructuredPattern& pattern);

std::string explain_self(const Assumption1& a, const StructuredPattern& pattern);
std::string explain_order(const Assumption1& a, const StructuredPattern& pattern);
std::string explain_reach(const Assumption1& a, const StructuredPattern& pattern);

void take_reach(ReachAnswer answer, Assumption1& a);

}  // namespace hardmax
