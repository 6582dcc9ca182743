#include "claim/symbolic.hpp"
#include "exact/fault.hpp"

#include <algorithm>

namespace hardmax::claim {

namespace {

constexpr Verdict not_known{Truth::unknown, false};

Verdict stop_at(Truth truth, Witness* witness) {
  if (truth == Truth::no && witness != nullptr) witness->relation = "false";
  return {truth, false};
}

}  // namespace

SymbolicEvaluator::SymbolicEvaluator(const Syntax& syntax, const Model& model,
                                     std::optional<HalfLine> D, Names names)
    : syntax_(syntax),
      model_(model),
      names_(std::move(names)),
      has_D_(D.has_value()),
      slots_(syntax.slots) {
  if (D) variables_.push_back(*D);
}

SymbolicEvaluator::SymbolicEvaluator(const Syntax& syntax, const Model& model,
                                     InputFunctions& functions)
    : syntax_(syntax), model_(model), functions_(&functions), has_D_(true), slots_(syntax.slots) {}

// ---- formulas

Verdict SymbolicEvaluator::truth(const Node& node, Witness* witness) {
  const auto& parts = node.parts;
  if (functions_ != nullptr && (node.op == Op::forall || node.op == Op::distinct) &&
      functions_->known(node))
    return {Truth::yes, false};
  switch (node.op) {
    case Op::truth: return stop_at(node.truth ? Truth::yes : Truth::no, witness);
    case Op::variable: return stop_at(slots_[node.index].truth, witness);
    case Op::accessor: return stop_at(std::get<bool>(read(node)) ? Truth::yes : Truth::no, witness);
    case Op::negation: {
      const Truth t = truth(*parts[0], nullptr).truth;
      return stop_at(t == Truth::unknown ? t : t == Truth::no ? Truth::yes : Truth::no, witness);
    }
    case Op::conjunction: {
      Verdict result{Truth::yes, true};
      for (const NodePtr& part : parts) {
        const Verdict v = truth(*part, witness);
        if (v.truth == Truth::no) return v;
        if (v.truth == Truth::unknown) result.truth = Truth::unknown;
        result.vacuous = result.vacuous && v.vacuous;
      }
      return result;
    }
    case Op::disjunction: {
      Truth result = Truth::no;
      for (const NodePtr& part : parts) {
        const bool decides = &part == &parts.back() && result == Truth::no;
        const Truth t = truth(*part, decides ? witness : nullptr).truth;
        if (t == Truth::yes) return {Truth::yes, false};
        if (t == Truth::unknown) result = t;
      }
      return {result, false};
    }
    case Op::implication: {
      std::vector<const Node*> open;
      for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
        const Truth premise = truth(*parts[i], nullptr).truth;
        if (premise == Truth::no) return {Truth::yes, true};
        if (premise == Truth::unknown) open.push_back(&*parts[i]);
      }
      if (open.empty()) return truth(*parts.back(), witness);
      return supposing(open, [&] { return truth(*parts.back(), nullptr); });
    }
    case Op::comparison: return comparison(node, witness);
    case Op::forall:
    case Op::exists: return quantified(node, 0, witness);
    case Op::distinct: return {distinct(node), false};
    case Op::chain: fail<LimitReached>(node, "chain is not covered where numbers are functions");
    case Op::let: slots_[node.index] = value(*parts[0]); return truth(*parts[1], witness);
    default: HARDMAX_REQUIRE(false);
  }
}

