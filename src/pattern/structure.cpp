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

void append_stripes_below(Intervals& out, const Stripes& s, std::uint64_t limit) {
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
    for (std::uint64_t j = i - left / b.step * b.step; j <= last; j += b.step)
      append(out, j, j + 1, limit);
  }
  void operator()(const Blocks& b) const {
    const std::uint64_t block = i / b.size, blocks = (n + b.size - 1) / b.size;
    const std::uint64_t first = block - std::min(b.before, block),
                        last = block + std::min(b.after, blocks - 1 - block);
    append(out, first * b.size, (last + 1) * b.size, limit);
  }
  void operator()(const Columns& c) const { append_stripes_below(out, c.tokens, limit); }
  void operator()(const Rows& r) const {
    if (r.tokens.contains(i)) append(out, 0, n, limit);
  }
  void operator()(const Extra& e) const {
    for (const Token b : e.row(i / e.size())) append(out, b * e.size(), (b + 1) * e.size(), limit);
  }
};

}  // namespace

void row_intervals(const StructuredPattern& pattern, std::size_t layer, std::size_t token,
                   Intervals& out) {
  const LayerRule& rule = pattern.layers[layer];
  const std::uint64_t g = rule.causal;
  const std::uint64_t limit =
      g == 0 ? pattern.n : std::min<std::uint64_t>(pattern.n, (token / g + 1) * g);
  out.clear();
  const RowBuilder builder{pattern.n, token, limit, out};
  for (const Part& part : rule.parts) std::visit(builder, part);
  normalise(out);
}

bool attends(const StructuredPattern& pattern, std::size_t layer, std::size_t token,
             std::size_t to) {
  const LayerRule& rule = pattern.layers[layer];
  if (rule.causal != 0 && to / rule.causal > token / rule.causal) return false;
  struct Test {
    std::uint64_t i, j;
    bool operator()(const Band& b) const {
      return j <= i ? i - j <= b.left && (i - j) % b.step == 0
                    : j - i <= b.right && (j - i) % b.step == 0;
    }
    bool operator()(const Blocks& b) const {
      const std::uint64_t from = i / b.size, at = j / b.size;
      return at <= from ? from - at <= b.before : at - from <= b.after;
    }
    bool operator()(const Columns& c) const { return c.tokens.contains(j); }
    bool operator()(const Rows& r) const { return r.tokens.contains(i); }
    bool operator()(const Extra& e) const {
      const auto row = e.row(i / e.size());
      return std::binary_search(row.begin(), row.end(), j / e.size());
    }
  };
  return std::any_of(rule.parts.begin(), rule.parts.end(), [&](const Part& part) {
    return std::visit(Test{token, to}, part);
  });
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
        throw InvalidInput(InvalidInput::Kind::option,
                           "pattern " + pattern.name + ": n = " + std::to_string(pattern.n) +
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

StructuredPattern structured(const Pattern& pattern) {
  StructuredPattern result{pattern.name(), pattern.tokens(), {}};
  for (std::size_t l = 0; l < pattern.layers(); ++l) {
    Extra extra;
    for (std::size_t k = 0; k < pattern.tokens(); ++k) extra.add_row(pattern.neighbours(l, k));
    result.layers.push_back({{std::move(extra)}, 0});
  }
  return result;
}

}  // namespace hardmax
