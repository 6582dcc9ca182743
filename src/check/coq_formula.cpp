// The printer of formulas: propositions, sets and binders.
#include "check/coq_formula.hpp"

#include <algorithm>
#include <utility>

#include "check/coq_printer.hpp"

namespace hardmax::check {
namespace {

constexpr Type N = Type::Num;
constexpr const char* taken[] = {
    "Z",      "Q",   "matrix", "True", "False",    "inject_Z", "Qfloor",  "Qabs", "Qmax",
    "Qmin",   "R",   "IZR",    "Q2R",  "Int_part", "Rabs",     "Rmax",    "Rmin", "Names_real",
    "as",     "at",  "cofix",  "else", "end",      "exists",   "exists2", "fix",  "for",
    "forall", "fun", "if",     "IF",   "in",       "let",      "match",   "mod",  "Prop",
    "return", "Set", "SProp",  "then", "Type",     "with"};

}  // namespace

CoqPrinter::CoqPrinter(const CoqPaper& paper, bool real, const std::string& hypotheses, bool open)
    : paper_(paper),
      module_(paper.module),
      real_(real),
      words_(real ? "Names_real" : "Names"),
      type_(real ? "R" : "Q"),
      same_(real ? " = " : " == "),
      facts_(paper, hypotheses),
      open_(open) {}

// NOLINTNEXTLINE(readability-function-size): a case an operator
std::string CoqPrinter::formula(const Node& f, bool asserted) {
  const auto kid = [&](std::size_t i) -> const Node& { return *f.kids[i]; };
  std::string out = "(";
  switch (f.op) {
    case Op::literal: return f.truth == Truth::yes ? "True" : "False";
    case Op::negation: {
      const Closed closed(*this);
      return "~ " + formula(kid(0), !asserted);
    }
    case Op::fold:
    case Op::implication: {  // a part is asked for if those before it do not settle the matter
      const Known here(*this);
      const bool all = f.op == Op::fold && f.text[0] == '&', implies = f.op == Op::implication;
      for (std::size_t i = 0; i < f.kids.size(); ++i) {
        const bool last = i + 1 == f.kids.size();
        const Closed closed(*this, !all && !last);
        out += formula(kid(i), !implies || last ? asserted : !asserted) + (last      ? ")"
                                                                           : implies ? " -> "
                                                                           : all     ? " /\\ "
                                                                                     : " \\/ ");
        if ((all || implies) && !last) assume(kid(i), false);
      }
      return out;
    }
    case Op::comparison:
      for (std::size_t i = 0; i < f.text.size(); ++i)
        out += (i == 0 ? "" : " /\\ ") + comparison(kid(i), f.text[i], kid(i + 1), asserted);
      return f.text.size() == 1 ? out.substr(1) : out + ")";
    case Op::let: {
      Needed needed;
      const CoqTerm value = term(kid(0), &needed);
      const bool nonzero = not_zero(kid(0));
      const Scope scope(*this);
      const std::string name = bind(f.slot, f.text, value.integer);
      bound_[f.slot].not_zero = nonzero;
      bound_[f.slot].sum = value.sum;
      return with(needed,
                  "(let " + name +
                      (value.integer ? " : Z := " + value.text + "%Z in "
                                     : " : " + type_ + " := " + value.text + " in ") +
                      formula(kid(1), asserted) + ")",
                  asserted);
    }
    case Op::over: {
      const Scope scope(*this);
      const bool all = f.text[0] == '&';
      const Closed closed(*this, !all);  // instances before the first that holds are asked for too
      out += binders(f, all, all != asserted, "");
      return out + formula(*f.kids.back(), asserted) + ")";
    }
    case Op::distinct: {
      const Scope scope(*this);
      const Closed closed(*this);  // of a single instance nothing is printed
      out += binders(f, true, !asserted, "");
      Needed needed;
      const CoqTerm first = term(*f.kids.back(), &needed);
      const auto before = bound_;
      out += binders(f, true, !asserted, "'");
      const CoqTerm second = term(*f.kids.back(), &needed);
      std::string same;
      for (std::size_t i = 0; i + 2 < f.kids.size(); ++i) {
        const Bound &x = before.at(f.slot + i), &y = bound_.at(f.slot + i);
        same += (i == 0 ? "" : " /\\ ") +
                (kid(i).op == Op::inputs ? module_ + ".same P " + x.name + " " + y.name
                                         : compared({x.name, x.integer}, '=', {y.name, y.integer}));
      }
      return out + "~ (" + same + ") -> " +
             with(needed, "~ (" + q(first) + same_ + q(second) + ")", asserted) + ")";
    }
    default: not_stated("a formula of this form");
  }
}

// --- the words for numbers that are not integers

std::string CoqPrinter::q(const CoqTerm& t) const {
  return !t.integer || t.text.find_first_not_of("0123456789") == std::string::npos
             ? t.text
             : word("inject_Z ", "IZR ") + t.text;
}

std::string CoqPrinter::with(const Needed& needed, const std::string& body, bool asserted) const {
  std::string out;
  for (const std::string& name : needed.maxima)
    out += (asserted ? "exists " : "forall ") + name + " : " + type_ + ", ";
  for (const std::string& condition : needed.conditions)
    out += condition + (asserted ? " /\\ " : " -> ");
  return out.empty() ? body : "(" + out + body + ")";
}

std::string CoqPrinter::compared(const CoqTerm& x, char relation, const CoqTerm& y) const {
  const bool turned = relation == '>' || relation == 'g', whole = x.integer && y.integer;
  const CoqTerm &a = turned ? y : x, &b = turned ? x : y;
  const std::string sign = relation == '<' || relation == '>'   ? " < "
                           : relation == 'l' || relation == 'g' ? " <= "
                           : whole                              ? " = "
                                                                : same_;
  return std::string(relation == '!' ? "~ " : "") + "(" +
         (whole ? a.text + sign + b.text + ")%Z" : q(a) + sign + q(b) + ")");
}

std::string CoqPrinter::fresh(std::string name) {
  while (used_.count(name) != 0 ||
         std::find(std::begin(taken), std::end(taken), name) != std::end(taken))
    name += '_';
  return *used_.insert(name).first;
}

std::string CoqPrinter::bind(std::size_t slot, const std::string& name, bool integer) {
  std::string chosen = fresh(name);
  bound_[slot] = {chosen, integer, false, false, facts_.atom("name " + chosen, integer)};
  return chosen;
}

// Of a maximum, or a sum with `where`. What is known of it may outlive a term that is only looked
// at, whose names are free again: there it has a name that no other number ever has.
std::string CoqPrinter::fresh_maximum() {
  return looking_ ? "maximum " + std::to_string(++looked_) : fresh("m");
}

// --- comparisons, and what is known of them

std::string CoqPrinter::comparison(const Node& a, char relation, const Node& b, bool asserted) {
  Needed needed;
  if (relation == 'i') {
    const CoqTerm left = term(a, &needed);
    return with(needed, member(b, left, asserted), asserted);
  }
  const std::string no = relation == '!' ? "~ " : "";
  const Closed closed(*this, a.type != N);
  if (a.type == Type::Bool || a.type == Type::Set)
    if (has_needs(a) || has_needs(b))
      not_stated("a term that may have no value, in a formula or set that is compared");
  if (a.type == Type::Bool) return no + "(" + formula(a, true) + " <-> " + formula(b, true) + ")";
  if (a.type == Type::Set) {
    const bool integer = integers(a) && integers(b);
    const std::string x = fresh("x"), left = member(a, {x, integer}, true);
    std::string out = no + "(forall " + x + (integer ? " : Z, " : " : " + type_ + ", ") + left +
                      " <-> " + member(b, {x, integer}, true) + ")";
    used_.erase(x);
    return out;
  }
  if (a.type == Type::Input) {
    const std::string left = term(a, nullptr).text;
    return no + module_ + ".same P " + left + " " + term(b, nullptr).text;
  }
  if (a.type != N) not_stated("a vector");
  const CoqTerm x = term(a, &needed), y = term(b, &needed);
  return with(needed, compared(x, relation, y), asserted);
}

void CoqPrinter::know(const CoqSum& sum, bool above, bool can_be) {
  const bool whole = facts_.whole(sum);
  if (!facts_.add(whole && above ? plus(sum, coq_sum(Num(-1))) : sum, above && !whole) && can_be)
    not_stated("a range or a condition that no number or run fulfils");
}

CoqTerm CoqPrinter::value_of(const Node& f) {
  const std::set<std::string> used = used_;
  const bool before = std::exchange(looking_, true);
  Needed ignored;
  CoqTerm out = term(f, &ignored);
  looking_ = before;
  used_ = used;
  return out;
}

void CoqPrinter::assume(const Node& f, bool can_be) {
  if (f.op == Op::fold && f.text[0] == '&')
    for (const NodePtr& kid : f.kids) assume(*kid, can_be);
  if (f.op != Op::comparison) return;
  for (std::size_t i = 0; i < f.text.size(); ++i) {
    const char relation = f.text[i];
    if (f.kids[i]->type != N) return;
    const CoqTerm a = value_of(*f.kids[i]);
    if (relation == 'i') return know_member(a, *f.kids[i + 1], can_be);
    const CoqTerm b = value_of(*f.kids[i + 1]);
    const CoqSum up = plus(b.sum, a.sum, Num(-1)), down = plus(a.sum, b.sum, Num(-1));
    if (relation == '<' || relation == 'l' || relation == '=') know(up, relation == '<', can_be);
    if (relation == '>' || relation == 'g' || relation == '=') know(down, relation == '>', can_be);
  }
}

void CoqPrinter::know_member(const CoqTerm& x, const Node& set, bool can_be) {
  CoqSum low, high;
  if (set.op == Op::range_set || set.op == Op::range)
    low = value_of(*set.kids[0]).sum, high = value_of(*set.kids[1]).sum;
  else if (set.op == Op::call && (paper_.network == MadeFor::pattern && integers(set)))
    low = coq_sum(Num(1)), high = coq_sum("n");  // A(l, k) and S(t, k)
  else if (set.op == Op::listed_set && set.kids.size() == 1 && set.kids[0]->type == N)
    low = high = value_of(*set.kids[0]).sum;
  else
    return;
  if (facts_.whole(x.sum)) know_between(x.sum, low, high, can_be);
}

// Whole numbers low <= x <= high. What that says of x beside numbers, n, d and D is said too:
// arguments are the shorter for it.
void CoqPrinter::know_between(const CoqSum& x, const CoqSum& low, const CoqSum& high, bool can_be) {
  const auto less = [](const CoqSum& a, const CoqSum& b) { return plus(a, b, Num(-1)); };
  const bool is_atom = x.size() == 1 && x.begin()->first.size() == 1 && x.begin()->second == Num(1);
  if (is_atom && facts_.shows(low, true))
    facts_.above_0(x.begin()->first[0]);
  else if (is_atom && facts_.shows(low, false))
    facts_.at_least_0(x.begin()->first[0]);
  for (const int least : {2, 1, 0})
    if (facts_.shows(less(low, coq_sum(Num(least))), false)) {
      know(less(x, coq_sum(Num(least))), false, can_be);
      break;
    }
  for (const char* most : {"n", "d", "D"})
    if (facts_.shows(less(coq_sum(std::string(most)), high), false))
      know(less(coq_sum(std::string(most)), x), false, can_be);
  know(less(x, low), false, can_be);
  know(less(high, x), false, can_be);
}

void CoqPrinter::require_whole(const CoqTerm& t, const char* what) const {
  if (!facts_.whole(t.sum)) not_stated(std::string(what) + " that is not certainly a whole number");
}

bool CoqPrinter::has_needs(const Node& f) const {
  bool found = f.op == Op::over &&
               (f.text[0] == 'M' || f.text[0] == 'm' || (f.text[0] == '+' && conditional(f)));
  if (f.op == Op::fold)
    for (std::size_t i = 1; i < f.kids.size(); ++i)
      found = found || (f.text[i - 1] == '/' && !not_zero(*f.kids[i]));
  for (const NodePtr& kid : f.kids) found = found || has_needs(*kid);
  return found;
}

// --- sets

bool CoqPrinter::integers(const Node& set) {
  const auto all = [&](const auto& holds) {
    return std::all_of(set.kids.begin(), set.kids.end(),
                       [&](const NodePtr& kid) { return holds(*kid); });
  };
  if (set.op == Op::range_set || set.op == Op::call)
    return set.op == Op::range_set || set.name != qbreaks_name;
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

std::string CoqPrinter::member(const Node& set, const CoqTerm& x, bool asserted) {
  const Closed closed(*this);  // of every member, whichever x is
  if (integers(set) && !x.integer) {
    std::string i = fresh("i"), out = "(exists " + i + " : Z, " + member(set, {i, true}, asserted) +
                                      " /\\ " + compared(x, '=', {i, true}) + ")";
    used_.erase(i);
    return out;
  }
  Needed needed;
  std::string out = "(";
  if (set.op == Op::range_set) {
    const CoqTerm low = term(*set.kids[0], &needed), high = term(*set.kids[1], &needed);
    require_whole(low, "an end of a range"), require_whole(high, "an end of a range");
    out += compared(low, 'l', x) + " /\\ " + compared(x, 'l', high) + ")";
  } else if (set.op == Op::listed_set) {
    for (const NodePtr& kid : set.kids)
      out += (out.size() == 1 ? "" : " \\/ ") +
             (kid->type == N ? compared(x, '=', term(*kid, &needed)) : member(*kid, x, asserted));
    out = set.kids.empty() ? "False" : out + ")";
  } else if (set.op == Op::call) {
    out = call(set, &needed).text + " " + x.text;
  } else {
    const Scope scope(*this);
    out += binders(set, false, asserted, "");
    out += member(*set.kids.back(), x, asserted) + ")";
  }
  return with(needed, out, asserted);
}

// --- binders: kids but the last two, which are what stands behind `where`, or true, and the body

std::string CoqPrinter::domain(const Node& binder, const std::string& name, bool integer,
                               bool asserted) {
  if (binder.op == Op::inputs) return module_ + ".input P " + name;
  if (binder.op == Op::members) return member(*binder.kids[0], {name, integer}, asserted);
  Needed needed;
  const CoqTerm low = term(*binder.kids[0], &needed), high = term(*binder.kids[1], &needed);
  require_whole(low, "an end of a range"), require_whole(high, "an end of a range");
  return with(
      needed,
      "(" + compared(low, 'l', {name, true}) + " /\\ " + compared({name, true}, 'l', high) + ")",
      asserted);
}

CoqPrinter::Entered CoqPrinter::enter(const Node& f, std::size_t i, bool asserted,
                                      const std::string& suffix) {
  const Node& binder = *f.kids[i];
  if (binder.op == Op::subsets) not_stated("a name of this domain");
  const Closed closed(*this);
  const bool vector = binder.op == Op::reals && !binder.kids.empty();
  const bool integer =
      binder.op == Op::range || (binder.op == Op::members && integers(*binder.kids[0]));
  const std::string name = fresh(binder.text + suffix),
                    in = binder.op == Op::reals ? among_reals(binder, name, asserted)
                                                : domain(binder, name, integer, asserted);
  Bound& bound = bound_[f.slot + i] = {name, integer, false,
                                       binder.op == Op::range && never_negative(*binder.kids[0]),
                                       facts_.atom("name " + name, integer)};
  const CoqTerm x = {name, integer, bound.sum};
  if (binder.op == Op::reals) {
    bound.sign = binder.name;
    if (vector)
      bound.length = value_of(*binder.kids[0]).sum;
    else if (bound.sign == 0)
      facts_.at_least_0("name " + name);
    else if (bound.sign == 1)
      facts_.above_0("name " + name);
  }
  if (binder.op == Op::range) know_member(x, binder, true);
  if (binder.op == Op::members) know_member(x, *binder.kids[0], true);
  return {name,
          binder.op == Op::inputs ? "matrix"
          : integer               ? "Z"
                                  : (vector ? "Z -> " : "") + type_,
          in};
}

// What is asked of a real name (nothing, if it may have any sign), or of each component of a vector
// of such.
std::string CoqPrinter::among_reals(const Node& binder, const std::string& name, bool asserted) {
  Needed needed;
  const CoqTerm length = binder.kids.empty() ? CoqTerm{} : term(*binder.kids[0], &needed);
  if (!binder.kids.empty()) {
    require_whole(length, "the length of a vector");
    if (!facts_.shows(length.sum, false)) not_stated("the length of a vector that may be below 0");
  }
  if (binder.name == 2) return "";
  const char relation = binder.name == 1 ? '<' : 'l';
  if (binder.kids.empty()) return compared({"0", true}, relation, {name});
  const std::string i = fresh("i"), component = "(" + name + " " + i + ")";
  const std::string range =
      compared({"1", true}, 'l', {i, true}) + " /\\ " + compared({i, true}, 'l', length);
  const std::string out = "(forall " + i + " : Z, (" + range + ") -> " +
                          compared({"0", true}, relation, {component}) + ")";
  used_.erase(i);
  return with(needed, out, asserted);
}

std::string CoqPrinter::binders(const Node& f, bool all, bool asserted, const std::string& suffix) {
  std::string out;
  const char* then = all ? " -> " : " /\\ ";
  for (std::size_t i = 0; i + 2 < f.kids.size(); ++i) {
    const Entered it = enter(f, i, asserted, suffix);
    out += (all ? "forall " : "exists ") + it.name + " : " + it.type + ", " +
           (it.in.empty() ? "" : it.in + then);
  }
  if (!conditional(f)) return out;
  const Node& condition = *f.kids[f.kids.size() - 2];
  const Closed closed(*this);
  out += formula(condition, asserted) + then;
  assume(condition, true);
  return out;
}

std::string coq_formula(const Formula& formula, const CoqPaper& paper, bool asserted,
                        const std::string& hypotheses, bool open, const Formula* domain) {
  CoqPrinter printer(paper, formula.over_reals, hypotheses, open);
  if (domain != nullptr) printer.assume(*domain->root, true);
  const std::string out = printer.formula(*formula.root, asserted);
  return formula.over_reals ? "(" + out + ")%R" : out;
}

}  // namespace hardmax::check
