#include "discharge/evaluate_alone.hpp"

#include <fmt/core.h>

#include "decide/estimate.hpp"
#include "discharge/bounded_model.hpp"
#include "discharge/range_program.hpp"
#include "discharge/run_model.hpp"
#include "discharge/verdict.hpp"
#include "exact/error.hpp"

namespace hardmax {

using claim::Formula;
using claim::Outcome;

namespace {

Outcome outcome_within(const RunUnderway& run, const Formula& formula,
                       const BoundedModel& bounded) {
  if (formula.scope() == Formula::Scope::closed && !formula.over_reals()) {
    std::optional<QuantizerOfRun> quantizer;
    if (run.later)
      quantizer =
          QuantizerOfRun{[&run]() -> const QuantizerStage& { return run.later->quantizer(); },
                         run.request.parameters.d, run.request.parameters.D};
    if (const auto shown = shown_over_ranges(formula, bounded, quantizer)) return *shown;
  }
  return claim::evaluate(formula, bounded);
}

}  // namespace

Outcome in_time(const std::function<Outcome()>& evaluation) {
  try {
    return evaluation();
  } catch (const Interrupted& stopped) {
    if (stopped.exit_code != timed_out) throw;
    return out_of_time();
  }
}

Outcome evaluate_bounded(const RunUnderway& run, const Formula& formula, const claim::Model& model,
                         ClaimResult& decided) {
  const BoundedModel bounded(model, run.steps_of_budget(), run.request.stop);
  const Outcome outcome = outcome_within(run, formula, bounded);
  if (bounded.exhausted()) {
    decided.explanation = run.out_of_steps();
    return out_of_budget();
  }
  if (outcome.kind == Outcome::Kind::limit && !run.has_network() && !run.is_too_large_to_build())
    return unknown_truth();
  return outcome;
}

Outcome evaluate_alone(RunUnderway& run, const Formula& formula, ClaimResult& decided) {
  if (is_value_mapping_over_budget(run, formula, decided)) return out_of_budget();
  if (formula.scope() != Formula::Scope::closed) {
    if (run.is_out_of_reach()) {
      decided.explanation = run.too_many_inputs();
      return out_of_budget();
    }
    const double inputs = approximately(run.result.inputs);
    // At least one pass over all inputs is needed; what else is, only evaluation shows, so that is
    // bounded by a number of reads.
    const double estimate = inputs * run.seconds_of_one_input();
    if (!run.is_affordable(estimate)) {
      decided.explanation =
          fmt::format("about {:.3g} inputs, at least {} estimated; budget {} (--budget)", inputs,
                      duration(estimate), duration(run.request.budget_seconds));
      return out_of_budget();
    }
  }
  return in_time([&] { return evaluate_bounded(run, formula, *run.system->open(4096), decided); });
}

bool is_value_mapping_over_budget(RunUnderway& run, const Formula& formula, ClaimResult& decided) {
  const RunResult& result = run.result;
  if (!run.later || !needs_value_mapping(formula) || !result.construction ||
      run.later->value_built())
    return false;
  if (result.ids > Rational(ValueStage::max_layers)) return false;  // ends as the limit that it is
  const double estimate = approximately(result.inputs) * run.seconds_of_one_input();
  if (run.is_affordable(estimate)) return false;
  decided.explanation =
      fmt::format("needs the value mapping, {} inputs executed, {} estimated; budget {} (--budget)",
                  result.inputs.str(), duration(estimate), duration(run.request.budget_seconds));
  return true;
}

}  // namespace hardmax
