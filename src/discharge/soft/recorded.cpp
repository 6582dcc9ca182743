#include "discharge/soft/recorded.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "discharge/soft/answer.hpp"
#include "discharge/soft/certify.hpp"
#include "exact/error.hpp"
#include "execute/grid.hpp"

namespace hardmax {

namespace {

std::string show_input(std::uint64_t ordinal, const yun2020b::Parameters& of) {
  std::string text;
  for (const auto& entry : Grid(of.n, of.d, of.D).input(ordinal))
    text += fmt::format("{}{}", text.empty() ? "" : " ", entry);
  return text;
}

}  // namespace

SoftDecided decide_soft(const claim::Entry& entry, const yun2020b::Parameters& parameters,
                        const Pattern& pattern, const std::atomic<int>* stop) {
  HARDMAX_REQUIRE(entry.soft.has_value());
  const bool printed = *entry.soft == "printed";
  if (entry.id != soft_claim(printed)) {
    throw InvalidInput(
        InvalidInput::Kind::file,
        fmt::format("{}:{}: soft = \"{}\" at {}; a certificate of kind soft decides {} alone",
                    entry.file, entry.line, *entry.soft, entry.id, soft_claim(printed)));
  }
  SoftQuestion question;
  question.parameters = parameters;
  question.pattern = &pattern;
  question.settings.map = SoftMap{};
  question.stop = stop;
  const SoftAnswer answer = answer_soft(question);
  SoftDecided decided;
  if (!answer.construction) {
    decided.verdict = Verdict::not_checkable;
    decided.explanation = "Assumption 1 does not hold for this pattern, so there is no network";
    return decided;
  }
  const auto part = std::find_if(answer.parts.begin(), answer.parts.end(), [&](const SoftPart& p) {
    return p.choice == (printed ? SoftPart::Choice::printed : SoftPart::Choice::repaired) &&
           p.reading == (printed ? SoftRun::Reading::map : SoftRun::Reading::admissible);
  });
  HARDMAX_REQUIRE(part != answer.parts.end());
  if (!part->undecided.empty()) {
    decided.explanation = part->undecided;
    return decided;
  }
  const SoftClaim& total = part->report.total();
  const Rational least = stated_below(total.lower);
  if (printed && total.kept == Kept::no && least > total.bound_upper) {
    const Precision coarse(32);
    const Rational bound = Ball(total.bound_upper).upper();
    decided.verdict = Verdict::refuted;
    decided.witness = {.at = {"H=" + show_input(total.ordinal, parameters),
                              "k=" + std::to_string(total.token + 1)},
                       .other = {},
                       .lhs = least.str(),
                       .relation = "<=",
                       .rhs = bound.str()};
    return decided;
  }
  if (!printed && total.kept == Kept::yes && part->report.run.other_rows_exact) {
    decided.verdict = Verdict::verified;
    return decided;
  }
  decided.explanation = printed && total.kept == Kept::yes
                            ? "softmax keeps the bound here, which says nothing of the other maps"
                            : "the error and the bound are too near to each other, or one "
                              "admissible map may break it";
  return decided;
}

}  // namespace hardmax
