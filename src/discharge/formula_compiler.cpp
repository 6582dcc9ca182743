#include "discharge/formula_compiler.hpp"

#include <algorithm>
#include <set>

#include "exact/error.hpp"

namespace hardmax {

using claim::Node;
using claim::NodePtr;
using claim::Op;
using claim::Relation;
using claim::Truth;
using claim::Type;

namespace {

constexpr std::size_t kMaxDistinct = 64;
constexpr std::size_t kMaxMembers = 256;
constexpr std::uint64_t kMaxTable = 1024;
constexpr std::size_t kMaxTabulated = std::size_t{1} << 16;

}  // namespace

FormulaCompiler::FormulaCompiler(const claim::Formula& formula, const claim::Model& model, Rational inputs, FlatGraph& graph, InputNames& names)
    : syntax_(formula.syntax()), evaluator_(formula.syntax(), model), inputs_(std::move(inputs)), graph_(graph), names_(names) {
  if (formula.over_reals()) throw NotFlat("real numbers");
  find_dependence(formula.root());
}

bool FormulaCompiler::depends(const Node& node) { return depends_.at(&node); }

bool FormulaCompiler::find_dependence(const Node& node) {
  bool any = false;
  const auto within = [&](const NodePtr& part) { any = (part && find_dependence(*part)) || any; };
  for (const claim::Binder& binder : node.binders) {
    bool domain = binder.domain == claim::Binder::Domain::inputs;
    for (const NodePtr* end : {&binder.first, &binder.last}) domain = (*end && find_dependence(**end)) || domain;
    slot_depends_[binder.slot] = domain;
    any = any || domain;
  }
  within(node.where);
  for (std::size_t i = 0; i < node.parts.size(); ++i) {
    within(node.parts[i]);
    if (node.op == Op::let && i == 0) slot_depends_[node.index] = depends(*node.parts[0]);
  }
  if (node.op == Op::variable) any = slot_depends_.at(node.index);
  depends_[&node] = any;
  return any;
}

FormulaCompiler::Answer FormulaCompiler::compile() {
  const Node& root = *syntax_.root;
  HARDMAX_REQUIRE(root.op == Op::forall && root.binders[0].domain == claim::Binder::Domain::inputs);
  input_slot_ = root.binders[0].slot;
  Answer answer;
  const Part whole = forall(root, FlatGraph::yes);
  answer.truth = whole.truth;
  answer.vacuous = whole.vacuous;
  answer.unsure = unsure_;
  return answer;
}

// ---- truth

FormulaCompiler::Part FormulaCompiler::part(const Node& node, Test reach) {
  const Test unsure_before = unsure_;
  try {
    if (depends(node)) return part_afresh(node, reach);
    const claim::Verdict verdict = evaluator_.decide(node);
    if (verdict.truth == Truth::unknown) throw NotFlat("a truth that is unknown");
    return {verdict.truth == Truth::yes ? FlatGraph::yes : FlatGraph::no, verdict.vacuous ? FlatGraph::yes : FlatGraph::no};
  } catch (const Undefined& e) {
    if (reach == FlatGraph::yes) throw NotFlat(e.what());
  } catch (const LimitReached& e) {
    if (reach == FlatGraph::yes) throw NotFlat(e.what());
  } catch (const NotFlat&) {
    unsure_ = unsure_before;
    if (const auto table = tabulate(node, reach)) return *table;
    throw;
  }
  // Where this part is reached, the evaluator is asked.
  unsure_ = graph_.either(unsure_, reach);
  return {FlatGraph::yes, FlatGraph::no};
}

namespace {

// The names bound within a part, and the terms of the input it reads.
struct Reads {
  std::set<std::size_t> bound;
  std::vector<const Node*> variables, accessors;
  bool inputs_bound = false;

