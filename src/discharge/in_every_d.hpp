// Terms of a construction file with a value for every D and d at once, and where d stands in a
// file (from_file_sizes.cpp).
#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "exact/error.hpp"
#include "network/every_size.hpp"
#include "subject/reading.hpp"

namespace hardmax::every_d {

using subject::Binder;
using subject::Env;
using subject::Reading;
using subject::Signature;
using subject::Term;
using subject::TermError;
using subject::TermPtr;

// D^D q^q B^B x^x, q = D^d, B = D + ... + D^d, x = D^i of a name i that runs up to d.
struct Powers {
  std::int64_t D = 0, q = 0, B = 0, x = 0;
  friend auto operator<=>(const Powers&, const Powers&) = default;
};

class Sum {
 public:
  Sum() = default;
  explicit Sum(const Rational& factor, const Powers& powers = {}) { add(factor, powers); }
  [[nodiscard]] const std::map<Powers, Rational>& terms() const { return terms_; }
  friend Sum operator+(const Sum& a, const Sum& b) {
    Sum out = a;
    for (const auto& [powers, factor] : b.terms_) out.add(factor, powers);
    return out;
  }
  friend Sum operator*(const Sum& a, const Sum& b) {
    Sum out;
    for (const auto& [p, f] : a.terms_)
      for (const auto& [r, g] : b.terms_)
        out.add(f * g, {p.D + r.D, p.q + r.q, p.B + r.B, p.x + r.x});
    return out;
  }

 private:
  void add(const Rational& factor, const Powers& powers) {
    Rational& all = terms_[powers];
    all += factor;
    if (all.is_zero()) terms_.erase(powers);
  }
  std::map<Powers, Rational> terms_;
};

// of_d d + of_i i + number
struct Exponent {
  Rational of_d, of_i, number;
};

inline std::int64_t small(const Rational& x) {
  const auto value = x.to_int64();
  if (!x.is_integer() || !value || *value > 1 << 20 || *value < -(1 << 20))
    throw TermError("an exponent that is no whole number, or beyond 2^20");
  return *value;
}

// Terms in which D and d stand, with a value for every D and d.
class InEveryD {
 public:
  InEveryD(Reading& reading, const std::vector<std::string>& variants, const Overrides& overrides)
      : reading_(reading) {
    if (overrides.c) numbers_.emplace("c", *overrides.c);
    if (overrides.shift) numbers_.emplace("shift", *overrides.shift);
    for (const std::string& name : variants)
      for (const Signature& s : reading.file().variants.at(name).terms) changed_[s.name] = &s;
  }

  [[nodiscard]] Reading& reading() const { return reading_; }
  Sum choice(const std::string& name) {
    const auto given = numbers_.find(name);
    return given != numbers_.end() ? Sum(given->second) : value(*signature(name).term, nullptr);
  }
  // Of a definition, or of what a variant has in its place.
  [[nodiscard]] const Signature& signature(const std::string& name) const {
    const auto changed = changed_.find(name);
    return changed != changed_.end() ? *changed->second
                                     : reading_.file().definitions.at(name).signature;
  }
  // D or d stands in it, through definitions too.
  [[nodiscard]] bool has_size(const Term& term) const {
    if (term.is_name("D") || term.is_name("d")) return true;
    if (term.kind == Term::Kind::name && reading_.file().definitions.contains(term.name) &&
        !numbers_.contains(term.name) && has_size(*signature(term.name).term))
      return true;
    bool found = false;
    subject::for_each_part(term, [&](const TermPtr& part) { found = found || has_size(*part); });
    return found;
  }

 private:
  // The one name that runs up to d.
  Sum value(const Term& term, const std::string* index) {
    const auto part = [&](std::size_t i) { return value(*term.parts[i], index); };
    const bool has_index = index != nullptr && subject::mentions(term, *index);
    if (!has_index && !has_size(term)) return Sum(subject::number_of(reading_.value(term)));
    switch (term.kind) {
      case Term::Kind::negate: return part(0) * Sum(-1);
      case Term::Kind::add:
      case Term::Kind::subtract:
      case Term::Kind::multiply:
      case Term::Kind::divide: {
        const Sum a = part(0), b = part(1);
        if (term.kind == Term::Kind::multiply) return a * b;
        if (term.kind == Term::Kind::divide) return a * inverse(b);
        return term.kind == Term::Kind::add ? a + b : a + b * Sum(-1);
      }
      case Term::Kind::power: {
        const Sum base = part(0);
        return raised(base, exponent(*term.parts[1], index));
      }
      case Term::Kind::fold: return sum(term);
      case Term::Kind::name: return named(term, index);
      default: throw TermError("a term with d in it that is no sum, product or power");
    }
  }

  Sum named(const Term& term, const std::string* index) {
    if (term.name == "D") return Sum(1, {1, 0, 0, 0});
    if (term.name == "if") {
      if (has_size(*term.parts[0])) throw TermError("D or d stands in a condition");
      const bool first = subject::truth_of(reading_.value(*term.parts[0]));
      return value(*term.parts[first ? 1 : 2], index);
    }
    if (!reading_.file().definitions.contains(term.name) || !term.parts.empty())
      throw TermError("'" + term.name + "' stands beside D or d");
    return choice(term.name);
  }

