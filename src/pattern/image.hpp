// Following attention from a set of tokens, a layer at a time, without listing the edges of a
// structured pattern.
//
// Cost  one pass over the intervals of the set for bands of step 1, blocks, columns and rows; the
// touched edges for Extra; O(n) for a band of
//       larger step, unless the set is a single interval at least as long as the step.
// Exact the sets are exactly those of the definition; tests hold them to the explicit lists.
#pragma once
#include "pattern/structure.hpp"

namespace hardmax {

// The union of A^l_k over k in `from`.
Intervals image(const StructuredPattern& pattern, std::size_t layer, const Intervals& from);

// The tokens k with A^l_k meeting `to`.
Intervals preimage(const StructuredPattern& pattern, std::size_t layer, const Intervals& to);

inline constexpr std::uint64_t closure_work_limit =
    2'000'000'000;  // intervals looked at; some seconds

// Everything that can be reached from `start` in any number of steps through any layers, `start`
// included (and the same backwards). Errors  LimitReached after closure_work_limit steps.
Intervals forward_closure(const StructuredPattern& pattern, Intervals start);
Intervals backward_closure(const StructuredPattern& pattern, Intervals start);

// Tokens that provably lie in A^l_k for every k: from Columns, and from Extra if `listed_edges`, so
// possibly not all of them.
Intervals common_tokens(const StructuredPattern& pattern, std::size_t layer, bool listed_edges);

}  // namespace hardmax
