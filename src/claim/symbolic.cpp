#include "claim/symbolic.hpp"

#include <algorithm>

namespace hardmax::claim {

namespace {

constexpr Verdict unknown{Truth::unknown, false};

// Of the signs that a - b may have, those for which a REL b.
unsigned holding(Relation relation) {
  switch (relation) {
    case Relation::less: return sign::negative;
    case Relation::at_most: return sign::negative | sign::zero;
    case Relation::equal: return sign::zero;
    case Relation::different: return sign::negative | sign::positive;
    case Relation::greater: return sign::positive;
    case Relation::at_least: return sign::positive | sign::zero;
    case Relation::member: break;
  }
  HARDMAX_REQUIRE(false);
}

Truth answer(unsigned possible, unsigned wanted) {
  if ((possible & ~wanted) == 0) return Truth::yes;
  return (possible & wanted) == 0 ? Truth::no : Truth::unknown;
}

Verdict stop(Truth truth, Witness* witness) {
  if (truth == Truth::no && witness != nullptr) witness->relation = "false";
  return {truth, false};
}

}  // namespace

SymbolicEvaluator::SymbolicEvaluator(const Syntax& syntax, const Model& model, std::optional<HalfLine> D, Names names)
    : syntax_(syntax), model_(model), names_(std::move(names)), has_D_(D.has_value()), slots_(syntax.slots) {
  if (D) variables_.push_back(*D);
}

// ---- formulas

Verdict SymbolicEvaluator::truth(const Node& node, Witness* witness) {
  const auto& parts = node.parts;
  switch (node.op) {
    case Op::truth: return stop(node.truth ? Truth::yes : Truth::no, witness);
    case Op::variable: return stop(slots_[node.index].truth, witness);
    case Op::accessor: return stop(std::get<bool>(read(node)) ? Truth::yes : Truth::no, witness);
    case Op::negation: {
      const Truth t = truth(*parts[0], nullptr).truth;
      return stop(t == Truth::unknown ? t : t == Truth::no ? Truth::yes : Truth::no, witness);
    }
    case Op::conjunction: {
      Verdict result{Truth::yes, true};
      for (const NodePtr& part : parts) {
        const Verdict v = truth(*part, witness);
        if (v.truth == Truth::no) return v;
        if (v.truth == Truth::unknown) result.truth = Truth::unknown;
        result.vacuous = result.vacuous && v.vacuous;
      }
      return result;
    }
    case Op::disjunction: {
      Truth result = Truth::no;
      for (const NodePtr& part : parts) {
        const bool decides = &part == &parts.back() && result == Truth::no;
        const Truth t = truth(*part, decides ? witness : nullptr).truth;
        if (t == Truth::yes) return {Truth::yes, false};
        if (t == Truth::unknown) result = t;
      }
      return {result, false};
    }
    case Op::implication: {
      bool sure = true;
      for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
        const Truth premise = truth(*parts[i], nullptr).truth;
        if (premise == Truth::no) return {Truth::yes, true};
        if (premise == Truth::unknown) sure = false;
      }
      Verdict conclusion = truth(*parts.back(), sure ? witness : nullptr);
      if (sure) return conclusion;
      return {conclusion.truth == Truth::yes ? Truth::yes : Truth::unknown, true};
    }
    case Op::comparison: return comparison(node, witness);
    case Op::forall:
    case Op::exists: return quantified(node, 0, witness);
    case Op::distinct: return {distinct(node), false};
    case Op::chain: fail<LimitReached>(node, "chain is not covered where numbers are functions");
    case Op::let: slots_[node.index] = value(*parts[0]); return truth(*parts[1], witness);
    default: HARDMAX_REQUIRE(false);
  }
}

// The binders of a list are taken one by one: forall a, b: F as forall a: forall b: F.
Verdict SymbolicEvaluator::quantified(const Node& node, std::size_t level, Witness* witness) {
  const bool all = node.op == Op::forall;
  if (level == node.binders.size()) {
    if (!where(node)) return {all ? Truth::yes : Truth::no, true};
    return truth(*node.parts[0], witness);
  }
  const Binder& binder = node.binders[level];
  if (binder.real()) return over_reals(node, level, witness);
  const Truth decisive = all ? Truth::no : Truth::yes;
  Verdict result{all ? Truth::yes : Truth::no, all};
  members(binder, [&] {
    const Verdict v = quantified(node, level + 1, nullptr);
    if (v.truth == decisive) {
      result = {decisive, false};
      if (all && witness != nullptr) {
        witness->at.push_back({binder.name, shown(binder)});
        quantified(node, level + 1, witness);
      }
      return false;
    }
    if (v.truth == Truth::unknown) result.truth = Truth::unknown;
    result.vacuous = result.vacuous && v.vacuous;
    return true;
  });
  return all ? result : stop(result.truth, level == 0 ? witness : nullptr);
}

