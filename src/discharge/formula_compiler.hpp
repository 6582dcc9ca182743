// One formula into tests of a flat graph: what ClaimProgram is made with. And formulas about all inputs at once that need no enumeration, because they come down to linear
// forms in the entries of an input, each of which runs through all its values.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "claim/evaluator.hpp"
#include "discharge/run_model.hpp"
#include "execute/flat_network.hpp"

namespace hardmax {

// The names of a run that depend on the input. `arguments` are checked as the model of the run checks them.
class InputNames {
 public:
  virtual ~InputNames() = default;
  [[nodiscard]] virtual const claim::Vocabulary& vocabulary() const = 0;
  // Errors  Undefined (an index out of range), NotFlat (a name that is no term here).
  [[nodiscard]] virtual Term read(const NameCall& call) = 0;
  [[nodiscard]] virtual std::uint64_t entries() const = 0;  // leaves of the graph: the entries of an input
  // How the ordinal of an input grows with an entry; 0: the model does not answer for ordinals.
  [[nodiscard]] virtual std::uint64_t stride(std::uint32_t leaf) const = 0;
};

// Those of yun2020b, from the network layer by layer.
class FlatNames final : public InputNames {
 public:
  FlatNames(const RunContext& context, FlatNetwork& network) : context_(context), network_(network) {}
  [[nodiscard]] const claim::Vocabulary& vocabulary() const override { return run_vocabulary(); }
  [[nodiscard]] Term read(const NameCall& call) override;  // ids, heads and entries
  [[nodiscard]] std::uint64_t entries() const override { return context_.parameters.n * context_.parameters.d; }
  [[nodiscard]] std::uint64_t stride(std::uint32_t leaf) const override;

 private:
  const RunContext& context_;
  FlatNetwork& network_;
};

class FormulaCompiler {
 public:
  using Test = FlatGraph::Test;
  // What the tests say of an input: true; if so, vacuous; else nothing at all if `unsure`.
  struct Answer {
    Test truth = FlatGraph::no, vacuous = FlatGraph::no, unsure = FlatGraph::no;
  };

  // `model` answers names that do not depend on the input, and G, z, ... of inputs where a part is put into a table.
  FormulaCompiler(const claim::Formula& formula, const claim::Model& model, Rational inputs, FlatGraph& graph, InputNames& names);

  // Of scope per_input.  Errors  NotFlat.
  Answer compile();

  // Of any scope: true if it is shown here to be true (then with whether it is vacuous), without looking at inputs one by one. `known` may say of parts that they are true.
  using Known = std::function<bool(const claim::Node&)>;
  struct Shown {
    std::optional<claim::Verdict> verdict;  // empty: not shown
    std::string why_not;
  };
  Shown show(const Known& known);

  // Of distinct(H in inputs where ...: e): e, if all inputs are chosen.  Errors  NotFlat, Undefined, LimitReached.
  Term told_apart();

  // Formulas that write out to more instances end as NotFlat.
  void limit_instances(std::size_t most) { most_choices_ = most; }

 private:
  // Truth of a part, and whether it is vacuous where it is true.
  struct Part {
    Test truth, vacuous;
  };
  bool depends(const claim::Node& node);
  bool find_dependence(const claim::Node& node);

  Part part(const claim::Node& node, Test reach);
  std::optional<Part> tabulate(const claim::Node& node, Test reach);
  Part part_afresh(const claim::Node& node, Test reach);
  Part forall(const claim::Node& node, Test reach);
  Part exists(const claim::Node& node, Test reach);
  Part let(const claim::Node& node, Test reach);
  Test comparison(const claim::Node& node, Test reach);
  Test link(const claim::Node& left, claim::Relation relation, const claim::Node& right, Test reach);
  Test member(const Term& x, const claim::Node& set, Test reach);
  Test distinct(const claim::Node& node, Test reach);

  Term number(const claim::Node& node, Test reach);
  Term product(const claim::Node& node, Test reach);
  Term extreme(const claim::Node& node, Test reach);
  Rational constant_number(const claim::Node& node, Test reach);

  // Every choice for the names of a binder list, in order, with the test that `where` holds; until visit is false. Choices that never hold are left out.
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

  void instances(const claim::Node& node, Test reach, const Visit& visit);
  bool choose(const claim::Node& node, std::size_t level, Test reach, const Visit& visit);

  const claim::Syntax& syntax_;
  claim::Evaluator evaluator_;
  Rational inputs_;
  std::size_t input_slot_ = claim::Node::none;  // of a formula of scope per_input
  FlatGraph& graph_;
  InputNames& names_;
  std::unordered_map<const claim::Node*, bool> depends_;
  std::map<std::size_t, bool> slot_depends_;   // of binders and lets
  std::map<std::size_t, Term> numbers_;        // lets that depend on the input, by slot
  std::map<std::size_t, Test> truths_;
  Test unsure_ = FlatGraph::no;
  std::size_t choices_ = 0, most_choices_ = std::size_t{1} << 21, tabulated_ = 0;
  const Known* known_ = nullptr;
};

}  // namespace hardmax
