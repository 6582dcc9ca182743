// Decides the claims of a paper for one run: builds the network, executes it on every grid input,
// evaluates every claim's formula, and says what was found.
//
// The order for one claim is FORMAT.md's: no formal; outside its domain; a hypothesis that is not
// verified; the formula. Cost is estimated before inputs are enumerated; a claim over budget is
// undecided (cost) and the others are decided. Nothing about any claim is known here: entries are
// data.
#pragma once
#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "certificate/certificate.hpp"
#include "certificate/verdict.hpp"
#include "claim/claim.hpp"
#include "claim/entry.hpp"
#include "discharge/sweep_papers.hpp"
#include "discharge/value_report.hpp"
#include "network/construction.hpp"
#include "network/target.hpp"
#include "pattern/assumption1.hpp"
#include "pattern/structure.hpp"

namespace hardmax {

struct RunRequest {
  Parameters parameters;
  std::optional<SweepChoice> sweep;  // the construction; absent: that which takes a pattern
  const Pattern* pattern = nullptr;  // where it takes one; sweeps have dense attention and none of
                                     // what follows but overrides (no vdrop)
  const StructuredPattern* rules = nullptr;  // the same pattern by its rules, where known: what
                                             // Assumption 1 of a long one is decided from
  std::string pattern_name;                  // as the user gave it, for stored counterexamples
  std::optional<std::uint64_t> window;
  Overrides overrides;
  std::optional<Target> target;  // of the value mapping; absent: identity
  std::string paper;  // only claims of this paper are decided, though hypotheses may stand
                      // elsewhere; "" for all entries
  std::string only;   // prefix of claim ids; "" for all
  std::map<std::string, Verdict> expected;
  std::string engine =
      "auto";  // auto, literal, lanes, fast, symbolic; auto is literal for up to 256 inputs, else
               // fast, and symbolic for what that leaves undecided for its cost
  std::filesystem::path scratch;  // for sorting ids that do not decode; the system's if empty
  std::size_t memory = std::size_t{32} << 20;
  double kept_values = 1.5e8;  // for distinctness in one pass over the inputs, 48 bytes each;
                               // claims whose values do not fit together have passes of their own
  bool totals = true;  // of a sweep: execute all inputs also where no claim needs it, for digest
                       // and distinct ids
  double budget_seconds = 600;         // only compared with estimates, never on a path to a verdict
  std::uint64_t search = 0, seed = 1;  // inputs to try for what was left undecided for its cost,
                                       // and for the random ones (discharge/search.hpp)
  std::size_t threads = 0;             // 0: all
  const std::atomic<int>* stop =
      nullptr;  // becomes the exit code when the user stops the run, timed_out when its time is up
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
  // Called in order of enumeration, for --dump: ordinal, ids after the selective stage, final ids;
  // units of delta.
  std::function<void(const std::string& G, const std::vector<std::string>& after_shift,
                     const std::vector<std::string>& ids)>
      dump;
};

struct RunResult {
  Assumption1 assumption;
  std::optional<Construction> construction;  // without its network where that is too large to build
  std::optional<SweepConstruction> sweep;    // in its place
  std::size_t quantizer_layers = 0;          // of a sweep
  Rational orbits, orbits_distinct;  // of a sweep without encodings: inputs up to the order of
                                     // their columns; of these, with columns that all differ
  Rational attention_layers;         // 0 if Assumption 1 fails
  bool executed = false;
  Rational inputs;  // D^(nd), (D + 1)^(nd) on the extended grid; also if not executed
  Rational ids;     // n times that
  std::uint64_t distinct_ids = 0;
  std::string digest = std::string(16, '0');
  std::string engine = "literal";   // that executed the inputs
  std::string distinctness;         // "kept", "decoded" or "sorted": how the ids were told apart
  std::string not_executed;         // why, one line, if not executed
  std::string followed;             // what the symbolic run came to, one line, if there was one
  std::vector<ClaimResult> claims;  // in order of id
  std::optional<ValueReport> value_mapping;  // if a claim that was decided needed it
  double seconds = 0;
  std::vector<const claim::Entry*>
      hypotheses;  // what the claims need beyond themselves, in order of id
};

// Errors  InvalidInput (an override out of range; a formula that does not parse: file),
// Interrupted.
RunResult decide_run(const RunRequest& request, const std::vector<claim::Entry>& entries);

// The certificate of a run: there is one if it was executed, or Assumption 1 refuted (a run left
// out for its cost has none). Requires  its network was built, or Assumption 1 is refuted; `totals`
// are all 0 if it was not executed.
bool has_certificate(const RunRequest& request, const RunResult& result);
certificate::Certificate certify(const RunRequest& request, const RunResult& result);

// The certificate of kind "structural", no input executed: how many claims it would have of those
// that were shown symbolically and that verify-check follows; 0: there is none. Of a run without
// overrides, of yun2020b with a pattern that is known by its rules, or of a sweep on the grid.
std::size_t claims_of_structural(const RunRequest& request, const RunResult& result);
std::string certify_structural(const RunRequest& request, const RunResult& result);

}  // namespace hardmax
