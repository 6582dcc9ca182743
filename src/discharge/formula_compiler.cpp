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
constexpr std::uint64_t kFewNumbers =
    512;  // that layers are made of, and that are gone to one by one

// Becomes what it was, however the scope is left.
struct Kept {
  FlatGraph::Test& place;
  FlatGraph::Test before;
  Kept(FlatGraph::Test& test, FlatGraph::Test now) : place(test), before(test) { test = now; }
  Kept(const Kept&) = delete;
  ~Kept() { place = before; }
};

}  // namespace

Term InputNames::read_at(const NameCall& call, const Term&) {
  throw NotFlat("the name " + vocabulary()[call.accessor].name +
                " of a layer that is not one for all inputs");
}
std::vector<InputNames::Layers> InputNames::layers(const Rational&, const Rational&) {
  throw NotFlat("a binder over layers");
}
Term InputNames::any_of(const Rational&, const Rational&) { throw NotFlat("a binder over layers"); }

Term InputNames::read_at_terms(std::size_t accessor, const std::vector<Term>&) {
  throw NotFlat("the name " + vocabulary()[accessor].name + " at what depends on a range");
}
InputNames::Progression InputNames::set_at_terms(std::size_t accessor, const std::vector<Term>&) {
  throw NotFlat("the set " + vocabulary()[accessor].name + " at what depends on a range");
}

FormulaCompiler::FormulaCompiler(const claim::Formula& formula, const claim::Model& model,
                                 Rational inputs, FlatGraph& graph, InputNames& names)
    : syntax_(formula.syntax()),
      model_(model),
      evaluator_(formula.syntax(), model),
      inputs_(std::move(inputs)),
      graph_(graph),
      names_(names) {
  if (formula.over_reals()) throw NotFlat("real numbers");
  find_layers(formula.root());
  if (names_.over_ranges()) {
    find_ranges(formula.root());
    find_claimed(formula.root());
  }
  find_dependence(formula.root(), 0);
  stamps_.resize(syntax_.slots);
}

FormulaCompiler::Answer FormulaCompiler::compile() {
  const Node& root = *syntax_.root;
  HARDMAX_REQUIRE(
      root.op == Op::forall &&
      (names_.over_ranges() || root.binders[0].domain == claim::Binder::Domain::inputs));
  if (!names_.over_ranges()) input_slot_ = root.binders[0].slot;
  for (std::size_t i = 0; i < ranges_.size(); ++i)
    bind(ranges_[i].slot, Term(ranges_[i].first) + graph_.leaf(static_cast<std::uint32_t>(i), 0,
                                                               Rational(ranges_[i].count - 1)));
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
    return {verdict.truth == Truth::yes ? FlatGraph::yes : FlatGraph::no,
            verdict.vacuous ? FlatGraph::yes : FlatGraph::no};
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
  instances(node, reach, true, [&](Test where) {
    const bool one_choice = one_;
    const Part one = part(*node.parts[0], graph_.both(reach, where));
    const Test outside = graph_.negate(where), truth = graph_.either(outside, one.truth),
               vacuous = graph_.either(outside, one.vacuous);
    // Of many layers at once, where an input may have none, nothing can be said but that it is
    // true.
    if (!one_choice && (truth != FlatGraph::yes || vacuous > FlatGraph::yes))
      throw NotFlat("not true of many layers at once by its form");
    all = {graph_.both(all.truth, truth), graph_.both(all.vacuous, vacuous)};
    return all.truth != FlatGraph::no;
  });
  return all;
}

FormulaCompiler::Part FormulaCompiler::exists(const Node& node, Test reach) {
  Test some = FlatGraph::no;
  instances(node, reach, false, [&](Test where) {
    some = graph_.either(some,
                         graph_.both(where, part(*node.parts[0], graph_.both(reach, where)).truth));
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
      stamps_[node.index] = fresh_ += 2;
    } else {
      bind(node.index, truth == FlatGraph::yes);
    }
  } else if (!depends(value)) {
    bind(node.index, evaluator_.value(value));
  } else if (value.type == Type::number) {
    bind(node.index, number(value, reach));
  } else {
    throw NotFlat("let of what depends on the input");
  }
  return part(*node.parts[1], reach);
}

FormulaCompiler::Test FormulaCompiler::comparison(const Node& node, Test reach) {
  Test all = FlatGraph::yes;
  for (std::size_t i = 0; i + 1 < node.parts.size() && all != FlatGraph::no; ++i) {
    all = graph_.both(
        all, link(*node.parts[i], node.relations[i], *node.parts[i + 1], graph_.both(reach, all)));
  }
  return all;
}

