// From what evaluation found to a verdict, and from a verdict to how it stands against the record.
#pragma once
#include <string>

#include "discharge/decide.hpp"

namespace hardmax {

certificate::Witness render(const claim::Witness& witness, const claim::Model& model);

// What RunRequest::stop becomes when the time of a run is up: no exit code, what is not decided by
// then is undecided.
inline constexpr int timed_out = 124;

claim::Outcome true_outcome();
claim::Outcome unknown_truth();
claim::Outcome out_of_time();    // the same for "timeout"
claim::Outcome out_of_budget();  // a limit with the reason "cost"; the explanation is the caller's

void set_verdict(ClaimResult& decided, Verdict verdict, std::string reason,
                 std::string explanation);
// The verdict an outcome means, by the table of FORMAT.md; a witness is kept and rendered.
void take(ClaimResult& decided, const claim::Model& model, const claim::Outcome& outcome);
// Compares a verdict with the entry's record, or with what --expect says.
void judge(ClaimResult& decided, const RunRequest& request);

}  // namespace hardmax
