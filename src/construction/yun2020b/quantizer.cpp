#include "construction/yun2020b/quantizer.hpp"

#include "exact/error.hpp"

namespace hardmax::yun2020b {

PiecewiseLinear phi() {
  return PiecewiseLinear::from_half_open({{Rational(0), Rational(1), {-1, 0}}}, {0, 0});
}

std::vector<Layer> quantizer_layers(const Parameters& parameters,
                                    const std::set<std::uint64_t>& dropped) {
  const auto [n, d, D] = parameters;
  std::vector<Layer> layers;
  for (std::uint64_t row = 0; row < d; ++row) {
    std::vector<Rational> e(d);
    e[row] = 1;
    for (std::uint64_t k = 0; k < n * D; ++k) {
      Matrix out = dropped.contains(layers.size() + 1) ? Matrix(d, 1) : Matrix::column(e);
      layers.emplace_back(FeedForward{
          Matrix::row(e), {-Rational(k)}, phi(), std::move(out), std::vector<Rational>(d), true});
    }
  }
  return layers;
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

}  // namespace hardmax::yun2020b
