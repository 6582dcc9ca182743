// Which layers of a pattern are the same mask. Layers are compared by what they say, not by how it
// is written: a window wider than the input is the full layer, and a block of all tokens is too.
#include <algorithm>

#include "pattern/import/import.hpp"

namespace hardmax {
namespace {

// Rows compared token by token cost time; beyond this many intervals two layers that are not
// written alike count as different. The pattern is then longer than it need be, and still right.
constexpr std::uint64_t row_budget = std::uint64_t{1} << 24;

bool is_everything(const Stripes& s, std::uint64_t n) {
  return s.first == 0 && s.end >= n && (s.width == s.step || s.width >= n);
}

struct IsEverything {
  std::uint64_t n, causal;
  bool operator()(const Band& b) const {
    return b.step == 1 && b.left + 1 >= n && (causal == 1 || b.right + 1 >= n);
  }
  bool operator()(const Blocks& b) const {
    const std::uint64_t blocks = (n + b.size - 1) / b.size;
    return b.before + 1 >= blocks && (b.after + 1 >= blocks || causal == 1);
  }
  bool operator()(const Columns& c) const { return is_everything(c.tokens, n); }
  bool operator()(const Rows& r) const { return is_everything(r.tokens, n); }
  bool operator()(const Extra& e) const {
    const std::uint64_t blocks = (n + e.size() - 1) / e.size();
    return e.rows() == blocks && e.edges() == blocks * blocks;
  }
};

bool same_part(const Part& a, const Part& b, std::uint64_t n, std::uint64_t causal) {
  if (a.index() != b.index()) return false;
  struct Same {
    const Part& other;
    std::uint64_t n, causal;
    [[nodiscard]] bool clipped(std::uint64_t x, std::uint64_t y) const {
      return std::min(x, n) == std::min(y, n);
    }
    bool operator()(const Band& x) const {
      const auto& y = std::get<Band>(other);
      return clipped(x.left, y.left) && (causal == 1 || clipped(x.right, y.right)) &&
             x.step == y.step;
    }
    bool operator()(const Blocks& x) const {
      const auto& y = std::get<Blocks>(other);
      return x.size == y.size && x.before == y.before && x.after == y.after;
    }
    bool operator()(const Columns& x) const { return x.tokens == std::get<Columns>(other).tokens; }
    bool operator()(const Rows& x) const { return x.tokens == std::get<Rows>(other).tokens; }
    bool operator()(const Extra& x) const {
      const auto& y = std::get<Extra>(other);
      if (x.size() != y.size() || x.rows() != y.rows() || x.edges() != y.edges()) return false;
      for (std::size_t b = 0; b < x.rows(); ++b) {
        if (!std::ranges::equal(x.row(b), y.row(b))) return false;
      }
      return true;
    }
  };
  return std::visit(Same{b, n, causal}, a);
}

class Comparison {
 public:
  explicit Comparison(const StructuredPattern& pattern) : pattern_(pattern) {}

  bool same(std::size_t a, std::size_t b) {
    const LayerRule &x = pattern_.layers[a], &y = pattern_.layers[b];
    if (limit(x) == limit(y)) {
      if (everything(x) && everything(y)) return true;
      const auto alike = [&](const Part& p, const Part& q) {
        return same_part(p, q, pattern_.n, limit(x));
      };
      if (std::equal(x.parts.begin(), x.parts.end(), y.parts.begin(), y.parts.end(), alike))
        return true;
    }
    return same_rows(a, b);
  }

 private:
  const StructuredPattern& pattern_;
  std::uint64_t left_ = row_budget;
  Intervals row_, other_;

  // A causal limit by blocks of all tokens is none.
  [[nodiscard]] std::uint64_t limit(const LayerRule& rule) const {
    return rule.causal >= pattern_.n ? 0 : rule.causal;
  }
  [[nodiscard]] bool everything(const LayerRule& rule) const {
    return std::any_of(rule.parts.begin(), rule.parts.end(), [&](const Part& part) {
      return std::visit(IsEverything{pattern_.n, limit(rule)}, part);
    });
  }
  bool same_rows(std::size_t a, std::size_t b) {
    for (std::size_t k = 0; k < pattern_.n; ++k) {
      row_intervals(pattern_, a, k, row_);
      row_intervals(pattern_, b, k, other_);
      if (row_ != other_) return false;
      const std::uint64_t cost = row_.size() + other_.size() + 1;
      if (cost > left_) return false;
      left_ -= cost;
    }
    return true;
  }
};

}  // namespace

void keep_one_period(StructuredPattern& pattern, bool of_model) {
  auto& layers = pattern.layers;
  if (layers.size() < 2) return;
  Comparison comparison(pattern);
  // The kind of a layer is the first layer that is the same mask.
  std::vector<std::size_t> kind(layers.size()), firsts;
  for (std::size_t l = 0; l < layers.size(); ++l) {
    const auto known = std::find_if(firsts.begin(), firsts.end(),
                                    [&](std::size_t first) { return comparison.same(first, l); });
    kind[l] = known == firsts.end() ? l : *known;
    if (known == firsts.end()) firsts.push_back(l);
  }
  for (std::size_t p = 1; p < layers.size(); ++p) {
    if (!of_model && layers.size() % p != 0) continue;
    if (!std::equal(kind.begin() + static_cast<std::ptrdiff_t>(p), kind.end(), kind.begin()))
      continue;
    layers.resize(p);
    return;
  }
}

}  // namespace hardmax
