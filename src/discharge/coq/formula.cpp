#include "discharge/coq/formula.hpp"

#include <fmt/core.h>

#include <map>
#include <set>

#include "claim/syntax.hpp"
#include "discharge/coq/context.hpp"
#include "discharge/coq/text.hpp"

namespace hardmax {

namespace {

using claim::Binder;
using claim::Node;
using claim::Op;
using claim::Relation;
using claim::Type;
using namespace coq;

template <class List>
bool among(const List& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

Sum less(const Sum& a, const Sum& b) { return plus(a, b, Rational(-1)); }
bool few(const Sum& a, const Sum& b) { return a.size() * b.size() <= 400; }

// 1 / sum, if that is a number times powers of D.
std::optional<Sum> inverse(const Sum& sum) {
  if (sum.size() != 1) return std::nullopt;
  const auto& [product, coefficient] = *sum.begin();
  Sum out = sum_of(Rational(1) / coefficient);
  for (const std::string& atom : product) {
    const bool down = atom == "delta" || atom.starts_with("delta^("),
               up = atom == "D" || atom.starts_with("D^(");
    if (!down && !up) return std::nullopt;
    out = times(out, sum_of(down ? "D" + atom.substr(5) : "delta" + atom.substr(1)));
  }
  return out;
}

class Statement : private Words {
 public:
  Statement(const CoqNames& names, const Words& words, const std::string& hypotheses, bool open)
      : Words(words), names_(names), facts_(names, hypotheses), open_(open) {}

  // What follows knows it. can_be: NotStated if it can hold on no run.
  void assume(const Node& node, bool can_be) {
    if (node.op == Op::conjunction) {
      for (const claim::NodePtr& part : node.parts) assume(*part, can_be);
    }
    if (node.op != Op::comparison) return;
    for (std::size_t i = 0; i + 1 < node.parts.size(); ++i) {
      const Relation relation = node.relations[i];
      if (node.parts[i]->type != Type::number) return;
      const Term a = value_of(*node.parts[i]);
      if (relation == Relation::member) return know_member(a, *node.parts[i + 1], can_be);
      const Term b = value_of(*node.parts[i + 1]);
      if (relation == Relation::less || relation == Relation::at_most ||
          relation == Relation::equal)
        know(less(b.sum, a.sum), relation == Relation::less, can_be);
      if (relation == Relation::greater || relation == Relation::at_least ||
          relation == Relation::equal)
        know(less(a.sum, b.sum), relation == Relation::greater, can_be);
    }
  }

  std::string proposition(const Node& node, bool asserted) {
    switch (node.op) {
      case Op::truth: return node.truth ? "True" : "False";
      case Op::negation: {
        const Closed closed(*this);
        return "~ " + proposition(*node.parts[0], !asserted);
      }
      case Op::conjunction:
      case Op::disjunction:
      case Op::implication: return joined(node, asserted);
      case Op::comparison: {
        std::string text;
        for (std::size_t i = 0; i + 1 < node.parts.size(); ++i)
          text += (i == 0 ? "" : " /\\ ") +
                  comparison(*node.parts[i], node.relations[i], *node.parts[i + 1], asserted);
        return node.parts.size() == 2 ? text : "(" + text + ")";
      }
      case Op::let: {
        Needed needed;
        const Term value = term(*node.parts[0], &needed);
        const Scope scope(*this);
        const bool not_zero_here = not_zero(*node.parts[0], bound_);
        const std::string name = bind(node.index, node.name, value.integer);
        bound_[node.index].not_zero = not_zero_here;
        bound_[node.index].sum = value.sum;
        return with(needed,
                    fmt::format("(let {} : {} in {})", name,
                                value.integer ? "Z := " + value.text + "%Z"
                                              : fmt::format("{} := {}", type, value.text),
                                proposition(*node.parts[1], asserted)),
                    asserted);
      }
      case Op::forall:
      case Op::exists: {
        const Scope scope(*this);
        const bool all = node.op == Op::forall;
        const Closed closed(*this,
                            !all);  // instances before the first that is so are asked for too
        std::string text = "(" + binders(node, all, all != asserted);
        return text + proposition(*node.parts[0], asserted) + ")";
      }
      case Op::distinct: return distinct(node, asserted);
      default: throw NotStated{"a formula of this form"};
    }
  }

 private:
  struct Scope {  // names bound within are free again behind it
    explicit Scope(Statement& of)
        : of_(of), bound_(of.bound_), used_(of.used_), facts_(of.facts_) {}
    Scope(const Scope&) = delete;
    ~Scope() {
      of_.bound_ = std::move(bound_);
      of_.used_ = std::move(used_);
      of_.facts_ = std::move(facts_);
    }
    Statement& of_;
    Bindings bound_;
    std::set<std::string> used_;
    Context facts_;
  };
  struct Known {  // what is known within it is forgotten behind it
    explicit Known(Statement& of) : of_(of), facts_(of.facts_) {}
    Known(const Known&) = delete;
    ~Known() { of_.facts_ = std::move(facts_); }
    Statement& of_;
    Context facts_;
  };
  struct Closed {  // what is printed within it has a value for certain
    explicit Closed(Statement& of, bool closed = true) : of_(of), before_(of.open_) {
      of.open_ = before_ && !closed;
    }
    Closed(const Closed&) = delete;
    ~Closed() { of_.open_ = before_; }
    Statement& of_;
    bool before_;
  };

  [[nodiscard]] std::string with(const Needed& needed, const std::string& body,
                                 bool asserted) const {
    return coq::with(needed, body, asserted, type);
  }
  std::string fresh(std::string name) {
    while (is_word_of_coq(name) || used_.contains(name)) name += '_';
    used_.insert(name);
    return name;
  }
  std::string bind(std::size_t slot, const std::string& name, bool integer) {
    const std::string chosen = fresh(name);
    bound_[slot] = {chosen, integer};
    bound_[slot].sum = facts_.atom("name " + chosen, integer);
    return chosen;
  }
  Term opaque(const std::string& text, bool integer) {
    return {text, integer, facts_.atom(text, integer)};
  }

  // Parts of a conjunction, disjunction or implication: one is asked for if those before it do not
  // settle the matter.
  std::string joined(const Node& node, bool asserted) {
    const Known here(*this);
    const bool all = node.op == Op::conjunction, implies = node.op == Op::implication;
    std::string text = "(";
    for (std::size_t i = 0; i < node.parts.size(); ++i) {
      const bool last = i + 1 == node.parts.size();
      const Closed closed(*this, !all && !last);
      text +=
          proposition(*node.parts[i], implies ? last == asserted : asserted) + (last      ? ")"
                                                                                : implies ? " -> "
                                                                                : all     ? " /\\ "
                                                                                      : " \\/ ");
      if ((all || implies) && !last) assume(*node.parts[i], false);
    }
    return text;
  }

  // ---- what is known

  void know(const Sum& sum, bool above, bool can_be) {
    const bool whole = facts_.whole(sum);
    if (!facts_.add(whole && above ? less(sum, sum_of(Rational(1))) : sum, above && !whole) &&
        can_be)
      throw NotStated{"a range or a condition that no number or run fulfils"};
  }
  Term value_of(const Node& node) {
    const std::set<std::string> used = used_;
    Needed ignored;
    Term value = term(node, &ignored);
    used_ = used;
    return value;
  }
  void know_member(const Term& x, const Node& set, bool can_be) {
    Sum low, high;
    if (set.op == Op::range) {
      low = value_of(*set.parts[0]).sum;
      high = value_of(*set.parts[1]).sum;
    } else if (set.op == Op::accessor && names_.paper == "yun2020b" &&
               integers(set)) {  // A(l, k) and S(t, k)
      low = sum_of(Rational(1));
      high = sum_of(std::string("n"));
    } else if (set.op == Op::set && set.parts.size() == 1) {
      low = high = value_of(*set.parts[0]).sum;
    } else {
      return;
    }
    if (facts_.whole(x.sum)) know_between(x.sum, low, high, can_be);
  }
  // Whole numbers low <= x <= high. What that says of x beside numbers, n, d and D is said too:
  // arguments are the shorter for it.
  void know_between(const Sum& x, const Sum& low, const Sum& high, bool can_be) {
    const bool is_atom =
        x.size() == 1 && x.begin()->first.size() == 1 && x.begin()->second == Rational(1);
    if (is_atom && facts_.shows(low, true))
      facts_.above_0(x.begin()->first[0]);
    else if (is_atom && facts_.shows(low, false))
      facts_.at_least_0(x.begin()->first[0]);
    for (const int least : {2, 1, 0}) {
      if (!facts_.shows(less(low, sum_of(Rational(least))), false)) continue;
      know(less(x, sum_of(Rational(least))), false, can_be);
      break;
    }
    for (const char* most : {"n", "d", "D"}) {
      if (facts_.shows(less(sum_of(std::string(most)), high), false))
        know(less(sum_of(std::string(most)), x), false, can_be);
    }
    know(less(x, low), false, can_be);
    know(less(high, x), false, can_be);
  }
  void require_whole(const Term& t, const std::string& what) const {
    if (!facts_.whole(t.sum))
      throw NotStated{what + " of which it is not certain that it is a whole number"};
  }

  std::string comparison(const Node& a, Relation relation, const Node& b, bool asserted) {
    Needed needed;
    if (relation == Relation::member) {
      const Term left = term(a, &needed);
      return with(needed, member(b, left, asserted), asserted);
    }
    const bool different = relation == Relation::different;
    const std::string no = different ? "~ " : "";
    const Closed closed(*this, a.type != Type::number);
    if (a.type == Type::boolean || a.type == Type::set) {
      if (has_needs(a, bound_) || has_needs(b, bound_))
        throw NotStated{"a term that may have no value, in a formula or set that is compared"};
    }
    if (a.type == Type::boolean) {
      return fmt::format("{}({} <-> {})", no, proposition(a, true), proposition(b, true));
    }
    if (a.type == Type::set) {
      const bool integer = integers(a) && integers(b);
      const std::string x = fresh("x");
      const Term element{x, integer};
      const std::string text =
          fmt::format("{}(forall {} : {}, {} <-> {})", no, x, integer ? "Z" : type,
                      member(a, element, true), member(b, element, true));
      used_.erase(x);
      return text;
    }
    if (a.type == Type::input)
      return no + equal_inputs(term(a, nullptr).text, term(b, nullptr).text);
    if (a.type != Type::number) throw NotStated{"a vector"};
    const Term x = term(a, &needed);
    const Term y = term(b, &needed);
    return with(needed, compared(x, relation, y), asserted);
  }

  // ---- sets

  bool integers(const Node& set) {
    switch (set.op) {
      case Op::range: return true;
      case Op::accessor:
        if (!among(names_.sets, set.name)) throw NotStated{"the name " + set.name};
        return !is_set_of_rationals(set.name);
      case Op::set:
        return std::all_of(set.parts.begin(), set.parts.end(),
                           [&](const claim::NodePtr& part) { return is_integer(*part); });
      case Op::list_union:
        return std::all_of(set.parts.begin(), set.parts.end(),
                           [&](const claim::NodePtr& part) { return integers(*part); });
      case Op::over_union: {
        const Scope scope(*this);
        binders(set, false, true);
        return integers(*set.parts[0]);
      }
      default: throw NotStated{"a set of this form"};
    }
  }
  bool is_integer(const Node& node) {
    Needed ignored;
    const Scope scope(*this);
    return term(node, &ignored).integer;
  }

  std::string member(const Node& set, const Term& x, bool asserted) {
    const Closed closed(*this);  // of every member, whichever x is
    if (integers(set) && !x.integer) {
      const std::string i = fresh("i");
      const std::string text =
          fmt::format("(exists {} : Z, {} /\\ {})", i, member(set, {i, true}, asserted),
                      compared(x, Relation::equal, {i, true}));
      used_.erase(i);
      return text;
    }
    Needed needed;
    std::string text;
    switch (set.op) {
      case Op::range: {
        const Term low = term(*set.parts[0], &needed);
        const Term high = term(*set.parts[1], &needed);
        require_whole(low, "an end of a range");
        require_whole(high, "an end of a range");
        text = fmt::format("({} /\\ {})", compared(low, Relation::at_most, x),
                           compared(x, Relation::at_most, high));
        break;
      }
      case Op::set:
        for (const claim::NodePtr& part : set.parts)
          text +=
              (text.empty() ? "(" : " \\/ ") + compared(x, Relation::equal, term(*part, &needed));
        text = text.empty() ? "False" : text + ")";
        break;
      case Op::list_union:
        for (const claim::NodePtr& part : set.parts)
          text += (text.empty() ? "(" : " \\/ ") + member(*part, x, asserted);
        text += ")";
        break;
      case Op::accessor: text = call(set, &needed).text + " " + x.text; break;
      case Op::over_union: {
        const Scope scope(*this);
        text = "(" + binders(set, false, asserted);
        text += member(*set.parts[0], x, asserted) + ")";
        break;
      }
      default: throw NotStated{"a set of this form"};
    }
    return with(needed, text, asserted);
  }

  // ---- binders

  static bool conditional(const Node& node) {
    return node.where && !(node.where->op == Op::truth && node.where->truth);
  }
  bool begins_at_0(const Binder& binder) const {
    return binder.domain == Binder::Domain::range && never_negative(*binder.first, bound_);
  }

  // The membership of a name that was just bound.
  std::string domain(const Binder& binder, const std::string& name, bool integer, bool asserted) {
    if (binder.domain == Binder::Domain::inputs)
      return fmt::format("{}.input P {}", names_.module, name);
    if (binder.domain == Binder::Domain::set)
      return member(*binder.first, {name, integer}, asserted);
    Needed needed;
    const Term low = term(*binder.first, &needed);
    const Term high = term(*binder.last, &needed);
    require_whole(low, "an end of a range");
    require_whole(high, "an end of a range");
    return with(needed,
                fmt::format("({} /\\ {})", compared(low, Relation::at_most, {name, true}),
                            compared({name, true}, Relation::at_most, high)),
                asserted);
  }
  struct Entered {
    std::string name, type, in;  // `in` empty: nothing is asked of it
  };
  Entered enter(const Binder& binder, bool asserted, const std::string& suffix = "") {
    if (binder.domain == Binder::Domain::subsets) throw NotStated{"a name of this domain"};
    const Closed closed(*this);
    const bool inputs = binder.domain == Binder::Domain::inputs;
    const bool vector = binder.real() && binder.first != nullptr;
    const bool integer = binder.domain == Binder::Domain::range ||
                         (binder.domain == Binder::Domain::set && integers(*binder.first));
    const std::string name = fresh(binder.name + suffix);
    std::string in = binder.real() ? real_domain(binder, name, asserted)
                                   : domain(binder, name, integer, asserted);
    Bound& bound = bound_[binder.slot] = {name, integer, false, begins_at_0(binder)};
    bound.sum = facts_.atom("name " + name, integer);
    const Term x = {name, integer, bound.sum};
    if (binder.real()) {
      bound.of = binder.domain;
      if (vector)
        bound.length = value_of(*binder.first).sum;
      else if (binder.domain == Binder::Domain::nonneg)
        facts_.at_least_0("name " + name);
      else if (binder.domain == Binder::Domain::positive)
        facts_.above_0("name " + name);
    }
    if (binder.domain == Binder::Domain::range)
      know_between(x.sum, value_of(*binder.first).sum, value_of(*binder.last).sum, true);
    if (binder.domain == Binder::Domain::set) know_member(x, *binder.first, true);
    return {name,
            inputs    ? "matrix"
            : integer ? "Z"
            : vector  ? fmt::format("Z -> {}", type)
                      : std::string(type),
            std::move(in)};
  }
  // What is asked of a real name, or of each component of a vector of such.
  std::string real_domain(const Binder& binder, const std::string& name, bool asserted) {
    Needed needed;
    const Term length = binder.first == nullptr ? Term{} : term(*binder.first, &needed);
    if (binder.first != nullptr) {
      require_whole(length, "the length of a vector");
      if (!facts_.shows(length.sum, false))
        throw NotStated{"the length of a vector that may be below 0"};
    }
    if (binder.domain == Binder::Domain::real) return "";
    const Relation relation =
        binder.domain == Binder::Domain::positive ? Relation::less : Relation::at_most;
    if (binder.first == nullptr) return compared({"0", true}, relation, {name, false});
    const std::string i = fresh("i");
    const std::string text =
        fmt::format("(forall {} : Z, ({} /\\ {}) -> {})", i,
                    compared({"1", true}, Relation::at_most, {i, true}),
                    compared({i, true}, Relation::at_most, length),
                    compared({"0", true}, relation, {fmt::format("({} {})", name, i), false}));
    used_.erase(i);
    return with(needed, text, asserted);
  }
  // "forall k : Z, (...) -> " for every binder, then what stands behind `where`.
  std::string binders(const Node& node, bool all, bool asserted, const std::string& suffix = "") {
    std::string text;
    for (const Binder& binder : node.binders) {
      const Entered it = enter(binder, asserted, suffix);
      text += fmt::format("{} {} : {}, {}", all ? "forall" : "exists", it.name, it.type,
                          it.in.empty() ? "" : it.in + (all ? " -> " : " /\\ "));
    }
    if (!conditional(node)) return text;
    const Closed closed(*this);
    text += proposition(*node.where, asserted) + (all ? " -> " : " /\\ ");
    assume(*node.where, true);
    return text;
  }
  [[nodiscard]] std::string equal_inputs(const std::string& x, const std::string& y) const {
    return fmt::format("{}.same P {} {}", names_.module, x, y);
  }
  std::string distinct(const Node& node, bool asserted) {
    const Scope scope(*this);
    const Closed closed(*this);  // of a single instance nothing is printed
    std::string text = "(" + binders(node, true, !asserted);
    Needed needed;
    const Term first = term(*node.parts[0], &needed);
    const auto before = bound_;
    text += binders(node, true, !asserted, "'");
    const Term second = term(*node.parts[0], &needed);
    std::string same;
    for (const Binder& binder : node.binders) {
      const Bound& x = before.at(binder.slot);
      const Bound& y = bound_.at(binder.slot);
      same += same.empty() ? "" : " /\\ ";
      same += binder.domain == Binder::Domain::inputs
                  ? equal_inputs(x.name, y.name)
                  : compared({x.name, x.integer}, Relation::equal, {y.name, y.integer});
    }
    return text + fmt::format("~ ({}) -> {})", same,
                              with(needed, fmt::format("~ ({} {} {})", Q(first), equal, Q(second)),
                                   asserted));
  }

  // ---- numbers

  bool certainly_not_zero(const Node& node) {
    if (not_zero(node, bound_) || facts_.not_zero(value_of(node).sum)) return true;
    return node.op == Op::product &&
           std::all_of(node.parts.begin(), node.parts.end(),
                       [&](const claim::NodePtr& part) { return certainly_not_zero(*part); });
  }
  // That a divisor is not 0 is said beside the term unless its form shows it; where that cannot be
  // said, it must be certain.
  void require_value(const Node& divisor, const Term& value, Needed* needed, bool certain = false) {
    if (not_zero(divisor, bound_)) return;
    if (needed == nullptr)
      throw NotStated{"a quotient within a sum or a maximum, whose divisor may be 0,"};
    if (!open_ && !certain && !certainly_not_zero(divisor))
      throw NotStated{
          "a quotient whose divisor may be 0, where a term without a value would count for the "
          "claim,"};
    needed->conditions.push_back(
        fmt::format("~ {}", compared(Term{Q(value)}, Relation::equal, {"0", true})));
  }

  Term call(const Node& node, Needed* needed) {
    const bool integer = among(names_.integers, node.name);
    if (node.name.starts_with("layers(")) {
      const std::string stage = node.name.substr(7, node.name.size() - 8);
      facts_.require_defined("layers", {}, "");
      return {fmt::format("({}.layers_{} P)", names_.module, stage), true, facts_.layers(stage)};
    }
    std::string text = fmt::format("({}.{} P", names_.module, node.name), input, layer;
    std::vector<Sum> numbers;
    for (const claim::NodePtr& part : node.parts) {
      const Term argument = term(*part, needed);
      if (part->type == Type::input) {
        input = argument.text;
      } else {
        numbers.push_back(argument.sum);
        if (layer.empty()) layer = Z(argument);
      }
      text += " " + (part->type == Type::input                                    ? argument.text
                     : part == node.parts.back() && ends_with_rational(node.name) ? Qp(argument)
                                                                                  : Z(argument));
    }
    facts_.require_defined(node.name, numbers,
                           fmt::format("({}.heads P {})", names_.module, layer));
    text += ")";
    return {text, integer,
            facts_.value(node.name, text, fmt::format("({}.category P {})", names_.module, input))};
  }

  Term term(const Node& node, Needed* needed) {
    switch (node.op) {
      case Op::integer: return {node.number.str(), true, sum_of(node.number)};
      case Op::variable: {
        const auto it = bound_.find(node.index);
        if (it == bound_.end()) throw NotStated{"the name " + node.name};
        return {it->second.name, it->second.integer, it->second.sum};
      }
      case Op::accessor: {
        const bool integer = among(names_.integers, node.name);
        if (!integer && !among(names_.rationals, node.name))
          throw NotStated{"the name " + node.name};
        Term value = call(node, needed);
        if (!integer && real) value.text = "(Q2R " + value.text + ")";
        return value;
      }
      case Op::negate: {
        const Term x = term(*node.parts[0], needed);
        return {"(- " + x.text + ")", x.integer, less({}, x.sum)};
      }
      case Op::sum:
      case Op::product: return operators(node, needed);
      case Op::power: return power(node, needed);
      case Op::component: return component(node, needed);
      case Op::floor: {
        const Term a = term(*node.parts[0], needed);
        const Term all = opaque(fmt::format("({} {})", floor, Qp(a)), true);
        if (facts_.shows(a.sum, false)) facts_.at_least_0(all.text);
        facts_.add(less(a.sum, all.sum), false);
        facts_.add(less(plus(all.sum, sum_of(Rational(1))), a.sum), true);
        return all;
      }
      case Op::abs: {
        const Term a = term(*node.parts[0], needed);
        const std::string text = fmt::format("({} {})", abs, Qp(a));
        Term all{text, false, facts_.atom(text, facts_.whole(a.sum))};
        facts_.at_least_0(text);
        return all;
      }
      case Op::mod: return modulo(node, needed);
      case Op::choose: {
        const Term a = term(*node.parts[0], needed);
        const Term b = term(*node.parts[1], needed);
        require_whole(a, "an argument of choose");
        require_whole(b, "an argument of choose");
        if (!facts_.shows(a.sum, false) || !facts_.shows(b.sum, false))
          throw NotStated{"an argument of choose that may be below 0"};
        const Term all = opaque(fmt::format("(Names.choose {} {})", Z(a), Z(b)), true);
        facts_.at_least_0(all.text);
        return all;
      }
      case Op::list_max:
      case Op::list_min: return of_list(node, needed);
      case Op::over_max:
      case Op::over_min: return extreme(node, needed);
      case Op::over_sum:
      case Op::over_prod: return series(node, needed);
      default: throw NotStated{"a term of this form"};
    }
  }

  Term component(const Node& node, Needed* needed) {
    const Bound& vector = bound_.at(node.index);
    const Term at = term(*node.parts[0], needed);
    require_whole(at, "an index");
    if (!facts_.shows(less(at.sum, sum_of(Rational(1))), false) ||
        !facts_.shows(less(vector.length, at.sum), false))
      throw NotStated{"an index of which it is not certain that it is in its range"};
    const Term value = opaque(fmt::format("({} {}%Z)", vector.name, Z(at)), false);
    if (vector.of == Binder::Domain::nonneg) facts_.at_least_0(value.text);
    if (vector.of == Binder::Domain::positive) facts_.above_0(value.text);
    return value;
  }

  Term modulo(const Node& node, Needed* needed) {
    const Term a = term(*node.parts[0], needed);
    const Term b = term(*node.parts[1], needed);
    require_value(*node.parts[1], b, needed);
    const std::string text = fmt::format("({}.modulo {} {})", module, Qp(a), Qp(b));
    const bool whole = facts_.whole(a.sum) && facts_.whole(b.sum);
    const Term all = {text, false, facts_.atom(text, whole)};
    if (facts_.shows(b.sum, true)) {
      facts_.at_least_0(text);
      facts_.add(less(less(b.sum, all.sum), sum_of(Rational(whole ? 1 : 0))), !whole);
    }
    return all;
  }

  Term of_list(const Node& node, Needed* needed) {
    const bool larger = node.op == Op::list_max;
    std::vector<Term> parts;
    for (const claim::NodePtr& part : node.parts) parts.push_back(term(*part, needed));
    Term all = parts[0];
    for (std::size_t i = 1; i < parts.size(); ++i)
      all = {fmt::format("({} {} {})", larger ? max : min, Qp(all), Qp(parts[i])), false};
    if (parts.size() == 1) return all;
    all.sum = facts_.atom(all.text, std::all_of(parts.begin(), parts.end(), [&](const Term& part) {
                            return facts_.whole(part.sum);
                          }));
    const auto not_below_0 = [&](const Term& part) { return facts_.shows(part.sum, false); };
    if (larger ? std::any_of(parts.begin(), parts.end(), not_below_0)
               : std::all_of(parts.begin(), parts.end(), not_below_0))
      facts_.at_least_0(all.text);
    for (const Term& part : parts)
      facts_.add(larger ? less(all.sum, part.sum) : less(part.sum, all.sum), false);
    return all;
  }

  Term operators(const Node& node, Needed* needed) {
    const bool sum = node.op == Op::sum;
    if (sum && node.parts.size() == 2 && node.inverse[1] && node.parts[0]->op == Op::integer &&
        node.parts[0]->number.sign() == 0) {
      const Term x = term(*node.parts[1], needed);
      return {"(- " + x.text + ")", x.integer, less({}, x.sum)};
    }
    std::vector<Term> parts;
    bool integer = true;
    Term all;
    for (std::size_t i = 0; i < node.parts.size(); ++i) {
      parts.push_back(term(*node.parts[i], needed));
      integer = integer && parts.back().integer && (sum || !node.inverse[i]);
      if (!sum && node.inverse[i]) require_value(*node.parts[i], parts.back(), needed);
      const Sum& next = parts.back().sum;
      if (sum || i == 0) {
        all.sum = plus(all.sum, next, Rational(node.inverse[i] ? -1 : 1));
        continue;
      }
      std::optional<Sum> factor =
          node.inverse[i] ? next.empty() ? std::nullopt : inverse(next) : std::optional<Sum>(next);
      if (!factor) {  // 1/next
        const std::string atom = "1/" + parts.back().text;
        if (facts_.shows(next, true)) facts_.above_0(atom);
        factor = sum_of(atom);
      }
      all.sum = few(all.sum, *factor)
                    ? times(all.sum, *factor)
                    : sum_of("a product with " + parts.back().text + " for factor " +
                             std::to_string(i) + " and others " + parts[0].text);
    }
    all.text = "(";
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i > 0)
        all.text += sum ? (node.inverse[i] ? " - " : " + ") : (node.inverse[i] ? " / " : " * ");
      all.text += integer ? parts[i].text : Q(parts[i]);
    }
    all.text += ")";
    all.integer = integer;
    // Where integers are multiplied, the product is one whatever is known of its factors.
    if (integer && !facts_.whole(all.sum)) all.sum = facts_.atom(all.text, true);
    return all;
  }

