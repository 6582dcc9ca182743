// What an answer is about, in words (FORMAT.md, "What a checker answers"): the parameters, the
// pattern, the target and every override that the certificate states. What is long is shortened,
// with a count of what there is; overrides are never left out, as with them the network is another
// one than the paper's.
#pragma once
#include "check/read.hpp"

namespace hardmax::check {

std::string about_run(const Json& run);        // `run` of kinds "run" and "soft"
std::string about_edges(const Json& pattern);  // that `run` states, edge by edge
std::string about_rules(
    const Json& pattern);  // `pattern` of kinds "assumption1" and "structural": rules
std::string about_list(const std::vector<std::string>& items,
                       const char* of);  // "8 runs: a; b; ..."
std::string shortened(
    const std::string& text,
    const std::string& count);  // at most 80 characters, and behind that the count

}  // namespace hardmax::check
