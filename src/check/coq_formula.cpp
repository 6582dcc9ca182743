// The printer of formulas. Numbers are integers (Z) where the text says so, else rationals (Q), or real numbers (R) in a formula that binds names of such. A term that may have no value
// counts against the claim.
#include "check/coq_formula.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace hardmax::check {
namespace {

constexpr Type N = Type::Num;
constexpr const char* taken[] = {"Z", "Q", "matrix", "True", "False", "inject_Z", "Qfloor", "Qabs", "Qmax", "Qmin", "R", "IZR", "Q2R", "Int_part", "Rabs", "Rmax", "Rmin",
                                 "Names_real", "as", "at", "cofix", "else", "end", "exists", "exists2", "fix", "for", "forall", "fun", "if", "IF", "in", "let", "match", "mod", "Prop",
                                 "return", "Set", "SProp", "then", "Type", "with"};

struct Term {
  std::string text;
  bool integer = false;
};
struct Needed {   // what a comparison has to say besides: names of maxima, and conditions
  std::vector<std::string> maxima, conditions;
};

class Printer {
 public:
  Printer(const CoqPaper& paper, bool real)
      : paper_(paper), module_(paper.module), real_(real), words_(real ? "Names_real" : "Names"), type_(real ? "R" : "Q"), same_(real ? " = " : " == ") {}

  std::string formula(const Node& f, bool asserted) {
    const auto kid = [&](std::size_t i) -> const Node& { return *f.kids[i]; };
    std::string out = "(";
    switch (f.op) {
      case Op::literal: return f.truth == Truth::yes ? "True" : "False";
      case Op::negation: return "~ " + formula(kid(0), !asserted);
      case Op::fold:
      case Op::implication:
        for (std::size_t i = 0; i < f.kids.size(); ++i) {
          const bool last = i + 1 == f.kids.size();
          out += formula(kid(i), f.op == Op::fold || last ? asserted : !asserted) + (last ? ")" : f.op == Op::implication ? " -> " : f.text[0] == '&' ? " /\\ " : " \\/ ");
        }
        return out;
      case Op::comparison:
        for (std::size_t i = 0; i < f.text.size(); ++i) out += (i == 0 ? "" : " /\\ ") + comparison(kid(i), f.text[i], kid(i + 1), asserted);
        return f.text.size() == 1 ? out.substr(1) : out + ")";
      case Op::let: {
        Needed needed;
        const Term value = term(kid(0), &needed);
        const bool nonzero = not_zero(kid(0));
        const Scope scope(*this);
        const std::string name = bind(f.slot, f.text, value.integer);
        bound_[f.slot].not_zero = nonzero;
        return with(needed, "(let " + name + (value.integer ? " : Z := " + value.text + "%Z in " : " : " + type_ + " := " + value.text + " in ") + formula(kid(1), asserted) + ")", asserted);
      }
      case Op::over: {
        const Scope scope(*this);
        const bool all = f.text[0] == '&';
        out += binders(f, all, all != asserted, "");
        return out + formula(*f.kids.back(), asserted) + ")";
      }
      case Op::distinct: {
        const Scope scope(*this);
        out += binders(f, true, !asserted, "");
        Needed needed;
        const Term first = term(*f.kids.back(), &needed);
        const auto before = bound_;
        out += binders(f, true, !asserted, "'");
        const Term second = term(*f.kids.back(), &needed);
        std::string same;
        for (std::size_t i = 0; i + 2 < f.kids.size(); ++i) {
          const Bound &x = before.at(f.slot + i), &y = bound_.at(f.slot + i);
          same += (i == 0 ? "" : " /\\ ") + (kid(i).op == Op::inputs ? module_ + ".same P " + x.name + " " + y.name : compared({x.name, x.integer}, '=', {y.name, y.integer}));
        }
        return out + "~ (" + same + ") -> " + with(needed, "~ (" + q(first) + same_ + q(second) + ")", asserted) + ")";
      }
      default: not_stated("a formula of this form");
    }
  }

