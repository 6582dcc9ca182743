#include "decide/claim_run.hpp"

namespace hardmax::decide {

using claim::Outcome;

ClaimRun::ClaimRun(const Request& asked, ClaimBook& book, Result& found)
    : request(asked),
      run(*asked.run),
      file(asked.run->file()),
      claims(book),
      result(found),
      cost(asked, found),
      network(asked.run->has_network()) {
  result.inputs = run.inputs();
  result.tokens = run.tokens();
  result.rows = run.rows();
  for (const std::string& name : file.networks) {
    if (network) result.layers.emplace_back(name, run.layers(name));
  }
  if (const auto count = result.inputs.to_int64()) inputs = static_cast<std::uint64_t>(*count);
}

SubjectModel ClaimRun::model_of(const NamedFormula& formula) const {
  return {run, run.reading().shared_from_this(), formula.names, inputs};
}

Outcome ClaimRun::evaluate(const NamedFormula& formula, const SubjectModel& model,
                           ClaimResult& decided, std::optional<claim::InputRange> range) const {
  model.allow(cost.allowance());
  Outcome outcome = range ? claim::evaluate(formula.formula, model, *range)
                          : claim::evaluate(formula.formula, model);
  if (outcome.kind != Outcome::Kind::limit) return outcome;
  if (model.without_network()) return unknown_truth();
  return model.exhausted() ? out_of_steps(decided) : outcome;
}

Outcome ClaimRun::out_of_steps(ClaimResult& decided) const {
  decided.explanation = cost.out_of_steps();
  return out_of_budget();
}

void ClaimRun::accept(ClaimResult& decided, const SubjectModel& model, const Outcome& outcome) {
  model.allow({});  // a witness is shown whatever finding it has cost
  take(decided, model, outcome);
}

}  // namespace hardmax::decide
