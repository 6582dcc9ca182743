// Certificates of kind "box" (FORMAT.md): what decide_corpus found on every run of its box, and on
// the box.
//
// Trust     nothing here is trusted: verify-check makes the list of runs from the box by itself and
// decides every claim on every one of them. Canonical: the bytes do not depend
//           on the number of threads.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "discharge/decide.hpp"

namespace hardmax {

struct CorpusRequest;
struct CorpusResult;

// What a certificate says of one network of one run.
struct CertifiedNetwork {
  struct Claim {
    char letter;         // FORMAT.md, kind "box", "runs"
    std::string reason;  // as of a run
    std::optional<certificate::Witness> witness;
  };
  certificate::Certificate of;          // `derived` and `totals`; no claims
  bool executed = false;                // or Assumption 1 does not hold: there are `totals`
  std::map<std::string, Claim> claims;  // by id, those that were decided on it
};

// Runs of constructions with dense attention are executed for the totals up to so many inputs;
// above, where a claim needs it.
constexpr std::uint64_t kTotalsOfSweeps = std::uint64_t{1} << 16;

// Requires  that the network of the run was built, or that Assumption 1 does not hold
// (is_certifiable).
bool is_certifiable(const RunRequest& request, const RunResult& result);
CertifiedNetwork certify_network(const RunRequest& request, const RunResult& result);

// Requires  the request had `certify`; nothing stands in the way.
std::string why_not_certified(const CorpusResult& result);  // the first run whose network was not
                                                            // built, one line; "" if all were
std::string certify_box(const CorpusRequest& request, const CorpusResult& result);

}  // namespace hardmax
