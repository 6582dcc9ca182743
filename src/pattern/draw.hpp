// Reproducible draws: the same seed means the same graph everywhere.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "pattern/pattern.hpp"

namespace hardmax {

inline std::uint64_t splitmix64(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

// floor(u bound / 2^64) without a 128-bit type. Requires bound < 2^32.
inline std::uint64_t scale(std::uint64_t u, std::uint64_t bound) {
  return ((u >> 32) * bound + ((u & 0xFFFFFFFFu) * bound >> 32)) >> 32;
}

// min(r, count) different numbers below `count`, sorted, by Floyd's method: for t = count - r ..
// count - 1 take x = scale(next, t + 1), or t itself if x was taken before.
inline void draw(std::uint64_t& state, std::uint64_t count, std::uint64_t r,
                 std::vector<Token>& taken) {
  taken.clear();
  for (std::uint64_t t = count - std::min(r, count); t < count; ++t) {
    auto x = static_cast<Token>(scale(splitmix64(state), t + 1));
    auto at = std::lower_bound(taken.begin(), taken.end(), x);
    if (at != taken.end() && *at == x) {
      x = static_cast<Token>(t);
      at = taken.end();  // t is larger than every number taken so far
    }
    taken.insert(at, x);
  }
}

}  // namespace hardmax
