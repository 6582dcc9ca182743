#include "discharge/decide.hpp"

#include <fmt/core.h>

#include <chrono>
#include <cmath>
#include <set>
#include <sstream>
#include <thread>

#include "discharge/bounded_model.hpp"
#include "discharge/enumerate.hpp"
#include "discharge/id_facts.hpp"
#include "discharge/id_model.hpp"
#include "discharge/run_model.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

using claim::Entry;
using claim::Formula;
using claim::Outcome;

// A network of more attention layers is not built; its claims are undecided (cost).
constexpr std::int64_t kMaxLayers = 1 << 20;
// Values kept for distinctness at a time, 48 bytes each.
constexpr double kMaxKeptValues = 1.5e8;
// What a second of the budget is worth where cost is bounded by counting.
constexpr double kReadsPerSecond = 1e6;
// Runs of at most so many inputs are executed literally by --engine auto.
constexpr std::uint64_t kLiteralInputs = 4096;

// "3.2 s", "5 min", "1.2e+24 years"
std::string duration(double seconds) {
  if (seconds < 90) return fmt::format("{:.2g} s", seconds);
  if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
  if (seconds < 172800) return fmt::format("{:.1f} hours", seconds / 3600);
  if (seconds < 3.2e7) return fmt::format("{:.0f} days", seconds / 86400);
  return fmt::format("{:.2g} years", seconds / 31557600);
}

// The size of a number for estimates and messages only.
double approximately(const Rational& x) {
  const auto small = x.to_int64();
  if (small) return static_cast<double>(*small);
  return std::pow(2.0, static_cast<double>(x.bits()) - 0.5);
}

Formula parse(const Entry& entry, const std::string& text, const char* key) {
  try {
    return Formula::parse(text, run_vocabulary());
  } catch (const claim::SyntaxError& error) {
    throw InvalidInput(InvalidInput::Kind::file, fmt::format("{}:{}: {} of {}: {} (at character {}: '{}')", entry.file, entry.line, key, entry.id, error.what(),
                                                             error.offset + 1, text.substr(std::min(error.offset, text.size()), 24)));
  }
}

class Decider {
 public:
  Decider(const RunRequest& request, const std::vector<Entry>& entries) : request_(request), entries_(entries) {}

  RunResult decide() {
    const auto start = std::chrono::steady_clock::now();
    prepare_run();
    const yun2020b::Construction* const built = result_.construction ? &*result_.construction : nullptr;
    const auto target = request_.target ? *request_.target : yun2020b::Target::named("identity", request_.parameters).value();
    context_ = {request_.parameters, request_.pattern, &result_.assumption, built,
                std::make_shared<LaterStages>(request_.parameters, *request_.pattern, result_.assumption, built, request_.overrides, target)};
    order_entries();
    decide_hypotheses();
    decide_rest();
    for (auto& [id, decided] : decided_) {
      if (!id.starts_with(request_.only)) continue;
      judge(decided);
      result_.claims.push_back(std::move(decided));
    }
    if (context_.later->value_built()) {
      result_.value_mapping = report_value_mapping(context_.later->value(), request_.parameters.n, request_.parameters.D, context_.later->target().name());
    }
    result_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::move(result_);
  }

 private:
  void prepare_run() {
    const auto& [n, d, D] = request_.parameters;
    result_.assumption = decide_assumption1(*request_.pattern);
    result_.inputs = power(D, n * d);
    result_.ids = result_.inputs * Rational(n);
    if (!result_.assumption.holds()) {
      result_.not_executed = "Assumption 1 does not hold for this pattern";
      return;
    }
    result_.attention_layers = yun2020b::attention_layers(request_.parameters, *request_.pattern, result_.assumption);
    const auto layers = result_.attention_layers.to_int64();
    if (!layers || *layers > kMaxLayers) {
      result_.not_executed = fmt::format("the network has {} attention layers", result_.attention_layers.str());
      return;
    }
    result_.construction = yun2020b::build(request_.parameters, *request_.pattern, result_.assumption, request_.overrides);
  }

