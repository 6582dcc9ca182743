#include "discharge/quantizer_stage.hpp"

#include <algorithm>

#include "exact/error.hpp"

namespace hardmax {

namespace {

// Every piece is x -> x or a constant, so that the maps compose as the header says.
bool fixes_or_flattens(const PiecewiseLinear& map) {
  return std::all_of(map.pieces().begin(), map.pieces().end(), [](const Affine& piece) {
    return piece.slope.is_zero() || (piece.slope == Rational(1) && piece.intercept.is_zero());
  });
}

}  // namespace

QuantizerStage::QuantizerStage(std::vector<Layer> layers, std::uint64_t d)
    : layers_(std::move(layers)), rows_(d) {
  for (std::size_t t = 0; t < layers_.size(); ++t) {
    const FeedForward& feed_forward = layer(t);
    for (std::size_t row = 0; row < d; ++row) {
      if (feed_forward.W_2(row, 0).is_zero() && feed_forward.b_2[row].is_zero())
        continue;  // leaves the row as it is
      auto map = row_map(feed_forward, row);
      if (!map || !fixes_or_flattens(*map))
        throw LimitReached(
            "the quantiser has a layer that neither leaves an entry of its row alone "
            "nor makes it constant");
      rows_[row].layers.push_back({t + 1, std::move(*map)});
    }
  }
  for (Row& row : rows_) row.windows = windows_of(row.layers);
}

std::vector<QuantizerStage::Window> QuantizerStage::windows_of(
    const std::vector<RowLayer>& layers) {
  const Affine identity{1, 0};
  std::vector<Window> windows;
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const PiecewiseLinear& map = layers[i].map;
    if (map.breakpoints().empty() || map.pieces().front() != identity ||
        map.pieces().back() != identity)
      return {};
    windows.push_back({map.breakpoints().front(), map.breakpoints().back(), i});
  }
  std::sort(windows.begin(), windows.end(),
            [](const Window& a, const Window& b) { return a.low < b.low; });
  for (std::size_t i = 1; i < windows.size(); ++i) {
    if (!(windows[i - 1].low < windows[i].low) || windows[i - 1].high > windows[i].low) return {};
  }
  return windows;
}

// The first layer, from one on, that may change an entry.
std::size_t QuantizerStage::next_layer(const Row& row, std::size_t from, const Rational& x) {
  if (row.windows.empty()) return from;
  std::size_t next = row.layers.size();
  auto window =
      std::upper_bound(row.windows.begin(), row.windows.end(), x,
                       [](const Rational& value, const Window& w) { return value < w.low; });
  for (int looked = 0; looked < 2 && window != row.windows.begin(); ++looked) {  // two that touch
    --window;
    if (x <= window->high && window->index >= from) next = std::min(next, window->index);
  }
  return next;
}

std::vector<QuantizerStage::Change> QuantizerStage::path(std::size_t row, const Rational& x) const {
  std::vector<Change> changes{{0, x}};
  const std::vector<RowLayer>& layers = rows_[row].layers;
  for (std::size_t i = 0; (i = next_layer(rows_[row], i, changes.back().value)) < layers.size();
       ++i) {
    Rational next = layers[i].map(changes.back().value);
    if (next != changes.back().value) changes.push_back({layers[i].number, std::move(next)});
  }
  return changes;
}

Rational QuantizerStage::step(std::size_t t, std::size_t row, const Rational& x) const {
  const std::vector<RowLayer>& layers = rows_[row].layers;
  const auto layer =
      std::lower_bound(layers.begin(), layers.end(), t,
                       [](const RowLayer& l, std::size_t number) { return l.number < number; });
  return layer != layers.end() && layer->number == t ? layer->map(x) : x;
}

// A window keeps what it made: low + i width is in window i alone.
std::optional<QuantizerStage::Stairs> QuantizerStage::stairs(std::size_t row) const {
  const std::vector<RowLayer>& layers = rows_[row].layers;
  const std::vector<Window>& windows = rows_[row].windows;
  if (windows.empty()) return std::nullopt;
  const auto number = [&](std::size_t i) { return layers[windows[i].index].number; };
  Stairs stairs{windows[0].low, windows[0].high - windows[0].low, windows.size(), number(0)};
  if (windows.size() > 1) {
    if (number(1) <= number(0)) return std::nullopt;
    stairs.every = number(1) - number(0);
  }
  for (std::size_t i = 0; i < windows.size(); ++i) {
    const Rational low = stairs.low + Rational(i) * stairs.width;
    const PiecewiseLinear stair =
        PiecewiseLinear::from_half_open({{low, low + stairs.width, {0, low}}}, {1, 0});
    if (number(i) != stairs.layer + i * stairs.every || !(layers[windows[i].index].map == stair))
      return std::nullopt;
  }
  return stairs;
}

std::optional<PiecewiseLinear> row_map(const FeedForward& layer, std::size_t row) {
  if (layer.b_1.size() != 1 || !layer.residual) return std::nullopt;
  HARDMAX_REQUIRE(row < layer.b_2.size());
  // What the layer adds to this row depends on W_1 Z + b_1; it must not depend on another row.
  if (!layer.W_2(row, 0).is_zero()) {
    for (std::size_t r = 0; r < layer.W_1.columns(); ++r) {
      if (r != row && !layer.W_1(0, r).is_zero()) return std::nullopt;
    }
  }
  const PiecewiseLinear hidden =
      compose(layer.activation, PiecewiseLinear({layer.W_1(0, row), layer.b_1[0]}));
  const PiecewiseLinear added =
      compose(PiecewiseLinear({layer.W_2(row, 0), layer.b_2[row]}), hidden);
  return PiecewiseLinear({1, 0}) + added;
}

std::size_t constant_pieces(const PiecewiseLinear& activation) {
  return static_cast<std::size_t>(
      std::count_if(activation.pieces().begin(), activation.pieces().end(),
                    [](const Affine& piece) { return piece.slope.is_zero(); }));
}

claim::Set QuantizerStage::breakpoints(std::size_t t, std::size_t row) const {
  claim::Set points;
  for (const RowLayer& layer : rows_[row].layers) {
    if (layer.number > t) break;
    points.insert(points.end(), layer.map.breakpoints().begin(), layer.map.breakpoints().end());
  }
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

}  // namespace hardmax
