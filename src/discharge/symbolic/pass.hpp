// Claims about all inputs, decided without enumerating any: by a symbolic run (execute/symbolic.hpp).
//
// Shown are formulas that say that ids differ (discharge/id_facts.hpp), and formulas whose terms are linear in the entries of an input, or largest and smallest of such: every comparison
// is decided by bounds that hold for all inputs, with the definitions of ids put in where that is needed (SymbolicNames, FormulaCompiler, FlatGraph). Bounds over the entries are attained,
// so a comparison that stays open is true of one input and false of another; those are tried, one by one, where the formula binds one input. Refuted is a formula only by an input of which
// the whole formula, evaluated by its definition on the run of this input, is false: the run is that of the stages, and the literal executor's too where the network is small enough.
// What is neither shown nor refuted stays undecided.
#pragma once
#include <optional>
#include <string>

#include "claim/claim.hpp"
#include "discharge/decide.hpp"
#include "discharge/run_system.hpp"
#include "discharge/symbolic/staged_run.hpp"
#include "discharge/sweep_model.hpp"
#include "execute/flat_graph.hpp"
#include "execute/symbolic.hpp"

namespace hardmax {

// The stages of a run and what goes with them. `pattern` outlives the result.
StagedRun staged_run(const yun2020b::Parameters& parameters, const Pattern& pattern, const Assumption1& assumption, const yun2020b::Overrides& overrides);
StagedRun staged_run(const SweepSystem& system, const Pattern& attended);  // attended: system.attended()

class SymbolicPass {
 public:
  // Follows the construction. Requires  assumption.holds() for one with a pattern, grid points as inputs; the system outlives the object.
  SymbolicPass(const RunRequest& request, const RunSystem& system, const Assumption1& assumption);

  // Becomes verified, refuted or vacuous; or stays undecided, with why in its explanation.  Errors  Interrupted.
  void decide(ClaimResult& decided, const claim::Formula& formula) const;
  [[nodiscard]] const SymbolicRun& run() const { return *run_; }
  [[nodiscard]] const StagedNetwork& network() const { return staged_.network; }

 private:
  [[nodiscard]] std::optional<claim::Outcome> show(const claim::Formula& formula, FlatGraph& graph, std::string& why_not) const;
  [[nodiscard]] SymbolicRun::Shown all_ids_differ() const;
  [[nodiscard]] SymbolicRun::Shown known(const claim::Node& node) const;
  [[nodiscard]] bool refute(ClaimResult& decided, const claim::Formula& formula, const FlatGraph& graph) const;
  [[nodiscard]] bool literally_false(const claim::Formula& formula, const std::vector<Rational>& input) const;

  const RunRequest& request_;
  const RunSystem& system_;
  std::unique_ptr<RunView> view_;   // for names that depend on no input
  std::optional<Pattern> attended_;  // by a sweep
  StagedRun staged_;
  std::optional<SymbolicRun> run_;
};

}  // namespace hardmax
