#include "check/symbolic.hpp"

#include <algorithm>

namespace hardmax::check {

// --- truth

Symbolic::Symbolic(const Formula& formula, const Model& model, std::optional<std::int64_t> least_D)
    : formula_(formula), model_(model), has_D_(least_D.has_value()), slots_(static_cast<std::size_t>(formula.slots)) {
  if (least_D) ranges_.push_back({Num(*least_D), true});
}

Outcome Symbolic::truth(const Node& f, Witness* witness) {
  Outcome out;
  const auto plain = [&](Truth t) {
    if (t == Truth::no && witness) witness->relation = "false";
    return Outcome{t, false};
  };
  switch (f.op) {
    case Op::literal: return plain(f.cache->truth);
    case Op::variable: return plain(slot(f.slot).truth);
    case Op::negation: return plain(static_cast<Truth>(2 - static_cast<int>(truth(*f.kids[0], nullptr).truth)));
    case Op::comparison: return {comparison(f, witness), false};
    case Op::let: slot(f.slot) = value(*f.kids[0]); return truth(*f.kids[1], witness);
    case Op::over: return quantified(f, 0, witness);
    case Op::chain: throw LimitMet{};
    case Op::distinct: {
      Numbers all;
      instances(f, 0, [&] { return all.push_back(num(*f.kids[0])), true; });
      for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
          if (signs(all[i] - all[j]) & zero) return {Truth::unknown, false};
      return {Truth::yes, false};
    }
    case Op::fold:
      if (f.operations[0] == '|') {
        out.truth = Truth::no;
        for (const NodePtr& kid : f.kids)
          if ((out.truth = std::max(out.truth, truth(*kid, nullptr).truth)) == Truth::yes) break;
        if (out.truth == Truth::no && witness) truth(*f.kids.back(), witness);
        return {out.truth, false};
      }
      out.vacuous = true;
      for (const NodePtr& kid : f.kids) {
        const Outcome part = truth(*kid, witness);
        out = {std::min(out.truth, part.truth), out.vacuous && part.vacuous};
        if (out.truth == Truth::no) break;
      }
      return out;
    default: {  // implication
      Truth least = Truth::no;
      for (std::size_t i = 0; i + 1 < f.kids.size(); ++i) {
        const Truth premise = truth(*f.kids[i], nullptr).truth;
        if (premise == Truth::no) return {Truth::yes, true};
        if (premise == Truth::unknown) least = Truth::unknown;
      }
      out = truth(*f.kids.back(), least == Truth::no ? witness : nullptr);
      return {std::max(least, out.truth), out.vacuous || least == Truth::unknown};
    }
  }
}

// The binders one by one: forall a, b: F as forall a: forall b: F.
Outcome Symbolic::quantified(const Node& f, std::size_t level, Witness* witness) {
  const bool all = f.operations == "&";
  if (level == f.binders.size()) {
    if (!where(f)) return {all ? Truth::yes : Truth::no, true};
    return truth(*f.kids[0], witness);
  }
  if (f.binders[level].domain == Binder::Domain::reals) return over_reals(f, level, witness);
  const Truth decisive = all ? Truth::no : Truth::yes;
  Outcome out{all ? Truth::yes : Truth::no, all};
  members(f, level, [&] {
    const Outcome part = quantified(f, level + 1, nullptr);
    out = {all ? std::min(out.truth, part.truth) : std::max(out.truth, part.truth), out.vacuous && part.vacuous};
    if (out.truth == decisive && all && witness) record(f, level, *witness), quantified(f, level + 1, witness);
    return out.truth != decisive;
  });
  if (!all && level == 0 && out.truth == Truth::no && witness) witness->relation = "false";
  return {out.truth, all && out.vacuous};
}

// As a variable first; where that does not settle it, at 1 and 2, or at (1, ..., 1) and (1, ..., m).
Outcome Symbolic::over_reals(const Node& f, std::size_t level, Witness* witness) {
  const Binder& binder = f.binders[level];
  const bool all = f.operations == "&";
  const std::int64_t length = binder.from ? integer(num(*binder.from)) : 1;
  defined(length >= 0);
  if (length > 16) throw LimitMet{};
  Value& name = slot(f.slot + static_cast<int>(level));
  const auto bind = [&](const auto& entry) {
    name = Value{};
    for (std::int64_t i = 0; i < length; ++i) name.numbers.push_back(entry(i));
    if (binder.from) name.type = Type::Vec;
  };
  const std::size_t before = ranges_.size();
  for (std::int64_t i = 0; i < length; ++i) ranges_.push_back({Num(0), !binder.positive});
  bind([&](std::int64_t i) { return Quotient::variable(before + static_cast<std::size_t>(i)); });
  const Outcome general = quantified(f, level + 1, nullptr);
  ranges_.resize(before);
  if (general.truth == Truth::yes) return general;
  for (const bool rising : {false, true}) {
    bind([&](std::int64_t i) { return Quotient(Num(!rising ? 1 : binder.from ? i + 1 : 2)); });
    const Outcome here = quantified(f, level + 1, nullptr);
    if (here.truth != (all ? Truth::no : Truth::yes)) continue;
    if (all && witness) record(f, level, *witness), quantified(f, level + 1, witness);
    return {here.truth, false};
  }
  if (all || general.truth == Truth::unknown) return {Truth::unknown, false};
  if (level == 0 && witness) witness->relation = "false";
  return {Truth::no, false};
}

Truth Symbolic::comparison(const Node& f, Witness* witness) {
  static const std::map<char, const char*> names = {{'<', "<"}, {'l', "<="}, {'=', "="}, {'!', "!="}, {'>', ">"}, {'g', ">="}, {'i', "in"}};
  Truth out = Truth::yes;
  Value left = value(*f.kids[0]);
  for (std::size_t i = 0; i < f.operations.size() && out != Truth::no; ++i) {
    Value right = value(*f.kids[i + 1]);
    out = std::min(out, holds(f.operations[i], left, right));
    if (out == Truth::no && witness) witness->lhs = text(left), witness->relation = names.at(f.operations[i]), witness->rhs = text(right);
    left = std::move(right);
  }
  return out;
}

Truth Symbolic::holds(char relation, const Value& a, const Value& b) const {
  const auto answer = [](unsigned possible, unsigned wanted) {
    return (possible & ~wanted) == 0 ? Truth::yes : (possible & wanted) == 0 ? Truth::no : Truth::unknown;
  };
  const auto equal = [&](const Quotient& x, const Quotient& y) { return answer(signs(x - y), zero); };
  if (relation == 'i') {
    Truth out = Truth::no;
    for (const Quotient& member : b.numbers) out = std::max(out, equal(a.numbers[0], member));
    return out;
  }
  if (relation != '=' && relation != '!') {
    const unsigned wanted = relation == '<' ? negative : relation == 'l' ? negative | zero : relation == '>' ? positive : positive | zero;
    return answer(signs(a.numbers[0] - b.numbers[0]), wanted);
  }
  Truth same = a.numbers.size() == b.numbers.size() && a.input == b.input ? Truth::yes : Truth::no;
  for (std::size_t i = 0; same != Truth::no && i < a.numbers.size(); ++i) {
    const Truth t = equal(a.numbers[i], b.numbers[i]);
    if (t != Truth::yes) same = t;
  }
  if (a.type == Type::Bool) same = a.truth == Truth::unknown || b.truth == Truth::unknown ? Truth::unknown : a.truth == b.truth ? Truth::yes : Truth::no;
  return relation == '=' ? same : static_cast<Truth>(2 - static_cast<int>(same));
}

// --- binders

bool Symbolic::where(const Node& f) {
  const Truth t = f.where ? truth(*f.where, nullptr).truth : Truth::yes;
  if (t == Truth::unknown) throw LimitMet{};
  return t == Truth::yes;
}

bool Symbolic::members(const Node& f, std::size_t level, Visit visit) {
  const Binder& binder = f.binders[level];
  const int place = f.slot + static_cast<int>(level);
  const auto visit_with = [&](Value value) { return slot(place) = std::move(value), visit(); };
  if (binder.domain == Binder::Domain::inputs) {
    for (std::uint64_t i = 0; i < model_.inputs(); ++i)
      if (!visit_with({Type::Input, {}, Truth::no, i})) return false;
    return true;
  }
  if (binder.domain == Binder::Domain::range) {
    const std::int64_t first = integer(num(*binder.from)), last = integer(num(*binder.to));
    for (std::int64_t i = first; i <= last; ++i)
      if (!visit_with({Type::Num, {Num(i)}, Truth::no, 0})) return false;
    return true;
  }
  const Numbers all = set(*binder.from);
  if (binder.domain == Binder::Domain::members) {
    for (const Quotient& x : all)
      if (!visit_with({Type::Num, {x}, Truth::no, 0})) return false;
    return true;
  }
  if (all.size() > 16) throw LimitMet{};
  for (std::uint32_t mask = 0; mask >> all.size() == 0; ++mask) {
    Value subset{Type::Set, {}, Truth::no, 0};
    for (std::size_t i = 0; i < all.size(); ++i)
      if (mask >> i & 1u) subset.numbers.push_back(all[i]);
    if (!visit_with(std::move(subset))) return false;
  }
  return true;
}

bool Symbolic::instances(const Node& f, std::size_t level, Visit visit) {
  if (level == f.binders.size()) return !where(f) || visit();
  return members(f, level, [&] { return instances(f, level + 1, visit); });
}

void Symbolic::record(const Node& f, std::size_t level, Witness& witness) {
  witness.at.push_back(f.binders[level].name + "=" + text(slot(f.slot + static_cast<int>(level))));
}

std::string Symbolic::text(const Value& value) const {
  if (value.type == Type::Bool) return value.truth == Truth::yes ? "true" : "false";
  if (value.type == Type::Input) return model_.input_text(value.input);
  std::string out;
  for (const Quotient& x : value.numbers) {
    const std::optional<Num> number = x.constant();
    if (!number) throw LimitMet{};
    out += (out.empty() ? "" : ",") + number->text();
  }
  return value.type == Type::Num ? out : value.type == Type::Set ? "{" + out + "}" : "(" + out + ")";
}

// --- terms

Symbolic::Value Symbolic::value(const Node& f) {
  if (f.op == Op::variable) return slot(f.slot);
  Value out;
  out.type = f.type;
  if (f.type == Type::Num) out.numbers.push_back(num(f));
  if (f.type == Type::Set) out.numbers = set(f);
  if (f.type == Type::Bool) out.truth = truth(f, nullptr).truth;
  return out;
}

std::int64_t Symbolic::integer(const Quotient& x) const {
  const std::optional<Num> number = x.constant();
  if (!number) throw LimitMet{};
  defined(number->is_integer());
  const std::optional<std::int64_t> small = number->small_integer();
  if (!small || *small > std::int64_t{1} << 32 || *small < -(std::int64_t{1} << 32)) throw LimitMet{};
  return *small;
}

Quotient Symbolic::divide(const Quotient& a, const Quotient& b) const {
  const unsigned found = signs(b);
  defined(found != zero);
  if (found != positive && found != negative) throw LimitMet{};
  Quotient inverse = Quotient::of(b.below, b.above);
  if (found == negative) inverse.above = product(inverse.above, {{{}, -1}}), inverse.below = product(inverse.below, {{{}, -1}});
  return a * inverse;
}

Quotient Symbolic::larger(const Quotient& a, const Quotient& b, bool largest) const {
  const unsigned found = signs(a - b);
  if (!(found & negative)) return largest ? a : b;
  if (!(found & positive)) return largest ? b : a;
  throw LimitMet{};
}

Quotient Symbolic::combine(char operation, const Quotient& a, const Quotient& b) const {
  switch (operation) {
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    case '/': return divide(a, b);
    default: return larger(a, b, operation == 'M');
  }
}

// A polynomial in D, with whole coefficients but for the constant one, rounded down, or one less; and then x less that is in [0, 1) everywhere.
Quotient Symbolic::floor(const Quotient& x) const {
  if (const std::optional<Num> number = x.constant()) return number->floor();
  const auto in_D = [](const Polynomial& p) { return std::all_of(p.begin(), p.end(), [](const auto& term) { return term.first.size() <= 1; }); };
  if (!has_D_ || !in_D(x.above) || !in_D(x.below)) throw LimitMet{};
  Quotient whole;
  for (auto [e, coefficient] : divided(x.above, x.below).first) {
    const Num number{coefficient};
    if (!e.empty() && !number.is_integer()) throw LimitMet{};
    add(whole.above, e, number.floor().gmp());
  }
  for (const int less : {0, 1}) {
    const Quotient floor = whole - Quotient(Num(less)), left = x - floor;
    if (!(signs(left) & negative) && signs(left - Quotient(Num(1))) == negative) return floor;
  }
  throw LimitMet{};
}

Quotient Symbolic::power(const Quotient& base, const Quotient& exponent) const {
  std::int64_t left = integer(exponent);
  if (left > 1000000 || left < -1000000) throw LimitMet{};
  if (const std::optional<Num> number = base.constant()) return check::power(*number, Num(left));
  Quotient square = left < 0 ? divide(Quotient(Num(1)), base) : base, out(Num(1));
  for (left = std::abs(left); left > 0; left /= 2) {
    if (left % 2) out = out * square;
    if (left > 1) square = square * square;
  }
  return out;
}

Quotient Symbolic::num(const Node& f) {
  switch (f.op) {
    case Op::literal: return f.cache->num;
    case Op::variable: return slot(f.slot).numbers[0];
    case Op::component: {
      const Numbers& entries = slot(f.slot).numbers;
      const std::int64_t i = integer(num(*f.kids[0]));
      defined(i >= 1 && static_cast<std::size_t>(i) <= entries.size());
      return entries[static_cast<std::size_t>(i) - 1];
    }
    case Op::function:
    case Op::call: return call(f);
    case Op::over: {
      const char operation = f.operations[0];
      std::optional<Quotient> out;
      if (operation == '+' || operation == '*') out = Quotient(Num(operation == '*'));
      instances(f, 0, [&] {
        const Quotient next = num(*f.kids[0]);
        return out = out ? combine(operation, *out, next) : next, true;
      });
      defined(out.has_value());
      return *out;
    }
    case Op::power: {
      Numbers terms;
      for (const NodePtr& kid : f.kids) terms.push_back(num(*kid));
      for (; terms.size() > 1; terms.pop_back()) terms.end()[-2] = power(terms.end()[-2], terms.back());
      return terms[0];
    }
    default: {  // fold
      Quotient out = num(*f.kids[0]);
      for (std::size_t i = 1; i < f.kids.size(); ++i) out = combine(f.operations[i - 1], out, num(*f.kids[i]));
      return out;
    }
  }
}

Quotient Symbolic::call(const Node& f) {
  const bool own = f.op == Op::function;
  if (own && f.name == card_of) return number_of(set(*f.kids[0]).size());
  if (has_D_ && !own && (f.name == Common::D || f.name == Common::delta || f.name == Common::Delta)) {
    const Quotient D = Quotient::variable(0);
    if (f.name == Common::D) return D;
    if (f.name == Common::delta) return divide(Quotient(Num(1)), D);
    Quotient sum;
    for (Num i(0); i < model_.number(Common::d, nullptr, nullptr); i = i + Num(1)) sum = sum + power(D, Quotient(i));
    return sum;
  }
  Numbers values;
  Num a[4];
  std::uint64_t inputs[2] = {0, 0};
  std::size_t input = 0;
  for (const NodePtr& kid : f.kids) {
    if (kid->type == Type::Input) inputs[input++] = slot(kid->slot).input;
    else values.push_back(num(*kid));
  }
  if (own && f.name == floor_of) return floor(values[0]);
  if (own && f.name == abs_of) return larger(values[0], Quotient() - values[0], true);
  if (own && f.name == mod_of) return values[0] - values[1] * floor(divide(values[0], values[1]));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::optional<Num> number = values[i].constant();
    if (!number) throw LimitMet{};
    a[i] = *number;
  }
  return own ? choose(a[0], a[1]) : model_.number(f.name, a, inputs);
}

