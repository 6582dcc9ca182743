#include <catch2/catch.hpp>

#include <thread>

#include "exact/error.hpp"
#include "exact/rational.hpp"

using namespace hardmax;

namespace {
Rational q(const char* text) { return Rational::parse(text).value(); }
}  // namespace

TEST_CASE("rational: parses exactly sign, digits, slash, digits") {
  CHECK(q("-6/4").str() == "-3/2");
  CHECK(q("007").str() == "7");
  for (const char* bad : {"", "-", "+1", "1/", "/2", "1/0", "1/00", "0x1", "1.5", " 1", "1 ", "1/-2", "--1", "1e3"}) {
    INFO(bad);
    CHECK_FALSE(Rational::parse(bad).has_value());
  }
}

TEST_CASE("rational: floor and mod follow the divisor's sign") {
  CHECK(floor(q("-7/2")) == -4);
  CHECK(floor(q("7/2")) == 3);
  CHECK(floor_mod(-7, 3) == 2);
  CHECK(floor_mod(7, -3) == -2);
  CHECK(floor_mod(q("-1/2"), q("1/3")) == q("1/6"));
  CHECK_THROWS_AS(floor_mod(1, 0), hardmax::Undefined);
}

TEST_CASE("rational: powers are exact, undefined at zero to a negative, and limited") {
  CHECK(power(q("2/3"), -3) == q("27/8"));
  CHECK(power(0, 0) == 1);
  CHECK(power(-2, 63) + power(2, 63) == 0);
  CHECK_THROWS_AS(power(0, -1), hardmax::Undefined);
  CHECK_THROWS_AS(power(4, q("1/2")), hardmax::Undefined);
  CHECK_THROWS_AS(power(1, 1'000'001), hardmax::LimitReached);
  CHECK_THROWS_AS(power(power(2, 1'000'000), 100), hardmax::LimitReached);
  CHECK(power(2, 1'000'000).bits() == 1'000'001);
}

TEST_CASE("rational: choose") {
  CHECK(choose(5, 2) == 10);
  CHECK(choose(5, 6) == 0);
  CHECK(choose(5, -1) == 0);
  CHECK(choose(0, 0) == 1);
  CHECK_THROWS_AS(choose(-1, 0), hardmax::Undefined);
  CHECK_THROWS_AS(choose(q("1/2"), 0), hardmax::Undefined);
}

TEST_CASE("rational: residues modulo 2^64 are two's complement at every size") {
  CHECK(Rational(-1).numerator_mod64() == ~std::uint64_t{0});
  CHECK((power(2, 64) + 5).numerator_mod64() == 5);
  CHECK((-power(2, 64) - 1).numerator_mod64() == ~std::uint64_t{0});
  CHECK((power(2, 63)).numerator_mod64() == (std::uint64_t{1} << 63));
  CHECK((power(2, 200) - 1).numerator_mod64() == ~std::uint64_t{0});
  CHECK(q("3/7").denominator_mod64() == 7);
}

TEST_CASE("rational: machine integers only when they fit") {
  CHECK(q("9223372036854775807").to_int64() == INT64_MAX);
  CHECK_FALSE(q("9223372036854775808").to_int64().has_value());
  CHECK_FALSE(q("1/2").to_int64().has_value());
}

TEST_CASE("rational: numbers made on a thread outlive it and the memory it gave back") {
  for (int round = 0; round < 20; ++round) {
    Rational large, sum;
    std::thread maker([&] {
      for (int i = 0; i < 3000; ++i) sum += power(3, 100 + i % 7) / Rational(7);
      large = power(2, 1000);
      release_thread_memory();
    });
    maker.join();
    const Rational copy = large;
    CHECK(copy == power(2, 1000));
    CHECK(sum.bits() > 100);
    large = 0;
  }
}
