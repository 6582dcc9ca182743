// Formulas: truth in three values, vacuity, witnesses.
#include <algorithm>
#include <array>
#include <type_traits>

#include "claim/evaluator.hpp"
#include "claim/signs.hpp"
#include "exact/fault.hpp"

namespace hardmax::claim {

namespace {

constexpr Verdict no{Truth::no, false};
constexpr Verdict yes{Truth::yes, false};
constexpr Verdict unknown{Truth::unknown, false};

Verdict of(bool b) { return b ? yes : no; }

Value value_of(const Rational& x) { return x; }
Value value_of(const Real& x) { return x; }

// Where the descent of the witness ends without two values.
Verdict stop(Verdict verdict, Witness* witness) {
  if (verdict.truth == Truth::no && witness != nullptr) witness->relation = "false";
  return verdict;
}

}  // namespace

template <class Number>
Verdict EvaluatorOf<Number>::truth(const Node& node, Witness* witness) {
  if (node.memo == Node::none || witness != nullptr) return truth_afresh(node, witness);
  std::optional<Cell>& memo = memos_[node.memo];
  if (!memo) {
    const Verdict verdict = truth_afresh(node, nullptr);
    memo.emplace();
    memo->truth = verdict.truth;
    memo->vacuous = verdict.vacuous;
  }
  return {memo->truth, memo->vacuous};
}

template <class Number>
// NOLINTNEXTLINE(readability-function-size): a case an operator
Verdict EvaluatorOf<Number>::truth_afresh(const Node& node, Witness* witness) {
  const auto& parts = node.parts;
  switch (node.op) {
    case Op::truth: return stop(of(node.truth), witness);
    case Op::variable: return stop({slots_[node.index].value.truth, false}, witness);
    case Op::accessor: {
      const Value value = read(node);
      HARDMAX_REQUIRE(std::holds_alternative<bool>(value));
      return stop(of(std::get<bool>(value)), witness);
    }
    case Op::negation: {
      const Truth t = truth(*parts[0]).truth;
      return stop(t == Truth::unknown
                      ? unknown
                      : of(HARDMAX_FAULT(claim_not, t == Truth::no, t == Truth::yes)),
                  witness);
    }
    case Op::conjunction: {
      Verdict result{Truth::yes, true};
      for (const NodePtr& part : parts) {
        const Verdict v = truth(*part, witness);
        if (HARDMAX_FAULT(claim_and, v.truth == Truth::no, false)) return v;
        if (v.truth == Truth::unknown) result = unknown;
        result.vacuous = result.vacuous && v.vacuous;
      }
      return result;
    }
    case Op::disjunction: {
      Truth result = Truth::no;
      for (const NodePtr& part : parts) {
        // The whole is false only if no part is unknown: only then the last part says why.
        const bool decides = &part == &parts.back() && result == Truth::no;
        const Verdict v = truth(*part, decides ? witness : nullptr);
        if (HARDMAX_FAULT(claim_or, v.truth == Truth::yes, v.truth == Truth::no)) return yes;
        if (v.truth == Truth::unknown) result = Truth::unknown;
      }
      return {result, false};
    }
    case Op::implication: {  // a implies (b implies (... implies z))
      bool sure = true;
      for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
        const Truth premise = truth(*parts[i]).truth;
        if (HARDMAX_FAULT(claim_implies, premise == Truth::no, false)) {
          const Truth held =
              HARDMAX_FAULT(claim_implies_reversed, Truth::yes,
                            truth(*parts.back()).truth == Truth::no ? Truth::yes : Truth::no);
          return {held, true};
        }
        if (premise == Truth::unknown) sure = false;
      }
      const Verdict conclusion = truth(*parts.back(), sure ? witness : nullptr);
      return conclusion.truth == Truth::no && !sure ? unknown : conclusion;
    }
    case Op::comparison: return comparison(node, witness);
    case Op::forall: return forall(node, witness);
    case Op::exists: return exists(node, witness);
    case Op::distinct: return distinct(node, witness);
    case Op::chain: return stop(chain(node), witness);
    case Op::let: {
      Cell& slot = slots_[node.index].value;
      const Node& value = *parts[0];
      switch (value.type) {
        case Type::boolean: slot.truth = truth(value).truth; break;
        case Type::input: slot.input = input(value); break;
        case Type::number: {
          Number scratch;
          slot.number = number(value, scratch);
          break;
        }
        case Type::set: {
          Set scratch;
          slot.set = set(value, scratch);
          charge(node, slot.set.size());
          break;
        }
        case Type::vector: HARDMAX_REQUIRE(false);
      }
      return truth(*parts[1], witness);
    }
    default: HARDMAX_REQUIRE(false);
  }
}

