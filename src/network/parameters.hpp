// The size of a run over a grid, what is changed of its network, and columns of its states: what
// runs of all constructions have in common.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "exact/rational.hpp"

namespace hardmax {

struct Parameters {
  std::uint64_t n = 0;  // >= 2
  std::uint64_t d = 0;  // >= 1
  std::uint64_t D = 0;  // >= 2; delta = 1/D
};

// Departures from a construction, by name (`--with`). Tokens and layers 1-based as people write
// them.
struct Overrides {
  std::optional<Rational> c;
  std::optional<Rational> shift;
  std::map<std::uint64_t, Rational> E;  // E.3=0: the entry of column 3, real units
  std::set<std::uint64_t> drop;         // attention layers replaced by the identity
  std::set<std::uint64_t> qdrop;        // quantiser layers whose W_2 is 0
  std::set<std::uint64_t> vdrop;        // value layers whose W_2 is 0

  // Adds "c=1", "shift=1/2", "E.3=0", "drop=13", "qdrop=2" or "vdrop=5". Errors  InvalidInput
  // (option): unknown name, value that is no rational, index out of range, a name twice.
  void add(std::string_view text);
  // "name=value" in canonical order: c, shift, E by token, drop, qdrop, vdrop by layer.
  [[nodiscard]] std::vector<std::string> canonical() const;
  [[nodiscard]] bool empty() const {
    return !c && !shift && E.empty() && drop.empty() && qdrop.empty() && vdrop.empty();
  }
};

using Column = std::vector<Rational>;  // d entries, units of delta

// The id of a column: u^T Z_k.
Rational column_id(std::span<const Rational> column, std::uint64_t D);

// Sum over r < d of D^r: in units of delta, D times this lies between the first columns ids of
// neighbouring tokens whose positional encodings differ by 1.
Rational geometric_sum(std::uint64_t d, std::uint64_t D);

}  // namespace hardmax
