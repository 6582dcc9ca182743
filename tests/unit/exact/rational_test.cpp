#include <catch2/catch.hpp>

#include <random>
#include <thread>

#include "exact/error.hpp"
#include "exact/rational.hpp"
#include "support/rounds.hpp"

namespace rational_test {

using namespace hardmax;

namespace {
Rational q(const char* text) { return Rational::parse(text).value(); }
}  // namespace

TEST_CASE("rational: parses exactly sign, digits, slash, digits") {
  CHECK(q("-6/4").str() == "-3/2");
  CHECK(q("007").str() == "7");
  for (const char* bad :
       {"", "-", "+1", "1/", "/2", "1/0", "1/00", "0x1", "1.5", " 1", "1 ", "1/-2", "--1", "1e3"}) {
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

TEST_CASE(
    "rational: sums, products, differences and the order are FLINT's, for numbers held inline, at "
    "the end of what is, and beyond") {
  std::mt19937_64 random(20261128);
  const auto draw = [&] {
    const std::uint64_t kind = random() % 8, bits = kind < 5 ? 1 + random() % 8 : 55 + random() % 9,
                        den_bits = random() % (kind < 5 ? 8 : 64);
    Rational num(static_cast<std::int64_t>(random() >> (64 - bits)) * (random() % 2 == 0 ? 1 : -1)),
        den(std::uint64_t{1} << (den_bits % 64));
    if (kind % 2 == 1) den += Rational(random() >> (63 - den_bits % 63)) - Rational(1);
    if (kind == 7) num *= power(3, random() % 60);
    return den.sign() > 0 ? num / den : num;
  };
  for (int i = 0; i < testing::rounds(20'000); ++i) {
    const Rational a = draw(), b = random() % 4 == 0 ? a : draw(), c = draw();
    INFO(a.str() << ", " << b.str() << ", " << c.str());
    Rational sum, difference, product, more = c, negative;
    fmpq_add(sum.raw(), a.raw(), b.raw());
    fmpq_sub(difference.raw(), a.raw(), b.raw());
    fmpq_mul(product.raw(), a.raw(), b.raw());
    fmpq_addmul(more.raw(), a.raw(), b.raw());
    fmpq_neg(negative.raw(), a.raw());
    Rational added = c, assigned = a;
    added.add_product(a, b);
    assigned = b;
    const auto same = [](const Rational& x, const Rational& y) {
      return fmpq_equal(x.raw(), y.raw()) != 0 && fmpq_is_canonical(x.raw()) != 0;
    };
    const bool agree = same(a + b, sum) && same(a - b, difference) && same(a * b, product) &&
                       same(added, more) && same(-a, negative) && same(assigned, b) &&
                       (a == b) == (fmpq_equal(a.raw(), b.raw()) != 0) &&
                       (a < b) == (fmpq_cmp(a.raw(), b.raw()) < 0) &&
                       (a > b) == (fmpq_cmp(a.raw(), b.raw()) > 0);
    REQUIRE(agree);
  }
  Rational x = Rational(3) / Rational(8);
  x *= x;
  x += x;
  x -= x * Rational(2);
  CHECK(x == q("-9/32"));
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

}  // namespace rational_test
