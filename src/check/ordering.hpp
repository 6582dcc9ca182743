// Orderings, as Assumption 1.2 of yun2020b and chain(...) of the claim language ask for them.
#pragma once
#include <cstdint>
#include <vector>

namespace hardmax::check {

// The lexicographically smallest ordering of 0..m-1, m <= 20, in which j may stand before k (bit k of follows[j]) for every two neighbours; empty if none.
std::vector<unsigned> smallest_ordering(const std::vector<std::uint32_t>& follows);

}  // namespace hardmax::check
