// verify claims ... --for-all D: claims that speak of the parameters alone, for every D >= 2.
// verify --n ... --for-all D: claims about every input.
#pragma once
#include "cli/corpus_options.hpp"
#include "cli/options.hpp"
#include "discharge/corpus.hpp"

namespace hardmax::cli {

// Exit code 1: something is against its record; 2: a claim that speaks of the parameters alone is
// not settled; else 0.
int for_all_command(const CorpusOptions& options, const CorpusRequest& request,
                    const std::vector<claim::Entry>& entries);
int for_all_parameters_command(const CorpusOptions& options, const CorpusRequest& request,
                               const std::vector<claim::Entry>& entries);  // of all n, d, D, p, s

// Exit code: report/every_size.hpp. A pattern and its rules, or neither, of a construction that has
// none.
int for_all_inputs_command(const RunOptions& options, const StructuredPattern* rules,
                           const Pattern* pattern, const std::vector<claim::Entry>& entries);

}  // namespace hardmax::cli
