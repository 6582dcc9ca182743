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

}  // namespace hardmax::yun2020b
