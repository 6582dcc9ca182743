#include "pattern/token_set.hpp"

#include <algorithm>

namespace hardmax {

void normalise(Intervals& set) {
  if (!std::is_sorted(set.begin(), set.end())) std::sort(set.begin(), set.end());
  std::size_t kept = 0;
  for (std::size_t i = 0; i < set.size(); ++i) {
    const auto [from, to] = set[i];
    if (from >= to) continue;
    if (kept > 0 && from <= set[kept - 1].second) {
      set[kept - 1].second = std::max(set[kept - 1].second, to);
    } else {
      set[kept++] = {from, to};
    }
  }
  set.resize(kept);
}

void normalise(Intervals& set, std::uint64_t n) {
  if (set.size() < n / 32) return normalise(set);
  std::vector<std::int64_t> change(n + 1);
  for (const auto& [from, to] : set) {
    if (from < to) ++change[from], --change[to];
  }
  set.clear();
  std::int64_t depth = 0;
  for (std::uint64_t i = 0; i <= n; ++i) {
    const std::int64_t before = depth;
    depth += change[i];
    if (before == 0 && depth > 0) set.emplace_back(i, n);
    if (before > 0 && depth == 0) set.back().second = i;
  }
}

std::uint64_t count(const Intervals& set) {
  std::uint64_t total = 0;
  for (const auto& [from, to] : set) total += to - from;
  return total;
}

bool contains(const Intervals& set, std::uint64_t token) {
  const auto next =
      std::upper_bound(set.begin(), set.end(), token,
                       [](std::uint64_t t, const auto& interval) { return t < interval.first; });
  return next != set.begin() && token < std::prev(next)->second;
}

std::uint64_t first_missing(const Intervals& set) {
  return set.empty() || set[0].first > 0 ? 0 : set[0].second;
}

std::vector<std::uint32_t> listed(const Intervals& set) {
  std::vector<std::uint32_t> tokens;
  tokens.reserve(count(set));
  for (const auto& [from, to] : set) {
    for (std::uint64_t t = from; t < to; ++t) tokens.push_back(static_cast<std::uint32_t>(t));
  }
  return tokens;
}

Intervals unite(const Intervals& a, const Intervals& b) {
  Intervals both(a.size() + b.size());
  std::merge(a.begin(), a.end(), b.begin(), b.end(), both.begin());
  normalise(both);
  return both;
}

Intervals without(const Intervals& a, const Intervals& b) {
  Intervals left;
  auto cut = b.begin();
  for (auto [from, to] : a) {
    while (cut != b.end() && cut->second <= from) ++cut;
    for (auto c = cut; c != b.end() && c->first < to; ++c) {
      if (c->first > from) left.emplace_back(from, c->first);
      from = std::max(from, c->second);
    }
    if (from < to) left.emplace_back(from, to);
  }
  return left;
}

}  // namespace hardmax