// The binders of a list are taken one by one: forall a, b: F as forall a: forall b: F.
Verdict SymbolicEvaluator::quantified(const Node& node, std::size_t level, Witness* witness) {
  const bool all = node.op == Op::forall;
  if (level == node.binders.size()) {
    return in_cases([&]() -> Verdict {
      const Truth chosen = node.where ? truth(*node.where, nullptr).truth : Truth::yes;
      if (functions_ != nullptr && all && chosen == Truth::unknown)
        return supposing({&*node.where}, [&] { return truth(*node.parts[0], nullptr); });
      if (!where(node, chosen)) return {all ? Truth::yes : Truth::no, true};
      return truth(*node.parts[0], witness);
    });
  }
  const Binder& binder = node.binders[level];
  if (functions_ != nullptr && binder.real()) {
    const auto any = binder.first ? std::nullopt : functions_->real(binder.domain);
    if (!any) fail<LimitReached>(node, "real numbers");
    slots_[binder.slot].number = *any;
    return quantified(node, level + 1, nullptr);
  }
  if (binder.real()) return over_reals(node, level, witness);
  const Truth decisive = all ? Truth::no : Truth::yes;
  Verdict result{all ? Truth::yes : Truth::no, all};
  members(node, binder, [&](bool many) {
    Verdict v = quantified(node, level + 1, nullptr);
    if (many) v = {v.truth == decisive ? Truth::unknown : v.truth, true};  // there may be none
    if (result.truth == decisive) return false;  // visited for its value alone
    if (HARDMAX_FAULT(claim_real_forall, v.truth == decisive, v.truth != decisive)) {
      result = {decisive, false};
      if (all && witness != nullptr) {
        witness->at.push_back({binder.name, shown(binder)});
        quantified(node, level + 1, witness);
      }
      return false;
    }
    if (v.truth == Truth::unknown) result.truth = Truth::unknown;
    result.vacuous = result.vacuous && v.vacuous;
    return true;
  });
  for (std::size_t s = 0; !all && result.truth == Truth::unknown && functions_ != nullptr &&
                          binder.domain == Binder::Domain::inputs && s < functions_->samples();
       ++s) {
    members(node, binder, [&](bool) {
      if (where_hold(functions_->sample(slots_[binder.slot].input.ordinal, s),
                     [&] { return quantified(node, level + 1, nullptr); }) == Truth::yes)
        result.truth = Truth::yes;
      return true;
    });
  }
  return all ? result : stop_at(result.truth, level == 0 ? witness : nullptr);
}

// Where it is open because a comparison is, under each sign that this may have. It is not known
// which of them occur.
Verdict SymbolicEvaluator::in_cases(const std::function<Verdict()>& evaluate) {
  if (functions_ == nullptr) return evaluate();
  const std::size_t inputs_bound = inputs_bound_;
  const bool many_bound = many_bound_;
  Verdict result = not_known;
  std::optional<LimitReached> limit;
  static_cast<void>(functions_->take_open(true));
  try {
    result = evaluate();
    if (result.truth != Truth::unknown) return result;
  } catch (const LimitReached& reached) {
    limit = reached;
  }
  inputs_bound_ = inputs_bound;
  many_bound_ = many_bound;
  const std::optional<Quotient> open = functions_->take_open(many_bound);
  if (!open) {
    if (limit) throw *limit;
    return result;
  }
  std::optional<Truth> of_all;
  const unsigned possible = functions_->signs(*open);
  for (const unsigned s : {sign::negative, sign::zero, sign::positive}) {
    if ((possible & s) == 0) continue;
    struct Assumed {
      InputFunctions& functions;
      ~Assumed() { functions.forget_sign(); }
    } assumed{*functions_};
    functions_->assume_sign(*open, s);
    const Truth here = in_cases(evaluate).truth;
    // Where it has a value in every case, whatever that is: of one that has none nothing may be
    // said.
    of_all = !of_all || here == *of_all ? here : Truth::unknown;
  }
  return {of_all.value_or(Truth::unknown), true};
}

