// The arithmetic of verify-check against GMP alone.
#include <catch2/catch.hpp>
#include <random>

#include "check/num.hpp"
#include "check/text.hpp"
#include "support/rounds.hpp"

namespace num_test {

using namespace hardmax::check;

namespace {

mpq_class random_rational(std::mt19937_64& random) {  // small, at the edge of 64 bits, or large
  const auto integer = [&] {
    mpz_class z;
    switch (random() % 5) {
      case 0: z = static_cast<long>(random() % 9); break;
      case 1: z = static_cast<long>(random() % 2000); break;
      case 2: z = (mpz_class(1) << 63) - static_cast<long>(random() % 3); break;
      case 3: z = (mpz_class(1) << 31) + static_cast<long>(random() % 5); break;
      default:
        z = mpz_class(static_cast<unsigned long>(random())) * static_cast<unsigned long>(random());
    }
    return random() % 2 ? z : mpz_class(-z);
  };
  mpz_class d = random() % 2 ? mpz_class(1) : integer();
  if (random() % 4 == 0) d = mpz_class(1) << random() % 64;
  if (d == 0) d = 1;
  mpq_class out(integer(), d);
  out.canonicalize();
  return out;
}

}  // namespace

TEST_CASE("num: a copy of a number stays what it is when the first one goes") {
  const mpz_class two = 2;
  for (const mpz_class& n : {mpz_class(3), mpz_class(two << 200)}) {
    Num copy, moved;
    {
      const Num first{mpq_class(n)};
      copy = first;
      Num other = first;
      moved = std::move(other);
      other = copy;
      CHECK(other.text() == n.get_str());
      const Num& same = other;
      other = same;
      CHECK(other == first);
    }
    CHECK(copy.text() == n.get_str());
    CHECK(moved.text() == n.get_str());
    CHECK((copy - moved).sign() == 0);
  }
}

TEST_CASE("num: every operation is what GMP makes of the same operands, small or large") {
  std::mt19937_64 random(3);
  for (int i = 0; i < testing::rounds(60000); ++i) {
    const mpq_class a = random_rational(random), b = random_rational(random);
    const Num x(a), y(b);
    INFO(a.get_str() << " and " << b.get_str());
    REQUIRE(x.text() == a.get_str());
    REQUIRE((x.gmp() == a));
    REQUIRE((x + y).text() == mpq_class(a + b).get_str());
    REQUIRE((x - y).text() == mpq_class(a - b).get_str());
    REQUIRE((x * y).text() == mpq_class(a * b).get_str());
    if (b != 0) REQUIRE((x / y).text() == mpq_class(a / b).get_str());
    const int order = cmp(a, b);
    REQUIRE(compare(x, y) == (order > 0) - (order < 0));
    REQUIRE((x == y) == (a == b));
    REQUIRE(x.sign() == sgn(a));
    REQUIRE(x.is_integer() == (a.get_den() == 1));
    REQUIRE(((x + y) - y) == x);
    REQUIRE(((x + y) - y).hash() == x.hash());
    mpz_class floor;
    mpz_fdiv_q(floor.get_mpz_t(), a.get_num_mpz_t(), a.get_den_mpz_t());
    REQUIRE(x.floor().text() == floor.get_str());
    const mpz_class modulus = mpz_class(1) << 64;
    mpz_class n, d;
    mpz_fdiv_r(n.get_mpz_t(), a.get_num_mpz_t(), modulus.get_mpz_t());
    mpz_fdiv_r(d.get_mpz_t(), a.get_den_mpz_t(), modulus.get_mpz_t());
    REQUIRE((mpz_class(static_cast<unsigned long>(x.numerator_mod_2_64())) == n));
    REQUIRE((mpz_class(static_cast<unsigned long>(x.denominator_mod_2_64())) == d));
  }
}

TEST_CASE("num: the ends of 64 bits") {
  const Num top(INT64_MAX), bottom(INT64_MIN);
  CHECK(top.text() == "9223372036854775807");
  CHECK(bottom.text() == "-9223372036854775808");
  CHECK((top + Num(1)).text() == "9223372036854775808");
  CHECK((top + Num(1) - Num(1)) == top);
  CHECK((Num(0) - top - Num(1)) == bottom);
  CHECK((Num(0) - bottom).text() == "9223372036854775808");
  CHECK((bottom / Num(-1)).text() == "9223372036854775808");
  CHECK((Num(1) / bottom).text() == "-1/9223372036854775808");
  CHECK((bottom * bottom).text() == "85070591730234615865843651857942052864");
  CHECK(Num::from_digits("0009223372036854775808") == Num(0) - bottom);
  CHECK_FALSE(bottom.small_integer());
  CHECK(top.small_integer() == INT64_MAX);
  CHECK(bottom < top);
  CHECK(compare(Num(1) / Num(3), Num(1) / Num(2)) == -1);
}

TEST_CASE("sha256: the vectors of FIPS 180-4 and lengths around a block") {
  CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklm"
               "nopqrlmnopqrsmnopqrstnopqrstu") ==
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
  CHECK(sha256(std::string(1000000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  CHECK(sha256(std::string(55, 'a')) ==
        "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
  CHECK(sha256(std::string(56, 'a')) ==
        "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a");
  CHECK(sha256(std::string(64, 'a')) ==
        "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
}

}  // namespace num_test
