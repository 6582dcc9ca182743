#include "discharge/input_pass.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "claim/syntax.hpp"
#include "decide/estimate.hpp"
#include "discharge/bounded_model.hpp"
#include "discharge/enumerate.hpp"
#include "discharge/id_facts.hpp"
#include "discharge/id_model.hpp"
#include "discharge/run_model.hpp"
#include "discharge/verdict.hpp"
#include "exact/crew.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

using claim::Formula;
using claim::Outcome;

// Runs of at most so many inputs are executed literally by --engine auto.
constexpr std::uint64_t kLiteralInputs = 256;
// No machine makes more steps of an evaluation in a second; and a number of steps that none makes
// in a day.
constexpr double kStepsPerSecond = 1e8, kMostSteps = 1e13;

}  // namespace

// What claims cost, as the first inputs have it.
struct InputPass::Costs {
  SampledCost sampled;
  CompiledCost compiled;
  std::unique_ptr<ClaimProgram> claims;            // null: none is compiled
  std::vector<std::optional<std::size_t>> number;  // of each claim in `claims`

  // Seconds.
  [[nodiscard]] double per_input(std::size_t i) const {
    const double formula = sampled.replay + sampled.jobs[i] + sampled.instances[i] * 1e-6;
    return number[i]
               ? compiled.instruction * static_cast<double>(claims->instructions(*number[i])) +
                     compiled.left[*number[i]] * formula
               : formula;
  }
};

// Claims for one pass over the inputs.
struct InputPass::Group {
  double kept = 0;  // values in memory
  std::vector<EnumerationJob> jobs;
  std::vector<ClaimResult*> chosen;
};

void InputPass::run(std::vector<Wanted> wanted) {
  if (wanted.empty() && !request_.totals) {
    result_.not_executed = "no claim needs all inputs";
    return;
  }
  Enumeration work;
  work.system = &system_;
  work.stop = request_.stop;
  work.steps =
      static_cast<std::uint64_t>(std::min(request_.budget_seconds * kStepsPerSecond, kMostSteps));
  const auto exact_inputs = system_.inputs().size64();
  const std::unique_ptr<RunView> view = system_.open(1);
  work.inputs = exact_inputs.value_or(std::uint64_t{1} << 62);
  const std::optional<IdProgram> program = choose_engine(exact_inputs);
  if (program) {
    if (!run_id_engine(*program, wanted)) return;
    if (request_.engine != "lanes") show_claims(wanted);
    work.program = &*program;
    work.keep_ids = false;
  }
  decide_alone(wanted, *view);
  for (const auto& [decided, formula] : wanted) {
    work.jobs.push_back({&formula, {}, {}});
    try {
      system_.prepare(formula);
    } catch (const LimitReached&) {  // that evaluation meets again, for the claims that need it
    }
  }
  Costs costs = sample_costs(work, wanted.size());
  if (program && system_.compilable() != nullptr) compile(work, wanted, *program, costs);

  const std::string steps_taken = fmt::format(
      "stopped after {:.3g} steps, the budget of {} (--budget)", static_cast<double>(work.steps),
      duration(request_.budget_seconds));  // where a claim is over it
  // The ids themselves, for their number.
  const double ids = approximately(result_.inputs) * static_cast<double>(request_.parameters.n);
  std::vector<Group> groups = into_groups(wanted, *view, costs, program ? 0 : ids, steps_taken);
  if (!program &&
      (!exact_inputs || over_budget(costs.sampled.replay) || ids > request_.kept_values)) {
    result_.not_executed = estimate(costs.sampled.replay);
    for (const Group& group : groups) {
      for (ClaimResult* decided : group.chosen) {
        decided->explanation = result_.not_executed;
        take(*decided, *view, out_of_budget());
      }
    }
    return;
  }
  work.threads = request_.threads;
  work.progress = request_.progress;
  work.dump = request_.dump;
  execute(work, groups, *view, steps_taken);
}

std::size_t InputPass::threads() const { return threads_of(request_.threads); }

bool InputPass::over_budget(double per_input) const {
  return approximately(result_.inputs) * per_input / static_cast<double>(threads()) >
         request_.budget_seconds;
}

std::string InputPass::estimate(double per_input) const {
  const double inputs = approximately(result_.inputs);
  return fmt::format(
      "{} inputs, {} estimated; budget {} (--budget)",
      system_.inputs().size64() ? result_.inputs.str() : fmt::format("about {:.2g}", inputs),
      duration(inputs * per_input / static_cast<double>(threads())),
      duration(request_.budget_seconds));
}

