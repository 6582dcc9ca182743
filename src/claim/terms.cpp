// Terms of type Num, Set and Input.
#include <algorithm>

#include "claim/evaluator.hpp"

namespace hardmax::claim {

// ---- Num

const Rational& Evaluator::number(const Node& node, Rational& scratch) {
  if (node.op == Op::integer) return node.number;
  if (node.op == Op::variable) return slots_[node.index].value.number;
  if (node.memo == Node::none) return number_afresh(node, scratch);
  std::optional<Cell>& memo = memos_[node.memo];
  if (!memo) {
    const Rational& value = number_afresh(node, scratch);
    memo.emplace().number = value;
  }
  return memo->number;
}

const Rational& Evaluator::number_afresh(const Node& node, Rational& scratch) {
  const auto& parts = node.parts;
  switch (node.op) {
    case Op::accessor: {
      Value value = read(node);
      HARDMAX_REQUIRE(std::holds_alternative<Rational>(value));
      scratch = std::move(std::get<Rational>(value));
      return scratch;
    }
    case Op::negate: {
      const Rational& x = number(*parts[0], scratch);
      if (&x != &scratch) scratch = x;
      scratch = -std::move(scratch);
      return scratch;
    }
    case Op::sum: {
      Rational operand;
      const Rational& first = number(*parts[0], scratch);
      if (&first != &scratch) scratch = first;
      for (std::size_t i = 1; i < parts.size(); ++i) {
        const Rational& x = number(*parts[i], operand);
        node.inverse[i] ? scratch -= x : scratch += x;
        check_size(node, scratch);
      }
      return scratch;
    }
    case Op::product: {
      Rational operand;
      const Rational& first = number(*parts[0], scratch);
      if (&first != &scratch) scratch = first;
      for (std::size_t i = 1; i < parts.size(); ++i) {
        const Rational& x = number(*parts[i], operand);
        if (node.inverse[i] && x.is_zero()) undefined(node, "division by zero");
        node.inverse[i] ? scratch /= x : scratch *= x;
        check_size(node, scratch);
      }
      return scratch;
    }
    case Op::power: power_of(node, scratch); return scratch;
    case Op::floor:
    case Op::abs: {
      const Rational& x = number(*parts[0], scratch);
      scratch = node.op == Op::floor ? hardmax::floor(x) : hardmax::abs(x);
      return scratch;
    }
    case Op::mod: {
      Rational divisor;
      const Rational& a = number(*parts[0], scratch);
      const Rational& b = number(*parts[1], divisor);
      if (b.is_zero()) undefined(node, "mod by zero");
      scratch = floor_mod(a, b);
      return scratch;
    }
    case Op::choose: {
      Rational lower;
      const Rational& m = number(*parts[0], scratch);
      const Rational& k = number(*parts[1], lower);
      scratch = within(node, [&] {
        // The limit on m holds also where the value would be 0.
        const bool beyond = m.is_integer() && k.is_integer() && m > 1'000'000;
        if (beyond) throw LimitReached("choose beyond 1000000");
        return hardmax::choose(m, k);
      });
      return scratch;
    }
    case Op::card: {
      Set members;
      scratch = set(*parts[0], members).size();
      return scratch;
    }
    case Op::list_max:
    case Op::list_min: {
      Rational operand;
      const Rational& first = number(*parts[0], scratch);
      if (&first != &scratch) scratch = first;
      for (std::size_t i = 1; i < parts.size(); ++i) {
        const Rational& x = number(*parts[i], operand);
        if (node.op == Op::list_max ? x > scratch : x < scratch) scratch = x;
      }
      return scratch;
    }
    case Op::over_sum:
    case Op::over_prod: {
      Rational operand;
      Rational total = node.op == Op::over_sum ? 0 : 1;
      instances(node, [&] {
        const Rational& x = number(*parts[0], operand);
        node.op == Op::over_sum ? total += x : total *= x;
        check_size(node, total);
        return true;
      });
      scratch = std::move(total);
      return scratch;
    }
    case Op::over_max:
    case Op::over_min: {
      Rational operand;
      std::optional<Rational> best;
      instances(node, [&] {
        const Rational& x = number(*parts[0], operand);
        if (!best || (node.op == Op::over_max ? x > *best : x < *best)) best = x;
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
void Evaluator::check_size(const Node& node, const Rational& value) const {
  const fmpq* q = value.raw();
  if (!COEFF_IS_MPZ(*fmpq_numref(q)) && !COEFF_IS_MPZ(*fmpq_denref(q))) return;
  if (value.bits() > max_bits) limit(node, "a number of more than 2^27 bits");
}

// a ^ b ^ c: all operands from left to right, then the powers from the right.
void Evaluator::power_of(const Node& node, Rational& result) {
  Rational scratch;
  if (node.parts.size() == 2) {
    const Rational& base = number(*node.parts[0], result);
    const Rational& exponent = number(*node.parts[1], scratch);
    result = within(node, [&] { return hardmax::power(base, exponent); });
    constexpr std::size_t kSmallPower = 4096;  // bits
    if (result.bits() > kSmallPower) within(node, [&] { model_.step(result.bits() / 64); });
    return;
  }
  std::vector<Rational> below(node.parts.size() - 1);
  for (std::size_t i = 0; i < below.size(); ++i) below[i] = number(*node.parts[i], scratch);
  Rational top = number(*node.parts.back(), scratch);
  for (std::size_t i = below.size(); i-- > 0;) {
    top = within(node, [&] { return hardmax::power(below[i], top); });
  }
  result = std::move(top);
}

// ---- Set

const Set& Evaluator::set(const Node& node, Set& scratch) {
  if (node.op == Op::variable) return slots_[node.index].value.set;
  if (node.memo == Node::none) return set_afresh(node, scratch);
  std::optional<Cell>& memo = memos_[node.memo];
  if (!memo) {
    const Set& value = set_afresh(node, scratch);
    memo.emplace().set = value;
  }
  return memo->set;
}

// A union under construction: members are sorted now and then, so that many small sets cost little.
class Evaluator::Gathering {
 public:
  Gathering(const Evaluator& evaluator, const Node& node) : evaluator_(evaluator), node_(node) {}

  void add(const Set& more) {
    members_.insert(members_.end(), more.begin(), more.end());
    if (members_.size() > 2 * sorted_ + 1024) sort();
  }

  Set finish() {
    sort();
    return std::move(members_);
  }

 private:
  void sort() {
    std::sort(members_.begin(), members_.end());
    members_.erase(std::unique(members_.begin(), members_.end()), members_.end());
    sorted_ = members_.size();
    if (sorted_ > max_set_members) evaluator_.limit(node_, "a set of more than 2^20 members");
  }

  const Evaluator& evaluator_;
  const Node& node_;
  Set members_;
  std::size_t sorted_ = 0;
};

const Set& Evaluator::set_afresh(const Node& node, Set& scratch) {
  switch (node.op) {
    case Op::accessor: {
      Value value = read(node);
      HARDMAX_REQUIRE(std::holds_alternative<Set>(value));
      scratch = std::move(std::get<Set>(value));
      return scratch;
    }
    case Op::set: {
      Set members(node.parts.size());
      Rational operand;
      for (std::size_t i = 0; i < members.size(); ++i) members[i] = number(*node.parts[i], operand);
      std::sort(members.begin(), members.end());
      members.erase(std::unique(members.begin(), members.end()), members.end());
      scratch = std::move(members);
      return scratch;
    }
    case Op::range: {
      Rational first_scratch;
      Rational last_scratch;
      const Rational& first = number(*node.parts[0], first_scratch);
      const Rational& last = number(*node.parts[1], last_scratch);
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

void Evaluator::integer_end(const Node& node, const Rational& value) const {
  if (!value.is_integer()) undefined(node, "the end of a range is not an integer: " + value.str());
}

void Evaluator::range_set(const Node& at, const Rational& first, const Rational& last, Set& result) const {
  result.clear();
  if (first > last) return;
  if (last - first >= Rational(max_set_members)) limit(at, "a set of more than 2^20 members");
  for (Rational x = first; x <= last; x += 1) result.push_back(x);
}

// ---- Input, and what the run is asked for

Input Evaluator::input(const Node& node) {
  if (node.op == Op::variable) return slots_[node.index].value.input;
  HARDMAX_REQUIRE(node.op == Op::accessor);
  const Value value = read(node);
  HARDMAX_REQUIRE(std::holds_alternative<Input>(value));
  return std::get<Input>(value);
}

Value Evaluator::read(const Node& node) {
  if (node.frame == Node::none) return within(node, [&] { return model_.read(node.index, {}); });
  std::vector<Value>& arguments = frames_[node.frame];
  arguments.resize(node.parts.size());
  Rational number_scratch;
  Set set_scratch;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Node& part = *node.parts[i];
    switch (part.type) {
      case Type::number: arguments[i] = number(part, number_scratch); break;
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
  return within(node, [&] { return model_.read(node.index, arguments); });
}

}  // namespace hardmax::claim
