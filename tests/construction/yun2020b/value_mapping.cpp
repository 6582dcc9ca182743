#include "construction/yun2020b/value_mapping.hpp"

#include <algorithm>

#include "exact/error.hpp"

namespace hardmax::yun2020b {

namespace {

const Rational kHalf = Rational(1) / Rational(2);

Matrix u_row(const Parameters& parameters) {
  std::vector<Rational> u;
  for (std::uint64_t r = 0; r < parameters.d; ++r) u.push_back(power(parameters.D, r));
  return Matrix::row(u);
}

Rational id_of(const Parameters& parameters, const Column& column) {
  return column_id(column, parameters.D);
}

Column difference(const ValueEntry& entry) {
  Column change = entry.target;
  for (std::size_t r = 0; r < change.size(); ++r) change[r] -= entry.context[r];
  return change;
}

Rational round_up(const Rational& x) { return -floor(-x); }

}  // namespace

PiecewiseLinear phi_prime() {
  return PiecewiseLinear::from_half_open({{-kHalf, kHalf, {0, 1}}}, {0, 0});
}

FeedForward value_layer(const Parameters& parameters, const ValueEntry& entry) {
  HARDMAX_REQUIRE(entry.context.size() == parameters.d && entry.target.size() == parameters.d);
  return FeedForward{u_row(parameters),
                     {-id_of(parameters, entry.context)},
                     phi_prime(),
                     Matrix::column(difference(entry)),
                     std::vector<Rational>(parameters.d),
                     true};
}

std::vector<Layer> value_layers(const Parameters& parameters,
                                const std::vector<ValueEntry>& entries) {
  std::vector<Layer> layers;
  layers.reserve(entries.size());
  for (const ValueEntry& entry : entries) layers.emplace_back(value_layer(parameters, entry));
  return layers;
}

Rational constant_shift(const Parameters& parameters, const std::vector<ValueEntry>& entries) {
  HARDMAX_REQUIRE(!entries.empty());
  Rational largest = id_of(parameters, entries.front().target);
  Rational least = id_of(parameters, entries.front().context);
  for (const ValueEntry& entry : entries) {
    largest = std::max(largest, id_of(parameters, entry.target));
    least = std::min(least, id_of(parameters, entry.context));
  }
  return std::max(Rational(0), round_up(largest - least + 1));
}

std::vector<Layer> value_layers_shifted(const Parameters& parameters,
                                        const std::vector<ValueEntry>& entries) {
  const Rational K = constant_shift(parameters, entries);
  std::vector<ValueEntry> shifted = entries;
  for (ValueEntry& entry : shifted) entry.target[0] -= K;
  std::vector<Layer> layers = value_layers(parameters, shifted);
  std::vector<Rational> e1(parameters.d);
  e1[0] = K;
  layers.emplace_back(FeedForward{Matrix(1, parameters.d),
                                  {0},
                                  PiecewiseLinear({0, 1}),
                                  Matrix::column(e1),
                                  std::vector<Rational>(parameters.d),
                                  true});
  return layers;
}

Rational enlarged_multiplier(const Rational& c, const Rational& all_max_minimum,
                             const Rational& largest_target) {
  HARDMAX_REQUIRE(all_max_minimum.sign() > 0);
  return round_up(std::max(c, (largest_target + 1) / all_max_minimum));
}

}  // namespace hardmax::yun2020b