  static Sum inverse(const Sum& of) {
    if (of.terms().size() != 1) throw TermError("a quotient by a sum");
    const auto& [p, factor] = *of.terms().begin();
    if (p.B != 0) throw TermError("a quotient by a sum");
    return Sum(Rational(1) / factor, {-p.D, -p.q, 0, -p.x});
  }

  static Sum raised(const Sum& base, const Exponent& e) {
    if (e.of_d.is_zero() && e.of_i.is_zero()) {
      const std::int64_t times = small(e.number);
      Sum out(1);
      const Sum factor = times < 0 ? inverse(base) : base;
      for (std::int64_t i = 0; i < (times < 0 ? -times : times); ++i) out = out * factor;
      return out;
    }
    // A power of D alone.
    if (base.terms().size() != 1) throw TermError("d in the exponent of a sum");
    const auto& [p, factor] = *base.terms().begin();
    if (factor != Rational(1) || p != Powers{p.D, 0, 0, 0})
      throw TermError("d in the exponent of what is no power of D");
    const Rational D = p.D;
    return Sum(1, {small(D * e.number), small(D * e.of_d), 0, small(D * e.of_i)});
  }

  Exponent exponent(const Term& term, const std::string* index) {
    const auto part = [&](std::size_t i) { return exponent(*term.parts[i], index); };
    if (index != nullptr && term.is_name(*index)) return {0, 1, 0};
    if (term.is_name("d")) return {1, 0, 0};
    const bool has_index = index != nullptr && subject::mentions(term, *index);
    if (!has_index && !has_size(term)) return {0, 0, subject::number_of(reading_.value(term))};
    const auto times = [](const Exponent& e, const Rational& k) {
      return Exponent{e.of_d * k, e.of_i * k, e.number * k};
    };
    const auto plus = [](const Exponent& a, const Exponent& b) {
      return Exponent{a.of_d + b.of_d, a.of_i + b.of_i, a.number + b.number};
    };
    switch (term.kind) {
      case Term::Kind::negate: return times(part(0), -1);
      case Term::Kind::add:
      case Term::Kind::subtract:
      case Term::Kind::multiply: {
        const Exponent a = part(0), b = part(1);
        if (term.kind != Term::Kind::multiply)
          return plus(a, term.kind == Term::Kind::add ? b : times(b, -1));
        if (a.of_d.is_zero() && a.of_i.is_zero()) return times(b, a.number);
        if (b.of_d.is_zero() && b.of_i.is_zero()) return times(a, b.number);
        break;
      }
      default: break;
    }
    throw TermError("an exponent that is not affine in d");
  }

  // Sum of D^i over i in 0..d - 1, or 1..d, times what has no i.
  Sum sum(const Term& term) {
    const auto& binders = term.binders;
    if (term.name != "sum" || binders.where || binders.list.size() != 1 ||
        binders.list[0].over != Binder::Over::range || has_size(*binders.list[0].first))
      throw TermError("a fold up to d that is no sum of powers");
    const Binder& b = binders.list[0];
    const Rational first = subject::number_of(reading_.value(*b.first));
    const Exponent last = exponent(*b.last, nullptr);
    if (last.of_d != Rational(1) || first != last.number + Rational(1))
      throw TermError("a sum of another number of terms than d");
    Sum out;
    const Sum each = value(*term.parts[0], &b.name);
    for (const auto& [p, factor] : each.terms()) {
      if (p.x != 1) throw TermError("a sum up to d of what is no power of D");
      out = out + Sum(factor, {p.D + small(first) - 1, p.q, p.B + 1, 0});
    }
    return out;
  }

  Reading& reading_;
  std::map<std::string, const Signature*> changed_;
  std::map<std::string, Rational> numbers_;
};

// With D q = D^(d+1) for a D that is left.
inline WholePolynomial as_polynomial(const Sum& sum, const SizePolynomials& of) {
  WholePolynomial out;
  for (const auto& [p, factor] : sum.terms()) {
    const std::int64_t q = p.q - p.D;
    if (!factor.is_integer() || p.D < 0 || q < 0 || p.B < 0)
      throw TermError("a multiplier that is not whole for every D and d");
    out += WholePolynomial(factor) * power(of.D_q, static_cast<std::uint64_t>(p.D)) *
           power(of.q, static_cast<std::uint64_t>(q)) *
           power(of.block, static_cast<std::uint64_t>(p.B));
  }
  return out;
}

// Does d stand only where a range ends, and in no condition? Also what depends on such a range.
class WhereDStands {
 public:
  WhereDStands(const InEveryD& values, const subject::ConstructionFile& file)
      : values_(values), file_(file) {}

  void check(const TermPtr& term) {
    if (term) check(*term, {});
  }
  void check(const subject::Binders& binders) {
    for (const Binder& b : binders.list)
      for (const TermPtr& end : {b.first, b.last})
        // A range that ends at q - 1 may be that of a sweep, which is compared.
        if (end && subject::mentions(*end, "d")) throw TermError("a loop over layers up to d");
    if (binders.where) throw TermError("a loop over layers has `where`");
  }
  void check_let(const Signature& let) {
    check(let.term);
    if (depends(*let.term, {})) lets_.insert(let.name);
  }

