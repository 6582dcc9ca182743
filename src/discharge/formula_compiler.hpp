// One formula of scope per_input into tests of a flat graph. Used by ClaimProgram.
#pragma once
#include <functional>
#include <map>
#include <unordered_map>
#include <vector>

#include "claim/evaluator.hpp"
#include "discharge/run_model.hpp"
#include "execute/flat_network.hpp"

namespace hardmax {

// Reads the names of a run that depend on the input. `arguments` are checked as RunModel checks them.
class FlatNames {
 public:
  FlatNames(const RunContext& context, FlatNetwork& network) : context_(context), network_(network) {}
  // Errors  Undefined (an index out of range), NotFlat (a name that is not of ids, heads or entries).
  [[nodiscard]] Term read(const NameCall& call);

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

  FormulaCompiler(const claim::Formula& formula, const claim::Model& constants, FlatGraph& graph, FlatNames& names);
  // Errors  NotFlat.
  Answer compile();

 private:
  // Truth of a part, and whether it is vacuous where it is true.
  struct Part {
    Test truth, vacuous;
  };
  bool depends(const claim::Node& node);
  bool find_dependence(const claim::Node& node);

  Part part(const claim::Node& node, Test reach);
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
  void instances(const claim::Node& node, Test reach, const Visit& visit);
  bool choose(const claim::Node& node, std::size_t level, Test reach, const Visit& visit);

  const claim::Syntax& syntax_;
  claim::Evaluator evaluator_;
  FlatGraph& graph_;
  FlatNames& names_;
  std::unordered_map<const claim::Node*, bool> depends_;
  std::map<std::size_t, bool> slot_depends_;   // of binders and lets
  std::map<std::size_t, Term> numbers_;        // lets that depend on the input, by slot
  std::map<std::size_t, Test> truths_;
  Test unsure_ = FlatGraph::no;
  std::size_t choices_ = 0;
};

}  // namespace hardmax
