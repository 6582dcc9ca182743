#include "decide/ways_of_file.hpp"

#include <algorithm>

namespace hardmax::decide {

namespace {

using claim::Formula;
using claim::Outcome;

Taken without_formula(const ClaimRun& of, Question& asked) {
  if (ClaimBook::is_without_formula(*asked.decided)) return Taken::decided;
  asked.formula = formal_of(of.file, *asked.decided->entry);
  asked.domain = domain_of(of.file, *asked.decided->entry);
  return Taken::no;
}

Taken without_hypothesis(const ClaimRun& of, Question& asked) {
  return of.claims.lacks_hypothesis(*asked.decided) ? Taken::decided : Taken::no;
}

Taken outside_domain(const ClaimRun& of, Question& asked) {
  ClaimResult& decided = *asked.decided;
  const SubjectModel model = of.model_of(*asked.domain);
  const Outcome applies = of.evaluate(*asked.domain, model, decided);
  if (applies.kind != Outcome::Kind::truth || applies.truth == claim::Truth::unknown)
    ClaimRun::accept(decided, model, applies);
  else if (applies.truth == claim::Truth::no)
    ClaimBook::leave_outside(decided);
  else
    return Taken::no;
  return Taken::decided;
}

bool speaks_of_inputs(const Question& asked) {
  return asked.formula->formula.scope() != Formula::Scope::closed;
}

// A formula about inputs is unknown.
Taken without_network(const ClaimRun& of, Question& asked) {
  if (of.network || !speaks_of_inputs(asked)) return Taken::no;
  set_verdict(*asked.decided, Verdict::undecided, "unknown", "there is no network");
  return Taken::decided;
}

// Over budget whatever executes it: it is not begun.
Taken too_many_inputs(const ClaimRun& of, Question& asked) {
  if (!speaks_of_inputs(asked)) return Taken::no;
  const double least = of.cost.least(*asked.formula);
  if (of.inputs != 0 && of.cost.is_affordable(least)) return Taken::no;
  set_verdict(*asked.decided, Verdict::undecided, "cost", of.cost.over_budget("at least", least));
  return Taken::decided;
}

// A formula that speaks of no input, or of several at once, and any hypothesis.
Taken by_itself(const ClaimRun& of, Question& asked) {
  if (!asked.is_hypothesis && asked.formula->formula.scope() == Formula::Scope::per_input)
    return Taken::no;
  const SubjectModel model = of.model_of(*asked.formula);
  ClaimRun::accept(*asked.decided, model, of.evaluate(*asked.formula, model, *asked.decided));
  return Taken::decided;
}

// The first inputs tell what all will cost; what they refute is refuted.
Taken by_first_inputs(const ClaimRun& of, Question& asked) {
  ClaimResult& decided = *asked.decided;
  const SubjectModel model = of.model_of(*asked.formula);
  SampledSeconds sample;
  for (std::uint64_t g = 0; g < std::min(most_sampled_inputs, of.inputs); ++g) {
    const Outcome outcome = sample.add([&] {
      return of.evaluate(*asked.formula, model, decided, claim::InputRange{g, g + 1});
    });
    if (outcome.kind == Outcome::Kind::truth && outcome.truth != claim::Truth::no) continue;
    ClaimRun::accept(decided, model, outcome);
    return Taken::decided;
  }
  const double seconds = of.cost.of_all_inputs(sample);
  if (of.cost.is_affordable(seconds)) return Taken::no;
  set_verdict(decided, Verdict::undecided, "cost", of.cost.over_budget("about", seconds));
  return Taken::decided;
}

// In one pass for all claims (decide/execution.hpp).
Taken by_every_input(const ClaimRun&, Question&) { return Taken::waits; }

constexpr WayOfFile kWays[] = {
    {"without a formula", without_formula},   {"without a hypothesis", without_hypothesis},
    {"outside the domain", outside_domain},   {"without a network", without_network},
    {"too many inputs", too_many_inputs},     {"by itself", by_itself},
    {"by the first inputs", by_first_inputs}, {"by every input", by_every_input},
};

}  // namespace

std::span<const WayOfFile> ways_of_file() { return kWays; }

}  // namespace hardmax::decide
