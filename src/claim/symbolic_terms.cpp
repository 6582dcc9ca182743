// Numbers, sets and inputs of formulas over functions; symbolic.cpp has their truth.
#include <algorithm>

#include "claim/symbolic.hpp"
#include "exact/fault.hpp"

namespace hardmax::claim {

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
  if (!value)
    fail<LimitReached>(node, "it has to be a number here, and depends on a real name or on D");
  return *value;
}

std::int64_t SymbolicEvaluator::integer(const Node& node, const Quotient& x) const {
  const Rational value = constant(node, x);
  if (!value.is_integer()) fail<Undefined>(node, "not an integer: " + value.str());
  const auto small = value.to_int64();
  if (!small || *small > (std::int64_t{1} << 32) || *small < -(std::int64_t{1} << 32))
    fail<LimitReached>(node, "beyond 2^32");
  return *small;
}

Quotient SymbolicEvaluator::ratio(const Node& node, const Quotient& a, const Quotient& b) const {
  const unsigned s = signs(b);
  if (s == sign::zero) fail<Undefined>(node, "division by zero");
  if (s != sign::positive && s != sign::negative) fail<LimitReached>(node, "the divisor may be 0");
  return times(a, b.inverse(s));
}

// What is made of two numbers has no more terms than are counted here.
void SymbolicEvaluator::count(const Quotient& a, const Quotient& b, bool multiplied) const {
  if (!long_vectors_) return;
  const std::uint64_t above_a = a.numerator().terms().size(),
                      above_b = b.numerator().terms().size(),
                      below_a = a.denominator().terms().size(),
                      below_b = b.denominator().terms().size();
  if (multiplied) {
    model_.step(above_a * above_b + below_a * below_b);
  } else {
    model_.step(a.denominator() == b.denominator()
                    ? above_b + below_a
                    : above_a * below_b + above_b * below_a + below_a * below_b);
  }
}

// Only long numbers make a value outgrow the limit, and only where one of them came in with `last`.
void SymbolicEvaluator::require_room(const Quotient& value, const Quotient& last) const {
  const auto words = [](const Quotient& x) {
    return x.numerator().long_words() + x.denominator().long_words();
  };
  const std::size_t added = words(last);
  if (added == 0) return;
  const std::size_t all =
      words(value) + 2 * (value.numerator().terms().size() + value.denominator().terms().size());
  if (all > max_words) throw LimitReached("a number of more than 2^21 words, 16 MiB");
  model_.step(1 + added / 16);
}

Quotient SymbolicEvaluator::plus(Quotient a, const Quotient& b) const {
  count(a, b, false);
  Quotient sum = std::move(a) + b;
  require_room(sum, b);
  return sum;
}

Quotient SymbolicEvaluator::minus(const Quotient& a, const Quotient& b) const {
  count(a, b, false);
  Quotient difference = a - b;
  require_room(difference, b);
  return difference;
}

Quotient SymbolicEvaluator::times(const Quotient& a, const Quotient& b) const {
  count(a, b, true);
  Quotient product = a * b;
  require_room(product, product);
  return product;
}

// sum(j in a..b: w(j)*e(j))/sum(j in a..b: w(j)): with least and largest e, and two positive
// numbers p and q, it is (p least + q largest)/(p + q). Where all e are the same, whatever p and q
// are; else the average lies strictly between them, as every weight is positive. What else is said
// of the weights is lost.
std::optional<Quotient> SymbolicEvaluator::average(const Node& node) {
  if (!long_vectors_ || node.parts.size() != 2 || !node.inverse[1]) return std::nullopt;
  const Node& above = *node.parts[0];
  const Node& below = *node.parts[1];
  const auto over_one_range = [](const Node& sum) {
    return sum.op == Op::over_sum && !sum.where && sum.binders.size() == 1 &&
           sum.binders[0].domain == Binder::Domain::range;
  };
  if (!over_one_range(above) || !over_one_range(below)) return std::nullopt;
  const Binder& j = above.binders[0];
  if (!same(*j.first, *below.binders[0].first) || !same(*j.last, *below.binders[0].last))
    return std::nullopt;
  const auto weight = [&](const Node& part, const Binder& at) {
    return part.op == Op::component && part.parts[0]->op == Op::variable &&
           part.parts[0]->index == at.slot && slots_[part.index].weights;
  };
  const Node& term = *above.parts[0];
  if (!weight(*below.parts[0], below.binders[0]) || term.op != Op::product) return std::nullopt;
  std::size_t at = 0;
  while (at < term.parts.size() && (term.inverse[at] || !weight(*term.parts[at], j) ||
                                    term.parts[at]->index != below.parts[0]->index))
    ++at;
  if (at == term.parts.size()) return std::nullopt;
  const std::int64_t first = integer(*j.first, number(*j.first)),
                     last = integer(*j.last, number(*j.last));
  if (first < 1 || last < first ||
      static_cast<std::uint64_t>(last) > slots_[below.parts[0]->index].numbers.size())
    return std::nullopt;
  std::optional<Quotient> least, largest;
  for (std::int64_t i = first; i <= last; ++i) {
    slots_[j.slot].number = Rational(i);
    Quotient value = Rational(1);
    for (std::size_t part = 0; part < term.parts.size(); ++part) {
      if (part == at) continue;
      const Quotient factor = number(*term.parts[part]);
      value = term.inverse[part] ? ratio(term, value, factor) : times(value, factor);
    }
    const unsigned below_least = least ? signs(minus(value, *least)) : sign::negative,
                   above_largest = largest ? signs(minus(value, *largest)) : sign::positive;
    const auto decided = [](unsigned s) {
      return (s & sign::negative) == 0 || (s & sign::positive) == 0;
    };
    if (!decided(below_least) || !decided(above_largest)) return std::nullopt;
    if ((below_least & sign::positive) == 0) least = value;
    if ((above_largest & sign::negative) == 0) largest = std::move(value);
  }
  const auto positive = [&] {
    variables_.push_back({0, false});
    return Quotient::variable(variables_.size() - 1);
  };
  const Quotient p = positive(), q = positive();
  return ratio(node, plus(times(p, *least), times(q, *largest)), plus(p, q));
}

