// What is executed of a run: every input once, for the digest and for all claims that wait for it.
#pragma once
#include <vector>

#include "decide/ways_of_file.hpp"

namespace hardmax::decide {

// Decides the claims that wait; fills in digest, `executed` or `not_executed` of the result.
void execute_inputs(const ClaimRun& of, const std::vector<Question>& waiting);

}  // namespace hardmax::decide
