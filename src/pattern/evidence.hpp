// A pattern and the evidence about Assumption 1 in the words of a certificate of kind "assumption1"
// (src/certificate/FORMAT.md).
#pragma once
#include <string>
#include <vector>

#include "pattern/assumption1.hpp"
#include "pattern/structure.hpp"

namespace hardmax {

// "1..3 7 9..8": runs up or down, 1-based. Any order.
std::string token_runs(const std::vector<Token>& tokens);

// The parts of a layer, one string each: "band 2 2 1", "columns 4 4 1 16", ...
std::vector<std::string> parts_in_words(const StructuredPattern& pattern, std::size_t layer);

struct Evidence {
  std::string self, order, blocks = "1", reach, s = "0", least;  // the members of `evidence`
};
// Of a pattern with n >= 2. Undecided parts have none.
Evidence evidence(const Assumption1& a);

}  // namespace hardmax
