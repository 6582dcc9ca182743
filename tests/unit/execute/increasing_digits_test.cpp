// What is said of digits that increase, against all pairs of small inputs.
#include "execute/increasing_digits.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "support/rounds.hpp"

namespace increasing_digits_test {

using namespace hardmax;

namespace {

using Form = IncreasingDigits::Form;

std::vector<std::vector<Rational>> all_digits(std::size_t n, std::uint64_t values) {
  std::vector<std::vector<Rational>> all = {{}};
  for (std::size_t k = 0; k < n; ++k) {
    std::vector<std::vector<Rational>> longer;
    for (const auto& digits : all) {
      for (Rational u = k == 0 ? Rational(0) : digits.back() + Rational(1); u < Rational(values);
           u += 1) {
        longer.push_back(digits);
        longer.back().push_back(u);
      }
    }
    all = std::move(longer);
  }
  return all;
}

Rational value(const Form& form, const std::vector<Rational>& digits) {
  Rational sum = form.constant;
  for (std::size_t i = 0; i < digits.size(); ++i) sum.add_product(form.factors[i], digits[i]);
  return sum;
}

bool is_multiple(const Rational& a, const Rational& modulus) {
  return modulus.is_zero() ? a.is_zero() : (a / modulus).is_integer();
}

}  // namespace

TEST_CASE(
    "increasing digits: what follows from equations and congruences holds for every pair that "
    "satisfies them") {
  std::mt19937_64 random(7);
  const auto below = [&](unsigned most) { return static_cast<int>(random() % most); };
  std::size_t settled = 0, contradictions = 0, values_found = 0, open = 0;
  for (int i = 0; i < testing::rounds(600); ++i) {
    const auto n = static_cast<std::size_t>(1 + below(3));
    const auto values = static_cast<std::uint64_t>(n) + static_cast<std::uint64_t>(below(4));
    const Rational base(2 + below(6));
    IncreasingDigits digits(n, Rational(values), base);
    const auto some = [&](bool large, bool alike) {
      Form form{std::vector<Rational>(2 * n), Rational(below(5) - 2)};
      for (std::size_t k = 0; k < 2 * n; ++k) {
        Rational factor(below(3) - 1);
        for (int digit = large ? 2 : 0; digit-- > 0;)
          factor = factor * base + Rational(below(5) - 2);
        form.factors[k] = alike && k >= n ? -form.factors[k - n] : factor;
      }
      if (alike) form.constant = below(3) == 0 ? 1 : 0;
      if (below(8) == 0) form.factors[0] = form.factors[0] / Rational(2);
      return form;
    };
    std::vector<std::pair<Form, Rational>> facts;
    for (int f = below(3); f >= 0; --f) {
      const bool alike = below(2) == 0;
      facts.emplace_back(some(true, alike), below(2) == 0   ? Rational(0)
                                            : below(2) == 0 ? base * base
                                                            : Rational(below(9)));
      digits.assume(facts.back().first, facts.back().second);
    }
    std::vector<std::vector<Rational>> pairs;
    const auto all = all_digits(n, values);
    for (const auto& one : all) {
      for (const auto& other : all) {
        std::vector<Rational> both = one;
        both.insert(both.end(), other.begin(), other.end());
        if (std::all_of(facts.begin(), facts.end(), [&](const auto& fact) {
              return is_multiple(value(fact.first, both), fact.second);
            }))
          pairs.push_back(std::move(both));
      }
    }
    INFO("i = " << i << ", n = " << n << ", values = " << values << ", base = " << base.str());
    if (!digits.possible()) {
      REQUIRE(pairs.empty());
      ++contradictions;
    }
    for (int asked = 0; asked < 6; ++asked) {
      Form form = some(below(3) == 0, below(2) == 0);
      if (asked == 0) {  // a difference of digits
        form = {std::vector<Rational>(2 * n), 0};
        form.factors[0] = 1;
        form.factors[n] = -1;
      }
      const SymbolicFacts::Signs signs = digits.signs(form);
      const auto found = digits.value(form);
      for (const auto& pair : pairs) {
        const Rational at = value(form, pair);
        REQUIRE((at.sign() < 0 ? signs.negative : at.sign() > 0 ? signs.positive : signs.zero));
        REQUIRE((!found || *found == at));
      }
      values_found += found.has_value() && !pairs.empty();
      (signs.negative + signs.zero + signs.positive == 1 ? settled : open) += 1;
    }
  }
  CHECK(contradictions > testing::met<std::size_t>(50));
  CHECK(settled > testing::met<std::size_t>(1000));
  CHECK(values_found > testing::met<std::size_t>(50));
  CHECK(open > testing::met<std::size_t>(100));
}

TEST_CASE(
    "increasing digits: a number in base q tells its digits, and modulo q^j the first j of them") {
  constexpr std::size_t n = 64;
  const Rational q(65536);
  Form number{std::vector<Rational>(2 * n), 0};
  for (std::size_t k = 0; k < n; ++k) {
    number.factors[k] = power(q, k);
    number.factors[n + k] = -power(q, k);
  }
  const auto equal = [&](const IncreasingDigits& digits, std::size_t k) {
    Form difference{std::vector<Rational>(2 * n), 0};
    difference.factors[k] = 1;
    difference.factors[n + k] = -1;
    const SymbolicFacts::Signs signs = digits.signs(difference);
    return signs.zero && !signs.negative && !signs.positive;
  };
  IncreasingDigits all(n, q, q), some(n, q, q), none(n, q, q);
  all.assume(number, Rational(0));
  some.assume(number, power(q, 5) * Rational(3));
  for (std::size_t k = 0; k < n; ++k) {
    CHECK(equal(all, k));
    CHECK(equal(some, k) == (k < 5));
    CHECK_FALSE(equal(none, k));
  }
  number.constant = 1;  // not 0, as there is no digit q
  IncreasingDigits other(n, q, q);
  other.assume(number, Rational(0));
  CHECK(other.possible());
  number.constant = power(q, n);
  other.assume(number, Rational(0));
  CHECK_FALSE(other.possible());
}

TEST_CASE("increasing digits: samples increase, and an example has what was assumed") {
  IncreasingDigits digits(3, Rational(7), Rational(7));
  for (std::size_t s = 0; s < digits.samples(); ++s) {
    const auto sample = digits.sample(s);
    CHECK((sample[0] >= Rational(0) && sample[0] < sample[1] && sample[1] < sample[2] &&
           sample[2] < Rational(7)));
  }
  for (const std::size_t k : {0U, 2U}) {  // u'_k = u_k + 1
    Form form{std::vector<Rational>(6), 1};
    form.factors[k] = 1;
    form.factors[3 + k] = -1;
    digits.assume(form, Rational(0));
  }
  REQUIRE(digits.possible());
  const auto example = digits.example();
  REQUIRE(example);
  CHECK((*example)[3] == (*example)[0] + Rational(1));
  CHECK((*example)[5] == (*example)[2] + Rational(1));
  CHECK((*example)[3] < (*example)[4]);
}

}  // namespace increasing_digits_test