  explicit Reads(const Node& node) { visit(node); }
  void visit(const Node& node) {
    for (const claim::Binder& binder : node.binders) {
      bound.insert(binder.slot);
      inputs_bound = inputs_bound || binder.domain == claim::Binder::Domain::inputs;
      if (binder.first) visit(*binder.first);
      if (binder.last) visit(*binder.last);
    }
    if (node.op == Op::let) bound.insert(node.index);
    if (node.op == Op::variable) variables.push_back(&node);
    if (node.op == Op::accessor) accessors.push_back(&node);
    if (node.where) visit(*node.where);
    for (const NodePtr& p : node.parts) visit(*p);
  }
};

}  // namespace

// A part that depends on few entries of the input: its truth for each of their values, from the evaluator.
std::optional<FormulaCompiler::Part> FormulaCompiler::tabulate(const Node& node, Test reach) {
  if (input_slot_ == Node::none || !depends(node) || names_.stride(0) == 0) return std::nullopt;
  const Reads reads(node);
  if (reads.inputs_bound) return std::nullopt;
  const auto outer = [&](const Node& variable) { return !reads.bound.contains(variable.index); };
  for (const Node* variable : reads.variables) {
    if (outer(*variable) && variable->index != input_slot_ && slot_depends_.at(variable->index)) return std::nullopt;
  }
  std::map<std::uint32_t, std::pair<Term, std::uint64_t>> entries;  // by leaf: itself, how many values
  std::uint64_t combinations = 1;
  for (const Node* accessor : reads.accessors) {
    if (!depends(*accessor)) continue;
    const Reads arguments(*accessor);
    if (!std::all_of(arguments.variables.begin(), arguments.variables.end(), [&](const Node* v) { return outer(*v); })) return std::nullopt;
    Term term;
    try {
      term = number(*accessor, reach);
    } catch (const std::runtime_error&) {
      return std::nullopt;
    }
    for (const auto& [atom, c] : term.parts) {
      const auto leaf = graph_.leaf_of(atom);
      if (!leaf) return std::nullopt;
      Term itself;
      itself.parts.emplace_back(atom, 1);
      const auto values = static_cast<std::uint64_t>(*graph_.bounds(itself).high.to_int64()) + 1;
      if (entries.emplace(*leaf, std::pair(itself, values)).second) combinations *= values;
      if (combinations > kMaxTable) return std::nullopt;
    }
  }
  tabulated_ += combinations;
  if (tabulated_ > kMaxTabulated) throw NotFlat("large tables");
  Part table{FlatGraph::no, FlatGraph::no};
  for (std::uint64_t i = 0; i < combinations; ++i) {
    Test here = FlatGraph::yes;
    std::uint64_t ordinal = 0;
    std::uint64_t rest = i;
    for (const auto& [leaf, entry] : entries) {
      here = graph_.both(here, graph_.equal(entry.first, Term(Rational(rest % entry.second))));
      ordinal += rest % entry.second * names_.stride(leaf);
      rest /= entry.second;
    }
    evaluator_.bind(input_slot_, claim::Input{ordinal});
    try {
      const claim::Verdict verdict = evaluator_.decide(node);
      if (verdict.truth == Truth::yes) table.truth = graph_.either(table.truth, here);
      if (verdict.vacuous) table.vacuous = graph_.either(table.vacuous, here);
      if (verdict.truth == Truth::unknown) unsure_ = graph_.either(unsure_, graph_.both(reach, here));
    } catch (const Undefined&) {
      unsure_ = graph_.either(unsure_, graph_.both(reach, here));
    } catch (const LimitReached&) {
      unsure_ = graph_.either(unsure_, graph_.both(reach, here));
    }
  }
  return table;
}

FormulaCompiler::Part FormulaCompiler::part_afresh(const Node& node, Test reach) {
  const auto& parts = node.parts;
  switch (node.op) {
    case Op::variable: return {truths_.at(node.index), FlatGraph::no};
    case Op::negation: return {graph_.negate(part(*parts[0], reach).truth), FlatGraph::no};
    case Op::conjunction: {
      Part all{FlatGraph::yes, FlatGraph::yes};
      for (const NodePtr& p : parts) {
        const Part one = part(*p, graph_.both(reach, all.truth));
        all = {graph_.both(all.truth, one.truth), graph_.both(all.vacuous, one.vacuous)};
        if (all.truth == FlatGraph::no) break;
      }
      return all;
    }
    case Op::disjunction: {
      Test some = FlatGraph::no;
      for (const NodePtr& p : parts) {
        some = graph_.either(some, part(*p, graph_.both(reach, graph_.negate(some))).truth);
        if (some == FlatGraph::yes) break;
      }
      return {some, FlatGraph::no};
    }
    case Op::implication: {
      Test premises = FlatGraph::yes;
      for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
        premises = graph_.both(premises, part(*parts[i], graph_.both(reach, premises)).truth);
        if (premises == FlatGraph::no) return {FlatGraph::yes, FlatGraph::yes};
      }
      const Part conclusion = part(*parts.back(), graph_.both(reach, premises));
      const Test fails = graph_.negate(premises);
      return {graph_.either(fails, conclusion.truth), graph_.either(fails, conclusion.vacuous)};
    }
    case Op::comparison: return {comparison(node, reach), FlatGraph::no};
    case Op::forall: return forall(node, reach);
    case Op::exists: return exists(node, reach);
    case Op::distinct: return {distinct(node, reach), FlatGraph::no};
    case Op::let: return let(node, reach);
    default: throw NotFlat("chain over what depends on the input");
  }
}

