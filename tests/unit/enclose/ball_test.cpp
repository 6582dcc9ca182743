#include <catch2/catch.hpp>

#include <random>

#include "enclose/ball.hpp"
#include "exact/error.hpp"
#include "support/rounds.hpp"

namespace ball_test {

using namespace hardmax;

namespace {

Rational random_rational(std::mt19937_64& random) {
  const auto part = [&] { return static_cast<std::int64_t>(random() >> (1 + random() % 62)); };
  const Rational x = Rational(part()) / Rational(part() + 1);
  return random() % 2 == 0 ? x : -x;
}

}  // namespace

TEST_CASE(
    "ball: sums, differences, products and quotients contain the exact result at every precision") {
  std::mt19937_64 random(10);
  for (int round = 0; round < testing::rounds(2000); ++round) {
    const Precision precision(static_cast<long>(2 + random() % 100));
    const Rational x = random_rational(random), y = random_rational(random);
    INFO("x = " << x.str() << ", y = " << y.str() << ", bits = " << Precision::bits());
    const Ball a(x), b(y);
    CHECK((a + b).contains(x + y));
    CHECK((a - b).contains(x - y));
    CHECK((a * b).contains(x * y));
    if (!y.is_zero()) CHECK((a / b).contains(x / y));
    Ball sum(x);
    sum.add_product(y, b);
    CHECK(sum.contains(x + y * y));
    const Ball hull = Ball::between(a, b);
    CHECK(hull.contains(x));
    CHECK(hull.contains((x + y) / Rational(2)));
    CHECK(hull.contains(y));
    CHECK(max(a, b).contains(std::max(x, y)));
    CHECK(min(a, b).contains(std::min(x, y)));
    CHECK(abs(a).contains(abs(x)));
    CHECK(a.lower() <= x);
    CHECK(a.upper() >= x);
    CHECK(positive_power(a, 3).contains(power(std::max(x, Rational(0)), 3)));
  }
}

TEST_CASE("ball: exp and log undo each other inside the enclosures") {
  std::mt19937_64 random(11);
  for (int round = 0; round < testing::rounds(500); ++round) {
    const Precision precision(static_cast<long>(20 + random() % 300));
    const Rational x =
        Rational(static_cast<std::int64_t>(random() % 2001) - 1000) / Rational(1 + random() % 100);
    INFO("x = " << x.str() << ", bits = " << Precision::bits());
    CHECK(log(exp(Ball(x))).contains(x));
    CHECK((exp(Ball(x)) * exp(Ball(-x))).contains(Rational(1)));
    if (x.sign() > 0) CHECK(exp(log_one_plus(Ball(x))).contains(x + Rational(1)));
    if (x.sign() > 0)
      CHECK(positive_power(positive_power(Ball(x), Rational(2) / Rational(7)),
                           Rational(7) / Rational(2))
                .contains(x));
  }
}

TEST_CASE("ball: a comparison is decided for all numbers of the balls or not at all") {
  const Ball wide = Ball::between(0, 2);
  CHECK(less(1, 2) == true);
  CHECK(less(2, 1) == false);
  CHECK(less(1, 1) == false);
  CHECK(at_most(Ball(1), Ball(1)) == true);
  CHECK(less(wide, 3) == true);
  CHECK_FALSE(less(wide, 1).has_value());
  CHECK_FALSE(at_most(Ball(1), wide).has_value());
  CHECK(at_most(wide, Rational(3)) == true);
  CHECK_FALSE(at_most(wide, Rational(1)).has_value());
  CHECK(at_most(Ball(2), Rational(1)) == false);
}

TEST_CASE(
    "ball: precision is raised until a comparison is decided, and no further than the limit") {
  const Rational close = Rational(1) + Rational(1) / power(2, 300);
  std::vector<long> tried;
  const auto compare = [&]() -> std::optional<bool> {
    tried.push_back(Precision::bits());
    return less(exp(Ball(1)), exp(Ball(close)));
  };
  CHECK(decide_with_precision(64, 4096, compare) == true);
  CHECK(tried == std::vector<long>{64, 128, 256, 512});
  tried.clear();
  CHECK_FALSE(decide_with_precision(64, 200, compare).has_value());
  CHECK(tried == std::vector<long>{64, 128, 200});
  CHECK(Precision::bits() == 128);
}

TEST_CASE("ball: ends that are far from 1 are rounded outward, unbounded ones are refused") {
  const Rational tiny = Rational(1) / power(2, 65536);
  const Ball small = exp(Ball(Rational(-1000000)));
  CHECK(small.lower() == Rational(0));
  CHECK(small.upper() == tiny);
  CHECK((-small).lower() == -tiny);
  CHECK((-small).upper() == Rational(0));
  CHECK_THROWS_AS(exp(Ball(1000000)).upper(), LimitReached);
  const Ball divided = Ball(1) / Ball::between(-1, 1);
  CHECK_FALSE(divided.is_finite());
  CHECK_THROWS_AS(divided.lower(), LimitReached);
}

TEST_CASE("ball: decimals for people are rounded to the side that is asked for") {
  const auto q = [](const char* text) { return Rational::parse(text).value(); };
  CHECK(decimal_lower(q("2/3")) == "0.6666");
  CHECK(decimal_upper(q("2/3")) == "0.6667");
  CHECK(decimal_lower(q("-2/3")) == "-0.6667");
  CHECK(decimal_upper(q("-2/3")) == "-0.6666");
  CHECK(decimal_lower(q("1/8")) == "0.125");
  CHECK(decimal_upper(q("1/8")) == "0.125");
  CHECK(decimal_upper(q("23838")) == "2.384e4");
  CHECK(decimal_lower(q("23838")) == "2.383e4");
  CHECK(decimal_upper(q("99999")) == "1e5");
  CHECK(decimal_lower(q("100")) == "100");
  CHECK(decimal_lower(q("1001/2")) == "500.5");
  CHECK(decimal_lower(q("1/1000000")) == "1e-6");
  CHECK(decimal_lower(0) == "0");
}

}  // namespace ball_test
