// Binders: how names run through their domains.
#include <algorithm>
#include <bit>
#include <type_traits>

#include "claim/evaluator.hpp"
#include "exact/fault.hpp"

namespace hardmax::claim {

namespace {
// Ranges between these bounds are counted in machine words.
constexpr std::int64_t small_bound = std::int64_t{1} << 62;

std::optional<std::int64_t> small(const Rational& x) {
  const auto value = x.to_int64();
  if (!value || *value <= -small_bound || *value >= small_bound) return std::nullopt;
  return value;
}
}  // namespace

template <class Number>
EvaluatorOf<Number>::EvaluatorOf(const Syntax& syntax, const Model& model)
    : syntax_(syntax),
      model_(model),
      slots_(syntax.slots),
      memos_(syntax.memos),
      frames_(syntax.frames),
      last_sets_(syntax.frames) {}

template <class Number>
void EvaluatorOf<Number>::open(const Node& node, std::size_t level) {
  const Binder& binder = node.binders[level];
  Slot& slot = slots_[binder.slot];
  slot.next = 0;
  switch (binder.domain) {
    case Binder::Domain::inputs: {
      slot.end = model_.input_count();
      const Node& root = *syntax_.root;
      if (range_ && !root.binders.empty() && &binder == &root.binders[0]) {
        HARDMAX_REQUIRE(range_->first <= range_->last && range_->last <= slot.end);
        slot.next = range_->first;
        slot.end = range_->last;
      }
      break;
    }
    case Binder::Domain::set:
      slot.members = &set(*binder.first, slot.scratch);
      slot.end = slot.members->size();
      if (level + 1 == node.binders.size()) narrow(node);
      break;
    case Binder::Domain::subsets:
      slot.members = &set(*binder.first, slot.scratch);
      if (slot.members->size() > max_subset_members)
        limit(*binder.first, "subsets of a set of more than 16 members");
      slot.end = HARDMAX_FAULT(claim_subsets_without_last, std::uint64_t{1} << slot.members->size(),
                               (std::uint64_t{1} << slot.members->size()) - 1);
      break;
    case Binder::Domain::range: {
      Number first_scratch;
      Number last_scratch;
      const Rational& first = exact(*binder.first, first_scratch);
      const Rational& last = exact(*binder.last, last_scratch);
      integer_end(*binder.first, first);
      integer_end(*binder.last, last);
      const auto a = small(first);
      const auto b = small(last);
      slot.small = a && b;
      if (slot.small) {
        slot.next_small = HARDMAX_FAULT(claim_range_first, *a, *a + 1);
        slot.last_small = HARDMAX_FAULT(claim_range_last, *b, *b + 1);
      } else {
        slot.next_big = first;
        slot.last_big = last;
      }
      break;
    }
    case Binder::Domain::nonneg:
    case Binder::Domain::positive:
    case Binder::Domain::real:
      HARDMAX_REQUIRE(false);  // such formulas have an evaluator of their own
  }
}

namespace {
bool mentions(const Node& node, std::size_t slot) {
  const auto within = [&](const NodePtr& part) { return part && mentions(*part, slot); };
  return (node.op == Op::variable && node.index == slot) || within(node.where) ||
         std::any_of(node.parts.begin(), node.parts.end(), within) ||
         std::any_of(node.binders.begin(), node.binders.end(),
                     [&](const Binder& b) { return within(b.first) || within(b.last); });
}
}  // namespace

// Of a long set, whose members are in increasing order, `where` often takes a short interval: in
// `y in S where a < y < b`, of numbers a and b that are there before y is. The members outside are
// not gone to. They would fail `where`, and nothing that `where` evaluates before it fails may be
// undefined: its operands are taken in the order of evaluation, up to the first one that is neither
// the name itself nor such a number with a value. It is the last name of the list, as the domain of
// a later one is evaluated before `where` is.
template <class Number>
void EvaluatorOf<Number>::narrow(const Node& node) {
  constexpr std::uint64_t kFew = 16;  // members that are gone to one by one
  const std::size_t name = node.binders.back().slot;
  Slot& slot = slots_[name];
  if (!node.where || slot.end < kFew) return;
  const Set& members = *slot.members;
  const auto place = [&](bool after, const Rational& x) {
    const auto at = after ? std::upper_bound(members.begin(), members.end(), x)
                          : std::lower_bound(members.begin(), members.end(), x);
    return static_cast<std::uint64_t>(at - members.begin());
  };
  const auto is_name = [&](const Node& term) {
    return term.op == Op::variable && term.index == name;
  };
  const auto below = [&](bool or_equal, const Rational& x) {
    slot.end = std::min(slot.end, place(or_equal, x));
  };
  const auto above = [&](bool or_equal, const Rational& x) {
    slot.next = std::max(slot.next, place(!or_equal, x));
  };
  // The name stands left of x, or right of it.
  const auto apply = [&](Relation relation, const Rational& x, bool left) {
    switch (relation) {
      case Relation::less: return left ? below(false, x) : above(false, x);
      case Relation::at_most: return left ? below(true, x) : above(true, x);
      case Relation::greater: return left ? above(false, x) : below(false, x);
      case Relation::at_least: return left ? above(true, x) : below(true, x);
      default: return;
    }
  };
  const auto follow = [&](const Node& comparison) {  // false: no further
    const auto& parts = comparison.parts;
    Number scratch;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (is_name(*parts[i])) continue;
      if (parts[i]->type != Type::number || mentions(*parts[i], name)) return false;
      const Rational& x = exact(*parts[i], scratch);
      if (i > 0 && is_name(*parts[i - 1])) apply(comparison.relations[i - 1], x, true);
      if (i + 1 < parts.size() && is_name(*parts[i + 1])) apply(comparison.relations[i], x, false);
    }
    return true;
  };
  const auto is_comparison = [](const Node& part) { return part.op == Op::comparison; };
  try {
    if (is_comparison(*node.where)) {
      static_cast<void>(follow(*node.where));
    } else if (node.where->op == Op::conjunction) {
      for (const NodePtr& part : node.where->parts) {
        if (!is_comparison(*part) || !follow(*part)) break;
      }
    }
  } catch (const Undefined&) {     // if a member comes to it, `where` says it
  } catch (const LimitReached&) {  // the same
  }
  slot.end = std::max(slot.end, slot.next);
}

