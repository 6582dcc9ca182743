// One formula into tests of a flat graph: what ClaimProgram is made with. And formulas about all
// inputs at once that need no enumeration, because they come down to linear forms in the entries of
// an input, and each entry runs through all its values.
#pragma once
#include <array>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "claim/evaluator.hpp"
#include "discharge/run_model.hpp"
#include "execute/flat_network.hpp"

namespace hardmax {

// The names of a run that depend on the input. `arguments` are checked as the model of the run
// checks them.
class InputNames {
 public:
  virtual ~InputNames() = default;
  [[nodiscard]] virtual const claim::Vocabulary& vocabulary() const = 0;
  // Errors  Undefined (an index out of range), NotFlat (a name that is no term here).
  [[nodiscard]] virtual Term read(const NameCall& call) = 0;
  [[nodiscard]] virtual std::uint64_t entries()
      const = 0;  // leaves of the graph: the entries of an input
  // How the ordinal of an input grows with an entry; 0: the model does not answer for ordinals.
  [[nodiscard]] virtual std::uint64_t stride(std::uint32_t leaf) const = 0;

  // Whether there is no input, and the long ranges of `forall k in 0..1023, ...` are the leaves of
  // the graph, from 0 on.
  [[nodiscard]] virtual bool over_ranges() const { return false; }
  // Then: a name at arguments that are terms.  Errors  as read().
  [[nodiscard]] virtual Term read_at_terms(std::size_t accessor,
                                           const std::vector<Term>& arguments);
  // And a set: first, first + width, ..., first + steps width, if steps > 0; else it is empty.
  struct Progression {
    Rational first, width;
    Term steps;
  };
  [[nodiscard]] virtual Progression set_at_terms(std::size_t accessor,
                                                 const std::vector<Term>& arguments);

  // Names whose first argument is a layer may take it as a term, so that a formula about every
  // layer of a long network is looked at once for many of them.
  [[nodiscard]] virtual bool of_layer(std::size_t accessor) const {
    return static_cast<void>(accessor), false;
  }
  // The same of layers of another kind: layers() says nothing of these.
  [[nodiscard]] virtual bool of_other_layer(std::size_t accessor) const {
    return static_cast<void>(accessor), false;
  }
  // Such a name at a layer that is not the same for all inputs; the first of `arguments` means
  // nothing.  Errors  as read().
  [[nodiscard]] virtual Term read_at(const NameCall& call, const Term& layer);
  // Terms that make up the whole numbers first..last: for every input and each of the numbers, one
  // of the terms has that value for some values of its atoms, which no other answer has. Each term
  // has such a value of one input at least.
  struct Layers {
    Term number;
    bool one = true;  // for every input it is exactly one number of first..last, which no other of
                      // the terms is
  };
  [[nodiscard]] virtual std::vector<Layers> layers(const Rational& first, const Rational& last);
  // The same of numbers that layers are only made of; `has_any_of`: it is one term that takes each
  // of them.
  [[nodiscard]] virtual bool has_any_of() const { return false; }
  [[nodiscard]] virtual Term any_of(const Rational& first, const Rational& last);
};

// Those of yun2020b, from the network layer by layer.
class FlatNames final : public InputNames {
 public:
  FlatNames(const RunContext& context, FlatNetwork& network)
      : context_(context), network_(network) {}
  [[nodiscard]] const claim::Vocabulary& vocabulary() const override { return run_vocabulary(); }
  [[nodiscard]] Term read(const NameCall& call) override;  // ids, heads and entries
  [[nodiscard]] std::uint64_t entries() const override {
    return context_.parameters.n * context_.parameters.d;
  }
  [[nodiscard]] std::uint64_t stride(std::uint32_t leaf) const override;

 private:
  const RunContext& context_;
  FlatNetwork& network_;
};

class TooManyInstances : public NotFlat {
 public:
  using NotFlat::NotFlat;
};

class FormulaCompiler {
 public:
  using Test = FlatGraph::Test;
  // What the tests say of an input: true; if so, vacuous; else nothing at all if `unsure`.
  struct Answer {
    Test truth = FlatGraph::no, vacuous = FlatGraph::no, unsure = FlatGraph::no;
  };

