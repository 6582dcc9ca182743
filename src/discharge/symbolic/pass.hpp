// Claims about all inputs, decided without enumerating any: by a symbolic run
// (execute/symbolic.hpp).
//
// Shown are formulas that say that ids differ (discharge/id_facts.hpp), and formulas whose terms
// are linear in the entries of an input, or largest and smallest of such: every comparison is
// decided by bounds that hold for all inputs, with the definitions of ids put in where that is
// needed (SymbolicNames, FormulaCompiler, FlatGraph). Bounds over the entries are attained, so a
// comparison that stays open is true of one input and false of another; those are tried, one by
// one, where the formula binds one input. Refuted is a formula only by an input where the whole
// formula, evaluated by its definition on the run of this input, is false: the run is that of the
// stages, and the literal executor's too where the network is small enough; and the formula has to
// have a value for all inputs, or the input is the first, as otherwise an earlier one might end it.
// In the same way `exists H in inputs` is shown, and two inputs refute that values differ. Without
// encodings, claims about inputs whose columns increase have a run of their own
// (discharge/symbolic/increasing.hpp), and those about any input are shown of each kind of them
// (discharge/symbolic/any_order.hpp). A small run that cannot be followed for all inputs at once is
// in parts (discharge/symbolic/parts.hpp). Claims about many real numbers, about subsets and about
// the value mapping are shown by rules for many (claim/symbolic.hpp, discharge/unions.hpp,
// discharge/symbolic/values.hpp); what takes longer than some milliseconds is left to whoever asks
// for a symbolic run, or for the one claim. What is neither shown nor refuted stays undecided.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "claim/claim.hpp"
#include "discharge/decide.hpp"
#include "discharge/run_system.hpp"
#include "discharge/sweep_model.hpp"
#include "discharge/symbolic/any_order.hpp"
#include "discharge/symbolic/increasing.hpp"
#include "discharge/symbolic/parts.hpp"
#include "discharge/symbolic/staged_run.hpp"
#include "discharge/symbolic/values.hpp"
#include "execute/flat_graph.hpp"
#include "execute/symbolic.hpp"

namespace hardmax {

// The stages of a run and what goes with them. `pattern` outlives the result.
StagedRun staged_run(const Parameters& parameters, const Pattern& pattern,
                     const Assumption1& assumption, const Overrides& overrides);
StagedRun staged_run(const SweepSystem& system,
                     const Pattern& attended);  // attended: system.attended()

class SymbolicPass {
 public:
  // Follows the construction. Requires  assumption.holds() for one with a pattern, grid points as
  // inputs; the system outlives the object.
  SymbolicPass(const RunRequest& request, const RunSystem& system, const Assumption1& assumption);

  // Becomes verified, refuted or vacuous; or stays undecided, with why in its explanation.  Errors
  // Interrupted.
  void decide(ClaimResult& decided, const claim::Formula& formula);
  [[nodiscard]] std::string followed() const;  // for people, one line

 private:
  void follow_values(const Assumption1& assumption);
  [[nodiscard]] std::string waits() const;
  bool decide_closed(ClaimResult& decided, const claim::Formula& formula, FlatGraph& graph,
                     std::string& why_not);
  bool decide_increasing(ClaimResult& decided, const claim::Formula& formula, std::string& why_not);
  bool decide_by_entries(ClaimResult& decided, const claim::Formula& formula, FlatGraph& graph,
                         std::string& why_not);
  [[nodiscard]] std::string decide_over_reals(ClaimResult& decided,
                                              const claim::Formula& formula) const;
  // What a formula may read of inputs: anything, or of long ones their entries.
  enum class Reads { anything, entries };
  // For all inputs, or those of a part.
  [[nodiscard]] std::optional<claim::Outcome> show(const claim::Formula& formula, FlatGraph& graph,
                                                   std::string& why_not,
                                                   Reads reads = Reads::anything,
                                                   const SymbolicParts::Part* part = nullptr) const;
  [[nodiscard]] bool speaks_of_layers(const claim::Formula& formula) const;
  [[nodiscard]] SymbolicRun::Shown all_ids_differ() const;
  [[nodiscard]] SymbolicRun::Shown known(const claim::Node& node) const;
  // The same in parts (pass_parts.cpp). Requires  parts_.
  [[nodiscard]] SymbolicRun::Shown all_ids_differ_in_parts() const;
  [[nodiscard]] SymbolicRun::Shown known_in_parts(const claim::Node& node) const;
  [[nodiscard]] SymbolicRun::Shown show_in_parts(const claim::Formula& formula) const;
  [[nodiscard]] SymbolicRun::Shown told_apart_in_parts(const claim::Formula& formula) const;
  // Inputs that may settle what bounds do not (pass_refute.cpp).
  static constexpr std::uint64_t most_reads = 200'000;  // of a formula that is evaluated
  [[nodiscard]] std::vector<std::vector<Rational>> candidates(const FlatGraph& graph) const;
  [[nodiscard]] std::vector<Rational> different_columns() const;
  [[nodiscard]] std::vector<std::vector<Rational>> pairs() const;
  [[nodiscard]] bool refute(ClaimResult& decided, const claim::Formula& formula,
                            std::vector<std::vector<Rational>> inputs) const;
  [[nodiscard]] bool refute_by_pair(ClaimResult& decided, const claim::Formula& formula,
                                    const std::vector<std::vector<Rational>>& pairs)
      const;  // each the entries of both. Requires  scope collective
  [[nodiscard]] bool exhibit(ClaimResult& decided, const claim::Formula& formula,
                             const FlatGraph& graph) const;
  // Of this input alone; by the literal executor, true where the network is too large for it.
  [[nodiscard]] StagedModel model_of(std::vector<Rational> input) const;
  [[nodiscard]] claim::Outcome at(const claim::Formula& formula, const std::vector<Rational>& input,
                                  std::uint64_t reads) const;
  [[nodiscard]] std::optional<std::uint64_t> executable_ordinal(
      const std::vector<Rational>& input) const;  // none: the network is too large
  // Whether evaluation gets as far as any input: it is the first, or all have values
  // (discharge/defined.hpp).
  [[nodiscard]] bool is_reached(const claim::Formula& formula,
                                const std::vector<Rational>* input = nullptr) const;
  [[nodiscard]] bool literally_false(const claim::Formula& formula,
                                     const std::vector<Rational>& input) const;

  const RunRequest& request_;
  const RunSystem& system_;
  mutable bool unreached_ =
      false;              // an input settles the formula at hand, and was not seen to be reached
  bool patient_ = false;  // it was asked for this claim, which may take seconds then
  std::unique_ptr<RunView> view_;    // for names that depend on no input
  std::optional<Pattern> attended_;  // by a sweep
  StagedRun staged_;
  std::optional<SymbolicRun> run_;
  std::unique_ptr<SymbolicValues> values_;  // of yun2020b, where run_ was followed
  std::optional<SymbolicParts> parts_;      // complete; where run_ was not followed
  std::unique_ptr<IncreasingRun>
      increasing_;  // of a sweep without encodings, for claims about increasing columns
  std::unique_ptr<AnyOrder> any_order_;  // the same, for claims about any input
};

// Decides all these claims, each on one thread; returns what following the construction came to.
// Claims do not depend on each other here, and every thread follows the construction for itself, so
// what is said of a claim does not depend on the number of threads.  Errors  Interrupted.
std::string follow_symbolically(const RunRequest& request, const RunSystem& system,
                                const Assumption1& assumption,
                                const std::vector<ClaimResult*>& claims);

}  // namespace hardmax
