#include "pattern/image.hpp"

#include <algorithm>
#include <limits>

#include "exact/error.hpp"

namespace hardmax {
namespace {

constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

struct Limit {  // the causal limit of a layer
  std::uint64_t n, g;
  // One past the last token that `i` may attend to, and the first token that may attend to `j`.
  [[nodiscard]] std::uint64_t end_for(std::uint64_t i) const {
    return g == 0 ? n : std::min(n, (i / g + 1) * g);
  }
  [[nodiscard]] std::uint64_t start_for(std::uint64_t j) const { return g == 0 ? 0 : j / g * g; }
  // Appends an interval. A hundred million edges never become as many intervals.
  void put(std::uint64_t from, std::uint64_t to, Intervals& out) const {
    to = std::min(to, n);
    if (from >= to) return;
    out.emplace_back(from, to);
    if (out.size() > 2 * n + 1024) normalise(out, n);
  }
};

void append_stripes(Intervals& out, const Stripes& s, std::uint64_t from, std::uint64_t to) {
  to = std::min(to, s.end);
  if (from >= to) return;
  const std::uint64_t skip = from > s.first + s.width ? (from - s.first - s.width) / s.step : 0;
  for (std::uint64_t at = s.first + skip * s.step; at < to; at += s.step) {
    const std::uint64_t a = std::max(at, from), b = std::min(at + s.width, to);
    if (a < b) out.emplace_back(a, b);
  }
}

// A band of step > 1, token by token: of the members of the set with the same residue only the
// nearest on each side can matter.
struct Scan {
  std::uint64_t n, step;
  std::uint64_t below, above;  // how far below and above a result its member may lie
  std::uint64_t g;
  bool forward;  // true: members are queries, results are keys; false: the other way round

  [[nodiscard]] bool allowed(std::uint64_t member, std::uint64_t result) const {
    return g == 0 || (forward ? result / g <= member / g : member / g <= result / g);
  }
  void run(const Intervals& set, Intervals& out) const {
    std::vector<char> member(n), result(n);
    for (const auto& [from, to] : set) {
      std::fill(member.begin() + static_cast<std::ptrdiff_t>(from),
                member.begin() + static_cast<std::ptrdiff_t>(to), 1);
    }
    std::vector<std::uint64_t> nearest(std::min(step, n), none);
    for (std::uint64_t i = 0, r = 0; i < n; ++i) {
      if (member[i]) nearest[r] = i;
      if (nearest[r] != none && i - nearest[r] <= below && allowed(nearest[r], i)) result[i] = 1;
      if (++r == step) r = 0;
    }
    std::fill(nearest.begin(), nearest.end(), none);
    for (std::uint64_t i = n, r = n % step; i-- > 0;) {
      r = r == 0 ? step - 1 : r - 1;
      if (member[i]) nearest[r] = i;
      if (nearest[r] != none && nearest[r] - i <= above && allowed(nearest[r], i)) result[i] = 1;
    }
    for (std::uint64_t i = 0; i < n; ++i) {
      if (!result[i]) continue;
      const std::uint64_t from = i;
      while (i < n && result[i]) ++i;
      out.emplace_back(from, i);
    }
  }
};

struct Image {
  const Intervals& set;
  Limit limit;
  Intervals& out;

  void put(std::uint64_t from, std::uint64_t to) const { limit.put(from, to, out); }
  void operator()(const Band& b) const {
    const std::uint64_t n = limit.n, left = std::min(b.left, n), right = std::min(b.right, n);
    if (b.step > 1 &&
        !(set.size() == 1 && set[0].second - set[0].first >= b.step && limit.g <= 1)) {
      Scan{n, b.step, right, left, limit.g, true}.run(set, out);
      return;
    }
    for (const auto& [from, to] : set) {
      // With a step the set is one interval no shorter than the step, so that the residues leave no
      // gap.
      const std::uint64_t start = from - std::min(from, left / b.step * b.step);
      put(start, std::min(to + right / b.step * b.step, limit.end_for(to - 1)));
    }
  }
  void operator()(const Blocks& b) const {
    for (const auto& [from, to] : set) {
      const std::uint64_t first = from / b.size, last = (to - 1) / b.size,
                          blocks = (limit.n + b.size - 1) / b.size;
      put((first - std::min(first, b.before)) * b.size,
          std::min((last + std::min(b.after, blocks) + 1) * b.size, limit.end_for(to - 1)));
    }
  }
  void operator()(const Columns& c) const {
    if (!set.empty()) append_stripes(out, c.tokens, 0, limit.end_for(set.back().second - 1));
  }
  void operator()(const Rows& r) const {
    for (auto it = set.rbegin(); it != set.rend(); ++it) {
      Intervals hit;
      append_stripes(hit, r.tokens, it->first, it->second);
      if (hit.empty()) continue;
      put(0, limit.end_for(hit.back().second - 1));
      return;
    }
  }
  void operator()(const Extra& e) const {
    // The last member of the set in each touched block decides how far its row may look.
    for (const auto& [from, to] : set) {
      for (std::uint64_t block = from / e.size(); block * e.size() < to; ++block) {
        const std::uint64_t end = limit.end_for(std::min(to, (block + 1) * e.size()) - 1);
        for (const Token c : e.row(block)) put(c * e.size(), std::min((c + 1) * e.size(), end));
      }
    }
  }
};

struct Preimage {
  const Intervals& set;
  Limit limit;
  Intervals& out;