void InputPass::decide_alone(std::vector<Wanted>& wanted, const RunView& view) const {
  std::vector<Wanted> split;
  for (auto& [decided, formula] : wanted) {
    if (formula.scope() == Formula::Scope::whole) {
      take(*decided, view, alone_(formula, *decided));
    } else {
      split.emplace_back(decided, std::move(formula));
    }
  }
  wanted = std::move(split);
}

InputPass::Costs InputPass::sample_costs(const Enumeration& work, std::size_t claims) const {
  Costs costs;
  costs.sampled = sample_cost(work, request_.budget_seconds * static_cast<double>(threads()) /
                                        approximately(result_.inputs));
  costs.sampled.jobs.resize(claims);
  costs.sampled.instances.resize(claims);
  costs.sampled.settled.resize(claims);
  costs.number.resize(claims);
  return costs;
}

void InputPass::compile(Enumeration& work, const std::vector<Wanted>& wanted,
                        const IdProgram& program, Costs& costs) const {
  std::vector<const Formula*> formulas;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i].second.scope() != Formula::Scope::per_input || costs.sampled.settled[i]) continue;
    costs.number[i] = formulas.size();
    formulas.push_back(&wanted[i].second);
  }
  costs.claims =
      std::make_unique<ClaimProgram>(*system_.compilable(), formulas, request_.engine != "lanes");
  costs.compiled = sample_compiled_cost(*costs.claims, work.inputs);
  const IdModel model(system_, program, 1);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    auto& place = costs.number[i];
    if (place && !costs.claims->why_not(*place).empty()) place.reset();
    if (place && costs.claims->shown(*place))
      costs.sampled.settled[i] = costs.claims->shown(*place);
    if (!place || !costs.compiled.first_left[*place]) continue;
    // Where an input settles it, the claim is at its end there: no more inputs are asked one by
    // one.
    const std::uint64_t g = *costs.compiled.first_left[*place];
    const Outcome outcome = claim::evaluate(
        wanted[i].second, BoundedModel(model, work.steps, request_.stop), {g, g + 1});
    if (outcome.kind != Outcome::Kind::truth || outcome.truth == claim::Truth::no)
      costs.compiled.left[*place] = 0;
  }
  work.claims = costs.claims.get();
}

std::vector<InputPass::Group> InputPass::into_groups(const std::vector<Wanted>& wanted,
                                                     const RunView& view, const Costs& costs,
                                                     double ids,
                                                     const std::string& steps_taken) const {
  const double inputs = approximately(result_.inputs);
  const bool exact = system_.inputs().size64().has_value();
  std::vector<Group> groups(1);
  groups[0].kept = ids;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (costs.sampled.settled[i]) {
      wanted[i].first->explanation = steps_taken;
      take(*wanted[i].first, view, *costs.sampled.settled[i]);
      continue;
    }
    const double per_input = costs.per_input(i);
    const double kept = inputs * costs.sampled.instances[i];
    if (over_budget(per_input) || !exact) {
      wanted[i].first->explanation = estimate(per_input);
      take(*wanted[i].first, view, out_of_budget());
    } else if (kept > request_.kept_values) {
      wanted[i].first->explanation = fmt::format(
          "{:.3g} values to keep apart in memory, at most {:.2g} are", kept, request_.kept_values);
      take(*wanted[i].first, view, out_of_budget());
    } else {
      // Compiled claims keep nothing, thus they are all in the first group.
      const auto fits = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
        return kept == 0 || group.kept + kept <= request_.kept_values;
      });
      Group& group = fits != groups.end() ? *fits : groups.emplace_back();
      group.kept += kept;
      group.jobs.push_back({&wanted[i].second, {}, costs.number[i]});
      group.chosen.push_back(wanted[i].first);
    }
  }
  return groups;
}

