// verify regress and verify claims: decide a corpus over a box of parameters and report. Returns the exit code: 1 if anything stands against its record, 2 if a claim was
// decided nowhere.
#pragma once
#include <atomic>

#include "cli/options.hpp"

namespace hardmax::cli {

int corpus_command(const CorpusOptions& options, const std::atomic<int>& stop);

}  // namespace hardmax::cli
