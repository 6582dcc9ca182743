#include "decide/decide.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <set>
#include <thread>

#include "certificate/hypotheses.hpp"
#include "decide/input_pass.hpp"
#include "decide/standing.hpp"
#include "decide/subject_model.hpp"
#include "decide/vocabulary.hpp"
#include "exact/error.hpp"
#include "subject/binding.hpp"

namespace hardmax::decide {

namespace {

using claim::Entry;
using claim::Formula;
using claim::Outcome;
using Clock = std::chrono::steady_clock;

// No reading is faster: tokens times layers a second, on one thread.
constexpr double kFastest = 1e8;
// What a second of the budget is worth where cost is bounded by counting.
constexpr double kMembersPerSecond = 1e6, kStepsPerSecond = 1e7;
constexpr std::uint64_t kSample = 4;  // inputs that cost is measured on

double approximately(const Rational& x) {
  const auto small = x.to_int64();
  return small ? static_cast<double>(*small) : std::pow(2.0, static_cast<double>(x.bits()) - 0.5);
}

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class Decider {
 public:
  Decider(const Request& request, const std::vector<Entry>& entries)
      : request_(request), run_(*request.run), file_(run_.file()), entries_(entries) {
    threads_ = request.threads != 0 ? request.threads
                                    : std::max<std::size_t>(1, std::thread::hardware_concurrency());
  }

  Result decide() {
    const auto start = Clock::now();
    for (const Entry& entry : entries_) by_id_[entry.id] = &entry;
    describe();
    for (const std::string& id : file_.hypotheses) want_hypothesis(id);
    for (const Entry& entry : entries_)
      if (asked_for(entry)) want(entry);
    for (const std::string& id : file_.hypotheses) {
      settle_hypothesis(id);
      network_ = network_ && decided_.at(id).verdict == Verdict::verified;
    }
    for (const std::string& id : hypotheses_) settle_hypothesis(id);
    decide_rest();
    for (auto& [id, decided] : decided_) {
      if (!asked_for(*decided.entry)) continue;
      judge(decided, run_, request_.expected);
      result_.claims.push_back(std::move(decided));
    }
    find_hypotheses();
    find_ways();
    result_.seconds = seconds_since(start);
    return std::move(result_);
  }

 private:
  bool asked_for(const Entry& entry) const {
    return is_about(file_, entry) && entry.is_asked_for(request_.only);
  }

  void describe() {
    network_ = run_.has_network();
    result_.inputs = run_.inputs();
    result_.tokens = run_.tokens();
    result_.rows = run_.rows();
    for (const std::string& network : file_.networks) {
      if (network_) result_.layers.emplace_back(network, run_.layers(network));
    }
    if (const auto inputs = result_.inputs.to_int64())
      inputs_ = static_cast<std::uint64_t>(*inputs);
    result_.sha256 = certificate::sha256(subject::binding_text(file_, [&](const std::string& id) {
      return certificate::sha256(binding_text(file_, hypothesis(id)));
    }));
  }

  // ---- what is to be decided

  const Entry& hypothesis(const std::string& id) const {
    const bool known =
        file_.pattern == subject::ConstructionFile::PatternUse::required &&
        (id == file_.id + ".A1.1" || id == file_.id + ".A1.2" || id == file_.id + ".A1.3");
    const auto entry = by_id_.find(id);
    if (known && entry != by_id_.end()) return *entry->second;
    throw InvalidInput(
        InvalidInput::Kind::file,
        file_.file + ": hypothesis '" + id.substr(0, 80) + "': " +
            (known ? "no claim has this id; write it, or name its file with --claims"
                   : "only " + file_.id +
                         ".A1.1, .A1.2 and .A1.3, the parts of Assumption 1, are "
                         "decided of a construction with pattern = \"required\"; remove it"));
  }
  void want_hypothesis(const std::string& id) {
    hypotheses_.insert(id);
    want(hypothesis(id));
  }
  void want(const Entry& entry) {
    ClaimResult& decided = decided_[entry.id];
    if (decided.entry != nullptr) return;
    decided.entry = &entry;
    if (entry.soft)
      throw InvalidInput(InvalidInput::Kind::file,
                         fmt::format("{}:{}: entry '{}' has the key soft: no soft network is made "
                                     "of a construction file; choose others with --only",
                                     entry.file, entry.line, entry.id));
    for (const std::string& id : entry.needs) {
      hypotheses_.insert(id);
      want(*by_id_.at(id));
    }
  }

  void settle_hypothesis(const std::string& id) {
    if (!settled_.insert(id).second) return;
    ClaimResult& decided = decided_.at(id);
    for (const std::string& need : decided.entry->needs) settle_hypothesis(need);
    if (const auto formula = settle_early(decided)) decide_alone(*formula, decided);
  }

  // Steps (1) to (3) of FORMAT.md. Returns the formula if step (4) is reached.
  std::optional<NamedFormula> settle_early(ClaimResult& decided) {
    const Entry& entry = *decided.entry;
    if (!entry.formal) {
      set_verdict(decided, Verdict::not_checkable, "feature", entry.not_checkable.value_or(""));
      return std::nullopt;
    }
    NamedFormula formula = formal_of(file_, entry);
    const NamedFormula domain = domain_of(file_, entry);
    for (const std::string& need : entry.needs) {
      const ClaimResult& needed = decided_.at(need);
      if (needed.verdict == Verdict::verified) continue;
      set_verdict(decided, Verdict::not_checkable, "hypothesis " + need,
                  "needs " + need + ", which is " + std::string(name_of(needed.verdict)));
      return std::nullopt;
    }
    const SubjectModel model = model_of(domain);
    const Outcome applies = evaluate(domain, model, decided);
    if (applies.kind != Outcome::Kind::truth || applies.truth == claim::Truth::unknown) {
      accept(decided, model, applies);
      return std::nullopt;
    }
    if (applies.truth == claim::Truth::no) {
      set_verdict(decided, Verdict::not_checkable, "domain",
                  "says nothing here; it is made for " + entry.domain);
      return std::nullopt;
    }
    return formula;
  }

  // What the claims need beyond themselves.
  void find_hypotheses() {
    std::vector<const Entry*> claims;
    for (const ClaimResult& claim : result_.claims) claims.push_back(claim.entry);
    const auto find = [&](const std::string& id) -> const Entry& { return *by_id_.at(id); };
    for (const certificate::Binding& b : certificate::hypotheses_of(claims, find))
      result_.hypotheses.push_back(by_id_.at(b.id));
  }

  // Of the networks that were gone through here.
  void find_ways() {
    try {
      run_.reading().allow_steps(subject::Reading::most_steps);
      result_.ways = run_.reading().ways();
    } catch (const subject::TermError&) {
    } catch (const Undefined&) {
    } catch (const LimitReached&) {}
  }

  // ---- one formula

  SubjectModel model_of(const NamedFormula& formula) const {
    return {run_, reading(), formula.names, inputs_};
  }
  std::shared_ptr<subject::Reading> reading() const { return run_.reading().shared_from_this(); }

  Allowance allowance() const {
    const auto at_most = [](double x) { return static_cast<std::uint64_t>(std::min(x, 1e15)); };
    return {at_most(request_.budget_seconds * kMembersPerSecond),
            at_most(request_.budget_seconds * kStepsPerSecond)};
  }

  Outcome evaluate(const NamedFormula& formula, const SubjectModel& model, ClaimResult& decided,
                   std::optional<claim::InputRange> range = std::nullopt) const {
    model.allow(allowance());
    Outcome outcome = range ? claim::evaluate(formula.formula, model, *range)
                            : claim::evaluate(formula.formula, model);
    if (outcome.kind != Outcome::Kind::limit) return outcome;
    if (model.without_network()) return unknown_truth();
    return model.exhausted() ? out_of_steps(decided) : outcome;
  }
  Outcome out_of_steps(ClaimResult& decided) const {
    decided.explanation = fmt::format("stopped after the steps of a budget of {} s (--budget)",
                                      request_.budget_seconds);
    return out_of_budget();
  }

  void accept(ClaimResult& decided, const SubjectModel& model, const Outcome& outcome) const {
    model.allow({});  // a witness is shown whatever finding it has cost
    take(decided, model, outcome);
  }

  bool speaks_of_inputs(const NamedFormula& formula) const {
    return formula.formula.scope() != Formula::Scope::closed;
  }

  // Without a network a formula about inputs is unknown; over budget it is not begun.
  bool left_out(const NamedFormula& formula, ClaimResult& decided) const {
    if (!speaks_of_inputs(formula)) return false;
    if (!network_) {
      set_verdict(decided, Verdict::undecided, "unknown", "there is no network");
      return true;
    }
    const double least = approximately(result_.inputs) * work_of_one(formula) / kFastest;
    if (inputs_ != 0 && least <= request_.budget_seconds) return false;
    say_cost(decided, "at least", least);
    return true;
  }
  void say_cost(ClaimResult& decided, const char* how, double seconds) const {
    set_verdict(decided, Verdict::undecided, "cost",
                fmt::format("{:.3g} inputs, {} {:.2g} s; budget {} s (--budget)",
                            approximately(result_.inputs), how, seconds, request_.budget_seconds));
  }

  // Layers of the networks that the formula looks at, times tokens.
  double work_of_one(const NamedFormula& formula) const {
    std::set<std::string> networks;
    for (const std::string& name : definitions_among(file_, formula.names)) {
      const auto& signature = file_.definitions.at(name).signature;
      const auto& own = signature.arguments;
      const auto reach =
          file_.reach(*signature.term, std::set<std::string>(own.begin(), own.end()));
      networks.insert(reach.states.begin(), reach.states.end());
    }
    double layers = 1;
    for (const auto& [network, count] : result_.layers) {
      if (!networks.contains(network)) continue;
      // One that is too long is not run: that is found at once. Windows may hold no column at all.
      if (run_.reading().engine() == subject::Engine::jumping)
        layers += 1;
      else if (count <= Rational(subject::max_layers))
        layers += approximately(count);
    }
    return layers * static_cast<double>(result_.tokens);
  }

  // By itself: it speaks of no input, or of several at once.
  void decide_alone(const NamedFormula& formula, ClaimResult& decided) const {
    if (left_out(formula, decided)) return;
    const SubjectModel model = model_of(formula);
    accept(decided, model, evaluate(formula, model, decided));
  }

  // ---- all inputs

  void decide_rest() {
    std::vector<std::pair<ClaimResult*, NamedFormula>> split;
    for (auto& [id, decided] : decided_) {
      if (settled_.contains(id)) continue;
      auto formula = settle_early(decided);
      if (!formula) continue;
      if (formula->formula.scope() != Formula::Scope::per_input) {
        decide_alone(*formula, decided);
      } else if (!left_out(*formula, decided) && !settled_by_sample(*formula, decided)) {
        split.emplace_back(&decided, std::move(*formula));
      }
    }
    InputPass pass;
    pass.run = &run_;
    pass.inputs = inputs_;
    pass.allowance = allowance();
    pass.threads = threads_;
    pass.progress = request_.progress;
    pass.dump = request_.dump;
    for (const auto& [decided, formula] : split) pass.jobs.push_back({&formula, {}, false});
    pass.outputs = can_execute();
    if (!pass.outputs && pass.jobs.empty()) return;
    decide::run(pass);
    for (std::size_t j = 0; j < split.size(); ++j) {
      PassJob& job = pass.jobs[j];
      ClaimResult& decided = *split[j].first;
      accept(decided, model_of(split[j].second),
             job.exhausted ? out_of_steps(decided) : job.outcome);
    }
    if (!pass.not_executed.empty()) result_.not_executed = pass.not_executed;
    result_.executed = pass.outputs && pass.not_executed.empty();
    result_.digest = pass.digest;
  }

  // The first inputs tell what all will cost; what they refute is refuted.
  bool settled_by_sample(const NamedFormula& formula, ClaimResult& decided) const {
    const SubjectModel model = model_of(formula);
    double first = 0, others = 0;
    const std::uint64_t sample = std::min(kSample, inputs_);
    for (std::uint64_t g = 0; g < sample; ++g) {
      const auto start = Clock::now();
      const Outcome outcome = evaluate(formula, model, decided, claim::InputRange{g, g + 1});
      (g == 0 ? first : others) += seconds_since(start);
      if (outcome.kind == Outcome::Kind::truth && outcome.truth != claim::Truth::no) continue;
      accept(decided, model, outcome);
      return true;
    }
    return over_budget(decided, first, others, sample);
  }
  bool over_budget(ClaimResult& decided, double first, double others, std::uint64_t sample) const {
    const double seconds = estimate(first, others, sample);
    if (seconds <= request_.budget_seconds) return false;
    say_cost(decided, "about", seconds);
    return true;
  }
  double estimate(double first, double others, std::uint64_t sample) const {
    if (sample < 2) return first;
    return first + others / static_cast<double>(sample - 1) * approximately(result_.inputs) /
                       static_cast<double>(threads_);
  }

  // Says why not, if not.
  bool can_execute() {
    if (!network_) {
      result_.not_executed = "there is no network: a hypothesis is not verified";
      return false;
    }
    const std::uint64_t sample = std::min(kSample, inputs_);
    double first = 0, others = 0;
    const double most = request_.budget_seconds;
    try {
      run_.reading().allow_steps(allowance().steps);
      for (std::uint64_t g = 0; g < sample; ++g) {
        const auto start = Clock::now();
        static_cast<void>(outputs_of(run_, run_.reading(), g));
        (g == 0 ? first : others) += seconds_since(start);
      }
    } catch (const subject::TermError& e) {
      result_.not_executed = e.what();
    } catch (const Undefined& e) {
      result_.not_executed = e.what();
    } catch (const LimitReached& e) {
      result_.not_executed = e.what();
    }
    if (!result_.not_executed.empty()) return false;
    const double seconds = estimate(first, others, sample);
    if (inputs_ != 0 && seconds <= most) return true;
    result_.not_executed = fmt::format("{:.3g} inputs, about {:.2g} s; budget {} s (--budget)",
                                       approximately(result_.inputs), seconds, most);
    return false;
  }

  const Request& request_;
  const subject::Run& run_;
  const subject::ConstructionFile& file_;
  const std::vector<Entry>& entries_;
  std::size_t threads_ = 1;
  std::uint64_t inputs_ = 0;  // 0: more than can be counted
  bool network_ = true;
  Result result_;
  std::map<std::string, const Entry*> by_id_;
  std::map<std::string, ClaimResult> decided_;
  std::set<std::string> hypotheses_;  // to be decided first
  std::set<std::string> settled_;
};

}  // namespace

Result decide(const Request& request, const std::vector<Entry>& entries) {
  return Decider(request, entries).decide();
}

}  // namespace hardmax::decide