  Term power(const Node& node, Needed* needed) {
    if (node.parts.size() != 2) throw NotStated{"a power of a power without parentheses"};
    const Term base = term(*node.parts[0], needed);
    const Term exponent = term(*node.parts[1], needed);
    const bool literal = node.parts[1]->op == Op::integer;
    require_whole(exponent, "an exponent");
    const bool not_below_0 = facts_.shows(exponent.sum, false);
    if (!never_negative(*node.parts[1], bound_))
      require_value(*node.parts[0], base, needed, not_below_0);
    Term all{to_the_power(base, exponent), false};
    if (base.integer && literal) all = {fmt::format("({} ^ {})", base.text, exponent.text), true};
    const Sum q = facts_.power(sum_of(std::string("d")));
    const std::int64_t times_itself = literal ? node.parts[1]->number.to_int64().value_or(-1) : -1;
    if (base.sum == sum_of(std::string("D"))) {
      all.sum = facts_.power(exponent.sum);
    } else if (base.sum == sum_of(std::string("delta"))) {
      all.sum = facts_.power(less({}, exponent.sum));
    } else if (base.sum == q && few(q, exponent.sum)) {
      all.sum = facts_.power(times(sum_of(std::string("d")), exponent.sum));
    } else if (times_itself >= 0 && times_itself <= 4 && base.sum.size() <= 4) {
      all.sum = sum_of(Rational(1));
      for (std::int64_t i = 0; i < times_itself; ++i) all.sum = times(all.sum, base.sum);
    } else {
      all.sum = facts_.atom(all.text, all.integer || (not_below_0 && facts_.whole(base.sum)));
      if (facts_.shows(base.sum, true))
        facts_.above_0(all.text);
      else if (facts_.shows(base.sum, false))
        facts_.at_least_0(all.text);
    }
    return all;
  }

