// Terms of type Num, Set and Input.
#include <algorithm>
#include <type_traits>

#include "claim/evaluator.hpp"
#include "exact/fault.hpp"

namespace hardmax::claim {

namespace {
Rational raised(const Rational& base, const Rational& exponent) {
  return HARDMAX_FAULT(claim_power_sign, power_exactly(base, exponent),
                       power_exactly(base, hardmax::abs(exponent)));
}
Real raised(const Real& base, const Real& exponent) { return power(base, exponent); }
bool is_zero(const Rational& x) { return x.is_zero(); }
bool is_zero(const Real& x) { return x.is_exact() && x.exact().is_zero(); }
}  // namespace

// ---- Num

template <class Number>
const Number& EvaluatorOf<Number>::number(const Node& node, Number& scratch) {
  if (node.op == Op::integer) {
    if constexpr (std::is_same_v<Number, Rational>) {
      return node.number;
    } else {
      return scratch = node.number;
    }
  }
  if (node.op == Op::variable) return slots_[node.index].value.number;
  if (node.memo == Node::none) return number_afresh(node, scratch);
  std::optional<Cell>& memo = memos_[node.memo];
  if (!memo) {
    const Number& value = number_afresh(node, scratch);
    if (!keeps(words_of(value))) return value;
    memo.emplace().number = value;
  }
  return memo->number;
}

template <class Number>
// NOLINTNEXTLINE(readability-function-size): a case an operator
const Number& EvaluatorOf<Number>::number_afresh(const Node& node, Number& scratch) {
  const auto& parts = node.parts;
  switch (node.op) {
    case Op::accessor: {
      Value value = read(node);
      if (Real* real = std::get_if<Real>(&value)) {
        if constexpr (std::is_same_v<Number, Rational>) {
          throw Irrational("a name whose value is not rational");
        } else {
          return scratch = std::move(*real);
        }
      }
      HARDMAX_REQUIRE(std::holds_alternative<Rational>(value));
      return scratch = std::move(std::get<Rational>(value));
    }
    case Op::negate: {
      const Number& x = number(*parts[0], scratch);
      if (&x != &scratch) scratch = x;
      scratch = HARDMAX_FAULT(claim_negate, -std::move(scratch), Number(scratch));
      return scratch;
    }
    case Op::sum: {
      Number operand;
      const Number& first = number(*parts[0], scratch);
      if (&first != &scratch) scratch = first;
      for (std::size_t i = 1; i < parts.size(); ++i) {
        const Number& x = number(*parts[i], operand);
        HARDMAX_FAULT(claim_minus, node.inverse[i], !node.inverse[i]) ? scratch -= x : scratch += x;
        check_size(node, scratch);
      }
      return scratch;
    }
    case Op::product: {
      Number operand;
      const Number& first = number(*parts[0], scratch);
      if (&first != &scratch) scratch = first;
      for (std::size_t i = 1; i < parts.size(); ++i) {
        const Number& x = number(*parts[i], operand);
        if (HARDMAX_FAULT(claim_divide, node.inverse[i], false))
          divide(node, scratch, x);
        else
          scratch *= x;
        check_size(node, scratch);
      }
      return scratch;
    }
    case Op::power: power_of(node, scratch); return scratch;
    case Op::floor:
    case Op::abs:
    case Op::exponential:
    case Op::logarithm:
    case Op::mod:
    case Op::choose: return function(node, scratch);
    case Op::card: {
      Set members;
      scratch = Rational(HARDMAX_FAULT(claim_card, set(*parts[0], members).size(),
                                       set(*parts[0], members).size() + 1));
      return scratch;
    }
    case Op::list_max:
    case Op::list_min: {
      Number operand;
      const Number& first = number(*parts[0], scratch);
      if (&first != &scratch) scratch = first;
      for (std::size_t i = 1; i < parts.size(); ++i) {
        const Number& x = number(*parts[i], operand);
        scratch = better(HARDMAX_FAULT(claim_list_max, node.op == Op::list_max, false), scratch, x);
      }
      return scratch;
    }
    case Op::over_sum:
    case Op::over_prod: {
      Number operand;
      Number total =
          Rational(HARDMAX_FAULT(claim_sum_from_1, node.op == Op::over_sum, false) ? 0 : 1);
      instances(node, [&] {
        const Number& x = number(*parts[0], operand);
        HARDMAX_FAULT(claim_sum_or_product, node.op == Op::over_sum, false) ? total += x
                                                                            : total *= x;
        check_size(node, total);
        return true;
      });
      scratch = HARDMAX_FAULT(claim_sum_starts_late, std::move(total), [&] {
        Number first;
        instances(node, [&] { return first = number(*parts[0], operand), false; });
        return Number(node.op == Op::over_sum ? total - first : total / first);
      }());
      return scratch;
    }
    case Op::over_max:
    case Op::over_min: {
      Number operand;
      std::optional<Number> best;
      instances(node, [&] {
        const Number& x = number(*parts[0], operand);
        best = best ? better(HARDMAX_FAULT(claim_max_as_min, node.op == Op::over_max,
                                           node.op != Op::over_max),
                             *best, x)
                    : x;
        return true;
      });
      if (!best) undefined(node, node.op == Op::over_max ? "max of nothing" : "min of nothing");
      scratch = std::move(*best);
      return scratch;
    }
    default: HARDMAX_REQUIRE(false);
  }
}

// Numbers that are inline, nearly all of them, cost two comparisons.
template <class Number>
void EvaluatorOf<Number>::check_size(const Node& node, const Number& number) const {
  const Rational* value = nullptr;
  if constexpr (std::is_same_v<Number, Rational>) {
    value = &number;
  } else {
    if (!number.is_exact()) return;
    value = &number.exact();
  }
  const fmpq* q = value->raw();
  if (!COEFF_IS_MPZ(*fmpq_numref(q)) && !COEFF_IS_MPZ(*fmpq_denref(q))) return;
  const std::size_t words = words_of(*value);
  if (words > max_words) limit(node, "a number of more than 2^21 words, 16 MiB");
  constexpr std::size_t kFewWords = 64;
  if (words > kFewWords) within(node, [&] { model_.step(words / 16); });
}

template <class Number>
void EvaluatorOf<Number>::divide(const Node& node, Number& value, const Number& by) const {
  if constexpr (std::is_same_v<Number, Rational>) {
    if (by.is_zero()) undefined(node, "division by zero");
    value /= by;
  } else {
    within(node, [&] { value /= by; });
  }
}

template <class Number>
const Rational& EvaluatorOf<Number>::rational(const Node& node, const Number& value) const {
  if constexpr (std::is_same_v<Number, Rational>) {
    return value;
  } else {
    if (!value.is_exact()) limit(node, "it has to be a rational number here");
    return value.exact();
  }
}

template <class Number>
const Number& EvaluatorOf<Number>::function(const Node& node, Number& scratch) {
  using hardmax::floor;
  Number second_scratch;
  const Number& x = number(*node.parts[0], scratch);
  const Number& y = node.parts.size() > 1 ? number(*node.parts[1], second_scratch) : x;
  scratch = within(node, [&]() -> Number {
    switch (node.op) {
      case Op::floor: return floor(x);
      case Op::abs: return better(HARDMAX_FAULT(claim_abs, true, false), x, Number(0) - x);
      case Op::exponential: return exponential(x);
      case Op::logarithm: return logarithm(x);
      case Op::mod: {
        if (is_zero(y)) throw Undefined("mod by zero");
        return HARDMAX_FAULT(claim_mod_truncates, x - y * Number(floor(x / y)),
                             x - y * (better(true, x / y, Number(0)) == x / y
                                          ? Number(floor(x / y))
                                          : Number(0) - Number(floor(Number(0) - x / y))));
      }
      default: break;
    }
    HARDMAX_REQUIRE(node.op == Op::choose);
    const Rational& m = rational(*node.parts[0], x);
    const Rational& k = rational(*node.parts[1], y);
    // The limit on m holds also where the value would be 0.
    const bool beyond = m.is_integer() && k.is_integer() && m > 1'000'000;
    if (beyond) throw LimitReached("choose beyond 1000000");
    if (m > 1000) model_.step(static_cast<std::uint64_t>(m.to_int64().value_or(0)) / 16);
    return HARDMAX_FAULT(claim_choose, hardmax::choose(m, k), hardmax::choose(m, k) + Rational(1));
  });
  check_size(node, scratch);
  return scratch;
}

// a ^ b ^ c: all operands from left to right, then the powers from the right.
template <class Number>
void EvaluatorOf<Number>::power_of(const Node& node, Number& result) {
  Number scratch;
  const auto require_room = [&](std::size_t words) {
    if (words > max_words) limit(node, "numbers of more than 2^21 words, 16 MiB");
  };
  if (node.parts.size() == 2) {
    const Number& base = number(*node.parts[0], result);
    const Number& exponent = number(*node.parts[1], scratch);
    require_room(words_of(base) + words_of(exponent));
    result = within(node, [&] {
      return HARDMAX_FAULT(claim_power, raised(base, exponent),
                           raised(base, Number(exponent) + Number(1)));
    });
    if constexpr (std::is_same_v<Number, Rational>) {
      constexpr std::size_t kSmallPower = 4096;  // bits
      if (result.bits() > kSmallPower) within(node, [&] { model_.step(result.bits() / 64); });
    }
    check_size(node, result);
    return;
  }
  std::vector<Number> below(node.parts.size() - 1);
  std::size_t words = 0;  // of all together, as they are held together
  for (std::size_t i = 0; i < below.size(); ++i) {
    below[i] = number(*node.parts[i], scratch);
    require_room(words += words_of(below[i]));
  }
  Number top = number(*node.parts.back(), scratch);
  require_room(words + words_of(top));
  for (std::size_t i = below.size(); i-- > 0;) {
    top = within(node, [&] {
      return HARDMAX_FAULT(claim_power_from_left, raised(below[i], top),
                           i > 0 ? Number(below[i] * top) : raised(below[i], top));
    });
    check_size(node, top);
  }
  result = std::move(top);
}

// ---- Set

template <class Number>
const Set& EvaluatorOf<Number>::set(const Node& node, Set& scratch) {
  if (node.op == Op::variable) return slots_[node.index].value.set;
  if (node.memo == Node::none) return set_afresh(node, scratch);
  std::optional<Cell>& memo = memos_[node.memo];
  if (!memo) {
    const Set& value = set_afresh(node, scratch);
    std::size_t words = 0;
    for (const Rational& x : value) words += words_of(x);
    if (!keeps(words)) return value;
    memo.emplace().set = value;
  }
  return memo->set;
}

// A set under construction: members are sorted now and then, so that many small sets cost little.
template <class Number>
class EvaluatorOf<Number>::Gathering {
 public:
  Gathering(const EvaluatorOf& evaluator, const Node& node) : evaluator_(evaluator), node_(node) {}