 private:
  using Names = std::set<std::string>;  // that run up to d, or are arguments that depend on it

  // d stands in it, through definitions too; or one of the names.
  [[nodiscard]] bool depends(const Term& term, const Names& names) const {
    if (term.kind == Term::Kind::name) {
      if (term.is_name("d") || names.contains(term.name) || lets_.contains(term.name)) return true;
      if (file_.definitions.contains(term.name) && depends(*values_.signature(term.name).term, {}))
        return true;
    }
    bool found = false;
    subject::for_each_part(term,
                           [&](const TermPtr& part) { found = found || depends(*part, names); });
    return found;
  }
  static bool multiplies(const Term& term) {
    bool found = term.kind == Term::Kind::multiply || term.kind == Term::Kind::power;
    subject::for_each_part(term, [&](const TermPtr& part) { found = found || multiplies(*part); });
    return found;
  }

  void check(const Term& term, Names names) {
    const auto refuse_if = [&](const TermPtr& part, const char* where) {
      if (part && depends(*part, names)) throw TermError(std::string("d stands in ") + where);
    };
    const Names outside = names;
    for (const Binder& b : term.binders.list) {
      for (const TermPtr& end : {b.first, b.last}) {
        if (!end || !depends(*end, names)) continue;
        if (b.over != Binder::Over::range) throw TermError("d stands in a set");
        names.insert(b.name);
        if (term.kind == Term::Kind::fold && term.name == "sum" && ++sums_ > most_sums)
          throw TermError("more than three sums up to d");
      }
    }
    refuse_if(term.binders.where, "a condition");
    switch (term.kind) {
      case Term::Kind::integer:
      case Term::Kind::negate:
      case Term::Kind::add:
      case Term::Kind::subtract:
      case Term::Kind::multiply:
      case Term::Kind::list:
      case Term::Kind::entry: break;
      case Term::Kind::divide: refuse_if(term.parts[1], "a divisor"); break;
      case Term::Kind::power:
        refuse_if(term.parts[0], "the base of a power");
        if (reaches_d(*term.parts[1])) throw TermError("d stands in an exponent");
        if (depends(*term.parts[1], names) && multiplies(*term.parts[1]))
          throw TermError("a multiple stands in an exponent");
        break;
      case Term::Kind::fold:
        if (term.name != "sum" && term.name != "row" && term.name != "column" &&
            (names != outside || depends(*term.parts[0], names)))
          throw TermError("d stands in '" + term.name + "'");
        break;
      case Term::Kind::name: return check_name(term, names);
      default:
        for (const TermPtr& part : term.parts) refuse_if(part, "a condition or a set");
        break;
    }
    for (const TermPtr& part : term.parts) check(*part, names);
  }

  [[nodiscard]] bool reaches_d(const Term& term) const {
    return depends(term, {});  // d itself, a definition or a let with d
  }

  // Numbers and names of the construction without arguments, compared: it has a value anywhere.
  [[nodiscard]] bool is_closed(const Term& term) const {
    if (term.kind == Term::Kind::name)
      return !term.has_arguments &&
             (file_.definitions.contains(term.name) || file_.is_parameter(term.name));
    return term.kind == Term::Kind::integer ||
           (term.kind == Term::Kind::comparison &&
            std::all_of(term.parts.begin(), term.parts.end(),
                        [&](const TermPtr& part) { return is_closed(*part); }));
  }

  void check_name(const Term& term, const Names& names) {
    if (term.is_name("d")) throw TermError("d stands alone");
    if (const bool multiplier = term.is_name("shift") || term.is_name("c") || term.is_name("q");
        multiplier && file_.definitions.contains(term.name))
      return;  // evaluated, or compared
    if (file_.definitions.contains(term.name)) {
      const Signature& s = values_.signature(term.name);
      Names inner;
      for (std::size_t i = 0; i < term.parts.size() && i < s.arguments.size(); ++i)
        if (depends(*term.parts[i], names)) inner.insert(s.arguments[i]);
      check(*s.term, inner);
    } else if (term.is_name("if")) {
      if (depends(*term.parts[0], names)) throw TermError("d stands in a condition");
      if (is_closed(*term.parts[0])) {
        const bool first = subject::truth_of(values_.reading().value(*term.parts[0]));
        return check(*term.parts[first ? 1 : 2], names);
      }
    } else if (term.name != "Z" && term.name != "e" && term.name != "G" && term.name != "attend") {
      for (const TermPtr& part : term.parts)
        if (depends(*part, names)) throw TermError("d stands in '" + term.name + "'");
    }
    for (const TermPtr& part : term.parts) check(*part, names);
  }

  static constexpr int most_sums = 3;
  const InEveryD& values_;
  const subject::ConstructionFile& file_;
  std::set<std::string> lets_;  // that depend on d
  int sums_ = 0;                // up to d, definitions written out
};

}  // namespace hardmax::every_d
