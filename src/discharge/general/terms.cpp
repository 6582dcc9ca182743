#include "discharge/general/terms.hpp"

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

[[noreturn]] void stop(const std::string& why) { throw LimitReached(why); }
[[noreturn]] void stop(const Node& node, const std::string& why) { throw LimitReached(claim::print(node).substr(0, 80) + ": " + why); }

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

// Equal functions that are written alike have equal keys; different ones never have.
std::string key(const Quotient& x) { return "[" + key(x.numerator()) + "/" + key(x.denominator()) + "]"; }

bool is_parameter(std::size_t accessor) { return accessor <= static_cast<std::size_t>(Name::Delta_); }

}  // namespace

// ---- the world

World::World(const claim::Formula& domain) {
  const auto take = [&](const Node& node) {
    if (node.op != Op::comparison || node.parts.size() != 2 || node.relations[0] != Relation::at_least) return;
    const Node& left = *node.parts[0];
    const Node& right = *node.parts[1];
    if (left.op != Op::accessor || left.index > static_cast<std::size_t>(Name::s_) || right.op != Op::integer) return;
    if (const auto bound = right.number.to_int64(); bound && *bound > 0) least_[left.index] = std::max(least_[left.index], static_cast<std::uint64_t>(*bound));
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
  return std::all_of(x.numerator().terms().begin(), x.numerator().terms().end(), [&](const auto& term) {
    for (std::size_t v = 0; v < term.first.size(); ++v) {
      if (term.first[v] != 0 && !whole_[v]) return false;
    }
    return term.second.is_integer();
  });
}

Quotient World::ratio(const Quotient& a, const Quotient& b) const {
  const unsigned s = signs(b);
  if (s != sign::positive && s != sign::negative) stop("a divisor whose sign is not known");
  return a * b.inverse(s);
}

Quotient World::whole_power(const Quotient& base, const Rational& exponent) const {
  const auto e = exponent.to_int64();
  if (!e || *e > max_power || *e < -max_power) stop("a power beyond 64");
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
  if (signs(base) != sign::positive) stop("a power with a variable exponent, of a base that may not be positive");
  if (!whole(exponent)) stop("an exponent that may not be whole");
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
    const std::int64_t times = static_cast<std::int64_t>(v < up.size() ? up[v] : 0) - static_cast<std::int64_t>(v < down.size() ? down[v] : 0);
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
    const std::string name = "pow" + key(base) + key(m);
    if (find(name) == nullptr) {
      Rational lowest(1);  // of the monomial: every variable is at least its least value, which is not negative
      Quotient monomial(Rational(1));
      for (std::size_t v = 0; v < m.size(); ++v) {
        if (variables_[v].least.sign() < 0) stop("an exponent that may be negative");
        for (std::uint32_t i = 0; i < m[v]; ++i) {
          lowest = lowest * variables_[v].least;
          monomial = monomial * Quotient::variable(v);
        }
      }
      if (lowest > Rational(8)) lowest = 0;
      const bool grows = holds(Relation::at_least, base, Rational(1));
      const Quotient rest = variable(grows ? claim::HalfLine{1, true} : claim::HalfLine{0, false}, whole(base));
      rests_.emplace(variables_.size() - 1, Rest{base, monomial - lowest});
      atom(name, whole_power(base, lowest) * rest);
    }
    const auto times = coefficient.to_int64();
    if (!times) stop("an exponent beyond 2^63");
    result.parts.emplace_back(name, *times);
  }
}

