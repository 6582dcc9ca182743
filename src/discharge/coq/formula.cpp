#include "discharge/coq/formula.hpp"

#include <fmt/core.h>

#include <map>
#include <set>

#include "claim/syntax.hpp"
#include "discharge/coq/text.hpp"

namespace hardmax {

namespace {

using claim::Binder;
using claim::Node;
using claim::Op;
using claim::Relation;
using claim::Type;
using namespace coq;

class Statement : private Words {
 public:
  Statement(const CoqNames& names, const Words& words) : Words(words), names_(names) {}

  [[nodiscard]] bool rounds() const { return rounds_; }

  std::string proposition(const Node& node, bool asserted) {
    switch (node.op) {
      case Op::truth: return node.truth ? "True" : "False";
      case Op::negation: return "~ " + proposition(*node.parts[0], !asserted);
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
        std::string text = "(" + binders(node, all, all != asserted);
        return text + proposition(*node.parts[0], asserted) + ")";
      }
      case Op::distinct: return distinct(node, asserted);
      default: throw NotStated{"a formula of this form"};
    }
  }

 private:
  struct Scope {  // names bound within are free again behind it
    explicit Scope(Statement& of) : of_(of), bound_(of.bound_), used_(of.used_) {}
    Scope(const Scope&) = delete;
    ~Scope() {
      of_.bound_ = std::move(bound_);
      of_.used_ = std::move(used_);
    }
    Statement& of_;
    Bindings bound_;
    std::set<std::string> used_;
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
    return chosen;
  }

  std::string joined(const Node& node, bool asserted) {
    const bool all = node.op == Op::conjunction, implies = node.op == Op::implication;
    std::string text = "(";
    for (std::size_t i = 0; i < node.parts.size(); ++i) {
      const bool last = i + 1 == node.parts.size();
      text +=
          proposition(*node.parts[i], implies ? last == asserted : asserted) + (last      ? ")"
                                                                                : implies ? " -> "
                                                                                : all     ? " /\\ "
                                                                                      : " \\/ ");
    }
    return text;
  }

