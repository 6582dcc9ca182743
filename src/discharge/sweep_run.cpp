#include "discharge/sweep_run.hpp"

#include <fmt/core.h>

#include "discharge/bounded_model.hpp"
#include "discharge/verdict.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

using claim::Entry;
using claim::Formula;
using claim::Outcome;

constexpr double kReadsPerSecond = 1e6;

class SweepDecider {
 public:
  SweepDecider(const SweepPaper& paper, const RunRequest& request, const std::vector<Entry>& entries)
      : paper_(paper), request_(request), model_(paper, request.parameters, request.overrides) {
    for (const Entry& entry : entries) by_id_[entry.id] = &entry;
  }

  std::vector<ClaimResult> decide() {
    for (const auto& [id, entry] : by_id_) {
      if (id.starts_with(request_.only) && sweep_paper_of(id) == &paper_) settle(*entry);
    }
    std::vector<ClaimResult> results;
    for (auto& [id, decided] : decided_) {
      if (!id.starts_with(request_.only)) continue;
      judge(decided, request_);
      results.push_back(std::move(decided));
    }
    return results;
  }

 private:
  const ClaimResult& settle(const Entry& entry) {
    const auto [place, fresh] = decided_.try_emplace(entry.id);
    ClaimResult& decided = place->second;
    if (!fresh) return decided;
    decided.entry = &entry;
    if (!entry.formal) {
      set_verdict(decided, Verdict::not_checkable, "feature", entry.not_checkable.value_or(""));
      return decided;
    }
    const Formula formula = claim::formal_of(entry, sweep_vocabulary());
    const Formula domain = claim::domain_of(entry, sweep_vocabulary());
    for (const std::string& need : entry.needs) {
      const ClaimResult& hypothesis = settle(*by_id_.at(need));
      if (hypothesis.verdict == Verdict::verified) continue;
      set_verdict(decided, Verdict::not_checkable, "hypothesis " + need, "needs " + need + ", which is " + std::string(name_of(hypothesis.verdict)));
      return decided;
    }
    const Outcome applies = claim::evaluate(domain, model_);
    if (applies.kind == Outcome::Kind::truth && applies.truth == claim::Truth::no) {
      set_verdict(decided, Verdict::not_checkable, "domain", "says nothing here; it is made for " + entry.domain);
    } else if (applies.kind == Outcome::Kind::truth && applies.truth == claim::Truth::yes) {
      decide(decided, formula);
    } else {
      take(decided, model_, applies);
    }
    return decided;
  }

  void decide(ClaimResult& decided, const Formula& formula) {
    const auto reads = static_cast<std::uint64_t>(request_.budget_seconds * kReadsPerSecond);
    const BoundedModel bounded(model_, reads, request_.stop);
    if (formula.scope() != Formula::Scope::closed && model_.input_count() > reads) {
      decided.explanation = fmt::format("{} inputs, the budget is {:.3g} steps (--budget)", model_.input_count(), static_cast<double>(reads));
      return take(decided, model_, out_of_budget());
    }
    const Outcome outcome = claim::evaluate(formula, bounded);
    if (bounded.exhausted()) {
      decided.explanation = fmt::format("stopped after {:.3g} steps (--budget)", static_cast<double>(reads));
      return take(decided, model_, out_of_budget());
    }
    take(decided, model_, outcome);
  }

  const SweepPaper& paper_;
  const RunRequest& request_;
  const SweepModel model_;
  std::map<std::string, const Entry*> by_id_;
  std::map<std::string, ClaimResult> decided_;
};

}  // namespace

std::vector<ClaimResult> decide_sweep_run(const SweepPaper& paper, const RunRequest& request, const std::vector<Entry>& entries) {
  return SweepDecider(paper, request, entries).decide();
}

}  // namespace hardmax
