#include "construction/yun2020a/construction.hpp"

#include "construction/psi.hpp"
#include "construction/yun2020b/quantizer.hpp"
#include "exact/error.hpp"

namespace hardmax::yun2020a {

sweep::Plan plan(const Parameters& parameters, bool positional) {
  const auto [n, d, D] = parameters;
  const Rational c = positional ? Rational(n) * power(D, (n + 1) * d + 1) : power(D, (n + 1) * d);
  return {positional, true, c, 1};
}

WholePolynomial multiplier_of_every_size(std::uint64_t n, const SizePolynomials& size,
                                         bool positional) {
  return positional ? WholePolynomial(n) * size.D_q * power(size.q, n) : power(size.q, n + 1);
}

SweepConstruction build(const Parameters& parameters, bool positional, const Overrides& overrides) {
  return sweep::build(parameters, plan(parameters, positional), overrides);
}

Rational out_of_range(const Parameters& parameters) {
  return -power(parameters.D, parameters.n * parameters.d + 1);
}

std::vector<Layer> quantizer_layers(const Parameters& parameters, bool positional,
                                    const std::set<std::uint64_t>& dropped) {
  if (positional) return yun2020b::quantizer_layers(parameters, dropped);
  const std::uint64_t d = parameters.d, D = parameters.D;
  const PiecewiseLinear clip = PiecewiseLinear::from_half_open({{Rational(0), Rational(D), {0, 0}}},
                                                               {-1, out_of_range(parameters)});
  std::vector<Layer> layers;
  for (std::uint64_t row = 0; row < d; ++row) {
    std::vector<Rational> e(d);
    e[row] = 1;
    const auto add = [&](const PiecewiseLinear& phi, std::uint64_t k) {
      Matrix out = dropped.contains(layers.size() + 1) ? Matrix(d, 1) : Matrix::column(e);
      layers.emplace_back(FeedForward{
          Matrix::row(e), {-Rational(k)}, phi, std::move(out), std::vector<Rational>(d), true});
    };
    add(clip, 0);
    for (std::uint64_t k = 0; k < D; ++k) add(yun2020b::phi(), k);
  }
  return layers;
}

Interval contextual_interval(const Parameters& parameters) {
  const auto [n, d, D] = parameters;
  const Rational ids = power(D, d) - Rational(1);
  return {power(D, 2 * n * d) * ids, power(D, (2 * n + 1) * d) * ids};
}

std::vector<Layer> zeroing_layers(const Parameters& parameters, const Rational& largest) {
  const auto [n, d, D] = parameters;
  std::vector<Rational> u;
  for (std::uint64_t r = 0; r < d; ++r) u.push_back(power(D, r));
  const auto [lower, upper] = contextual_interval(parameters);
  const PiecewiseLinear outside({lower, upper}, {{0, 1}, {0, 0}, {0, 1}}, {0, 0});
  std::vector<Layer> layers;
  layers.emplace_back(
      FeedForward{Matrix::row(u),
                  {0},
                  outside,
                  Matrix::column(std::vector<Rational>(d, -(largest + Rational(D)))),
                  std::vector<Rational>(d),
                  true});
  const PiecewiseLinear lift =
      PiecewiseLinear::from_half_open({{std::nullopt, Rational(0), {-1, 0}}}, {0, 0});
  for (std::uint64_t row = 0; row < d; ++row) {
    std::vector<Rational> e(d);
    e[row] = 1;
    layers.emplace_back(
        FeedForward{Matrix::row(e), {0}, lift, Matrix::column(e), std::vector<Rational>(d), true});
  }
  return layers;
}

std::vector<Layer> lowered_value_layers(const Parameters& parameters,
                                        std::vector<yun2020b::ValueEntry> entries) {
  const auto [n, d, D] = parameters;
  Rational largest;
  for (const yun2020b::ValueEntry& entry : entries)
    largest = std::max(largest, column_id(entry.target, D));
  const Rational K = largest + Rational(1);
  for (yun2020b::ValueEntry& entry : entries) entry.target[0] -= K;
  std::vector<Layer> layers = yun2020b::value_layers(parameters, entries);
  std::vector<Rational> u, back(d);
  for (std::uint64_t r = 0; r < d; ++r) u.push_back(power(D, r));
  back[0] = K;
  layers.emplace_back(
      FeedForward{Matrix::row(u),
                  {0},
                  PiecewiseLinear::from_half_open(
                      {{std::nullopt, -(Rational(1) / Rational(2)), {0, 1}}}, {0, 0}),
                  Matrix::column(back),
                  std::vector<Rational>(d),
                  true});
  return layers;
}

PiecewiseLinear three_pieces(const ThreePieces& f) {
  return PiecewiseLinear::from_half_open(
      {{std::nullopt, f.c1, {0, f.b1}}, {f.c1, f.c2, {f.a2, f.b2}}}, {f.a3, f.b3});
}

PiecewiseLinear four_relus(const ThreePieces& f, const Rational& eps) {
  HARDMAX_REQUIRE(eps.sign() > 0 && eps < f.c2 - f.c1);
  const auto relu = [](const Rational& weight, const Rational& from) {  // weight ReLU(t - from)
    return PiecewiseLinear::from_half_open({{from, std::nullopt, {weight, -(weight * from)}}},
                                           {0, 0});
  };
  const Rational up = (f.a2 * f.c1 + f.b2 - f.b1) / eps;
  const Rational over = (f.a3 * f.c2 + f.b3 - f.a2 * (f.c2 - eps) - f.b2) / eps;
  return PiecewiseLinear({0, f.b1}) + relu(up, f.c1 - eps) + relu(f.a2 - up, f.c1) +
         relu(over - f.a2, f.c2 - eps) + relu(f.a3 - over, f.c2);
}

PiecewiseLinear five_pieces(const ThreePieces& f, const Rational& eps) {
  const Rational up = (f.a2 * f.c1 + f.b2 - f.b1) / eps;
  const Rational over = (f.a3 * f.c2 + f.b3 - f.a2 * (f.c2 - eps) - f.b2) / eps;
  return PiecewiseLinear::from_half_open(
      {{std::nullopt, f.c1 - eps, {0, f.b1}},
       {f.c1 - eps, f.c1, {up, f.a2 * f.c1 + f.b2 - up * f.c1}},
       {f.c1, f.c2 - eps, {f.a2, f.b2}},
       {f.c2 - eps, f.c2, {over, f.a3 * f.c2 + f.b3 - over * f.c2}}},
      {f.a3, f.b3});
}

}  // namespace hardmax::yun2020a
