// What a run shows, as files that Coq accepts: claims that are false at it, the digest of its ids,
// claims that hold at its n and d for every D >= 2. Each claim is printed from its formal text
// (coq_statement.hpp); of the run nothing is said but its parameters, its pattern with gamma, l and
// s, and the inputs of witnesses. The theory beside them is in proofs/coq (Refute.v, Digest.v,
// ForAllD.v).
//
// Trust     nothing but the statements: a wrong witness, digest or pattern is refused by Coq.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "discharge/decide.hpp"
#include "discharge/general/for_all_D.hpp"

namespace hardmax {

// A file of Coq without ".v" in its name, which is a module's.
struct CoqFile {
  std::string name;
  std::string text;
};

// Of the claims of a run that are refuted, those that can be stated in Coq; absent if there are
// none. Requires  no overrides; of yun2020b, that Assumption 1 holds.
std::optional<CoqFile> coq_refutations(const RunRequest& request, const RunResult& result,
                                       const std::vector<claim::Entry>& entries);

// The digest of a run. Absent if it was not executed, or is more than Coq does in some seconds.
// Requires  as above.
std::optional<CoqFile> coq_digest(const RunRequest& request, const RunResult& result);

// The entries of yun2020b that speak of n, d, D, p, s, delta and Delta alone and are proved for
// every D >= 2 by signs from D = 2 on (for_all_D.hpp); absent if there are none.
std::optional<CoqFile> coq_for_all_D(const std::vector<claim::Entry>& entries,
                                     const std::string& only, const FixedParameters& fixed);

}  // namespace hardmax
