// verify --emit-coq DIR: writes the run's pattern as a Coq file (discharge/coq_export.hpp) into DIR, which is made if it does not exist.
#pragma once
#include <filesystem>
#include <ostream>
#include <vector>

#include "claim/entry.hpp"
#include "construction/yun2020b/construction.hpp"
#include "pattern/assumption1.hpp"

namespace hardmax::cli {

// Writes one file, whole or not at all, and says where on `out`. Returns 0; 1 if Assumption 1 fails and 2 if a part of it is undecided: then nothing is written and `err` says why.
// Errors  InvalidInput (option): overrides (the theorem is about the construction as published), n < 2, a DIR that is no directory; CannotWrite.
int emit_coq_command(const std::filesystem::path& directory, const Pattern& pattern, const Assumption1& assumption, const yun2020b::Overrides& overrides,
                     const std::vector<claim::Entry>& entries, std::ostream& out, std::ostream& err);

}  // namespace hardmax::cli
