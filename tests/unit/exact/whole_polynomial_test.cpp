// Polynomials with whole coefficients: the ring against values, and what is called shown against
// values.
#include "exact/whole_polynomial.hpp"

#include <catch2/catch.hpp>

#include <random>

#include "support/rounds.hpp"

namespace whole_polynomial_test {

using namespace hardmax;
using P = WholePolynomial;

namespace {

P some(std::mt19937_64& random) {
  P p;
  for (int i = 0; i < 4; ++i) {
    P term(static_cast<std::int64_t>(random() % 11) - 5);
    term *= power(P::x(), random() % 4);
    term *= power(P::y(), random() % 3);
    term *= power(P::z(), random() % 2);
    p += term;
  }
  return p;
}

}  // namespace

TEST_CASE("whole polynomial: sums, products and powers are those of the values") {
  std::mt19937_64 random(7);
  for (int i = 0; i < testing::rounds(200); ++i) {
    const P a = some(random), b = some(random);
    const Rational x(static_cast<std::int64_t>(random() % 2000) - 1000),
        y(static_cast<std::int64_t>(random() % 40)), z(static_cast<std::int64_t>(random() % 9));
    const auto at = [&](const P& p) { return p.value(x, y, z); };
    INFO(a.str() << " and " << b.str() << " at " << x.str() << ", " << y.str());
    CHECK(at(a + b) == at(a) + at(b));
    CHECK(at(a - b) == at(a) - at(b));
    CHECK(at(-a) == -at(a));
    CHECK(at(a * b) == at(a) * at(b));
    CHECK(at(power(a, 3)) == at(a) * at(a) * at(a));
    P sum = a;
    sum.add_product(a, b);
    CHECK(sum == a + a * b);
    CHECK(a.constant_term() == a.value(0, 0, 0));
    CHECK((a - a).is_zero());
    P moved = a;
    const P taken = std::move(moved);
    CHECK(taken == a);
  }
  CHECK(power(P::x(), 0).is_one());
  const Rational large = power(10, 40);
  CHECK(P(large).constant_term() == large);
}

TEST_CASE("whole polynomial: what is shown holds at every value") {
  std::mt19937_64 random(8);
  int at_least = 0, apart = 0;
  for (int i = 0; i < testing::rounds(2000); ++i) {
    const P a = some(random);
    // b is near a, or coprime to it, often enough.
    const P b = i % 7 == 0   ? P(i % 3 == 0 ? 1 : -1)
                : i % 2 == 0 ? some(random)
                             : a * (i % 3 == 0 ? 1 : -1) + static_cast<int>(random() % 3) - 1,
            least = some(random);
    const bool not_less = shown_at_least(a, b), more = shown_above(a, b),
               kept = !a.is_zero() && shown_to_keep_apart(a, b, least);
    const int sign = shown_sign(a);
    at_least += not_less;
    apart += kept;
    for (std::int64_t x = 0; x < 4; ++x) {
      for (std::int64_t yz = 0; yz < 9; ++yz) {
        const std::int64_t y = yz % 3, z = yz / 3;
        INFO(a.str() << ", " << b.str() << ", " << least.str() << " at " << x << ", " << y << ", "
                     << z);
        const Rational u = a.value(x, y, z), v = b.value(x, y, z);
        if (not_less) CHECK(shown_at_least(u, v));
        if (more) CHECK(shown_above(u, v));
        if (sign != 0) CHECK(u.sign() * sign >= 0);
        if (kept && !(u.is_zero() && v.is_zero()))
          CHECK(shown_to_keep_apart(u, v, least.value(x, y, z)));
      }
    }
  }
  CHECK(at_least > testing::met(100));
  CHECK(apart > testing::met(20));
}

TEST_CASE("whole polynomial: what is not shown may be true, and its opposite is not shown either") {
  const P square = (P::x() - 1) * (P::x() - 1);  // >= 0 everywhere
  CHECK_FALSE(shown_at_least(square, 0));
  CHECK_FALSE(shown_at_least(0, square));
  CHECK_FALSE(shown_above(0, square));
  CHECK(shown_sign(square) == 0);
  CHECK(shown_at_least(square + P::x() * 2, 1));
  CHECK(shown_above(P::y() + 1, P::y()));
  CHECK_FALSE(shown_above(P::y(), P::x()));
  CHECK_FALSE(shown_to_keep_apart(P::x() * 2, P::x() * 2 - 2, P::x()));
  CHECK(shown_to_keep_apart(P::x() + 2, -P::x() - 1, P::x() + 2));
}

}  // namespace whole_polynomial_test
