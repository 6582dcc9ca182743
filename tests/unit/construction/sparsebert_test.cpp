#include <catch2/catch.hpp>

#include <map>

#include "construction/sparsebert/construction.hpp"
#include "sweep_simulation.hpp"

namespace sparsebert_test {

using namespace hardmax;
using namespace hardmax::test;

TEST_CASE("sparsebert: the run of (0, 2, 3) at n = 3, d = 1, delta = 1/4 is that of the paper") {
  // l~_1 = 0 + 4 (3 - 2) = 4, l~_2 = 2 + 4 (4 - 3) = 6, l~_3 = 3 + 4 (6 - 4) = 11. Delta_h / delta
  // = 3 (64 + 4 + 1) = 207. First global shift: the largest of the others: 4 + 207 * 11, 6 + 207 *
  // 11, 11 + 207 * 6. Second: others' largest is 2283, for the second token 2281.
  const auto built = sparsebert::build({3, 1, 4}, false, {});
  REQUIRE(built.network.size() == 6);
  REQUIRE(built.c == Rational(207));
  const auto ids = run_literally(built, row({0, 2, 3}));
  CHECK(ids[1] == Ids{4, 2, 3});
  CHECK(ids[3] == Ids{4, 6, 3});
  CHECK(ids[4] == Ids{4, 6, 11});
  CHECK(ids[5] == Ids{2281, 2283, 1253});
  CHECK(ids[6] == Ids{2281 + 207 * 2283, 2283 + 207 * 2281, 1253 + 207 * 2283});
}

TEST_CASE("sparsebert: with two tokens the first shift does nothing") {
  // Each sees one token, so max = min and nothing moves: l~ = l.
  const auto built = sparsebert::build({2, 1, 4}, false, {});
  CHECK(run_literally(built, row({1, 3}))[4] == Ids{1, 3});
}

TEST_CASE("sparsebert: literal execution agrees with the displayed formulas on every input") {
  for (const Parameters p : {Parameters{2, 1, 4}, {3, 1, 4}, {4, 1, 3}, {3, 2, 2}, {5, 1, 2}}) {
    const auto built = sparsebert::build(p, false, {});
    const std::int64_t q = power(p.D, p.d).to_int64().value();
    const Rational c = Rational(q - 1) * (power(q, p.n) + Rational(q) + Rational(1));
    REQUIRE(built.c == c);
    std::vector<Rational> alphabet;
    for (std::uint64_t x = 0; x < p.D; ++x) alphabet.emplace_back(x);
    every_vector(alphabet, p.n * p.d, [&](const std::vector<Rational>& entries) {
      State<Rational> z(p.d, p.n);
      z.entries = entries;
      const auto ids = run_literally(built, z);
      Ids l = ids[0];
      for (std::int64_t b = 0; b < q; ++b) {
        l = shift_at(l, b, q, true);
        REQUIRE(ids[b + 1] == l);
      }
      l = shift_all(l, c, true);
      REQUIRE(ids[q + 1] == l);
      REQUIRE(ids[q + 2] == shift_all(l, c, true));
    });
  }
}

TEST_CASE("sparsebert: l~_i is its expansion and increasing for three and more distinct columns") {
  for (const Parameters p : {Parameters{3, 1, 6}, {4, 1, 6}, {5, 1, 6}}) {
    const Rational q = p.D;
    const auto built = sparsebert::build(p, false, {});
    std::vector<Rational> alphabet;
    for (std::uint64_t x = 0; x < p.D; ++x) alphabet.emplace_back(x);
    every_vector(alphabet, p.n, [&](const std::vector<Rational>& l) {
      if (!increasing(l)) return;
      const Ids after = run_literally(built, row(l))[p.D];
      const std::size_t n = p.n;
      for (std::size_t i = 1; i <= n; ++i) {
        Rational closed;
        if (i < n) {
          closed = (l[n - 1] - l[1]) * power(q, i) + l[i - 1];
          for (std::size_t j = 1; j < i; ++j) closed += (l[j - 1] - l[j + 1]) * power(q, i - j);
        } else {
          closed =
              (l[n - 1] - l[1]) * (power(q, n) - power(q, 2)) + (l[n - 2] - l[0]) * q + l[n - 1];
          for (std::size_t j = 1; j + 2 <= n; ++j)
            closed += (l[j - 1] - l[j + 1]) * power(q, n - j);
        }
        CAPTURE(n, i, closed.str(), after[i - 1].str());
        REQUIRE(after[i - 1] == closed);
      }
      REQUIRE(increasing(after));
    });
  }
}

TEST_CASE("sparsebert: a dropped layer and another multiplier are seen") {
  Overrides drop, small;
  drop.add("drop=1");
  small.add("c=1");
  CHECK(run_literally(sparsebert::build({3, 1, 4}, false, drop), row({0, 2, 3}))[4] ==
        Ids{0, 14, 59});  // 2 + 4 (3 - 0), 3 + 4 (14 - 0)
  CHECK(run_literally(sparsebert::build({3, 1, 4}, false, small), row({0, 2, 3}))[5] ==
        Ids{15, 17, 17});
}

}  // namespace sparsebert_test