void Symbolic::insert(Numbers& sorted, const Quotient& x) const {
  auto at = sorted.begin();
  for (; at != sorted.end(); ++at) {
    const unsigned found = signs(x - *at);
    if (found == zero) return;
    if (found == negative) break;
    if (found != positive) throw LimitMet{};
  }
  if (sorted.size() >= 4096) throw LimitMet{};
  sorted.insert(at, x);
}

Symbolic::Numbers Symbolic::set(const Node& f) {
  Numbers out;
  const auto add_all = [&](const Numbers& more) {
    for (const Quotient& x : more) insert(out, x);
    return true;
  };
  switch (f.op) {
    case Op::variable: return slot(f.slot).numbers;
    case Op::call: {
      Num a[2];
      for (std::size_t i = 0; i < 2; ++i) {
        const std::optional<Num> number = num(*f.kids[i]).constant();
        if (!number) throw LimitMet{};
        a[i] = *number;
      }
      for (const Set members = model_.set(f.name, a); const Num& member : *members) out.emplace_back(member);
      return out;
    }
    case Op::range_set: {
      const std::int64_t first = integer(num(*f.kids[0])), last = integer(num(*f.kids[1]));
      if (last - first >= 4096) throw LimitMet{};
      for (std::int64_t i = first; i <= last; ++i) out.emplace_back(Num(i));
      return out;
    }
    case Op::listed_set:
      for (const NodePtr& kid : f.kids) kid->type == Type::Set ? add_all(set(*kid)) : add_all({num(*kid)});
      return out;
    default: instances(f, 0, [&] { return add_all(set(*f.kids[0])); });
  }
  return out;
}

}  // namespace hardmax::check