  void put(std::uint64_t from, std::uint64_t to) const { limit.put(from, to, out); }
  void operator()(const Band& b) const {
    const std::uint64_t n = limit.n, left = std::min(b.left, n), right = std::min(b.right, n);
    if (b.step > 1) {
      Scan{n, b.step, left, right, limit.g, false}.run(set, out);
      return;
    }
    for (const auto& [from, to] : set)
      put(std::max(from - std::min(from, right), limit.start_for(from)), to + left);
  }
  void operator()(const Blocks& b) const {
    for (const auto& [from, to] : set) {
      const std::uint64_t first = from / b.size, last = (to - 1) / b.size,
                          blocks = (limit.n + b.size - 1) / b.size;
      put(std::max((first - std::min(first, b.after)) * b.size, limit.start_for(from)),
          (last + std::min(b.before, blocks) + 1) * b.size);
    }
  }
  void operator()(const Columns& c) const {
    for (const auto& [from, to] : set) {
      Intervals hit;
      append_stripes(hit, c.tokens, from, to);
      if (hit.empty()) continue;
      put(limit.start_for(hit.front().first), limit.n);
      return;
    }
  }
  void operator()(const Rows& r) const {
    if (!set.empty()) append_stripes(out, r.tokens, limit.start_for(set.front().first), limit.n);
  }
  void operator()(const Extra& e) const {
    std::vector<std::uint64_t> first((limit.n + e.size() - 1) / e.size(),
                                     none);  // the least member in each block
    for (const auto& [from, to] : set) {
      for (std::uint64_t block = from / e.size(); block * e.size() < to; ++block)
        first[block] = std::min(first[block], std::max(from, block * e.size()));
    }
    for (std::size_t b = 0; b < e.rows(); ++b) {
      std::uint64_t start = none;
      for (const Token c : e.row(b)) {
        if (first[c] == none) continue;
        start = std::min(start, limit.start_for(first[c]));
        if (start <= b * e.size()) break;
      }
      if (start != none) put(std::max<std::uint64_t>(start, b * e.size()), (b + 1) * e.size());
    }
  }
};

// Backwards, an Extra is followed through its transpose, so that only touched edges cost.
struct PreimageByTranspose : Preimage {
  const Extra* transpose;
  using Preimage::operator();
  void operator()(const Extra& e) const {
    for (const auto& [from, to] : set) {
      for (std::uint64_t block = from / e.size(); block * e.size() < to; ++block) {
        const std::uint64_t start = limit.start_for(std::max(from, block * e.size()));
        for (const Token b : transpose->row(block))
          put(std::max(start, b * e.size()), (b + 1) * e.size());
      }
    }
  }
};

Extra transposed(const Extra& e, std::uint64_t n) {
  const std::size_t blocks = (n + e.size() - 1) / e.size();
  std::vector<std::uint64_t> starts(blocks + 1);
  for (std::size_t b = 0; b < e.rows(); ++b) {
    for (const Token c : e.row(b)) ++starts[c + 1];
  }
  for (std::size_t c = 0; c < blocks; ++c) starts[c + 1] += starts[c];
  std::vector<std::uint64_t> at(starts.begin(), starts.end() - 1);
  std::vector<Token> to(e.edges());
  for (std::size_t b = 0; b < e.rows(); ++b) {
    for (const Token c : e.row(b)) to[at[c]++] = static_cast<Token>(b);
  }
  return {e.size(), std::move(starts), std::move(to)};
}

// step(layer, part, frontier, out) appends what one part leads to.
template <class Step>
Intervals closure(const StructuredPattern& pattern, Intervals start, Step step) {
  std::uint64_t scan_cost = 0;
  for (const LayerRule& layer : pattern.layers) {
    for (const Part& part : layer.parts) {
      const auto* band = std::get_if<Band>(&part);
      if (band != nullptr && band->step > 1) scan_cost += pattern.n;
    }
  }
  Intervals seen = start, frontier = std::move(start);
  for (std::uint64_t work = 0; !frontier.empty() && !is_whole(seen, pattern.n);
       work += scan_cost + frontier.size() + seen.size()) {
    if (work > closure_work_limit)
      throw LimitReached("following attention took more than " +
                         std::to_string(closure_work_limit) + " steps");
    Intervals next;
    for (std::size_t l = 0; l < pattern.layers.size(); ++l) {
      for (std::size_t part = 0; part < pattern.layers[l].parts.size(); ++part)
        step(l, part, frontier, next);
    }
    work += next.size();
    normalise(next, pattern.n);
    frontier = without(next, seen);
    seen = unite(seen, frontier);
  }
  return seen;
}

}  // namespace

Intervals image(const StructuredPattern& pattern, std::size_t layer, const Intervals& from) {
  Intervals out;
  const Image visitor{from, {pattern.n, pattern.layers[layer].causal}, out};
  for (const Part& part : pattern.layers[layer].parts) std::visit(visitor, part);
  normalise(out, pattern.n);
  return out;
}

Intervals preimage(const StructuredPattern& pattern, std::size_t layer, const Intervals& to) {
  Intervals out;
  const Preimage visitor{to, {pattern.n, pattern.layers[layer].causal}, out};
  for (const Part& part : pattern.layers[layer].parts) std::visit(visitor, part);
  normalise(out, pattern.n);
  return out;
}

Intervals forward_closure(const StructuredPattern& pattern, Intervals start) {
  return closure(pattern, std::move(start),
                 [&](std::size_t l, std::size_t part, const Intervals& frontier, Intervals& out) {
                   std::visit(Image{frontier, {pattern.n, pattern.layers[l].causal}, out},
                              pattern.layers[l].parts[part]);
                 });
}

Intervals backward_closure(const StructuredPattern& pattern, Intervals start) {
  std::vector<std::vector<Extra>> transposes(pattern.layers.size());
  for (std::size_t l = 0; l < pattern.layers.size(); ++l) {
    for (const Part& part : pattern.layers[l].parts) {
      const auto* extra = std::get_if<Extra>(&part);
      transposes[l].push_back(extra == nullptr ? Extra() : transposed(*extra, pattern.n));
    }
  }
  return closure(pattern, std::move(start),
                 [&](std::size_t l, std::size_t part, const Intervals& frontier, Intervals& out) {
                   std::visit(
                       PreimageByTranspose{{frontier, {pattern.n, pattern.layers[l].causal}, out},
                                           &transposes[l][part]},
                       pattern.layers[l].parts[part]);
                 });
}

Intervals common_tokens(const StructuredPattern& pattern, std::size_t layer, bool listed_edges) {
  const LayerRule& rule = pattern.layers[layer];
  const std::uint64_t end =
      rule.causal == 0
          ? pattern.n
          : std::min<std::uint64_t>(pattern.n, rule.causal);  // what even token 1 may see
  Intervals common;
  for (const Part& part : rule.parts) {
    if (const auto* c = std::get_if<Columns>(&part)) append_stripes(common, c->tokens, 0, end);
    if (const auto* e = std::get_if<Extra>(&part); e != nullptr && listed_edges) {
      const std::size_t blocks = (pattern.n + e->size() - 1) / e->size();
      if (e->rows() < blocks) continue;
      std::vector<std::size_t> seen(blocks);
      for (std::size_t b = 0; b < blocks; ++b) {
        for (const Token c : e->row(b)) ++seen[c];
      }
      for (std::size_t c = 0; c < blocks; ++c) {
        const std::uint64_t to = std::min((c + 1) * e->size(), end);
        if (seen[c] == blocks && c * e->size() < to) common.emplace_back(c * e->size(), to);
      }
    }
  }
  normalise(common);
  return common;
}

}  // namespace hardmax
