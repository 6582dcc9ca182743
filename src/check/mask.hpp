// A pattern stated by rules (FORMAT.md, "Kind assumption1"): sets of tokens as ranges, rows and
// images without anything of size n^2, and the strict reader. Tokens and layers count from 1 in a
// certificate and from 0 here. A row is A^l_k: the tokens that token k attends to in layer l.
#pragma once
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "check/read.hpp"

namespace hardmax::check {

using Whole = std::uint64_t;
using Ranges = std::vector<std::pair<Whole, Whole>>;  // a set of tokens, first <= x < second:
                                                      // sorted, disjoint, not touching

void tidy(Ranges& set);  // sorts and joins
Ranges joined(Ranges a, const Ranges& b);
Ranges minus(const Ranges& a, const Ranges& b);
Whole size(const Ranges& set);

struct Part {
  enum Kind { band, blocks, columns, rows, edges } kind = band;
  Whole left = 0,
        right =
            0;  // band: k attends to k - left .. k + right, at distances that are multiples of step
  Whole step = 1;  // of a band, and of stripes
  Whole size = 1, before = 0,
        after = 0;  // blocks of `size` tokens: k attends to the blocks from `before` its own to
                    // `after` it. edges: between such blocks
  Whole first = 0, width = 1, end = 0;  // stripes, of columns (seen by all) and rows (see all):
                                        // first + t step + o < end, 0 <= o < width
  std::vector<Whole>
      start;  // edges: block b attends to the blocks to[start[b]] .. to[start[b+1] - 1], increasing
  std::vector<unsigned> to;  // and one more element that means nothing
  bool striped(Whole x) const { return first <= x && x < end && (x - first) % step < width; }
};
struct Layer {
  Whole causal = 0;         // 0, or g: only tokens j with floor(j / g) <= floor(k / g)
  std::vector<Part> parts;  // the row is the union of what they say
};

struct Mask {
  Whole n = 0;
  std::vector<Layer> layers;
  mutable Whole left = Whole{1} << 34;  // steps that may still be spent; beyond, Incomplete
  Whole listed = 0;                     // edges and their lists, of all parts: at most 2^27

  void spend(Whole steps) const;
  const Layer& layer_of(Whole t) const {
    return layers[(t - 1) % layers.size()];
  }  // of step t = 1, 2, ... in (1.3)
  bool whole(const Ranges& set) const {
    return set.size() == 1 && set[0] == std::pair{Whole{0}, n};
  }
  Whole limit(const Layer& layer, Whole k) const {
    return layer.causal == 0 ? n : std::min(n, (k / layer.causal + 1) * layer.causal);
  }  // > k
  Whole block_count(const Part& part) const { return (n + part.size - 1) / part.size; }

  bool attends(const Layer& layer, Whole k, Whole j) const;
  Ranges image(const Layer& layer,
               const Ranges& set) const;  // the union of the rows of the tokens in a set
  Ranges row(const Layer& layer, Whole k) const { return image(layer, {{k, k + 1}}); }
  Ranges preimage(const Layer& layer, const Ranges& set) const;  // the tokens whose row meets a set
  Ranges closure(
      Whole k) const;  // all that can be reached from k through rows of any layers, k included
  Ranges chain(Ranges set,
               Whole t) const;   // the union of S^t_k over the k in a set. Requires  (1.1)
  Mask quotient(Whole b) const;  // with one token for every b tokens, where each row is a union of
                                 // whole blocks of b, the same for all k of a block
};

Mask read_mask(const Json& stated);  // `pattern` of a certificate

// "3 7..9 5..4": tokens and runs up or down, of 1..n: the two ends of each.
std::vector<std::pair<Whole, Whole>> token_runs(std::string_view list, Whole n,
                                                const std::string& where);
Ranges token_set(std::string_view list, Whole n, const std::string& where);  // strictly increasing

}  // namespace hardmax::check
