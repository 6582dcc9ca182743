// The quantiser of a run as its layers make it: what the first t layers do to an entry of a row,
// for any rational, and where that map breaks.
//
// Every layer of E.1 reads and writes one row and leaves an entry alone (x -> x) or makes it
// constant. So where the map of the layers before it is not constant it is the identity, and the
// breakpoints of the composed map are those of the layers that write the row. The constructor
// checks this form; a quantiser of another form is refused (LimitReached), not guessed at.
//
// Units     of delta.   Source  yun2020b D.2, E.1.   Thread-safe.   Tests
// tests/unit/discharge/quantizer_test.cpp
#pragma once
#include <optional>
#include <vector>

#include "claim/claim.hpp"
#include "network/construction.hpp"

namespace hardmax {

class QuantizerStage {
 public:
  // d^2 n D at most (d n D layers with rows of d weights).
  static constexpr std::uint64_t max_size = std::uint64_t{1} << 18;

  // Any layers of that form, feed-forward with one hidden unit.  Errors  LimitReached: of another
  // form.
  QuantizerStage(std::vector<Layer> layers, std::uint64_t d);

  [[nodiscard]] std::size_t layers() const { return layers_.size(); }
  [[nodiscard]] const FeedForward& layer(std::size_t t) const {
    return std::get<FeedForward>(layers_[t]);
  }  // 0-based
  [[nodiscard]] const std::vector<Layer>& all() const { return layers_; }

  // The values an entry takes: after `layer` layers (0: before the first) it has `value`, until the
  // next change.
  struct Change {
    std::size_t layers = 0;
    Rational value;
  };
  [[nodiscard]] std::vector<Change> path(std::size_t row, const Rational& x) const;
  // The breakpoints of the map of `row` that the first t layers make together, increasing.
  [[nodiscard]] claim::Set breakpoints(std::size_t t, std::size_t row) const;
  // What layer t (1-based) alone makes of an entry of `row`.
  [[nodiscard]] Rational step(std::size_t t, std::size_t row, const Rational& x) const;
  // The same of every entry of a row at once, where its windows are stairs: [low + i width, low +
  // (i + 1) width) for i = 0..count - 1, which layer layer + i every (1-based) makes low + i width.
  // So after t layers an entry x is low + i width, if it is in window i and layer + i every <= t;
  // else x.
  struct Stairs {
    Rational low, width;
    std::size_t count = 0, layer = 0, every = 1;
  };
  [[nodiscard]] std::optional<Stairs> stairs(
      std::size_t row) const;  // empty: its layers are not seen to be
  // The entry after all layers.
  [[nodiscard]] Rational quantized(std::size_t row, const Rational& x) const {
    return path(row, x).back().value;
  }

 private:
  struct RowLayer {
    std::size_t number = 0;  // 1-based among all layers
    PiecewiseLinear map;     // of the row, x + W_2 phi(W_1 x + b_1) + b_2
  };
  struct Window {  // outside of it the layer leaves an entry alone
    Rational low, high;
    std::size_t index = 0;  // in rows_
  };
  struct Row {
    std::vector<RowLayer> layers;  // that change the row, in order
    std::vector<Window>
        windows;  // of all of them, increasing; they touch at most. Empty: not of that kind
  };
  static std::vector<Window> windows_of(const std::vector<RowLayer>& layers);
  [[nodiscard]] static std::size_t next_layer(const Row& row, std::size_t from, const Rational& x);
  std::vector<Layer> layers_;
  std::vector<Row> rows_;
};

// The activation of a layer's single hidden unit as a map of one row: x -> x + W_2 phi(W_1 x + b_1)
// + b_2, if the layer reads and writes that row alone (or leaves it as it is: then the identity).
// Empty if the layer mixes rows, has more than one hidden unit or no residual.
std::optional<PiecewiseLinear> row_map(const FeedForward& layer, std::size_t row);

// How many linear pieces of an activation are constant.
std::size_t constant_pieces(const PiecewiseLinear& activation);

}  // namespace hardmax
