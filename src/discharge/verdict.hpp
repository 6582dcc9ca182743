// From what evaluation found to a verdict, and from a verdict to how it stands against the record.
#pragma once
#include <string>

#include "discharge/decide.hpp"

namespace hardmax {

// What RunRequest::stop becomes when the time of a run is up: no exit code, what is not decided by
// then is undecided.
inline constexpr int timed_out = 124;

// Compares a verdict with the entry's record, or with what --expect says.
void judge(ClaimResult& decided, const RunRequest& request);

}  // namespace hardmax
