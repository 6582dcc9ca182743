#include "discharge/symbolic_pass.hpp"

#include <fmt/core.h>

#include "claim/syntax.hpp"
#include "construction/yun2020b/stages.hpp"
#include "discharge/bounded_model.hpp"
#include "discharge/id_facts.hpp"
#include "discharge/sweep_model.hpp"
#include "discharge/symbolic_names.hpp"
#include "discharge/verdict.hpp"
#include "exact/error.hpp"

namespace hardmax {

using claim::Formula;
using claim::Outcome;

namespace {

// A formula that writes out to more, or reads more names, is left undecided: it would take seconds.
constexpr std::size_t kMostInstances = std::size_t{1} << 14;
constexpr std::uint64_t kMostReads = 200'000;
constexpr std::size_t kMostCorners = 32;
// Networks of more layers are not executed literally to confirm a counterexample.
constexpr std::size_t kMostLiteralLayers = 4096;

StagedRun of_pattern(const RunRequest& request, const Assumption1& assumption) {
  const yun2020b::Weights weights = yun2020b::weights(request.parameters, *request.pattern, assumption, request.overrides);
  StagedRun staged;
  staged.parameters = request.parameters;
  staged.network = yun2020b::stages(request.parameters, *request.pattern, assumption, request.overrides);
  staged.pattern = request.pattern;
  for (const Rational& E : weights.E) staged.E.push_back(E * Rational(request.parameters.D));
  staged.shift = weights.shift;
  staged.c = weights.c;
  staged.p = request.pattern->layers();
  staged.last = assumption.s;
  staged.dropped = request.overrides.drop;
  return staged;
}

StagedRun of_sweep(const RunRequest& request, const Pattern& pattern) {
  const sweep::Plan plan = request.sweep->paper->plan(request.parameters, request.sweep->positional);
  const sweep::Weights weights = sweep::weights(request.parameters, plan, request.overrides);
  StagedRun staged;
  staged.parameters = request.parameters;
  staged.network = sweep::stages(request.parameters, plan, request.overrides);
  staged.pattern = &pattern;
  staged.E = weights.E;
  staged.shift = weights.shift;
  staged.c = weights.c;
  staged.last = plan.global_layers;
  staged.dropped = request.overrides.drop;
  return staged;
}

Pattern without_self(const Pattern& pattern) {
  std::vector<std::vector<Token>> layer(pattern.tokens());
  for (Token k = 0; k < pattern.tokens(); ++k) {
    for (const Token j : pattern.neighbours(0, k)) {
      if (j != k) layer[k].push_back(j);
    }
  }
  return {pattern.name(), {std::move(layer)}};
}

}  // namespace

SymbolicPass::SymbolicPass(const RunRequest& request, const RunSystem& system, const Assumption1& assumption) : request_(request), system_(system), view_(system.open(1)) {
  if (request.sweep) {
    HARDMAX_REQUIRE(!request.sweep->extended);
    const Pattern& dense = static_cast<const SweepSystem&>(system).pattern();
    if (!request.sweep->paper->sees_itself) others_ = without_self(dense);
    staged_ = of_sweep(request, others_ ? *others_ : dense);
  } else {
    staged_ = of_pattern(request, assumption);
  }
  run_.emplace(staged_.network, *staged_.pattern);
}

// A part that says no more than that ids differ.
SymbolicRun::Shown SymbolicPass::known(const claim::Node& node) const {
  const claim::Vocabulary& names = system_.names();
  if (node.op != claim::Op::distinct && node.op != claim::Op::forall) return {false, ""};
  if (says_ids_differ_in_each_input(node, names)) return run_->ids_differ_in_each_input();
  if (says_all_ids_differ(node, names)) return run_->all_ids_differ();
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
    return show(everywhere, graph, why_not) ? run_->all_ids_differ() : SymbolicRun::Shown{false, "a choice of inputs that is not all of them"};
  } catch (const claim::SyntaxError&) {  // it speaks of names bound outside
    return {false, ""};
  }
}

