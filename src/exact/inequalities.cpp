#include "exact/inequalities.hpp"

#include <algorithm>
#include <map>

#include "exact/error.hpp"

namespace hardmax {

namespace {

using Form = Inequalities::Form;

// a + factor b
Form sum(Form a, const Rational& factor, const Form& b) {
  for (std::size_t i = 0; i < a.factors.size(); ++i) a.factors[i].add_product(factor, b.factors[i]);
  a.constant.add_product(factor, b.constant);
  return a;
}

std::size_t first_unknown(const Form& form) {
  return static_cast<std::size_t>(std::find_if(form.factors.begin(), form.factors.end(), [](const Rational& a) { return !a.is_zero(); }) - form.factors.begin());
}

}  // namespace

void Inequalities::at_least_zero(Form form) {
  HARDMAX_REQUIRE(form.factors.size() == unknowns_);
  at_least_zero_.push_back(std::move(form));
}

void Inequalities::zero(Form form) {
  HARDMAX_REQUIRE(form.factors.size() == unknowns_);
  zero_.push_back(std::move(form));
}

bool Inequalities::contradictory() const {
  std::vector<Form> equations = zero_, given = at_least_zero_;
  while (!equations.empty()) {
    const Form equation = std::move(equations.back());
    equations.pop_back();
    const std::size_t x = first_unknown(equation);
    if (x == unknowns_) {
      if (!equation.constant.is_zero()) return true;
      continue;
    }
    const auto replace = [&](Form& form) {
      const Rational times = -(form.factors[x] / equation.factors[x]);
      form = sum(std::move(form), times, equation);
    };
    for (Form& form : equations) replace(form);
    for (Form& form : given) replace(form);
  }
  // Of inequalities with the same factors, up to a multiple, the one with the least constant says all.
  std::map<std::vector<Rational>, Rational> held;
  const auto hold = [&](const Form& form) {
    const std::size_t x = first_unknown(form);
    if (x == unknowns_) return form.constant.sign() >= 0;
    const Form unit = sum({std::vector<Rational>(unknowns_), 0}, Rational(1) / abs(form.factors[x]), form);
    const auto [at, is_new] = held.emplace(unit.factors, unit.constant);
    if (!is_new) at->second = std::min(at->second, unit.constant);
    return true;
  };
  if (!std::all_of(given.begin(), given.end(), hold)) return true;
  while (!held.empty() && held.size() <= most) {
    // The unknown that makes the fewest new ones.
    std::size_t x = unknowns_, least = 0;
    for (std::size_t i = 0; i < unknowns_; ++i) {
      std::size_t below = 0, above = 0;
      for (const auto& [factors, constant] : held) {
        below += factors[i].sign() > 0;
        above += factors[i].sign() < 0;
      }
      if (below + above > 0 && (x == unknowns_ || below * above < least)) {
        x = i;
        least = below * above;
      }
    }
    if (least > most * 8) return false;
    std::vector<Form> below, above, next;
    for (const auto& [factors, constant] : held) (factors[x].sign() > 0 ? below : factors[x].sign() < 0 ? above : next).push_back({factors, constant});
    for (const Form& a : below) {
      for (const Form& b : above) next.push_back(sum(a, -(a.factors[x] / b.factors[x]), b));
    }
    held.clear();
    if (!std::all_of(next.begin(), next.end(), hold)) return true;
  }
  return false;
}

}  // namespace hardmax
