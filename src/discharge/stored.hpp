// Stored counterexamples: "n=4 d=1 D=2 pattern=strided window=2", of a sweep also "extended=1" or
// "positional=1" (proofs/README.md, "An entry").
#pragma once
#include <vector>

#include "claim/entry.hpp"
#include "discharge/corpus.hpp"

namespace hardmax {

struct StoredCounterexample {
  Parameters parameters;
  PatternChoice pattern;
  bool positional = false, extended = false;  // of a sweep
};

// `files`: patterns of the corpus that may be named beside the named patterns.
// Requires  entry.counterexample.
// Errors    InvalidInput (file): a word that is not one of these, twice or missing, n beyond 64, d
// beyond 12, D beyond 4096, D^d beyond 2^62, a pattern nobody knows.
StoredCounterexample read_stored_counterexample(const claim::Entry& entry,
                                                const std::vector<PatternChoice>& files);

}  // namespace hardmax
