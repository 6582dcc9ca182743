// verify regress and verify claims: decide a corpus over a box of parameters and report. Returns
// the exit code: 1 if anything stands against its record, 2 if a claim was decided nowhere.
#pragma once

#include "cli/options.hpp"
#include "discharge/corpus.hpp"

namespace hardmax::cli {

// What the options ask for, without progress. Errors  InvalidInput (option, file).
CorpusRequest corpus_request(const CorpusOptions& options,
                             const std::vector<claim::Entry>& entries);

// Of the options --progress and --color.
void show_progress(const CorpusOptions& options, CorpusRequest& request);
bool in_color(const CorpusOptions& options);

int corpus_command(const CorpusOptions& options);

// verify findings: the errata of one paper or all. Returns  1 against a record, 2 if an erratum was
// decided nowhere.   Errors  InvalidInput (option): no paper of that name.
int findings_command(const CorpusOptions& options);

}  // namespace hardmax::cli
