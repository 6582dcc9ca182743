// A sparsity pattern as a few rules a layer instead of a list a token: what lets a pattern with a
// million tokens be described and examined.
//
// A layer is a union of parts, cut down by a causal limit. Token j is in A^l_i when some part of
// layer l says so and the limit allows it. Every named pattern and every importer of a model
// configuration produces a StructuredPattern; expand() turns it into the explicit lists that
// networks use, and the two are held to each other by tests.
//
// Indices   0-based. All bounds are clipped to [0, n).
#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "pattern/pattern.hpp"
#include "pattern/token_set.hpp"

namespace hardmax {

// i - left <= j <= i + right and j - i a multiple of step. Dense: {n, n, 1}. Itself: {0, 0, 1}. The
// stride of strided(w): {n, n, w}.
struct Band {
  std::uint64_t left = 0, right = 0, step = 1;
};

// Tokens are cut into blocks of `size` (the last may be shorter); j lies in block(i) - before ..
// block(i) + after.
struct Blocks {
  std::uint64_t size = 1, before = 0, after = 0;
};

// The tokens first + t step + o with t = 0, 1, ..., below `end`, and 0 <= o < width. Requires 1 <=
// width <= step.
struct Stripes {
  std::uint64_t first = 0, step = 1, width = 1, end = 0;
  friend bool operator==(const Stripes&, const Stripes&) = default;
  [[nodiscard]] bool contains(std::uint64_t token) const {
    return token >= first && token < end && (token - first) % step < width;
  }
};
inline Stripes interval(std::uint64_t first, std::uint64_t end) {
  return {first, end > first ? end - first : 1, end > first ? end - first : 1, end};
}

struct Columns {  // every token attends to these tokens
  Stripes tokens;
};
struct Rows {  // these tokens attend to every token
  Stripes tokens;
};

// Explicit edges between blocks of `size` tokens (size 1: between tokens): block b attends to the
// blocks row(b), strictly increasing. Kept as one list with the place where each row starts, so
// that a hundred million edges are one allocation.
class Extra {
 public:
  explicit Extra(std::uint64_t size = 1) : size_(size) {}
  void reserve(std::size_t rows, std::size_t edges) {
    starts_.reserve(rows + 1);
    to_.reserve(edges);
  }
  void add_row(std::span<const Token> blocks) {
    to_.insert(to_.end(), blocks.begin(), blocks.end());
    starts_.push_back(to_.size());
  }
  // Requires  starts[0] = 0, starts increasing to to.size(), every row strictly increasing.
  Extra(std::uint64_t size, std::vector<std::uint64_t> starts, std::vector<Token> to)
      : size_(size), starts_(std::move(starts)), to_(std::move(to)) {}

  // The rule by which the edges were drawn, in the words of a certificate; "" if they were listed.
  void set_rule(std::string rule) { rule_ = std::move(rule); }
  [[nodiscard]] const std::string& rule() const { return rule_; }

  [[nodiscard]] Extra with_size(std::uint64_t size) const { return {size, starts_, to_}; }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::size_t rows() const { return starts_.size() - 1; }
  [[nodiscard]] std::size_t edges() const { return to_.size(); }
  [[nodiscard]] std::uint64_t edges(std::size_t from,
                                    std::size_t to) const {  // of the blocks from .. to - 1
    return starts_[std::min(to, rows())] - starts_[std::min(from, rows())];
  }
  [[nodiscard]] std::span<const Token> row(std::size_t block) const {  // empty beyond the last
    if (block >= rows()) return {};
    return {to_.data() + starts_[block], to_.data() + starts_[block + 1]};
  }

 private:
  std::uint64_t size_;
  std::vector<std::uint64_t> starts_{0};
  std::vector<Token> to_;
  std::string rule_;
};

using Part = std::variant<Band, Blocks, Columns, Rows, Extra>;

struct LayerRule {
  std::vector<Part> parts;
  std::uint64_t causal = 0;  // 0: no limit; g >= 1: only j with floor(j / g) <= floor(i / g).
                             // Token-causal is g = 1, block-triangular g = block.
};

struct StructuredPattern {
  std::string name;
  std::size_t n = 0;
  std::vector<LayerRule> layers;
};

// A^l_i as a set of intervals. A band of step > 1 gives one interval a token.
void row_intervals(const StructuredPattern& pattern, std::size_t layer, std::size_t token,
                   Intervals& out);

inline constexpr std::uint64_t explicit_edge_limit = std::uint64_t{1}
                                                     << 27;  // 512 MiB of neighbours

[[nodiscard]] bool attends(const StructuredPattern& pattern, std::size_t layer, std::size_t token,
                           std::size_t to);

// Errors  InvalidInput (option): more than explicit_edge_limit edges.
Pattern expand(const StructuredPattern& pattern);

// The same pattern with every layer as one Extra.
StructuredPattern structured(const Pattern& pattern);

}  // namespace hardmax
