#include "discharge/decide.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>

#include "claim/syntax.hpp"
#include "decide/estimate.hpp"
#include "discharge/bounded_model.hpp"
#include "discharge/enumerate.hpp"
#include "discharge/file_meaning.hpp"
#include "discharge/from_file.hpp"
#include "discharge/input_pass.hpp"
#include "discharge/range_program.hpp"
#include "discharge/run_model.hpp"
#include "discharge/search.hpp"
#include "discharge/sweep_model.hpp"
#include "discharge/symbolic/pass.hpp"
#include "discharge/verdict.hpp"
#include "exact/error.hpp"
#include "pattern/structured_assumption1.hpp"

namespace hardmax {

namespace {

using claim::Entry;
using claim::Formula;
using claim::Outcome;

// A network of more attention layers is not built; its claims are undecided (cost).
constexpr std::int64_t kMaxLayers = 1 << 20;
// What a second of the budget is worth where cost is bounded by counting.
constexpr double kReadsPerSecond = 1e6;
// No engine is faster. Where even that is over budget, not one input is executed for an estimate:
// one may take hours.
constexpr double kLeastSecondsPerInput = 1e-10;

class Decider {
 public:
  Decider(const RunRequest& request, const std::vector<Entry>& entries)
      : request_(request), entries_(entries) {}

  RunResult decide() {
    const auto start = std::chrono::steady_clock::now();
    if (request_.sweep) {
      prepare_sweep();
    } else {
      prepare_run();
    }
    result_.inputs = system_->inputs().size();
    result_.ids = result_.inputs * Rational(request_.parameters.n);
    view_ = system_->open(1);
    order_entries();
    decide_hypotheses();
    decide_rest();
    if (request_.search > 0 && has_network()) search();
    for (auto& [id, decided] : decided_) {
      if (!asked_for(*decided.entry)) {
        result_.hypotheses.push_back(decided.entry);
        continue;
      }
      judge(decided, request_);
      result_.claims.push_back(std::move(decided));
    }
    if (later_ && later_->value_built()) {
      result_.value_mapping = report_value_mapping(later_->value(), request_.parameters.n,
                                                   request_.parameters.D, later_->target().name());
    }
    result_.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::move(result_);
  }

 private:
  void prepare_run() {
    build_network();
    const Construction* const built = result_.construction ? &*result_.construction : nullptr;
    const auto target =
        request_.target ? *request_.target : Target::named("identity", request_.parameters).value();
    later_ = std::make_shared<LaterStages>(request_.parameters, *request_.pattern,
                                           result_.assumption, built, request_.overrides, target);
    system_ = std::make_unique<PatternSystem>(
        RunContext{request_.parameters, request_.pattern, &result_.assumption, built, later_});
  }

  void build_network() {
    const bool by_rules = request_.rules != nullptr && request_.rules->n > reach_bitset_tokens;
    result_.assumption =
        by_rules ? decide_assumption1(*request_.rules) : decide_assumption1(*request_.pattern);
    if (!result_.assumption.holds()) {
      result_.not_executed = "Assumption 1 does not hold for this pattern";
      return;
    }
    try {
      make_network();
    } catch (const LimitReached& e) {
      result_.not_executed = e.what();
    }
  }
  void make_network() {
    result_.attention_layers =
        attention_layers(request_.parameters, *request_.pattern, result_.assumption);
    const auto layers = result_.attention_layers.to_int64();
    if (!layers || *layers > kMaxLayers) {
      result_.not_executed =
          fmt::format("the network has {} attention layers", count_of(result_.attention_layers));
      return;
    }
    result_.construction = hardmax::build(request_.parameters, *request_.pattern,
                                          result_.assumption, request_.overrides);
    HARDMAX_REQUIRE(result_.attention_layers == Rational(result_.construction->network.size()));
  }