  Term extreme(const Node& node, Needed* needed) {
    if (needed == nullptr || node.binders.size() != 1)
      throw NotStated{"a maximum within a sum or a maximum, or over more than one name,"};
    const std::string m = fresh("m");
    {
      const Scope scope(*this);
      const Binder& binder = node.binders[0];
      const bool of_range =
          binder.domain == Binder::Domain::range &&
          facts_.shows(less(value_of(*binder.last).sum, value_of(*binder.first).sum), false);
      const bool of_neighbours =
          binder.domain == Binder::Domain::set && binder.first->op == Op::accessor &&
          !is_set_of_rationals(binder.first->name) && facts_.every_token_sees_itself();
      if (!open_ && (conditional(node) ||
                     !(binder.domain == Binder::Domain::inputs || of_range || of_neighbours))) {
        throw NotStated{
            "a maximum over a set that may be empty, where a term without a value would count for "
            "the claim,"};
      }
      const Closed closed(*this);
      Entered it = enter(binder, true);
      if (conditional(node)) {
        it.in += " /\\ " + proposition(*node.where, true);
        assume(*node.where, true);
      }
      needed->conditions.push_back(
          fmt::format("{}.{} (fun {} : {} => {}) (fun {} : {} => {}) {}", module,
                      node.op == Op::over_max ? "greatest" : "least", it.name, it.type, it.in,
                      it.name, it.type, Q(term(*node.parts[0], nullptr)), m));
    }
    used_.insert(m);
    needed->maxima.push_back(m);
    return opaque(m, false);
  }

