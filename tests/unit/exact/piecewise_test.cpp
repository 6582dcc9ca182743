#include <catch2/catch.hpp>

#include <random>

#include "exact/piecewise.hpp"
#include "support/rounds.hpp"

namespace piecewise_test {

using namespace hardmax;

namespace {

Rational q(const char* text) { return Rational::parse(text).value(); }

const Affine kZero{0, 0};
const Affine kIdentity{1, 0};

// phi of yun2020b E.1 with delta = 1.
PiecewiseLinear phi() {
  return PiecewiseLinear::from_half_open({{Rational(0), Rational(1), {-1, 0}}}, kZero);
}

PiecewiseLinear random_function(std::mt19937_64& random) {
  std::vector<Rational> cuts;
  Rational x = static_cast<int>(random() % 5) - 4;
  const std::size_t m = random() % 4;
  for (std::size_t i = 0; i < m; ++i) {
    cuts.push_back(x);
    x += Rational(1 + static_cast<int>(random() % 4)) / Rational(2);
  }
  const auto small = [&] {
    return Rational(static_cast<int>(random() % 7) - 3) /
           Rational(1 + static_cast<int>(random() % 2));
  };
  std::vector<Affine> pieces;
  std::vector<Rational> values;
  for (std::size_t i = 0; i <= m; ++i) pieces.push_back({small(), small()});
  for (std::size_t i = 0; i < m; ++i) values.push_back(small());
  return PiecewiseLinear(cuts, pieces, values);
}

}  // namespace

TEST_CASE("piecewise: half-open pieces own their left end") {
  const PiecewiseLinear f = phi();
  CHECK(f(0) == 0);
  CHECK(f(q("1/2")) == q("-1/2"));
  CHECK(f(q("999/1000")) == q("-999/1000"));
  CHECK(f(1) == 0);
  CHECK(f(-1) == 0);
  CHECK(f.linear_pieces() == 3);
  CHECK(f.has_constant_piece());
}

TEST_CASE("piecewise: pieces that touch keep the value of the one that starts") {
  const auto f = PiecewiseLinear::from_half_open(
      {{Rational(0), Rational(1), {0, 5}}, {Rational(1), Rational(2), {0, 7}}}, kZero);
  CHECK(f(1) == 7);
  CHECK(f(2) == 0);
  CHECK(f(0) == 5);
  CHECK(PiecewiseLinear::from_half_open({{std::nullopt, Rational(1), {0, 5}}}, kZero)(-1000) == 5);
}

TEST_CASE("piecewise: equal functions are equal whatever their breakpoints") {
  const PiecewiseLinear cut({1, 2}, {kIdentity, kIdentity, kIdentity}, {1, 2});
  CHECK(cut == PiecewiseLinear(kIdentity));
  const PiecewiseLinear hole({1}, {kIdentity, kIdentity}, {0});
  CHECK_FALSE(hole == PiecewiseLinear(kIdentity));
  CHECK(hole.linear_pieces() == 3);  // two half-lines and an isolated point
}

TEST_CASE(
    "piecewise: composing the first row's quantiser layers gives the staircase, jumps included") {
  // Z -> Z + phi(Z - k), k = 0, 1, 2, in units of delta (E.1): the floor on [0, 3), the identity
  // elsewhere.
  PiecewiseLinear g(kIdentity);
  for (int k = 0; k < 3; ++k) {
    const PiecewiseLinear layer =
        PiecewiseLinear(kIdentity) + compose(phi(), PiecewiseLinear({1, Rational(-k)}));
    g = compose(layer, g);
  }
  const auto staircase = PiecewiseLinear::from_half_open({{Rational(0), Rational(1), {0, 0}},
                                                          {Rational(1), Rational(2), {0, 1}},
                                                          {Rational(2), Rational(3), {0, 2}}},
                                                         kIdentity);
  CHECK(g == staircase);
  // A closed interval in place of the half-open one is another function.
  const PiecewiseLinear closed({0, 1}, {kZero, {-1, 0}, kZero}, {0, -1});
  CHECK_FALSE(compose(PiecewiseLinear(kIdentity) + closed, PiecewiseLinear(kIdentity)) ==
              PiecewiseLinear::from_half_open({{Rational(0), Rational(1), {0, 0}}}, kIdentity));
}

TEST_CASE("piecewise: composition, sum and comparison agree with points") {
  std::mt19937_64 random(20261128);
  for (int round = 0; round < testing::rounds(400); ++round) {
    const PiecewiseLinear f = random_function(random);
    const PiecewiseLinear g = random_function(random);
    const PiecewiseLinear fg = compose(f, g);
    const PiecewiseLinear sum = f + g;
    bool at_most = true;
    INFO("round " << round);
    for (int i = -48; i <= 48; ++i) {
      const Rational x = Rational(i) / Rational(8);
      REQUIRE(fg(x) == f(g(x)));
      REQUIRE(sum(x) == f(x) + g(x));
      at_most = at_most && f(x) <= g(x);
    }
    if (everywhere_at_most(f, g)) REQUIRE(at_most);
    REQUIRE(everywhere_at_most(f, f));
    REQUIRE(everywhere_at_most(f, f + PiecewiseLinear({0, 1})));
    REQUIRE_FALSE(everywhere_at_most(f + PiecewiseLinear({0, 1}), f));
  }
}

TEST_CASE("piecewise: measures") {
  CHECK(union_measure({{0, 1}, {q("1/2"), 2}, {3, 3}, {5, 4}, {6, 7}}) == 3);
  CHECK(union_measure({{0, 10}, {1, 2}}) == 10);
  CHECK(agreement_measure(phi(), PiecewiseLinear(kZero), -1, 2) == 2);
  CHECK(agreement_measure(phi(), phi(), q("1/3"), 1) == q("2/3"));
}

}  // namespace piecewise_test
