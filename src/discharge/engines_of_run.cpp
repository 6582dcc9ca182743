#include <fmt/core.h>

#include <algorithm>

#include "decide/estimate.hpp"
#include "discharge/evaluate_alone.hpp"
#include "discharge/input_pass.hpp"
#include "discharge/run_model.hpp"
#include "discharge/search.hpp"
#include "discharge/symbolic/pass.hpp"
#include "discharge/ways_of_run.hpp"

namespace hardmax {

using claim::Formula;
using claim::Outcome;

namespace {

// Is no input executed, for it was not asked for, or would be over budget whatever executes it?
bool leaves_inputs(const RunUnderway& run) {
  return run.request.engine == "symbolic" || (run.has_network() && run.is_out_of_reach());
}

void no_input(RunUnderway& run, std::vector<RunQuestion>& waiting) {
  if (!leaves_inputs(run)) return;
  run.result.not_executed = run.request.engine == "symbolic"
                                ? "--engine symbolic enumerates no input"
                                : run.too_many_inputs();
  for (const RunQuestion& asked : waiting) {
    asked.decided->explanation = run.result.not_executed;
    take(*asked.decided, *run.view, out_of_budget());
  }
}

void every_input(RunUnderway& run, std::vector<RunQuestion>& waiting) {
  if (leaves_inputs(run) || !run.has_network()) return;
  std::vector<InputPass::Wanted> wanted;
  for (RunQuestion& asked : waiting) wanted.emplace_back(asked.decided, std::move(*asked.formula));
  InputPass(run.request, *run.system, run.result,
            [&](const Formula& formula, ClaimResult& decided) {
              return evaluate_alone(run, formula, decided);
            })
      .run(std::move(wanted));
}

// What enumeration left undecided for its cost or at a limit, or without a network.
void all_inputs_at_once(RunUnderway& run, std::vector<RunQuestion>&) {
  const std::string& engine = run.request.engine;
  if (!run.may_follow() || (engine != "auto" && engine != "symbolic") || run.result.executed)
    return;
  std::vector<ClaimResult*> open;
  for (auto& [id, decided] : run.claims.all()) {
    if (decided.verdict == Verdict::undecided && run.may_be_followed.contains(&decided) &&
        (decided.reason == "cost" || decided.reason == "limit" || !run.has_network()))
      open.push_back(&decided);
  }
  if (open.empty()) return;
  run.result.followed = follow_symbolically(run.request, *run.system, run.result.assumption, open);
  if (std::any_of(open.begin(), open.end(), [](const ClaimResult* decided) {
        return decided->verdict != Verdict::undecided;
      }))
    run.result.engine = "symbolic";
}

// What is still undecided for its cost, where it is a claim about every input.
void search_among_some(RunUnderway& run, std::vector<RunQuestion>&) {
  const RunRequest& request = run.request;
  if (request.search == 0 || !run.has_network()) return;
  std::vector<std::pair<ClaimResult*, Formula>> wanted;
  for (auto& [id, decided] : run.claims.all()) {
    if (decided.verdict != Verdict::undecided || decided.reason != "cost") continue;
    Formula formula = claim::formal_of(*decided.entry, run.system->names());
    if (formula.scope() == Formula::Scope::per_input && !needs_value_mapping(formula) &&
        !run.system->open_for(formula))
      wanted.emplace_back(&decided, std::move(formula));
  }
  if (wanted.empty() || !run.system->inputs().size64()) return;
  const double estimate = static_cast<double>(request.search) * run.seconds_of_one_input();
  if (!run.is_affordable(estimate)) {
    for (const auto& [decided, formula] : wanted)
      decided->explanation +=
          fmt::format("; a search of {} inputs takes {}", request.search, duration(estimate));
    return;
  }
  const Outcome searched = in_time([&] {
    CounterexampleSearch(*run.system, request.search, request.seed, request.stop).run(wanted);
    return true_outcome();
  });
  if (searched.kind == Outcome::Kind::truth) return;
  for (const auto& [decided, formula] : wanted) {
    if (decided->verdict == Verdict::undecided) take(*decided, *run.view, searched);
  }
}

constexpr EngineOfRun kEnginesOfRun[] = {
    {"no input", no_input},
    {"every input", every_input},
    {"all inputs at once", all_inputs_at_once},
    {"a search among some inputs", search_among_some},
};

}  // namespace

std::span<const EngineOfRun> engines_of_run() { return kEnginesOfRun; }

}  // namespace hardmax
