// Assumption 1 as a hypothesis that a claim names: what an entry says decides, not how
// it is called.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "claim/entry.hpp"

namespace hardmax {

// Which part of Assumption 1, 1 to 3, the entry of this id says; absent if it says something else,
// or if there is no such entry. Requires  a corpus that was loaded: needs name entries and run in
// no circle.
std::optional<int> assumption1_part(const std::string& id,
                                    const std::vector<claim::Entry>& entries);

}  // namespace hardmax