  // `model` answers names that do not depend on the input, and G, z, ... of inputs where a part is
  // put into a table.
  FormulaCompiler(const claim::Formula& formula, const claim::Model& model, Rational inputs,
                  FlatGraph& graph, InputNames& names);

  // Of scope per_input, or any other over ranges.  Errors  NotFlat.
  Answer compile();
  // How many values each leaf has, over ranges; compile() may add some.
  [[nodiscard]] std::vector<std::uint64_t> ranges() const;

  // Whether compile() adds any: ranges whose ends depend on others.
  [[nodiscard]] bool has_ranges_further_in() const;

  // Of any scope: true if it is shown here to be true (then with whether it is vacuous), without
  // looking at inputs one by one. `known` may say of parts that they are true.
  using Known = std::function<bool(const claim::Node&)>;
  struct Shown {
    std::optional<claim::Verdict> verdict;  // empty: not shown
    std::string why_not;
    bool too_many = false;  // instances, for the limit
  };
  Shown show(const Known& known);

  // Of distinct(H in inputs where ...: e): e, if all inputs are chosen.  Errors  NotFlat,
  // Undefined, LimitReached.
  Term told_apart();

  // For long formulas: those that write out to more instances end as NotFlat, and a number is
  // formed once for the same values of the names it has.
  void limit_instances(std::size_t most) {
    most_choices_ = most;
    keeps_ = true;
  }
  // And those whose numbers have more atoms, counted each time that one is formed: of long terms
  // few instances take long.
  void limit_atoms(std::size_t most) { most_atoms_ = most; }

 private:
  // Truth of a part, and whether it is vacuous where it is true.
  struct Part {
    Test truth, vacuous;
  };
  // What is known of a part before it is gone to.
  struct Facts {
    bool depends = false;            // on the input, or on layers that are terms
    bool kept = false;               // a number that is worth keeping
    std::vector<std::size_t> slots;  // of the names it has from outside, if it is kept
  };
  bool depends(const claim::Node& node) { return facts_.at(&node).depends; }
  std::set<std::size_t> find_dependence(const claim::Node& node,
                                        std::size_t around);  // so many names
  void find_layers(const claim::Node& node);
  void find_ranges(const claim::Node& root);
  [[nodiscard]] bool is_range(const claim::Binder& binder) const;
  std::optional<std::pair<Rational, Rational>> long_range(const claim::Node& node);
  void find_claimed(const claim::Node& node);
  [[nodiscard]] bool is_further_in(const claim::Node& node, const claim::Binder& binder)
      const;  // a range or a set of the run that depends on ranges, in a part that is claimed of
              // every choice
  // Some number of 0, ..., count - 1, in a part that is claimed of every choice. For all of them,
  // as a binder there may as well stand in front of the formula: a leaf that is less than `count`.
  bool below(const Term& count, const std::function<bool(const Term& number)>& visit);
  InputNames::Progression progression(const claim::Node& set, Test reach);
  std::vector<Term> terms(const claim::Node& accessor, Test reach);

  Part part(const claim::Node& node, Test reach);
  std::optional<Part> tabulate(const claim::Node& node, Test reach);
  // Entries of the input, by leaf: itself, how many values.
  using Entries = std::map<std::uint32_t, std::pair<Term, std::uint64_t>>;
  Part table_of(const claim::Node& node, Test reach, const Entries& entries,
                std::uint64_t combinations);
  Part part_afresh(const claim::Node& node, Test reach);
  Part forall(const claim::Node& node, Test reach);
  Part exists(const claim::Node& node, Test reach);
  Part let(const claim::Node& node, Test reach);
  Test comparison(const claim::Node& node, Test reach);
  Test link(const claim::Node& left, claim::Relation relation, const claim::Node& right,
            Test reach);
  Test member(const Term& x, const claim::Node& set, Test reach);
  Test distinct(const claim::Node& node, Test reach);
  Test distinct_over_long_range(const claim::Node& node, Test reach);