// First with the name as a variable; then, where that does not settle it, at two points: 1 and 2, or (1, 1, ..., 1) and (1, 2, ..., m).
Verdict SymbolicEvaluator::over_reals(const Node& node, std::size_t level, Witness* witness) {
  const Binder& binder = node.binders[level];
  const bool all = node.op == Op::forall;
  std::uint64_t length = 1;
  if (binder.first) {
    const Quotient entries = number(*binder.first);
    const std::int64_t m = integer(*binder.first, entries);
    if (m < 0) fail<Undefined>(*binder.first, "a vector of " + std::to_string(m) + " entries");
    if (static_cast<std::uint64_t>(m) > max_entries) fail<LimitReached>(*binder.first, "a vector of more than 16 entries");
    length = static_cast<std::uint64_t>(m);
  }
  const auto bind = [&](const std::function<Quotient(std::size_t)>& entry) {
    Slot& slot = slots_[binder.slot];
    slot.numbers.clear();
    for (std::size_t i = 0; i < length; ++i) slot.numbers.push_back(entry(i));
    if (!binder.first) slot.number = slot.numbers[0];
  };
  const std::size_t before = variables_.size();
  variables_.insert(variables_.end(), length, HalfLine{0, binder.domain == Binder::Domain::nonneg});
  bind([&](std::size_t i) { return Quotient::variable(before + i); });
  const Verdict general = quantified(node, level + 1, nullptr);
  variables_.resize(before);
  if (general.truth == Truth::yes) return general;
  for (const bool rising : {false, true}) {
    bind([&](std::size_t i) { return Quotient(!rising ? Rational(1) : binder.first ? Rational(i + 1) : Rational(2)); });
    const Verdict here = quantified(node, level + 1, nullptr);
    if (here.truth != (all ? Truth::no : Truth::yes)) continue;
    if (all && witness != nullptr) {
      witness->at.push_back({binder.name, shown(binder)});
      quantified(node, level + 1, witness);
    }
    return {here.truth, false};
  }
  if (all || general.truth == Truth::unknown) return unknown;
  return stop(Truth::no, level == 0 ? witness : nullptr);
}

Verdict SymbolicEvaluator::comparison(const Node& node, Witness* witness) {
  Truth result = Truth::yes;
  Slot left = value(*node.parts[0]);
  for (std::size_t i = 0; i + 1 < node.parts.size(); ++i) {
    Slot right = value(*node.parts[i + 1]);
    const Truth link = related(node.relations[i], *node.parts[i], left, right);
    if (link == Truth::no) {
      if (witness != nullptr) {
        const auto shown_side = [&](const Node& side, const Slot& slot) -> Value {
          switch (side.type) {
            case Type::number: return constant(side, slot.number);
            case Type::boolean: return slot.truth == Truth::yes;
            case Type::input: return slot.input;
            default: break;
          }
          Set members;
          for (const Quotient& x : slot.numbers) members.push_back(constant(side, x));
          return members;
        };
        witness->lhs = shown_side(*node.parts[i], left);
        witness->relation = symbol(node.relations[i]);
        witness->rhs = shown_side(*node.parts[i + 1], right);
      }
      return {Truth::no, false};
    }
    if (link == Truth::unknown) result = Truth::unknown;
    left = std::move(right);
  }
  return {result, false};
}

Truth SymbolicEvaluator::related(Relation relation, const Node& left, const Slot& a, const Slot& b) {
  const auto equal = [&](const Quotient& x, const Quotient& y) { return answer(signs(x - y), sign::zero); };
  Truth same = Truth::yes;
  if (relation == Relation::member) {
    Truth found = Truth::no;
    for (const Quotient& x : b.numbers) {
      const Truth t = equal(a.number, x);
      if (t == Truth::yes) return t;
      if (t == Truth::unknown) found = t;
    }
    return found;
  }
  switch (left.type) {
    case Type::number: return answer(signs(a.number - b.number), holding(relation));
    case Type::boolean:
      if (a.truth == Truth::unknown || b.truth == Truth::unknown) return Truth::unknown;
      same = a.truth == b.truth ? Truth::yes : Truth::no;
      break;
    case Type::input: same = a.input == b.input ? Truth::yes : Truth::no; break;
    default:  // sets, each in increasing order for all values of the variables
      if (a.numbers.size() != b.numbers.size()) same = Truth::no;
      for (std::size_t i = 0; same != Truth::no && i < a.numbers.size(); ++i) {
        const Truth t = equal(a.numbers[i], b.numbers[i]);
        if (t != Truth::yes) same = t;
      }
  }
  if (relation == Relation::equal || same == Truth::unknown) return same;
  return same == Truth::yes ? Truth::no : Truth::yes;
}

