// Numbers and sets.
#include "check/evaluate.hpp"

#include <algorithm>

namespace hardmax::check {
namespace {

constexpr std::int64_t max_members = 1 << 20, max_exponent = 1000000;
}  // namespace

// a ^ b: not an integer is undefined, then the bound on |b|, then 0 to a negative power, then the bound on the size of the result.
Num power(const Num& a, const Num& b) {
  defined(b.is_integer());
  const std::optional<std::int64_t> exponent = b.small_integer();
  if (!exponent || *exponent > max_exponent || *exponent < -max_exponent) throw LimitMet{};
  defined(a.sign() != 0 || *exponent >= 0);
  const mpq_class base = a.gmp();
  const std::uint64_t times = static_cast<std::uint64_t>(*exponent < 0 ? -*exponent : *exponent);
  const std::uint64_t bits = std::max(mpz_sizeinbase(base.get_num_mpz_t(), 2), mpz_sizeinbase(base.get_den_mpz_t(), 2));
  if ((bits - 1) * times > std::uint64_t{1} << 26) throw LimitMet{};
  mpq_class out;
  mpz_pow_ui(out.get_num_mpz_t(), base.get_num_mpz_t(), times);
  mpz_pow_ui(out.get_den_mpz_t(), base.get_den_mpz_t(), times);
  return Num(*exponent < 0 ? mpq_class(1 / out) : out);
}

Num choose(const Num& m, const Num& k) {
  defined(m.is_integer() && k.is_integer() && m.sign() >= 0);
  if (Num(max_exponent) < m) throw LimitMet{};
  if (k.sign() < 0 || m < k) return Num(0);
  mpz_class out;
  mpz_bin_uiui(out.get_mpz_t(), static_cast<unsigned long>(*m.small_integer()), static_cast<unsigned long>(*k.small_integer()));
  return Num(mpq_class(out));
}

// One step of a sum, product, maximum or minimum.
static Num combine(char operation, const Num& a, const Num& b) {
  if (operation == 'M') return a < b ? b : a;
  if (operation == 'm') return b < a ? b : a;
  defined(operation != '/' || b.sign() != 0);
  return Num::apply(operation, a, b);
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

Num Evaluator::num(const Node& f) {
  if (f.op == Op::number) return f.value;
  if (f.op == Op::variable) return slot(f.slot).num;
  if (!f.constant) return compute(f);
  if (!f.cache) f.cache = compute(f);
  return *f.cache;
}

Num Evaluator::compute(const Node& f) {
  switch (f.op) {
    case Op::call: return call(f);
    case Op::minus: return Num(0) - num(*f.kids[0]);
    case Op::over: {  // max and min of nothing are undefined
      const char operation = f.operations[0];
      std::optional<Num> out;
      if (operation == '+' || operation == '*') out = Num(operation == '*');
      instances(f, [&] {
        const Num next = num(*f.kids[0]);
        return out = out ? combine(operation, *out, next) : next, true;
      });
      defined(out.has_value());
      return *out;
    }
    case Op::power: {  // from left to right the terms, then the powers from the right
      std::vector<Num> terms;
      for (const NodePtr& kid : f.kids) terms.push_back(num(*kid));
      for (; terms.size() > 1; terms.pop_back()) terms.end()[-2] = power(terms.end()[-2], terms.back());
      return terms[0];
    }
    default: {  // fold
      Num out = num(*f.kids[0]);
      for (std::size_t i = 1; i < f.kids.size(); ++i) out = combine(f.operations[i - 1], out, num(*f.kids[i]));
      return out;
    }
  }
}

Num Evaluator::call(const Node& f) {
  if (f.name == Name::card) return Num(static_cast<std::int64_t>(set(*f.kids[0])->size()));
  Num a[3] = {f.value};  // layers has its stage there
  std::uint64_t inputs[2] = {0, 0};
  std::size_t count = 0, input = 0;
  for (const NodePtr& kid : f.kids) {
    if (kid->type == Type::Input) inputs[input++] = slot(kid->slot).input;  // an input is always a variable
    else a[count++] = num(*kid);
  }
  switch (f.name) {
    case Name::floor: return a[0].floor();
    case Name::abs: return a[0].sign() < 0 ? Num(0) - a[0] : a[0];
    case Name::mod: return a[0] - a[1] * combine('/', a[0], a[1]).floor();
    case Name::choose: return choose(a[0], a[1]);
    default: return model_.number(f.name, a, inputs);
  }
}

Set Evaluator::set(const Node& f) {
  std::vector<Num> members;
  const auto add = [&](const Set& more) {
    members.insert(members.end(), more->begin(), more->end());
    if (members.size() > 4 * max_members) members = *make_set(std::move(members));
    return true;
  };
  switch (f.op) {
    case Op::variable: return slot(f.slot).set;
    case Op::call: {
      const Num a[2] = {num(*f.kids[0]), num(*f.kids[1])};
      return model_.set(f.name, a);
    }
    case Op::range_set: {
      Num from = num(*f.kids[0]);
      const Num to = num(*f.kids[1]);
      defined(from.is_integer() && to.is_integer());
      if (!(to - from < Num(max_members))) throw LimitMet{};
      for (; !(to < from); from = from + Num(1)) members.push_back(from);
      break;
    }
    case Op::listed_set:
      for (const NodePtr& kid : f.kids) members.push_back(num(*kid));
      break;
    case Op::union_of:
      for (const NodePtr& kid : f.kids) add(set(*kid));
      break;
    default: instances(f, [&] { return add(set(*f.kids[0])); });
  }
  return make_set(std::move(members));
}

Evaluator::Value Evaluator::value(const Node& f) {
  if (f.op == Op::variable) return slot(f.slot);
  Value out;
  out.type = f.type;
  if (f.type == Type::Num) out.num = num(f);
  if (f.type == Type::Set) out.set = set(f);
  if (f.type == Type::Bool) out.truth = truth(f).truth;
  return out;
}

std::string Evaluator::text(const Value& value) const {
  if (value.type == Type::Num) return value.num.text();
  if (value.type == Type::Bool) return value.truth == Truth::yes ? "true" : "false";
  if (value.type == Type::Input) return model_.input_text(value.input);
  std::string out;
  for (const Num& member : *value.set) out.append(out.empty() ? "" : ",").append(member.text());
  return "{" + out + "}";
}

}  // namespace hardmax::check