Quotient SymbolicEvaluator::better(const Node& node, bool largest, const Quotient& a,
                                   const Quotient& b) const {
  const unsigned s = signs(minus(a, b));
  if ((s & sign::negative) == 0) return HARDMAX_FAULT(claim_real_better, largest, !largest) ? a : b;
  if ((s & sign::positive) == 0) return largest ? b : a;
  if (functions_ != nullptr) functions_->leave_open(a - b);
  fail<LimitReached>(node,
                     "which of two values is larger is not the same everywhere, or not known");
}

// Functions of D alone, or of whole numbers: whole = floor(x) if x - whole is in [0, 1) everywhere,
// for the polynomial part of x, its coefficients rounded, or one less.
Quotient SymbolicEvaluator::floor(const Node& node, const Quotient& x) const {
  if (const auto value = x.constant()) return hardmax::floor(*value);
  if (const auto value = functions_ != nullptr ? functions_->value(x) : std::nullopt)
    return hardmax::floor(*value);
  const auto [part, rest] = x.numerator().divided_by(x.denominator());
  const auto of_D = [&](const Polynomial& p) {
    return (functions_ != nullptr && functions_->whole()) ||
           std::all_of(p.terms().begin(), p.terms().end(),
                       [](const auto& term) { return term.first.size() <= 1; });
  };
  const bool integral = has_D_ && of_D(x.numerator()) && of_D(x.denominator());
  Quotient whole;
  for (const auto& [m, coefficient] : part.terms()) {
    Quotient term =
        hardmax::floor(m.empty() ? coefficient : coefficient + Rational(1) / Rational(2));
    for (std::size_t v = 0; v < m.size(); ++v) {
      for (std::uint32_t i = 0; i < m[v]; ++i) term = term * Quotient::variable(v);
    }
    whole = whole + term;
  }
  for (const Rational& step : {Rational(0), Rational(-1)}) {
    const Quotient left = x - whole - step;
    if (integral && (signs(left) & sign::negative) == 0 &&
        signs(left - Rational(1)) == sign::negative)
      return whole + step;
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
        top = power_exactly(*a, *b);
      } catch (const Undefined& e) {
        fail<Undefined>(node, e.what());
      } catch (const LimitReached& e) {
        fail<LimitReached>(node, e.what());
      }
      continue;
    }
    if (!constant(node, top).is_integer())
      fail<LimitReached>(node, "a power that is not an integer, of a function");
    const std::int64_t exponent = integer(node, top);
    if (exponent > 1'000'000 || exponent < -1'000'000)
      fail<LimitReached>(node, "an exponent beyond 1000000");
    Quotient square = exponent < 0 ? ratio(node, Rational(1), base) : base;
    if (auto whole =
            square.power_of_term(static_cast<std::uint64_t>(exponent < 0 ? -exponent : exponent))) {
      top = std::move(*whole);
      continue;
    }
    top = Rational(1);
    for (std::int64_t left = exponent < 0 ? -exponent : exponent; left > 0; left /= 2) {
      if (HARDMAX_FAULT(claim_real_power, left % 2 != 0, true)) top = times(top, square);
      if (left > 1) square = times(square, square);
    }
  }
  return top;
}

