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

template <class List>
bool among(const List& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

class Statement {
 public:
  explicit Statement(const CoqNames& names) : names_(names) {}

  std::string proposition(const Node& node, bool asserted) {
    switch (node.op) {
      case Op::truth: return node.truth ? "True" : "False";
      case Op::negation: return "~ " + proposition(*node.parts[0], !asserted);
      case Op::conjunction: return joined(node, " /\\ ", asserted);
      case Op::disjunction: return joined(node, " \\/ ", asserted);
      case Op::implication: {
        std::string text = "(";
        for (std::size_t i = 0; i < node.parts.size(); ++i) {
          const bool last = i + 1 == node.parts.size();
          text += proposition(*node.parts[i], last == asserted) + (last ? ")" : " -> ");
        }
        return text;
      }
      case Op::comparison: {
        std::string text;
        for (std::size_t i = 0; i + 1 < node.parts.size(); ++i) text += (i == 0 ? "" : " /\\ ") + comparison(*node.parts[i], node.relations[i], *node.parts[i + 1], asserted);
        return node.parts.size() == 2 ? text : "(" + text + ")";
      }
      case Op::let: {
        Needed needed;
        const Term value = term(*node.parts[0], &needed);
        const Scope scope(*this);
        const bool not_zero_here = not_zero(*node.parts[0]);
        const std::string name = bind(node.index, node.name, value.integer);
        bound_[node.index].not_zero = not_zero_here;
        return with(needed, fmt::format("(let {} : {} in {})", name, value.integer ? "Z := " + value.text + "%Z" : "Q := " + value.text, proposition(*node.parts[1], asserted)), asserted);
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
  struct Bound {
    std::string name;
    bool integer;
    bool not_zero = false;        // the text says so: a value of `let`
    bool never_negative = false;  // of a range that begins with such a number
  };
  struct Scope {  // names bound within are free again behind it
    explicit Scope(Statement& of) : of_(of), bound_(of.bound_), used_(of.used_) {}
    Scope(const Scope&) = delete;
    ~Scope() {
      of_.bound_ = std::move(bound_);
      of_.used_ = std::move(used_);
    }
    Statement& of_;
    std::map<std::size_t, Bound> bound_;
    std::set<std::string> used_;
  };

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

  std::string joined(const Node& node, const char* between, bool asserted) {
    std::string text = "(";
    for (std::size_t i = 0; i < node.parts.size(); ++i) text += (i == 0 ? "" : between) + proposition(*node.parts[i], asserted);
    return text + ")";
  }

  std::string comparison(const Node& a, Relation relation, const Node& b, bool asserted) {
    Needed needed;
    if (relation == Relation::member) {
      const Term left = term(a, &needed);
      return with(needed, member(b, left, asserted), asserted);
    }
    const bool different = relation == Relation::different;
    const std::string no = different ? "~ " : "";
    if (a.type == Type::boolean || a.type == Type::set) {
      if (has_needs(a) || has_needs(b)) throw NotStated{"a term that may have no value, in a formula or set that is compared"};
    }
    if (a.type == Type::boolean) {
      return fmt::format("{}({} <-> {})", no, proposition(a, true), proposition(b, true));
    }
    if (a.type == Type::set) {
      const bool integer = integers(a) && integers(b);
      const std::string x = fresh("x");
      const Term element{x, integer};
      const std::string text = fmt::format("{}(forall {} : {}, {} <-> {})", no, x, integer ? "Z" : "Q", member(a, element, true), member(b, element, true));
      used_.erase(x);
      return text;
    }
    if (a.type == Type::input) return no + equal_inputs(term(a, nullptr).text, term(b, nullptr).text);
    if (a.type != Type::number) throw NotStated{"a vector"};
    const Term x = term(a, &needed);
    const Term y = term(b, &needed);
    return with(needed, compared(x, relation, y), asserted);
  }

  bool has_needs(const Node& node) {
    bool found = node.op == Op::over_max || node.op == Op::over_min;
    if (node.op == Op::product) {
      for (std::size_t i = 0; i < node.parts.size(); ++i) found = found || (node.inverse[i] && !not_zero(*node.parts[i]));
    }
    for (const claim::NodePtr& part : node.parts) found = found || has_needs(*part);
    return found;
  }

  // ---- sets

  bool integers(const Node& set) {
    switch (set.op) {
      case Op::range: return true;
      case Op::accessor:
        if (!among(names_.sets, set.name)) throw NotStated{"the name " + set.name};
        return true;
      case Op::set: return std::all_of(set.parts.begin(), set.parts.end(), [&](const claim::NodePtr& part) { return is_integer(*part); });
      case Op::list_union: return std::all_of(set.parts.begin(), set.parts.end(), [&](const claim::NodePtr& part) { return integers(*part); });
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
      const std::string text = fmt::format("(exists {} : Z, {} /\\ ({} == inject_Z {}))", i, member(set, {i, true}, asserted), x.text, i);
      used_.erase(i);
      return text;
    }
    Needed needed;
    std::string text;
    switch (set.op) {
      case Op::range: {
        const Term low = term(*set.parts[0], &needed);
        const Term high = term(*set.parts[1], &needed);
        text = fmt::format("({} /\\ {})", compared(low, Relation::at_most, x), compared(x, Relation::at_most, high));
        break;
      }
      case Op::set:
        for (const claim::NodePtr& part : set.parts) text += (text.empty() ? "(" : " \\/ ") + compared(x, Relation::equal, term(*part, &needed));
        text = text.empty() ? "False" : text + ")";
        break;
      case Op::list_union:
        for (const claim::NodePtr& part : set.parts) text += (text.empty() ? "(" : " \\/ ") + member(*part, x, asserted);
        text += ")";
        break;
      case Op::accessor: text = call(set, &needed) + " " + x.text; break;
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

  static bool conditional(const Node& node) { return node.where && !(node.where->op == Op::truth && node.where->truth); }
  bool begins_at_0(const Binder& binder) const { return binder.domain == Binder::Domain::range && never_negative(*binder.first); }

  // The membership of a name that was just bound.
  std::string domain(const Binder& binder, const std::string& name, bool integer, bool asserted) {
    if (binder.domain == Binder::Domain::inputs) return fmt::format("{}.input P {}", names_.module, name);
    if (binder.domain == Binder::Domain::set) return member(*binder.first, {name, integer}, asserted);
    Needed needed;
    const Term low = term(*binder.first, &needed);
    const Term high = term(*binder.last, &needed);
    return with(needed, fmt::format("({} /\\ {})", compared(low, Relation::at_most, {name, true}), compared({name, true}, Relation::at_most, high)), asserted);
  }
  // "forall k : Z, (...) -> " for every binder, then what stands behind `where`.
  std::string binders(const Node& node, bool all, bool asserted, const std::string& suffix = "") {
    std::string text;
    for (const Binder& binder : node.binders) {
      if (binder.domain != Binder::Domain::inputs && binder.domain != Binder::Domain::set && binder.domain != Binder::Domain::range) throw NotStated{"a name of this domain"};
      const bool integer = binder.domain == Binder::Domain::range || (binder.domain == Binder::Domain::set && integers(*binder.first));
      const std::string name = fresh(binder.name + suffix);
      const std::string in = domain(binder, name, integer, asserted);
      bound_[binder.slot] = {name, integer, false, begins_at_0(binder)};
      text += fmt::format("{} {} : {}, {}{}", all ? "forall" : "exists", name, binder.domain == Binder::Domain::inputs ? "matrix" : integer ? "Z" : "Q", in, all ? " -> " : " /\\ ");
    }
    if (conditional(node)) text += proposition(*node.where, asserted) + (all ? " -> " : " /\\ ");
    return text;
  }
  [[nodiscard]] std::string equal_inputs(const std::string& x, const std::string& y) const { return fmt::format("{}.same P {} {}", names_.module, x, y); }
  std::string distinct(const Node& node, bool asserted) {
    const Scope scope(*this);
    Needed needed;
    std::string text = "(" + binders(node, true, !asserted);
    const Term first = term(*node.parts[0], nullptr);
    const auto before = bound_;
    text += binders(node, true, !asserted, "'");
    const Term second = term(*node.parts[0], nullptr);
    std::string same;
    for (const Binder& binder : node.binders) {
      const Bound& x = before.at(binder.slot);
      const Bound& y = bound_.at(binder.slot);
      same += same.empty() ? "" : " /\\ ";
      same += binder.domain == Binder::Domain::inputs ? equal_inputs(x.name, y.name) : compared({x.name, x.integer}, Relation::equal, {y.name, y.integer});
    }
    return text + fmt::format("~ ({}) -> ~ ({} == {}))", same, Q(first), Q(second));
  }

  // ---- numbers

  bool not_zero(const Node& node) const {
    if (node.op == Op::integer) return node.number.sign() != 0;
    if (node.op == Op::variable) return bound_.contains(node.index) && bound_.at(node.index).not_zero;
    if (node.op == Op::accessor) return is_positive_name(node.name);
    if (node.op == Op::negate || node.op == Op::power) return not_zero(*node.parts[0]);
    return node.op == Op::product && std::all_of(node.parts.begin(), node.parts.end(), [&](const claim::NodePtr& part) { return not_zero(*part); });
  }
  // An integer that is at least 0, as an exponent: then its base may be 0.
  bool never_negative(const Node& node) const {
    if (node.op == Op::integer) return true;
    if (node.op == Op::variable) return bound_.contains(node.index) && bound_.at(node.index).never_negative;
    if (node.op == Op::accessor) return node.name != "delta" && is_positive_name(node.name);
    const bool operators = (node.op == Op::sum || node.op == Op::product) && std::find(node.inverse.begin(), node.inverse.end(), true) == node.inverse.end();
    return operators && std::all_of(node.parts.begin(), node.parts.end(), [&](const claim::NodePtr& part) { return never_negative(*part); });
  }
  void require_value(const Node& divisor, const Term& value, Needed* needed) const {
    if (not_zero(divisor)) return;
    if (needed == nullptr) throw NotStated{"a quotient within a sum or a maximum, whose divisor may be 0,"};
    needed->conditions.push_back(fmt::format("~ ({} == 0)", Q(value)));
  }

  std::string call(const Node& node, Needed* needed) {
    std::string name = node.name;
    if (name.starts_with("layers(")) name = "layers_" + name.substr(7, name.size() - 8);
    std::string text = fmt::format("({}.{} P", names_.module, name);
    for (const claim::NodePtr& part : node.parts) text += " " + (part->type == Type::input ? term(*part, needed).text : Z(term(*part, needed)));
    return text + ")";
  }

  Term term(const Node& node, Needed* needed) {
    switch (node.op) {
      case Op::integer: return {node.number.str(), true};
      case Op::variable: {
        const auto it = bound_.find(node.index);
        if (it == bound_.end()) throw NotStated{"the name " + node.name};
        return {it->second.name, it->second.integer};
      }
      case Op::accessor:
        if (among(names_.integers, node.name)) return {call(node, needed), true};
        if (among(names_.rationals, node.name)) return {call(node, needed), false};
        throw NotStated{"the name " + node.name};
      case Op::negate: {
        const Term x = term(*node.parts[0], needed);
        return {"(- " + x.text + ")", x.integer};
      }
      case Op::sum:
      case Op::product: return operators(node, needed);
      case Op::power: return power(node, needed);
      case Op::floor: return {"(Qfloor " + Qp(term(*node.parts[0], needed)) + ")", true};
      case Op::abs: return {"(Qabs " + Qp(term(*node.parts[0], needed)) + ")", false};
      case Op::mod: {
        const Term a = term(*node.parts[0], needed);
        const Term b = term(*node.parts[1], needed);
        require_value(*node.parts[1], b, needed);
        return {fmt::format("(Names.modulo {} {})", Qp(a), Qp(b)), false};
      }
      case Op::choose: {
        const Term a = term(*node.parts[0], needed);
        const Term b = term(*node.parts[1], needed);
        return {fmt::format("(Names.choose {} {})", Z(a), Z(b)), true};
      }
      case Op::list_max:
      case Op::list_min: {
        Term all = term(*node.parts[0], needed);
        for (std::size_t i = 1; i < node.parts.size(); ++i) all = {fmt::format("({} {} {})", node.op == Op::list_max ? "Qmax" : "Qmin", Qp(all), Qp(term(*node.parts[i], needed))), false};
        return all;
      }
      case Op::over_max:
      case Op::over_min: return extreme(node, needed);
      case Op::over_sum:
      case Op::over_prod: return series(node);
      default: throw NotStated{"a term of this form"};
    }
  }

  Term operators(const Node& node, Needed* needed) {
    const bool sum = node.op == Op::sum;
    if (sum && node.parts.size() == 2 && node.inverse[1] && node.parts[0]->op == Op::integer && node.parts[0]->number.sign() == 0) {
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
      if (i > 0) text += sum ? (node.inverse[i] ? " - " : " + ") : (node.inverse[i] ? " / " : " * ");
      text += integer ? parts[i].text : Q(parts[i]);
    }
    return {text + ")", integer};
  }

  Term power(const Node& node, Needed* needed) {
    if (node.parts.size() != 2) throw NotStated{"a power of a power without parentheses"};
    const Term base = term(*node.parts[0], needed);
    const Term exponent = term(*node.parts[1], needed);
    const bool literal = node.parts[1]->op == Op::integer;
    if (!never_negative(*node.parts[1])) require_value(*node.parts[0], base, needed);
    if (base.integer && literal) return {fmt::format("({} ^ {})", base.text, exponent.text), true};
    return {fmt::format("({} ^ {}%Z)", Qp(base), Z(exponent)), false};
  }

  Term extreme(const Node& node, Needed* needed) {
    if (needed == nullptr || node.binders.size() != 1) throw NotStated{"a maximum within a sum or a maximum, or over more than one name,"};
    const std::string m = fresh("m");
    {
      const Scope scope(*this);
      const Binder& binder = node.binders[0];
      const bool input = binder.domain == Binder::Domain::inputs;
      if (!input && binder.domain != Binder::Domain::set && binder.domain != Binder::Domain::range) throw NotStated{"a name of this domain"};
      const bool integer = binder.domain == Binder::Domain::range || (binder.domain == Binder::Domain::set && integers(*binder.first));
      const std::string name = fresh(binder.name);
      std::string in = domain(binder, name, integer, true);
      bound_[binder.slot] = {name, integer, false, begins_at_0(binder)};
      if (conditional(node)) in += " /\\ " + proposition(*node.where, true);
      const char* type = input ? "matrix" : integer ? "Z" : "Q";
      needed->conditions.push_back(fmt::format("Names.{} (fun {} : {} => {}) (fun {} : {} => {}) {}", node.op == Op::over_max ? "greatest" : "least", name, type, in, name, type, Q(term(*node.parts[0], nullptr)), m));
    }
    used_.insert(m);
    needed->maxima.push_back(m);
    return {m, false};
  }

  Term series(const Node& node) {
    if (conditional(node)) throw NotStated{"a sum with where"};
    const Scope scope(*this);
    std::string text, closing;
    for (const Binder& binder : node.binders) {
      if (binder.domain != Binder::Domain::range) throw NotStated{"a sum over something else than a range"};
      const Term low = term(*binder.first, nullptr);
      const Term high = term(*binder.last, nullptr);
      text += fmt::format("(Names.{} {} {} (fun {} : Z => ", node.op == Op::over_sum ? "sum" : "product", Z(low), Z(high), bind(binder.slot, binder.name, true));
      bound_[binder.slot].never_negative = begins_at_0(binder);
      closing += "))";
    }
    return {text + Q(term(*node.parts[0], nullptr)) + closing, false};
  }

  const CoqNames& names_;
  std::map<std::size_t, Bound> bound_;  // by slot
  std::set<std::string> used_ = {"P"};
};

}  // namespace

std::string coq_formula(const claim::Formula& formula, const CoqNames& names, bool asserted) { return Statement(names).proposition(formula.root(), asserted); }

}  // namespace hardmax