  // Wanted entries and, for them, every hypothesis.
  void order_entries() {
    for (const Entry& entry : entries_) by_id_[entry.id] = &entry;
    for (const Entry& entry : entries_) {
      if (entry.id.starts_with(request_.only)) want(entry);
    }
  }
  void want(const Entry& entry) {
    ClaimResult& decided = decided_[entry.id];
    if (decided.entry != nullptr) return;
    decided.entry = &entry;
    for (const std::string& id : entry.needs) {
      hypotheses_.insert(id);
      want(*by_id_.at(id));
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
    if (const auto formula = settle_early(decided)) take(decided, evaluate_alone(*formula, decided));
  }

  // Steps (1) to (3) of FORMAT.md. Returns the formula if step (4) is reached.
  std::optional<Formula> settle_early(ClaimResult& decided) {
    const Entry& entry = *decided.entry;
    if (!entry.formal) {
      set(decided, Verdict::not_checkable, "feature", entry.not_checkable.value_or(""));
      return std::nullopt;
    }
    const Formula formula = parse(entry, *entry.formal, "formal");
    const Formula domain = parse(entry, entry.domain, "domain");
    for (const std::string& need : entry.needs) {
      const ClaimResult& hypothesis = decided_.at(need);
      if (hypothesis.verdict == Verdict::verified) continue;
      set(decided, Verdict::not_checkable, "hypothesis " + need, "needs " + need + ", which is " + std::string(name_of(hypothesis.verdict)));
      return std::nullopt;
    }
    const Outcome applies = claim::evaluate(domain, RunModel(context_, 1));
    if (applies.kind != Outcome::Kind::truth || applies.truth == claim::Truth::unknown) {
      take(decided, applies);
      return std::nullopt;
    }
    if (applies.truth == claim::Truth::no) {
      set(decided, Verdict::not_checkable, "domain", "says nothing here; it is made for " + entry.domain);
      return std::nullopt;
    }
    return formula;
  }

  // A formula that is decided by itself: one that speaks of no input, or of several at once.
  Outcome evaluate_alone(const Formula& formula, ClaimResult& decided) {
    if (value_mapping_over_budget(formula, decided)) return cost();
    if (formula.scope() != Formula::Scope::closed) {
      if (!result_.construction) return unknown();
      const double inputs = approximately(result_.inputs);
      // At least one pass over all inputs is needed; what else is, only evaluation shows, so that is bounded by a number of reads.
      const double estimate = inputs * replay_of_one_input();
      if (estimate > request_.budget_seconds) {
        decided.explanation = fmt::format("about {:.3g} inputs, at least {} estimated; budget {} (--budget)", inputs, duration(estimate), duration(request_.budget_seconds));
        return cost();
      }
    }
    const RunModel model(context_, 4096);
    const BoundedModel bounded(model, static_cast<std::uint64_t>(request_.budget_seconds * kReadsPerSecond));
    const Outcome outcome = claim::evaluate(formula, bounded);
    if (bounded.exhausted()) {
      decided.explanation = fmt::format("stopped after {:.3g} reads of the run, the budget of {} (--budget)", request_.budget_seconds * kReadsPerSecond, duration(request_.budget_seconds));
      return cost();
    }
    if (outcome.kind == Outcome::Kind::limit && !result_.construction) return unknown();
    return outcome;
  }

  // A formula that needs the value mapping has every input executed first, on one thread.
  bool value_mapping_over_budget(const Formula& formula, ClaimResult& decided) {
    if (!needs_value_mapping(formula) || !result_.construction || context_.later->value_built()) return false;
    if (result_.ids > Rational(ValueStage::max_layers)) return false;  // ends as the limit that it is
    const double estimate = approximately(result_.inputs) * replay_of_one_input();
    if (estimate <= request_.budget_seconds) return false;
    decided.explanation = fmt::format("needs the value mapping, {} inputs executed, {} estimated; budget {} (--budget)", result_.inputs.str(), duration(estimate),
                                      duration(request_.budget_seconds));
    return true;
  }

  // Seconds to execute one input, measured once.
  double replay_of_one_input() {
    if (replay_of_one_ == 0) {
      Enumeration one;
      one.context = context_;
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
      const bool split = formula->scope() == Formula::Scope::per_input || formula->scope() == Formula::Scope::collective;
      if (split && result_.construction) {
        if (value_mapping_over_budget(*formula, decided)) {
          take(decided, cost());
          continue;
        }
        enumerated.emplace_back(&decided, std::move(*formula));
      } else if (split) {
        if (result_.assumption.holds()) decided.explanation = not_built();
        take(decided, result_.assumption.holds() ? cost() : unknown());
      } else {
        take(decided, evaluate_alone(*formula, decided));
      }
    }
    if (result_.construction) enumerate_inputs(enumerated);
  }

  std::string not_built() const {
    return fmt::format("{}; {} inputs", result_.not_executed, result_.inputs.bits() < 200 ? result_.inputs.str() : fmt::format("about 2^{}", result_.inputs.bits()));
  }

  void enumerate_inputs(std::vector<std::pair<ClaimResult*, Formula>>& wanted) {
    Enumeration work;
    work.context = context_;
    const double inputs = approximately(result_.inputs);
    const auto exact_inputs = Grid(request_.parameters.n, request_.parameters.d, request_.parameters.D).size64();
    work.inputs = exact_inputs.value_or(std::uint64_t{1} << 62);
    const std::optional<IdProgram> program = choose_engine(exact_inputs);
    if (program) {
      if (!run_id_engine(*program, wanted)) return;
      work.program = &*program;
      work.keep_ids = false;
    }
    for (const auto& [decided, formula] : wanted) {
      work.jobs.push_back({&formula, {}});
      // Built before formulas are timed.
      if (needs_value_mapping(formula) && result_.ids <= Rational(ValueStage::max_layers)) static_cast<void>(context_.later->value());
    }
    const std::size_t threads = request_.threads != 0 ? request_.threads : std::max(1U, std::thread::hardware_concurrency());
    SampledCost sampled = sample_cost(work, request_.budget_seconds * static_cast<double>(threads) / inputs);
    sampled.jobs.resize(wanted.size());
    sampled.instances.resize(wanted.size());

    const auto over_budget = [&](double per_input) { return inputs * per_input / static_cast<double>(threads) > request_.budget_seconds; };
    const auto estimate = [&](double per_input) {
      return fmt::format("{} inputs, {} estimated; budget {} (--budget)", exact_inputs ? result_.inputs.str() : fmt::format("about {:.2g}", inputs),
                         duration(inputs * per_input / static_cast<double>(threads)), duration(request_.budget_seconds));
    };
    result_.replay_seconds = inputs * sampled.replay / static_cast<double>(threads);
    const auto n = static_cast<double>(request_.parameters.n);
    double kept = program ? 0 : inputs * n;  // the ids themselves, for their number
    std::vector<EnumerationJob> jobs;
    std::vector<ClaimResult*> chosen;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const double per_input = sampled.replay + sampled.jobs[i] + sampled.instances[i] * 1e-6;
      kept += inputs * sampled.instances[i];
      if (over_budget(per_input) || !exact_inputs) {
        wanted[i].first->explanation = estimate(per_input);
        take(*wanted[i].first, cost());
      } else if (sampled.instances[i] > 0 && kept > kMaxKeptValues) {
        wanted[i].first->explanation = fmt::format("{:.3g} values to keep apart in memory, at most {:.2g} are", inputs * sampled.instances[i], kMaxKeptValues);
        set(*wanted[i].first, Verdict::undecided, "limit", wanted[i].first->explanation);
      } else {
        jobs.push_back({&wanted[i].second, {}});
        chosen.push_back(wanted[i].first);
      }
    }
    if (!program && (!exact_inputs || over_budget(sampled.replay) || inputs * n > kMaxKeptValues)) {
      result_.not_executed = estimate(sampled.replay);
      for (ClaimResult* decided : chosen) {
        decided->explanation = result_.not_executed;
        take(*decided, cost());
      }
      return;
    }
    work.jobs = std::move(jobs);
    work.threads = request_.threads;
    work.stop = request_.stop;
    work.progress = request_.progress;
    work.dump = request_.dump;
    if (!program || !work.jobs.empty() || work.dump) enumerate(work);
    if (!program) {
      result_.executed = true;
      result_.distinctness = "kept";
      result_.distinct_ids = work.distinct_ids;
      result_.digest = work.digest;
    }
    for (std::size_t i = 0; i < chosen.size(); ++i) take(*chosen[i], work.jobs[i].outcome);
  }