// Only where it is true for all values: anything else is left unknown.
Truth SymbolicEvaluator::distinct(const Node& node) {
  Numbers values;
  instances(node, 0, [&] {
    values.push_back(number(*node.parts[0]));
    return true;
  });
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if ((signs(values[i] - values[j]) & sign::zero) != 0) return Truth::unknown;
    }
  }
  return Truth::yes;
}

// ---- binders

bool SymbolicEvaluator::where(const Node& node) {
  if (!node.where) return true;
  const Truth t = truth(*node.where, nullptr).truth;
  if (t == Truth::unknown) fail<LimitReached>(*node.where, "it is unknown whether an instance satisfies this 'where'");
  return t == Truth::yes;
}

bool SymbolicEvaluator::members(const Binder& binder, const std::function<bool()>& visit) {
  const auto bind = [&](const Quotient& x) { slots_[binder.slot].number = x; };
  switch (binder.domain) {
    case Binder::Domain::inputs:
      for (std::uint64_t i = 0; i < model_.input_count(); ++i) {
        slots_[binder.slot].input.ordinal = i;
        if (!visit()) return false;
      }
      return true;
    case Binder::Domain::range: {
      const std::int64_t first = integer(*binder.first, number(*binder.first));
      const std::int64_t last = integer(*binder.last, number(*binder.last));
      for (std::int64_t i = first; i <= last; ++i) {
        bind(Rational(i));
        if (!visit()) return false;
      }
      return true;
    }
    case Binder::Domain::set: {
      for (const Quotient& x : set(*binder.first)) {
        bind(x);
        if (!visit()) return false;
      }
      return true;
    }
    case Binder::Domain::subsets: {
      const Numbers whole = set(*binder.first);
      if (whole.size() > Evaluator::max_subset_members) fail<LimitReached>(*binder.first, "subsets of a set of more than 16 members");
      for (std::uint64_t mask = 0; mask < std::uint64_t{1} << whole.size(); ++mask) {
        Numbers subset;
        for (std::size_t i = 0; i < whole.size(); ++i) {
          if ((mask >> i & 1) != 0) subset.push_back(whole[i]);
        }
        slots_[binder.slot].numbers = std::move(subset);
        if (!visit()) return false;
      }
      return true;
    }
    case Binder::Domain::nonneg:
    case Binder::Domain::positive: break;
  }
  HARDMAX_REQUIRE(false);
}

bool SymbolicEvaluator::instances(const Node& node, std::size_t level, const std::function<bool()>& visit) {
  if (level == node.binders.size()) return !where(node) || visit();
  return members(node.binders[level], [&] {
    model_.step();
    return instances(node, level + 1, visit);
  });
}

Value SymbolicEvaluator::shown(const Binder& binder) const {
  const Slot& slot = slots_[binder.slot];
  const auto constants = [](const Numbers& numbers) {
    std::vector<Rational> values;
    for (const Quotient& x : numbers) values.push_back(x.constant().value_or(0));
    return values;
  };
  switch (binder.type()) {
    case Type::input: return slot.input;
    case Type::set: return constants(slot.numbers);
    case Type::vector: return Vector{constants(slot.numbers)};
    default: return slot.number.constant().value_or(0);
  }
}

// ---- terms

SymbolicEvaluator::Slot SymbolicEvaluator::value(const Node& node) {
  Slot slot;
  switch (node.type) {
    case Type::number: slot.number = number(node); break;
    case Type::set: slot.numbers = set(node); break;
    case Type::input: slot.input = input(node); break;
    case Type::boolean: slot.truth = truth(node, nullptr).truth; break;
    case Type::vector: HARDMAX_REQUIRE(false);
  }
  return slot;
}

Rational SymbolicEvaluator::constant(const Node& node, const Quotient& x) const {
  const auto value = x.constant();
  if (!value) fail<LimitReached>(node, "it has to be a number here, and depends on a real name or on D");
  return *value;
}

std::int64_t SymbolicEvaluator::integer(const Node& node, const Quotient& x) const {
  const Rational value = constant(node, x);
  if (!value.is_integer()) fail<Undefined>(node, "not an integer: " + value.str());
  const auto small = value.to_int64();
  if (!small || *small > (std::int64_t{1} << 32) || *small < -(std::int64_t{1} << 32)) fail<LimitReached>(node, "beyond 2^32");
  return *small;
}

