#include "execute/flat_graph.hpp"

#include <catch2/catch.hpp>

#include <functional>
#include <random>
#include <set>

#include "exact/error.hpp"
#include "support/rounds.hpp"
#include "unit/execute/engine_support.hpp"

namespace flat_test {

using namespace hardmax;

namespace {

constexpr std::size_t kGroup = kernel::kFlatGroup;
constexpr std::size_t kLeaves = 4;
constexpr std::uint64_t kValues = 5;

using Inputs = std::vector<std::array<std::int64_t, kLeaves>>;
using Number = std::function<Rational(std::size_t)>;  // of an input
using Truth = std::function<bool(std::size_t)>;

// Terms and tests of a graph, each with what it is by definition.
class Random {
 public:
  Random(std::uint64_t seed, FlatGraph& graph, const Inputs& inputs)
      : random_(seed), graph_(graph) {
    for (std::size_t leaf = 0; leaf < kLeaves; ++leaf) {
      numbers_.push_back({graph.leaf(static_cast<std::uint32_t>(leaf), 0, Rational(kValues - 1)),
                          [&inputs, leaf](std::size_t i) { return Rational(inputs[i][leaf]); }});
    }
    tests_.push_back({graph.at_most(numbers_[0].first, numbers_[1].first),
                      [&inputs](std::size_t i) { return inputs[i][0] <= inputs[i][1]; }});
  }

  void grow() {
    const auto a = pick(numbers_);
    const auto b = pick(numbers_);
    const auto p = pick(tests_);
    const auto q = pick(tests_);
    const Rational k = constant();
    const Rational by = abs(constant()) + Rational(1) / Rational(3);
    switch (random_() % 13) {
      case 0:
        return keep(a.first + b.first, [=](std::size_t i) { return a.second(i) + b.second(i); });
      case 1:
        return keep(a.first - b.first, [=](std::size_t i) { return a.second(i) - b.second(i); });
      case 2: return keep(k * a.first, [=](std::size_t i) { return k * a.second(i); });
      case 3: return keep(a.first + Term(k), [=](std::size_t i) { return a.second(i) + k; });
      case 4:
        return keep(graph_.product(a.first, b.first),
                    [=](std::size_t i) { return a.second(i) * b.second(i); });
      case 5: return keep(graph_.floor(a.first), [=](std::size_t i) { return floor(a.second(i)); });
      case 6:
        return keep(graph_.remainder(a.first, by),
                    [=](std::size_t i) { return floor_mod(a.second(i), by); });
      case 7:
        return keep(graph_.max({a.first, b.first, Term(k)}), [=](std::size_t i) {
          return std::max({a.second(i), b.second(i), k});
        });
      case 8:
        return keep(graph_.min({a.first, b.first}),
                    [=](std::size_t i) { return std::min(a.second(i), b.second(i)); });
      case 9:
        return keep(graph_.absolute(a.first), [=](std::size_t i) { return abs(a.second(i)); });
      case 10:
        return keep(graph_.select(p.first, a.first, b.first),
                    [=](std::size_t i) { return p.second(i) ? a.second(i) : b.second(i); });
      case 11:
        switch (random_() % 3) {
          case 0:
            tests_.push_back({graph_.equal(a.first, b.first),
                              [=](std::size_t i) { return a.second(i) == b.second(i); }});
            return;
          case 1:
            tests_.push_back({graph_.less(a.first, b.first),
                              [=](std::size_t i) { return a.second(i) < b.second(i); }});
            return;
          default:
            tests_.push_back({graph_.at_most(a.first, Term(k)),
                              [=](std::size_t i) { return a.second(i) <= k; }});
            return;
        }
      default:
        switch (random_() % 3) {
          case 0:
            tests_.push_back({graph_.both(p.first, q.first),
                              [=](std::size_t i) { return p.second(i) && q.second(i); }});
            return;
          case 1:
            tests_.push_back({graph_.either(p.first, q.first),
                              [=](std::size_t i) { return p.second(i) || q.second(i); }});
            return;
          default:
            tests_.push_back({graph_.negate(p.first), [=](std::size_t i) { return !p.second(i); }});
            return;
        }
    }
  }

