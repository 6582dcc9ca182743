// Claims about every input, compiled: `forall H in inputs, ...: body` becomes a flat program
// (execute/flat.hpp) that says for many inputs at once whether the body is true.
//
// Everything that does not depend on the input is evaluated once, by the evaluator of formulas
// itself; binders over such things are written out; ids, heads and entries come from the layers of
// the network (FlatNetwork). What the program finds true is true. Of all other inputs (the claim is
// false there, or something may be undefined, or a mean is no integer) the evaluator is asked, so
// errors and witnesses are its own. Nothing about any claim is known here.
//
// Not compiled: names of the value stage and the quantiser that depend on the input, sets and
// binders whose members do, division by what depends on it, numbers beyond 125 bits, formulas that
// write out to more than about a million terms.
//
// Trust     untrusted, like the engines; verify-check evaluates the formulas by their definition.
// Tests     tests/unit/discharge/claim_program_test.cpp
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "claim/claim.hpp"
#include "discharge/run_model.hpp"
#include "execute/cpu.hpp"

namespace hardmax {

class ClaimProgram {
 public:
  // Requires  formulas of scope per_input, a context with a construction; both outlive the program.
  // `fold`: decide by intervals what they decide.
  ClaimProgram(const RunContext& context, const std::vector<const claim::Formula*>& formulas,
               bool fold);
  ~ClaimProgram();
  ClaimProgram(const ClaimProgram&) = delete;
  ClaimProgram& operator=(const ClaimProgram&) = delete;

  static constexpr std::size_t group = 128;  // inputs that are run together

  [[nodiscard]] std::size_t claims() const;
  // Why a claim is not compiled, "" if it is.
  [[nodiscard]] const std::string& why_not(std::size_t claim) const;
  [[nodiscard]] bool any() const;  // is one compiled?
  // What a compiled claim comes to if its form alone says that it is true of every input.
  [[nodiscard]] std::optional<claim::Outcome> shown(std::size_t claim) const;
  // Instructions a group costs that this claim needs, and all claims together.
  [[nodiscard]] std::size_t instructions(std::size_t claim) const;
  [[nodiscard]] std::size_t instructions() const;

  // Runs do not compute this claim any more, some time soon: holds() says nothing of it from now
  // on. May be called while other threads run.
  void leave_out(std::size_t claim);

  // One thread's.
  class Run {
   public:
    Run(const ClaimProgram& program, CpuPath path);
    ~Run();
    // The inputs [first, first + count), count <= group.
    void run(std::uint64_t first, std::size_t count);
    // Of the last run, bit i of word w for input first + 64 w + i: is the claim true of it, and if
    // so, vacuously?
    [[nodiscard]] std::uint64_t holds(std::size_t claim, std::size_t word) const;
    [[nodiscard]] std::uint64_t vacuous(std::size_t claim, std::size_t word) const;

   private:
    struct State;
    std::unique_ptr<State> state_;
  };

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// A formula about all inputs at once that is true by what intervals and linear forms in the entries
// say, and by what is `known` of its parts (FormulaCompiler::show). Empty: not shown, and nothing
// is known then.
std::optional<claim::Outcome> shown_for_all_inputs(
    const RunContext& context, const claim::Formula& formula,
    const std::function<bool(const claim::Node&)>& known);

}  // namespace hardmax