  // The ends of the range of a sum; a set with one member, an integer, is one too.
  std::pair<Term, Term> ends(const Binder& binder, Needed* needed) {
    const bool one = binder.domain == Binder::Domain::set && binder.first->op == Op::set &&
                     binder.first->parts.size() == 1 && is_integer(*binder.first->parts[0]);
    if (binder.domain != Binder::Domain::range && !one)
      throw NotStated{"a sum over something else than a range"};
    const Term low = term(one ? *binder.first->parts[0] : *binder.first, needed);
    const Term high = one ? low : term(*binder.last, needed);
    require_whole(low, "an end of a range");
    require_whole(high, "an end of a range");
    return {low, high};
  }
  // Binds the name of a sum.
  std::string begin(const Binder& binder, const std::pair<Term, Term>& range) {
    const std::string name = bind(binder.slot, binder.name, true);
    bound_[binder.slot].never_negative = begins_at_0(binder);
    know_between(bound_[binder.slot].sum, range.first.sum, range.second.sum, false);
    return name;
  }
  Term series(const Node& node, Needed* needed) {
    const Closed closed(*this);
    if (conditional(node)) return series_where(node, needed);
    const bool sum = node.op == Op::over_sum;
    std::string text, closing;
    bool whole = false, not_below_0 = false, above_0 = false;
    {
      const Scope scope(*this);
      for (const Binder& binder : node.binders) {
        const auto range = ends(binder, nullptr);
        text += fmt::format("({}.{} {} {} (fun {} : Z => ", module, sum ? "sum" : "product",
                            Z(range.first), Z(range.second), begin(binder, range));
        closing += "))";
      }
      const Term body = term(*node.parts[0], nullptr);
      whole = facts_.whole(body.sum);
      not_below_0 = facts_.shows(body.sum, false);
      above_0 = !sum && facts_.shows(body.sum, true);
      text += Q(body) + closing;
    }
    const Term all{text, false, facts_.atom(text, whole)};
    if (not_below_0) facts_.at_least_0(text);
    if (above_0) facts_.above_0(text);
    return all;
  }
  // A sum over the members of a range of which something is so: a number that is one, like a
  // maximum.
  Term series_where(const Node& node, Needed* needed) {
    if (needed == nullptr || node.op != Op::over_sum || node.binders.size() != 1 ||
        has_needs(*node.where, bound_))
      throw NotStated{"a sum with where within a sum or a maximum, or over more than one name,"};
    const std::string m = fresh("m");
    {
      const Binder& binder = node.binders[0];
      const auto range = ends(binder, needed);
      const Scope scope(*this);
      const std::string name = begin(binder, range);
      const std::string where = proposition(*node.where, true);
      assume(*node.where, false);
      needed->conditions.push_back(fmt::format(
          "{}.sum_where {} {} (fun {} : Z => {}) (fun {} : Z => {}) {}", module, Z(range.first),
          Z(range.second), name, where, name, Q(term(*node.parts[0], nullptr)), m));
    }
    used_.insert(m);
    needed->maxima.push_back(m);
    return opaque(m, false);
  }

  const CoqNames& names_;
  Bindings bound_;
  std::set<std::string> used_ = {"P"};
  Context facts_;
  bool open_;
};

}  // namespace

std::string coq_formula(const claim::Formula& formula, const CoqNames& names, bool asserted,
                        const std::string& hypotheses, bool open, const claim::Formula* domain) {
  Statement statement(names, words_for(formula.over_reals()), hypotheses, open);
  if (domain != nullptr) statement.assume(domain->root(), true);
  const std::string text = statement.proposition(formula.root(), asserted);
  return formula.over_reals() ? "(" + text + ")%R" : text;
}

}  // namespace hardmax
