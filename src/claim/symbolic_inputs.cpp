// What is said of all inputs, or pairs of them, where one input stands for all.
#include <algorithm>

#include "claim/symbolic.hpp"

namespace hardmax::claim {

namespace {

using Fact = InputFunctions::Fact;

bool is_whole(const Quotient& x) {
  const auto& terms = x.numerator().terms();
  return x.denominator().constant() == Rational(1) &&
         std::all_of(terms.begin(), terms.end(),
                     [](const auto& term) { return term.second.is_integer(); });
}

// Defined whatever j is, as it is made of numbers and names by + - * alone.
bool always_defined(const Node& node) {
  const bool divides = node.op == Op::product && std::find(node.inverse.begin(), node.inverse.end(),
                                                           true) != node.inverse.end();
  const bool is_simple = node.op == Op::integer || node.op == Op::variable ||
                         (node.op == Op::accessor && node.parts.empty());
  const bool is_made =
      node.op == Op::sum || node.op == Op::negate || (node.op == Op::product && !divides);
  return is_simple ||
         (is_made && std::all_of(node.parts.begin(), node.parts.end(),
                                 [](const NodePtr& part) { return always_defined(*part); }));
}

}  // namespace

// ---- comparisons

std::optional<Truth> SymbolicEvaluator::of_functions(const Node& node) {
  const Node &left = *node.parts[0], &right = *node.parts[1];
  if (node.relations[0] == Relation::member && in_range(left, right)) return Truth::yes;
  if (node.relations[0] != Relation::equal) return std::nullopt;
  const auto fact = congruence(left, right);
  if (!fact) return std::nullopt;
  // Both remainders are defined. What each is need not be known.
  const Quotient times = fact->number * fact->modulus.inverse(signs(fact->modulus));
  if (functions_->whole() && is_whole(times)) return Truth::yes;
  if (const auto known = functions_->value(times))
    return known->is_integer() ? Truth::yes : Truth::no;
  try {
    return related(node.relations[0], left, value(left), value(right));
  } catch (const LimitReached&) {
    return Truth::unknown;
  }
}

std::optional<Fact> SymbolicEvaluator::congruence(const Node& left, const Node& right) {
  if (left.op != Op::mod || right.op != Op::mod) return std::nullopt;
  const Quotient a = number(*left.parts[0]), m = number(*left.parts[1]),
                 b = number(*right.parts[0]);
  const unsigned s = signs(m);
  if ((s != sign::positive && s != sign::negative) ||
      signs(m - number(*right.parts[1])) != sign::zero)
    return std::nullopt;
  return Fact{a - b, m};
}

std::optional<Quotient> SymbolicEvaluator::all_alike(const Node& sum) {
  if (functions_ == nullptr || many_bound_ || sum.op != Op::over_sum || sum.where ||
      sum.binders.size() != 1 || sum.binders[0].domain != Binder::Domain::range)
    return std::nullopt;
  const Quotient first = number(*sum.binders[0].first), last = number(*sum.binders[0].last),
                 count = last - first + Rational(1);
  if (count.constant() || !is_whole(first) || !is_whole(last) ||
      (signs(count) & sign::negative) != 0)
    return std::nullopt;
  const auto some = functions_->numbers(first, last, false);
  if (!some || some->size() != 1 || !some->front().many) return std::nullopt;
  slots_[sum.binders[0].slot].number = some->front().number;
  struct Kept {
    bool& at;
    ~Kept() { at = false; }
  } const kept{many_bound_};
  many_bound_ = true;
  const Quotient x = number(*sum.parts[0]);
  std::size_t variable = 0;  // of the number, the last
  for (const auto& [m, coefficient] : some->front().number.numerator().terms())
    variable = std::max(variable, m.size() - (m.empty() ? 0 : 1));
  const auto has = [&](const auto& term) {
    return term.first.size() > variable && term.first[variable] != 0;
  };
  const auto &above = x.numerator().terms(), &below = x.denominator().terms();
  if (std::any_of(above.begin(), above.end(), has) || std::any_of(below.begin(), below.end(), has))
    return std::nullopt;
  return count * x;
}

// j is guessed from two members, and looked at.
bool SymbolicEvaluator::in_range(const Node& x, const Node& set) {
  if (!functions_->whole() || set.op != Op::over_union || set.where || set.binders.size() != 1 ||
      set.binders[0].domain != Binder::Domain::range)
    return false;
  const Node& member = *set.parts[0];
  if (member.op != Op::set || member.parts.size() != 1 || !always_defined(*member.parts[0]))
    return false;
  const auto at = [&](const Quotient& j) {
    slots_[set.binders[0].slot].number = j;
    return number(*member.parts[0]);
  };
  const Quotient looked_for = number(x), first = number(*set.binders[0].first),
                 last = number(*set.binders[0].last);
  const Quotient none = at(Rational(0)), step = at(Rational(1)) - none;
  const unsigned up = signs(step);
  if (up != sign::positive && up != sign::negative) return false;
  const Quotient j = (looked_for - none) * step.inverse(up);
  return is_whole(j) && is_whole(first) && is_whole(last) &&
         signs(looked_for - at(j)) == sign::zero && (signs(j - first) & sign::negative) == 0 &&
         (signs(last - j) & sign::negative) == 0;
}

// ---- what may be supposed

void SymbolicEvaluator::facts(const Node& node, std::vector<Fact>& found) {
  switch (node.op) {
    case Op::conjunction:
      for (const NodePtr& part : node.parts) facts(*part, found);
      return;
    case Op::forall:
      if (std::any_of(node.binders.begin(), node.binders.end(), [](const Binder& b) {
            return b.real() || b.domain == Binder::Domain::inputs;
          }))
        return;
      try {
        struct Kept {
          std::size_t& at;
          std::size_t before;
          ~Kept() { at = before; }
        } kept{inputs_bound_, inputs_bound_};
        instances(node, 0, [&] {
          facts(*node.parts[0], found);
          return true;
        });
      } catch (const LimitReached&) {  // an instance that there may be or not:
                                       // fewer facts
      }
      return;
    case Op::comparison:
      for (std::size_t i = 0; i + 1 < node.parts.size(); ++i) {
        const Node &left = *node.parts[i], &right = *node.parts[i + 1];
        if (node.relations[i] != Relation::equal || left.type != Type::number) continue;
        const auto known = congruence(left, right);
        if (known) {
          found.push_back(*known);
        } else {
          found.push_back({number(left) - number(right), Rational(0)});
        }
      }
      return;
    default: return;
  }
}

std::optional<Truth> SymbolicEvaluator::where_hold(const std::vector<Fact>& facts,
                                                   const std::function<Verdict()>& evaluate) {
  if (!functions_->assume(facts)) return std::nullopt;
  struct Supposed {  // until it is evaluated, or given up
    InputFunctions& functions;
    ~Supposed() { functions.forget(); }
  } const supposed{*functions_};
  return evaluate().truth;
}

Verdict SymbolicEvaluator::supposing(const std::vector<const Node*>& premises,
                                     const std::function<Verdict()>& conclusion) {
  std::vector<Fact> found;
  for (const Node* premise : premises) {
    if (functions_ != nullptr) facts(*premise, found);
  }
  const std::optional<Truth> truth =
      found.empty() ? conclusion().truth : where_hold(found, conclusion);
  return {truth.value_or(Truth::yes) == Truth::yes ? Truth::yes : Truth::unknown, true};
}

// ---- values of all inputs

// One binder, over inputs; one of them stands for all.
bool SymbolicEvaluator::over_inputs_alone(const Node& node) const {
  return functions_ != nullptr && node.binders.size() == 1 &&
         node.binders[0].domain == Binder::Domain::inputs;
}

// The largest or smallest value of all inputs; a sum in which all inputs count alike.
Quotient SymbolicEvaluator::over_all_inputs(const Node& node) {
  if (inputs_bound_ > 0) throw LimitReached("two inputs at once");
  if (!functions_->any_input()) fail<LimitReached>(node, "there is no input");
  struct Bound {  // what is inside has other inputs than this one
    std::size_t& inputs;
    ~Bound() { inputs = 0; }
  } const bound{inputs_bound_};
  slots_[node.binders[0].slot].input.ordinal = inputs_bound_++;
  std::optional<Quotient> result;
  if (node.op != Op::over_sum) {
    if (where(node)) result = functions_->extreme(number(*node.parts[0]), node.op == Op::over_max);
  } else if (const auto count = functions_->inputs()) {
    Quotient total = Rational(0);  // of one
    const auto add = [&] {
      if (!where(node)) return;
      const Quotient x = number(*node.parts[0]);
      const auto& terms = x.numerator().terms();
      if (std::any_of(terms.begin(), terms.end(),
                      [](const auto& term) { return term.first.size() > 1; }))
        fail<LimitReached>(node, "a sum of what inputs differ in");
      total = total + x;
    };
    const std::function<void(std::size_t)> choose = [&](std::size_t level) {
      if (level == node.binders.size()) {
        add();
      } else if (node.binders[level].domain == Binder::Domain::inputs) {
        throw LimitReached("two inputs at once");
      } else {
        static_cast<void>(members(node, node.binders[level], [&](bool many) {
          if (many) fail<LimitReached>(node, "a value made of all inputs");
          choose(level + 1);
          return true;
        }));
      }
    };
    choose(1);
    result = total * *count;
  }
  if (!result) fail<LimitReached>(node, "a value made of all inputs");
  return *result;
}

}  // namespace hardmax::claim
