#include "construction/yun2020b/stages.hpp"

#include "construction/psi.hpp"

namespace hardmax::yun2020b {

StagedNetwork stages(const Parameters& parameters, const Pattern& pattern, const Assumption1& assumption, const Overrides& overrides) {
  const auto [n, d, D] = parameters;
  const Weights weights = yun2020b::weights(parameters, pattern, assumption, overrides);
  const Rational p = pattern.layers(), q = power(D, d), all_sweeps = Rational(n - 1) * p * q;
  const Rational block = geometric_sum(d, D) * Rational(D);  // from the windows of one block to those of the next; a 1 in E, in ids and units of delta

  StagedNetwork staged;
  staged.values = q;
  for (const Rational& E : weights.E) staged.start.push_back(E * block);
  for (std::size_t i = 2; i <= n; ++i) {
    const Rational first = Rational(i - 2) * block;
    staged.sweeps.push_back({assumption.l[i - 1], first, first + q - Rational(1), weights.shift, {}});
  }
  std::set<std::uint64_t> all_max_dropped;
  for (const std::uint64_t t : overrides.drop) {
    const Rational before(t - 1);
    if (before >= all_sweeps) {
      all_max_dropped.insert(static_cast<std::uint64_t>(*(before - all_sweeps).to_int64()));
      continue;
    }
    // p layers a window, of which the one with the pattern layer l_i does something.
    const Rational sweep = floor(before / (p * q)), in_sweep = before - sweep * p * q, window = floor(in_sweep / p);
    Sweep& dropped_from = staged.sweeps[static_cast<std::size_t>(*sweep.to_int64())];
    if (in_sweep - window * p == Rational(dropped_from.pattern_layer)) dropped_from.missing.push_back(dropped_from.first + window);
  }
  for (std::size_t t = 0; t < assumption.s; ++t) {
    if (!all_max_dropped.contains(t)) staged.all_max.push_back({t % pattern.layers(), weights.c});
  }
  return staged;
}

}  // namespace hardmax::yun2020b