template <class Number>
Verdict EvaluatorOf<Number>::forall(const Node& node, Witness* witness) {
  const Node& body = *node.parts[0];
  Verdict result{Truth::yes, true};
  instances(node, [&] {
    const Verdict v = truth(body);
    if (HARDMAX_FAULT(claim_forall, v.truth == Truth::no, false)) {
      result = no;
      if (witness != nullptr) {
        record(node, witness->at);
        truth(body, witness);
      }
      return false;
    }
    if (v.truth == Truth::unknown) result.truth = Truth::unknown;
    result.vacuous = result.vacuous && v.vacuous;
    return true;
  });
  if (result.truth == Truth::unknown) result.vacuous = false;
  return result;
}

template <class Number>
Verdict EvaluatorOf<Number>::exists(const Node& node, Witness* witness) {
  const Node& body = *node.parts[0];
  Verdict result = no;
  std::uint64_t count = 0;
  instances(node, [&] {
    ++count;
    const Truth t = truth(body).truth;
    if (HARDMAX_FAULT(claim_exists, t == Truth::no, t == Truth::yes)) return true;
    result.truth = t;
    return t == Truth::unknown;
  });
  if (count == 0) return HARDMAX_FAULT(claim_exists_of_nothing, stop(result, witness), yes);
  if (result.truth != Truth::no || witness == nullptr) return result;
  go_to_instance(node, count - 1);  // the last one
  record(node, witness->at);
  truth(body, witness);
  return result;
}

// ---- comparisons

template <class Number>
void EvaluatorOf<Number>::operand(const Node& node, Operand& operand) {
  switch (node.type) {
    case Type::number: operand.number = &number(node, operand.number_scratch); break;
    case Type::set:
      operand.set = &set(node, operand.set_scratch);
      charge(node, operand.set->size());
      break;
    case Type::input: operand.input = input(node); break;
    case Type::boolean: operand.truth = truth(node).truth; break;
    case Type::vector: HARDMAX_REQUIRE(false);
  }
}

