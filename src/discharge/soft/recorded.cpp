#include "discharge/soft/recorded.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "discharge/soft/answer.hpp"
#include "discharge/soft/certify.hpp"
#include "exact/error.hpp"
#include "execute/grid.hpp"

namespace hardmax {

namespace {

std::string show_input(std::uint64_t ordinal, const Parameters& of) {
  std::string text;
  for (const auto& entry : Grid(of.n, of.d, of.D).input(ordinal))
    text += fmt::format("{}{}", text.empty() ? "" : " ", entry);
  return text;
}

// Refuted by the error of one token of one input.
SoftDecided refuted(const Extreme& error, const Rational& lhs, const Rational& rhs,
                    const Parameters& of) {
  SoftDecided decided;
  decided.verdict = Verdict::refuted;
  decided.witness = {
      .at = {"H=" + show_input(error.ordinal, of), "k=" + std::to_string(error.token + 1)},
      .other = {},
      .lhs = lhs.str(),
      .relation = "<=",
      .rhs = rhs.str()};
  return decided;
}

SoftDecided not_decided(const std::string& why) {
  SoftDecided decided;
  decided.explanation = why;
  return decided;
}

SoftDecided decide_repaired(const SoftPart& part) {
  SoftDecided decided;
  if (part.report.total().kept != Kept::yes || !part.report.run.other_rows_exact)
    return not_decided(
        "the error and the bound are too near to each other, or one admissible map may break it");
  decided.verdict = Verdict::verified;
  return decided;
}

// The error of an id after the last attention layer, or of an output, against delta~/4.
SoftDecided decide_error(const Extreme& error, const SoftClaim& total, const Parameters& of) {
  const Rational least = stated_below(error.lower);
  if (least > total.bound_upper) {
    const Precision coarse(32);
    return refuted(error, least, Ball(total.bound_upper).upper(), of);
  }
  return not_decided(error.upper <= total.bound_lower
                         ? "softmax keeps the bound here, which says nothing of the other maps"
                         : "the error and the bound are too near to each other");
}

}  // namespace

SoftDecided decide_soft(const claim::Entry& entry, const Parameters& parameters,
                        const Pattern& pattern, const std::atomic<int>* stop) {
  HARDMAX_REQUIRE(entry.soft.has_value());
  const bool repaired = *entry.soft == "repaired";
  SoftQuestion question;
  question.parameters = parameters;
  question.pattern = &pattern;
  question.settings.map = SoftMap{};
  question.stop = stop;
  SoftAnswer answer;
  try {
    answer = answer_soft(question);
  } catch (const InvalidInput& e) {  // there is no such network of the construction file
    return not_decided(e.what());
  } catch (const LimitReached& e) {
    return not_decided(e.what());
  }
  if (!answer.construction) {
    SoftDecided decided =
        not_decided("Assumption 1 does not hold for this pattern, so there is no network");
    decided.verdict = Verdict::not_checkable;
    return decided;
  }
  const auto part = std::find_if(answer.parts.begin(), answer.parts.end(), [&](const SoftPart& p) {
    return p.choice == (repaired ? SoftPart::Choice::repaired : SoftPart::Choice::printed) &&
           p.reading == (repaired ? SoftRun::Reading::admissible : SoftRun::Reading::map);
  });
  HARDMAX_REQUIRE(part != answer.parts.end());
  if (!part->undecided.empty()) return not_decided(part->undecided);
  if (repaired) return decide_repaired(*part);
  const SoftRun& run = part->report.run;
  const SoftClaim& total = part->report.total();
  if (*entry.soft == "printed") return decide_error(run.total(), total, parameters);
  if (!run.value_error.set)
    return not_decided(fmt::format("the run has more than {} value layers, which are not enclosed",
                                   kMaxSoftValueLayers));
  if (*entry.soft == "printed values") return decide_error(run.value_error, total, parameters);
  const Rational least = stated_below(run.value_error.lower);
  const auto [distance, bound] = distance_powers(question, least);
  return distance > bound ? refuted(run.value_error, distance, bound, parameters)
                          : not_decided("one grid input alone does not make the distance large");
}

}  // namespace hardmax
