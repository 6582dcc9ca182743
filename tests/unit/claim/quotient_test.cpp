// Products and powers of polynomials, each made another way: term by term.
#include "claim/quotient.hpp"

#include <catch2/catch.hpp>

#include <random>

#include "exact/error.hpp"
#include "support/rounds.hpp"

namespace quotient_test {

using namespace hardmax;
using claim::Polynomial;
using claim::Quotient;

namespace {

Polynomial drawn(std::mt19937_64& random, std::size_t terms, std::size_t variables,
                 std::uint32_t degree) {
  Polynomial p;
  for (std::size_t i = 0; i < terms; ++i) {
    Polynomial term =
        Rational(static_cast<std::int64_t>(random() % 21) - 10) / Rational(1 + random() % 3);
    for (std::size_t v = 0; v < variables; ++v) {
      for (std::uint64_t e = random() % (degree + 1); e > 0; --e)
        term = term * Polynomial::variable(v);
    }
    p = std::move(p) + term;
  }
  return p;
}

// Products by one term are made one by one.
Polynomial term_by_term(const Polynomial& a, const Polynomial& b) {
  Polynomial sum;
  for (const auto& [m, x] : a.terms()) {
    Polynomial term = x;
    for (std::size_t v = 0; v < m.size(); ++v) {
      for (std::uint32_t e = 0; e < m[v]; ++e) term = term * Polynomial::variable(v);
    }
    for (const auto& [k, y] : b.terms()) {
      Polynomial other = y;
      for (std::size_t v = 0; v < k.size(); ++v) {
        for (std::uint32_t e = 0; e < k[v]; ++e) other = other * Polynomial::variable(v);
      }
      sum = std::move(sum) + term * other;
    }
  }
  return sum;
}

}  // namespace

TEST_CASE("quotient: products of long polynomials are the sums of the products of their terms") {
  std::mt19937_64 random(20261129);
  for (int round = 0; round < testing::rounds(40); ++round) {
    const std::size_t variables = 1 + random() % 10;
    const Polynomial a = drawn(random, 5 + random() % 12, variables, 3),
                     b = round % 5 == 0 ? a - Polynomial(Rational(2)) * a
                                        : drawn(random, 8 + random() % 12, variables, 3);
    INFO("round " << round << ", " << variables << " variables, " << a.terms().size() << " by "
                  << b.terms().size());
    const Polynomial product = a * b;
    CHECK(product == term_by_term(a, b));
    CHECK(std::none_of(product.terms().begin(), product.terms().end(), [](const auto& term) {
      return term.second.is_zero() || (!term.first.empty() && term.first.back() == 0);
    }));
  }
  Polynomial x = Polynomial::variable(0), high = Rational(1);
  for (int i = 0; i < 16; ++i) high = high + high * x;  // (1 + x)^16
  const Polynomial difference = (high + x) * (high - x);
  CHECK(difference == high * high - x * x);
  CHECK((high - high) * high == Polynomial());
}

TEST_CASE(
    "quotient: the power of a single term is what multiplying makes, and of others it is left to "
    "that") {
  const Quotient x = Quotient::variable(0), y = Quotient::variable(3);
  const Quotient term = Rational(-2) / Rational(3) * (x * x * y.inverse(claim::sign::positive));
  Quotient product = Rational(1);
  for (std::uint64_t e = 1; e <= 9; ++e) {
    product = product * term;
    const auto power = term.power_of_term(e);
    REQUIRE(power);
    CHECK(power->numerator() == product.numerator());
    CHECK(power->denominator() == product.denominator());
  }
  CHECK_FALSE(term.power_of_term(0));
  CHECK_FALSE(term.power_of_term(100'000));  // a long number
  CHECK_FALSE((x + y).power_of_term(2));
  CHECK_FALSE(Quotient().power_of_term(2));
  CHECK(x.power_of_term(1U << 24));
  CHECK_FALSE((x * x).power_of_term(1U << 24));
}

}  // namespace quotient_test
