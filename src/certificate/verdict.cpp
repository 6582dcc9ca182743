#include "certificate/verdict.hpp"

namespace hardmax {

using claim::Outcome;

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::verified: return "verified";
    case Verdict::refuted: return "refuted";
    case Verdict::unrefuted: return "unrefuted";
    case Verdict::undecided: return "undecided";
    case Verdict::not_checkable: return "not_checkable";
    case Verdict::error: return "error";
  }
  return "error";
}

std::string_view tier_of(const ClaimResult& result) {
  if (result.verdict == Verdict::refuted) return "witness";
  if (result.verdict == Verdict::unrefuted) return "search";
  if (result.verdict != Verdict::verified) return "none";
  return result.symbolic ? "symbolic" : "exhaustive";
}

Outcome true_outcome() {
  Outcome outcome;
  outcome.truth = claim::Truth::yes;
  return outcome;
}

Outcome unknown_truth() {
  Outcome outcome;
  outcome.truth = claim::Truth::unknown;
  return outcome;
}

Outcome out_of_time() {
  Outcome outcome;
  outcome.kind = Outcome::Kind::limit;
  outcome.reason = "timeout";
  return outcome;
}

Outcome out_of_budget() {
  Outcome outcome;
  outcome.kind = Outcome::Kind::limit;
  outcome.reason = "cost";
  return outcome;
}

certificate::Witness render(const claim::Witness& witness, const claim::Model& model) {
  const auto list = [&](const std::vector<claim::Binding>& bindings) {
    std::vector<std::string> shown;
    for (const claim::Binding& b : bindings)
      shown.push_back(b.name + "=" + claim::show(b.value, model));
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

ClaimResult::About about(const claim::Formula& formula) {
  if (formula.scope() != claim::Formula::Scope::closed) return ClaimResult::About::inputs;
  return formula.over_reals() ? ClaimResult::About::reals : ClaimResult::About::run;
}

void set_verdict(ClaimResult& decided, Verdict verdict, std::string reason,
                 std::string explanation) {
  decided.verdict = verdict;
  decided.reason = std::move(reason);
  decided.explanation = std::move(explanation);
}

void take(ClaimResult& decided, const claim::Model& model, const Outcome& outcome) {
  switch (outcome.kind) {
    case Outcome::Kind::undefined:
      return set_verdict(decided, Verdict::error, "undefined", outcome.reason);
    case Outcome::Kind::limit:
      if (outcome.reason == "timeout")
        return set_verdict(decided, Verdict::undecided, "timeout", "not decided within --timeout");
      if (outcome.reason == "cost")
        return set_verdict(decided, Verdict::undecided, "cost", decided.explanation);
      return set_verdict(decided, Verdict::undecided, "limit", outcome.reason);
    case Outcome::Kind::truth: break;
  }
  if (outcome.truth == claim::Truth::unknown)
    return set_verdict(decided, Verdict::undecided, "unknown",
                       "the truth value could not be determined");
  if (outcome.truth == claim::Truth::yes) {
    if (outcome.vacuous)
      return set_verdict(decided, Verdict::not_checkable, "vacuous", "no instance in this box");
    return set_verdict(decided, Verdict::verified, "", "");
  }
  set_verdict(decided, Verdict::refuted, "", "");
  decided.witness = outcome.witness;
  decided.shown = render(*outcome.witness, model);
}

}  // namespace hardmax
