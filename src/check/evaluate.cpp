// The value of a node of a formula.
#include "check/evaluate.hpp"

#include <algorithm>

namespace hardmax::check {
namespace {

constexpr std::int64_t max_members = 1 << 20, max_exponent = 1000000;

// One step of a sum, product, maximum, minimum, conjunction or disjunction. A conjunction is vacuous if all its parts are.
void combine(char operation, Value& out, const Value& next) {
  switch (operation) {
    case '&': out.truth = std::min(out.truth, next.truth), out.vacuous = out.vacuous && next.vacuous; break;
    case '|': out.truth = std::max(out.truth, next.truth); break;
    case 'M': out.num = out.num < next.num ? next.num : out.num; break;
    case 'm': out.num = next.num < out.num ? next.num : out.num; break;
    default:
      defined(operation != '/' || next.num.sign() != 0);
      out.num = Num::apply(operation, out.num, next.num);
  }
}
bool is_settled(char operation, const Value& out) { return operation == '&' ? out.truth == Truth::no : operation == '|' && out.truth == Truth::yes; }

}  // namespace

// a ^ b: not an integer is undefined, then the bound on |b|, then 0 to a negative power, then the bound on the size of the result.
Num power(const Num& a, const Num& b) {
  defined(b.is_integer());
  const std::int64_t exponent = b.small_integer().value_or(max_exponent + 1);
  if (exponent > max_exponent || exponent < -max_exponent) throw LimitMet{};
  defined(a.sign() != 0 || exponent >= 0);
  const mpq_class base = a.gmp();
  const std::uint64_t times = static_cast<std::uint64_t>(exponent < 0 ? -exponent : exponent);
  const std::uint64_t bits = std::max(mpz_sizeinbase(base.get_num_mpz_t(), 2), mpz_sizeinbase(base.get_den_mpz_t(), 2));
  if ((bits - 1) * times > std::uint64_t{1} << 26) throw LimitMet{};
  mpq_class out;
  mpz_pow_ui(out.get_num_mpz_t(), base.get_num_mpz_t(), times);
  mpz_pow_ui(out.get_den_mpz_t(), base.get_den_mpz_t(), times);
  return Num(exponent < 0 ? mpq_class(1 / out) : out);
}

Num choose(const Num& m, const Num& k) {
  defined(m.is_integer() && k.is_integer() && m.sign() >= 0);
  if (Num(max_exponent) < m) throw LimitMet{};
  if (k.sign() < 0 || m < k) return Num(0);
  mpz_class out;
  mpz_bin_uiui(out.get_mpz_t(), static_cast<unsigned long>(*m.small_integer()), static_cast<unsigned long>(*k.small_integer()));
  return Num(mpq_class(out));
}

std::uint64_t index(const Num& value, std::uint64_t first, std::uint64_t last) {
  const std::int64_t i = value.small_integer().value_or(-1);
  defined(i >= 0 && static_cast<std::uint64_t>(i) >= first && static_cast<std::uint64_t>(i) <= last);
  return static_cast<std::uint64_t>(i);
}

Set make_set(std::vector<Num> members) {
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  if (members.size() > max_members) throw LimitMet{};
  return std::make_shared<const std::vector<Num>>(std::move(members));
}

Value Evaluator::value(const Node& f) {
  if (f.cache) return *f.cache;
  Value out = compute(f);
  if (f.constant) f.cache = out;
  return out;
}

Value Evaluator::compute(const Node& f) {
  const auto number = [](Num num) { return Value{std::move(num), {}, Truth::yes, false}; };
  const auto truth = [](Truth is) { return Value{{}, {}, is, false}; };
  if (f.op == Op::variable) return slot(f);
  if (f.type == Type::Set) return {{}, members(f), Truth::yes, false};
  switch (f.op) {
    case Op::call:
    case Op::function: return number(call(f));
    case Op::fold:
    case Op::over: return folded(f);
    case Op::power: {  // from left to right the terms, then the powers from the right
      std::vector<Num> terms;
      for (const NodePtr& kid : f.kids) terms.push_back(value(*kid).num);
      for (; terms.size() > 1; terms.pop_back()) terms.end()[-2] = power(terms.end()[-2], terms.back());
      return number(terms[0]);
    }
    case Op::negation: return truth(static_cast<Truth>(2 - static_cast<int>(value(*f.kids[0]).truth)));
    case Op::comparison: return truth(comparison(f));
    case Op::chain: return truth(chain(f));
    case Op::distinct: return truth(has_repeat(f, nullptr) ? Truth::no : Truth::yes);
    case Op::let:
      slot(f) = value(*f.kids[0]);
      slot(f).vacuous = false;
      return value(*f.kids[1]);
    default: return implied(f);
  }
}

// The parts from left to right, until nothing that follows can change the outcome. Of nothing: 0, 1, true and vacuous, false; max and min are undefined.
Value Evaluator::folded(const Node& f) {
  const char operation = f.operations[0];
  Value out{Num(operation == '*'), {}, operation == '|' ? Truth::no : Truth::yes, true};
  bool any = false;
  const auto part = [&](char o, Value next) {
    if (any) combine(o, out, next);
    else out = std::move(next), any = true;
    return !is_settled(o, out);
  };
  if (f.op == Op::over) {
    for (Instances all(*this, f); all.next() && part(operation, value(*f.kids[0]));) {
    }
    defined(any || (operation != 'M' && operation != 'm'));
  } else {
    for (std::size_t i = 0; i < f.kids.size() && part(f.operations[i - (i > 0)], value(*f.kids[i])); ++i) {
    }
  }
  out.vacuous = out.vacuous && operation == '&';
  return out;
}

// a implies (b implies ...): a false premise decides it, vacuously.
Value Evaluator::implied(const Node& f) {
  Truth least = Truth::no;
  for (std::size_t i = 0; i + 1 < f.kids.size(); ++i) {
    const Truth premise = value(*f.kids[i]).truth;
    if (premise == Truth::no) return {{}, {}, Truth::yes, true};
    if (premise == Truth::unknown) least = Truth::unknown;
  }
  Value out = value(*f.kids.back());
  out.truth = std::max(least, out.truth);
  return out;
}

Num Evaluator::call(const Node& f) {
  Num a[4];
  std::uint64_t inputs[2] = {0, 0};
  std::size_t count = 0, input = 0;
  for (const NodePtr& kid : f.kids) {
    Value argument = value(*kid);
    if (kid->type == Type::Input) inputs[input++] = static_cast<std::uint64_t>(*argument.num.small_integer());
    else a[count++] = kid->type == Type::Set ? number_of(argument.set->size()) : std::move(argument.num);
  }
  if (f.op == Op::call) return model_.number(f.name, a, inputs);
  switch (f.name) {
    case floor_of: return a[0].floor();
    case abs_of: return a[0].sign() < 0 ? Num(0) - a[0] : a[0];
    case mod_of: defined(a[1].sign() != 0); return a[0] - a[1] * (a[0] / a[1]).floor();
    case choose_of: return choose(a[0], a[1]);
    default: return a[0];  // card
  }
}

Set Evaluator::members(const Node& f) {
  if (f.op == Op::call) {
    const Num a[2] = {value(*f.kids[0]).num, value(*f.kids[1]).num};
    return model_.set(f.name, a);
  }
  std::vector<Num> out;
  const auto add = [&](const Node& kid) {  // a number, or the members of a set
    const Value more = value(kid);
    if (kid.type == Type::Num) out.push_back(more.num);
    else out.insert(out.end(), more.set->begin(), more.set->end());
    if (out.size() > 4 * max_members) out = *make_set(std::move(out));
  };
  if (f.op == Op::over) {
    for (Instances all(*this, f); all.next();) add(*f.kids[0]);
  } else if (f.op == Op::listed_set) {
    for (const NodePtr& kid : f.kids) add(*kid);
  } else {
    Num from = value(*f.kids[0]).num;
    const Num to = value(*f.kids[1]).num;
    defined(from.is_integer() && to.is_integer());
    if (!(to - from < Num(max_members))) throw LimitMet{};
    for (; !(to < from); from = from + Num(1)) out.push_back(from);
  }
  return make_set(std::move(out));
}

std::string Evaluator::text(Type type, const Value& value) const {
  if (type == Type::Num) return value.num.text();
  if (type == Type::Bool) return value.truth == Truth::yes ? "true" : "false";
  if (type == Type::Input) return model_.input_text(static_cast<std::uint64_t>(*value.num.small_integer()));
  std::string out;
  for (const Num& member : *value.set) out.append(out.empty() ? "" : ",").append(member.text());
  return "{" + out + "}";
}

}  // namespace hardmax::check
