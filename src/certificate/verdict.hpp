// What is said of a claim, whoever decided it: verdicts, and how one follows from what evaluation
// found (FORMAT.md).
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "certificate/writer.hpp"
#include "claim/claim.hpp"
#include "claim/entry.hpp"

namespace hardmax {

enum class Verdict { verified, refuted, unrefuted, undecided, not_checkable, error };
std::string_view name_of(Verdict verdict);

// What the user expects of a claim: by the record in its entry, or said with --expect.
enum class Standing { as_recorded, against_record, undecided };

struct ClaimResult {
  const claim::Entry* entry = nullptr;
  Verdict verdict = Verdict::undecided;
  // What its formula speaks of: inputs; the run without an input; numbers that are bound by nonneg
  // or positive, without an input.
  enum class About { inputs, run, reals } about = About::inputs;
  bool of_orbits = false;  // its formula looks at inputs up to the order of their columns
  bool symbolic = false;   // verified for all inputs at once (tier symbolic), none enumerated
  std::string reason;      // as in FORMAT.md: "", "hypothesis ID", "domain", "vacuous", "feature",
                           // "cost", "limit", "unknown", "undefined"; or "timeout", "searched"
  std::string
      explanation;  // one line for people: which limit, how many inputs and how long, which term
  std::optional<claim::Witness> witness;
  std::optional<certificate::Witness> shown;  // the same, rendered
  Standing standing = Standing::as_recorded;
  std::string contradiction;  // why it stands against its record, one line
};

// "exhaustive", "symbolic", "witness", "search" or "none".
std::string_view tier_of(const ClaimResult& result);

certificate::Witness render(const claim::Witness& witness, const claim::Model& model);

claim::Outcome true_outcome();
claim::Outcome unknown_truth();
claim::Outcome out_of_time();    // the same for "timeout"
claim::Outcome out_of_budget();  // a limit with the reason "cost"; the explanation is the caller's

ClaimResult::About about(const claim::Formula& formula);

void set_verdict(ClaimResult& decided, Verdict verdict, std::string reason,
                 std::string explanation);
// The verdict an outcome means, by the table of FORMAT.md; a witness is kept and rendered.
void take(ClaimResult& decided, const claim::Model& model, const claim::Outcome& outcome);

}  // namespace hardmax
