#include "discharge/ways_of_run.hpp"

#include <fmt/core.h>

#include <chrono>

#include "claim/syntax.hpp"
#include "decide/estimate.hpp"
#include "discharge/bounded_model.hpp"
#include "discharge/evaluate_alone.hpp"
#include "discharge/file_meaning.hpp"
#include "discharge/run_model.hpp"

namespace hardmax {

using claim::Formula;
using claim::Outcome;
using decide::Taken;

namespace {

Taken said_without_formula(RunUnderway& run, RunQuestion& asked) {
  if (decide::ClaimBook::is_without_formula(*asked.decided)) return Taken::decided;
  asked.formula = claim::formal_of(*asked.decided->entry, run.system->names());
  asked.domain = claim::domain_of(*asked.decided->entry, run.system->names());
  return Taken::no;
}

// A name that the construction file defines otherwise than it is computed here.
Taken left_by_name(const RunUnderway& run, RunQuestion& asked, const Formula& part) {
  const std::string other =
      meant_otherwise(part, run.system->names(), construction_of_run(run.request.sweep));
  if (other.empty()) return Taken::no;
  set_verdict(*asked.decided, Verdict::undecided, "limit", other);
  return Taken::decided;
}

Taken domain_meant_otherwise(RunUnderway& run, RunQuestion& asked) {
  return left_by_name(run, asked, *asked.domain);
}

Taken said_without_hypothesis(RunUnderway& run, RunQuestion& asked) {
  return run.claims.lacks_hypothesis(*asked.decided) ? Taken::decided : Taken::no;
}

Taken outside_of_domain(RunUnderway& run, RunQuestion& asked) {
  ClaimResult& decided = *asked.decided;
  decided.about = about(*asked.formula);
  decided.of_orbits =
      run.request.sweep && mentions(*asked.formula, index_of(run.system->names(), "sorted"));
  const Outcome applies = in_time([&] {
    const BoundedModel bounded(*run.view, run.steps_of_budget(), run.request.stop);
    const Outcome outcome = claim::evaluate(*asked.domain, bounded);
    if (!bounded.exhausted()) return outcome;
    decided.explanation = run.out_of_steps();
    return out_of_budget();
  });
  if (applies.kind != Outcome::Kind::truth || applies.truth == claim::Truth::unknown)
    take(decided, *run.view, applies);
  else if (applies.truth == claim::Truth::no)
    decide::ClaimBook::leave_outside(decided);
  else
    return Taken::no;
  return Taken::decided;
}

Taken formula_meant_otherwise(RunUnderway& run, RunQuestion& asked) {
  const Taken taken = left_by_name(run, asked, *asked.formula);
  if (taken == Taken::no) run.may_be_followed.insert(asked.decided);
  return taken;
}

bool is_closed(const RunQuestion& asked) {
  return asked.formula->scope() == Formula::Scope::closed;
}

// A formula that speaks of some inputs only.
Taken by_some_inputs(RunUnderway& run, RunQuestion& asked) {
  if (asked.is_hypothesis || is_closed(asked) || !run.has_network() ||
      run.request.engine == "symbolic")
    return Taken::no;
  const std::unique_ptr<RunView> some = run.system->open_for(*asked.formula);
  if (!some) return Taken::no;
  ClaimResult& decided = *asked.decided;
  if (some->input_count() > 0) {
    const auto start = std::chrono::steady_clock::now();
    static_cast<void>(some->ids(0));
    const std::chrono::duration<double> one = std::chrono::steady_clock::now() - start;
    const double estimate = static_cast<double>(some->input_count()) * one.count();
    if (!run.is_affordable(estimate)) {
      decided.explanation =
          fmt::format("{} inputs, at least {} estimated; budget {} (--budget)", some->input_count(),
                      duration(estimate), duration(run.request.budget_seconds));
      take(decided, *some, out_of_budget());
      return Taken::decided;
    }
  }
  take(decided, *some,
       in_time([&] { return evaluate_bounded(run, *asked.formula, *some, decided); }));
  return Taken::decided;
}

// The parts of Assumption 1 of a long pattern, where they hold: going through n sets of n tokens
// again would take hours.
Taken known_of_pattern(RunUnderway& run, RunQuestion& asked) {
  constexpr std::size_t kShortPattern = 512;
  if (run.request.sweep || run.request.pattern->tokens() <= kShortPattern) return Taken::no;
  const auto says = [&](const char* text) {
    return claim::same(asked.formula->root(), Formula::parse(text, run_vocabulary()).root());
  };
  const Assumption1& a = run.result.assumption;
  const bool known =
      (a.self == Decision::yes && says("forall l in 1..p, k in 1..n: k in A(l, k)")) ||
      (a.order == Decision::yes &&
       says("chain(j in 1..n, k in 1..n: exists l in 1..p: j in A(l, k))")) ||
      (a.reach == Decision::yes && says("exists t in 1..n*p: forall k in 1..n: S(t, k) = (1..n)"));
  if (!known) return Taken::no;
  asked.decided->symbolic = true;
  take(*asked.decided, *run.view, true_outcome());
  return Taken::decided;
}

// A formula about inputs is unknown, or over the budget of building a network.
Taken left_without_network(RunUnderway& run, RunQuestion& asked) {
  if (is_closed(asked) || run.has_network()) return Taken::no;
  if (!run.is_too_large_to_build()) {
    take(*asked.decided, *run.view, unknown_truth());
    return Taken::decided;
  }
  asked.decided->explanation = run.not_built();
  take(*asked.decided, *run.view, out_of_budget());
  return Taken::decided;
}

Taken value_mapping_over_budget(RunUnderway& run, RunQuestion& asked) {
  if (!is_value_mapping_over_budget(run, *asked.formula, *asked.decided)) return Taken::no;
  take(*asked.decided, *run.view, out_of_budget());
  return Taken::decided;
}

// A formula that speaks of no input, any hypothesis, and one that asks for so many inputs that no
// engine gets through.
Taken evaluated_alone(RunUnderway& run, RunQuestion& asked) {
  const bool whole = asked.formula->scope() == Formula::Scope::whole;
  if (!asked.is_hypothesis && !is_closed(asked) &&
      (!whole || run.request.engine == "symbolic" || !run.is_out_of_reach()))
    return Taken::no;
  take(*asked.decided, *run.view, evaluate_alone(run, *asked.formula, *asked.decided));
  return Taken::decided;
}

Taken by_engines(RunUnderway&, RunQuestion&) { return Taken::waits; }

constexpr WayOfRun kWaysOfRun[] = {
    {"without a formula", said_without_formula},
    {"domain meant otherwise", domain_meant_otherwise},
    {"without a hypothesis", said_without_hypothesis},
    {"outside the domain", outside_of_domain},
    {"formula meant otherwise", formula_meant_otherwise},
    {"by some inputs", by_some_inputs},
    {"known of the pattern", known_of_pattern},
    {"without a network", left_without_network},
    {"value mapping over budget", value_mapping_over_budget},
    {"by itself", evaluated_alone},
    {"by the engines", by_engines},
};

}  // namespace

std::span<const WayOfRun> ways_of_run() { return kWaysOfRun; }

}  // namespace hardmax
