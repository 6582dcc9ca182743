#include "construction/sweep.hpp"

#include <fmt/core.h>

#include "construction/psi.hpp"
#include "exact/error.hpp"

namespace hardmax::sweep {

namespace {
constexpr std::int64_t kMaxRows = 1 << 16;  // of all attention layers together: some hundred MB.
                                            // Beyond, inputs are more than anyone executes
}

Weights weights(const Parameters& parameters, const Plan& plan, const Overrides& overrides) {
  const auto [n, d, D] = parameters;
  HARDMAX_REQUIRE(n >= 2 && d >= 1 && D >= 2);
  Weights weights{std::vector<Rational>(n), overrides.shift.value_or(power(D, d)),
                  overrides.c.value_or(plan.c), Rational(plan.positional ? n : 1) * power(D, d)};
  for (std::uint64_t k = 0; plan.positional && k < n; ++k) weights.E[k] = Rational(k) * Rational(D);
  for (const auto& [token, value] : overrides.E) {
    if (token > n)
      throw InvalidInput(
          InvalidInput::Kind::option,
          fmt::format("--with 'E.{}={}': there are {} tokens", token, value.str(), n));
    weights.E[token - 1] = value * Rational(D);
  }
  const Rational layers = weights.sweep_layers + Rational(plan.global_layers);
  if (!overrides.drop.empty() && Rational(*overrides.drop.rbegin()) > layers) {
    throw InvalidInput(InvalidInput::Kind::option,
                       fmt::format("--with 'drop={}': there are {} attention layers",
                                   *overrides.drop.rbegin(), layers.str()));
  }
  return weights;
}

SweepConstruction build(const Parameters& parameters, const Plan& plan,
                        const Overrides& overrides) {
  const auto [n, d, D] = parameters;
  auto [E, shift, c, sweep_layers] = weights(parameters, plan, overrides);
  const auto q = power(D, d).to_int64();
  const std::uint64_t blocks = plan.positional ? n : 1;
  if (!q || sweep_layers * Rational(d) > Rational(kMaxRows)) {
    throw LimitReached(
        fmt::format("the network has {} attention layers of {} rows, more than 2^16 rows in all",
                    sweep_layers.bits() < 200 ? sweep_layers.str()
                                              : fmt::format("about 2^{}", sweep_layers.bits() - 1),
                    d));
  }
  std::vector<Layer> layers;
  const auto add = [&](std::vector<Head> heads) {
    Attention attention;
    attention.heads = std::move(heads);
    attention.keys_with_self = plan.keys_with_self;
    layers.emplace_back(std::move(attention));
  };
  // The ids of token j with encoding j - 1 are s_j + 0, 1, ..., q - 1 with s_j = (j - 1) D (1 + D +
  // ... + D^{d-1}): the blocks do not overlap.
  const Rational step = geometric_sum(d, D) * Rational(D);
  for (std::uint64_t j = 0; j < blocks; ++j) {
    for (std::int64_t b = 0; b < *q; ++b)
      add(selective_shift(d, D, shift, Rational(j) * step + Rational(b)));
  }
  const std::size_t selective_layers = layers.size();
  for (std::size_t t = 0; t < plan.global_layers; ++t) add({psi(d, D, c, 0)});
  for (const std::uint64_t t : overrides.drop) std::get<Attention>(layers[t - 1]).heads.clear();
  return {parameters,   std::move(E),     std::move(shift),
          std::move(c), selective_layers, Network(d, 1, std::move(layers))};
}

StagedNetwork stages(const Parameters& parameters, const Plan& plan, const Overrides& overrides) {
  const auto [n, d, D] = parameters;
  const Weights weights = sweep::weights(parameters, plan, overrides);
  const Rational q = power(D, d), sum = geometric_sum(d, D), step = sum * Rational(D);
  StagedNetwork staged;
  staged.values = q;
  for (const Rational& E : weights.E) staged.start.push_back(E * sum);
  for (std::uint64_t j = 0; j < (plan.positional ? n : 1); ++j)
    staged.sweeps.push_back(
        {0, Rational(j) * step, Rational(j) * step + q - Rational(1), weights.shift, {}});
  for (std::size_t t = 0; t < plan.global_layers; ++t) {
    const auto layer = (weights.sweep_layers + Rational(t + 1)).to_int64();
    if (!layer || !overrides.drop.contains(static_cast<std::uint64_t>(*layer)))
      staged.all_max.push_back({0, weights.c});
  }
  for (const std::uint64_t t : overrides.drop) {
    const Rational before(t - 1), block = floor(before / q);
    if (before >= weights.sweep_layers) continue;
    Sweep& dropped_from = staged.sweeps[static_cast<std::size_t>(*block.to_int64())];
    dropped_from.missing.push_back(dropped_from.first + before - block * q);
  }
  return staged;
}

StagedNetworkOf<WholePolynomial> stages_of_every_size(const EverySize& size, const Plan& plan,
                                                      MultiplierOfEverySize c,
                                                      const Overrides& overrides) {
  refuse_dropped_layers(overrides);
  static_cast<void>(weights({size.n, size.d.value_or(1), size.least_D}, plan,
                            overrides));  // refuses what is not there
  const SizePolynomials of = polynomials_of(size);
  StagedNetworkOf<WholePolynomial> staged;
  staged.values = of.q;
  staged.increasing = !plan.positional;
  for (std::size_t k = 0; k < size.n; ++k) {
    const auto changed = overrides.E.find(k + 1);
    staged.start.push_back(changed != overrides.E.end()
                               ? whole_override(changed->second, fmt::format("E.{}", k + 1)) *
                                     of.block
                           : plan.positional ? WholePolynomial(k) * of.block
                                             : WholePolynomial());
  }
  const WholePolynomial shift = overrides.shift ? whole_override(*overrides.shift, "shift") : of.q;
  for (std::uint64_t j = 0; j < (plan.positional ? size.n : 1); ++j)
    staged.sweeps.push_back({0,
                             WholePolynomial(j) * of.block,
                             WholePolynomial(j) * of.block + of.q - WholePolynomial(1),
                             shift,
                             {}});
  const WholePolynomial multiplier =
      overrides.c ? whole_override(*overrides.c, "c") : c(size.n, of, plan.positional);
  staged.all_max.resize(plan.global_layers, {0, multiplier});
  return staged;
}

}  // namespace hardmax::sweep