FormulaCompiler::Part FormulaCompiler::forall(const Node& node, Test reach) {
  Part all{FlatGraph::yes, FlatGraph::yes};
  instances(node, reach, [&](Test where) {
    const Part one = part(*node.parts[0], graph_.both(reach, where));
    const Test outside = graph_.negate(where);
    all = {graph_.both(all.truth, graph_.either(outside, one.truth)), graph_.both(all.vacuous, graph_.either(outside, one.vacuous))};
    return all.truth != FlatGraph::no;
  });
  return all;
}

FormulaCompiler::Part FormulaCompiler::exists(const Node& node, Test reach) {
  Test some = FlatGraph::no;
  instances(node, reach, [&](Test where) {
    some = graph_.either(some, graph_.both(where, part(*node.parts[0], graph_.both(reach, where)).truth));
    return some != FlatGraph::yes;
  });
  return {some, FlatGraph::no};
}

FormulaCompiler::Part FormulaCompiler::let(const Node& node, Test reach) {
  const Node& value = *node.parts[0];
  if (value.type == Type::boolean) {
    const Test truth = part(value, reach).truth;
    if (depends(value)) {
      truths_[node.index] = truth;
    } else {
      evaluator_.bind(node.index, truth == FlatGraph::yes);
    }
  } else if (!depends(value)) {
    evaluator_.bind(node.index, evaluator_.value(value));
  } else if (value.type == Type::number) {
    numbers_[node.index] = number(value, reach);
  } else {
    throw NotFlat("let of what depends on the input");
  }
  return part(*node.parts[1], reach);
}

FormulaCompiler::Test FormulaCompiler::comparison(const Node& node, Test reach) {
  Test all = FlatGraph::yes;
  for (std::size_t i = 0; i + 1 < node.parts.size() && all != FlatGraph::no; ++i) {
    all = graph_.both(all, link(*node.parts[i], node.relations[i], *node.parts[i + 1], graph_.both(reach, all)));
  }
  return all;
}

FormulaCompiler::Test FormulaCompiler::link(const Node& left, Relation relation, const Node& right, Test reach) {
  if (left.type == Type::boolean) {
    const Test a = part(left, reach).truth;
    const Test b = part(right, reach).truth;
    const Test same = graph_.either(graph_.both(a, b), graph_.both(graph_.negate(a), graph_.negate(b)));
    return relation == Relation::equal ? same : graph_.negate(same);
  }
  if (left.type != Type::number) throw NotFlat("a comparison of sets or inputs");
  const Term a = number(left, reach);
  if (relation == Relation::member) return member(a, right, reach);
  const Term b = number(right, reach);
  switch (relation) {
    case Relation::less: return graph_.less(a, b);
    case Relation::at_most: return graph_.at_most(a, b);
    case Relation::greater: return graph_.less(b, a);
    case Relation::at_least: return graph_.at_most(b, a);
    case Relation::different: return graph_.negate(graph_.equal(a, b));
    default: return graph_.equal(a, b);
  }
}

