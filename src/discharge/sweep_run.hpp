// Decides the claims about a sweep construction (discharge/sweep_model.hpp) for one parameter set, in the order of FORMAT.md: no formal; a hypothesis that is not verified; outside its domain; the formula, over
// all inputs that it binds, executed literally.
#pragma once
#include "discharge/decide.hpp"
#include "discharge/sweep_model.hpp"

namespace hardmax {

// request.parameters, overrides, only, expected and budget_seconds count. The claims are those of `entries` whose id begins with the paper and with request.only.
// Errors  InvalidInput: as decide_run.
std::vector<ClaimResult> decide_sweep_run(const SweepPaper& paper, const RunRequest& request, const std::vector<claim::Entry>& entries);

}  // namespace hardmax
