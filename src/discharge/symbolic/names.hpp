// The names of a run for all inputs at once: ids, heads and entries at any layer, as terms of a flat graph over the entries of the input. Which column a sweep moves and what it becomes is
// taken from a symbolic run (execute/symbolic.hpp); the all-max layers are followed here, as the largest id attended to is the largest of terms.
//
// Tests     tests/unit/discharge/symbolic_claims_test.cpp
#pragma once
#include <vector>

#include "discharge/formula_compiler.hpp"
#include "discharge/symbolic/staged_run.hpp"
#include "execute/symbolic.hpp"

namespace hardmax {

class SymbolicNames final : public InputNames {
 public:
  // `symbolic` followed run.network, at least through its first sweeps; the graph folds. All must outlive it.
  SymbolicNames(const StagedRun& run, const SymbolicRun& symbolic, const claim::Vocabulary& vocabulary, FlatGraph& graph);

  [[nodiscard]] const claim::Vocabulary& vocabulary() const override { return vocabulary_; }
  [[nodiscard]] Term read(const NameCall& call) override;
  [[nodiscard]] std::uint64_t entries() const override { return run_.parameters.n * run_.parameters.d; }
  [[nodiscard]] std::uint64_t stride(std::uint32_t) const override { return 0; }

  // Of a part of the inputs: the bounds of every entry, at k d + r. Before anything is read; `entries` outlives the object.
  void within(const std::vector<Span>& entries) { within_ = &entries; }

  // What tells inputs apart, if ids differ in each input: the largest id after the sweeps, over leaves, and within which bounds lies what is left of the final ids after it, times the leading power
  // of c.  Errors  NotFlat.
  struct Telling {
    Term largest;
    Span rest;
    Rational leading;
  };
  [[nodiscard]] std::optional<Telling> telling(std::string& why_not);

  // Whether the final ids of all inputs and tokens differ, read off their forms: with T the largest id after the sweeps, c^t T and the rest of an id spread less than c^t, so equal ids have equal
  // T, which tells the input; and in each input they differ. Finer than what the symbolic run says of itself.  Errors  NotFlat.
  [[nodiscard]] SymbolicRun::Shown all_ids_differ();

 private:
  Term entry(std::size_t r, Token k);
  const Term& node(SymbolicRun::Index index);
  Term id(const Rational& layers, Token k);  // units of delta
  Term swept(const Rational& layers, Token k);
  const Term& after_all_max(std::size_t layers, Token k);
  Term head(const NameCall& call);

  const StagedRun& run_;
  const SymbolicRun& symbolic_;
  const claim::Vocabulary& vocabulary_;
  FlatGraph& graph_;
  const std::vector<Span>* within_ = nullptr;
  std::vector<StagedName> names_;
  std::size_t followed_ = 0;  // sweeps
  struct Move {               // the sweep that changed a column
    std::size_t sweep;
    SymbolicRun::Index before, after;
  };
  std::vector<std::vector<Move>> moves_;  // by token
  std::vector<std::optional<Term>> nodes_;
  std::vector<std::vector<std::optional<Term>>> after_all_max_;
};

}  // namespace hardmax