  void add(const Set& more) {
    evaluator_.charge(node_, more.size());
    for (const Rational& x : more) add(x);
  }
  void add(const Rational& x) {
    members_.push_back(x);
    words_ += words_of(x);
    if (members_.size() > 2 * sorted_ + 1024 || words_ > 2 * sorted_words_ + max_words) sort();
  }

  Set finish() {
    sort();
    return std::move(members_);
  }

 private:
  void sort() {
    std::sort(members_.begin(), members_.end());
    members_.erase(std::unique(members_.begin(), members_.end()), members_.end());
    words_ = 0;
    for (const Rational& x : members_) words_ += words_of(x);
    sorted_ = members_.size();
    sorted_words_ = words_;
    if (words_ > max_words)
      evaluator_.limit(
          node_, "a set of more than 2^21 words, 16 MiB (of 2^20 integers, if they are small)");
  }

  const EvaluatorOf& evaluator_;
  const Node& node_;
  Set members_;
  std::size_t words_ = 0;  // of the members
  std::size_t sorted_ = 0,
              sorted_words_ = 0;  // how many there were when they were last sorted, and their words
};

template <class Number>
const Set& EvaluatorOf<Number>::set_afresh(const Node& node, Set& scratch) {
  switch (node.op) {
    case Op::accessor: return read_set(node, scratch);
    case Op::set: {
      Gathering members(*this, node);
      Number operand;
      for (const NodePtr& part : node.parts) members.add(exact(*part, operand));
      scratch = members.finish();
      return scratch;
    }
    case Op::range: {
      Number first_scratch;
      Number last_scratch;
      const Rational& first = exact(*node.parts[0], first_scratch);
      const Rational& last = exact(*node.parts[1], last_scratch);
      integer_end(*node.parts[0], first);
      integer_end(*node.parts[1], last);
      range_set(node, first, last, scratch);
      return scratch;
    }
    case Op::list_union: {
      Gathering total(*this, node);
      Set operand;
      for (const NodePtr& part : node.parts) total.add(set(*part, operand));
      scratch = total.finish();
      return scratch;
    }
    case Op::over_union: {
      Gathering total(*this, node);
      Set operand;
      instances(node, [&] {
        total.add(set(*node.parts[0], operand));
        return true;
      });
      scratch = total.finish();
      return scratch;
    }
    default: HARDMAX_REQUIRE(false);
  }
}

template <class Number>
void EvaluatorOf<Number>::integer_end(const Node& node, const Rational& value) const {
  if (!value.is_integer()) undefined(node, "the end of a range is not an integer: " + value.str());
}

template <class Number>
void EvaluatorOf<Number>::range_set(const Node& at, const Rational& first, const Rational& last,
                                    Set& result) const {
  result.clear();
  if (first > last) return;
  if (last - first >= Rational(max_set_members)) limit(at, "a set of more than 2^20 members");
  std::size_t words = 0;
  for (Rational x = first; HARDMAX_FAULT(claim_range_set, x <= last, x < last); x += 1) {
    if ((words += words_of(x)) > max_words) limit(at, "a set of more than 2^21 words, 16 MiB");
    result.push_back(x);
  }
}

// ---- Input, and what the run is asked for

template <class Number>
Input EvaluatorOf<Number>::input(const Node& node) {
  if (node.op == Op::variable) return slots_[node.index].value.input;
  HARDMAX_REQUIRE(node.op == Op::accessor);
  const Value value = read(node);
  HARDMAX_REQUIRE(std::holds_alternative<Input>(value));
  return std::get<Input>(value);
}

template <class Number>
std::vector<Value>& EvaluatorOf<Number>::arguments(const Node& accessor) {
  std::vector<Value>& arguments = frames_[accessor.frame];
  arguments.resize(accessor.parts.size());
  Number number_scratch;
  Set set_scratch;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Node& part = *accessor.parts[i];
    switch (part.type) {
      case Type::number: arguments[i] = exact(part, number_scratch); break;
      case Type::input: arguments[i] = input(part); break;
      case Type::set: arguments[i] = set(part, set_scratch); break;
      case Type::boolean: {
        const Truth t = truth(part).truth;
        if (t == Truth::unknown) limit(part, "the truth of an argument is unknown");
        arguments[i] = t == Truth::yes;
        break;
      }
      case Type::vector: HARDMAX_REQUIRE(false);
    }
  }
  return arguments;
}