Quotient SymbolicEvaluator::ratio(const Node& node, const Quotient& a, const Quotient& b) const {
  const unsigned s = signs(b);
  if (s == sign::zero) fail<Undefined>(node, "division by zero");
  if (s != sign::positive && s != sign::negative) fail<LimitReached>(node, "the divisor may be 0");
  return a * b.inverse(s);
}

Quotient SymbolicEvaluator::better(const Node& node, bool largest, const Quotient& a, const Quotient& b) const {
  const unsigned s = signs(a - b);
  if ((s & sign::negative) == 0) return largest ? a : b;
  if ((s & sign::positive) == 0) return largest ? b : a;
  fail<LimitReached>(node, "which of two values is larger is not the same everywhere, or not known");
}

// Functions of D alone: whole = floor(x) if x - whole is in [0, 1) everywhere, for the polynomial part of x, or one less.
Quotient SymbolicEvaluator::floor(const Node& node, const Quotient& x) const {
  if (const auto value = x.constant()) return hardmax::floor(*value);
  const auto [part, rest] = x.numerator().divided_by(x.denominator());
  const auto of_D = [&](const Polynomial& p) { return std::all_of(p.terms().begin(), p.terms().end(), [](const auto& term) { return term.first.size() <= 1; }); };
  bool integral = has_D_ && of_D(x.numerator()) && of_D(x.denominator());
  Quotient whole;
  for (const auto& [m, coefficient] : part.terms()) {
    integral = integral && (m.empty() || coefficient.is_integer());
    Quotient term = m.empty() ? hardmax::floor(coefficient) : coefficient;
    for (std::uint32_t i = 0; !m.empty() && i < m[0]; ++i) term = term * Quotient::variable(0);
    whole = whole + term;
  }
  for (const Rational& step : {Rational(0), Rational(-1)}) {
    const Quotient left = x - whole - step;
    if (integral && (signs(left) & sign::negative) == 0 && signs(left - Rational(1)) == sign::negative) return whole + step;
  }
  fail<LimitReached>(node, "this floor is no polynomial in D, or not seen to be one");
}

Quotient SymbolicEvaluator::power(const Node& node) {
  Numbers terms;
  for (const NodePtr& part : node.parts) terms.push_back(number(*part));
  Quotient top = terms.back();
  for (std::size_t i = terms.size() - 1; i-- > 0;) {
    const Quotient& base = terms[i];
    if (const auto a = base.constant(), b = top.constant(); a && b) {
      try {
        top = hardmax::power(*a, *b);
      } catch (const Undefined& e) {
        fail<Undefined>(node, e.what());
      } catch (const LimitReached& e) {
        fail<LimitReached>(node, e.what());
      }
      continue;
    }
    const std::int64_t exponent = integer(node, top);
    if (exponent > 1'000'000 || exponent < -1'000'000) fail<LimitReached>(node, "an exponent beyond 1000000");
    Quotient square = exponent < 0 ? ratio(node, Rational(1), base) : base;
    top = Rational(1);
    for (std::int64_t left = exponent < 0 ? -exponent : exponent; left > 0; left /= 2) {
      if (left % 2 != 0) top = top * square;
      if (left > 1) square = square * square;
    }
  }
  return top;
}

