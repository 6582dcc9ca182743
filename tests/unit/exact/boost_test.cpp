// Rationals against those of Boost.Multiprecision, which shares no code with FLINT.
#include <boost/multiprecision/cpp_int.hpp>
#include <catch2/catch.hpp>

#include <random>
#include <string>

#include "exact/error.hpp"
#include "exact/rational.hpp"
#include "support/rounds.hpp"

namespace boost_test {

using namespace hardmax;
using Whole = boost::multiprecision::cpp_int;
using Other = boost::multiprecision::cpp_rational;

namespace {

// Of up to 200 bits: inline, of one word, of several.
Whole drawn_whole(std::mt19937_64& random) {
  Whole out = 0;
  for (std::uint64_t words = 1 + random() % 4; words > 0; --words)
    out = (out << 50) + (random() >> (random() % 2 == 0 ? 14 : 60));
  return random() % 2 == 0 ? out : Whole(-out);
}

Other drawn(std::mt19937_64& random) {
  if (random() % 8 == 0) return 0;
  const Whole below = random() % 3 == 0 ? Whole(1) : Whole(abs(drawn_whole(random)));
  return {drawn_whole(random), below == 0 ? Whole(1) : below};
}

Rational ours(const Other& x) { return Rational::parse(x.str()).value(); }

Whole floor_of(const Other& x) {
  const Whole above = numerator(x), below = denominator(x);
  const Whole towards_zero = above / below;
  return above < 0 && towards_zero * below != above ? Whole(towards_zero - 1) : towards_zero;
}

std::uint64_t residue(const Whole& x) {  // two's complement
  const Whole two64 = Whole(1) << 64;
  return static_cast<std::uint64_t>(Whole(((x % two64) + two64) % two64));
}

}  // namespace

TEST_CASE("rational: every operation agrees with Boost.Multiprecision") {
  std::mt19937_64 random(20261201);
  for (int round = 0; round < testing::rounds(20'000); ++round) {
    const Other x = drawn(random), y = drawn(random);
    const Rational a = ours(x), b = ours(y);
    INFO(x.str() << " and " << y.str());
    REQUIRE((a + b).str() == Other(x + y).str());
    REQUIRE((a - b).str() == Other(x - y).str());
    REQUIRE((a * b).str() == Other(x * y).str());
    REQUIRE((-a).str() == Other(-x).str());
    Rational more = a;
    more.add_product(a, b);
    REQUIRE(more.str() == Other(x + x * y).str());
    REQUIRE((a < b) == (x < y));
    REQUIRE((a == b) == (x == y));
    REQUIRE(a.sign() == x.sign());
    REQUIRE(floor(a).str() == floor_of(x).str());
    REQUIRE(abs(a).str() == Other(abs(x)).str());
    REQUIRE(a.is_integer() == (denominator(x) == 1));
    REQUIRE(a.numerator().str() == Whole(numerator(x)).str());
    REQUIRE(a.denominator().str() == Whole(denominator(x)).str());
    REQUIRE(a.numerator_mod64() == residue(numerator(x)));
    REQUIRE(a.denominator_mod64() == residue(denominator(x)));
    if (y == 0) {
      REQUIRE_THROWS_AS(Rational(a) / b, Undefined);
      REQUIRE_THROWS_AS(floor_mod(a, b), Undefined);
    } else {
      REQUIRE((a / b).str() == Other(x / y).str());
      REQUIRE(floor_mod(a, b).str() == Other(x - y * floor_of(Other(x / y))).str());
    }
    const unsigned exponent = static_cast<unsigned>(random() % 9);
    Other power_of_x = 1;
    for (unsigned i = 0; i < exponent; ++i) power_of_x *= x;
    REQUIRE(power(a, exponent).str() == power_of_x.str());
    if (x != 0) REQUIRE(power(a, -static_cast<int>(exponent)).str() == Other(1 / power_of_x).str());
  }
}

}  // namespace boost_test
