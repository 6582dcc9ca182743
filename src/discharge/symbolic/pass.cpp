#include "discharge/symbolic/pass.hpp"

#include <fmt/core.h>

#include <atomic>
#include <mutex>

#include "claim/symbolic.hpp"
#include "claim/syntax.hpp"
#include "discharge/bounded_model.hpp"
#include "discharge/from_file.hpp"
#include "discharge/id_facts.hpp"
#include "discharge/symbolic/names.hpp"
#include "discharge/verdict.hpp"
#include "exact/crew.hpp"
#include "exact/error.hpp"
#include "execute/symbolic_residues.hpp"

namespace hardmax {

using claim::Formula;
using claim::Outcome;

namespace {

// A formula that writes out to more, or reads more names, is left undecided: it would take seconds.
// Whoever asks for a symbolic run, or for the one claim, waits longer.
constexpr std::size_t kMostInstances = std::size_t{1} << 20,
                      kMostInstancesAsked = std::size_t{1} << 24;
constexpr std::uint64_t kMostReadsAsked = 1 << 24;
// Of polynomials in the entries of long vectors: ten milliseconds.
constexpr std::uint64_t kMostTerms = 60'000, kMostTermsAsked = 1 << 24;
// Of inputs with more entries only is decided whether ids differ, and what speaks of the entries
// themselves; of so many atoms altogether.
constexpr std::size_t kMostEntries = 512;
constexpr std::size_t kMostAtoms = std::size_t{1} << 22, kMostAtomsAsked = std::size_t{1} << 26;

}  // namespace

StagedRun staged_run(const Parameters& parameters, const Pattern& pattern,
                     const Assumption1& assumption, const Overrides& overrides) {
  const Weights weights = hardmax::weights(parameters, pattern, assumption, overrides);
  StagedRun staged{parameters,       hardmax::stages(parameters, pattern, assumption, overrides),
                   &pattern,         {},
                   weights.shift,    weights.c,
                   pattern.layers(), assumption.s,
                   overrides.drop};
  for (const Rational& E : weights.E) staged.E.push_back(E * Rational(parameters.D));
  return staged;
}

StagedRun staged_run(const SweepSystem& system, const Pattern& attended) {
  const FileRun run = run_of(system.choice(), system.parameters(), system.overrides());
  std::vector<Rational> E = run.weights().E;
  for (Rational& e : E) e *= Rational(system.parameters().D);
  const auto last = (run.attention_layers() - run.selective_layers()).to_int64();
  if (!system.choice().positional && run.stages().sweeps.size() != 1)
    throw LimitReached("another number of sweeps than one, without encodings");
  return {
      system.parameters(),    run.stages(),    &attended, std::move(E),
      run.weights().shift,    run.weights().c, 1,         static_cast<std::size_t>(last.value()),
      system.overrides().drop};
}

SymbolicPass::SymbolicPass(const RunRequest& request, const RunSystem& system,
                           const Assumption1& assumption)
    : request_(request), system_(system), view_(system.open(1)) {
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
  if (run_->followed()) {
    if (!request.sweep && request.overrides.vdrop.empty()) follow_values(assumption);
    return;
  }
  parts_.emplace(staged_);
  if (!parts_->complete()) parts_.reset();
}

void SymbolicPass::follow_values(const Assumption1& assumption) {
  const auto with_multiplier = [this, assumption](const Rational& c) {
    Overrides overrides = request_.overrides;
    overrides.c = c;
    return staged_run(request_.parameters, *request_.pattern, assumption, overrides);
  };
  const auto quantized = [this](std::size_t row, const Rational& entry) {
    const claim::Vocabulary& names = system_.names();
    const claim::Value layers = view_->read(static_cast<std::size_t>(Name::quantize_layers_), {});
    const std::vector<claim::Value> arguments = {layers, Rational(row + 1),
                                                 entry / Rational(request_.parameters.D)};
    return std::get<Rational>(view_->read(index_of(names, "qmap"), arguments)) *
           Rational(request_.parameters.D);
  };
  values_ = std::make_unique<SymbolicValues>(staged_, *run_, system_.names(),
                                             request_.target ? request_.target->name() : "identity",
                                             with_multiplier, quantized);
}

std::string SymbolicPass::followed() const {
  const bool increasing = increasing_ && increasing_->followed();
  if (!run_->followed() && !parts_ && !increasing)
    return "symbolically, up to " + run_->undecided();
  const std::string inputs = run_->followed() ? "all inputs at once"
                             : increasing
                                 ? "all inputs at once whose columns increase"
                                 : fmt::format("the inputs in {} parts and {} by themselves",
                                               parts_->parts().size(), parts_->alone().size());
  const std::size_t sweeps = staged_.network.sweeps.size(), last = staged_.network.all_max.size();
  return fmt::format("symbolically, {}: {} sweep{} of {}^{} layers, {} all-max layer{}", inputs,
                     sweeps, sweeps == 1 ? "" : "s", staged_.parameters.D, staged_.parameters.d,
                     last, last == 1 ? "" : "s");
}

// Of a layer there is something to ask, which may be asked for many at once.
bool SymbolicPass::speaks_of_layers(const Formula& formula) const {
  const std::vector<StagedName> names = staged_names(system_.names());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool of_layer = names[i] == StagedName::mask || names[i] == StagedName::heads ||
                          names[i] == StagedName::bq || names[i] == StagedName::v_hidden ||
                          names[i] == StagedName::v_pieces || names[i] == StagedName::v_flat;
    if (of_layer && mentions(formula, i)) return true;
  }
  return false;
}

