// Conditions on the input: comparisons of terms, what bounds and definitions say of them, and what
// is made of conditions.
#include <algorithm>

#include "exact/fault.hpp"
#include "execute/flat_graph.hpp"

namespace hardmax {

FlatGraph::Test FlatGraph::at_most(const Term& a, const Term& b) {
  return compare(Kind::at_most, a - b);
}
FlatGraph::Test FlatGraph::equal(const Term& a, const Term& b) {
  return compare(Kind::equal, a - b);
}

namespace {
// difference <= 0 or = 0, as  sum a_i X_i <= or = right  with coprime whole a_i.
struct Comparison {
  Term form;
  Rational right;
  Comparison(bool equality, const Term& difference) : form(difference) {
    form.constant = 0;
    if (form.is_constant()) return;
    Rational unit = unit_of(form);
    if (equality && form.parts[0].second.sign() < 0) unit = -unit;
    form = Rational(1) / unit * form;
    right = -difference.constant / unit;
    if (!equality) right = hardmax::floor(right);
  }
};
}  // namespace

// What bounds say, with definitions put in as far as that takes; or nothing, with all of them put
// in.
std::optional<FlatGraph::Test> FlatGraph::settled(Kind kind, Term& difference) const {
  if (const auto test = settled_by_factor(kind, difference)) return test;
  do {
    if (difference.is_constant())
      return (kind == Kind::equal ? difference.constant.is_zero() : difference.constant.sign() <= 0)
                 ? yes
                 : no;
    const Comparison normal(kind == Kind::equal, difference);
    const Term& form = normal.form;
    const Rational& right = normal.right;
    if (!right.is_integer()) return no;  // an equation
    const Span range = bounds(form);
    const bool wide =
        right.bits() > 62;  // beyond any narrow register: decided, or too large altogether
    if (!fold_ && !wide) continue;
    if (kind == Kind::at_most) {
      if (range.high <= right) return yes;
      if (HARDMAX_FAULT(execute_flat_upper_bound, range.low > right, range.high > right)) return no;
    } else {
      const auto possible = spans(form);
      if (std::none_of(possible.begin(), possible.end(),
                       [&](const Span& s) { return s.low <= right && right <= s.high; }))
        return no;
      if (range.low == range.high) return yes;
    }
  } while (put_in(difference));
  return std::nullopt;
}

FlatGraph::Test FlatGraph::compare(Kind kind, const Term& difference) {
  if (!defines_ || difference.is_constant()) return compare_afresh(kind, difference);
  return (kind == Kind::equal ? equal_ : at_most_)(
      hash_of(difference), difference, [&] { return compare_afresh(kind, difference); });
}

FlatGraph::Test FlatGraph::compare_afresh(Kind kind, const Term& difference) {
  Term whole = difference;
  if (const auto test = settled(kind, whole)) return *test;
  Comparison normal(kind == Kind::equal, whole);
  Node node;
  node.kind = kind;
  node.forms = {std::move(normal.form)};
  node.constant = std::move(normal.right);
  return intern(std::move(node));
}

FlatGraph::Test FlatGraph::both(Test a, Test b) {
  if (a == no || b == no) return no;
  if (a == yes || a == b) return b;
  if (b == yes) return a;
  Node node;
  node.kind = Kind::both;
  node.test = std::min(a, b);
  node.other = std::max(a, b);
  return intern(std::move(node));
}

FlatGraph::Test FlatGraph::either(Test a, Test b) {
  if (a == yes || b == yes) return yes;
  if (a == no || a == b) return b;
  if (b == no) return a;
  Node node;
  node.kind = Kind::either;
  node.test = std::min(a, b);
  node.other = std::max(a, b);
  return intern(std::move(node));
}

FlatGraph::Test FlatGraph::negate(Test a) {
  if (a <= yes) return 1 - a;
  if (nodes_[a].kind == Kind::negate) return nodes_[a].test;
  Node node;
  node.kind = Kind::negate;
  node.test = a;
  return intern(std::move(node));
}

}  // namespace hardmax