  std::vector<std::pair<Term, Number>> numbers_;
  std::vector<std::pair<FlatGraph::Test, Truth>> tests_;

 private:
  // Numbers that are too long for later steps are left out.
  void keep(Term term, Number number) {
    const Span range = graph_.bounds(term);
    if (range.low.bits() <= 90 && range.high.bits() <= 90)
      numbers_.emplace_back(std::move(term), std::move(number));
  }
  template <class T>
  T pick(const std::vector<T>& list) {
    return list[random_() % list.size()];
  }
  Rational constant() {
    const auto small = static_cast<std::int64_t>(random_() % 9) - 4;
    switch (random_() % 4) {
      case 0: return Rational(small) / Rational(4);
      case 1: return Rational(small) * power(2, Rational(random_() % 62));
      default: return small;
    }
  }
  std::mt19937_64 random_;
  FlatGraph& graph_;
};

void agree(std::uint64_t seed, std::size_t steps) {
  std::mt19937_64 random(seed);
  Inputs inputs(kGroup);
  for (auto& input : inputs) {
    for (auto& entry : input) entry = static_cast<std::int64_t>(random() % kValues);
  }
  for (const bool fold : {false, true}) {
    FlatGraph graph(fold);
    Random made(seed, graph, inputs);
    for (std::size_t i = 0; i < steps; ++i) made.grow();
    // Bounds hold, and what lies between two spans does not occur.
    for (const auto& [term, number] : made.numbers_) {
      const auto spans = graph.spans(term);
      for (std::size_t i = 0; i < kGroup; i += 7) {
        const Rational x = number(i);
        INFO("seed " << seed << ", input " << i << ", value " << x.str());
        REQUIRE(std::any_of(spans.begin(), spans.end(),
                            [&](const Span& s) { return s.low <= x && x <= s.high; }));
      }
    }
    std::vector<FlatGraph::Test> outputs;
    for (const auto& [test, truth] : made.tests_) {
      try {
        static_cast<void>(graph.compile({test}));
        outputs.push_back(test);
      } catch (const NotFlat&) {  // too long for a register
        outputs.push_back(FlatGraph::no);
      }
    }
    const FlatProgram program = graph.compile(outputs);
    for (const CpuPath path : test::cpu_paths()) {
      FlatRunner runner(program, path);
      runner.fill([&](std::uint32_t leaf, std::int64_t* out) {
        for (std::size_t i = 0; i < kGroup; ++i) out[i] = inputs[i][leaf];
      });
      runner.run();
      for (std::size_t o = 0; o < outputs.size(); ++o) {
        for (std::size_t i = 0; i < kGroup && outputs[o] != made.tests_[o].first; ++i)
          REQUIRE(runner.output(o, i / 64) == 0);
        for (std::size_t i = 0; i < kGroup && outputs[o] == made.tests_[o].first; ++i) {
          INFO("seed " << seed << (fold ? " folded, " : ", ") << name_of(path) << ", test " << o
                       << ", input " << i);
          REQUIRE((runner.output(o, i / 64) >> (i % 64) & 1) == (made.tests_[o].second(i) ? 1 : 0));
        }
      }
    }
  }
}

}  // namespace

TEST_CASE(
    "flat: terms and tests are what they are by definition, on every CPU path, folded or not") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) agree(seed, 60);
}

TEST_CASE("flat: the same for many more", "[full]") {
  for (int seed = 1000; seed < 1000 + testing::rounds(1500); ++seed) agree(seed, 90);
}

