// verify DIR --printed, and verify DIR --steps: the first step of a construction that does not do
// what its source says.
#pragma once
#include "cli/construction_command.hpp"

namespace hardmax::cli {

// Is it asked for? --printed of a file that says something of its steps asks for it too.
bool asks_for_steps(const subject::ConstructionFile& file, const ConstructionRunOptions& options);

// Returns the exit code.  Errors  InvalidInput.
int steps_command(const subject::ConstructionFile& file, const ConstructionRunOptions& options);

}  // namespace hardmax::cli