FormulaCompiler::Test FormulaCompiler::member(const Term& x, const Node& set, Test reach) {
  std::vector<Term> members;
  if (!depends(set)) {
    const auto constants = std::get<claim::Set>(evaluator_.value(set));
    for (const Rational& m : constants) members.emplace_back(m);
  } else if (set.op == Op::set) {
    for (const NodePtr& m : set.parts) members.push_back(number(*m, reach));
  } else {
    throw NotFlat("a set that depends on the input");
  }
  if (members.size() > kMaxMembers) throw NotFlat("a set of many members");
  Test some = FlatGraph::no;
  for (const Term& m : members) some = graph_.either(some, graph_.equal(x, m));
  return some;
}

FormulaCompiler::Test FormulaCompiler::distinct(const Node& node, Test reach) {
  std::vector<std::pair<Term, Test>> values;
  Test all = FlatGraph::yes;
  instances(node, reach, [&](Test where) {
    if (values.size() == kMaxDistinct) throw NotFlat("distinct over many instances");
    Term value = number(*node.parts[0], graph_.both(reach, where));
    for (const auto& [other, there] : values) all = graph_.both(all, graph_.negate(graph_.both(graph_.both(where, there), graph_.equal(value, other))));
    values.emplace_back(std::move(value), where);
    return true;
  });
  return all;
}

// ---- binders

void FormulaCompiler::instances(const Node& node, Test reach, const Visit& visit) { static_cast<void>(choose(node, 0, reach, visit)); }

bool FormulaCompiler::choose(const Node& node, std::size_t level, Test reach, const Visit& visit) {
  if (level == node.binders.size()) {
    if (++choices_ > most_choices_) throw NotFlat("more than " + std::to_string(most_choices_) + " instances");
    const Test where = node.where ? part(*node.where, reach).truth : FlatGraph::yes;
    return where == FlatGraph::no || visit(where);
  }
  const claim::Binder& binder = node.binders[level];
  if (binder.domain == claim::Binder::Domain::inputs) return choose(node, level + 1, reach, visit);  // the input itself
  if (slot_depends_.at(binder.slot)) throw NotFlat("a binder over what depends on the input");
  const auto bind = [&](const claim::Value& value) {
    evaluator_.bind(binder.slot, value);
    return choose(node, level + 1, reach, visit);
  };
  if (binder.domain == claim::Binder::Domain::range) {
    const Rational first = std::get<Rational>(evaluator_.value(*binder.first));
    const Rational last = std::get<Rational>(evaluator_.value(*binder.last));
    if (!first.is_integer() || !last.is_integer()) throw Undefined("the end of a range is not an integer");
    for (Rational x = first; x <= last; x += 1) {
      if (!bind(x)) return false;
    }
    return true;
  }
  if (binder.domain != claim::Binder::Domain::set && binder.domain != claim::Binder::Domain::subsets) throw NotFlat("a binder over other things");
  const auto members = std::get<claim::Set>(evaluator_.value(*binder.first));
  if (binder.domain == claim::Binder::Domain::set) return std::all_of(members.begin(), members.end(), bind);
  if (members.size() > claim::Evaluator::max_subset_members) throw LimitReached("subsets of a large set");
  for (std::uint64_t bits = 0; bits < std::uint64_t{1} << members.size(); ++bits) {
    claim::Set subset;
    for (std::size_t i = 0; i < members.size(); ++i) {
      if ((bits >> i & 1) != 0) subset.push_back(members[i]);
    }
    if (!bind(subset)) return false;
  }
  return true;
}

}  // namespace hardmax
