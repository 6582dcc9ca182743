// The names of a run for all inputs at once: ids, heads and entries at any layer, as terms of a
// flat graph over the entries of the input. Which column a sweep moves and what it becomes is taken
// from a symbolic run (execute/symbolic.hpp); the all-max layers are followed here, as the largest
// id attended to is the largest of terms.
//
// Tests     tests/unit/discharge/symbolic_claims_test.cpp
#pragma once
#include <array>
#include <vector>

#include "discharge/formula_compiler.hpp"
#include "discharge/symbolic/staged_run.hpp"
#include "execute/symbolic.hpp"

namespace hardmax {

class SymbolicNames final : public InputNames {
 public:
  // `symbolic` followed run.network, at least through its first sweeps; the graph folds. All must
  // outlive it. `of_inputs`: for formulas about inputs.
  SymbolicNames(const StagedRun& run, const SymbolicRun& symbolic,
                const claim::Vocabulary& vocabulary, FlatGraph& graph, bool of_inputs = true);

  [[nodiscard]] const claim::Vocabulary& vocabulary() const override { return vocabulary_; }
  [[nodiscard]] Term read(const NameCall& call) override;
  [[nodiscard]] std::uint64_t entries() const override {
    return run_.parameters.n * run_.parameters.d;
  }
  [[nodiscard]] std::uint64_t stride(std::uint32_t) const override { return 0; }

  // The layers of one sweep and one pattern layer are one term, x + p m with the window m. For a
  // formula about inputs there are three, as what the column that the sweep moves is depends on it:
  // m is beyond the window that the column is in, or that window, whatever the input, or before it.
  // In between the difference is an atom of its own, so that m has two forms with bounds.
  [[nodiscard]] bool of_layer(std::size_t accessor) const override;
  [[nodiscard]] bool of_other_layer(std::size_t accessor) const override;
  [[nodiscard]] Term read_at(const NameCall& call, const Term& layer) override;
  [[nodiscard]] std::vector<Layers> layers(const Rational& first, const Rational& last) override;
  [[nodiscard]] bool has_any_of() const override { return true; }
  [[nodiscard]] Term any_of(const Rational& first, const Rational& last) override;

  Term id(const Rational& layers, Token k);  // units of delta

  // What comes out of the value layers; outlives the object. Without, they are not followed.
  void follow_values(const SymbolicValues* values) { values_ = values; }

  // Names of layers end as NotFlat, which of a long input are terms of many entries each.
  void read_entries_alone() { entries_alone_ = true; }

  // Of a part of the inputs: the bounds of every entry, at k d + r. Before anything is read;
  // `entries` outlives the object.
  void within(const std::vector<Span>& entries) { within_ = &entries; }

  // What tells inputs apart, if ids differ in each input: the largest id after the sweeps, over
  // leaves, and within which bounds lies what is left of the final ids after it, times the leading
  // power of c.  Errors  NotFlat.
  struct Telling {
    Term largest;
    Span rest;
    Rational leading;
  };
  [[nodiscard]] std::optional<Telling> telling(std::string& why_not);

  // Whether the final ids of all inputs and tokens differ, read off their forms: with T the largest
  // id after the sweeps, c^t T and the rest of an id spread less than c^t, so equal ids have equal
  // T, which tells the input; and in each input they differ. Finer than what the symbolic run says
  // of itself.  Errors  NotFlat.
  [[nodiscard]] SymbolicRun::Shown all_ids_differ();

 private:
  void require_input_itself(const Rational& layers) const;
  Term entry(std::size_t r, Token k);
  const Term& node(SymbolicRun::Index index);
  Term value(StagedName name, const NameCall& call);
  Term window_of(const Term& layer);
  // The id after a number of layers that is a term within one sweep: kept for the terms asked for
  // last.
  struct After {
    Term layers;
    std::size_t sweep = 0;
    Term b;  // the last window that has been
    std::vector<std::optional<Term>> ids;
    std::size_t pattern_layer = 0;
    std::vector<std::optional<std::pair<Term, Term>>>
        attended;  // largest and smallest id, by that pattern layer
  };
  After& after(const Term& layers);
  const Term& id(After& after, Token k);
  Term id(const Term& layers, Token k) {
    return layers.is_constant() ? id(layers.constant, k) : id(after(layers), k);
  }
  std::pair<Term, Term> attended(const Term& layers, std::size_t pattern_layer, Token k);
  Term entry_of(std::size_t r, Token k, const Term& gained);
  Term swept(const Rational& layers, Token k);
  const Term& after_all_max(std::size_t layers, Token k);
  Term head(const NameCall& call, const Term& number);
  // Layers of one sweep and one pattern layer, from `first` on: layer - first = p u.
  struct Place {
    Rational first;
    Term u;
  };
  [[nodiscard]] Place place(const Term& layer) const;
  void windows(std::size_t sweep, const Rational& first, const Rational& count,
               std::vector<Layers>& found);

  const StagedRun& run_;
  const SymbolicRun& symbolic_;
  bool of_inputs_;
  bool entries_alone_ = false;
  const claim::Vocabulary& vocabulary_;
  FlatGraph& graph_;
  const std::vector<Span>* within_ = nullptr;
  const SymbolicValues* values_ = nullptr;
  std::optional<Term> first_value_layer_;  // n times the ordinal of the input
  std::vector<StagedName> names_;
  std::size_t followed_ = 0;  // sweeps
  struct Move {               // the sweep that changed a column
    std::size_t sweep;
    SymbolicRun::Index before, after;
  };
  std::vector<std::vector<Move>> moves_;  // by token
  std::vector<std::optional<std::pair<Token, SymbolicRun::Index>>>
      moved_;                   // by sweep: the column, and what it was
  std::array<After, 4> after_;  // in turn
  std::size_t next_after_ = 0;
  std::uint32_t unknowns_ = 3;  // of the graph, that are in use
  std::vector<std::optional<Term>> nodes_;
  std::vector<std::vector<std::optional<Term>>> after_all_max_;
};

}  // namespace hardmax
