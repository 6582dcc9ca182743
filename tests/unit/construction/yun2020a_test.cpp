#include <catch2/catch.hpp>

#include <map>
#include <set>

#include "construction/yun2020a/construction.hpp"
#include "construction/yun2020b/value_mapping.hpp"
#include "support/rounds.hpp"
#include "sweep_simulation.hpp"

namespace yun2020a_test {

using namespace hardmax;
using namespace hardmax::test;

namespace {

std::vector<Rational> extended_alphabet(const Parameters& p) {
  std::vector<Rational> alphabet = {yun2020a::out_of_range(p)};
  for (std::uint64_t x = 0; x < p.D; ++x) alphabet.emplace_back(x);
  return alphabet;
}

State<Rational> state(const Parameters& p, std::vector<Rational> entries) {
  State<Rational> z(p.d, p.n);
  z.entries = std::move(entries);
  return z;
}

Overrides with(std::string_view text) {
  Overrides overrides;
  overrides.add(text);
  return overrides;
}

}  // namespace

TEST_CASE("dense: the run of (0, 2, 3) at n = 3, d = 1, delta = 1/4 is that of the paper") {
  // By hand: l~_1 = 0 + 4 (3 - 0) = 12, l~_2 = 2 + 4 (12 - 2) = 42, l~_3 = 3 + 4 (42 - 3) = 159;
  // then + 4^4 * 159 = 40704 on each.
  const auto built = yun2020a::build({3, 1, 4}, false, {});
  REQUIRE(built.selective_layers == 4);
  REQUIRE(built.network.size() == 5);
  REQUIRE(built.shift == Rational(4));
  REQUIRE(built.c == Rational(256));
  const auto ids = run_literally(built, row({0, 2, 3}));
  CHECK(ids[1] == Ids{12, 2, 3});
  CHECK(ids[2] == Ids{12, 2, 3});
  CHECK(ids[3] == Ids{12, 42, 3});
  CHECK(ids[4] == Ids{12, 42, 159});
  CHECK(ids[5] == Ids{40716, 40746, 40863});
}

TEST_CASE("dense: equal columns move together, at 1 1 0 with delta = 1/2") {
  // l' = (0, 1): 0 -> 2 (1 - 0) = 2, then both 1 -> 1 + 2 (2 - 1) = 3; then + 2^4 * 3 = 48.
  const auto ids = run_literally(yun2020a::build({3, 1, 2}, false, {}), row({1, 1, 0}));
  CHECK(ids[2] == Ids{3, 3, 2});
  CHECK(ids[3] == Ids{51, 51, 50});
}

TEST_CASE("dense: an out-of-range column stays the minimum and is pushed down") {
  // n = 2, delta = 1/2: -delta^{-nd} is -8 in units of delta. (-8, 1): 1 -> 1 + 2 (1 + 8) = 19.
  // Then 8 * (-8) = -64 below, 8 * 19 = 152 above.
  const Parameters p{2, 1, 2};
  REQUIRE(yun2020a::out_of_range(p) == Rational(-8));
  const auto ids = run_literally(yun2020a::build(p, false, {}), row({-8, 1}));
  CHECK(ids[2] == Ids{-8, 19});
  CHECK(ids[3] == Ids{-72, 171});
}

TEST_CASE("dense: literal execution agrees with the displayed formulas on every extended input") {
  for (const Parameters p : {Parameters{2, 1, 2}, {2, 1, 5}, {3, 1, 3}, {2, 2, 2}, {4, 1, 2}}) {
    const auto built = yun2020a::build(p, false, {});
    const std::int64_t q = power(p.D, p.d).to_int64().value();
    every_vector(extended_alphabet(p), p.n * p.d, [&](const std::vector<Rational>& entries) {
      const auto ids = run_literally(built, state(p, entries));
      Ids l = ids[0];
      for (std::int64_t b = 0; b < q; ++b) {
        l = shift_at(l, b, q, false);
        REQUIRE(ids[b + 1] == l);
      }
      REQUIRE(ids[q + 1] == shift_all(l, power(p.D, (p.n + 1) * p.d), false));
    });
  }
}

TEST_CASE(
    "dense: l~_j is its closed form, increasing, and the last one tells distinct columns apart") {
  for (const Parameters p : {Parameters{2, 1, 6}, {3, 1, 5}, {4, 1, 5}, {3, 2, 2}}) {
    const Rational q = power(p.D, p.d);
    const auto built = yun2020a::build(p, false, {});
    std::vector<Rational> alphabet;
    for (std::uint64_t x = 0; x < p.D; ++x) alphabet.emplace_back(x);
    std::set<Rational> last;
    std::size_t seen = 0;
    every_vector(alphabet, p.n * p.d, [&](const std::vector<Rational>& entries) {
      const State<Rational> z = state(p, entries);
      Ids l;
      for (std::size_t k = 0; k < p.n; ++k) l.push_back(column_id(z.column(k), p.D));
      if (!increasing(l)) return;
      const Ids after = run_literally(built, z)[built.selective_layers];
      for (std::size_t j = 1; j <= p.n; ++j) {
        Rational closed = l[j - 1] + power(q, j) * (l[p.n - 1] - l[0]);
        for (std::size_t k = 1; k < j; ++k) closed += power(q, k) * (l[j - k - 1] - l[j - k]);
        CAPTURE(p.n, p.D, j, closed.str(), after[j - 1].str());
        REQUIRE(after[j - 1] == closed);
      }
      REQUIRE(increasing(after));
      last.insert(after.back());
      ++seen;
    });
    CHECK(Rational(seen) == choose(q, p.n));
    CHECK(last.size() == seen);
  }
}

TEST_CASE("dense: permuting the columns permutes the states after every layer") {
  const Parameters p{3, 1, 3};
  const auto built = yun2020a::build(p, false, {});
  every_vector(extended_alphabet(p), 3, [&](const std::vector<Rational>& x) {
    const auto straight = run_literally(built, row(x));
    const auto turned = run_literally(built, row({x[2], x[0], x[1]}));
    for (std::size_t t = 0; t < straight.size(); ++t)
      REQUIRE(turned[t] == Ids{straight[t][2], straight[t][0], straight[t][1]});
  });
}

TEST_CASE("dense: a dropped shift and a small multiplier are seen") {
  const Parameters p{2, 1, 4};
  CHECK(run_literally(yun2020a::build(p, false, with("drop=1")), row({0, 3}))[4] ==
        Ids{0, 15});  // 0 stays; 3 + 4 (3 - 0)
  // With shift = 1, (0, 1): 0 -> 1, and the next window finds both ids equal: they stay together.
  CHECK(run_literally(yun2020a::build(p, false, with("shift=1")), row({0, 1}))[4] == Ids{1, 1});
  CHECK(run_literally(yun2020a::build(p, false, with("c=1")), row({0, 3}))[5] ==
        Ids{12 + 39, 39 + 39});
  CHECK_THROWS_AS(yun2020a::build(p, false, with("drop=6")), InvalidInput);
}

TEST_CASE("dense with positional encodings: a shifted column is met again by a later window") {
  // n = 2, delta = 1/2, G = (0, 0): l = (0, 2). Window 0: 0 -> 2 (2 - 0) = 4. Windows 1..3: at 2, 2
  // -> 2 + 2 (4 - 2) = 6. n q = 4 layers; c = n delta^{-(n+1)d-1} = 2 * 16.
  const auto built = yun2020a::build({2, 1, 2}, true, {});
  REQUIRE(built.selective_layers == 4);
  REQUIRE(built.c == Rational(32));
  CHECK(run_literally(built, row({0, 2})).at(4) == Ids{4, 6});
  // n = 3: l = (0, 2, 4). Window 0: 0 -> 2 * 4 = 8. Window 2: 2 -> 2 + 2 (8 - 2) = 14. Window 4: 4
  // -> 4 + 2 (14 - 4) = 24.
  CHECK(run_literally(yun2020a::build({3, 1, 2}, true, {}), row({0, 2, 4})).at(6) ==
        Ids{8, 14, 24});
  // G = (1, 0, 0) at n = 3: l = (1, 2, 4). Window 1: 1 -> 1 + 2 (4 - 1) = 7, beyond the last
  // window 5.
  CHECK(run_literally(yun2020a::build({3, 1, 2}, true, {}), row({1, 2, 4})).at(6)[0] ==
        Rational(7));
}

TEST_CASE(
    "dense: the quantiser maps every entry to its grid point and what is out of range to "
    "-delta^{-nd}") {
  const Parameters p{2, 2, 3};
  const auto layers = yun2020a::quantizer_layers(p, false);
  REQUIRE(layers.size() == 2 * (3 + 1));
  const Pattern pattern = everyone(2);
  const Network network(2, 1, layers);
  const Literal<ExactHardmax> literal(network, pattern);
  const auto quantised = [&](const Rational& x) {
    State<Rational> z(2, 2);
    for (Rational& entry : z.entries) entry = x;
    return literal.run(z).entries;
  };
  const auto all = [](const Rational& x) { return std::vector<Rational>(4, x); };
  const Rational minus = -243;  // -D^{nd+1} = -3^5
  CHECK(quantised(0) == all(0));
  CHECK(quantised(Rational(5) / Rational(2)) == all(2));
  CHECK(quantised(Rational(299) / Rational(100)) == all(2));
  CHECK(quantised(3) == all(minus));
  CHECK(quantised(Rational(-1) / Rational(1000)) == all(minus));
  CHECK(quantised(1000) == all(minus));
}

TEST_CASE("dense: four ReLUs are the five printed pieces") {
  std::mt19937_64 random(20202);
  const auto small = [&] {
    return Rational(static_cast<std::int64_t>(random() % 41) - 20) / Rational(1 + random() % 7);
  };
  for (int i = 0; i < testing::rounds(300); ++i) {
    const Rational c1 = small();
    const Rational c2 = c1 + Rational(1 + random() % 9) / Rational(1 + random() % 5);
    const yun2020a::ThreePieces f{small(), c1, small(), small(), c2, small(), small()};
    const Rational eps = (c2 - c1) / Rational(2 + random() % 4);
    CAPTURE(i, f.b1.str(), c1.str(), f.a2.str(), f.b2.str(), c2.str(), f.a3.str(), f.b3.str(),
            eps.str());
    REQUIRE(yun2020a::four_relus(f, eps) == yun2020a::five_pieces(f, eps));
    // Exact at c1 and c2, and different from the three pieces on at most two bands of width eps.
    const auto approximate = yun2020a::four_relus(f, eps);
    const auto exact = yun2020a::three_pieces(f);
    CHECK(approximate(c1) == exact(c1));
    CHECK(approximate(c2) == exact(c2));
    CHECK(agreement_measure(approximate, exact, c1 - Rational(5), c2 + Rational(5)) >=
          c2 - c1 + Rational(10) - eps - eps);
  }
}

TEST_CASE("dense: contexts of distinct columns lie in the interval and all others leave it") {
  for (const Parameters p : {Parameters{2, 1, 2}, {2, 1, 4}, {3, 1, 3}, {2, 2, 2}}) {
    const auto built = yun2020a::build(p, false, {});
    const auto [lower, upper] = yun2020a::contextual_interval(p);
    every_vector(extended_alphabet(p), p.n * p.d,
                 [&, lower = lower, upper = upper](const std::vector<Rational>& entries) {
                   const auto ids = run_literally(built, state(p, entries));
                   const std::set<Rational> columns(ids[0].begin(), ids[0].end());
                   const bool distinct =
                       columns.size() == p.n &&
                       *std::min_element(entries.begin(), entries.end()) >= Rational(0);
                   for (const Rational& id : ids.back())
                     REQUIRE((lower <= id && id <= upper) == distinct);
                 });
  }
}

TEST_CASE("dense: the zeroing layers keep contexts of distinct columns and clear the others") {
  const Parameters p{2, 1, 3};
  const auto built = yun2020a::build(p, false, {});
  const Pattern pattern = everyone(2);
  Rational largest;
  every_vector(extended_alphabet(p), 2, [&](const std::vector<Rational>& x) {
    const auto ids = run_literally(built, row(x));
    for (const Rational& id : ids.back()) largest = std::max(largest, id);
  });
  const Network zeroing(1, 1, yun2020a::zeroing_layers(p, largest));
  REQUIRE(zeroing.layers().size() == 2);
  every_vector(extended_alphabet(p), 2, [&](const std::vector<Rational>& x) {
    const Ids before = run_literally(built, row(x)).back();
    const Ids after = Literal<ExactHardmax>(zeroing, pattern).run(row(before)).entries;
    const bool kept = x[0] >= Rational(0) && x[1] >= Rational(0) && x[0] != x[1];
    CHECK(after == (kept ? before : Ids{0, 0}));
  });
}

}  // namespace yun2020a_test