TEST_CASE("flat: equal linear forms cancel, and intervals decide what they can") {
  FlatGraph graph(true);
  const Term x = graph.leaf(0, 0, 3);
  const Term y = graph.leaf(1, 0, 3);
  CHECK(graph.equal(Rational(2) * (x + y) - y, x + x + y) == FlatGraph::yes);
  CHECK(graph.less(x, Term(Rational(4))) == FlatGraph::yes);
  CHECK(graph.at_most(Term(Rational(4)), x) == FlatGraph::no);
  CHECK(graph.equal(Rational(2) * x, Term(Rational(3))) == FlatGraph::no);  // never whole
  CHECK(graph.remainder(Rational(8) * x + y, 4) == y);
  CHECK(graph.max({x, x + y + Term(Rational(4))}) == x + y + Term(Rational(4)));
  CHECK(graph.equal(x, y) > FlatGraph::yes);
  FlatGraph plain(false);
  CHECK(plain.less(plain.leaf(0, 0, 3), Term(Rational(4))) >
        FlatGraph::yes);  // compared on every input
}

TEST_CASE("flat: a sum of many terms is that of them one by one") {
  std::mt19937_64 random(5);
  FlatGraph graph(true);
  for (std::size_t count = 0; count < 40; ++count) {
    std::vector<Term> terms;
    Term total;
    for (std::size_t i = 0; i < count; ++i) {
      const auto factor = static_cast<std::int64_t>(random() % 7) - 3;
      terms.push_back(Rational(factor) *
                      (graph.leaf(static_cast<std::uint32_t>(random() % 5), 0, 3) +
                       Term(Rational(static_cast<std::int64_t>(random() % 3)))));
      total = total + terms.back();
    }
    CHECK(sum_of(terms) == total);
  }
}

TEST_CASE("flat: what tells its leaves has different values for different leaves") {
  std::mt19937_64 random(7);
  std::size_t told = 0, not_told = 0;
  for (int i = 0; i < 3000; ++i) {
    const std::size_t leaves = 1 + random() % 4;
    FlatGraph graph(true);
    Term term(Rational(static_cast<std::int64_t>(random() % 5)));
    std::vector<std::int64_t> weights;
    for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
      const std::int64_t weight =
          (random() % 2 == 0 ? 1 : -1) * static_cast<std::int64_t>(1 + random() % 30);
      weights.push_back(weight);
      term = term + Rational(weight) * graph.leaf(static_cast<std::uint32_t>(leaf), 0, 2);
    }
    std::set<std::int64_t> values;
    std::size_t count = 1;
    for (std::size_t leaf = 0; leaf < leaves; ++leaf) count *= 3;
    for (std::size_t at = 0; at < count; ++at) {
      std::int64_t value = 0;
      std::size_t rest = at;
      for (const std::int64_t weight : weights) {
        value += weight * static_cast<std::int64_t>(rest % 3);
        rest /= 3;
      }
      values.insert(value);
    }
    const bool tells = graph.tells_leaves(term, leaves);
    if (tells) REQUIRE(values.size() == count);
    ++(tells ? told : not_told);
    CHECK_FALSE(graph.tells_leaves(term, leaves + 1));
  }
  CHECK(told > 300);
  CHECK(not_told > 300);
  // Powers tell thousands of leaves, whichever way they grow.
  for (const bool up : {true, false}) {
    FlatGraph graph(true);
    std::vector<Term> terms;
    constexpr std::uint32_t kMany = 3000;
    for (std::uint32_t leaf = 0; leaf < kMany; ++leaf)
      terms.push_back(power(Rational(4), up ? leaf : kMany - leaf) * graph.leaf(leaf, 0, 3));
    CHECK(graph.tells_leaves(sum_of(terms), kMany));
    Term& least = up ? terms.front() : terms.back();  // twice it, and once the next, are the same
    least = Rational(2) * least;
    CHECK_FALSE(graph.tells_leaves(sum_of(terms), kMany));
  }
}

TEST_CASE("flat: numbers beyond 125 bits are refused") {
  FlatGraph graph(true);
  const Term x = graph.leaf(0, 0, 3);
  const Term y = graph.leaf(1, 0, 3);
  const FlatGraph::Test test =
      graph.equal(power(2, 130) * x, power(2, 120) * y + Term(power(2, 131)));
  CHECK_NOTHROW(graph.compile({test}));  // a common factor is taken out
  const FlatGraph::Test long_one = graph.equal(power(2, 130) * x, y + Term(power(2, 131)));
  CHECK_THROWS_AS(graph.compile({long_one}), NotFlat);
}

}  // namespace flat_test