// First with the name as a variable; then, where that does not settle it, at two points: 1 and 2,
// or (1, 1, ..., 1) and (1, 2, ..., m).
Verdict SymbolicEvaluator::over_reals(const Node& node, std::size_t level, Witness* witness) {
  const Binder& binder = node.binders[level];
  const bool all = node.op == Op::forall;
  std::uint64_t length = 1;
  if (binder.first) {
    const Quotient entries = number(*binder.first);
    const std::int64_t m = integer(*binder.first, entries);
    if (m < 0) fail<Undefined>(*binder.first, "a vector of " + std::to_string(m) + " entries");
    const std::uint64_t most = long_vectors_ ? max_entries_of_long : max_entries;
    if (static_cast<std::uint64_t>(m) > most)
      fail<LimitReached>(*binder.first,
                         "a vector of more than " + std::to_string(most) + " entries");
    length = static_cast<std::uint64_t>(m);
  }
  const auto bind = [&](const std::function<Quotient(std::size_t)>& entry) {
    Slot& slot = slots_[binder.slot];
    slot.numbers.clear();
    for (std::size_t i = 0; i < length; ++i) slot.numbers.push_back(entry(i));
    if (!binder.first) slot.number = slot.numbers[0];
  };
  const std::size_t before = variables_.size();
  variables_.insert(variables_.end(), length,
                    HalfLine{0, binder.domain != Binder::Domain::positive,
                             binder.domain == Binder::Domain::real});
  bind([&](std::size_t i) { return Quotient::variable(before + i); });
  slots_[binder.slot].weights = binder.domain == Binder::Domain::positive;
  const Verdict general = quantified(node, level + 1, nullptr);
  slots_[binder.slot].weights = false;
  variables_.resize(before);
  if (general.truth == Truth::yes) return general;
  for (const bool rising : {false, true}) {
    bind([&](std::size_t i) {
      return Quotient(!rising ? Rational(1) : binder.first ? Rational(i + 1) : Rational(2));
    });
    const Verdict here = quantified(node, level + 1, nullptr);
    if (HARDMAX_FAULT(claim_real_points, here.truth != (all ? Truth::no : Truth::yes), true))
      continue;
    if (all && witness != nullptr) {
      witness->at.push_back({binder.name, shown(binder)});
      quantified(node, level + 1, witness);
    }
    return {here.truth, false};
  }
  if (all || general.truth == Truth::unknown) return not_known;
  return stop_at(Truth::no, level == 0 ? witness : nullptr);
}

Verdict SymbolicEvaluator::comparison(const Node& node, Witness* witness) {
  if (functions_ != nullptr && node.parts.size() == 2) {
    if (const auto known = of_functions(node)) return {*known, false};
  }
  Truth result = Truth::yes;
  Slot left = value(*node.parts[0]);
  for (std::size_t i = 0; i + 1 < node.parts.size(); ++i) {
    Slot right = value(*node.parts[i + 1]);
    const Truth link = related(node.relations[i], *node.parts[i], left, right);
    if (link == Truth::no) {
      if (witness != nullptr) {
        const auto shown_side = [&](const Node& side, const Slot& slot) -> Value {
          switch (side.type) {
            case Type::number: return constant(side, slot.number);
            case Type::boolean: return slot.truth == Truth::yes;
            case Type::input: return slot.input;
            default: break;
          }
          Set members;
          for (const Quotient& x : slot.numbers) members.push_back(constant(side, x));
          return members;
        };
        witness->lhs = shown_side(*node.parts[i], left);
        witness->relation = symbol(node.relations[i]);
        witness->rhs = shown_side(*node.parts[i + 1], right);
      }
      return {Truth::no, false};
    }
    if (link == Truth::unknown) result = Truth::unknown;
    left = std::move(right);
  }
  return {result, false};
}

Truth SymbolicEvaluator::related(Relation relation, const Node& left, const Slot& a,
                                 const Slot& b) {
  const auto equal = [&](const Quotient& x, const Quotient& y) {
    return sign::answer(signs(minus(x, y)), sign::zero);
  };
  Truth same = Truth::yes;
  if (relation == Relation::member) {
    Truth found = Truth::no;
    for (const Quotient& x : b.numbers) {
      const Truth t = equal(a.number, x);
      if (t == Truth::yes) return t;
      if (t == Truth::unknown) found = t;
    }
    return found;
  }
  switch (left.type) {
    case Type::number: {
      const Quotient difference =
          HARDMAX_FAULT(claim_signs_less, minus(a.number, b.number), minus(b.number, a.number));
      const unsigned holding = HARDMAX_FAULT(
          claim_signs_at_most, sign::holding(relation),
          relation == Relation::at_most ? sign::positive | sign::zero : sign::holding(relation));
      const Truth answer = sign::answer(signs(difference), holding);
      if (answer == Truth::unknown && functions_ != nullptr) functions_->leave_open(difference);
      return answer;
    }
    case Type::boolean:
      if (a.truth == Truth::unknown || b.truth == Truth::unknown) return Truth::unknown;
      same = a.truth == b.truth ? Truth::yes : Truth::no;
      break;
    case Type::input:
      same = a.input == b.input ? Truth::yes : functions_ != nullptr ? Truth::unknown : Truth::no;
      break;
    default:  // sets, each in increasing order for all values of the variables
      if (a.numbers.size() != b.numbers.size()) same = Truth::no;
      for (std::size_t i = 0; same != Truth::no && i < a.numbers.size(); ++i) {
        const Truth t = equal(a.numbers[i], b.numbers[i]);
        if (t != Truth::yes) same = t;
      }
  }
  if (relation == Relation::equal || same == Truth::unknown) return same;
  return same == Truth::yes ? Truth::no : Truth::yes;
}