  // The network as the integer engines execute it, if this run is for them.
  std::optional<IdProgram> choose_engine(std::optional<std::uint64_t> inputs) const {
    if (request_.engine == "literal" || !inputs || (request_.engine == "auto" && *inputs <= kLiteralInputs)) return std::nullopt;
    const auto& built = *result_.construction;
    std::vector<Rational> E;  // units of delta
    for (const Rational& e : built.E) E.push_back(e * Rational(request_.parameters.D));
    return derive_id_program(built.network, *request_.pattern, request_.parameters.D, E, built.selective_layers);
  }

  // Digest and distinctness of all ids, and the claims that they decide: those leave the list. False if that is over budget: then nothing is executed.
  bool run_id_engine(const IdProgram& program, std::vector<std::pair<ClaimResult*, Formula>>& wanted) {
    IdWork work;
    work.program = &program;
    work.engine = request_.engine == "lanes" ? EngineChoice::lanes : EngineChoice::fast;
    work.threads = request_.threads;
    work.memory = request_.memory;
    work.scratch = request_.scratch;
    work.stop = request_.stop;
    work.progress = request_.progress;
    const std::size_t threads = request_.threads != 0 ? request_.threads : std::max(1U, std::thread::hardware_concurrency());
    const double seconds = estimate_ids(work) / static_cast<double>(threads);
    if (seconds > request_.budget_seconds) {
      result_.not_executed = fmt::format("{} inputs, {} estimated; budget {} (--budget)", result_.inputs.str(), duration(seconds), duration(request_.budget_seconds));
      for (const auto& [decided, formula] : wanted) {
        decided->explanation = result_.not_executed;
        take(*decided, cost());
      }
      return false;
    }
    const IdFacts facts = run_ids(work);
    result_.executed = true;
    result_.engine = work.engine == EngineChoice::lanes ? "lanes" : "fast";
    result_.distinctness = facts.method;
    result_.digest = facts.digest;
    result_.distinct_ids = facts.distinct;
    const IdModel model(context_, program, 1);
    const auto real_id = [&](IdPlace place) { return model.row(place.ordinal).ids[place.token]; };
    std::vector<std::pair<ClaimResult*, Formula>> left;
    for (auto& [decided, formula] : wanted) {
      const bool all = says_all_ids_differ(formula);
      if (all || (!facts.collision && says_ids_differ_in_each_input(formula))) {
        take(*decided, all ? outcome_of(formula, facts, real_id) : yes());
      } else {
        left.emplace_back(decided, std::move(formula));
      }
    }
    wanted = std::move(left);
    return true;
  }

