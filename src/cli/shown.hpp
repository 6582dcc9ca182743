// verify show NAME: a construction, a paper, a claim, or the claims that say some words.
#pragma once
#include <string>
#include <vector>

namespace hardmax::cli {

// The arguments of verify, without its own name, as they are parsed: `show` of what is neither a
// file nor a folder becomes `findings` where it is a paper, `explain` where it is what one claim is
// called, `list` where claims say these words. All else is left as it is.
// Errors  InvalidInput (option): several words that no claim says.
std::vector<std::string> with_show_resolved(std::vector<std::string> arguments);

}  // namespace hardmax::cli
