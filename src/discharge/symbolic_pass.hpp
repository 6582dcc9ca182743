// Claims about all inputs, decided without enumerating any: by a symbolic run (execute/symbolic.hpp).
//
// Decides formulas that say no more than that ids differ (discharge/id_facts.hpp). What it cannot show stays undecided; it never refutes.
#pragma once
#include <optional>
#include <string>

#include "claim/claim.hpp"
#include "discharge/decide.hpp"
#include "execute/symbolic.hpp"

namespace hardmax {

class SymbolicPass {
 public:
  // Follows the construction. Requires  assumption.holds(); the pattern outlives the object.
  SymbolicPass(const RunRequest& request, const Assumption1& assumption);

  [[nodiscard]] static bool speaks_to(const claim::Formula& formula);
  // Whether the formula is shown; if not, why not. Requires  speaks_to(formula).
  [[nodiscard]] SymbolicRun::Shown show(const claim::Formula& formula) const;
  [[nodiscard]] const SymbolicRun& run() const { return run_; }
  [[nodiscard]] const StagedNetwork& network() const { return network_; }

 private:
  StagedNetwork network_;
  SymbolicRun run_;
};

}  // namespace hardmax