 private:
  // --- the words for numbers that are not integers
  std::string word(const char* rational, const char* real) const { return real_ ? real : rational; }
  std::string q(const Term& t) const { return !t.integer || t.text.find_first_not_of("0123456789") == std::string::npos ? t.text : word("inject_Z ", "IZR ") + t.text; }
  std::string q_argument(const Term& t) const { return q(t) == t.text ? t.text : "(" + q(t) + ")"; }
  std::string z(const Term& t) const { return t.integer ? t.text : "(" + words_ + ".whole " + t.text + ")"; }
  std::string with(const Needed& needed, const std::string& body, bool asserted) const {
    std::string out;
    for (const std::string& name : needed.maxima) out += (asserted ? "exists " : "forall ") + name + " : " + type_ + ", ";
    for (const std::string& condition : needed.conditions) out += condition + (asserted ? " /\\ " : " -> ");
    return out.empty() ? body : "(" + out + body + ")";
  }
  std::string compared(const Term& x, char relation, const Term& y) const {
    const bool turned = relation == '>' || relation == 'g', whole = x.integer && y.integer;
    const Term &a = turned ? y : x, &b = turned ? x : y;
    const std::string sign = relation == '<' || relation == '>' ? " < " : relation == 'l' || relation == 'g' ? " <= " : whole ? " = " : same_;
    return std::string(relation == '!' ? "~ " : "") + "(" + (whole ? a.text + sign + b.text + ")%Z" : q(a) + sign + q(b) + ")");
  }

  struct Bound {
    std::string name;
    bool integer = false, not_zero = false, never_negative = false;
  };
  struct Scope {   // names bound within are free again behind it
    explicit Scope(Printer& p) : of(p), bound(p.bound_), used(p.used_) {}
    Scope(const Scope&) = delete;
    ~Scope() { of.bound_ = std::move(bound), of.used_ = std::move(used); }
    Printer& of;
    std::map<std::size_t, Bound> bound;
    std::set<std::string> used;
  };
  std::string fresh(std::string name) {
    while (used_.count(name) != 0 || std::find(std::begin(taken), std::end(taken), name) != std::end(taken)) name += '_';
    return *used_.insert(name).first;
  }
  std::string bind(std::size_t slot, const std::string& name, bool integer) {
    const std::string chosen = fresh(name);
    bound_[slot] = {chosen, integer};
    return chosen;
  }

  std::string comparison(const Node& a, char relation, const Node& b, bool asserted) {
    Needed needed;
    if (relation == 'i') {
      const Term left = term(a, &needed);
      return with(needed, member(b, left, asserted), asserted);
    }
    const std::string no = relation == '!' ? "~ " : "";
    if (a.type == Type::Bool || a.type == Type::Set)
      if (has_needs(a) || has_needs(b)) not_stated("a term that may have no value, in a formula or set that is compared");
    if (a.type == Type::Bool) return no + "(" + formula(a, true) + " <-> " + formula(b, true) + ")";
    if (a.type == Type::Set) {
      const bool integer = integers(a) && integers(b);
      const std::string x = fresh("x"), left = member(a, {x, integer}, true);
      const std::string out = no + "(forall " + x + (integer ? " : Z, " : " : " + type_ + ", ") + left + " <-> " + member(b, {x, integer}, true) + ")";
      used_.erase(x);
      return out;
    }
    if (a.type == Type::Input) {
      const std::string left = term(a, nullptr).text;
      return no + module_ + ".same P " + left + " " + term(b, nullptr).text;
    }
    if (a.type != N) not_stated("a vector");
    const Term x = term(a, &needed), y = term(b, &needed);
    return with(needed, compared(x, relation, y), asserted);
  }
  bool has_needs(const Node& f) const {
    bool found = f.op == Op::over && (f.text[0] == 'M' || f.text[0] == 'm' || (f.text[0] == '+' && conditional(f)));
    if (f.op == Op::fold)
      for (std::size_t i = 1; i < f.kids.size(); ++i) found = found || (f.text[i - 1] == '/' && !not_zero(*f.kids[i]));
    for (const NodePtr& kid : f.kids) found = found || has_needs(*kid);
    return found;
  }

