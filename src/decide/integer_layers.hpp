// Layers of a decoder on machine integers, made from the layers of a reading.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "decide/integer_terms.hpp"
#include "subject/reading.hpp"

namespace hardmax::decide {

// Nodes that are looked at, each with a place of its own.
class NodeSet {
 public:
  explicit NodeSet(std::size_t most) : most_(most), slots_(16) {}
  // Adds it if it is new.  Errors  NotInteger: more than `most`.
  void add(std::uint64_t node);
  [[nodiscard]] std::size_t size() const { return count_; }
  // Its place, from 0; size() or more: it is not there.
  [[nodiscard]] std::size_t place(std::uint64_t node) const {
    const Slot& slot = slots_[find(node)];
    return slot.node == node ? slot.place : SIZE_MAX;
  }

 private:
  struct Slot {
    std::uint64_t node = 0;  // 0: empty, nodes begin with 1
    std::size_t place = 0;
  };
  [[nodiscard]] std::size_t find(std::uint64_t node) const {
    std::size_t i = (node * 0x9E3779B97F4A7C15u >> 20) & (slots_.size() - 1);
    while (slots_[i].node != 0 && slots_[i].node != node) i = (i + 1) & (slots_.size() - 1);
    return i;
  }
  std::size_t most_, count_ = 0;
  std::vector<Slot> slots_;
};

// A sum over entries of a column: at[i] is a row, by[i] what it is multiplied by.
struct Sparse {
  std::vector<std::uint32_t> at;
  std::vector<std::int64_t> by;
};

struct IntegerUnit {
  Sparse form, out;  // of the column before; rows that relu(form + b) is added to
  std::int64_t b = 0;
};

// A head with keys of its own; the last query and what it gave.
struct IntegerMemory {
  std::vector<Sparse> query;
  std::vector<std::int64_t> constants;
  std::vector<std::vector<std::int64_t>> keys;
  std::vector<Sparse> outputs;  // of each key
  bool minus_abs = false;
  std::vector<std::int64_t> last_query;
  Sparse last_output;
};

// A head on one token: out[i] gets a sum over its column.
struct IntegerFetch {
  std::vector<std::pair<std::uint32_t, Sparse>> out;
};

struct IntegerLayer {
  bool residual = true;
  std::vector<IntegerUnit> units;
  std::vector<IntegerMemory> memories;
  std::vector<IntegerFetch> fetches;
  std::optional<IntegerTerms::Node> key;  // of the token that fetches look at
  std::vector<std::uint32_t> written;     // rows that something is added to
  std::vector<std::uint32_t> seen;        // rows that fetches use, in the order of their places
};

// Layer t.  `terms`, `keys`: where its key is put, twice.  Errors  NotInteger.
struct KeyTerms {
  IntegerTerms* terms = nullptr;
  IntegerTerms* keys = nullptr;
  std::vector<IntegerTerms::Node> nodes;  // in `keys`, of the layers that have one
};
std::optional<IntegerLayer> integer_layer(subject::Reading& reading, const std::string& network,
                                          std::uint64_t t, KeyTerms& out);

}  // namespace hardmax::decide
