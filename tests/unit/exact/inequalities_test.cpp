#include "exact/inequalities.hpp"

#include <catch2/catch.hpp>

#include <random>

#include "support/rounds.hpp"

namespace inequalities_test {

using namespace hardmax;

namespace {

Inequalities::Form form(std::vector<Rational> factors, Rational constant) {
  return {std::move(factors), std::move(constant)};
}

}  // namespace

TEST_CASE("inequalities: contradictions are found, through equations and in several steps") {
  Inequalities chain(3);  // x < y < z, whole numbers, z <= x + 1
  chain.at_least_zero(form({-1, 1, 0}, -1));
  chain.at_least_zero(form({0, -1, 1}, -1));
  CHECK_FALSE(chain.contradictory());
  Inequalities closed = chain;
  closed.at_least_zero(form({1, 0, -1}, 1));
  CHECK(closed.contradictory());
  closed = chain;
  closed.zero(form({1, 0, -1}, 2));
  CHECK_FALSE(closed.contradictory());
  closed.zero(form({0, 2, 0}, 1));
  CHECK_FALSE(closed.contradictory());  // of rational numbers
  closed.zero(form({0, 0, 3}, 7));      // y = -1/2, z = -7/3
  CHECK(closed.contradictory());
}

TEST_CASE("inequalities: constants alone, and no unknown") {
  Inequalities none(0);
  CHECK_FALSE(none.contradictory());
  none.at_least_zero(form({}, 0));
  CHECK_FALSE(none.contradictory());
  none.at_least_zero(form({}, -1));
  CHECK(none.contradictory());
  Inequalities equation(1);
  equation.zero(form({0}, 1));
  CHECK(equation.contradictory());
}

TEST_CASE(
    "inequalities: what whole numbers satisfy is not called contradictory, and of two unknowns all "
    "else is within a box") {
  std::mt19937_64 random(11);
  const auto small = [&](int most) {
    return Rational(static_cast<int>(random() % static_cast<unsigned>(2 * most + 1)) - most);
  };
  std::size_t contradictory = 0, satisfied = 0;
  for (int i = 0; i < testing::rounds(200); ++i) {
    const std::size_t unknowns = 2 + random() % 2;
    std::vector<Inequalities::Form> given, equations;
    for (std::size_t x = 0; x < unknowns; ++x) {
      for (const int sign : {1, -1}) {
        given.push_back(form(std::vector<Rational>(unknowns), 3));  // -3 <= x <= 3
        given.back().factors[x] = sign;
      }
    }
    const std::size_t more = 2 + random() % 4;
    for (std::size_t j = 0; j < more; ++j) {
      Inequalities::Form next = form({}, 0);
      for (std::size_t x = 0; x < unknowns; ++x) next.factors.push_back(small(2));
      next.constant = small(4);
      (j == 0 && random() % 2 == 0 ? equations : given).push_back(std::move(next));
    }
    Inequalities all(unknowns);
    for (const auto& g : given) all.at_least_zero(g);
    for (const auto& e : equations) all.zero(e);
    // Points of the box with denominators 1, 2, 3: some that satisfy all, or none.
    bool found = false;
    for (const int by : {1, 2, 3}) {
      const int side = 6 * by + 1;
      for (int point = 0; point < (unknowns == 2 ? side * side : side * side * side) && !found;
           ++point) {
        std::vector<Rational> at;
        for (int rest = point, x = 0; x < static_cast<int>(unknowns); ++x, rest /= side)
          at.push_back(Rational(rest % side - 3 * by) / Rational(by));
        const auto value = [&](const Inequalities::Form& f) {
          Rational sum = f.constant;
          for (std::size_t x = 0; x < unknowns; ++x) sum += f.factors[x] * at[x];
          return sum;
        };
        found = std::all_of(given.begin(), given.end(),
                            [&](const auto& g) { return value(g).sign() >= 0; }) &&
                std::all_of(equations.begin(), equations.end(),
                            [&](const auto& e) { return value(e).is_zero(); });
      }
    }
    INFO(i);
    if (found) CHECK_FALSE(all.contradictory());
    contradictory += all.contradictory();
    satisfied += found;
  }
  CHECK(contradictory + satisfied >
        testing::met<std::size_t>(185));  // else only points with larger denominators
  CHECK(contradictory > testing::met<std::size_t>(30));
  CHECK(satisfied > testing::met<std::size_t>(30));
}

TEST_CASE("inequalities: a contradiction of polynomials is one of numbers at every size") {
  std::mt19937_64 random(12);
  const auto some = [&] {
    const int constant = static_cast<int>(random() % 5) - 2,
              slope = random() % 2 == 0 ? 0 : static_cast<int>(random() % 5) - 2;
    return WholePolynomial(constant) + WholePolynomial(slope) * WholePolynomial::x();
  };
  std::size_t contradictory = 0;
  for (int i = 0; i < testing::rounds(400); ++i) {
    const std::size_t unknowns = 2 + random() % 3, count = 3 + random() % 5;
    InequalitiesOf<WholePolynomial> polynomials(unknowns);
    std::vector<Inequalities> numbers(4, Inequalities(unknowns));  // at x = 0, 1, 2, 40
    for (std::size_t j = 0; j < count; ++j) {
      InequalitiesOf<WholePolynomial>::Form form{{}, some()};
      for (std::size_t u = 0; u < unknowns; ++u) form.factors.push_back(some());
      const bool equation = random() % 3 == 0;
      for (std::size_t x = 0; x < numbers.size(); ++x) {
        const auto at = [&](const WholePolynomial& p) {
          return p.value(Rational(x == 3 ? 40 : x), 0, 0);
        };
        Inequalities::Form here{{}, at(form.constant)};
        for (const WholePolynomial& factor : form.factors) here.factors.push_back(at(factor));
        equation ? numbers[x].zero(here) : numbers[x].at_least_zero(here);
      }
      equation ? polynomials.zero(form) : polynomials.at_least_zero(form);
    }
    INFO(i);
    if (!polynomials.contradictory()) continue;
    ++contradictory;
    for (const Inequalities& at : numbers) CHECK(at.contradictory());
  }
  CHECK(contradictory > testing::met<std::size_t>(40));
}

}  // namespace inequalities_test
