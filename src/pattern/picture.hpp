// The picture of verify pattern --svg: the mask of each layer, the path gamma, and after how many
// layers each token is reached from each other.
//
// Beyond 128 tokens a cell stands for a block of pairs, and the legend says for what: its shade is
// the share of its pairs that attend, its colour the latest of them to be reached. Blocks are
// chosen to be whole periods of strides and blocks where there are such, so that cells do not beat
// with them; where edges are listed, shares are spread over neighbouring cells instead.
//
// The same pattern gives the same bytes.   Tests  tests/unit/pattern/picture_test.cpp
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pattern/assumption1.hpp"
#include "pattern/structure.hpp"

namespace hardmax {

// `title`: "" for the name of the pattern.
std::string pattern_picture(const StructuredPattern& pattern, const Assumption1& assumption,
                            const std::string& title);

// The tokens that a side of a cell stands for: 1 up to 128 tokens.
std::uint64_t cell_of_picture(const StructuredPattern& pattern);

// After how many layers token k has heard of token j, looked at after some numbers of layers alone.
struct ReachPicture {
  static constexpr std::uint32_t never = UINT32_MAX;  // not after the last of `after`
  std::uint64_t cell = 1, cells = 0;
  std::vector<std::uint64_t> after;   // numbers of layers, increasing
  bool complete = false;              // what is `never` is never reached
  std::uint64_t rows_of_a_cell = 0;   // that were looked at
  std::vector<std::uint32_t> latest;  // of the pairs of a cell, row by row: an index of `after`
  std::string why_not;                // it could not be made
};
ReachPicture reach_picture(const StructuredPattern& pattern, const Assumption1& assumption);

}  // namespace hardmax
