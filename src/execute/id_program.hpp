// A network seen through its column ids: what the integer engines execute.
//
// In the networks of yun2020b every head reads columns only through the row u^T = (1, D, ...,
// D^{d-1}) and its output moves the id u^T Z_k of a column by a multiple of an id, so the ids after
// a layer depend on the ids before it alone. With z_k = u^T Z_k, the head
//     W_V = W_K = W_Q = u^T, W_O with u^T W_O = factor, b_Q = threshold
// returns max z over A_k if z_k > threshold, min z over A_k if z_k < threshold and the mean of z
// over A_k if z_k = threshold (every score is 0, all keys tie), and adds `factor` times that to
// z_k. Two shapes of layers occur:
//     window    two heads, (factor, b - 1/2) and (-factor, b + 1/2), b an integer: an integer z_k =
//     b grows by factor (max - min), any other integer keeps its value; extreme   one head (factor,
//     threshold).
// Runs of at most q windows b, b + 1, ... over the same key sets with the same factor are kept as
// one stage. Layers without heads are the identity and leave no trace.
//
// Units     of delta, as in the network.
// Trust     derived from the weights, layer by layer: a fact of the network, not a hint. A network
// of another shape is refused. Source    yun2020b E.2.1, E.2.2.   Tests
// tests/unit/execute/id_program_test.cpp
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "network/network.hpp"

namespace hardmax {

struct IdStage {
  enum class Kind { window, extreme };
  Kind kind = Kind::window;
  std::size_t keys = 0;  // index into IdProgram::keys
  Rational factor;
  Rational base;            // window: an integer, the first b
  std::uint64_t count = 0;  // window: b, b + 1, ..., b + count - 1, one layer each
  Rational threshold;       // extreme
};

struct IdProgram {
  std::uint64_t n = 0, d = 0, D = 0;
  std::vector<Rational>
      offset;  // of token k: u^T of its positional embedding; z_k starts at offset + u^T G_k
  std::vector<std::vector<std::vector<Token>>> keys;  // [set][token]: A_k, not empty, increasing
  std::vector<IdStage> stages;
  std::size_t snapshot = 0;  // the ids before this stage are the "after shift" ids; stages.size()
                             // if they are the final ones

  // D^d, the number of values a column takes.  Requires  D^d < 2^63.
  [[nodiscard]] std::uint64_t columns() const;
  // u^T G_k of the column whose entries, row 1 first, are the base-D digits of `index` < D^d, the
  // first row the most significant: the place of that column in the order of enumeration.
  [[nodiscard]] std::uint64_t column_value(std::uint64_t index) const;
};

// One layer seen so, its keys left out. Empty if it is not of the shapes above (a layer without
// heads is not).
std::optional<IdStage> read_id_layer(const Attention& layer, const Matrix& u);

// The id program of a network that starts from Z = G + E, E[k] in every row of column k (units of
// delta). `snapshot_layer` is the number of layers after which the "after shift" ids are read.
// Empty if a layer is not of the shapes above. Requires  pattern.tokens() == E.size(), D >= 2,
// snapshot_layer <= number of layers.
std::optional<IdProgram> derive_id_program(const Network& network, const Pattern& pattern,
                                           std::uint64_t D, std::span<const Rational> E,
                                           std::size_t snapshot_layer);

// The ids after the shift and at the end, by the formula above, layer by layer and token by token,
// in rationals. Skips nothing and knows no shortcut: the meaning of a program, and the way out for
// inputs on which the integer engines do not apply.
struct IdValues {
  std::vector<Rational> after_shift, ids;
};
IdValues execute_exactly(const IdProgram& program, std::uint64_t ordinal);

// What a head with this threshold returns at a column whose id is z, of the ids `before` the layer.
// Requires  keys.
Rational head_value(const Rational& z, const Rational& threshold, std::span<const Rational> before,
                    std::span<const Token> keys);

// The initial ids of an input.
std::vector<Rational> initial_ids(const IdProgram& program, std::uint64_t ordinal);

}  // namespace hardmax