  static Outcome yes() {
    Outcome outcome;
    outcome.truth = claim::Truth::yes;
    return outcome;
  }
  static Outcome unknown() {
    Outcome outcome;
    outcome.truth = claim::Truth::unknown;
    return outcome;
  }
  static Outcome cost() {
    Outcome outcome;
    outcome.kind = Outcome::Kind::limit;
    outcome.reason = "cost";
    return outcome;
  }

  static void set(ClaimResult& decided, Verdict verdict, std::string reason, std::string explanation) {
    decided.verdict = verdict;
    decided.reason = std::move(reason);
    decided.explanation = std::move(explanation);
  }

  // What an outcome means as a verdict.
  void take(ClaimResult& decided, const Outcome& outcome) {
    switch (outcome.kind) {
      case Outcome::Kind::undefined: return set(decided, Verdict::error, "undefined", outcome.reason);
      case Outcome::Kind::limit:
        if (outcome.reason == "cost") return set(decided, Verdict::undecided, "cost", decided.explanation);
        return set(decided, Verdict::undecided, "limit", outcome.reason);
      case Outcome::Kind::truth: break;
    }
    if (outcome.truth == claim::Truth::unknown) return set(decided, Verdict::undecided, "unknown", "the truth value could not be determined");
    if (outcome.truth == claim::Truth::yes) {
      if (outcome.vacuous) return set(decided, Verdict::not_checkable, "vacuous", "no instance in this box");
      return set(decided, Verdict::verified, "", "");
    }
    set(decided, Verdict::refuted, "", "");
    decided.witness = outcome.witness;
    decided.shown = render(*outcome.witness);
  }

