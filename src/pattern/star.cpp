#include "pattern/star.hpp"

#include "exact/fault.hpp"

namespace hardmax {

namespace {

Intervals common(const Intervals& a, const Intervals& b) { return without(a, without(a, b)); }

// Where `token` sees all but perhaps itself.
bool sees_all_others(Intervals row, std::uint64_t token, std::uint64_t n) {
  row.emplace_back(token, token + 1);
  normalise(row);
  return is_whole(row, n);
}

// The tokens that a star is about in this layer: a token that does not see itself can be one at
// most, and is the only one then.
Intervals middles(const StructuredPattern& pattern, std::size_t layer) {
  const std::uint64_t n = pattern.n;
  Intervals seen{{0, n}}, row;
  std::optional<std::uint64_t> without_self;
  for (std::size_t k = 0; k < n; ++k) {
    row_intervals(pattern, layer, k, row);
    if (!contains(row, k)) {
      if (without_self) return {};
      without_self = k;
      row.emplace_back(k, k + 1);
      normalise(row);
    }
    seen = common(seen, row);
    if (seen.empty()) return {};
  }
  if (without_self) seen = common(seen, {{*without_self, *without_self + 1}});
  Intervals out;
  for (const auto& [from, to] : seen)
    for (std::uint64_t c = from; c < to; ++c) {
      row_intervals(pattern, layer, c, row);
      if (HARDMAX_FAULT(pattern_star_sees, sees_all_others(row, c, n), true))
        out.emplace_back(c, c + 1);
    }
  normalise(out);
  return out;
}

}  // namespace

std::optional<Star> find_star(const StructuredPattern& pattern) {
  for (std::size_t layer = 0; layer < pattern.layers.size(); ++layer)
    if (Intervals about = middles(pattern, layer); !about.empty())
      return Star{layer, std::move(about)};
  return std::nullopt;
}

}  // namespace hardmax
