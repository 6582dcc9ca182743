// Formulas about all inputs at once, shown without enumeration.
//
// Every entry of an input runs through all its values, independently of the others. So over all
// inputs a linear form in entries takes its bounds as largest and smallest value, a multiple of one
// entry takes every value, and a form with weights that outgrow each other differs for different
// inputs. Whatever does not come down to that, and whatever comes out false (a witness is needed
// then), is left to others: NotFlat.
#include <algorithm>

#include "discharge/formula_compiler.hpp"
#include "exact/error.hpp"

namespace hardmax {

using claim::Node;
using claim::NodePtr;
using claim::Op;
using claim::Relation;
using claim::Set;
using claim::Truth;
using claim::Type;

namespace {

claim::Verdict verdict(bool b, bool vacuous = false) {
  return {b ? Truth::yes : Truth::no, b && vacuous};
}

// One input is bound, here and first.
bool over_inputs(const Node& node) {
  return !node.binders.empty() && node.binders[0].domain == claim::Binder::Domain::inputs &&
         inputs_bound(node) == 1;
}

bool holds(Relation relation, const Rational& a, const Rational& b) {
  switch (relation) {
    case Relation::less: return a < b;
    case Relation::at_most: return a <= b;
    case Relation::greater: return a > b;
    case Relation::at_least: return a >= b;
    case Relation::different: return a != b;
    default: return a == b;
  }
}

}  // namespace

FormulaCompiler::Shown FormulaCompiler::show(const Known& known) {
  known_ = &known;
  try {
    const claim::Verdict found = whole(*syntax_.root);
    if (unsure_ != FlatGraph::no) return {std::nullopt, "a term that may have no value"};
    if (found.truth == Truth::yes) return {found, ""};
    return {std::nullopt, "its form does not say that it is true"};
  } catch (const TooManyInstances& e) {
    return {std::nullopt, e.what(), true};
  } catch (const NotFlat& e) {
    return {std::nullopt, e.what()};
  } catch (const Undefined& e) {
    return {std::nullopt, e.what()};
  } catch (const LimitReached& e) {
    return {std::nullopt, e.what()};
  }
}

claim::Verdict FormulaCompiler::whole(const Node& node) {
  if (!depends(node)) {
    const claim::Verdict found = evaluator_.decide(node);
    if (found.truth == Truth::unknown) throw NotFlat("a truth that is unknown");
    return found;
  }
  if ((*known_)(node)) return verdict(true);
  if (inputs_bound(node) == 0) {  // it depends on layers that are looked at many at once
    const Part all = part(node, FlatGraph::yes);
    if (all.truth != FlatGraph::yes || unsure_ != FlatGraph::no || all.vacuous > FlatGraph::yes)
      throw NotFlat("true of some layers by its form, and not of all");
    return verdict(true, all.vacuous == FlatGraph::yes);
  }
  const auto& parts = node.parts;
  switch (node.op) {
    case Op::negation: return verdict(whole(*parts[0]).truth == Truth::no);
    case Op::conjunction: {
      bool vacuous = true;
      for (const NodePtr& p : parts) {
        const claim::Verdict one = whole(*p);
        if (one.truth == Truth::no) return one;
        vacuous = vacuous && one.vacuous;
      }
      return verdict(true, vacuous);
    }
    case Op::disjunction:
      return verdict(std::any_of(parts.begin(), parts.end(),
                                 [&](const NodePtr& p) { return whole(*p).truth == Truth::yes; }));
    case Op::implication:
      for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
        if (whole(*parts[i]).truth == Truth::no) return verdict(true, true);
      }
      return whole(*parts.back());
    case Op::comparison: return whole_comparison(node);
    case Op::forall:
    case Op::exists:
    case Op::distinct: return over_inputs(node) ? whole_over_inputs(node) : whole_quantifier(node);
    case Op::let: {
      const Node& value = *parts[0];
      if (depends(value)) throw NotFlat("let of what depends on inputs");
      bind(node.index, value.type == Type::boolean ? claim::Value(whole(value).truth == Truth::yes)
                                                   : evaluator_.value(value));
      return whole(*parts[1]);
    }
    default: throw NotFlat("chain over inputs");
  }
}

// forall over names of other things, the body about inputs.
claim::Verdict FormulaCompiler::whole_quantifier(const Node& node) {
  if (node.op == Op::distinct) throw NotFlat("distinct values that depend on inputs");
  for (const claim::Binder& binder : node.binders) {
    if (binder.domain == claim::Binder::Domain::inputs) throw NotFlat("several inputs");
  }
  const bool all = node.op == Op::forall;
  claim::Verdict result = verdict(all, true);
  instances(node, FlatGraph::yes, false, [&](Test where) {
    if (where != FlatGraph::yes) throw NotFlat("a choice that depends on inputs");
    const claim::Verdict one = whole(*node.parts[0]);
    if (one.truth == (all ? Truth::no : Truth::yes)) {
      result = verdict(!all);
      return false;
    }
    result.vacuous = result.vacuous && one.vacuous;
    return true;
  });
  return result;
}

// forall H in inputs, ...: b   where b is true whatever H is;   distinct(H in inputs: e).
claim::Verdict FormulaCompiler::whole_over_inputs(const Node& node) {
  if (node.op == Op::forall) {
    const Part part = forall(node, FlatGraph::yes);
    if (part.truth != FlatGraph::yes || unsure_ != FlatGraph::no || part.vacuous > FlatGraph::yes)
      throw NotFlat("true of some inputs by its form, and not of all");
    return verdict(true, part.vacuous == FlatGraph::yes);
  }
  if (node.op == Op::distinct && node.binders.size() == 1) {
    if (graph_.tells_leaves(graph_.expanded(told_apart(node)), names_.entries()))
      return verdict(true);
    throw NotFlat("values that are not shown to differ where inputs differ");
  }
  throw NotFlat("something of all inputs");
}

