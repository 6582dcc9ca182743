// verify --emit-coq DIR: writes what a run shows as files for Coq into DIR, which is made if it
// does not exist: that its pattern satisfies Assumption 1 (discharge/coq/export.hpp), which claims
// are false at it, the digest of its ids, and which claims hold at its n and d for every D >= 2
// (discharge/coq/run.hpp).
#pragma once
#include <filesystem>
#include <vector>

#include "claim/entry.hpp"
#include "discharge/decide.hpp"

namespace hardmax::cli {

// Writes each file whole or not at all, and says where on stdout. A run of more than 1024 ids is
// not executed: its file is about the pattern alone, and stderr says so. Returns 0; 1 if Assumption
// 1 fails and 2 if a part of it is undecided: then nothing is written and stderr says why; 1 too if
// there was nothing to write. Errors  InvalidInput (option): overrides (the theorems are about the
// construction as published), n < 2, a DIR that is no directory; (file): the theory was written for
// another construction; CannotWrite.
int emit_coq_command(const std::filesystem::path& directory, const RunRequest& request,
                     const std::vector<claim::Entry>& entries, const std::filesystem::path& theory);

}  // namespace hardmax::cli
