#include "discharge/symbolic/pass.hpp"

#include <fmt/core.h>

#include "claim/syntax.hpp"
#include "construction/yun2020b/stages.hpp"
#include "discharge/bounded_model.hpp"
#include "discharge/id_facts.hpp"
#include "discharge/symbolic/names.hpp"
#include "discharge/verdict.hpp"
#include "exact/error.hpp"
#include "execute/symbolic_residues.hpp"

namespace hardmax {

using claim::Formula;
using claim::Outcome;

namespace {

// A formula that writes out to more, or reads more names, is left undecided: it would take seconds. Whoever asks for a symbolic run waits longer.
constexpr std::size_t kMostInstances = std::size_t{1} << 20, kMostInstancesAsked = std::size_t{1} << 24;
constexpr std::uint64_t kMostReadsAsked = 1 << 24;
// Of inputs with more entries only is decided whether ids differ.
constexpr std::size_t kMostEntries = 512;

}  // namespace

StagedRun staged_run(const yun2020b::Parameters& parameters, const Pattern& pattern, const Assumption1& assumption, const yun2020b::Overrides& overrides) {
  const yun2020b::Weights weights = yun2020b::weights(parameters, pattern, assumption, overrides);
  StagedRun staged{parameters, yun2020b::stages(parameters, pattern, assumption, overrides), &pattern, {}, weights.shift, weights.c, pattern.layers(), assumption.s, overrides.drop};
  for (const Rational& E : weights.E) staged.E.push_back(E * Rational(parameters.D));
  return staged;
}

StagedRun staged_run(const SweepSystem& system, const Pattern& attended) {
  const sweep::Plan plan = system.choice().paper->plan(system.parameters(), system.choice().positional);
  const sweep::Weights weights = sweep::weights(system.parameters(), plan, system.overrides());
  return {system.parameters(), sweep::stages(system.parameters(), plan, system.overrides()), &attended, weights.E, weights.shift, weights.c, 1, plan.global_layers, system.overrides().drop};
}

SymbolicPass::SymbolicPass(const RunRequest& request, const RunSystem& system, const Assumption1& assumption) : request_(request), system_(system), view_(system.open(1)) {
  if (request.sweep) {
    HARDMAX_REQUIRE(!request.sweep->extended);
    const auto& sweep = static_cast<const SweepSystem&>(system);
    attended_ = sweep.attended();
    staged_ = staged_run(sweep, *attended_);
  } else {
    staged_ = staged_run(request.parameters, *request.pattern, assumption, request.overrides);
  }
  run_.emplace(staged_.network, *staged_.pattern);
  if (request.sweep && !request.sweep->positional) {
    const auto& sweep = static_cast<const SweepSystem&>(system);
    increasing_ = std::make_unique<IncreasingRun>(sweep, *attended_);
    any_order_ = std::make_unique<AnyOrder>(sweep, staged_, *increasing_);
  }
  if (run_->followed()) return;
  parts_.emplace(staged_);
  if (!parts_->complete()) parts_.reset();
}

std::string SymbolicPass::followed() const {
  const bool increasing = increasing_ && increasing_->followed();
  if (!run_->followed() && !parts_ && !increasing) return "symbolically, up to " + run_->undecided();
  const std::string inputs = run_->followed() ? "all inputs at once" : increasing ? "all inputs at once whose columns increase" : fmt::format("the inputs in {} parts and {} by themselves", parts_->parts().size(), parts_->alone().size());
  const std::size_t sweeps = staged_.network.sweeps.size(), last = staged_.network.all_max.size();
  return fmt::format("symbolically, {}: {} sweep{} of {}^{} layers, {} all-max layer{}", inputs, sweeps, sweeps == 1 ? "" : "s", staged_.parameters.D, staged_.parameters.d, last, last == 1 ? "" : "s");
}

// Of a layer there is something to ask, which may be asked for many at once.
bool SymbolicPass::speaks_of_layers(const Formula& formula) const {
  const std::vector<StagedName> names = staged_names(system_.names());
  for (std::size_t i = 0; i < names.size(); ++i) {
    if ((names[i] == StagedName::mask || names[i] == StagedName::heads || names[i] == StagedName::bq) && mentions(formula, i)) return true;
  }
  return false;
}

SymbolicRun::Shown SymbolicPass::all_ids_differ() const {
  if (parts_) return all_ids_differ_in_parts();
  const SymbolicRun::Shown shown = final_ids_differ(staged_.network, *staged_.pattern, *run_);
  if (shown.holds || staged_.parameters.n * staged_.parameters.d > kMostEntries) return shown;
  FlatGraph graph(true);
  try {
    const SymbolicRun::Shown by_forms = SymbolicNames(staged_, *run_, system_.names(), graph).all_ids_differ();
    return by_forms.holds ? by_forms : SymbolicRun::Shown{false, shown.why_not + "; by their forms: " + by_forms.why_not};
  } catch (const NotFlat&) {
    return shown;
  }
}

// A part that says no more than that ids differ.
SymbolicRun::Shown SymbolicPass::known(const claim::Node& node) const {
  const claim::Vocabulary& names = system_.names();
  if (node.op != claim::Op::distinct && node.op != claim::Op::forall) return {false, ""};
  if (parts_) {
    if (SymbolicRun::Shown shown = known_in_parts(node); shown.holds) return shown;
  }
  if (says_ids_differ_in_each_input(node, names)) return run_->ids_differ_in_each_input();
  if (says_all_ids_differ(node, names)) return all_ids_differ();
  using Domain = claim::Binder::Domain;
  const auto& binders = node.binders;
  if (node.op != claim::Op::distinct || !node.where || binders.size() != 2 || binders[0].domain != Domain::inputs || binders[1].domain != Domain::range) return {false, ""};
  const std::string& H = binders[0].name;
  const std::string& k = binders[1].name;
  const std::string where = claim::print(*node.where);
  try {
    const Formula ids_differ = Formula::parse(fmt::format("distinct({0} in inputs, {1} in 1..n where {2}: id({0}, {1}))", H, k, where), names);
    if (!claim::same(node, ids_differ.root())) return {false, ""};
    FlatGraph graph(true);
    std::string why_not;
    const Formula everywhere = Formula::parse(fmt::format("forall {} in inputs, {} in 1..n: {}", H, k, where), names);
    return show(everywhere, graph, why_not) ? all_ids_differ() : SymbolicRun::Shown{false, "a choice of inputs that is not all of them"};
  } catch (const claim::SyntaxError&) {  // it speaks of names bound outside
    return {false, ""};
  }
}

std::optional<Outcome> SymbolicPass::show(const Formula& formula, FlatGraph& graph, std::string& why_not, const SymbolicParts::Part* part) const {
  const claim::Vocabulary& names = system_.names();
  const StagedModel closed(staged_, names, *view_);
  const bool asked = request_.engine == "symbolic";
  const std::uint64_t reads = asked ? kMostReadsAsked : most_reads;
  const BoundedModel bounded(closed, reads, request_.stop);
  std::string differs;  // why ids were not shown to differ
  try {
    SymbolicNames symbolic(staged_, part != nullptr ? *part->run : *run_, names, graph, formula.scope() != Formula::Scope::closed);
    if (part != nullptr) symbolic.within(part->box);
    FormulaCompiler compiler(formula, bounded, system_.inputs().size(), graph, symbolic);
    compiler.limit_instances(asked ? kMostInstancesAsked : kMostInstances);
    const FormulaCompiler::Shown shown = compiler.show([&](const claim::Node& node) {
      if (part != nullptr) return false;
      const SymbolicRun::Shown found = known(node);
      if (!found.holds && differs.empty()) differs = found.why_not;
      return found.holds;
    });
    if (shown.verdict) {
      Outcome outcome = true_outcome();
      outcome.vacuous = shown.verdict->vacuous;
      return outcome;
    }
    why_not = !differs.empty() ? differs : bounded.exhausted() ? fmt::format("more than {} steps", reads) : shown.why_not;
  } catch (const NotFlat& e) {
    why_not = e.what();
  }
  return std::nullopt;
}

void SymbolicPass::decide(ClaimResult& decided, const Formula& formula) const {
  FlatGraph graph(true);
  std::string why_not;
  SymbolicRun::Shown each;
  if (formula.over_reals()) return;
  if (!request_.sweep && needs_value_mapping(formula)) {
    why_not = "the value mapping is not followed";
  } else if (formula.scope() == Formula::Scope::closed) {
    const StagedModel closed(staged_, system_.names(), *view_);
    const BoundedModel bounded(closed, most_reads, request_.stop);
    if (speaks_of_layers(formula)) {
      if (const auto shown = show(formula, graph, why_not)) {
        take(decided, closed, *shown);
        decided.symbolic = decided.verdict == Verdict::verified;
        return;
      }
    }
    const Outcome outcome = claim::evaluate(formula, bounded);
    if (outcome.kind == Outcome::Kind::truth && outcome.truth != claim::Truth::unknown) return take(decided, closed, outcome);
    if (why_not.empty()) why_not = bounded.exhausted() ? fmt::format("more than {} steps", most_reads) : outcome.reason;
  } else if (increasing_ && about_increasing(formula)) {
    const SymbolicRun::Shown shown = increasing_->show(formula);
    if (shown.holds) {
      take(decided, *view_, true_outcome());
      decided.symbolic = true;
      return;
    }
    why_not = shown.why_not;
    if (formula.scope() == Formula::Scope::per_input && refute(decided, formula, increasing_->inputs())) return;
    if (formula.scope() == Formula::Scope::collective && refute_by_pair(decided, formula, increasing_->pairs())) return;
  } else if (any_order_ && (each = any_order_->show(formula)).holds) {
    take(decided, *view_, true_outcome());
    decided.symbolic = true;
    return;
  } else if (staged_.parameters.n * staged_.parameters.d > kMostEntries) {
    const SymbolicRun::Shown ids = known(formula.root());
    if (ids.holds) {
      take(decided, *view_, true_outcome());
      decided.symbolic = true;
      return;
    }
    why_not = ids.why_not.empty() ? fmt::format("inputs of more than {} entries, of which only is decided whether ids differ", kMostEntries) : ids.why_not;
  } else if (const auto shown = show(formula, graph, why_not)) {
    take(decided, *view_, *shown);
    decided.symbolic = decided.verdict == Verdict::verified;
    return;
  } else if (formula.scope() == Formula::Scope::per_input ? refute(decided, formula, candidates(graph)) : exhibit(decided, formula, graph)) {
    return;
  }
  if (formula.scope() == Formula::Scope::per_input && any_order_ && !each.why_not.empty()) why_not = each.why_not;
  decided.explanation += (decided.explanation.empty() ? "symbolically: " : "; symbolically: ") + why_not;
}

}  // namespace hardmax
