// After a refutation: where, on the parameter sets that were tried, is a claim false? If one simple
// condition on the parameters is true exactly there, it is worth saying, as an observation on that
// box. It is never a verdict and nothing is concluded from it.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace hardmax {

struct Sighting {
  std::uint64_t n = 0, d = 0, D = 0, q = 0;
  std::uint64_t p = 0, s = 0;  // s = 0: the pattern has none
  bool gamma_is_identity = true;
  bool holds = false;
};

// The first condition of a fixed list that is true at exactly those sightings where the claim
// fails: one comparison or parity ("n >= 3", "q >= n", "d = 1", "n is even"), else two of them
// joined by `and` or `or`. "" if there is none, or if the claim holds everywhere or nowhere.
std::string separating_condition(const std::vector<Sighting>& sightings);

}  // namespace hardmax
