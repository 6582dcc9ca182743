// One formula by itself, by the interpreter of formulas or what stands in for it, within the
// budget.
#pragma once
#include <functional>

#include "discharge/run_underway.hpp"

namespace hardmax {

// A time limit ends an evaluation as an outcome.
claim::Outcome in_time(const std::function<claim::Outcome()>& evaluation);

// With names as `model` has them.
claim::Outcome evaluate_bounded(const RunUnderway& run, const claim::Formula& formula,
                                const claim::Model& model, ClaimResult& decided);

// A formula that speaks of no input, of several at once, or of all. Requires  a network, where it
// speaks of inputs.
claim::Outcome evaluate_alone(RunUnderway& run, const claim::Formula& formula,
                              ClaimResult& decided);

// A formula that needs the value mapping has every input executed first, on one thread: is that
// over budget? The claim says so then.
bool is_value_mapping_over_budget(RunUnderway& run, const claim::Formula& formula,
                                  ClaimResult& decided);

}  // namespace hardmax