template <class Number>
bool EvaluatorOf<Number>::advance(const Binder& binder) {
  model_.step();
  Slot& slot = slots_[binder.slot];
  if (binder.domain == Binder::Domain::range) {
    if (slot.small) {
      if (HARDMAX_FAULT(claim_range_end, slot.next_small > slot.last_small,
                        slot.next_small >= slot.last_small))
        return false;
      slot.value.number = Rational(slot.next_small++);
      return true;
    }
    if (slot.next_big > slot.last_big) return false;
    slot.value.number = slot.next_big;
    slot.next_big += 1;
    return true;
  }
  if (slot.next >= slot.end) return false;
  switch (binder.domain) {
    case Binder::Domain::inputs:
      slot.value.input.ordinal =
          HARDMAX_FAULT(claim_inputs_backwards, slot.next, slot.end - 1 - slot.next);
      break;
    case Binder::Domain::set: slot.value.number = (*slot.members)[slot.next]; break;
    default: {
      Set& subset = slot.value.set;
      subset.clear();
      for (std::size_t i = 0; i < slot.members->size(); ++i) {
        if ((slot.next >> i & 1) != 0) subset.push_back((*slot.members)[i]);
      }
    }
  }
  ++slot.next;
  return true;
}

template <class Number>
bool EvaluatorOf<Number>::holds(const Node& where) {
  const Truth t = truth(where).truth;
  if (t == Truth::unknown) limit(where, "it is unknown whether an instance satisfies this 'where'");
  return HARDMAX_FAULT(claim_where, t == Truth::yes, true);
}

template <class Number>
Value EvaluatorOf<Number>::bound_value(const Binder& binder) const {
  const Cell& value = slots_[binder.slot].value;
  switch (binder.type()) {
    case Type::input: return value.input;
    case Type::set: return value.set;
    default:
      if constexpr (std::is_same_v<Number, Rational>) {
        return value.number;
      } else {
        return value.number.exact();  // what a binder binds is a member of a set or a range
      }
  }
}

template <class Number>
void EvaluatorOf<Number>::record(const Node& node, std::vector<Binding>& at) const {
  for (const Binder& binder : node.binders) at.push_back({binder.name, bound_value(binder)});
}

template <class Number>
void EvaluatorOf<Number>::go_to_instance(const Node& node, std::uint64_t which) {
  instances(node, [&] { return which-- > 0; });
}

template <class Number>
void EvaluatorOf<Number>::collect(
    const std::function<void(const Rational&, std::span<const Value>)>& sink) {
  const Node& node = *syntax_.root;
  HARDMAX_REQUIRE(node.op == Op::distinct);
  std::vector<Value> names(node.binders.size());
  Number scratch;
  instances(node, [&] {
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = bound_value(node.binders[i]);
    sink(exact(*node.parts[0], scratch), names);
    return true;
  });
}

// ---- terms one at a time

template <class Number>
void EvaluatorOf<Number>::bind(std::size_t slot, const Value& value) {
  Cell& cell = slots_[slot].value;
  if (const auto* b = std::get_if<bool>(&value)) cell.truth = *b ? Truth::yes : Truth::no;
  if (const auto* x = std::get_if<Rational>(&value)) cell.number = *x;
  if (const auto* s = std::get_if<Set>(&value)) cell.set = *s;
  if (const auto* i = std::get_if<Input>(&value)) cell.input = *i;
}

template <class Number>
Value EvaluatorOf<Number>::value(const Node& node) {
  Number number_scratch;
  Set set_scratch;
  switch (node.type) {
    case Type::number: return Value(number(node, number_scratch));
    case Type::set: return set(node, set_scratch);
    case Type::input: return input(node);
    case Type::boolean:
    case Type::vector: break;
  }
  HARDMAX_REQUIRE(false);
}

// ---- messages

template <class Number>
void EvaluatorOf<Number>::undefined(const Node& node, const std::string& why) const {
  throw Undefined(excerpt(syntax_, node) + ": " + why);
}
template <class Number>
void EvaluatorOf<Number>::limit(const Node& node, const std::string& why) const {
  throw LimitReached(excerpt(syntax_, node) + ": " + why);
}

// What this file defines.
template class EvaluatorOf<Rational>;
template class EvaluatorOf<Real>;

}  // namespace hardmax::claim