  // Dense attention: Assumption 1 is not asked for.
  void prepare_sweep() {
    auto system =
        std::make_unique<SweepSystem>(*request_.sweep, request_.parameters, request_.overrides);
    if (system->built()) {
      result_.sweep = system->built();
      result_.attention_layers = result_.sweep->network.size();
    }
    result_.not_executed = system->not_built();
    result_.quantizer_layers = system->quantizer_layers();
    if (!request_.sweep->positional) {
      const Rational columns = power(system->inputs().base(), request_.parameters.d);
      result_.orbits = ways(columns + Rational(request_.parameters.n - 1), request_.parameters.n);
      result_.orbits_distinct = ways(columns, request_.parameters.n);
    }
    system_ = std::move(system);
  }
  // To choose k of m. (claim's `choose` stops at 10^6.)
  static Rational ways(const Rational& m, std::uint64_t k) {
    Rational product = 1;
    for (std::uint64_t i = 0; i < k; ++i) product = product * (m - Rational(i)) / Rational(i + 1);
    return product;
  }
  bool has_network() const { return result_.construction || result_.sweep; }

  bool asked_for(const Entry& entry) const {
    return (request_.paper.empty() || is_about(entry.id, request_.paper)) &&
           entry.is_asked_for(request_.only);
  }

  // Wanted entries and, for them, every hypothesis.
  void order_entries() {
    for (const Entry& entry : entries_) by_id_[entry.id] = &entry;
    for (const Entry& entry : entries_) {
      if (asked_for(entry)) want(entry);
    }
  }
  void want(const Entry& entry) {
    ClaimResult& decided = decided_[entry.id];
    if (decided.entry != nullptr) return;
    decided.entry = &entry;
    for (const std::string& id : entry.needs) {
      hypotheses_.insert(id);
      const auto needed = by_id_.find(id);
      if (needed == by_id_.end()) {
        throw InvalidInput(
            InvalidInput::Kind::file,
            fmt::format("{}:{}: entry '{}' needs '{}', a claim about the network of another "
                        "construction; name a hypothesis about the same network",
                        entry.file, entry.line, entry.id, id));
      }
      want(*needed->second);
    }
  }

  void decide_hypotheses() {
    for (const std::string& id : hypotheses_) settle_hypothesis(id);
  }
  void settle_hypothesis(const std::string& id) {
    if (!settled_.insert(id).second) return;
    const Entry& entry = *by_id_.at(id);
    for (const std::string& need : entry.needs) settle_hypothesis(need);
    ClaimResult& decided = decided_[id];
    if (const auto formula = settle_early(decided))
      take(decided, *view_, evaluate_alone(*formula, decided));
  }

  // The parts of Assumption 1 of a long pattern, where they hold: going through n sets of n tokens
  // again would take hours.
  bool is_known_of_pattern(const Formula& formula) const {
    constexpr std::size_t kShortPattern = 512;
    if (request_.sweep || request_.pattern->tokens() <= kShortPattern) return false;
    const auto says = [&](const char* text) {
      return claim::same(formula.root(), Formula::parse(text, run_vocabulary()).root());
    };
    const Assumption1& a = result_.assumption;
    return (a.self == Decision::yes && says("forall l in 1..p, k in 1..n: k in A(l, k)")) ||
           (a.order == Decision::yes &&
            says("chain(j in 1..n, k in 1..n: exists l in 1..p: j in A(l, k))")) ||
           (a.reach == Decision::yes &&
            says("exists t in 1..n*p: forall k in 1..n: S(t, k) = (1..n)"));
  }

  // A name in it that the construction file defines otherwise than it is computed here.
  std::string meant_otherwise(const Formula& formula) const {
    return hardmax::meant_otherwise(formula, system_->names(), construction_of_run(request_.sweep));
  }

