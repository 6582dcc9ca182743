// A construction without positional encodings at one size, on inputs whose columns increase,
// sorted(H) = 1 and category(H) = 1: claims about those alone, shown without enumerating any.
//
// It is the run at every D, at one D (every_run.hpp); how ids differ is shown from residues too
// (execute/symbolic_residues.hpp). Trust     tests/unit/discharge/symbolic_parts_test.cpp holds
// what is shown to enumeration, of changed networks too.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "discharge/sweep_model.hpp"
#include "discharge/symbolic/every_run.hpp"

namespace hardmax {

class IncreasingRun {
 public:
  // Requires  no encodings.  Overrides without a run at every D, and D^d < n: nothing is
  // shown.  The pattern, of who attends to whom, and the system outlive the object.
  IncreasingRun(const SweepSystem& system, const Pattern& attended);
  IncreasingRun(const IncreasingRun&) = delete;

  [[nodiscard]] bool followed() const {
    return symbolic_ && (symbolic_->followed() || run_->followed());
  }
  // Whether a formula is true of such inputs, and says something of them.  Requires
  // about_increasing(formula), or one `forall H in inputs` and no other binder over inputs.
  [[nodiscard]] SymbolicFacts::Shown show(const claim::Formula& formula);
  // Whether the last formula that show() was asked for is true, whether or not it says something.
  [[nodiscard]] bool last_is_true() const { return true_; }
  // Entries of inputs that may refute what is not shown, token by token, and of pairs where the
  // last formula that show() was asked for may be false.
  [[nodiscard]] std::vector<std::vector<Rational>> inputs() const;
  [[nodiscard]] std::vector<std::vector<Rational>> pairs() const;

 private:
  [[nodiscard]] std::vector<Rational> entries(const std::vector<Rational>& digits) const;
  bool show(const claim::Formula& formula, bool layers_together, std::string& why_not);

  std::unique_ptr<RunView> rest_;  // for names that depend on no input
  EveryRun every_;
  std::optional<SymbolicRunOf<WholePolynomial>> symbolic_;
  std::optional<EveryInput> input_;
  StagedNetwork network_;
  std::optional<SymbolicRun> run_;            // the same in numbers
  std::vector<std::vector<Rational>> pairs_;  // digits of both
  std::string why_not_;
  bool true_ = false;
};

}  // namespace hardmax
