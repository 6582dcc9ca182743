#include "discharge/general/terms.hpp"

#include <algorithm>

#include "exact/error.hpp"

namespace hardmax {

namespace {

using claim::Node;
using claim::NodePtr;
using claim::Op;
using claim::Quotient;
using claim::Relation;

[[noreturn]] void stop(const std::string& why) { throw LimitReached(why); }
[[noreturn]] void stop(const Node& node, const std::string& why) {
  throw LimitReached(claim::print(node).substr(0, 80) + ": " + why);
}

bool is_parameter(std::size_t accessor) {
  return accessor <= static_cast<std::size_t>(Name::Delta_);
}

bool speaks_of_run(const Node& node) {
  return (node.op == Op::accessor && !is_parameter(node.index)) ||
         std::any_of(node.parts.begin(), node.parts.end(),
                     [](const NodePtr& part) { return speaks_of_run(*part); });
}

}  // namespace

// ---- terms

std::string Reader::name_key(const Node& node) {
  std::string text = "run " + std::to_string(node.index);
  for (const NodePtr& part : node.parts) {
    if (part->type == claim::Type::number) {
      text += World::key(number(*part));
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

// Sums over the same terms from the same place are told apart by where they end. They are atoms
// unless their number of terms is known.
Reader::Sum Reader::summed(const Node& node) {
  const claim::Binder& binder = node.binders[0];
  if (node.binders.size() != 1 || node.where || binder.domain != claim::Binder::Domain::range)
    stop(node, "a sum that is not over one range");
  Sum result{number(*binder.first), number(*binder.last), "", false};
  if (!world_.whole(result.first) || !world_.whole(result.last))
    stop(node, "the ends may not be whole");
  if ((result.last - result.first).constant()) return result;
  slots_[binder.slot].number = result.first + world_.marker(depth_);
  ++depth_;
  const Quotient term = number(*node.parts[0]);
  --depth_;
  result.of = "sum" + World::key(result.first) + World::key(term);
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
  const std::string whole = s.of + World::key(s.last);
  if (const Quotient* value = world_.find(whole)) return *value;
  const Quotient before = s.last - Rational(1);
  if (const Quotient* value = world_.find(s.of + World::key(before));
      value != nullptr && world_.holds(Relation::at_least, s.last, s.first)) {
    const Quotient shorter = *value;
    return shorter + term_at(s.last);
  }
  if (world_.closed && speaks_of_run(*node.parts[0]))
    stop(node, "no claim that is used speaks of these terms");
  return world_.atom(whole, s.nonneg ? world_.real(false) : world_.any_real());
}

Quotient Reader::power(const Node& node) {
  Quotient top = number(*node.parts.back());
  for (std::size_t i = node.parts.size() - 1; i-- > 0;)
    top = world_.power(number(*node.parts[i]), top);
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
      for (std::size_t i = 1; i < parts.size(); ++i)
        total = node.inverse[i] ? total - number(*parts[i]) : total + number(*parts[i]);
      return total;
    }
    case Op::product: {
      Quotient total = number(*parts[0]);
      for (std::size_t i = 1; i < parts.size(); ++i)
        total =
            node.inverse[i] ? world_.ratio(total, number(*parts[i])) : total * number(*parts[i]);
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
    slot.number = binder.domain == claim::Binder::Domain::real
                      ? world_.any_real()
                      : world_.real(binder.domain == claim::Binder::Domain::positive);
    return;
  }
  if (binder.domain != claim::Binder::Domain::range)
    stop("the domain of " + binder.name + " is not covered");
  const Quotient first = number(*binder.first);
  if (!world_.whole(first))
    stop("the domain of " + binder.name + " may not begin with a whole number");
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
  const bool named = last->op == Op::accessor &&
                     last->index <= static_cast<std::size_t>(Name::s_) &&
                     static_cast<Name>(last->index) != Name::D_;
  if (named)
    world_.set_parameter(static_cast<Name>(last->index),
                         slot.number + Rational(*above) - k + world_.integer(0));
}

void Reader::require_ranges(const Node& node) {
  for (const claim::Binder& binder : node.binders) {
    if (binder.domain != claim::Binder::Domain::range) continue;
    for (const NodePtr* end : {&binder.first, &binder.last}) {
      if (!world_.whole(number(**end)))
        stop(**end, "it is not seen to be a whole number on every run");
    }
  }
}

void Reader::read(const Node& node) {
  const bool connects = node.op == Op::conjunction || node.op == Op::disjunction ||
                        node.op == Op::implication || node.op == Op::negation;
  if (!connects && node.op != Op::comparison && node.op != Op::truth)
    stop(node, "a formula that is not covered");
  for (const NodePtr& part : node.parts) {
    if (connects) {
      read(*part);
    } else if (part->type == claim::Type::number) {
      static_cast<void>(number(*part));
    } else {
      stop(*part, "it is not a number");
    }
  }
}

void Reader::prove(const Node& node) {
  switch (node.op) {
    case Op::conjunction:
      for (const NodePtr& part : node.parts) prove(*part);
      return;
    case Op::let: slots_[node.index].number = number(*node.parts[0]); return prove(*node.parts[1]);
    case Op::forall:
      if (node.where) stop(node, "a 'where' is not covered");
      for (const claim::Binder& binder : node.binders) generic(binder, std::nullopt);
      require_ranges(node);
      return prove(*node.parts[0]);
    default:
      if (!holds(node)) stop(node, "the signs of the coefficients do not decide it");
  }
}

bool Reader::holds(const Node& node) {
  if (node.op != Op::comparison) stop(node, "a formula that is not covered");
  for (std::size_t i = 0; i < node.relations.size(); ++i) {
    if (node.parts[i]->type != claim::Type::number || node.relations[i] == Relation::member)
      stop(node, "it does not compare numbers");
    // One after the other: which of them is not settled is told, by every compiler the same.
    const auto left = number(*node.parts[i]);
    const auto right = number(*node.parts[i + 1]);
    if (!world_.holds(node.relations[i], left, right)) return false;
  }
  return true;
}

// ---- where the parameters are numbers

bool Reader::is_true(const Node& node) {
  const auto is = [&](const NodePtr& part) { return is_true(*part); };
  if (node.op == Op::conjunction) return std::all_of(node.parts.begin(), node.parts.end(), is);
  if (node.op == Op::disjunction) return std::any_of(node.parts.begin(), node.parts.end(), is);
  return holds(node);
}

bool Reader::says_something(const Node& node) {
  if (node.op == Op::conjunction)
    return std::any_of(node.parts.begin(), node.parts.end(),
                       [&](const NodePtr& part) { return says_something(*part); });
  if (node.op == Op::forall) return has_instance(node, 0);
  if (node.op != Op::let) return node.op == Op::comparison;
  slots_[node.index].number = number(*node.parts[0]);
  return says_something(*node.parts[1]);
}

bool Reader::has_instance(const Node& node, std::size_t level) {
  constexpr int kMost = 64;
  if (level == node.binders.size()) return says_something(*node.parts[0]);
  const claim::Binder& binder = node.binders[level];
  if (binder.domain != claim::Binder::Domain::range) {
    generic(binder, std::nullopt);
    return has_instance(node, level + 1);
  }
  const auto first = number(*binder.first).constant(), last = number(*binder.last).constant();
  if (!first || !last) return false;
  for (int k = 0; k < kMost && *first + Rational(k) <= *last; ++k) {
    slots_[binder.slot].number = *first + Rational(k);
    if (has_instance(node, level + 1)) return true;
  }
  return false;
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
      if (!world_.whole(value.number) ||
          !world_.holds(Relation::at_least, value.number, number(*binder.first)) ||
          !world_.holds(Relation::at_most, value.number, number(*binder.last))) {
        stop("the value of " + binder.name + " is not seen to be in its range");
      }
      return;
    case claim::Binder::Domain::real:
    case claim::Binder::Domain::nonneg:
    case claim::Binder::Domain::positive:
      if (binder.first) stop("vectors are not covered");
      if (binder.domain != claim::Binder::Domain::real &&
          !world_.holds(binder.domain == claim::Binder::Domain::positive ? Relation::greater
                                                                         : Relation::at_least,
                        value.number, Rational(0))) {
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
    case Op::let:
      slots_[node.index].number = number(*node.parts[0]);
      return learn(*node.parts[1], chosen, part, count);
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
  if (node.op == Op::accessor && !is_parameter(node.index))
    return Target{name_key(node), Rational(1)};
  if (node.op == Op::over_sum) {
    const Sum s = summed(node);
    if (s.of.empty()) return std::nullopt;
    return Target{s.of + World::key(s.last), Rational(1)};
  }
  if (node.op == Op::power && node.parts.size() == 2) {
    const auto base = number(*node.parts[0]);
    const auto exponent = number(*node.parts[1]);
    const World::Power power = world_.power_parts(base, exponent);
    if (power.parts.size() == 1 && power.parts[0].second == 1)
      return Target{power.parts[0].first, power.factor};
  }
  return std::nullopt;
}

void Reader::link(const Node& a, Relation relation, const Node& b) {
  if (a.type != claim::Type::number || relation == Relation::member ||
      relation == Relation::different)
    return;
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