FormulaCompiler::Test FormulaCompiler::link(const Node& left, Relation relation, const Node& right,
                                            Test reach) {
  if (left.type == Type::boolean) {
    const Test a = part(left, reach).truth;
    const Test b = part(right, reach).truth;
    const Test same =
        graph_.either(graph_.both(a, b), graph_.both(graph_.negate(a), graph_.negate(b)));
    return relation == Relation::equal ? same : graph_.negate(same);
  }
  const bool with_nothing = right.op == Op::set && right.parts.empty() && left.op == Op::accessor &&
                            (relation == Relation::equal || relation == Relation::different);
  if (names_.over_ranges() && with_nothing) {
    const Test empty = graph_.at_most(progression(left, reach).steps, Term());
    return relation == Relation::equal ? empty : graph_.negate(empty);
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
  if (depends(set) && set.op == Op::set) {
    for (const NodePtr& m : set.parts) members.push_back(number(*m, reach));
  } else {
    for (const Rational& m : constant_set(set, reach)) members.emplace_back(m);
  }
  if (members.size() > kMaxMembers) throw NotFlat("a set of many members");
  Test some = FlatGraph::no;
  for (const Term& m : members) some = graph_.either(some, graph_.equal(x, m));
  return some;
}

FormulaCompiler::Test FormulaCompiler::distinct(const Node& node, Test reach) {
  if (long_ranges_.contains(&node)) return distinct_over_long_range(node, reach);
  std::vector<std::pair<Term, Test>> values;
  Test all = FlatGraph::yes;
  instances(node, reach, false, [&](Test where) {
    if (values.size() == kMaxDistinct) throw NotFlat("distinct over many instances");
    Term value = number(*node.parts[0], graph_.both(reach, where));
    for (const auto& [other, there] : values)
      all = graph_.both(
          all, graph_.negate(graph_.both(graph_.both(where, there), graph_.equal(value, other))));
    values.emplace_back(std::move(value), where);
    return true;
  });
  return all;
}

// Of a multiple of x, and a number, no two are the same.
FormulaCompiler::Test FormulaCompiler::distinct_over_long_range(const Node& node, Test reach) {
  const auto range = long_range(node);
  const Term x = names_.any_of(range->first, range->second);
  bind(node.binders[0].slot, x);
  telescopes_ = true;
  Term value = number(*node.parts[0], reach);
  telescopes_ = false;
  value = graph_.expanded(std::move(value));
  if (value.parts.size() != 1 || value.parts[0].first != x.parts[0].first)
    throw NotFlat("values of a long range that are no multiples of its numbers");
  return FlatGraph::yes;
}

// ---- binders

bool FormulaCompiler::below(const Term& count, const std::function<bool(const Term&)>& visit) {
  constexpr std::int64_t kMost = std::int64_t{1} << 20;
  if (!count.constant.is_integer() ||
      !std::all_of(count.parts.begin(), count.parts.end(),
                   [](const auto& part) { return part.second.is_integer(); }))
    throw NotFlat("the end of a range may be no integer");
  const auto most = graph_.bounds(count).high.to_int64();
  if (!most || *most > kMost) throw NotFlat("a range of more than 2^20 numbers further in");
  if (*most <= 0) return true;
  const auto size = static_cast<std::uint64_t>(*most);
  auto range = std::find_if(ranges_.begin(), ranges_.end(),
                            [&](const Range& r) { return !r.taken && r.count == size; });
  const auto leaf = static_cast<std::size_t>(range - ranges_.begin());
  if (range == ranges_.end()) ranges_.push_back({Node::none, 0, size});
  ranges_[leaf].taken = true;
  const Term number = graph_.leaf(static_cast<std::uint32_t>(leaf), 0, Rational(size - 1));
  bool go_on = true;
  {
    const Kept guard(guard_, graph_.both(guard_, graph_.less(number, count)));
    go_on = guard_ == FlatGraph::no || visit(number);
  }
  ranges_[leaf].taken = false;
  return go_on;
}

void FormulaCompiler::instances(const Node& node, Test reach, bool many, const Visit& visit) {
  const bool many_before = many_, one_before = one_;
  const Kept guard(guard_, FlatGraph::yes);
  many_ = many;
  one_ = true;
  // What is visited may have binders of its own.
  static_cast<void>(choose(node, 0, reach, [&](Test where) {
    const bool one = one_;
    const bool go_on = visit(where);
    many_ = many;
    one_ = one;
    return go_on;
  }));
  many_ = many_before;
  one_ = one_before;
}

bool FormulaCompiler::choose(const Node& node, std::size_t level, Test reach, const Visit& visit) {
  if (level == node.binders.size()) {
    if (++choices_ > most_choices_)
      throw TooManyInstances("more than " + std::to_string(most_choices_) + " instances");
    const Test where = graph_.both(
        guard_, node.where ? part(*node.where, graph_.both(reach, guard_)).truth : FlatGraph::yes);
    return where == FlatGraph::no || visit(where);
  }
  const claim::Binder& binder = node.binders[level];
  if (binder.domain == claim::Binder::Domain::inputs)
    return choose(node, level + 1, reach, visit);                      // the input itself
  if (is_range(binder)) return choose(node, level + 1, reach, visit);  // the leaf itself
  if (binder.domain == claim::Binder::Domain::range)
    return choose_number(node, level, reach, visit);
  if (binder.domain != claim::Binder::Domain::set &&
      binder.domain != claim::Binder::Domain::subsets)
    throw NotFlat("a binder over other things");
  return choose_of_set(node, level, reach, visit);
}

bool FormulaCompiler::choose_number(const Node& node, std::size_t level, Test reach,
                                    const Visit& visit) {
  const claim::Binder& binder = node.binders[level];
  const Rational first = constant_number(*binder.first, reach);
  if (is_further_in(node, binder)) {
    if (!first.is_integer()) throw Undefined("the end of a range is not an integer");
    return below(number(*binder.last, reach) - Term(first - Rational(1)), [&](const Term& i) {
      bind(binder.slot, Term(first) + i);
      return choose(node, level + 1, reach, visit);
    });
  }
  const Rational last = constant_number(*binder.last, reach);
  if (!first.is_integer() || !last.is_integer())
    throw Undefined("the end of a range is not an integer");
  if (const auto layer = layer_slots_.find(binder.slot);
      layer != layer_slots_.end() && many_ && first < last &&
      (layer->second || last - first > Rational(kFewNumbers))) {
    return choose_layers(node, level, reach, visit, first, last);
  }
  for (Rational x = first; x <= last; x += 1) {
    bind(binder.slot, claim::Value(x));
    if (!choose(node, level + 1, reach, visit)) return false;
  }
  return true;
}

// Numbers of layers, many of them as one term.
bool FormulaCompiler::choose_layers(const Node& node, std::size_t level, Test reach,
                                    const Visit& visit, const Rational& first,
                                    const Rational& last) {
  const claim::Binder& binder = node.binders[level];
  const bool one = one_;
  auto all = layer_slots_.at(binder.slot)
                 ? names_.layers(first, last)
                 : std::vector<InputNames::Layers>{{names_.any_of(first, last), false}};
  const std::size_t before = choices_;
  for (InputNames::Layers& some : all) {
    if (!some.one && within_many_) throw NotFlat("two binders over layers");
    bind(binder.slot, std::move(some.number));
    one_ = one && some.one;
    within_many_ = within_many_ || !some.one;
    const bool go_on = choose(node, level + 1, reach, visit);
    within_many_ = within_many_ && some.one;
    if (!go_on) return false;
    if (&some == &all.front() && (choices_ - before) * all.size() > most_choices_)
      throw TooManyInstances("about " + std::to_string((choices_ - before) * all.size()) +
                             " instances");
  }
  one_ = one;
  return true;
}

// Members of a set, or subsets of one.
bool FormulaCompiler::choose_of_set(const Node& node, std::size_t level, Test reach,
                                    const Visit& visit) {
  const claim::Binder& binder = node.binders[level];
  const auto bind = [&](const claim::Value& value) {
    this->bind(binder.slot, value);
    return choose(node, level + 1, reach, visit);
  };
  const bool repeats = node.op == Op::forall || node.op == Op::exists || node.op == Op::over_max ||
                       node.op == Op::over_min;  // a member may be gone to twice
  if (binder.domain == claim::Binder::Domain::set && binder.first->op == Op::set &&
      depends(*binder.first) && repeats) {
    std::vector<Term> members;
    for (const NodePtr& member : binder.first->parts) members.push_back(number(*member, reach));
    // Evaluation takes them in increasing order, which differs from input to input: all are gone
    // to, as any may be before the one that decides.
    bool go_on = true;
    for (const Term& member : members) {
      this->bind(binder.slot, member);
      go_on = choose(node, level + 1, reach, visit) && go_on;
    }
    return go_on;
  }
  if (is_further_in(node, binder)) {
    const InputNames::Progression set = progression(*binder.first, reach);
    return below(set.steps, [&](const Term& i) {  // both ends of a step
      for (const int end : {0, 1}) {
        this->bind(binder.slot, Term(set.first) + set.width * (i + Term(Rational(end))));
        if (!choose(node, level + 1, reach, visit)) return false;
      }
      return true;
    });
  }
  const claim::Set members = constant_set(*binder.first, reach);
  if (binder.domain == claim::Binder::Domain::set)
    return std::all_of(members.begin(), members.end(), bind);
  if (slot_depends_.at(binder.slot)) throw NotFlat("subsets of what depends on the input");
  if (single_.contains(binder.slot))
    return bind(claim::Set{}) &&
           std::all_of(members.begin(), members.end(),
                       [&](const Rational& member) { return bind(claim::Set{member}); });
  if (members.size() > claim::Evaluator::max_subset_members)
    throw LimitReached("subsets of a large set");
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
