// A run while its claims are decided: what the ways to decide share, and the evaluation of one
// formula within what the budget allows.
#pragma once
#include <memory>
#include <optional>

#include "decide/claim_book.hpp"
#include "decide/cost.hpp"
#include "decide/decide.hpp"
#include "decide/subject_model.hpp"
#include "decide/vocabulary.hpp"

namespace hardmax::decide {

struct ClaimRun {
  const Request& request;
  const subject::Run& run;
  const subject::ConstructionFile& file;
  ClaimBook& claims;
  Result& result;
  Cost cost;
  std::uint64_t inputs = 0;  // 0: more than can be counted
  bool network = true;       // there is one: no hypothesis of the construction is false

  // Fills in inputs, tokens, rows and layers of `result`.
  ClaimRun(const Request& request, ClaimBook& claims, Result& result);

  [[nodiscard]] SubjectModel model_of(const NamedFormula& formula) const;
  [[nodiscard]] claim::Outcome evaluate(
      const NamedFormula& formula, const SubjectModel& model, ClaimResult& decided,
      std::optional<claim::InputRange> range = std::nullopt) const;
  [[nodiscard]] claim::Outcome out_of_steps(ClaimResult& decided) const;
  // The verdict that an outcome means.
  static void accept(ClaimResult& decided, const SubjectModel& model,
                     const claim::Outcome& outcome);
};

}  // namespace hardmax::decide