template <class Number>
Truth EvaluatorOf<Number>::compare(Relation relation, Type type, const Operand& left,
                                   const Operand& right) {
  const auto answer = [](bool b) { return b ? Truth::yes : Truth::no; };
  if constexpr (std::is_same_v<Number, Real>) {
    if (relation == Relation::member) {
      Truth found = Truth::no;
      for (const Rational& x : *right.set) {
        const Truth t = sign::answer(order(*left.number, x), sign::holding(Relation::equal));
        if (t == Truth::yes) return t;
        if (t == Truth::unknown) found = t;
      }
      return found;
    }
    if (type == Type::number)
      return sign::answer(order(*left.number, *right.number), sign::holding(relation));
  }
  if constexpr (std::is_same_v<Number, Rational>) {
    switch (relation) {
      case Relation::less:
        return answer(
            HARDMAX_FAULT(claim_less, *left.number < *right.number, *left.number <= *right.number));
      case Relation::at_most:
        return answer(HARDMAX_FAULT(claim_at_most, *left.number <= *right.number,
                                    *left.number < *right.number));
      case Relation::greater:
        return answer(HARDMAX_FAULT(claim_greater, *left.number > *right.number,
                                    *left.number >= *right.number));
      case Relation::at_least:
        return answer(HARDMAX_FAULT(claim_at_least, *left.number >= *right.number,
                                    *left.number > *right.number));
      case Relation::member:
        return answer(HARDMAX_FAULT(
            claim_member, std::binary_search(right.set->begin(), right.set->end(), *left.number),
            right.set->empty()));
      case Relation::equal:
      case Relation::different: break;
    }
  }
  bool equal = false;
  switch (type) {
    case Type::number:
      if constexpr (std::is_same_v<Number, Rational>)
        equal = HARDMAX_FAULT(claim_equal_numbers, *left.number == *right.number, true);
      break;
    case Type::set: equal = HARDMAX_FAULT(claim_equal_sets, *left.set == *right.set, false); break;
    case Type::input: equal = left.input == right.input; break;
    case Type::vector: HARDMAX_REQUIRE(false);
    case Type::boolean:
      if (left.truth == Truth::unknown || right.truth == Truth::unknown) return Truth::unknown;
      equal = left.truth == right.truth;
  }
  return answer(equal == (HARDMAX_FAULT(claim_different, relation == Relation::equal, true)));
}

template <class Number>
Value EvaluatorOf<Number>::value_of(Type type, const Operand& operand) {
  switch (type) {
    case Type::number: return claim::value_of(*operand.number);
    case Type::set: return *operand.set;
    case Type::input: return operand.input;
    case Type::boolean: return operand.truth == Truth::yes;
    case Type::vector: break;
  }
  HARDMAX_REQUIRE(false);
}

template <class Number>
Verdict EvaluatorOf<Number>::comparison(const Node& node, Witness* witness) {
  const auto& parts = node.parts;
  std::array<Operand, 2>
      operands;  // of the link that is looked at; the right one is the left one of the next
  Truth result = Truth::yes;
  operand(*parts[0], operands[0]);
  for (std::size_t i = 0; HARDMAX_FAULT(claim_chain_first_link, i + 1 < parts.size(), i < 1); ++i) {
    const Operand& left = operands[i % 2];
    Operand& right = operands[(i + 1) % 2];
    operand(*parts[i + 1], right);
    const Truth link = compare(node.relations[i], parts[i]->type, left, right);
    if (link == Truth::unknown) result = Truth::unknown;
    if (link != Truth::no) continue;
    if (witness != nullptr) {
      witness->lhs = value_of(parts[i]->type, left);
      witness->relation = symbol(node.relations[i]);
      witness->rhs = value_of(parts[i + 1]->type, right);
    }
    return no;
  }
  return {result, false};
}

// ---- distinct

template <class Number>
Verdict EvaluatorOf<Number>::distinct(const Node& node, Witness* witness) {
  std::vector<std::pair<Rational, std::uint64_t>> values;  // with the number of the instance
  Number scratch;
  std::size_t words = 0;  // beside two for each
  instances(node, [&] {
    if (values.size() == max_distinct_instances)
      limit(node, "distinct over more than 2^25 instances");
    values.emplace_back(exact(*node.parts[0], scratch), values.size());
    words += words_of(values.back().first) - 2;
    if (words > 64 * max_words) limit(node, "distinct over numbers of more than 2^27 words, 1 GiB");
    return true;
  });
  std::sort(values.begin(), values.end());
  // The first instance whose value occurred before is the second of some group of equal values.
  std::optional<std::pair<std::uint64_t, std::uint64_t>> found;  // it, and the first of its group
  const Rational* value = nullptr;
  for (std::size_t i = 1, group = 0; i < values.size(); ++i) {
    if (HARDMAX_FAULT(claim_distinct_group, values[i].first != values[i - 1].first, true))
      group = i;
    const bool earlier =
        !found || HARDMAX_FAULT(claim_distinct_not_first, (values[i].second < found->first),
                                (values[i].second > found->first));
    if (i == group + 1 && earlier) {
      found = {values[i].second, values[group].second};
      value = &values[i].first;
    }
  }
  if (!found) return yes;
  if (witness == nullptr) return no;
  witness->other = witness->at;
  go_to_instance(node, found->second);
  record(node, witness->at);
  go_to_instance(node, found->first);
  record(node, witness->other);
  witness->lhs = *value;
  witness->relation = "distinct";
  witness->rhs = *value;
  return no;
}