// NOLINTNEXTLINE(readability-function-size): a case an operator
Quotient SymbolicEvaluator::number(const Node& node) {
  const auto& parts = node.parts;
  switch (node.op) {
    case Op::integer: return node.number;
    case Op::variable: return slots_[node.index].number;
    case Op::component: {
      const Numbers& entries = slots_[node.index].numbers;
      const std::int64_t i = integer(*parts[0], number(*parts[0]));
      if (i < 1 || static_cast<std::size_t>(i) > entries.size())
        fail<Undefined>(node, "there is no entry " + std::to_string(i) + " of " +
                                  std::to_string(entries.size()));
      return entries[static_cast<std::size_t>(i) - 1];
    }
    case Op::accessor:
      if (names_) {
        if (const auto known = names_(node.index)) return *known;
      }
      if (functions_ != nullptr) {
        Numbers arguments;
        std::vector<std::size_t> inputs;
        for (const NodePtr& part : parts) {
          if (part->type == Type::number) arguments.push_back(number(*part));
          if (part->type == Type::input) inputs.push_back(input(*part).ordinal);
        }
        if (const auto known = functions_->read(node.index, arguments, inputs)) return *known;
      }
      {
        const Value value = read(node);
        if (std::holds_alternative<Real>(value))
          fail<LimitReached>(node, "its value is not rational");
        return std::get<Rational>(value);
      }
    case Op::negate: return Rational(0) - number(*parts[0]);
    case Op::sum: {
      Quotient total = number(*parts[0]);
      for (std::size_t i = 1; i < parts.size(); ++i) {
        const Quotient x = number(*parts[i]);
        total = HARDMAX_FAULT(claim_real_minus, node.inverse[i], false) ? minus(total, x)
                                                                        : plus(std::move(total), x);
      }
      return total;
    }
    case Op::product: {
      if (const auto between = average(node)) return *between;
      Quotient total = number(*parts[0]);
      for (std::size_t i = 1; i < parts.size(); ++i) {
        const Quotient x = number(*parts[i]);
        total = HARDMAX_FAULT(claim_real_divide, node.inverse[i], false) ? ratio(node, total, x)
                                                                         : times(total, x);
      }
      return total;
    }
    case Op::power: return power(node);
    case Op::floor: return floor(node, number(*parts[0]));
    case Op::abs: {
      const Quotient x = number(*parts[0]);
      return better(node, true, x, Rational(0) - x);
    }
    case Op::exponential:
    case Op::logarithm: {
      const Rational x = constant(*parts[0], number(*parts[0]));
      try {
        return node.op == Op::exponential ? exponential(x) : logarithm(x);
      } catch (const Undefined& e) {
        fail<Undefined>(node, e.what());
      } catch (const LimitReached& e) {
        fail<LimitReached>(node, e.what());
      }
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
        if (m.is_integer() && k.is_integer() && m > 1'000'000)
          fail<LimitReached>(node, "choose beyond 1000000");
        return hardmax::choose(m, k);
      } catch (const Undefined& e) {
        fail<Undefined>(node, e.what());
      }
    }
    case Op::card: return Rational(set(*parts[0]).size());
    case Op::list_max:
    case Op::list_min: {
      Quotient best = number(*parts[0]);
      for (std::size_t i = 1; i < parts.size(); ++i)
        best = better(node, node.op == Op::list_max, best, number(*parts[i]));
      return best;
    }
    case Op::over_sum:
    case Op::over_prod: {
      if (functions_ != nullptr && node.op == Op::over_sum &&
          node.binders[0].domain == Binder::Domain::inputs)
        return over_all_inputs(node);
      if (const auto known = all_alike(node)) return *known;
      Quotient total = Rational(node.op == Op::over_sum ? 0 : 1);
      instances(node, 0, [&] {
        const Quotient x = number(*parts[0]);
        total = node.op == Op::over_sum ? plus(std::move(total), x) : times(total, x);
        return true;
      });
      return total;
    }
    case Op::over_max:
    case Op::over_min: {
      if (over_inputs_alone(node)) return over_all_inputs(node);
      const bool largest = node.op == Op::over_max;
      Numbers values;
      instances(node, 0, [&] {
        values.push_back(number(*parts[0]));
        return true;
      });
      if (values.empty()) fail<Undefined>(node, largest ? "max of nothing" : "min of nothing");
      if (functions_ != nullptr) {
        if (auto best = functions_->best_of(values, largest)) return *best;
      }
      Quotient best = values.front();
      for (std::size_t i = 1; i < values.size(); ++i) best = better(node, largest, best, values[i]);
      return best;
    }
    default: HARDMAX_REQUIRE(false);
  }
}

// ---- sets, inputs, and what the run is asked for

void SymbolicEvaluator::insert(const Node& node, Numbers& sorted, const Quotient& x) const {
  auto at = sorted.begin();
  for (; at != sorted.end(); ++at) {
    const unsigned s = signs(minus(x, *at));
    if (s == sign::zero) return;
    if (s == sign::negative) break;
    if (s != sign::positive)
      fail<LimitReached>(
          node, "the order of two members of this set is not the same everywhere, or not known");
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
      default:
        fail<LimitReached>(*part,
                           "an argument of this type is not covered where numbers are functions");
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
