// Runs of the construction that needs a pattern (from_file.hpp).
#include <memory>

#include "discharge/changes.hpp"
#include "discharge/from_file.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

FileRun pattern_run(const Parameters& parameters, const Pattern& pattern,
                    const Assumption1& assumption, const Overrides& overrides) {
  HARDMAX_REQUIRE(assumption.holds() && pattern.tokens() == parameters.n);
  FileRun run(pattern_construction(), parameters, overrides, {}, &pattern, &assumption);
  run.require_grid();
  if (!overrides.qdrop.empty())
    require_within("qdrop", overrides.qdrop, run.quantizer_layers(), "quantiser");
  const auto& [n, d, D] = parameters;
  if (!overrides.vdrop.empty())
    require_within("vdrop", overrides.vdrop, Rational(n) * power(D, n * d), "value");
  return run;
}

std::size_t size_of(const Rational& layers) {
  const auto size = layers.to_int64();
  HARDMAX_REQUIRE(size.has_value());  // the caller has estimated the size
  return static_cast<std::size_t>(*size);
}

}  // namespace

Weights weights(const Parameters& parameters, const Pattern& pattern, const Assumption1& assumption,
                const Overrides& overrides) {
  return pattern_run(parameters, pattern, assumption, overrides).weights();
}

Rational attention_layers(const Parameters& parameters, const Pattern& pattern,
                          const Assumption1& assumption) {
  return pattern_run(parameters, pattern, assumption, {}).attention_layers();
}

Construction build(const Parameters& parameters, const Pattern& pattern,
                   const Assumption1& assumption, const Overrides& overrides) {
  const FileRun run = pattern_run(parameters, pattern, assumption, overrides);
  const std::size_t size = size_of(run.attention_layers());
  const auto own_pattern = std::make_shared<const Pattern>(pattern);
  const auto own_assumption = std::make_shared<const Assumption1>(assumption);
  const auto make = [parameters, overrides, own_pattern, own_assumption] {
    return pattern_run(parameters, *own_pattern, *own_assumption, overrides).attention();
  };
  return {parameters,
          pattern.layers(),
          assumption.s,
          assumption.gamma,
          assumption.l,
          run.weights().E,
          run.weights().c,
          run.weights().shift,
          size_of(run.selective_layers()),
          Network(parameters.d, pattern.layers(), size, make)};
}

StagedNetwork stages(const Parameters& parameters, const Pattern& pattern,
                     const Assumption1& assumption, const Overrides& overrides) {
  return pattern_run(parameters, pattern, assumption, overrides).stages();
}

std::vector<Layer> quantizer_layers(const Parameters& parameters, const Pattern& pattern,
                                    const Assumption1& assumption,
                                    const std::set<std::uint64_t>& dropped) {
  return pattern_run(parameters, pattern, assumption, {}).quantizer(dropped);
}

PiecewiseLinear value_activation_of_relus(const Parameters& parameters, const Pattern& pattern,
                                          const Assumption1& assumption) {
  return FileRun(pattern_construction(), parameters, {}, {"of_relus"}, &pattern, &assumption)
      .value_activation();
}

}  // namespace hardmax