  Term number(const claim::Node& node, Test reach);
  Term number_afresh(const claim::Node& node, Test reach);
  const Term& counted(const Term& value);
  void bind(std::size_t slot, const claim::Value& value);  // what depends on nothing
  void bind(std::size_t slot, Term value);
  std::uint64_t stamp_of(const Term& value);
  Term product(const claim::Node& node, Test reach);
  Term extreme(const claim::Node& node, Test reach);
  Rational constant_number(const claim::Node& node, Test reach);
  claim::Set constant_set(const claim::Node& node, Test reach);
  Term read(const claim::Node& node, Test reach);
  claim::Value argument(const claim::Node& node, Test reach);

  // Every choice for the names of a binder list, in order, with the test that `where` holds; until
  // visit is false. Choices that never hold are left out. With `many`, one visit may be for many
  // layers at once: unless one_.
  using Visit = std::function<bool(Test where)>;
  // Formulas about all inputs (formula_of_all_inputs.cpp).
  claim::Verdict whole(const claim::Node& node);
  claim::Verdict whole_over_inputs(const claim::Node& node);
  Term told_apart(const claim::Node& node);
  claim::Verdict whole_quantifier(const claim::Node& node);
  claim::Verdict whole_comparison(const claim::Node& node);
  Rational whole_number(const claim::Node& node);
  claim::Set whole_set(const claim::Node& node);
  void values_of(const Term& term, claim::Set& values) const;
  [[nodiscard]] bool over_leaves(const Term& term) const;

  void instances(const claim::Node& node, Test reach, bool many, const Visit& visit);
  bool choose(const claim::Node& node, std::size_t level, Test reach, const Visit& visit);
  bool choose_number(const claim::Node& node, std::size_t level, Test reach, const Visit& visit);
  bool choose_layers(const claim::Node& node, std::size_t level, Test reach, const Visit& visit,
                     const Rational& first, const Rational& last);
  bool choose_of_set(const claim::Node& node, std::size_t level, Test reach, const Visit& visit);

  const claim::Syntax& syntax_;
  const claim::Model& model_;
  claim::Evaluator evaluator_;
  Rational inputs_;
  std::size_t input_slot_ = claim::Node::none;  // of a formula of scope per_input
  FlatGraph& graph_;
  InputNames& names_;
  std::unordered_map<const claim::Node*, Facts> facts_;
  std::map<std::size_t, bool> slot_depends_;  // of binders and lets
  std::map<std::size_t, std::set<std::size_t>>
      made_of_;  // names that the value of a let is made of
  std::map<std::size_t, bool>
      layer_slots_;  // names that layers are made of; true: the name is a layer
  struct Range {
    std::size_t slot;  // none: of binders further in, of one at a time
    Rational first;
    std::uint64_t count;
    bool taken = true;
  };
  std::vector<Range> ranges_;
  std::set<const claim::Node*> claimed_;  // over ranges: quantifiers that the formula claims of
                                          // every choice of the names around them
  Test guard_ = FlatGraph::yes;  // that the leaves of the binders at hand are in their ranges
  bool many_ = false;            // binders may go through many layers at once
  bool one_ = true;              // the choice at hand is one choice
  bool telescopes_ = false;      // remainders are written as differences of floors
  std::set<const claim::Node*> long_ranges_;  // of distinct(x in first..last: e) with many x
  std::set<std::size_t> single_;         // names of subsets; those with at most one member decide
                                         // (discharge/unions.hpp)
  bool within_many_ = false;             // a name stands for many layers
  std::map<std::size_t, Term> numbers_;  // lets that depend on the input, by slot
  std::map<std::size_t, Test> truths_;
  Test unsure_ = FlatGraph::no;
  std::size_t choices_ = 0, most_choices_ = std::size_t{1} << 21, tabulated_ = 0;
  std::size_t atoms_ = 0, most_atoms_ = std::numeric_limits<std::size_t>::max();
  const Known* known_ = nullptr;

  // Numbers that are kept: by the part and the values of the names it has, each value by its stamp.
  struct Key {
    const claim::Node* node = nullptr;
    std::array<std::uint64_t, 4> stamps{};
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct HashOfKey {
    std::size_t operator()(const Key& key) const;
  };
  bool keeps_ = false;
  std::unordered_map<Key, Term, HashOfKey> kept_;
  std::vector<std::uint64_t> stamps_;  // by slot
  std::unordered_multimap<std::size_t, std::pair<Term, std::uint64_t>> stamped_;
  std::uint64_t fresh_ = 1;
};

}  // namespace hardmax