// Only where it is true for all values: anything else is left unknown.
Truth SymbolicEvaluator::distinct(const Node& node) {
  if (over_inputs_alone(node)) {
    bool told = true;
    members(node, node.binders[0], [&](bool) {
      return told = !where(node) ||
                    functions_->tells_input(number(*node.parts[0]),
                                            slots_[node.binders[0].slot].input.ordinal);
    });
    return told ? Truth::yes : Truth::unknown;
  }
  Numbers values;
  instances(node, 0, [&] {
    values.push_back(number(*node.parts[0]));
    return true;
  });
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if ((signs(minus(values[i], values[j])) & sign::zero) != 0) return Truth::unknown;
    }
  }
  return Truth::yes;
}

// ---- binders

bool SymbolicEvaluator::where(const Node& node) {
  return where(node, node.where ? truth(*node.where, nullptr).truth : Truth::yes);
}

bool SymbolicEvaluator::where(const Node& node, Truth chosen) const {
  if (chosen == Truth::unknown)
    fail<LimitReached>(*node.where, "it is unknown whether an instance satisfies this 'where'");
  return chosen == Truth::yes;
}

bool SymbolicEvaluator::is_layer(const Node& node, std::size_t slot) const {
  const std::function<bool(const Node&, const std::function<bool(const Node&)>&)> any =
      [&](const Node& term, const std::function<bool(const Node&)>& wanted) {
        const auto within = [&](const NodePtr& part) { return part && any(*part, wanted); };
        return wanted(term) || within(term.where) ||
               std::any_of(term.parts.begin(), term.parts.end(), within) ||
               std::any_of(term.binders.begin(), term.binders.end(), [&](const Binder& binder) {
                 return within(binder.first) || within(binder.last);
               });
      };
  const auto named = [&](const Node& term) {
    return term.op == Op::variable && term.index == slot;
  };
  return any(node, [&](const Node& term) {
    return term.op == Op::accessor && functions_->of_layer(term.index) &&
           any(*term.parts[0], named);
  });
}

bool SymbolicEvaluator::inputs_members(const Node& node, const Binder& binder,
                                       const std::function<bool(bool many)>& visit) {
  if (functions_ != nullptr) {  // one, which is any
    if (!functions_->any_input()) return open_after(node, binder), true;
    if (inputs_bound_ == InputFunctions::most_inputs)
      throw LimitReached(std::to_string(inputs_bound_ + 1) + " inputs at once");
    struct Bound {
      std::size_t& inputs;
      ~Bound() { --inputs; }
    } const bound{inputs_bound_};
    slots_[binder.slot].input.ordinal = inputs_bound_++;
    return visit(false);
  }
  for (std::uint64_t i = 0; i < model_.input_count(); ++i) {
    slots_[binder.slot].input.ordinal = i;
    if (!visit(false)) return false;
  }
  return true;
}

