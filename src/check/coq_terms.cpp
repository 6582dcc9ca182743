// The printer of formulas: numbers.
#include <algorithm>

#include "check/coq_printer.hpp"

namespace hardmax::check {
namespace {

const CoqSum one = coq_sum(Num(1));
CoqSum less(const CoqSum& a, const CoqSum& b) { return plus(a, b, Num(-1)); }
bool is_larger(const Node& f) { return f.text[0] == 'M'; }
bool small(const CoqSum& a, const CoqSum& b) { return a.size() * b.size() <= 400; }

// 1 / sum, if that is a number times powers of D.
std::optional<CoqSum> inverse(const CoqSum& sum) {
  if (sum.size() != 1) return {};
  const auto& [product, coefficient] = *sum.begin();
  CoqSum out = coq_sum(Num(1) / coefficient);
  for (const std::string& atom : product) {
    const bool down = atom == "delta" || atom.substr(0, 7) == "delta^(",
               up = atom == "D" || atom.substr(0, 3) == "D^(";
    if (!down && !up) return {};
    out = times(out, coq_sum(down ? "D" + atom.substr(5) : "delta" + atom.substr(1)));
  }
  return out;
}

}  // namespace

bool CoqPrinter::not_zero(const Node& f) const {
  if (f.op == Op::literal) return f.number.sign() != 0;
  if (f.op == Op::variable) return bound_.count(f.slot) != 0 && bound_.at(f.slot).not_zero;
  if (f.op == Op::call) return f.name < integer_names || f.name == delta_name;
  if (f.op == Op::power) return not_zero(*f.kids[0]);
  if (negated(f)) return not_zero(*f.kids[1]);
  return f.op == Op::fold && f.text.find_first_not_of("*/") == std::string::npos &&
         std::all_of(f.kids.begin(), f.kids.end(),
                     [&](const NodePtr& kid) { return not_zero(*kid); });
}

bool CoqPrinter::never_negative(const Node& f) const {
  if (f.op == Op::literal) return true;
  if (f.op == Op::variable) return bound_.count(f.slot) != 0 && bound_.at(f.slot).never_negative;
  if (f.op == Op::call) return f.name < integer_names;
  const bool operators = f.op == Op::fold && (f.text.find_first_not_of('+') == std::string::npos ||
                                              f.text.find_first_not_of('*') == std::string::npos);
  return operators && std::all_of(f.kids.begin(), f.kids.end(),
                                  [&](const NodePtr& kid) { return never_negative(*kid); });
}

bool CoqPrinter::certainly_not_zero(const Node& f) {
  if (not_zero(f) || facts_.not_zero(value_of(f).sum)) return true;
  return f.op == Op::fold && f.text.find_first_not_of("*/") == std::string::npos &&
         std::all_of(f.kids.begin(), f.kids.end(),
                     [&](const NodePtr& kid) { return certainly_not_zero(*kid); });
}

// That a divisor is not 0 is said beside the term unless its form shows it; where that cannot be
// said, it must be certain.
void CoqPrinter::require_value(const Node& divisor, const CoqTerm& value, Needed* needed,
                               bool certain) {
  if (not_zero(divisor)) return;
  if (needed == nullptr)
    not_stated("a quotient within a sum or a maximum, whose divisor may be 0,");
  if (!open_ && !certain && !certainly_not_zero(divisor))
    not_stated(
        "a quotient whose divisor may be 0, where a term without a value would count for the "
        "claim,");
  needed->conditions.push_back("~ (" + q(value) + same_ + "0)");
}

CoqTerm CoqPrinter::call(const Node& f, Needed* needed) {
  const auto known =
      std::find_if(paper_.vocabulary.names.begin(), paper_.vocabulary.names.end(),
                   [&](const hardmax::check::Known& it) { return it.name == f.name; });
  const bool integer = f.name < delta_name;
  std::string out = "(" + module_ + "." + known->text;
  if (known->arguments[0] == 'W') {
    const std::string stage =
        paper_.vocabulary.words[static_cast<std::size_t>(std::stoi(f.kids[0]->number.text()))];
    facts_.require_defined(*known, {}, "");
    return {out + "_" + stage + " P)", true, facts_.layers(stage)};
  }
  out += " P";
  std::vector<CoqSum> numbers;
  std::string input, layer;
  for (const NodePtr& kid : f.kids) {
    const bool rational = kid == f.kids.back() && (f.name == qmap_name || f.name == qstep_name);
    const CoqTerm argument = term(*kid, needed);
    if (kid->type == Type::Input)
      input = argument.text;
    else
      numbers.push_back(argument.sum);
    if (numbers.size() == 1 && layer.empty()) layer = z(argument);
    out += " " + (kid->type == Type::Input ? argument.text
                  : rational               ? q_argument(argument)
                                           : z(argument));
  }
  const std::string heads = "(" + module_ + ".heads P " + layer + ")";
  facts_.require_defined(*known, numbers, heads);
  out += ")";
  return {out, integer, facts_.value(*known, out, "(" + module_ + ".category P " + input + ")")};
}

CoqTerm CoqPrinter::term(const Node& f, Needed* needed) {
  switch (f.op) {
    case Op::literal: return {f.number.text(), true, coq_sum(f.number)};
    case Op::variable:
      if (bound_.count(f.slot) == 0) not_stated("a name");
      return {bound_.at(f.slot).name, bound_.at(f.slot).integer, bound_.at(f.slot).sum};
    case Op::call: {
      if (f.type != Type::Num) not_stated("a set as a number");
      CoqTerm out = call(f, needed);
      if (!out.integer && real_) out.text = "(Q2R " + out.text + ")";
      return out;
    }
    case Op::component: {
      const Bound& vector = bound_.at(f.slot);
      const CoqTerm index = term(*f.kids[0], needed);
      require_whole(index, "an index");
      if (!facts_.shows(less(index.sum, one), false) ||
          !facts_.shows(less(vector.length, index.sum), false))
        not_stated("an index that is not certainly in its range");
      CoqTerm out = opaque("(" + vector.name + " " + z(index) + "%Z)", false);
      if (vector.sign == 0) facts_.at_least_0(out.text);
      if (vector.sign == 1) facts_.above_0(out.text);
      return out;
    }
    case Op::function: return function(f, needed);
    case Op::fold: return fold(f, needed);
    case Op::power: return power(f, needed);
    case Op::over:
      return f.text[0] == 'M' || f.text[0] == 'm' ? extreme(f, needed) : series(f, needed);
    default: not_stated("a term of this form");
  }
}

CoqTerm CoqPrinter::function(const Node& f, Needed* needed) {
  const CoqTerm a = term(*f.kids[0], needed);
  if (f.name == floor_of) {
    CoqTerm out = opaque("(" + word("Qfloor ", "Int_part ") + q_argument(a) + ")", true);
    if (facts_.shows(a.sum, false)) facts_.at_least_0(out.text);
    facts_.add(less(a.sum, out.sum), false), facts_.add(less(plus(out.sum, one), a.sum), true);
    return out;
  }
  if (f.name == abs_of) {
    const CoqTerm out = {
        "(" + word("Qabs ", "Rabs ") + q_argument(a) + ")", false,
        facts_.atom("(" + word("Qabs ", "Rabs ") + q_argument(a) + ")", facts_.whole(a.sum))};
    return facts_.at_least_0(out.text), out;
  }
  if (f.name != mod_of && f.name != choose_of) not_stated("a term of this form");
  const CoqTerm b = term(*f.kids[1], needed);
  if (f.name == choose_of) {
    require_whole(a, "an argument of choose"), require_whole(b, "an argument of choose");
    if (!facts_.shows(a.sum, false) || !facts_.shows(b.sum, false))
      not_stated("an argument of choose that may be below 0");
    const CoqTerm out = opaque("(Names.choose " + z(a) + " " + z(b) + ")", true);
    return facts_.at_least_0(out.text), out;
  }
  require_value(*f.kids[1], b, needed);
  const std::string text = "(" + words_ + ".modulo " + q_argument(a) + " " + q_argument(b) + ")";
  const bool whole = facts_.whole(a.sum) && facts_.whole(b.sum);
  CoqTerm out = {text, false, facts_.atom(text, whole)};
  if (facts_.shows(b.sum, true))
    facts_.at_least_0(text), facts_.add(less(less(b.sum, out.sum), coq_sum(Num(whole))), !whole);
  return out;
}

CoqTerm CoqPrinter::power(const Node& f, Needed* needed) {
  if (f.kids.size() != 2) not_stated("a power of a power without parentheses");
  const CoqTerm base = term(*f.kids[0], needed), exponent = term(*f.kids[1], needed);
  require_whole(exponent, "an exponent");
  const bool not_below_0 = facts_.shows(exponent.sum, false);
  if (!never_negative(*f.kids[1])) require_value(*f.kids[0], base, needed, not_below_0);
  CoqTerm out = {"(" + word("", "Names_real.power ") + q_argument(base) + word(" ^ ", " ") +
                     z(exponent) + "%Z)",
                 false};
  if (base.integer && f.kids[1]->op == Op::literal)
    out = {"(" + base.text + " ^ " + exponent.text + ")", true};
  const CoqSum D = coq_sum("D"), q = facts_.power(coq_sum("d"));
  const auto literal =
      f.kids[1]->op == Op::literal ? f.kids[1]->number.small_integer() : std::nullopt;
  if (base.sum == D)
    out.sum = facts_.power(exponent.sum);
  else if (base.sum == coq_sum("delta"))
    out.sum = facts_.power(less({}, exponent.sum));
  else if (base.sum == q && small(q, exponent.sum))
    out.sum = facts_.power(times(coq_sum("d"), exponent.sum));
  else if (literal && *literal <= 4 && base.sum.size() <= 4) {
    out.sum = one;
    for (std::int64_t i = 0; i < *literal; ++i) out.sum = times(out.sum, base.sum);
  } else {
    out.sum = facts_.atom(out.text, out.integer || (not_below_0 && facts_.whole(base.sum)));
    if (facts_.shows(base.sum, true))
      facts_.above_0(out.text);
    else if (facts_.shows(base.sum, false))
      facts_.at_least_0(out.text);
  }
  return out;
}

CoqTerm CoqPrinter::fold(const Node& f, Needed* needed) {
  if (f.text[0] == 'M' || f.text[0] == 'm') {
    std::vector<CoqTerm> parts;
    for (const NodePtr& kid : f.kids) parts.push_back(term(*kid, needed));
    CoqTerm all = parts[0];
    const std::string larger = is_larger(f) ? word("(Qmax ", "(Rmax ") : word("(Qmin ", "(Rmin ");
    for (std::size_t i = 1; i < parts.size(); ++i)
      all = {larger + q_argument(all) + " " + q_argument(parts[i]) + ")", false};
    if (parts.size() == 1) return all;
    all.sum = facts_.atom(all.text,
                          std::all_of(parts.begin(), parts.end(),
                                      [&](const CoqTerm& part) { return facts_.whole(part.sum); }));
    const auto not_below_0 = [&](const CoqTerm& part) { return facts_.shows(part.sum, false); };
    if (is_larger(f) ? std::any_of(parts.begin(), parts.end(), not_below_0)
                     : std::all_of(parts.begin(), parts.end(), not_below_0))
      facts_.at_least_0(all.text);
    for (const CoqTerm& part : parts)
      facts_.add(is_larger(f) ? less(all.sum, part.sum) : less(part.sum, all.sum), false);
    return all;
  }
  if (negated(f)) {
    const CoqTerm x = term(*f.kids[1], needed);
    return {"(- " + x.text + ")", x.integer, less({}, x.sum)};
  }
  std::vector<CoqTerm> parts;
  bool integer = true;
  CoqTerm out;
  for (std::size_t i = 0; i < f.kids.size(); ++i) {
    parts.push_back(term(*f.kids[i], needed));
    const char operation = i > 0 ? f.text[i - 1] : '+';
    const CoqSum& next = parts.back().sum;
    integer = integer && parts.back().integer && operation != '/';
    if (operation == '/') require_value(*f.kids[i], parts.back(), needed);
    if (operation == '+' || operation == '-') {
      out.sum = plus(out.sum, next, Num(operation == '+' ? 1 : -1));
      continue;
    }
    std::optional<CoqSum> factor = operation == '*' ? next
                                   : next.empty()   ? std::nullopt
                                                    : inverse(next);
    if (!factor) {  // 1/next
      const std::string atom = "1/" + parts.back().text;
      if (facts_.shows(next, true)) facts_.above_0(atom);
      factor = coq_sum(atom);
    }
    out.sum = small(out.sum, *factor)
                  ? times(out.sum, *factor)
                  : coq_sum("a product with " + parts.back().text + " for factor " +
                            std::to_string(i) + " and others " + parts[0].text);
  }
  out.text = "(";
  for (std::size_t i = 0; i < parts.size(); ++i)
    out.text += (i == 0 ? "" : std::string(" ") + f.text[i - 1] + " ") +
                (integer ? parts[i].text : q(parts[i]));
  out.text += ")", out.integer = integer;
  // Where integers are multiplied, the product is one whatever is known of its factors.
  if (integer && !facts_.whole(out.sum)) out.sum = facts_.atom(out.text, true);
  return out;
}

CoqTerm CoqPrinter::extreme(const Node& f, Needed* needed) {
  if (needed == nullptr || f.kids.size() != 3)
    not_stated("a maximum within a sum or a maximum, or over more than one name,");
  const std::string m = fresh_maximum();
  {
    const Scope scope(*this);
    const Node& binder = *f.kids[0];
    const bool of_range =
        binder.op == Op::range &&
        facts_.shows(less(value_of(*binder.kids[1]).sum, value_of(*binder.kids[0]).sum), false);
    const bool of_neighbours = binder.op == Op::members && binder.kids[0]->op == Op::call &&
                               binder.kids[0]->name != qbreaks_name &&
                               facts_.every_token_sees_itself();
    if (!open_ && (conditional(f) || !(binder.op == Op::inputs || of_range || of_neighbours)))
      not_stated(
          "a maximum over a set that may be empty, where a term without a value would count for "
          "the claim,");
    const Closed closed(*this);
    const Entered it = enter(f, 0, true, "");
    std::string in = it.in;
    if (conditional(f)) in += " /\\ " + formula(*f.kids[1], true), assume(*f.kids[1], true);
    const std::string fun = " (fun " + it.name + " : " + it.type + " => ";
    needed->conditions.push_back(words_ + (is_larger(f) ? ".greatest" : ".least") + fun + in + ")" +
                                 fun + q(term(*f.kids[2], nullptr)) + ") " + m);
  }
  used_.insert(m);
  needed->maxima.push_back(m);
  return opaque(m, false);
}

// The ends of the range of a sum; a set with one member, an integer, is one too.
std::array<CoqTerm, 2> CoqPrinter::ends(const Node& binder, Needed* needed) {
  const bool one_member = binder.op == Op::members && binder.kids[0]->op == Op::listed_set &&
                          binder.kids[0]->kids.size() == 1 && integers(*binder.kids[0]);
  if (binder.op != Op::range && !one_member) not_stated("a sum over something else than a range");
  const CoqTerm low = term(one_member ? *binder.kids[0]->kids[0] : *binder.kids[0], needed),
                high = one_member ? low : term(*binder.kids[1], needed);
  require_whole(low, "an end of a range"), require_whole(high, "an end of a range");
  return {low, high};
}

CoqTerm CoqPrinter::series(const Node& f, Needed* needed) {
  const bool sum = f.text[0] == '+';
  std::string out, closing;
  const Closed closed(*this);
  const auto begin = [&](std::size_t i, const std::array<CoqTerm, 2>& range) {
    const Node& binder = *f.kids[i];
    const std::string name = bind(f.slot + i, binder.text, true);
    Bound& bound = bound_[f.slot + i];
    bound.never_negative = binder.op == Op::range && never_negative(*binder.kids[0]);
    know_between(bound.sum, range[0].sum, range[1].sum, false);
    return " (fun " + name + " : Z => ";
  };
  if (conditional(f)) {  // the sum over the members of a range where something is true: a number
                         // that is one, like a maximum
    if (needed == nullptr || !sum || f.kids.size() != 3 || has_needs(*f.kids[1]))
      not_stated("a sum with where within a sum or a maximum, or over more than one name,");
    const std::string m = fresh_maximum();
    {
      const std::array<CoqTerm, 2> range = ends(*f.kids[0], needed);
      const Scope scope(*this);
      const std::string fun = begin(0, range);
      out = words_ + ".sum_where " + z(range[0]) + " " + z(range[1]) + fun +
            formula(*f.kids[1], true) + ")" + fun;
      assume(*f.kids[1], false);
      needed->conditions.push_back(out + q(term(*f.kids[2], nullptr)) + ") " + m);
    }
    used_.insert(m);
    needed->maxima.push_back(m);
    return opaque(m, false);
  }
  bool whole = false, not_below_0 = false, above_0 = false;
  {
    const Scope scope(*this);
    for (std::size_t i = 0; i + 2 < f.kids.size(); ++i, closing += "))") {
      const std::array<CoqTerm, 2> range = ends(*f.kids[i], nullptr);
      out += "(" + words_ + (sum ? ".sum " : ".product ") + z(range[0]) + " " + z(range[1]) +
             begin(i, range);
    }
    const CoqTerm body = term(*f.kids.back(), nullptr);
    whole = facts_.whole(body.sum), not_below_0 = facts_.shows(body.sum, false),
    above_0 = !sum && facts_.shows(body.sum, true);
    out += q(body) + closing;
  }
  CoqTerm all = {out, false, facts_.atom(out, whole)};
  if (not_below_0) facts_.at_least_0(out);
  if (above_0) facts_.above_0(out);
  return all;
}

}  // namespace hardmax::check