void InputPass::execute(Enumeration& work, std::vector<Group>& groups, const RunView& view,
                        const std::string& steps_taken) {
  const bool by_program = work.program != nullptr;
  for (std::size_t which = 0; which < groups.size(); ++which) {
    Group& group = groups[which];
    const bool first = which == 0;
    work.jobs = std::move(group.jobs);
    if (!first) {
      work.keep_ids = false;
      work.claims = nullptr;
      work.dump = nullptr;
    }
    if ((first && !by_program) || !work.jobs.empty() || work.dump) enumerate(work);
    if (first && !by_program && work.cut_short) {
      result_.not_executed = "stopped by --timeout";
    } else if (first && !by_program) {
      result_.executed = true;
      result_.distinctness = "kept";
      result_.distinct_ids = work.distinct_ids;
      result_.digest = work.digest;
    }
    for (std::size_t i = 0; i < group.chosen.size(); ++i) {
      group.chosen[i]->explanation = steps_taken;
      take(*group.chosen[i], view, work.jobs[i].outcome);
    }
  }
}

std::optional<IdProgram> InputPass::choose_engine(std::optional<std::uint64_t> inputs) const {
  if (request_.engine == "literal" || !inputs ||
      (request_.engine == "auto" && *inputs <= kLiteralInputs))
    return std::nullopt;
  const auto executable = system_.executable();
  if (!executable) return std::nullopt;
  return derive_id_program(executable->network, executable->pattern, system_.D(), executable->E,
                           executable->selective_layers);
}

bool InputPass::run_id_engine(const IdProgram& program, std::vector<Wanted>& wanted) {
  IdWork work;
  work.program = &program;
  work.engine = request_.engine == "lanes" ? EngineChoice::lanes : EngineChoice::fast;
  work.threads = request_.threads;
  work.memory = request_.memory;
  work.scratch = request_.scratch;
  work.stop = request_.stop;
  work.progress = request_.progress;
  const IdModel model(system_, program, 1);
  const double seconds = estimate_ids(work) / static_cast<double>(threads());
  if (seconds > request_.budget_seconds) {
    result_.not_executed =
        fmt::format("{} inputs, {} estimated; budget {} (--budget)", result_.inputs.str(),
                    duration(seconds), duration(request_.budget_seconds));
    for (const auto& [decided, formula] : wanted) {
      decided->explanation = result_.not_executed;
      take(*decided, model, out_of_budget());
    }
    return false;
  }
  try {
    facts_ = run_ids(work);
  } catch (const Interrupted& stopped) {
    if (stopped.exit_code != timed_out) throw;
    result_.not_executed = "stopped by --timeout";
    for (const auto& [decided, formula] : wanted) take(*decided, model, out_of_time());
    return false;
  }
  const IdFacts& facts = *facts_;
  result_.executed = true;
  result_.engine = work.engine == EngineChoice::lanes ? "lanes" : "fast";
  result_.distinctness = facts.method;
  result_.digest = facts.digest;
  result_.distinct_ids = facts.distinct;
  const auto real_id = [&](IdPlace place) { return model.row(place.ordinal).ids[place.token]; };
  std::vector<Wanted> left;
  for (auto& [decided, formula] : wanted) {
    const bool all = says_all_ids_differ(formula.root(), system_.names());
    if (all ||
        (!facts.collision && says_ids_differ_in_each_input(formula.root(), system_.names()))) {
      take(*decided, model, all ? outcome_of(formula, facts, real_id) : true_outcome());
    } else {
      left.emplace_back(decided, std::move(formula));
    }
  }
  wanted = std::move(left);
  return true;
}

void InputPass::show_claims(std::vector<Wanted>& wanted) const {
  if (system_.compilable() == nullptr) return;
  const RunContext& context = *system_.compilable();
  const RunModel model(context, 1);
  std::erase_if(wanted, [&](const Wanted& one) {
    const auto& [decided, formula] = one;
    if (formula.scope() == Formula::Scope::per_input) return false;
    const auto outcome = shown_for_all_inputs(context, formula,
                                              [&](const claim::Node& node) { return known(node); });
    if (outcome) take(*decided, model, *outcome);
    return outcome.has_value();
  });
}

bool InputPass::known(const claim::Node& node) const {
  if (!facts_) return false;
  if (!facts_->collision && says_all_ids_differ(node, run_vocabulary())) return true;
  if (!facts_->telling_token) return false;
  const auto says = [&](const std::string& token) {
    return claim::same(
        node,
        Formula::parse("distinct(H in inputs: zt(H, " + token + "))", run_vocabulary()).root());
  };
  const std::size_t token = *facts_->telling_token;
  return says(std::to_string(token + 1)) ||
         (system_.compilable()->assumption->gamma.back() == token && says("gamma(n)"));
}

}  // namespace hardmax