  // --- sets
  bool integers(const Node& set) {
    const auto all = [&](const auto& holds) { return std::all_of(set.kids.begin(), set.kids.end(), [&](const NodePtr& kid) { return holds(*kid); }); };
    if (set.op == Op::range_set || set.op == Op::call) return set.op == Op::range_set || set.name != qbreaks_name;
    if (set.op == Op::listed_set && (set.kids.empty() || set.kids[0]->type == N)) {
      return all([&](const Node& kid) {
        Needed ignored;
        const Scope scope(*this);
        return term(kid, &ignored).integer;
      });
    }
    if (set.op == Op::listed_set) return all([&](const Node& kid) { return integers(kid); });
    if (set.op != Op::over) not_stated("a set of this form");
    const Scope scope(*this);
    binders(set, false, true, "");
    return integers(*set.kids.back());
  }
  std::string member(const Node& set, const Term& x, bool asserted) {
    if (integers(set) && !x.integer) {
      const std::string i = fresh("i"), out = "(exists " + i + " : Z, " + member(set, {i, true}, asserted) + " /\\ " + compared(x, '=', {i, true}) + ")";
      used_.erase(i);
      return out;
    }
    Needed needed;
    std::string out = "(";
    if (set.op == Op::range_set) {
      const Term low = term(*set.kids[0], &needed), high = term(*set.kids[1], &needed);
      out += compared(low, 'l', x) + " /\\ " + compared(x, 'l', high) + ")";
    } else if (set.op == Op::listed_set) {
      for (const NodePtr& kid : set.kids) out += (out.size() == 1 ? "" : " \\/ ") + (kid->type == N ? compared(x, '=', term(*kid, &needed)) : member(*kid, x, asserted));
      out = set.kids.empty() ? "False" : out + ")";
    } else if (set.op == Op::call) {
      out = call(set, &needed) + " " + x.text;
    } else {
      const Scope scope(*this);
      out += binders(set, false, asserted, "");
      out += member(*set.kids.back(), x, asserted) + ")";
    }
    return with(needed, out, asserted);
  }

  // --- binders: kids but the last two, which are what stands behind `where`, or true, and the body
  static bool conditional(const Node& f) { return f.kids[f.kids.size() - 2]->op != Op::literal || f.kids[f.kids.size() - 2]->truth != Truth::yes; }
  std::string domain(const Node& binder, const std::string& name, bool integer, bool asserted) {
    if (binder.op == Op::inputs) return module_ + ".input P " + name;
    if (binder.op == Op::members) return member(*binder.kids[0], {name, integer}, asserted);
    Needed needed;
    const Term low = term(*binder.kids[0], &needed), high = term(*binder.kids[1], &needed);
    return with(needed, "(" + compared(low, 'l', {name, true}) + " /\\ " + compared({name, true}, 'l', high) + ")", asserted);
  }
  struct Entered {
    std::string name, type, in;
  };
  Entered enter(const Node& f, std::size_t i, bool asserted, const std::string& suffix) {
    const Node& binder = *f.kids[i];
    if (binder.op == Op::subsets) not_stated("a name of this domain");
    const bool vector = binder.op == Op::reals && !binder.kids.empty();
    const bool integer = binder.op == Op::range || (binder.op == Op::members && integers(*binder.kids[0]));
    const std::string name = fresh(binder.text + suffix), in = binder.op == Op::reals ? among_reals(binder, name, asserted) : domain(binder, name, integer, asserted);
    bound_[f.slot + i] = {name, integer, false, binder.op == Op::range && never_negative(*binder.kids[0])};
    return {name, binder.op == Op::inputs ? "matrix" : integer ? "Z" : (vector ? "Z -> " : "") + type_, in};
  }
  // What is asked of a real name (nothing, if it may have any sign), or of each component of a vector of such.
  std::string among_reals(const Node& binder, const std::string& name, bool asserted) {
    if (binder.name == 2) return "";
    const char relation = binder.name == 1 ? '<' : 'l';
    if (binder.kids.empty()) return compared({"0", true}, relation, {name});
    Needed needed;
    const Term length = term(*binder.kids[0], &needed);
    const std::string i = fresh("i"), component = "(" + name + " " + i + ")";
    const std::string range = compared({"1", true}, 'l', {i, true}) + " /\\ " + compared({i, true}, 'l', length);
    const std::string out = "(forall " + i + " : Z, (" + range + ") -> " + compared({"0", true}, relation, {component}) + ")";
    used_.erase(i);
    return with(needed, out, asserted);
  }
  std::string binders(const Node& f, bool all, bool asserted, const std::string& suffix) {
    std::string out;
    const char* then = all ? " -> " : " /\\ ";
    for (std::size_t i = 0; i + 2 < f.kids.size(); ++i) {
      const Entered it = enter(f, i, asserted, suffix);
      out += (all ? "forall " : "exists ") + it.name + " : " + it.type + ", " + (it.in.empty() ? "" : it.in + then);
    }
    return conditional(f) ? out + formula(*f.kids[f.kids.size() - 2], asserted) + then : out;
  }

