// verify DIR --for-all D|inputs: claims about a construction that a file describes, for all its
// inputs at once, at every D >= 2 or at the D of the run.
#pragma once
#include <vector>

#include "claim/entry.hpp"
#include "cli/construction_command.hpp"
#include "subject/construction_file.hpp"

namespace hardmax::cli {

// `only`: as claims have it. Returns the exit code.  Errors  InvalidInput, CannotWrite.
int every_input_command(const subject::ConstructionFile& file,
                        const ConstructionRunOptions& options, const std::string& only,
                        const std::vector<std::filesystem::path>& places,
                        const std::vector<claim::Entry>& entries);

}  // namespace hardmax::cli
