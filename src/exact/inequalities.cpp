#include "exact/inequalities.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "exact/error.hpp"

namespace hardmax {

namespace {

template <typename Number>
using FormOf = typename InequalitiesOf<Number>::Form;

// 1: positive, -1: negative, 0: zero; none: not shown.
template <typename Number>
std::optional<int> sign(const Number& a) {
  if (a.is_zero()) return 0;
  if (shown_above(a, Number(0))) return 1;
  if (shown_above(Number(0), a)) return -1;
  return std::nullopt;
}

// x a + y b
template <typename Number>
FormOf<Number> sum(const Number& x, const FormOf<Number>& a, const Number& y,
                   const FormOf<Number>& b) {
  FormOf<Number> result{std::vector<Number>(a.factors.size()), x * a.constant};
  for (std::size_t i = 0; i < a.factors.size(); ++i) {
    if (!a.factors[i].is_zero()) result.factors[i] = x * a.factors[i];
    if (!b.factors[i].is_zero()) result.factors[i].add_product(y, b.factors[i]);
  }
  result.constant.add_product(y, b.constant);
  return result;
}

template <typename Form>
std::size_t first_unknown(const Form& form) {
  return static_cast<std::size_t>(std::find_if(form.factors.begin(), form.factors.end(),
                                               [](const auto& a) { return !a.is_zero(); }) -
                                  form.factors.begin());
}

// Forms that differ by a positive multiple alone may become the same.
void simplify(FormOf<Rational>& form, std::size_t x) {
  const Rational size = abs(form.factors[x]);
  for (Rational& factor : form.factors) factor /= size;
  form.constant /= size;
}
void simplify(FormOf<WholePolynomial>&, std::size_t) {}

bool is_before(const Rational& a, const Rational& b) { return a < b; }
bool is_before(const WholePolynomial& a, const WholePolynomial& b) { return comes_before(a, b); }

struct Before {
  template <typename Number>
  bool operator()(const std::vector<Number>& a, const std::vector<Number>& b) const {
    return std::lexicographical_compare(
        a.begin(), a.end(), b.begin(), b.end(),
        [](const Number& x, const Number& y) { return is_before(x, y); });
  }
};

// The unknown of an equation to replace; none: no factor is shown to be other than 0.
template <typename Number>
std::optional<std::size_t> pivot(const FormOf<Number>& equation) {
  std::optional<std::size_t> best;
  for (std::size_t x = 0; x < equation.factors.size(); ++x) {
    const Number& factor = equation.factors[x];
    const bool unit = factor == Number(1) || factor == Number(-1);
    if (unit) return x;
    if (!best && sign(factor).value_or(0) != 0) best = x;
  }
  return best;
}

// Replaces an unknown of each equation in what is given and in the other equations. False: an
// equation contradicts the others.
template <typename Number>
bool use_equations(std::vector<FormOf<Number>> equations, std::vector<FormOf<Number>>& given) {
  while (!equations.empty()) {
    const FormOf<Number> equation = std::move(equations.back());
    equations.pop_back();
    if (first_unknown(equation) == equation.factors.size()) {
      if (sign(equation.constant).value_or(0) != 0) return false;
      continue;
    }
    const auto x = pivot<Number>(equation);
    if (!x) continue;
    const int up = *sign(equation.factors[*x]);
    const Number size = Number(up) * equation.factors[*x];
    const auto replace = [&](FormOf<Number>& form) {
      if (!form.factors[*x].is_zero())
        form = sum<Number>(size, form, Number(-up) * form.factors[*x], equation);
    };
    for (FormOf<Number>& form : equations) replace(form);
    for (FormOf<Number>& form : given) replace(form);
  }
  return true;
}

// Inequalities: the constant of each by its factors.
template <typename Number>
using Held = std::map<std::vector<Number>, Number, Before>;

// The unknown that makes the fewest new inequalities, and its cost: those that are lost, then those
// that are made.
template <typename Number>
std::pair<std::size_t, std::pair<std::size_t, std::size_t>> cheapest_unknown(
    const Held<Number>& held, std::size_t unknowns) {
  std::size_t x = unknowns;
  std::pair<std::size_t, std::size_t> least;  // first of all, that loses the fewest
  for (std::size_t i = 0; i < unknowns; ++i) {
    std::size_t below = 0, above = 0, lost = 0;
    for (const auto& [factors, constant] : held) {
      const auto s = sign(factors[i]);
      below += s == 1;
      above += s == -1;
      lost += !s;
    }
    const std::pair<std::size_t, std::size_t> cost{lost, below * above};
    if (below + above + lost > 0 && (x == unknowns || cost < least)) {
      x = i;
      least = cost;
    }
  }
  return {x, least};
}

// What is left of the inequalities without the unknown x: every lower bound with every upper bound.
template <typename Number>
std::vector<FormOf<Number>> eliminate(const Held<Number>& held, std::size_t x) {
  std::vector<FormOf<Number>> below, above, next;
  for (const auto& [factors, constant] : held) {
    if (const auto s = sign(factors[x]))
      (*s > 0 ? below : *s < 0 ? above : next).push_back({factors, constant});
  }
  for (const FormOf<Number>& a : below) {
    for (const FormOf<Number>& b : above)
      next.push_back(sum<Number>(-b.factors[x], a, a.factors[x], b));
  }
  return next;
}

}  // namespace

template <typename Number>
void InequalitiesOf<Number>::at_least_zero(Form form) {
  HARDMAX_REQUIRE(form.factors.size() == unknowns_);
  at_least_zero_.push_back(std::move(form));
}

template <typename Number>
void InequalitiesOf<Number>::zero(Form form) {
  HARDMAX_REQUIRE(form.factors.size() == unknowns_);
  zero_.push_back(std::move(form));
}

template <typename Number>
bool InequalitiesOf<Number>::contradictory() const {
  std::vector<Form> given = at_least_zero_;
  if (!use_equations<Number>(zero_, given)) return true;
  // Of inequalities with the same factors, up to a multiple, the one with the least constant says
  // all.
  Held<Number> held;
  const auto hold = [&](Form& form) {
    const std::size_t x = first_unknown(form);
    if (x == unknowns_) return sign(form.constant) != -1;
    simplify(form, x);
    const auto [at, is_new] = held.emplace(std::move(form.factors), form.constant);
    if (!is_new && shown_at_least(at->second, form.constant)) at->second = std::move(form.constant);
    return true;
  };
  if (!std::all_of(given.begin(), given.end(), hold)) return true;
  while (!held.empty() && held.size() <= most) {
    const auto [x, cost] = cheapest_unknown<Number>(held, unknowns_);
    if (cost.second > most * 8) return false;
    std::vector<Form> next = eliminate<Number>(held, x);
    held.clear();
    if (!std::all_of(next.begin(), next.end(), hold)) return true;
  }
  return false;
}

template class InequalitiesOf<Rational>;
template class InequalitiesOf<WholePolynomial>;

}  // namespace hardmax
