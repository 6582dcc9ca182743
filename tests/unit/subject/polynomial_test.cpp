// Polynomials in the name of a loop and a size: sums and products by their values, and that what is
// shown of every size is so.
#include <catch2/catch.hpp>

#include <random>

#include "subject/polynomial.hpp"
#include "support/rounds.hpp"

namespace polynomial_test {

using namespace hardmax;
using subject::Polynomial;

namespace {

template <class Random>
Polynomial drawn(Random& random, bool with_loop) {
  Polynomial out;
  for (std::uint64_t terms = random() % 4; terms > 0; --terms) {
    Polynomial term(Rational(static_cast<std::int64_t>(random() % 11) - 5) /
                    Rational(1 + random() % 3));
    const std::int64_t power = static_cast<std::int64_t>(random() % 5) - 2;
    term = term * *Polynomial::size().raised(power);
    if (with_loop && random() % 2 == 0) term = term * Polynomial::loop();
    out += term;
  }
  return out;
}

}  // namespace

TEST_CASE("polynomial: values of sums, products and powers") {
  std::mt19937_64 random(51);
  for (int round = 0; round < testing::rounds(200); ++round) {
    const Polynomial a = drawn(random, true), b = drawn(random, true);
    INFO(a.str() << " and " << b.str());
    const Rational g = static_cast<std::int64_t>(random() % 9) - 4, D = 1 + random() % 6;
    CHECK((a + b).at(g, D) == a.at(g, D) + b.at(g, D));
    CHECK((a - b).at(g, D) == a.at(g, D) - b.at(g, D));
    CHECK((a * b).at(g, D) == a.at(g, D) * b.at(g, D));
    CHECK(a.raised(3)->at(g, D) == power(a.at(g, D), 3));
    CHECK((a - a).is_zero());
    CHECK(a.of_loop(0).at(0, D) + g * a.of_loop(1).at(0, D) == a.at(g, D));
    Polynomial twice = a;
    twice += twice;
    CHECK(twice == a + a);
  }
  CHECK(Polynomial::size().inverse()->str() == "D^-1");
  CHECK_FALSE((Polynomial::size() + Polynomial(Rational(1))).inverse());
  CHECK_FALSE(Polynomial::loop().inverse());
  CHECK_FALSE(Polynomial().inverse());
}

TEST_CASE("polynomial: what is shown of every size is so") {
  std::mt19937_64 random(52);
  int shown = 0;
  for (int round = 0; round < testing::rounds(400); ++round) {
    const Polynomial a = drawn(random, false);
    const std::uint64_t least = 1 + random() % 4;
    INFO(a.str() << " from D = " << least);
    const bool positive = a.shown_positive(Rational(least));
    const bool not_negative = a.shown_not_negative(Rational(least));
    if (positive) ++shown;
    CHECK((!positive || not_negative));
    for (std::uint64_t D = least; D < least + 30; ++D) {
      if (positive) CHECK(a.at(0, D).sign() > 0);
      if (not_negative) CHECK(a.at(0, D).sign() >= 0);
    }
  }
  CHECK(shown >= testing::met(40));
  const Polynomial D = Polynomial::size(), two(Rational(2));
  CHECK((D - two).shown_not_negative(2));
  CHECK_FALSE((D - two).shown_positive(2));
  CHECK((D - two).shown_positive(3));
  CHECK((D * D - two * D - two).shown_positive(3));
  CHECK_FALSE((D * D - two * D - two).shown_not_negative(2));
}

}  // namespace polynomial_test
