// One pass over all grid inputs for all claims: a pipeline over fixed ranges of inputs, executed in
// parallel, merged in order. The results do not depend on the number of threads: of every claim the
// first event in order of enumeration counts.
#pragma once
#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "claim/claim.hpp"
#include "discharge/claim_program.hpp"
#include "discharge/run_system.hpp"
#include "execute/id_program.hpp"

namespace hardmax {

struct EnumerationJob {
  const claim::Formula* formula = nullptr;  // scope per_input or collective
  claim::Outcome outcome;                   // filled in
  std::optional<std::size_t> compiled;      // its number in Enumeration::claims: only inputs where
                                            // that does not say yes are looked at
};

struct Enumeration {
  const RunSystem* system = nullptr;  // with a network
  std::uint64_t inputs = 0;
  std::vector<EnumerationJob> jobs;
  const IdProgram* program = nullptr;  // if set, claims see ids through the integer engine
                                       // (IdModel); else everything is executed literally
  ClaimProgram* claims = nullptr;      // claims that are settled leave it
  bool keep_ids = true;  // digest and number of distinct ids, by keeping every id; otherwise they
                         // come from elsewhere
  std::size_t threads = 0;
  const std::atomic<int>* stop = nullptr;
  std::uint64_t steps = std::uint64_t{1} << 32;  // for a claim on some inputs; one that takes more
                                                 // is over the budget (discharge/bounded_model.hpp)
  std::function<void(std::uint64_t, std::uint64_t)> progress;
  std::function<void(const std::string&, const std::vector<std::string>&,
                     const std::vector<std::string>&)>
      dump;

  // results
  bool cut_short =
      false;  // by a time limit: jobs that were not settled by then say so, and there is no digest
  std::uint64_t distinct_ids = 0;
  std::string digest;
};

// Errors  Interrupted, but not for a time limit.
void enumerate(Enumeration& work);

// Seconds per input, measured on the first few inputs: of executing the network, and of each job's
// formula. Only for estimates. If executing the first one takes longer than `longest`, the jobs are
// not measured (and their lists stay empty).
struct SampledCost {
  double replay = 0;
  std::vector<double> jobs;
  std::vector<double> instances;                       // of collective jobs, values per input
  std::vector<std::optional<claim::Outcome>> settled;  // by these inputs, the first ones: refuted,
                                                       // undefined, over the budget or out of time
};
SampledCost sample_cost(const Enumeration& work, double longest);

// The same for compiled claims, from some groups of inputs: seconds per input of one instruction,
// and by claim the share of inputs it does not decide.
struct CompiledCost {
  double instruction = 0;
  std::vector<double> left;
  std::vector<std::optional<std::uint64_t>> first_left;  // the first of these inputs
};
CompiledCost sample_compiled_cost(const ClaimProgram& claims, std::uint64_t inputs);

}  // namespace hardmax