// ---- chain

namespace {

// Is there an ordering of 0..m-1 in which each one is joined to the next? joined[k] has the bits j
// from which k may follow. ends[set] has the bits of the members in which an ordering of `set` can
// end.
bool has_ordering(const std::vector<std::uint32_t>& joined) {
  const std::size_t m = joined.size();
  std::vector<std::uint32_t> ends(std::size_t{1} << m, 0);
  for (std::size_t k = 0; k < m; ++k) ends[std::size_t{1} << k] = std::uint32_t{1} << k;
  for (std::size_t set = 1; set < ends.size(); ++set) {
    for (std::size_t k = 0; k < m; ++k) {
      const std::size_t bit = std::size_t{1} << k;
      if ((set & bit) != 0 && set != bit && (ends[set ^ bit] & joined[k]) != 0)
        ends[set] |= static_cast<std::uint32_t>(bit);
    }
  }
  return HARDMAX_FAULT(claim_chain_ordering, ends.back() != 0, ends.back() == 0);
}

}  // namespace

template <class Number>
Verdict EvaluatorOf<Number>::chain(const Node& node) {
  const Binder& binder = node.binders[0];
  Set members;
  if (binder.domain == Binder::Domain::range) {
    Number first_scratch;
    Number last_scratch;
    const Rational& first = exact(*binder.first, first_scratch);
    const Rational& last = exact(*binder.last, last_scratch);
    integer_end(*binder.first, first);
    integer_end(*binder.last, last);
    range_set(node, first, last, members);
  } else {
    Set scratch;
    members = set(*binder.first, scratch);
  }
  return {HARDMAX_FAULT(claim_chain_always, order_chain(node, members), Truth::yes), false};
}

template <class Number>
Truth EvaluatorOf<Number>::order_chain(const Node& node, const Set& members) {
  Number& before = slots_[node.binders[0].slot].value.number;
  Number& after = slots_[node.binders[1].slot].value.number;
  const auto body = [&](std::size_t j, std::size_t k) {
    before = members[j];
    after = members[k];
    return truth(*node.parts[0]).truth;
  };
  bool increasing = true;
  for (std::size_t i = 1; i < members.size() && increasing; ++i)
    increasing = HARDMAX_FAULT(claim_chain_in_order, body(i - 1, i) == Truth::yes, true);
  if (increasing) return Truth::yes;
  if (members.size() > max_chain_members) return Truth::unknown;
  charge(node, std::size_t{1} << members.size());
  std::vector<std::uint32_t> surely(members.size(), 0);
  std::vector<std::uint32_t> perhaps(members.size(), 0);
  for (std::size_t j = 0; j < members.size(); ++j) {
    for (std::size_t k = 0; k < members.size(); ++k) {
      if (j == k) continue;
      const Truth t = body(j, k);
      const std::uint32_t bit = std::uint32_t{1} << j;
      if (t == Truth::yes) surely[k] |= bit;
      if (t != Truth::no) perhaps[k] |= bit;
    }
  }
  if (has_ordering(surely)) return Truth::yes;
  return perhaps != surely && has_ordering(perhaps) ? Truth::unknown : Truth::no;
}

// What this file defines.
template class EvaluatorOf<Rational>;
template class EvaluatorOf<Real>;

}  // namespace hardmax::claim