bool SymbolicEvaluator::range_members(const Node& node, const Binder& binder,
                                      const std::function<bool(bool many)>& visit) {
  if (const auto some =
          functions_ == nullptr || many_bound_
              ? std::nullopt
              : functions_->numbers(number(*binder.first), number(*binder.last),
                                    inputs_bound_ > 0 && is_layer(node, binder.slot))) {
    struct Kept {
      bool& at;
      bool before;
      ~Kept() { at = before; }
    } kept{many_bound_, many_bound_};
    bool go_on = true;  // they are in no order: all are visited, as any may be before the one
                        // that decides
    for (const InputFunctions::Numbers& x : *some) {
      slots_[binder.slot].number = x.number;
      many_bound_ = x.many;
      go_on = visit(x.many) && go_on;
    }
    return go_on;
  }
  const std::int64_t first = integer(*binder.first, number(*binder.first));
  const std::int64_t last = integer(*binder.last, number(*binder.last));
  for (std::int64_t i = first; i <= last; ++i) {
    slots_[binder.slot].number = Rational(i);
    if (!visit(false)) return false;
  }
  return true;
}

bool SymbolicEvaluator::subsets_members(const Binder& binder,
                                        const std::function<bool(bool many)>& visit) {
  const Numbers whole = set(*binder.first);
  if (whole.size() > Evaluator::max_subset_members)
    fail<LimitReached>(*binder.first, "subsets of a set of more than 16 members");
  for (std::uint64_t mask = 0; mask < std::uint64_t{1} << whole.size(); ++mask) {
    Numbers subset;
    for (std::size_t i = 0; i < whole.size(); ++i) {
      if ((mask >> i & 1) != 0) subset.push_back(whole[i]);
    }
    slots_[binder.slot].numbers = std::move(subset);
    if (!visit(false)) return false;
  }
  return true;
}

bool SymbolicEvaluator::members(const Node& node, const Binder& binder,
                                const std::function<bool(bool many)>& visit) {
  switch (binder.domain) {
    case Binder::Domain::inputs: return inputs_members(node, binder, visit);
    case Binder::Domain::range: return range_members(node, binder, visit);
    case Binder::Domain::set:
      for (const Quotient& x : set(*binder.first)) {
        slots_[binder.slot].number = x;
        if (!visit(false)) return false;
      }
      return true;
    case Binder::Domain::subsets: return subsets_members(binder, visit);
    case Binder::Domain::nonneg:
    case Binder::Domain::positive:
    case Binder::Domain::real: break;
  }
  HARDMAX_REQUIRE(false);
}

// There are inputs, but for those that a `where` asks for: the other names are bound before it, so
// their domains have to have a value.
void SymbolicEvaluator::open_after(const Node& node, const Binder& binder) {
  const Binder* const next = &binder + 1;
  if (next == node.binders.data() + node.binders.size()) return;
  if (next->domain == Binder::Domain::inputs) return open_after(node, *next);
  if (next->real()) fail<LimitReached>(node, "real numbers");
  members(node, *next, [&](bool) {
    open_after(node, *next);
    return true;
  });
}

bool SymbolicEvaluator::instances(const Node& node, std::size_t level,
                                  const std::function<bool()>& visit, bool many) {
  if (level == node.binders.size()) {
    if (!where(node)) return true;
    if (many) fail<LimitReached>(node, "it is unknown how many instances satisfy this 'where'");
    return visit();
  }
  // Of inputs, there is more to say than of the one that stands for them, unless a formula is said
  // of each.
  if (functions_ != nullptr && node.binders[level].domain == Binder::Domain::inputs)
    fail<LimitReached>(node, "a value made of all inputs");
  return members(node, node.binders[level], [&](bool some) {
    model_.step();
    return instances(node, level + 1, visit, many || some);
  });
}

Value SymbolicEvaluator::shown(const Binder& binder) const {
  const Slot& slot = slots_[binder.slot];
  const auto constants = [](const Numbers& numbers) {
    std::vector<Rational> values;
    for (const Quotient& x : numbers) values.push_back(x.constant().value_or(0));
    return values;
  };
  switch (binder.type()) {
    case Type::input: return slot.input;
    case Type::set: return constants(slot.numbers);
    case Type::vector: return Vector{constants(slot.numbers)};
    default: return slot.number.constant().value_or(0);
  }
}

}  // namespace hardmax::claim
