// verify pattern --any-of DIR: masks, and one is chosen at run time.
#pragma once
#include "cli/pattern_command.hpp"

namespace hardmax::cli {

// Returns what holds for the worst of the files: 0, 1, or 2 if none fails and one is undecided.
// Errors  InvalidInput: no directory, no file in it, files of different sizes.
int any_of_command(const PatternCommandOptions& options);

}  // namespace hardmax::cli
