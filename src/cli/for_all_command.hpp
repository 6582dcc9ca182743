// verify claims ... --for-all D: claims that speak of the parameters alone, for every D >= 2. verify --n ... --for-all D: claims about the ids of every input.
#pragma once
#include "cli/corpus_options.hpp"
#include "cli/options.hpp"
#include "discharge/corpus.hpp"

namespace hardmax::cli {

// Exit code 1: something is against its record; 2: a claim that speaks of the parameters alone is not settled; else 0.
int for_all_command(const CorpusOptions& options, const CorpusRequest& request, const std::vector<claim::Entry>& entries);
int for_all_parameters_command(const CorpusOptions& options, const CorpusRequest& request, const std::vector<claim::Entry>& entries);  // of all n, d, D, p, s

// Exit code 0: all claims about how ids differ are proved; 1: Assumption 1 fails, or one is proved against its record; 2: one is not proved.
int for_all_inputs_command(const RunOptions& options, const StructuredPattern& rules, const Pattern& pattern, const std::vector<claim::Entry>& entries);

}  // namespace hardmax::cli
