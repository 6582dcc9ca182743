#include "discharge/quantizer_stage.hpp"

#include <algorithm>

#include "exact/error.hpp"

namespace hardmax {

namespace {

std::vector<Layer> layers_of(const yun2020b::Parameters& parameters, const yun2020b::Overrides& overrides) {
  const Rational size = Rational(parameters.d * parameters.n) * Rational(parameters.D) * Rational(parameters.d);
  if (size > Rational(QuantizerStage::max_size)) {
    throw LimitReached("the quantiser has d^2 n D = " + size.str() + ", more than " + std::to_string(QuantizerStage::max_size));
  }
  return yun2020b::quantizer_layers(parameters, overrides.qdrop);
}

// Every piece is x -> x or a constant, so that the maps compose as the header says.
bool fixes_or_flattens(const PiecewiseLinear& map) {
  return std::all_of(map.pieces().begin(), map.pieces().end(), [](const Affine& piece) { return piece.slope.is_zero() || (piece.slope == Rational(1) && piece.intercept.is_zero()); });
}

}  // namespace

QuantizerStage::QuantizerStage(const yun2020b::Parameters& parameters, const yun2020b::Overrides& overrides) : QuantizerStage(layers_of(parameters, overrides), parameters.d) {}

QuantizerStage::QuantizerStage(std::vector<Layer> layers, std::uint64_t d) : layers_(std::move(layers)), rows_(d) {
  for (std::size_t t = 0; t < layers_.size(); ++t) {
    const FeedForward& feed_forward = layer(t);
    for (std::size_t row = 0; row < d; ++row) {
      if (feed_forward.W_2(row, 0).is_zero() && feed_forward.b_2[row].is_zero()) continue;  // leaves the row as it is
      auto map = yun2020b::row_map(feed_forward, row);
      HARDMAX_REQUIRE(map.has_value() && fixes_or_flattens(*map));
      rows_[row].push_back({t + 1, std::move(*map)});
    }
  }
}

std::vector<QuantizerStage::Change> QuantizerStage::path(std::size_t row, const Rational& x) const {
  std::vector<Change> changes{{0, x}};
  for (const RowLayer& layer : rows_[row]) {
    Rational next = layer.map(changes.back().value);
    if (next != changes.back().value) changes.push_back({layer.number, std::move(next)});
  }
  return changes;
}

Rational QuantizerStage::step(std::size_t t, std::size_t row, const Rational& x) const {
  const auto layer = std::lower_bound(rows_[row].begin(), rows_[row].end(), t, [](const RowLayer& l, std::size_t number) { return l.number < number; });
  return layer != rows_[row].end() && layer->number == t ? layer->map(x) : x;
}

std::size_t constant_pieces(const PiecewiseLinear& activation) {
  return static_cast<std::size_t>(std::count_if(activation.pieces().begin(), activation.pieces().end(), [](const Affine& piece) { return piece.slope.is_zero(); }));
}

claim::Set QuantizerStage::breakpoints(std::size_t t, std::size_t row) const {
  claim::Set points;
  for (const RowLayer& layer : rows_[row]) {
    if (layer.number > t) break;
    points.insert(points.end(), layer.map.breakpoints().begin(), layer.map.breakpoints().end());
  }
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

}  // namespace hardmax
