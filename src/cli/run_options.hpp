// The options of a run, read from their texts: of the main job, trace, soft, and in part of others.
#pragma once
#include <string>
#include <vector>

#include "cli/options.hpp"
#include "cli/pattern_options.hpp"

namespace hardmax::cli {

// Values as they stand on the command line; validated after parsing, so that every message is ours.
struct Raw {
  RawPattern pattern;
  std::string n, d, delta, budget, timeout, threads, memory, target, search, search_seed, fail_on;
  std::vector<std::string> with, expect;
};

// What the texts say, into `run`, which has what needs no reading already.
// Errors  InvalidInput (option).
void validate(Raw& raw, RunOptions& run);

// --layers "9..24" of trace. Errors  InvalidInput (option).
void layers_of(const std::string& text, TraceOptions& trace);

}  // namespace hardmax::cli