  std::string comparison(const Node& a, Relation relation, const Node& b, bool asserted) {
    Needed needed;
    if (relation == Relation::member) {
      const Term left = term(a, &needed);
      return with(needed, member(b, left, asserted), asserted);
    }
    const bool different = relation == Relation::different;
    const std::string no = different ? "~ " : "";
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
    const bool inputs = binder.domain == Binder::Domain::inputs;
    const bool vector = binder.real() && binder.first != nullptr;
    const bool integer = binder.domain == Binder::Domain::range ||
                         (binder.domain == Binder::Domain::set && integers(*binder.first));
    const std::string name = fresh(binder.name + suffix);
    std::string in = binder.real() ? real_domain(binder, name, asserted)
                                   : domain(binder, name, integer, asserted);
    bound_[binder.slot] = {name, integer, false, begins_at_0(binder)};
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
    return text + proposition(*node.where, asserted) + (all ? " -> " : " /\\ ");
  }
  [[nodiscard]] std::string equal_inputs(const std::string& x, const std::string& y) const {
    return fmt::format("{}.same P {} {}", names_.module, x, y);
  }
  std::string distinct(const Node& node, bool asserted) {
    const Scope scope(*this);
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

  // That a divisor is not 0 is said beside the term unless its form shows it.
  void require_value(const Node& divisor, const Term& value, Needed* needed) {
    if (not_zero(divisor, bound_)) return;
    if (needed == nullptr)
      throw NotStated{"a quotient within a sum or a maximum, whose divisor may be 0,"};
    needed->conditions.push_back(
        fmt::format("~ {}", compared(Term{Q(value)}, Relation::equal, {"0", true})));
  }

  Term call(const Node& node, Needed* needed) {
    const bool integer = among(names_.integers, node.name);
    if (node.name.starts_with("layers(")) {
      const std::string stage = node.name.substr(7, node.name.size() - 8);
      return {fmt::format("({}.layers_{} P)", names_.module, stage), true};
    }
    std::string text = fmt::format("({}.{} P", names_.module, node.name);
    for (const claim::NodePtr& part : node.parts) {
      const Term argument = term(*part, needed);
      text += " " + (part->type == Type::input                                    ? argument.text
                     : part == node.parts.back() && ends_with_rational(node.name) ? Qp(argument)
                                                                                  : Z(argument));
    }
    return {text + ")", integer};
  }

  Term term(const Node& node, Needed* needed) {
    switch (node.op) {
      case Op::integer: return {node.number.str(), true};
      case Op::variable: {
        const auto it = bound_.find(node.index);
        if (it == bound_.end()) throw NotStated{"the name " + node.name};
        return {it->second.name, it->second.integer};
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
        return {"(- " + x.text + ")", x.integer};
      }
      case Op::sum:
      case Op::product: return operators(node, needed);
      case Op::power: return power(node, needed);
      case Op::component: return component(node, needed);
      case Op::floor:
        return {fmt::format("({} {})", floor, Qp(term(*node.parts[0], needed))), true};
      case Op::abs: return {fmt::format("({} {})", abs, Qp(term(*node.parts[0], needed))), false};
      case Op::mod: return modulo(node, needed);
      case Op::choose: {
        const Term a = term(*node.parts[0], needed);
        const Term b = term(*node.parts[1], needed);
        rounds_ = rounds_ || !never_negative(*node.parts[1], bound_);
        return {fmt::format("(Names.choose {} {})", Z(a), Z(b)), true};
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
    const Term at = term(*node.parts[0], needed);
    return {fmt::format("({} {}%Z)", bound_.at(node.index).name, Z(at)), false};
  }

  Term modulo(const Node& node, Needed* needed) {
    const Term a = term(*node.parts[0], needed);
    const Term b = term(*node.parts[1], needed);
    require_value(*node.parts[1], b, needed);
    return {fmt::format("({}.modulo {} {})", module, Qp(a), Qp(b)), false};
  }

  Term of_list(const Node& node, Needed* needed) {
    const bool larger = node.op == Op::list_max;
    std::vector<Term> parts;
    for (const claim::NodePtr& part : node.parts) parts.push_back(term(*part, needed));
    Term all = parts[0];
    for (std::size_t i = 1; i < parts.size(); ++i)
      all = {fmt::format("({} {} {})", larger ? max : min, Qp(all), Qp(parts[i])), false};
    return all;
  }

  Term operators(const Node& node, Needed* needed) {
    const bool sum = node.op == Op::sum;
    if (sum && node.parts.size() == 2 && node.inverse[1] && node.parts[0]->op == Op::integer &&
        node.parts[0]->number.sign() == 0) {
      const Term x = term(*node.parts[1], needed);
      return {"(- " + x.text + ")", x.integer};
    }
    std::vector<Term> parts;
    bool integer = true;
    for (std::size_t i = 0; i < node.parts.size(); ++i) {
      parts.push_back(term(*node.parts[i], needed));
      integer = integer && parts.back().integer && (sum || !node.inverse[i]);
      if (!sum && node.inverse[i]) require_value(*node.parts[i], parts.back(), needed);
    }
    std::string text = "(";
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i > 0)
        text += sum ? (node.inverse[i] ? " - " : " + ") : (node.inverse[i] ? " / " : " * ");
      text += integer ? parts[i].text : Q(parts[i]);
    }
    return {text + ")", integer};
  }

  Term power(const Node& node, Needed* needed) {
    if (node.parts.size() != 2) throw NotStated{"a power of a power without parentheses"};
    const Term base = term(*node.parts[0], needed);
    const Term exponent = term(*node.parts[1], needed);
    const bool literal = node.parts[1]->op == Op::integer;
    if (!never_negative(*node.parts[1], bound_)) require_value(*node.parts[0], base, needed);
    rounds_ = rounds_ || !exponent.integer;
    if (base.integer && literal) return {fmt::format("({} ^ {})", base.text, exponent.text), true};
    return {to_the_power(base, exponent), false};
  }

  Term extreme(const Node& node, Needed* needed) {
    if (needed == nullptr || node.binders.size() != 1)
      throw NotStated{"a maximum within a sum or a maximum, or over more than one name,"};
    const std::string m = fresh("m");
    {
      const Scope scope(*this);
      Entered it = enter(node.binders[0], true);
      if (conditional(node)) it.in += " /\\ " + proposition(*node.where, true);
      needed->conditions.push_back(
          fmt::format("{}.{} (fun {} : {} => {}) (fun {} : {} => {}) {}", module,
                      node.op == Op::over_max ? "greatest" : "least", it.name, it.type, it.in,
                      it.name, it.type, Q(term(*node.parts[0], nullptr)), m));
    }
    used_.insert(m);
    needed->maxima.push_back(m);
    return {m, false};
  }

  // The ends of the range of a sum; a set with one member, an integer, is one too.
  std::pair<Term, Term> ends(const Binder& binder, Needed* needed) {
    const bool one = binder.domain == Binder::Domain::set && binder.first->op == Op::set &&
                     binder.first->parts.size() == 1 && is_integer(*binder.first->parts[0]);
    if (binder.domain != Binder::Domain::range && !one)
      throw NotStated{"a sum over something else than a range"};
    const Term low = term(one ? *binder.first->parts[0] : *binder.first, needed);
    const Term high = one ? low : term(*binder.last, needed);
    return {low, high};
  }
  // Binds the name of a sum.
  std::string begin(const Binder& binder) {
    const std::string name = bind(binder.slot, binder.name, true);
    bound_[binder.slot].never_negative = begins_at_0(binder);
    return name;
  }
  Term series(const Node& node, Needed* needed) {
    if (conditional(node)) return series_where(node, needed);
    const bool sum = node.op == Op::over_sum;
    std::string text, closing;
    {
      const Scope scope(*this);
      for (const Binder& binder : node.binders) {
        const auto range = ends(binder, nullptr);
        text += fmt::format("({}.{} {} {} (fun {} : Z => ", module, sum ? "sum" : "product",
                            Z(range.first), Z(range.second), begin(binder));
        closing += "))";
      }
      text += Q(term(*node.parts[0], nullptr)) + closing;
    }
    return {text, false};
  }
  // A sum over the members of a range where something is true: a number that is one, like a
  // maximum.
  Term series_where(const Node& node, Needed* needed) {
    if (needed == nullptr || node.op != Op::over_sum || node.binders.size() != 1)
      throw NotStated{"a sum with where within a sum or a maximum, or over more than one name,"};
    const std::string m = fresh("m");
    {
      const Binder& binder = node.binders[0];
      const auto range = ends(binder, needed);
      const Scope scope(*this);
      const std::string name = begin(binder);
      const std::string where = proposition(*node.where, true);
      needed->conditions.push_back(fmt::format(
          "{}.sum_where {} {} (fun {} : Z => {}) (fun {} : Z => {}) {}", module, Z(range.first),
          Z(range.second), name, where, name, Q(term(*node.parts[0], nullptr)), m));
    }
    used_.insert(m);
    needed->maxima.push_back(m);
    return {m, false};
  }

  const CoqNames& names_;
  Bindings bound_;
  std::set<std::string> used_ = {"P"};
  bool rounds_ = false;
};

}  // namespace

CoqFormula coq_formula(const claim::Formula& formula, const CoqNames& names, bool asserted) {
  Statement statement(names, words_for(formula.over_reals()));
  const std::string text = statement.proposition(formula.root(), asserted);
  return {formula.over_reals() ? "(" + text + ")%R" : text, statement.rounds()};
}

}  // namespace hardmax