template <class Number>
Value EvaluatorOf<Number>::read(const Node& node) {
  if (node.frame == Node::none) return within(node, [&] { return model_.read(node.index, {}); });
  const std::vector<Value>& at = arguments(node);
  return within(node, [&] { return model_.read(node.index, at); });
}

// A set of the run that is gone through for many choices of other names is long, and the same for
// all of them: it is asked for once.
template <class Number>
const Set& EvaluatorOf<Number>::read_set(const Node& accessor, Set& scratch) {
  constexpr std::size_t kMostKept = std::size_t{1} << 16;  // members
  const auto taken = [](Value value) {
    HARDMAX_REQUIRE(std::holds_alternative<Set>(value));
    return std::move(std::get<Set>(value));
  };
  if (accessor.frame == Node::none) return scratch = taken(read(accessor));
  const std::vector<Value>& at = arguments(accessor);
  LastSet& last = last_sets_[accessor.frame];
  if (!last.arguments.empty() && last.arguments == at) return last.value;
  scratch = taken(within(accessor, [&] { return model_.read(accessor.index, at); }));
  const bool of_numbers = std::all_of(accessor.parts.begin(), accessor.parts.end(),
                                      [](const NodePtr& p) { return p->type == Type::number; });
  if (!of_numbers || scratch.size() > kMostKept) return scratch;
  last = {at, std::move(scratch)};
  return last.value;
}

// What this file defines; truth.cpp and instances.cpp have the rest.
template class EvaluatorOf<Rational>;
template class EvaluatorOf<Real>;

}  // namespace hardmax::claim
