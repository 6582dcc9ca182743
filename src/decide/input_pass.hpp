// One pass over all inputs of a run: every claim that is a conjunction over inputs, and the digest
// of the outputs. Chunks of inputs are looked at by several threads and merged in order, so the
// result does not depend on how many there are: of every claim the first event in order of
// enumeration counts.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "claim/claim.hpp"
#include "decide/subject_model.hpp"
#include "decide/vocabulary.hpp"

namespace hardmax::decide {

struct PassJob {
  const NamedFormula* formula = nullptr;  // scope per_input
  claim::Outcome outcome;                 // filled in
  bool exhausted = false;                 // it came to the end of its allowance
};

// The entries of an input, and its outputs, token after token.
using Dump =
    std::function<void(const std::vector<Rational>& input, const std::vector<Rational>& outputs)>;

struct InputPass {
  const subject::Run* run = nullptr;
  std::uint64_t inputs = 0;
  std::vector<PassJob> jobs;
  bool outputs = true;  // execute every input, for the digest
  Allowance allowance;  // of a job on one chunk
  std::size_t threads = 1;
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
  Dump dump;  // of every input that is executed, in order

  // results
  std::string digest;
  std::string not_executed;  // why there is no digest, one line
};

void run(InputPass& pass);

// The outputs of one input (FORMAT.md, kind `construction`): the state after the last layer of the
// network that `states` names, else of the last one, token after token.
// Errors  TermError, LimitReached.
std::vector<Rational> outputs_of(const subject::Run& run, subject::Reading& reading,
                                 std::uint64_t ordinal);

}  // namespace hardmax::decide
