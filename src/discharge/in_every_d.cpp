#include "discharge/in_every_d.hpp"

#include <algorithm>
#include <set>

#include "exact/error.hpp"

namespace hardmax::every_d {

using subject::Binder;
using subject::Env;
using subject::Reading;
using subject::Signature;
using subject::Term;
using subject::TermError;
using subject::TermPtr;
using Kind = Value::Kind;

// ---- sums

void Sum::add(const Rational& factor, const Powers& powers) {
  Rational& all = terms_[powers];
  all += factor;
  if (all.is_zero()) terms_.erase(powers);
}

Sum operator+(const Sum& a, const Sum& b) {
  Sum out = a;
  for (const auto& [powers, factor] : b.terms_) out.add(factor, powers);
  return out;
}

Sum operator*(const Sum& a, const Sum& b) {
  Sum out;
  for (const auto& [p, f] : a.terms_)
    for (const auto& [r, g] : b.terms_)
      out.add(f * g, {p.D + r.D, p.q + r.q, p.B + r.B, p.x + r.x, p.g + r.g});
  return out;
}

namespace {

constexpr std::size_t most_terms = 4096;  // of a sum

std::int64_t small(const Rational& x) {
  const auto value = x.to_int64();
  if (!x.is_integer() || !value || *value > 1 << 20 || *value < -(1 << 20))
    throw TermError("an exponent that is no whole number, or beyond 2^20");
  return *value;
}

Sum inverse(const Sum& of) {
  if (of.terms().size() != 1) throw TermError("a quotient by a sum");
  const auto& [p, factor] = *of.terms().begin();
  if (p.B != 0 || p.g != 0) throw TermError("a quotient by a sum");
  return Sum(Rational(1) / factor, {-p.D, -p.q, 0, -p.x, 0});
}

Value number_value(Sum sum) { return {Kind::number, {{}, std::move(sum)}, {}}; }
Value row_value(Sum row) { return {Kind::row, {std::move(row), {}}, {}}; }

Value scaled(Value v, const Sum& by) {
  v.form.row = v.form.row * by;
  v.form.number = v.form.number * by;
  for (Head& head : v.heads) head.factor = head.factor * by;
  return v;
}

Value sum_of(Value a, const Value& b) {
  const auto is_form = [](const Value& v) {
    return v.kind == Kind::form || v.kind == Kind::number;
  };
  if (a.kind != b.kind && !(is_form(a) && is_form(b)))
    throw TermError("the parts of a sum with d in it have different sizes");
  if (a.kind == Kind::Z) throw TermError("'Z' stands in a sum");
  if (a.kind == Kind::number) a.kind = b.kind;
  a.form.row = a.form.row + b.form.row;
  a.form.number = a.form.number + b.form.number;
  a.heads.insert(a.heads.end(), b.heads.begin(), b.heads.end());
  return a;
}

Value product_in_d(const Value& a, const Value& b) {
  if (a.kind == Kind::number && b.kind != Kind::Z) return scaled(b, a.form.number);
  if (b.kind == Kind::number && a.kind != Kind::Z) return scaled(a, b.form.number);
  if (a.kind == Kind::row && b.kind == Kind::Z) return {Kind::form, {a.form.row, {}}, {}};
  if (a.kind == Kind::first_unit && b.kind == Kind::heads) {
    Value out = scaled(b, a.form.number);
    for (Head& head : out.heads) {
      if (head.in_first_row) throw TermError("a column stands before a column");
      head.in_first_row = true;
    }
    return out;
  }
  throw TermError("a product with d in it that is not of numbers, a row and Z, or e(1) and heads");
}

const Names* find_name(const Names* names, const std::string& name) {
  while (names != nullptr && *names->name != name) names = names->up;
  return names;
}

const Env* plain(const Names* names) { return names == nullptr ? nullptr : names->plain; }

// Functions of numbers and sets that look at nothing but their arguments.
const std::set<std::string>& pure_functions() {
  static const std::set<std::string> names = {"floor", "abs", "mod", "choose", "card", "isqrt",
                                              "if",    "max", "min", "union",  "true", "false"};
  return names;
}
// What a pattern brings: it knows neither D nor d.
const std::set<std::string>& names_of_patterns() {
  static const std::set<std::string> names = {"p", "s", "gamma", "l", "A"};
  return names;
}

}  // namespace

InEveryD::InEveryD(Reading& reading, const std::vector<std::string>& variants,
                   const Overrides& overrides)
    : reading_(reading) {
  if (overrides.c) numbers_.emplace("c", *overrides.c);
  if (overrides.shift) numbers_.emplace("shift", *overrides.shift);
  for (const std::string& name : variants)
    for (const Signature& s : reading.file().variants.at(name).terms) changed_[s.name] = &s;
}

// A definition, or the term that a variant puts in its place.
const Signature& InEveryD::signature(const std::string& name) const {
  const auto changed = changed_.find(name);
  return changed != changed_.end() ? *changed->second
                                   : reading_.file().definitions.at(name).signature;
}

void InEveryD::step() const {
  constexpr std::uint64_t most = 1 << 22;
  if (++steps_ > most) throw TermError("more than 2^22 terms, definitions written out");
}

// ---- where D and d stand

bool InEveryD::depends(const Term& term, const Names* names) const {
  return depends(term, names, Sizes::both);
}

bool InEveryD::depends_on_d(const Term& term) const { return depends(term, nullptr, Sizes::d); }

bool InEveryD::is_closed(const Term& term, const Names* names) const {
  for (const Names* at = names; at != nullptr; at = at->up)
    if (subject::mentions(term, *at->name)) return false;
  return !depends(term, nullptr, Sizes::both);
}

bool InEveryD::holds(const Term& condition, const Names* names) const {
  return subject::truth_of(reading_.value(condition, plain(names)));
}

bool InEveryD::depends(const Term& term, const Names* names, Sizes sizes) const {
  step();
  if (term.kind == Term::Kind::name) return name_depends(term, names, sizes);
  if (term.kind == Term::Kind::of_variant || term.kind == Term::Kind::let ||
      (term.kind == Term::Kind::fold && term.name == "attend"))
    return true;
  // Names that are bound here are numbers, if their ranges are free of sizes.
  std::vector<Names> bound;
  bound.reserve(term.binders.list.size());
  const Names* here = names;
  for (const Binder& b : term.binders.list) {
    if (b.over == Binder::Over::inputs) return true;
    for (const TermPtr& end : {b.first, b.last})
      if (end && depends(*end, here, sizes)) return true;
    bound.push_back({here, &b.name, std::nullopt, false, plain(names)});
    here = &bound.back();
  }
  if (term.binders.where && depends(*term.binders.where, here, sizes)) return true;
  return std::any_of(term.parts.begin(), term.parts.end(),
                     [&](const TermPtr& part) { return depends(*part, here, sizes); });
}

bool InEveryD::name_depends(const Term& term, const Names* names, Sizes sizes) const {
  const auto some_part = [&] {
    return std::any_of(term.parts.begin(), term.parts.end(),
                       [&](const TermPtr& part) { return depends(*part, names, sizes); });
  };
  if (const Names* known = find_name(names, term.name))
    return known->value.has_value() || known->index || some_part();
  if (term.name == "d") return true;
  if (term.name == "D") return sizes == Sizes::both;
  const auto& file = reading_.file();
  if (file.definitions.contains(term.name)) {
    if (numbers_.contains(term.name)) return false;
    const Signature& s = signature(term.name);
    std::vector<Names> arguments;
    arguments.reserve(s.arguments.size());
    for (const std::string& a : s.arguments)
      arguments.push_back(
          {arguments.empty() ? nullptr : &arguments.back(), &a, std::nullopt, false, nullptr});
    return some_part() || depends(*s.term, arguments.empty() ? nullptr : &arguments.back(), sizes);
  }
  if (term.name == "if" && term.parts.size() == 3 && is_closed(*term.parts[0], names))
    return depends(*term.parts[holds(*term.parts[0], nullptr) ? 1 : 2], names, sizes);
  const bool known = pure_functions().contains(term.name) ||
                     names_of_patterns().contains(term.name) || file.is_parameter(term.name);
  return !known || some_part();
}

// ---- values

// of_d d + of_i i + number, i the name that runs up to d.
struct InEveryD::Exponent {
  Rational of_d, of_i, number;
};

Sum InEveryD::number(const Term& term, const Names* names) {
  Value v = value(term, names);
  if (v.kind != Kind::number) throw TermError("a term with d in it that is no number");
  return std::move(v.form.number);
}

Value InEveryD::value(const Term& term, const Names* names) {
  step();
  if (!depends(term, names))
    return number_value(Sum(subject::number_of(reading_.value(term, plain(names)))));
  const auto part = [&](std::size_t i) { return value(*term.parts[i], names); };
  Value out;
  switch (term.kind) {
    case Term::Kind::negate: out = scaled(part(0), Sum(-1)); break;
    case Term::Kind::add: out = sum_of(part(0), part(1)); break;
    case Term::Kind::subtract: out = sum_of(part(0), scaled(part(1), Sum(-1))); break;
    case Term::Kind::multiply: out = product_in_d(part(0), part(1)); break;
    case Term::Kind::divide:
      out = product_in_d(part(0), number_value(inverse(number(*term.parts[1], names))));
      break;
    case Term::Kind::power:
      out = number_value(raised(number(*term.parts[0], names), exponent(*term.parts[1], names)));
      break;
    case Term::Kind::fold: out = fold(term, names); break;
    case Term::Kind::name: out = named(term, names); break;
    default: throw TermError("a term with d in it that is no sum, product or power");
  }
  if (out.form.number.terms().size() > most_terms || out.form.row.terms().size() > most_terms)
    throw TermError("a sum of more than 4,096 products");
  return out;
}

Value InEveryD::named(const Term& term, const Names* names) {
  if (const Names* known = find_name(names, term.name)) {
    if (known->index) throw TermError("a name that runs up to d stands outside of an exponent");
    if (!known->value || term.has_arguments) throw TermError("'" + term.name + "' is no number");
    return *known->value;
  }
  if (term.name == "D") return number_value(Sum(1, {1, 0, 0, 0, 0}));
  if (term.name == "d") throw TermError("d stands outside of an exponent");
  if (reading_.file().definitions.contains(term.name)) return defined(term, names);
  if (term.name == "if" && term.parts.size() == 3) {
    if (depends(*term.parts[0], names)) throw TermError("D or d stands in a condition");
    return value(*term.parts[holds(*term.parts[0], names) ? 1 : 2], names);
  }
  if (term.is_name("Z") && term.parts.empty()) return {Kind::Z, {}, {}};
  if (term.name == "e" && term.parts.size() == 1) {
    if (number(*term.parts[0], names) != Sum(1)) throw TermError("e(i) of another row than 1");
    return {Kind::first_unit, {{}, Sum(1)}, {}};
  }
  if (term.name == "attend" && term.parts.size() == 3) return attend(term, names);
  throw TermError("'" + term.name + "' stands beside D or d");
}

Value InEveryD::defined(const Term& term, const Names* names) {
  const Signature& s = signature(term.name);
  if (term.parts.size() != s.arguments.size())
    throw TermError("'" + term.name + "' has another number of arguments");
  std::vector<Env> plain_arguments;
  std::vector<Names> arguments;
  plain_arguments.reserve(s.arguments.size());
  arguments.reserve(s.arguments.size());
  for (std::size_t i = 0; i < s.arguments.size(); ++i) {
    const Env* numbers = plain_arguments.empty() ? nullptr : &plain_arguments.back();
    std::optional<Value> given;
    if (depends(*term.parts[i], names)) {
      given = value(*term.parts[i], names);
      for (const auto& [powers, factor] : given->form.number.terms())
        if (powers.x != 0) throw TermError("a name that runs up to d stands in an argument");
    } else {
      plain_arguments.push_back(
          {numbers, &s.arguments[i], reading_.value(*term.parts[i], plain(names))});
      numbers = &plain_arguments.back();
    }
    arguments.push_back({arguments.empty() ? nullptr : &arguments.back(), &s.arguments[i],
                         std::move(given), false, numbers});
  }
  return value(*s.term, arguments.empty() ? nullptr : &arguments.back());
}

Value InEveryD::attend(const Term& term, const Names* names) {
  const auto form = [&](std::size_t i) {
    Value v = value(*term.parts[i], names);
    if (v.kind != Kind::form) throw TermError("what a head looks at is no row times Z");
    return std::move(v.form);
  };
  Head head{Sum(1), false, form(0), form(1), form(2)};
  return {Kind::heads, {}, {std::move(head)}};
}

// A sum over i of products in which D^i stands once, of d numbers in turn; or a row of d numbers.
Value InEveryD::fold(const Term& term, const Names* names) {
  const auto& binders = term.binders;
  if ((term.name != "sum" && term.name != "row") || binders.where || binders.list.size() != 1 ||
      binders.list[0].over != Binder::Over::range || depends(*binders.list[0].first, names))
    throw TermError("a fold up to d that is no sum of powers and no row");
  for (const Names* at = names; at != nullptr; at = at->up)
    if (at->index) throw TermError("a sum up to d stands in another");
  const Binder& b = binders.list[0];
  const Rational first = subject::number_of(reading_.value(*b.first, plain(names)));
  const Exponent last = exponent(*b.last, names);
  if (last.of_d != Rational(1) || !last.of_i.is_zero() || first != last.number + Rational(1))
    throw TermError("a sum or row of another number of terms than d");
  const Names inside{names, &b.name, std::nullopt, true, plain(names)};
  const Sum each = number(*term.parts[0], &inside);
  if (term.name == "row") {
    if (first != Rational(1)) throw TermError("a row that does not begin with 1");
    return row_value(each);
  }
  Sum out;
  for (const auto& [p, factor] : each.terms()) {
    if (p.x != 1) throw TermError("a sum up to d, and its terms are no powers of D");
    out = out + Sum(factor, {p.D + small(first) - 1, p.q, p.B + 1, 0, p.g});
  }
  return number_value(out);
}

InEveryD::Exponent InEveryD::exponent(const Term& term, const Names* names) {
  const auto part = [&](std::size_t i) { return exponent(*term.parts[i], names); };
  if (!depends(term, names)) return {0, 0, subject::number_of(reading_.value(term, plain(names)))};
  if (term.kind == Term::Kind::name && !term.has_arguments) {
    const Names* known = find_name(names, term.name);
    if (known != nullptr && known->index) return {0, 1, 0};
    if (known == nullptr && term.name == "d") return {1, 0, 0};
  }
  const auto times = [](const Exponent& e, const Rational& k) {
    return Exponent{e.of_d * k, e.of_i * k, e.number * k};
  };
  const auto plus = [](const Exponent& a, const Exponent& b) {
    return Exponent{a.of_d + b.of_d, a.of_i + b.of_i, a.number + b.number};
  };
  switch (term.kind) {
    case Term::Kind::negate: return times(part(0), -1);
    case Term::Kind::add: return plus(part(0), part(1));
    case Term::Kind::subtract: return plus(part(0), times(part(1), -1));
    case Term::Kind::multiply: {
      const Exponent a = part(0), b = part(1);
      if (a.of_d.is_zero() && a.of_i.is_zero()) return times(b, a.number);
      if (b.of_d.is_zero() && b.of_i.is_zero()) return times(a, b.number);
      break;
    }
    default: break;
  }
  throw TermError("an exponent that is not affine in d");
}

Sum InEveryD::raised(const Sum& base, const Exponent& e) {
  if (e.of_d.is_zero() && e.of_i.is_zero()) {
    const std::int64_t times = small(e.number);
    Sum out(1);
    const Sum factor = times < 0 ? inverse(base) : base;
    for (std::int64_t i = 0; i < (times < 0 ? -times : times); ++i) {
      out = out * factor;
      if (out.terms().size() > most_terms) throw TermError("a sum of more than 4,096 products");
    }
    return out;
  }
  // A power of D alone.
  if (base.terms().size() != 1) throw TermError("d stands in an exponent, and the base is a sum");
  const auto& [p, factor] = *base.terms().begin();
  if (factor != Rational(1) || p != Powers{p.D, 0, 0, 0, 0})
    throw TermError("d stands in an exponent, and the base is no power of D");
  const Rational D = p.D;
  return Sum(1, {small(D * e.number), small(D * e.of_d), 0, small(D * e.of_i), 0});
}

}  // namespace hardmax::every_d
