#include "discharge/general/world.hpp"

#include <algorithm>

#include "exact/error.hpp"

namespace hardmax {

namespace {

using claim::Node;
using claim::NodePtr;
using claim::Op;
using claim::Polynomial;
using claim::Quotient;
using claim::Relation;
namespace sign = claim::sign;

[[noreturn]] void not_in_world(const std::string& why) { throw LimitReached(why); }

std::string key(const Polynomial::Monomial& m) {
  std::string text;
  for (const std::uint32_t e : m) text += "," + std::to_string(e);
  return text;
}

std::string key(const Polynomial& p) {
  std::string text;
  for (const auto& [m, coefficient] : p.terms()) text += coefficient.str() + key(m) + ";";
  return text;
}

}  // namespace

std::string World::key(const Quotient& x) {
  return "[" + hardmax::key(x.numerator()) + "/" + hardmax::key(x.denominator()) + "]";
}

World::World(const claim::Formula& domain) {
  const auto take = [&](const Node& node) {
    if (node.op != Op::comparison || node.parts.size() != 2 ||
        node.relations[0] != Relation::at_least)
      return;
    const Node& left = *node.parts[0];
    const Node& right = *node.parts[1];
    if (left.op != Op::accessor || left.index > static_cast<std::size_t>(Name::s_) ||
        right.op != Op::integer)
      return;
    if (const auto bound = right.number.to_int64(); bound && *bound > 0)
      least_[left.index] = std::max(least_[left.index], static_cast<std::uint64_t>(*bound));
  };
  const Node& root = domain.root();
  if (root.op == Op::conjunction) {
    for (const NodePtr& part : root.parts) take(*part);
  } else {
    take(root);
  }
}

Quotient World::variable(claim::HalfLine range, bool whole) {
  variables_.push_back(std::move(range));
  whole_.push_back(whole);
  return Quotient::variable(variables_.size() - 1);
}

Quotient World::integer(const Rational& least) { return variable({least, true}, true); }
Quotient World::real(bool positive) { return variable({0, !positive}, false); }
Quotient World::any_real() { return real(false) - real(false); }

const Quotient& World::marker(std::size_t depth) {
  while (markers_.size() <= depth) markers_.push_back(integer(0));
  return markers_[depth];
}

Quotient World::parameter(Name name) {
  if (const auto known = parameters_.find(name); known != parameters_.end()) return known->second;
  Quotient value;
  if (name == Name::delta_name) {
    value = ratio(Rational(1), parameter(Name::D_));
  } else if (name == Name::Delta_) {  // the sum of D^i, i < d
    const Quotient D = parameter(Name::D_);
    value = ratio(power(D, parameter(Name::d_)) - Rational(1), D - Rational(1));
  } else {
    value = integer(Rational(least_[static_cast<std::size_t>(name)]));
  }
  return parameters_.emplace(name, value).first->second;
}

void World::set_parameter(Name name, const Quotient& value) {
  if (holds(Relation::at_least, value, Rational(1))) parameters_.emplace(name, value);
}

bool World::holds(Relation relation, const Quotient& a, const Quotient& b) const {
  const unsigned s = signs(a - b);
  switch (relation) {
    case Relation::less: return s == sign::negative;
    case Relation::at_most: return (s & sign::positive) == 0;
    case Relation::equal: return s == sign::zero;
    case Relation::different: return (s & sign::zero) == 0;
    case Relation::greater: return s == sign::positive;
    case Relation::at_least: return (s & sign::negative) == 0;
    case Relation::member: break;
  }
  return false;
}

bool World::whole(const Quotient& x) const {
  if (x.denominator().constant() != Rational(1)) return false;
  return std::all_of(x.numerator().terms().begin(), x.numerator().terms().end(),
                     [&](const auto& term) {
                       for (std::size_t v = 0; v < term.first.size(); ++v) {
                         if (term.first[v] != 0 && !whole_[v]) return false;
                       }
                       return term.second.is_integer();
                     });
}

Quotient World::ratio(const Quotient& a, const Quotient& b) const {
  const unsigned s = signs(b);
  if (s != sign::positive && s != sign::negative) not_in_world("a divisor whose sign is not known");
  return a * b.inverse(s);
}

Quotient World::whole_power(const Quotient& base, const Rational& exponent) const {
  const auto e = exponent.to_int64();
  if (!e || *e > max_power || *e < -max_power) not_in_world("a power beyond 64");
  const Quotient factor = *e < 0 ? ratio(Rational(1), base) : base;
  Quotient result = Rational(1);
  for (std::int64_t i = 0; i < (*e < 0 ? -*e : *e); ++i) result = result * factor;
  return result;
}

World::Power World::power_parts(Quotient base, Quotient exponent) {
  Power result{Rational(1), {}};
  if (const auto fixed = exponent.constant()) {
    result.factor = whole_power(base, *fixed);
    return result;
  }
  if (signs(base) != sign::positive)
    not_in_world("a power with a variable exponent, of a base that may not be positive");
  if (!whole(exponent)) not_in_world("an exponent that may not be whole");
  // A quotient of two products is taken apart: number, and each variable.
  const auto& above = base.numerator().terms();
  const auto& below = base.denominator().terms();
  if (above.size() > 1 || below.size() > 1) {
    power_of(base, exponent, result);
    return result;
  }
  const auto& [up, number] = *above.begin();
  const auto& [down, unit] = *below.begin();
  if (number / unit != Rational(1)) power_of(number / unit, exponent, result);
  for (std::size_t v = 0; v < std::max(up.size(), down.size()); ++v) {
    const std::int64_t times = static_cast<std::int64_t>(v < up.size() ? up[v] : 0) -
                               static_cast<std::int64_t>(v < down.size() ? down[v] : 0);
    if (times == 0) continue;
    const Quotient all = exponent * Rational(times);
    if (const auto rest = rests_.find(v); rest != rests_.end()) {
      const Power inner = power_parts(rest->second.base, rest->second.exponent * all);
      result.factor = result.factor * inner.factor;
      result.parts.insert(result.parts.end(), inner.parts.begin(), inner.parts.end());
    } else {
      power_of(Quotient::variable(v), all, result);
    }
  }
  return result;
}

// base^exponent, monomial by monomial of the exponent, into the result.
void World::power_of(const Quotient& base, const Quotient& exponent, Power& result) {
  for (const auto& [m, coefficient] : exponent.numerator().terms()) {
    if (m.empty()) {
      result.factor = result.factor * whole_power(base, coefficient);
      continue;
    }
    const std::string name = "pow" + key(base) + hardmax::key(m);
    if (find(name) == nullptr) {
      Rational lowest(
          1);  // of the monomial: every variable is at least its least value, which is not negative
      Quotient monomial(Rational(1));
      for (std::size_t v = 0; v < m.size(); ++v) {
        if (variables_[v].least.sign() < 0) not_in_world("an exponent that may be negative");
        for (std::uint32_t i = 0; i < m[v]; ++i) {
          lowest = lowest * variables_[v].least;
          monomial = monomial * Quotient::variable(v);
        }
      }
      if (lowest > Rational(8)) lowest = 0;
      const bool grows = holds(Relation::at_least, base, Rational(1));
      const Quotient rest =
          variable(grows ? claim::HalfLine{1, true} : claim::HalfLine{0, false}, whole(base));
      rests_.emplace(variables_.size() - 1, Rest{base, monomial - lowest});
      atom(name, whole_power(base, lowest) * rest);
    }
    const auto times = coefficient.to_int64();
    if (!times) not_in_world("an exponent beyond 2^63");
    result.parts.emplace_back(name, *times);
  }
}

Quotient World::power(const Quotient& base, const Quotient& exponent) {
  const Power parts = power_parts(base, exponent);
  Quotient result = parts.factor;
  for (const auto& [name, times] : parts.parts)
    result = result * whole_power(*find(name), Rational(times));
  return result;
}

const Quotient* World::find(const std::string& key) const {
  const auto it = atoms_.find(key);
  return it == atoms_.end() ? nullptr : &it->second;
}

bool World::assign(const std::string& key, const Quotient& value) {
  if (!assigned_.emplace(key, true).second) return false;
  atoms_.insert_or_assign(key, value);
  return true;
}

}  // namespace hardmax