  // Steps (1) to (3) of FORMAT.md. Returns the formula if step (4) is reached.
  std::optional<Formula> settle_early(ClaimResult& decided) {
    const Entry& entry = *decided.entry;
    if (!entry.formal) {
      set_verdict(decided, Verdict::not_checkable, "feature", entry.not_checkable.value_or(""));
      return std::nullopt;
    }
    const Formula formula = claim::formal_of(entry, system_->names());
    const Formula domain = claim::domain_of(entry, system_->names());
    const auto is_left = [&](const Formula& part) {
      const std::string other = meant_otherwise(part);
      if (!other.empty()) set_verdict(decided, Verdict::undecided, "limit", other);
      return !other.empty();
    };
    if (is_left(domain)) return std::nullopt;
    for (const std::string& need : entry.needs) {
      const ClaimResult& hypothesis = decided_.at(need);
      if (hypothesis.verdict == Verdict::verified) continue;
      set_verdict(decided, Verdict::not_checkable, "hypothesis " + need,
                  "needs " + need + ", which is " + std::string(name_of(hypothesis.verdict)));
      return std::nullopt;
    }
    decided.about = about(formula);
    decided.of_orbits = request_.sweep && mentions(formula, index_of(system_->names(), "sorted"));
    const Outcome applies = in_time([&] {
      const BoundedModel bounded(*view_, steps_of_budget(), request_.stop);
      const Outcome outcome = claim::evaluate(domain, bounded);
      return bounded.exhausted() ? out_of_steps(decided) : outcome;
    });
    if (applies.kind != Outcome::Kind::truth || applies.truth == claim::Truth::unknown) {
      take(decided, *view_, applies);
      return std::nullopt;
    }
    if (applies.truth == claim::Truth::no) {
      set_verdict(decided, Verdict::not_checkable, "domain",
                  "says nothing here; it is made for " + entry.domain);
      return std::nullopt;
    }
    if (is_left(formula)) return std::nullopt;
    may_be_followed_.insert(&decided);
    return formula;
  }

  // A formula that is decided by itself: one that speaks of no input, or of several at once.
  Outcome evaluate_alone(const Formula& formula, ClaimResult& decided) {
    return in_time([&] {
      decided.symbolic = is_known_of_pattern(formula);
      return decided.symbolic ? true_outcome() : evaluate_within_budget(formula, decided);
    });
  }

  static Outcome in_time(const std::function<Outcome()>& evaluation) {
    try {
      return evaluation();
    } catch (const Interrupted& stopped) {
      if (stopped.exit_code != timed_out) throw;
      return out_of_time();
    }
  }

  Outcome evaluate_within_budget(const Formula& formula, ClaimResult& decided) {
    if (value_mapping_over_budget(formula, decided)) return out_of_budget();
    if (formula.scope() != Formula::Scope::closed) {
      if (!has_network()) return without_network(decided);
      if (out_of_reach()) {
        decided.explanation = too_many_inputs();
        return out_of_budget();
      }
      const double inputs = approximately(result_.inputs);
      // At least one pass over all inputs is needed; what else is, only evaluation shows, so that
      // is bounded by a number of reads.
      const double estimate = inputs * replay_of_one_input();
      if (estimate > request_.budget_seconds) {
        decided.explanation =
            fmt::format("about {:.3g} inputs, at least {} estimated; budget {} (--budget)", inputs,
                        duration(estimate), duration(request_.budget_seconds));
        return out_of_budget();
      }
    }
    return evaluate_bounded(formula, *system_->open(4096), decided);
  }

  std::uint64_t steps_of_budget() const {
    return static_cast<std::uint64_t>(request_.budget_seconds * kReadsPerSecond);
  }
  Outcome out_of_steps(ClaimResult& decided) const {
    decided.explanation =
        fmt::format("stopped after {:.3g} steps, the budget of {} (--budget)",
                    request_.budget_seconds * kReadsPerSecond, duration(request_.budget_seconds));
    return out_of_budget();
  }
  Outcome evaluate_bounded(const Formula& formula, const claim::Model& model,
                           ClaimResult& decided) const {
    const BoundedModel bounded(model, steps_of_budget(), request_.stop);
    const Outcome outcome = outcome_within(formula, bounded);
    if (bounded.exhausted()) return out_of_steps(decided);
    if (outcome.kind == Outcome::Kind::limit && !has_network() && !too_large_to_build())
      return unknown_truth();
    return outcome;
  }