  // --- numbers
  bool not_zero(const Node& f) const {
    if (f.op == Op::literal) return f.number.sign() != 0;
    if (f.op == Op::variable) return bound_.count(f.slot) != 0 && bound_.at(f.slot).not_zero;
    if (f.op == Op::call) return f.name < integer_names || f.name == delta_name;
    if (f.op == Op::power) return not_zero(*f.kids[0]);
    if (negated(f)) return not_zero(*f.kids[1]);
    return f.op == Op::fold && f.text.find_first_not_of("*/") == std::string::npos && std::all_of(f.kids.begin(), f.kids.end(), [&](const NodePtr& kid) { return not_zero(*kid); });
  }
  bool never_negative(const Node& f) const {
    if (f.op == Op::literal) return true;
    if (f.op == Op::variable) return bound_.count(f.slot) != 0 && bound_.at(f.slot).never_negative;
    if (f.op == Op::call) return f.name < integer_names;
    const bool operators = f.op == Op::fold && (f.text.find_first_not_of('+') == std::string::npos || f.text.find_first_not_of('*') == std::string::npos);
    return operators && std::all_of(f.kids.begin(), f.kids.end(), [&](const NodePtr& kid) { return never_negative(*kid); });
  }
  static bool negated(const Node& f) { return f.op == Op::fold && f.text == "-" && f.kids[0]->op == Op::literal && f.kids[0]->number.sign() == 0; }
  void require_value(const Node& divisor, const Term& value, Needed* needed) const {
    if (not_zero(divisor)) return;
    if (needed == nullptr) not_stated("a quotient within a sum or a maximum, whose divisor may be 0,");
    needed->conditions.push_back("~ (" + q(value) + same_ + "0)");
  }
  std::string call(const Node& f, Needed* needed) {
    const auto known = std::find_if(paper_.vocabulary.names.begin(), paper_.vocabulary.names.end(), [&](const Known& it) { return it.name == f.name; });
    std::string out = "(" + module_ + "." + known->text;
    if (known->arguments[0] == 'W') return out + "_" + paper_.vocabulary.words[static_cast<std::size_t>(std::stoi(f.kids[0]->number.text()))] + " P)";
    out += " P";
    for (const NodePtr& kid : f.kids) {
      const bool rational = kid == f.kids.back() && (f.name == qmap_name || f.name == qstep_name);
      out += " " + (kid->type == Type::Input ? term(*kid, needed).text : rational ? q_argument(term(*kid, needed)) : z(term(*kid, needed)));
    }
    return out + ")";
  }
  Term term(const Node& f, Needed* needed) {
    const auto kid = [&](std::size_t i) { return term(*f.kids[i], needed); };
    switch (f.op) {
      case Op::literal: return {f.number.text(), true};
      case Op::variable:
        if (bound_.count(f.slot) == 0) not_stated("a name");
        return {bound_.at(f.slot).name, bound_.at(f.slot).integer};
      case Op::call:
        if (f.type != N) not_stated("a set as a number");
        return {f.name < delta_name || !real_ ? call(f, needed) : "(Q2R " + call(f, needed) + ")", f.name < delta_name};
      case Op::component: return {"(" + bound_.at(f.slot).name + " " + z(kid(0)) + "%Z)", false};
      case Op::function: {
        if (f.name == floor_of) return {"(" + word("Qfloor ", "Int_part ") + q_argument(kid(0)) + ")", true};
        if (f.name == abs_of) return {"(" + word("Qabs ", "Rabs ") + q_argument(kid(0)) + ")", false};
        if (f.name != mod_of && f.name != choose_of) not_stated("a term of this form");
        const Term a = kid(0), b = kid(1);
        if (f.name == choose_of) return {"(Names.choose " + z(a) + " " + z(b) + ")", true};
        require_value(*f.kids[1], b, needed);
        return {"(" + words_ + ".modulo " + q_argument(a) + " " + q_argument(b) + ")", false};
      }
      case Op::fold: return fold(f, needed);
      case Op::power: {
        if (f.kids.size() != 2) not_stated("a power of a power without parentheses");
        const Term base = kid(0), exponent = kid(1);
        if (!never_negative(*f.kids[1])) require_value(*f.kids[0], base, needed);
        if (base.integer && f.kids[1]->op == Op::literal) return {"(" + base.text + " ^ " + exponent.text + ")", true};
        return {"(" + word("", "Names_real.power ") + q_argument(base) + word(" ^ ", " ") + z(exponent) + "%Z)", false};
      }
      case Op::over: return f.text[0] == 'M' || f.text[0] == 'm' ? extreme(f, needed) : series(f, needed);
      default: not_stated("a term of this form");
    }
  }
  Term fold(const Node& f, Needed* needed) {
    if (f.text[0] == 'M' || f.text[0] == 'm') {
      Term all = term(*f.kids[0], needed);
      const std::string larger = f.text[0] == 'M' ? word("(Qmax ", "(Rmax ") : word("(Qmin ", "(Rmin ");
      for (std::size_t i = 1; i < f.kids.size(); ++i) all = {larger + q_argument(all) + " " + q_argument(term(*f.kids[i], needed)) + ")", false};
      return all;
    }
    if (negated(f)) {
      const Term x = term(*f.kids[1], needed);
      return {"(- " + x.text + ")", x.integer};
    }
    std::vector<Term> parts;
    bool integer = true;
    for (std::size_t i = 0; i < f.kids.size(); ++i) {
      parts.push_back(term(*f.kids[i], needed));
      const bool divides = i > 0 && f.text[i - 1] == '/';
      integer = integer && parts.back().integer && !divides;
      if (divides) require_value(*f.kids[i], parts.back(), needed);
    }
    std::string out = "(";
    for (std::size_t i = 0; i < parts.size(); ++i) out += (i == 0 ? "" : std::string(" ") + f.text[i - 1] + " ") + (integer ? parts[i].text : q(parts[i]));
    return {out + ")", integer};
  }
  Term extreme(const Node& f, Needed* needed) {
    if (needed == nullptr || f.kids.size() != 3) not_stated("a maximum within a sum or a maximum, or over more than one name,");
    const std::string m = fresh("m");
    {
      const Scope scope(*this);
      const Entered it = enter(f, 0, true, "");
      const std::string in = it.in + (conditional(f) ? " /\\ " + formula(*f.kids[1], true) : ""), fun = " (fun " + it.name + " : " + it.type + " => ";
      needed->conditions.push_back(words_ + (f.text[0] == 'M' ? ".greatest" : ".least") + fun + in + ")" + fun + q(term(*f.kids[2], nullptr)) + ") " + m);
    }
    used_.insert(m);
    needed->maxima.push_back(m);
    return {m, false};
  }
  // The ends of the range of a sum; a set with one member, an integer, is one too.
  std::array<Term, 2> ends(const Node& binder, Needed* needed) {
    const bool one = binder.op == Op::members && binder.kids[0]->op == Op::listed_set && binder.kids[0]->kids.size() == 1 && integers(*binder.kids[0]);
    if (binder.op != Op::range && !one) not_stated("a sum over something else than a range");
    const Term low = term(one ? *binder.kids[0]->kids[0] : *binder.kids[0], needed);
    return {low, one ? low : term(*binder.kids[1], needed)};
  }
  Term series(const Node& f, Needed* needed) {
    const bool sum = f.text[0] == '+';
    std::string out, closing;
    if (conditional(f)) {   // the sum over the members of a range of which something is so: a number that is one, like a maximum
      if (needed == nullptr || !sum || f.kids.size() != 3 || has_needs(*f.kids[1])) not_stated("a sum with where within a sum or a maximum, or over more than one name,");
      const std::string m = fresh("m");
      {
        const std::array<Term, 2> range = ends(*f.kids[0], needed);
        const Scope scope(*this);
        const std::string fun = " (fun " + bind(f.slot, f.kids[0]->text, true) + " : Z => ";
        bound_[f.slot].never_negative = f.kids[0]->op == Op::range && never_negative(*f.kids[0]->kids[0]);
        out = words_ + ".sum_where " + z(range[0]) + " " + z(range[1]) + fun + formula(*f.kids[1], true) + ")" + fun;
        needed->conditions.push_back(out + q(term(*f.kids[2], nullptr)) + ") " + m);
      }
      used_.insert(m);
      needed->maxima.push_back(m);
      return {m, false};
    }
    const Scope scope(*this);
    for (std::size_t i = 0; i + 2 < f.kids.size(); ++i, closing += "))") {
      const Node& binder = *f.kids[i];
      const std::array<Term, 2> range = ends(binder, nullptr);
      out += "(" + words_ + (sum ? ".sum " : ".product ") + z(range[0]) + " " + z(range[1]) + " (fun " + bind(f.slot + i, binder.text, true) + " : Z => ";
      bound_[f.slot + i].never_negative = binder.op == Op::range && never_negative(*binder.kids[0]);
    }
    return {out + q(term(*f.kids.back(), nullptr)) + closing, false};
  }

  const CoqPaper& paper_;
  const std::string module_;
  const bool real_;
  const std::string words_, type_, same_;
  std::map<std::size_t, Bound> bound_;   // by place
  std::set<std::string> used_ = {"P"};
};

}  // namespace

std::string coq_formula(const Formula& formula, const CoqPaper& paper, bool asserted) {
  const std::string out = Printer(paper, formula.over_reals).formula(*formula.root, asserted);
  return formula.over_reals ? "(" + out + ")%R" : out;
}

}  // namespace hardmax::check
