#include "construction/yun2020b/stages.hpp"

#include <fmt/core.h>

#include "construction/psi.hpp"
#include "exact/error.hpp"

namespace hardmax::yun2020b {

namespace {

// block: from the windows of one block to those of the next; a 1 in E, in ids and units of delta.
template <typename Number>
StagedNetworkOf<Number> staged(const Number& q, const Number& block, const std::vector<Number>& E,
                               const Number& shift, const Number& c, const Pattern& pattern,
                               const Assumption1& assumption) {
  StagedNetworkOf<Number> network;
  network.values = q;
  for (const Number& e : E) network.start.push_back(e * block);
  for (std::size_t i = 2; i <= E.size(); ++i) {
    const Number first = Number(i - 2) * block;
    network.sweeps.push_back({assumption.l[i - 1], first, first + q - Number(1), shift, {}});
  }
  for (std::size_t t = 0; t < assumption.s; ++t)
    network.all_max.push_back({t % pattern.layers(), c});
  return network;
}

}  // namespace

StagedNetwork stages(const Parameters& parameters, const Pattern& pattern,
                     const Assumption1& assumption, const Overrides& overrides) {
  const auto [n, d, D] = parameters;
  const Weights weights = yun2020b::weights(parameters, pattern, assumption, overrides);
  const Rational p = pattern.layers(), q = power(D, d), all_sweeps = Rational(n - 1) * p * q;
  StagedNetwork network = staged(q, geometric_sum(d, D) * Rational(D), weights.E, weights.shift,
                                 weights.c, pattern, assumption);
  std::set<std::uint64_t> all_max_dropped;
  for (const std::uint64_t t : overrides.drop) {
    const Rational before(t - 1);
    if (before >= all_sweeps) {
      all_max_dropped.insert(static_cast<std::uint64_t>(*(before - all_sweeps).to_int64()));
      continue;
    }
    // p layers a window, of which the one with the pattern layer l_i does something.
    const Rational sweep = floor(before / (p * q)), in_sweep = before - sweep * p * q,
                   window = floor(in_sweep / p);
    Sweep& dropped_from = network.sweeps[static_cast<std::size_t>(*sweep.to_int64())];
    if (in_sweep - window * p == Rational(dropped_from.pattern_layer))
      dropped_from.missing.push_back(dropped_from.first + window);
  }
  for (auto t = all_max_dropped.rbegin(); t != all_max_dropped.rend(); ++t)
    network.all_max.erase(network.all_max.begin() + static_cast<std::ptrdiff_t>(*t));
  return network;
}

StagedNetworkOf<WholePolynomial> stages_of_every_size(const EverySize& size, const Pattern& pattern,
                                                      const Assumption1& assumption,
                                                      const Overrides& overrides) {
  refuse_dropped_layers(overrides);
  const Weights weights =
      yun2020b::weights({size.n, size.d.value_or(1), size.least_D}, pattern, assumption, overrides);
  const SizePolynomials of = polynomials_of(size);
  std::vector<WholePolynomial> E;
  for (std::size_t k = 0; k < weights.E.size(); ++k)
    E.push_back(whole_override(weights.E[k], fmt::format("E.{}", k + 1)));
  const WholePolynomial c =
      overrides.c ? whole_override(*overrides.c, "c")
                  : WholePolynomial(2 * size.n * assumption.s) * of.D_q * power(of.q, size.n - 1);
  return staged(of.q, of.block, E,
                overrides.shift ? whole_override(*overrides.shift, "shift") : of.q, c, pattern,
                assumption);
}

}  // namespace hardmax::yun2020b
