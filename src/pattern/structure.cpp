#include "pattern/structure.hpp"

#include <algorithm>

#include "exact/error.hpp"

namespace hardmax {
namespace {

// Appends [from, to) clipped to [0, limit).
void append(Intervals& out, std::uint64_t from, std::uint64_t to, std::uint64_t limit) {
  to = std::min(to, limit);
  if (from < to) out.emplace_back(from, to);
}

void append_stripes(Intervals& out, const Stripes& s, std::uint64_t limit) {
  const std::uint64_t end = std::min(s.end, limit);
  for (std::uint64_t at = s.first; at < end; at += s.step) append(out, at, at + s.width, end);
}

struct RowBuilder {
  std::uint64_t n, i, limit;
  Intervals& out;

  void operator()(const Band& b) const {
    const std::uint64_t left = std::min(b.left, i), right = std::min(b.right, n - 1 - i);
    if (b.step == 1) {
      append(out, i - left, i + right + 1, limit);
      return;
    }
    const std::uint64_t last = std::min(i + right, limit - 1);
    for (std::uint64_t j = i - left / b.step * b.step; j <= last; j += b.step) append(out, j, j + 1, limit);
  }
  void operator()(const Blocks& b) const {
    const std::uint64_t block = i / b.size, blocks = (n + b.size - 1) / b.size;
    const std::uint64_t first = block - std::min(b.before, block), last = block + std::min(b.after, blocks - 1 - block);
    append(out, first * b.size, (last + 1) * b.size, limit);
  }
  void operator()(const Columns& c) const { append_stripes(out, c.tokens, limit); }
  void operator()(const Rows& r) const {
    if (r.tokens.contains(i)) append(out, 0, n, limit);
  }
  void operator()(const Extra& e) const {
    const std::uint64_t block = i / e.size;
    if (block >= e.to.size()) return;
    for (const Token b : e.to[block]) append(out, b * e.size, (b + 1) * e.size, limit);
  }
};

}  // namespace

void row_intervals(const StructuredPattern& pattern, std::size_t layer, std::size_t token, Intervals& out) {
  const LayerRule& rule = pattern.layers[layer];
  const std::uint64_t g = rule.causal;
  const std::uint64_t limit = g == 0 ? pattern.n : std::min<std::uint64_t>(pattern.n, (token / g + 1) * g);
  out.clear();
  const RowBuilder builder{pattern.n, token, limit, out};
  for (const Part& part : rule.parts) std::visit(builder, part);
  std::sort(out.begin(), out.end());
  std::size_t kept = 0;
  for (const auto& [from, to] : out) {
    if (kept > 0 && from <= out[kept - 1].second) {
      out[kept - 1].second = std::max(out[kept - 1].second, to);
    } else {
      out[kept++] = {from, to};
    }
  }
  out.resize(kept);
}

Pattern expand(const StructuredPattern& pattern) {
  HARDMAX_REQUIRE(pattern.n >= 1 && !pattern.layers.empty());
  std::vector<std::vector<std::vector<Token>>> layers(pattern.layers.size());
  std::uint64_t edges = 0;
  Intervals row;
  for (std::size_t l = 0; l < layers.size(); ++l) {
    layers[l].resize(pattern.n);
    for (std::size_t i = 0; i < pattern.n; ++i) {
      row_intervals(pattern, l, i, row);
      std::uint64_t size = 0;
      for (const auto& [from, to] : row) size += to - from;
      edges += size;
      if (edges > explicit_edge_limit) {
        throw InvalidInput(InvalidInput::Kind::option, "pattern " + pattern.name + ": n = " + std::to_string(pattern.n) +
                                                           " needs more than " + std::to_string(explicit_edge_limit) +
                                                           " edges listed one by one; take a smaller --n or --window");
      }
      auto& list = layers[l][i];
      list.reserve(size);
      for (const auto& [from, to] : row) {
        for (std::uint64_t j = from; j < to; ++j) list.push_back(static_cast<Token>(j));
      }
    }
  }
  return Pattern(pattern.name, std::move(layers));
}

}  // namespace hardmax