  Outcome outcome_within(const Formula& formula, const BoundedModel& bounded) const {
    if (formula.scope() == Formula::Scope::closed && !formula.over_reals()) {
      std::optional<QuantizerOfRun> quantizer;
      if (later_)
        quantizer =
            QuantizerOfRun{[this]() -> const QuantizerStage& { return later_->quantizer(); },
                           request_.parameters.d, request_.parameters.D};
      if (const auto shown = shown_over_ranges(formula, bounded, quantizer)) return *shown;
    }
    return claim::evaluate(formula, bounded);
  }

  // A formula that needs the value mapping has every input executed first, on one thread.
  bool value_mapping_over_budget(const Formula& formula, ClaimResult& decided) {
    if (!later_ || !needs_value_mapping(formula) || !result_.construction || later_->value_built())
      return false;
    if (result_.ids > Rational(ValueStage::max_layers))
      return false;  // ends as the limit that it is
    const double estimate = approximately(result_.inputs) * replay_of_one_input();
    if (estimate <= request_.budget_seconds) return false;
    decided.explanation = fmt::format(
        "needs the value mapping, {} inputs executed, {} estimated; budget {} (--budget)",
        result_.inputs.str(), duration(estimate), duration(request_.budget_seconds));
    return true;
  }

  // Seconds to execute one input, measured once.
  double replay_of_one_input() {
    if (replay_of_one_ == 0) {
      Enumeration one;
      one.system = system_.get();
      one.inputs = 1;
      replay_of_one_ = sample_cost(one, 0).replay;
    }
    return replay_of_one_;
  }

  void decide_rest() {
    std::vector<std::pair<ClaimResult*, Formula>> enumerated;
    for (auto& [id, decided] : decided_) {
      if (settled_.contains(id)) continue;
      auto formula = settle_early(decided);
      if (!formula) continue;
      if (formula->scope() != Formula::Scope::closed && has_network() &&
          request_.engine != "symbolic" && decide_on_some(*formula, decided))
        continue;
      const bool alone = formula->scope() == Formula::Scope::whole &&
                         (!has_network() || (request_.engine != "symbolic" && out_of_reach()));
      const bool split = formula->scope() != Formula::Scope::closed && !alone;
      if (split && has_network()) {
        if (value_mapping_over_budget(*formula, decided)) {
          take(decided, *view_, out_of_budget());
          continue;
        }
        enumerated.emplace_back(&decided, std::move(*formula));
      } else if (split) {
        take(decided, *view_, without_network(decided));
      } else {
        take(decided, *view_, evaluate_alone(*formula, decided));
      }
    }
    if (request_.engine == "symbolic" || (has_network() && out_of_reach())) {
      result_.not_executed = request_.engine == "symbolic" ? "--engine symbolic enumerates no input"
                                                           : too_many_inputs();
      for (const auto& [decided, formula] : enumerated) leave_to_symbolic_run(*decided);
    } else if (has_network()) {
      InputPass(request_, *system_, result_, [this](const Formula& formula, ClaimResult& decided) {
        return evaluate_alone(formula, decided);
      }).run(std::move(enumerated));
    }
    const bool may_follow = request_.sweep ? !request_.sweep->extended : result_.assumption.holds();
    if (may_follow && (request_.engine == "auto" || request_.engine == "symbolic") &&
        !result_.executed)
      follow();
  }

  // A formula that speaks of some inputs only.
  bool decide_on_some(const Formula& formula, ClaimResult& decided) {
    const std::unique_ptr<RunView> some = system_->open_for(formula);
    if (!some) return false;
    if (some->input_count() > 0) {
      const auto start = std::chrono::steady_clock::now();
      static_cast<void>(some->ids(0));
      const double estimate =
          static_cast<double>(some->input_count()) *
          std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      if (estimate > request_.budget_seconds) {
        decided.explanation =
            fmt::format("{} inputs, at least {} estimated; budget {} (--budget)",
                        some->input_count(), duration(estimate), duration(request_.budget_seconds));
        take(decided, *some, out_of_budget());
        return true;
      }
    }
    take(decided, *some, in_time([&] { return evaluate_bounded(formula, *some, decided); }));
    return true;
  }