std::optional<Outcome> SymbolicPass::show(const Formula& formula, FlatGraph& graph, std::string& why_not) const {
  const claim::Vocabulary& names = system_.names();
  const StagedModel closed(staged_, names, *view_);
  const BoundedModel bounded(closed, kMostReads, request_.stop);
  std::string differs;  // why ids were not shown to differ
  try {
    SymbolicNames symbolic(staged_, *run_, names, graph);
    FormulaCompiler compiler(formula, bounded, system_.inputs().size(), graph, symbolic);
    compiler.limit_instances(kMostInstances);
    const FormulaCompiler::Shown shown = compiler.show([&](const claim::Node& node) {
      const SymbolicRun::Shown found = known(node);
      if (!found.holds && differs.empty()) differs = found.why_not;
      return found.holds;
    });
    if (shown.verdict) {
      Outcome outcome = true_outcome();
      outcome.vacuous = shown.verdict->vacuous;
      return outcome;
    }
    why_not = !differs.empty() ? differs : bounded.exhausted() ? fmt::format("more than {} steps", kMostReads) : shown.why_not;
  } catch (const NotFlat& e) {
    why_not = e.what();
  }
  return std::nullopt;
}

void SymbolicPass::decide(ClaimResult& decided, const Formula& formula) const {
  FlatGraph graph(true);
  std::string why_not;
  if (formula.over_reals()) return;
  if (!request_.sweep && needs_value_mapping(formula)) {
    why_not = "the value mapping is not followed";
  } else if (formula.scope() == Formula::Scope::closed) {
    const StagedModel closed(staged_, system_.names(), *view_);
    const BoundedModel bounded(closed, kMostReads, request_.stop);
    const Outcome outcome = claim::evaluate(formula, bounded);
    if (outcome.kind == Outcome::Kind::truth && outcome.truth != claim::Truth::unknown) return take(decided, closed, outcome);
    why_not = bounded.exhausted() ? fmt::format("more than {} steps", kMostReads) : outcome.reason;
  } else if (const auto shown = show(formula, graph, why_not)) {
    take(decided, *view_, *shown);
    decided.symbolic = decided.verdict == Verdict::verified;
    return;
  } else if (formula.scope() == Formula::Scope::per_input && refute(decided, formula, graph)) {
    return;
  }
  decided.explanation += (decided.explanation.empty() ? "symbolically: " : "; symbolically: ") + why_not;
}

// Tries the inputs at which comparisons that stayed open are at their ends.
bool SymbolicPass::refute(ClaimResult& decided, const Formula& formula, const FlatGraph& graph) const {
  std::vector<std::vector<Rational>> corners = graph.corners(staged_.parameters.n * staged_.parameters.d, kMostCorners);
  if (corners.empty()) corners.emplace_back(staged_.parameters.n * staged_.parameters.d);
  for (const std::vector<Rational>& corner : corners) {
    const StagedModel one(staged_, system_.names(), *view_, corner);
    const BoundedModel bounded(one, kMostReads, request_.stop);
    const Outcome outcome = claim::evaluate(formula, bounded);
    if (outcome.kind != Outcome::Kind::truth || outcome.truth != claim::Truth::no || !literally_false(formula, corner)) continue;
    take(decided, one, outcome);
    return true;
  }
  return false;
}

// By the literal executor; true also where the network is too large for it.
bool SymbolicPass::literally_false(const Formula& formula, const std::vector<Rational>& input) const {
  const auto executable = system_.executable();
  if (!executable || !system_.inputs().size64() || executable->network.layers().size() > kMostLiteralLayers) return true;
  std::uint64_t ordinal = 0;
  for (const Rational& entry : input) ordinal = ordinal * system_.inputs().base() + static_cast<std::uint64_t>(*entry.to_int64());
  const BoundedModel bounded(*view_, kMostReads, request_.stop);
  const Outcome outcome = claim::evaluate(formula, bounded, {ordinal, ordinal + 1});
  return outcome.kind == Outcome::Kind::truth && outcome.truth == claim::Truth::no;
}

}  // namespace hardmax