Quotient World::power(const Quotient& base, const Quotient& exponent) {
  const Power parts = power_parts(base, exponent);
  Quotient result = parts.factor;
  for (const auto& [name, times] : parts.parts) result = result * whole_power(*find(name), Rational(times));
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

// ---- terms

std::string Reader::name_key(const Node& node) {
  std::string text = "run " + std::to_string(node.index);
  for (const NodePtr& part : node.parts) {
    if (part->type == claim::Type::number) {
      text += key(number(*part));
    } else if (part->type == claim::Type::input && part->op == Op::variable) {
      text += "(" + slots_[part->index].input + ")";
    } else {
      stop(*part, "an argument that is not covered");
    }
  }
  return text;
}

Quotient Reader::name(const Node& node) {
  if (is_parameter(node.index)) return world_.parameter(static_cast<Name>(node.index));
  const std::string known = name_key(node);
  if (const Quotient* value = world_.find(known)) return *value;
  if (world_.closed) stop(node, "no claim that is used speaks of it");
  return world_.atom(known, world_.any_real());
}

// Sums over the same terms from the same place are told apart by where they end. They are atoms unless their number of terms is known.
Reader::Sum Reader::summed(const Node& node) {
  const claim::Binder& binder = node.binders[0];
  if (node.binders.size() != 1 || node.where || binder.domain != claim::Binder::Domain::range) stop(node, "a sum that is not over one range");
  Sum result{number(*binder.first), number(*binder.last), "", false};
  if (!world_.whole(result.first) || !world_.whole(result.last)) stop(node, "the ends may not be whole");
  if ((result.last - result.first).constant()) return result;
  slots_[binder.slot].number = result.first + world_.marker(depth_);
  ++depth_;
  const Quotient term = number(*node.parts[0]);
  --depth_;
  result.of = "sum" + key(result.first) + key(term);
  result.nonneg = world_.holds(Relation::at_least, term, Rational(0));
  return result;
}

Quotient Reader::sum(const Node& node) {
  const Sum s = summed(node);
  const auto term_at = [&](const Quotient& place) {
    slots_[node.binders[0].slot].number = place;
    return number(*node.parts[0]);
  };
  if (s.of.empty()) {
    const auto count = ((s.last - s.first).constant().value() + Rational(1)).to_int64();
    if (!count || *count > World::max_power) stop(node, "a sum of more than 64 terms");
    Quotient total;
    for (std::int64_t i = 0; i < *count; ++i) total = total + term_at(s.first + Rational(i));
    return total;
  }
  const std::string whole = s.of + key(s.last);
  if (const Quotient* value = world_.find(whole)) return *value;
  const Quotient before = s.last - Rational(1);
  if (const Quotient* value = world_.find(s.of + key(before)); value != nullptr && world_.holds(Relation::at_least, s.last, s.first)) {
    const Quotient shorter = *value;
    return shorter + term_at(s.last);
  }
  return world_.atom(whole, s.nonneg ? world_.real(false) : world_.any_real());
}

Quotient Reader::power(const Node& node) {
  Quotient top = number(*node.parts.back());
  for (std::size_t i = node.parts.size() - 1; i-- > 0;) top = world_.power(number(*node.parts[i]), top);
  return top;
}

Quotient Reader::number(const Node& node) {
  const auto& parts = node.parts;
  switch (node.op) {
    case Op::integer: return node.number;
    case Op::variable: return slots_[node.index].number;
    case Op::accessor: return name(node);
    case Op::negate: return Rational(0) - number(*parts[0]);
    case Op::sum: {
      Quotient total = number(*parts[0]);
      for (std::size_t i = 1; i < parts.size(); ++i) total = node.inverse[i] ? total - number(*parts[i]) : total + number(*parts[i]);
      return total;
    }
    case Op::product: {
      Quotient total = number(*parts[0]);
      for (std::size_t i = 1; i < parts.size(); ++i) total = node.inverse[i] ? world_.ratio(total, number(*parts[i])) : total * number(*parts[i]);
      return total;
    }
    case Op::power: return power(node);
    case Op::over_sum: return sum(node);
    default: stop(node, "a term that is not covered");
  }
}

// ---- what is to be shown

void Reader::generic(const claim::Binder& binder, std::optional<std::int64_t> above) {
  Slot& slot = slots_[binder.slot];
  if (binder.domain == claim::Binder::Domain::inputs) {
    slot.input = binder.name + " " + std::to_string(world_.inputs++);
    return;
  }
  if (binder.real() && !binder.first) {
    slot.number = binder.domain == claim::Binder::Domain::real ? world_.any_real() : world_.real(binder.domain == claim::Binder::Domain::positive);
    return;
  }
  if (binder.domain != claim::Binder::Domain::range) stop("the domain of " + binder.name + " is not covered");
  const Quotient first = number(*binder.first);
  if (!world_.whole(first)) stop("the domain of " + binder.name + " may not begin with a whole number");
  const auto least = first.constant();
  slot.number = least ? world_.integer(*least) : first + world_.integer(0);
  if (!above) return;
  // The last value: P, or P + k or P - k. Then P is name + above - k and something more.
  const Node* last = binder.last.get();
  Rational k;
  if (last->op == Op::sum && last->parts.size() == 2 && last->parts[1]->op == Op::integer) {
    k = last->inverse[1] ? -last->parts[1]->number : last->parts[1]->number;
    last = last->parts[0].get();
  }
  const bool named = last->op == Op::accessor && last->index <= static_cast<std::size_t>(Name::s_) && static_cast<Name>(last->index) != Name::D_;
  if (named) world_.set_parameter(static_cast<Name>(last->index), slot.number + Rational(*above) - k + world_.integer(0));
}

void Reader::prove(const Node& node) {
  switch (node.op) {
    case Op::conjunction:
      for (const NodePtr& part : node.parts) prove(*part);
      return;
    case Op::let:
      slots_[node.index].number = number(*node.parts[0]);
      return prove(*node.parts[1]);
    case Op::forall:
      if (node.where) stop(node, "a 'where' is not covered");
      for (const claim::Binder& binder : node.binders) generic(binder, std::nullopt);
      return prove(*node.parts[0]);
    case Op::comparison:
      for (std::size_t i = 0; i < node.relations.size(); ++i) {
        if (node.parts[i]->type != claim::Type::number || node.relations[i] == Relation::member) stop(node, "it does not compare numbers");
        if (!world_.holds(node.relations[i], number(*node.parts[i]), number(*node.parts[i + 1]))) stop(node, "the signs of the coefficients do not decide it");
      }
      return;
    default: stop(node, "a formula that is not covered");
  }
}

// ---- what is used

void Reader::bind(const claim::Binder& binder, const Slot& value) {
  Slot& slot = slots_[binder.slot];
  slot = value;
  switch (binder.domain) {
    case claim::Binder::Domain::inputs:
      if (value.input.empty()) stop(binder.name + " is an input, and its value is none");
      return;
    case claim::Binder::Domain::range:
      if (!world_.whole(value.number) || !world_.holds(Relation::at_least, value.number, number(*binder.first)) ||
          !world_.holds(Relation::at_most, value.number, number(*binder.last))) {
        stop("the value of " + binder.name + " is not seen to be in its range");
      }
      return;
    case claim::Binder::Domain::real:
    case claim::Binder::Domain::nonneg:
    case claim::Binder::Domain::positive:
      if (binder.first) stop("vectors are not covered");
      if (binder.domain != claim::Binder::Domain::real &&
          !world_.holds(binder.domain == claim::Binder::Domain::positive ? Relation::greater : Relation::at_least, value.number, Rational(0))) {
        stop("the value of " + binder.name + " is not seen to be in its domain");
      }
      return;
    default: stop("the domain of " + binder.name + " is not covered");
  }
}

namespace {

std::size_t comparisons(const Node& node) {
  if (node.op == Op::comparison) return node.relations.size();
  std::size_t count = 0;
  if (node.op == Op::conjunction || node.op == Op::forall) {
    for (const NodePtr& part : node.parts) count += comparisons(*part);
  } else if (node.op == Op::let) {
    count = comparisons(*node.parts[1]);
  }
  return count;
}

}  // namespace

void Reader::learn(const Node& node, const Choice& chosen, std::size_t part) {
  std::size_t count = 0;
  learn(node, chosen, part, count);
  if (part > count) stop("there is no comparison " + std::to_string(part));
}

void Reader::learn(const Node& node, const Choice& chosen, std::size_t part, std::size_t& count) {
  const std::size_t here = comparisons(node);
  if (part != 0 && (part <= count || part > count + here)) {
    count += here;
    return;
  }
  switch (node.op) {
    case Op::conjunction:
      for (const NodePtr& p : node.parts) learn(*p, chosen, part, count);
      return;
    case Op::let: slots_[node.index].number = number(*node.parts[0]); return learn(*node.parts[1], chosen, part, count);
    case Op::forall:
      if (node.where) stop(node, "a 'where' is not covered");
      for (const claim::Binder& binder : node.binders) {
        const auto value = chosen(binder);
        if (!value) stop("no value is given for " + binder.name);
        bind(binder, *value);
      }
      return learn(*node.parts[0], chosen, part, count);
    case Op::comparison:
      for (std::size_t i = 0; i < node.relations.size(); ++i) {
        ++count;
        if (part == 0 || part == count) link(*node.parts[i], node.relations[i], *node.parts[i + 1]);
      }
      return;
    default: return;  // says nothing that is used
  }
}

std::optional<Reader::Target> Reader::target(const Node& node) {
  if (node.op == Op::accessor && !is_parameter(node.index)) return Target{name_key(node), Rational(1)};
  if (node.op == Op::over_sum) {
    const Sum s = summed(node);
    if (s.of.empty()) return std::nullopt;
    return Target{s.of + key(s.last), Rational(1)};
  }
  if (node.op == Op::power && node.parts.size() == 2) {
    const World::Power power = world_.power_parts(number(*node.parts[0]), number(*node.parts[1]));
    if (power.parts.size() == 1 && power.parts[0].second == 1) return Target{power.parts[0].first, power.factor};
  }
  return std::nullopt;
}

void Reader::link(const Node& a, Relation relation, const Node& b) {
  if (a.type != claim::Type::number || relation == Relation::member || relation == Relation::different) return;
  for (const bool left : {true, false}) {
    const auto what = target(left ? a : b);
    if (!what) continue;
    Quotient value = number(left ? b : a);
    const bool strict = relation == Relation::less || relation == Relation::greater;
    const bool below = relation == Relation::less || relation == Relation::at_most;
    if (relation != Relation::equal) {
      const Quotient slack = world_.real(strict);
      value = below == left ? value - slack : value + slack;
    }
    if (world_.assign(what->key, world_.ratio(value, what->factor))) return;
  }
}

}  // namespace hardmax