  // What is still undecided for its cost, where it is a claim about every input: some inputs are
  // tried.
  void search() {
    std::vector<std::pair<ClaimResult*, Formula>> wanted;
    for (auto& [id, decided] : decided_) {
      if (decided.verdict != Verdict::undecided || decided.reason != "cost") continue;
      Formula formula = claim::formal_of(*decided.entry, system_->names());
      if (formula.scope() == Formula::Scope::per_input && !needs_value_mapping(formula) &&
          !system_->open_for(formula))
        wanted.emplace_back(&decided, std::move(formula));
    }
    if (wanted.empty() || !system_->inputs().size64()) return;
    const double estimate = static_cast<double>(request_.search) * replay_of_one_input();
    if (estimate > request_.budget_seconds) {
      for (const auto& [decided, formula] : wanted)
        decided->explanation +=
            fmt::format("; a search of {} inputs takes {}", request_.search, duration(estimate));
      return;
    }
    const Outcome searched = in_time([&] {
      CounterexampleSearch(*system_, request_.search, request_.seed, request_.stop).run(wanted);
      return true_outcome();
    });
    if (searched.kind == Outcome::Kind::truth) return;
    for (const auto& [decided, formula] : wanted) {
      if (decided->verdict == Verdict::undecided) take(*decided, *view_, searched);
    }
  }

  void leave_to_symbolic_run(ClaimResult& decided) {
    decided.explanation = result_.not_executed;
    take(decided, *view_, out_of_budget());
  }

  // What enumeration left undecided for its cost or at a limit, or without a network, decided by a
  // symbolic run where that can be.
  void follow() {
    std::vector<ClaimResult*> open;
    for (auto& [id, decided] : decided_) {
      if (decided.verdict == Verdict::undecided && may_be_followed_.contains(&decided) &&
          (decided.reason == "cost" || decided.reason == "limit" || !has_network()))
        open.push_back(&decided);
    }
    if (open.empty()) return;
    result_.followed = follow_symbolically(request_, *system_, result_.assumption, open);
    if (std::any_of(open.begin(), open.end(), [](const ClaimResult* decided) {
          return decided->verdict != Verdict::undecided;
        }))
      result_.engine = "symbolic";
  }

  bool out_of_reach() const {
    return approximately(result_.inputs) * kLeastSecondsPerInput > request_.budget_seconds;
  }
  static std::string count_of(const Rational& whole) {
    return whole.bits() < 200 ? whole.str() : fmt::format("about 2^{}", whole.bits() - 1);
  }
  std::string too_many_inputs() const {
    const double least = approximately(result_.inputs) * kLeastSecondsPerInput;
    return fmt::format("{} inputs, at least {}; budget {} (--budget)", count_of(result_.inputs),
                       std::isfinite(least) ? duration(least) : "1e+290 years",
                       duration(request_.budget_seconds));
  }
  // Of a run without a network: there is one, or Assumption 1 does not hold.
  bool too_large_to_build() const { return request_.sweep || result_.assumption.holds(); }
  Outcome without_network(ClaimResult& decided) const {
    if (!too_large_to_build()) return unknown_truth();
    decided.explanation = not_built();
    return out_of_budget();
  }
  std::string not_built() const {
    return fmt::format("{}; {} inputs", result_.not_executed, count_of(result_.inputs));
  }

  const RunRequest& request_;
  const std::vector<Entry>& entries_;
  RunResult result_;
  std::shared_ptr<LaterStages> later_;  // of yun2020b
  std::unique_ptr<RunSystem> system_;
  std::unique_ptr<RunView> view_;  // for names of the run alone
  std::map<std::string, const Entry*> by_id_;
  std::map<std::string, ClaimResult> decided_;
  std::set<std::string> hypotheses_;
  std::set<std::string> settled_;
  // Those whose hypotheses and domain hold, by names that mean what is computed here.
  std::set<const ClaimResult*> may_be_followed_;
  double replay_of_one_ = 0;
};

}  // namespace

RunResult decide_run(const RunRequest& request, const std::vector<Entry>& entries) {
  return Decider(request, entries).decide();
}

}  // namespace hardmax