Quotient SymbolicEvaluator::number(const Node& node) {
  const auto& parts = node.parts;
  switch (node.op) {
    case Op::integer: return node.number;
    case Op::variable: return slots_[node.index].number;
    case Op::component: {
      const Numbers& entries = slots_[node.index].numbers;
      const std::int64_t i = integer(*parts[0], number(*parts[0]));
      if (i < 1 || static_cast<std::size_t>(i) > entries.size()) fail<Undefined>(node, "there is no entry " + std::to_string(i) + " of " + std::to_string(entries.size()));
      return entries[static_cast<std::size_t>(i) - 1];
    }
    case Op::accessor:
      if (names_) {
        if (const auto known = names_(node.index)) return *known;
      }
      return std::get<Rational>(read(node));
    case Op::negate: return Rational(0) - number(*parts[0]);
    case Op::sum: {
      Quotient total = number(*parts[0]);
      for (std::size_t i = 1; i < parts.size(); ++i) {
        const Quotient x = number(*parts[i]);
        total = node.inverse[i] ? total - x : total + x;
      }
      return total;
    }
    case Op::product: {
      Quotient total = number(*parts[0]);
      for (std::size_t i = 1; i < parts.size(); ++i) {
        const Quotient x = number(*parts[i]);
        total = node.inverse[i] ? ratio(node, total, x) : total * x;
      }
      return total;
    }
    case Op::power: return power(node);
    case Op::floor: return floor(node, number(*parts[0]));
    case Op::abs: {
      const Quotient x = number(*parts[0]);
      return better(node, true, x, Rational(0) - x);
    }
    case Op::mod: {
      const Quotient a = number(*parts[0]);
      const Quotient b = number(*parts[1]);
      return a - b * floor(node, ratio(node, a, b));
    }
    case Op::choose: {
      const Rational m = constant(*parts[0], number(*parts[0]));
      const Rational k = constant(*parts[1], number(*parts[1]));
      try {
        if (m.is_integer() && k.is_integer() && m > 1'000'000) fail<LimitReached>(node, "choose beyond 1000000");
        return hardmax::choose(m, k);
      } catch (const Undefined& e) {
        fail<Undefined>(node, e.what());
      }
    }
    case Op::card: return Rational(set(*parts[0]).size());
    case Op::list_max:
    case Op::list_min: {
      Quotient best = number(*parts[0]);
      for (std::size_t i = 1; i < parts.size(); ++i) best = better(node, node.op == Op::list_max, best, number(*parts[i]));
      return best;
    }
    case Op::over_sum:
    case Op::over_prod: {
      Quotient total = Rational(node.op == Op::over_sum ? 0 : 1);
      instances(node, 0, [&] {
        const Quotient x = number(*parts[0]);
        total = node.op == Op::over_sum ? total + x : total * x;
        return true;
      });
      return total;
    }
    case Op::over_max:
    case Op::over_min: {
      std::optional<Quotient> best;
      instances(node, 0, [&] {
        const Quotient x = number(*parts[0]);
        best = best ? better(node, node.op == Op::over_max, *best, x) : x;
        return true;
      });
      if (!best) fail<Undefined>(node, node.op == Op::over_max ? "max of nothing" : "min of nothing");
      return *best;
    }
    default: HARDMAX_REQUIRE(false);
  }
}

// ---- sets, inputs, and what the run is asked for

void SymbolicEvaluator::insert(const Node& node, Numbers& sorted, const Quotient& x) const {
  auto at = sorted.begin();
  for (; at != sorted.end(); ++at) {
    const unsigned s = signs(x - *at);
    if (s == sign::zero) return;
    if (s == sign::negative) break;
    if (s != sign::positive) fail<LimitReached>(node, "the order of two members of this set is not the same everywhere, or not known");
  }
  if (sorted.size() >= 4096) fail<LimitReached>(node, "a set of more than 4096 members");
  sorted.insert(at, x);
}

SymbolicEvaluator::Numbers SymbolicEvaluator::set(const Node& node) {
  Numbers result;
  const auto add = [&](const Numbers& more) {
    for (const Quotient& x : more) insert(node, result, x);
  };
  switch (node.op) {
    case Op::variable: return slots_[node.index].numbers;
    case Op::accessor: {
      const Value value = read(node);
      for (const Rational& x : std::get<Set>(value)) result.emplace_back(x);
      return result;
    }
    case Op::set:
      for (const NodePtr& part : node.parts) insert(node, result, number(*part));
      return result;
    case Op::range: {
      const std::int64_t first = integer(*node.parts[0], number(*node.parts[0]));
      const std::int64_t last = integer(*node.parts[1], number(*node.parts[1]));
      if (last - first >= 4096) fail<LimitReached>(node, "a set of more than 4096 members");
      for (std::int64_t i = first; i <= last; ++i) result.emplace_back(Rational(i));
      return result;
    }
    case Op::list_union:
      for (const NodePtr& part : node.parts) add(set(*part));
      return result;
    case Op::over_union:
      instances(node, 0, [&] {
        add(set(*node.parts[0]));
        return true;
      });
      return result;
    default: HARDMAX_REQUIRE(false);
  }
}

Input SymbolicEvaluator::input(const Node& node) {
  if (node.op == Op::variable) return slots_[node.index].input;
  return std::get<Input>(read(node));
}

Value SymbolicEvaluator::read(const Node& node) {
  std::vector<Value> arguments;
  for (const NodePtr& part : node.parts) {
    switch (part->type) {
      case Type::number: arguments.emplace_back(constant(*part, number(*part))); break;
      case Type::input: arguments.emplace_back(input(*part)); break;
      default: fail<LimitReached>(*part, "an argument of this type is not covered where numbers are functions");
    }
  }
  try {
    return model_.read(node.index, arguments);
  } catch (const Undefined& e) {
    fail<Undefined>(node, e.what());
  } catch (const LimitReached& e) {
    fail<LimitReached>(node, e.what());
  }
}

}  // namespace hardmax::claim