Term FormulaCompiler::told_apart() {
  const Node& node = *syntax_.root;
  if (node.op != Op::distinct || node.binders.size() != 1 || !over_inputs(node))
    throw NotFlat("something else than values of inputs");
  return told_apart(node);
}

Term FormulaCompiler::told_apart(const Node& node) {
  if (node.where && part(*node.where, FlatGraph::yes).truth != FlatGraph::yes)
    throw NotFlat("a choice of inputs that is not all of them");
  Term value = number(*node.parts[0], FlatGraph::yes);
  if (unsure_ != FlatGraph::no) throw NotFlat("something undefined");
  return value;
}

claim::Verdict FormulaCompiler::whole_comparison(const Node& node) {
  for (std::size_t i = 0; i + 1 < node.parts.size(); ++i) {
    const Node& a = *node.parts[i];
    const Node& b = *node.parts[i + 1];
    bool link = false;
    if (a.type == Type::number && b.type == Type::number) {
      link = holds(node.relations[i], whole_number(a), whole_number(b));
    } else if (a.type == Type::set && b.type == Type::set) {
      link = (whole_set(a) == whole_set(b)) == (node.relations[i] == Relation::equal);
    } else {
      throw NotFlat("a comparison of other things");
    }
    if (!link) return verdict(false);
  }
  return verdict(true);
}

Rational FormulaCompiler::whole_number(const Node& node) {
  if (!depends(node)) return std::get<Rational>(evaluator_.value(node));
  const auto& parts = node.parts;
  switch (node.op) {
    case Op::negate: return -whole_number(*parts[0]);
    case Op::sum: {
      Rational total = whole_number(*parts[0]);
      for (std::size_t i = 1; i < parts.size(); ++i)
        node.inverse[i] ? total -= whole_number(*parts[i]) : total += whole_number(*parts[i]);
      return total;
    }
    case Op::product: {
      Rational total = whole_number(*parts[0]);
      for (std::size_t i = 1; i < parts.size(); ++i)
        node.inverse[i] ? total /= whole_number(*parts[i]) : total *= whole_number(*parts[i]);
      return total;
    }
    case Op::card: return Rational(whole_set(*parts[0]).size());
    case Op::over_sum: {
      if (!over_inputs(node)) break;
      Rational total;  // the same for every input
      instances(node, FlatGraph::yes, false, [&](Test where) {
        const Term x = number(*node.parts[0], FlatGraph::yes);
        if (where != FlatGraph::yes || !x.is_constant()) throw NotFlat("a sum over inputs");
        total += x.constant;
        return true;
      });
      return total * inputs_;
    }
    case Op::over_max:
    case Op::over_min: {
      if (!over_inputs(node)) break;
      const bool largest = node.op == Op::over_max;
      std::optional<Rational> best;
      instances(node, FlatGraph::yes, false, [&](Test where) {
        const Term x = graph_.expanded(number(*node.parts[0], FlatGraph::yes));
        if (where != FlatGraph::yes || !over_leaves(x)) throw NotFlat("a maximum over inputs");
        const Span range = graph_.bounds(x);
        if (!best || (largest ? range.high > *best : range.low < *best))
          best = largest ? range.high : range.low;
        return true;
      });
      if (!best || unsure_ != FlatGraph::no) throw NotFlat("a maximum of nothing");
      return *best;
    }
    default: break;
  }
  throw NotFlat("a number that depends on inputs");
}

Set FormulaCompiler::whole_set(const Node& node) {
  if (!depends(node)) return std::get<Set>(evaluator_.value(node));
  if (node.op != Op::over_union || !over_inputs(node) || node.parts[0]->op != Op::set)
    throw NotFlat("a set that depends on inputs");
  Set values;
  instances(node, FlatGraph::yes, false, [&](Test where) {
    if (where != FlatGraph::yes) throw NotFlat("a choice that depends on inputs");
    for (const NodePtr& element : node.parts[0]->parts)
      values_of(number(*element, FlatGraph::yes), values);
    return true;
  });
  if (unsure_ != FlatGraph::no) throw NotFlat("something undefined");
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

// All values a term of leaves takes.
void FormulaCompiler::values_of(const Term& term, Set& values) const {
  constexpr std::size_t kMostValues = 4096;
  const Term whole = graph_.expanded(term);
  if (!over_leaves(whole)) throw NotFlat("the values of a term");
  Set found{whole.constant};
  for (const auto& [atom, c] : whole.parts) {
    Term leaf;
    leaf.parts.emplace_back(atom, 1);
    const auto [low, high] = graph_.bounds(leaf);
    Set next;
    for (Rational x = low; x <= high; x += 1) {
      for (const Rational& value : found) next.push_back(value + c * x);
      if (next.size() > kMostValues) throw NotFlat("many values");
    }
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    found = std::move(next);
  }
  values.insert(values.end(), found.begin(), found.end());
}

bool FormulaCompiler::over_leaves(const Term& term) const {
  return std::all_of(term.parts.begin(), term.parts.end(),
                     [&](const auto& part) { return graph_.leaf_of(part.first).has_value(); });
}

}  // namespace hardmax