namespace {
bool binds_inputs(const claim::Node& node) {
  const auto within = [](const claim::NodePtr& part) { return part && binds_inputs(*part); };
  return std::any_of(node.binders.begin(), node.binders.end(),
                     [&](const claim::Binder& b) {
                       return b.domain == claim::Binder::Domain::inputs || within(b.first) ||
                              within(b.last);
                     }) ||
         within(node.where) || std::any_of(node.parts.begin(), node.parts.end(), within);
}

// It says something of every input, or of all choices of several: then what is false of one input,
// or of one in the place of all of them, is false.
bool universal_over_inputs(const claim::Node& node) {
  using claim::Op;
  const auto within = [](const claim::NodePtr& part) { return part && binds_inputs(*part); };
  switch (node.op) {
    case Op::conjunction:
      return std::all_of(node.parts.begin(), node.parts.end(),
                         [](const claim::NodePtr& part) { return universal_over_inputs(*part); });
    case Op::implication:
      return std::none_of(node.parts.begin(), node.parts.end() - 1, within) &&
             universal_over_inputs(*node.parts.back());
    case Op::let: return !within(node.parts[0]) && universal_over_inputs(*node.parts[1]);
    case Op::forall:
      return !within(node.where) &&
             std::none_of(
                 node.binders.begin(), node.binders.end(),
                 [&](const claim::Binder& b) { return within(b.first) || within(b.last); }) &&
             universal_over_inputs(*node.parts[0]);
    default: return !binds_inputs(node);
  }
}

// Of these more is shown by rules for many than by going through them.
bool speaks_of_many(const claim::Node& node) {
  const auto subsets = [](const claim::Binder& binder) {
    return binder.domain == claim::Binder::Domain::subsets;
  };
  return node.op == claim::Op::distinct ||
         std::any_of(node.binders.begin(), node.binders.end(), subsets) ||
         std::any_of(node.parts.begin(), node.parts.end(),
                     [](const claim::NodePtr& part) { return speaks_of_many(*part); });
}
}  // namespace