  certificate::Witness render(const claim::Witness& witness) const {
    const RunModel model(context_, 1);
    const auto list = [&](const std::vector<claim::Binding>& bindings) {
      std::vector<std::string> shown;
      for (const claim::Binding& b : bindings) shown.push_back(b.name + "=" + claim::show(b.value, model));
      return shown;
    };
    certificate::Witness shown;
    shown.at = list(witness.at);
    shown.other = list(witness.other);
    shown.lhs = witness.lhs ? claim::show(*witness.lhs, model) : "";
    shown.relation = witness.relation;
    shown.rhs = witness.rhs ? claim::show(*witness.rhs, model) : "";
    return shown;
  }

  // Is this very run the stored counterexample of an entry?
  bool is_stored_counterexample(const std::string& text) const {
    if (!request_.overrides.empty()) return false;
    std::istringstream words(text);
    const auto& [n, d, D] = request_.parameters;
    std::map<std::string, std::string> given = {{"n", std::to_string(n)}, {"d", std::to_string(d)}, {"D", std::to_string(D)}, {"pattern", request_.pattern_name}};
    if (request_.window) given["window"] = std::to_string(*request_.window);
    for (std::string word; words >> word;) {
      const auto equals = word.find('=');
      const auto it = given.find(word.substr(0, equals));
      if (it == given.end() || it->second != word.substr(equals + 1)) return false;
    }
    return true;
  }

  // Compares a verdict with what was expected of it.
  void judge(ClaimResult& decided) {
    const Entry& entry = *decided.entry;
    if (const auto it = request_.expected.find(entry.id); it != request_.expected.end()) {
      if (decided.verdict == it->second) return;
      decided.standing = Standing::against_record;
      decided.contradiction = fmt::format("expected {}, found {}", name_of(it->second), name_of(decided.verdict));
      return;
    }
    if (decided.verdict == Verdict::undecided) {
      decided.standing = Standing::undecided;
    } else if (decided.verdict == Verdict::error) {
      decided.standing = Standing::against_record;
      decided.contradiction = "a term is undefined: " + decided.explanation;
    } else if (decided.verdict == Verdict::refuted && entry.kind == claim::EntryKind::hypothesis) {
      decided.standing = Standing::against_record;
      decided.contradiction = "a hypothesis fails";
    } else if (decided.verdict == Verdict::refuted && entry.record == claim::Record::holds) {
      decided.standing = Standing::against_record;
      decided.contradiction = "recorded as true, refuted here";
    } else if (decided.verdict == Verdict::verified && entry.record == claim::Record::fails && is_stored_counterexample(*entry.counterexample)) {
      decided.standing = Standing::against_record;
      decided.contradiction = "this run is its stored counterexample, and it holds here";
    }
  }

  const RunRequest& request_;
  const std::vector<Entry>& entries_;
  RunResult result_;
  RunContext context_;
  std::map<std::string, const Entry*> by_id_;
  std::map<std::string, ClaimResult> decided_;
  std::set<std::string> hypotheses_;
  std::set<std::string> settled_;
  double replay_of_one_ = 0;
};

}  // namespace

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::verified: return "verified";
    case Verdict::refuted: return "refuted";
    case Verdict::undecided: return "undecided";
    case Verdict::not_checkable: return "not_checkable";
    case Verdict::error: return "error";
  }
  return "error";
}

RunResult decide_run(const RunRequest& request, const std::vector<Entry>& entries) { return Decider(request, entries).decide(); }

}  // namespace hardmax
