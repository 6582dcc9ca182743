// Sets of tokens as half-open intervals: sorted, disjoint and not touching, so that equal sets are
// equal vectors.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

namespace hardmax {

using Intervals = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

void normalise(Intervals& set);                   // sorts, merges, drops empty intervals
void normalise(Intervals& set, std::uint64_t n);  // the same for ends up to n: a pass over n tokens
                                                  // instead of sorting many intervals
[[nodiscard]] inline bool is_whole(const Intervals& set, std::uint64_t n) {
  return set.size() == 1 && set[0].first == 0 && set[0].second == n;
}
[[nodiscard]] std::uint64_t count(const Intervals& set);
[[nodiscard]] bool contains(const Intervals& set, std::uint64_t token);
[[nodiscard]] std::uint64_t first_missing(
    const Intervals& set);  // the least token that is not in the set
[[nodiscard]] std::vector<std::uint32_t> listed(const Intervals& set);  // token by token
[[nodiscard]] Intervals unite(const Intervals& a, const Intervals& b);
[[nodiscard]] Intervals without(const Intervals& a, const Intervals& b);

}  // namespace hardmax