SymbolicRun::Shown SymbolicPass::all_ids_differ() const {
  if (parts_) return all_ids_differ_in_parts();
  SymbolicRun::Shown shown = final_ids_differ(staged_.network, *staged_.pattern, *run_);
  if (shown.holds || staged_.parameters.n * staged_.parameters.d > kMostEntries) return shown;
  FlatGraph graph(true);
  try {
    const SymbolicRun::Shown by_forms =
        SymbolicNames(staged_, *run_, system_.names(), graph).all_ids_differ();
    return by_forms.holds
               ? by_forms
               : SymbolicRun::Shown{false, shown.why_not + "; by their forms: " + by_forms.why_not};
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
  if (node.op != claim::Op::distinct || !node.where || binders.size() != 2 ||
      binders[0].domain != Domain::inputs || binders[1].domain != Domain::range)
    return {false, ""};
  const std::string& H = binders[0].name;
  const std::string& k = binders[1].name;
  const std::string where = claim::print(*node.where);
  try {
    const Formula ids_differ = Formula::parse(
        fmt::format("distinct({0} in inputs, {1} in 1..n where {2}: id({0}, {1}))", H, k, where),
        names);
    if (!claim::same(node, ids_differ.root())) return {false, ""};
    FlatGraph graph(true);
    std::string why_not;
    const Formula everywhere =
        Formula::parse(fmt::format("forall {} in inputs, {} in 1..n: {}", H, k, where), names);
    return show(everywhere, graph, why_not)
               ? all_ids_differ()
               : SymbolicRun::Shown{false, "a choice of inputs that is not all of them"};
  } catch (const claim::SyntaxError&) {  // it speaks of names bound outside
    return {false, ""};
  }
}

std::optional<Outcome> SymbolicPass::show(const Formula& formula, FlatGraph& graph,
                                          std::string& why_not, Reads reads,
                                          const SymbolicParts::Part* part) const {
  const claim::Vocabulary& names = system_.names();
  const StagedModel closed(staged_, names, *view_);
  const std::uint64_t steps = patient_ ? kMostReadsAsked : most_reads;
  const BoundedModel bounded(closed, steps, request_.stop);
  std::string differs;  // why ids were not shown to differ
  try {
    SymbolicNames symbolic(staged_, part != nullptr ? *part->run : *run_, names, graph,
                           formula.scope() != Formula::Scope::closed);
    if (part != nullptr) symbolic.within(part->box);
    if (reads == Reads::entries) symbolic.read_entries_alone();
    symbolic.follow_values(values_.get());
    FormulaCompiler compiler(formula, bounded, system_.inputs().size(), graph, symbolic);
    compiler.limit_instances(patient_ ? kMostInstancesAsked : kMostInstances);
    if (reads == Reads::entries) compiler.limit_atoms(patient_ ? kMostAtomsAsked : kMostAtoms);
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
    why_not = !differs.empty()      ? differs
              : bounded.exhausted() ? fmt::format("more than {} steps", steps) + waits()
                                    : shown.why_not;
    if (shown.too_many) why_not += waits();
  } catch (const NotFlat& e) {
    why_not = e.what();
  }
  return std::nullopt;
}

std::string SymbolicPass::waits() const {
  return patient_ ? "" : "; looked at longer with --engine symbolic, or --only its id";
}

// Each of these says whether the claim is decided, and else why not.
bool SymbolicPass::decide_closed(ClaimResult& decided, const Formula& formula, FlatGraph& graph,
                                 std::string& why_not) {
  const StagedModel closed(staged_, system_.names(), *view_);
  const std::uint64_t reads = patient_ ? kMostReadsAsked : most_reads;
  const BoundedModel bounded(closed, reads, request_.stop);
  if (speaks_of_layers(formula) || speaks_of_many(formula.root())) {
    if (const auto shown = show(formula, graph, why_not)) {
      take(decided, closed, *shown);
      decided.symbolic = decided.verdict == Verdict::verified;
      return true;
    }
  }
  const Outcome outcome = claim::evaluate(formula, bounded);
  if (outcome.kind == Outcome::Kind::truth && outcome.truth != claim::Truth::unknown) {
    take(decided, closed, outcome);
    return true;
  }
  if (why_not.empty())
    why_not =
        bounded.exhausted() ? fmt::format("more than {} steps", reads) + waits() : outcome.reason;
  return false;
}

bool SymbolicPass::decide_increasing(ClaimResult& decided, const Formula& formula,
                                     std::string& why_not) {
  const SymbolicRun::Shown shown = increasing_->show(formula);
  if (shown.holds) {
    take(decided, *view_, true_outcome());
    decided.symbolic = true;
    return true;
  }
  why_not = shown.why_not;
  if (formula.scope() == Formula::Scope::per_input &&
      refute(decided, formula, increasing_->inputs()))
    return true;
  return formula.scope() == Formula::Scope::collective &&
         refute_by_pair(decided, formula, increasing_->pairs());
}

// Of long inputs: what is said of ids, or of entries alone.
bool SymbolicPass::decide_by_entries(ClaimResult& decided, const Formula& formula, FlatGraph& graph,
                                     std::string& why_not) {
  const SymbolicRun::Shown ids = known(formula.root());
  if (ids.holds) {
    take(decided, *view_, true_outcome());
    decided.symbolic = true;
    return true;
  }
  why_not = ids.why_not;
  if (why_not.empty()) {
    if (const auto shown = show(formula, graph, why_not, Reads::entries)) {
      take(decided, *view_, *shown);
      decided.symbolic = decided.verdict == Verdict::verified;
      return true;
    }
    why_not = fmt::format("inputs of more than {} entries: ", kMostEntries) + why_not;
  }
  return false;
}

void SymbolicPass::decide(ClaimResult& decided, const Formula& formula) {
  FlatGraph graph(true);
  std::string why_not;
  SymbolicRun::Shown each;
  unreached_ = false;
  patient_ = request_.engine == "symbolic" || request_.only == decided.entry->id;
  if (formula.over_reals() && formula.scope() != Formula::Scope::closed && !any_order_)
    return;  // there is no input to evaluate it with
  if (formula.over_reals() && formula.scope() == Formula::Scope::closed) {
    why_not = decide_over_reals(decided, formula);
    if (why_not.empty()) return;
  } else if (!request_.sweep && needs_value_mapping(formula) && !values_) {
    why_not = "the value mapping is not followed";
  } else if (formula.scope() == Formula::Scope::closed) {
    if (decide_closed(decided, formula, graph, why_not)) return;
  } else if (increasing_ && about_increasing(formula)) {
    if (decide_increasing(decided, formula, why_not)) return;
  } else if (any_order_ && (each = any_order_->show(formula)).holds) {
    take(decided, *view_, true_outcome());
    decided.symbolic = true;
    return;
  } else if (formula.over_reals()) {
    why_not = each.why_not;
  } else if (staged_.parameters.n * staged_.parameters.d > kMostEntries) {
    if (decide_by_entries(decided, formula, graph, why_not)) return;
  } else if (const auto shown = show(formula, graph, why_not)) {
    take(decided, *view_, *shown);
    decided.symbolic = decided.verdict == Verdict::verified;
    return;
  } else if ((universal_over_inputs(formula.root()) ? refute(decided, formula, candidates(graph))
                                                    : exhibit(decided, formula, graph)) ||
             (formula.scope() == Formula::Scope::collective &&
              refute_by_pair(decided, formula, pairs()))) {
    return;
  } else if (formula.scope() == Formula::Scope::whole && universal_over_inputs(formula.root())) {
    why_not += waits();  // for an input that refutes it
  }
  if (formula.scope() == Formula::Scope::per_input && any_order_ && !each.why_not.empty())
    why_not = each.why_not;
  if (unreached_)
    why_not =
        "an input settles it, but it is not seen that every term has a value for the inputs before";
  decided.explanation +=
      (decided.explanation.empty() ? "symbolically: " : "; symbolically: ") + why_not;
}

// With vectors of more entries than the language has. Returns why not.
std::string SymbolicPass::decide_over_reals(ClaimResult& decided, const Formula& formula) const {
  const std::uint64_t terms = patient_ ? kMostTermsAsked : kMostTerms;
  const StagedModel closed(staged_, system_.names(), *view_);
  const BoundedModel bounded(closed, terms, request_.stop);
  const Outcome outcome = claim::evaluate_long_vectors(formula, bounded);
  if (bounded.exhausted()) return fmt::format("more than {} terms", terms) + waits();
  if (outcome.kind != Outcome::Kind::truth || outcome.truth == claim::Truth::unknown)
    return outcome.reason.empty() ? "unknown" : outcome.reason;
  take(decided, closed, outcome);
  decided.symbolic = decided.verdict == Verdict::verified;
  return "";
}

namespace {

// Where following takes most of the time, or much memory, it is done once: long networks, and the
// dense constructions.
std::size_t threads_to_follow(const RunRequest& request, std::size_t claims) {
  constexpr std::size_t kFewClaims = 8, kLongNetwork = 512;
  if (claims < kFewClaims || request.parameters.n > kLongNetwork || request.sweep) return 1;
  return std::min(claims, threads_of(request.threads));
}

}  // namespace

std::string follow_symbolically(const RunRequest& request, const RunSystem& system,
                                const Assumption1& assumption,
                                const std::vector<ClaimResult*>& claims) {
  std::string followed;
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  const auto not_followed = [](ClaimResult& claim, const LimitReached& e) {
    std::string& said = claim.explanation;
    said += (said.empty() ? "symbolically: " : "; symbolically: ") + std::string(e.what());
  };
  const auto work = [&](const std::atomic<bool>& failed) {
    std::optional<SymbolicPass> pass;
    try {
      pass.emplace(request, system, assumption);
    } catch (const LimitReached& e) {  // the network is not one of stages
      for (std::size_t i = next++; i < claims.size(); i = next++) not_followed(*claims[i], e);
      return;
    }
    for (std::size_t i = next++; i < claims.size() && !failed; i = next++) {
      try {
        pass->decide(*claims[i], claim::formal_of(*claims[i]->entry, system.names()));
      } catch (const LimitReached& e) {
        not_followed(*claims[i], e);
      }
    }
    const std::lock_guard lock(mutex);
    followed = pass->followed();
  };
  work_on_threads(threads_to_follow(request, claims.size()), work);
  return followed;
}

}  // namespace hardmax
