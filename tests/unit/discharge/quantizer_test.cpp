#include "construction/yun2020b/quantizer.hpp"
#include "discharge/quantizer_stage.hpp"

#include <array>

#include "support.hpp"
#include "support/rounds.hpp"

namespace quantizer_test {

using namespace hardmax;
using namespace hardmax::test;

namespace {

// As the construction file says; any pattern has the same.
QuantizerStage stage_of(const Parameters& parameters, const Overrides& overrides) {
  const Pattern pattern = test::named("dense", parameters.n);
  return {quantizer_layers(parameters, pattern, decide_assumption1(pattern), overrides.qdrop),
          parameters.d};
}

// g_q^ent on all reals: k on [k, k + 1) for k = 0..nD - 1, the identity elsewhere; units of delta.
PiecewiseLinear wanted(std::uint64_t n, std::uint64_t D) {
  std::vector<HalfOpenPiece> pieces;
  for (std::uint64_t k = 0; k < n * D; ++k)
    pieces.push_back({Rational(k), Rational(k + 1), {0, Rational(k)}});
  return PiecewiseLinear::from_half_open(pieces, {1, 0});
}

PiecewiseLinear composed(const std::vector<Layer>& layers, std::size_t count, std::size_t row) {
  PiecewiseLinear map({1, 0});
  for (std::size_t t = 0; t < count; ++t)
    map = compose(row_map(std::get<FeedForward>(layers[t]), row).value(), map);
  return map;
}

// A quantiser layer whose window is closed: [k, k + 1].
FeedForward closed(FeedForward layer) {
  layer.activation = PiecewiseLinear({0, 1}, {{0, 0}, {-1, 0}, {0, 0}}, {0, -1});
  return layer;
}

}  // namespace

TEST_CASE(
    "quantiser: the layers composed are the entrywise quantiser for every real number, in every "
    "row") {
  for (const auto& [n, d, D] :
       {Parameters{2, 1, 2}, {3, 1, 2}, {2, 2, 2}, {2, 1, 5}, {4, 1, 3}, {3, 3, 2}}) {
    CAPTURE(n, d, D);
    const auto layers = yun2020b::quantizer_layers({n, d, D});
    REQUIRE(layers.size() == d * n * D);
    for (std::size_t row = 0; row < d; ++row)
      CHECK(composed(layers, layers.size(), row) == wanted(n, D));
  }
}

TEST_CASE(
    "quantiser: where its layers are stairs, they make of an entry what the paths say, and what "
    "was taken out of the middle is no stairs") {
  for (const auto& [n, d, D, drop] : {std::array<std::uint64_t, 4>{2, 1, 2, 0},
                                      {3, 2, 2, 0},
                                      {2, 2, 3, 6},
                                      {2, 1, 4, 1},
                                      {3, 2, 2, 3}}) {
    CAPTURE(n, d, D, drop);
    Overrides overrides;
    if (drop > 0) overrides.qdrop.insert(drop);
    const QuantizerStage stage = stage_of({n, d, D}, overrides);
    for (std::size_t row = 0; row < d; ++row) {
      const auto stairs = stage.stairs(row);
      const bool in_the_middle = drop == 3 && row == 0;
      REQUIRE(stairs.has_value() == !in_the_middle);
      for (std::int64_t sixths = -12;
           stairs && sixths <= static_cast<std::int64_t>(6 * (n * D + 2)); ++sixths) {
        const Rational x = Rational(sixths) / Rational(6),
                       i = floor((x - stairs->low) / stairs->width);
        for (std::size_t t = 0; t <= stage.layers(); ++t) {
          const bool made = i.sign() >= 0 && i < Rational(stairs->count) &&
                            Rational(stairs->layer) + i * Rational(stairs->every) <= Rational(t);
          Rational after = x;
          for (const QuantizerStage::Change& change : stage.path(row, x))
            after = change.layers <= t ? change.value : after;
          REQUIRE((made ? stairs->low + i * stairs->width : x) == after);
        }
      }
      for (std::size_t t = 0; stairs && t <= stage.layers(); ++t) {
        claim::Set ends;
        for (std::size_t w = 0; w < stairs->count && stairs->layer + w * stairs->every <= t; ++w) {
          if (ends.empty()) ends.push_back(stairs->low);
          ends.push_back(stairs->low + Rational(w + 1) * stairs->width);
        }
        REQUIRE(stage.breakpoints(t, row) == ends);
      }
    }
  }
}

TEST_CASE(
    "quantiser: a path, and the literal executor on the layers, agree at every kind of number") {
  std::mt19937_64 random(7);
  for (int round = 0; round < 20; ++round) {
    const Parameters parameters{2 + random() % 3, 1 + random() % 2, 2 + random() % 3};
    const auto [n, d, D] = parameters;
    Overrides overrides;
    for (std::uint64_t i = random() % 4; i > 0; --i)
      overrides.qdrop.insert(1 + random() % (d * n * D));
    const QuantizerStage stage = stage_of(parameters, overrides);
    const Pattern pattern = named("dense", n);
    for (int trial = 0; trial < 20; ++trial) {
      State<Rational> z(d, n);
      for (Rational& x : z.entries)
        x = Rational(static_cast<std::int64_t>(random() % (6 * (n * D + 4))) - 12) /
            Rational(trial % 2 == 0 ? 1 : 6);
      const State<Rational> end = execute(stage.all(), d, pattern, z);
      for (std::size_t i = 0; i < z.entries.size(); ++i) {
        INFO("n=" << n << " d=" << d << " D=" << D << " row " << i % d + 1
                  << " x=" << z.entries[i].str());
        CHECK(stage.quantized(i % d, z.entries[i]) == end.entries[i]);
      }
    }
  }
}

TEST_CASE("quantiser: both ends of every interval go where a half-open interval sends them") {
  const QuantizerStage stage = stage_of({3, 1, 2}, {});
  for (int k = -1; k <= 7; ++k) {
    const Rational left(k), just_below = Rational(k) - Rational(1) / Rational(1'000'000);
    CHECK(stage.quantized(0, left) == left);
    CHECK(stage.quantized(0, just_below) == (k >= 1 && k <= 6 ? Rational(k - 1) : just_below));
  }
}

TEST_CASE(
    "quantiser: the breakpoints after t layers are exactly those of the composed map, whatever is "
    "dropped") {
  std::mt19937_64 random(11);
  for (int round = 0; round < testing::rounds(30); ++round) {
    const Parameters parameters{2 + random() % 2, 1 + random() % 2, 2 + random() % 2};
    Overrides overrides;
    const std::uint64_t count = parameters.d * parameters.n * parameters.D;
    for (std::uint64_t i = round < 5 ? 0 : random() % count; i > 0; --i)
      overrides.qdrop.insert(1 + random() % count);
    const QuantizerStage stage = stage_of(parameters, overrides);
    for (std::size_t t = 0; t <= stage.layers(); ++t) {
      for (std::size_t row = 0; row < parameters.d; ++row) {
        CAPTURE(round, t, row);
        CHECK(stage.breakpoints(t, row) == composed(stage.all(), t, row).breakpoints());
      }
    }
  }
}

TEST_CASE("quantiser: the claims of D.2 and E.1 hold for the printed one") {
  for (const auto& [n, d, D] : {Parameters{2, 1, 2}, {3, 1, 2}, {2, 2, 2}, {2, 1, 3}, {3, 2, 3}}) {
    CAPTURE(n, d, D);
    const Run run("dense", n, d, D);
    for (const char* id : {"D.2.Lemma6.scalar", "D.2.Lemma6.count", "D.2.phi_in_Phi", "E.1.layer",
                           "E.1.rest", "D.3.Hdelta"}) {
      CAPTURE(id);
      CHECK(run.holds(id));
    }
  }
}

TEST_CASE("quantiser: every single layer left out is caught, in whatever row") {
  for (const auto& [n, d, D] : {Parameters{2, 1, 2}, {3, 1, 2}, {2, 2, 2}}) {
    const std::uint64_t count = d * n * D;
    for (std::uint64_t t = 1; t <= count; ++t) {
      CAPTURE(n, d, D, t);
      const Run dropped("dense", n, d, D, {"qdrop=" + std::to_string(t)});
      CHECK_FALSE(dropped.holds("D.2.Lemma6.scalar"));
      CHECK_FALSE(dropped.holds("D.3.Hdelta"));
      CHECK_FALSE(dropped.holds("D.5.chain"));
      CHECK(dropped.holds("E.1.layer") == (t > n * D));  // it speaks of the first row
      CHECK(dropped.holds("D.2.Lemma6.count"));          // the layer is there, with weights of zero
      auto layers = yun2020b::quantizer_layers({n, d, D});
      layers.erase(layers.begin() + static_cast<std::ptrdiff_t>(t) - 1);
      const Run removed("dense", n, d, D, {}, std::nullopt, layers);
      CHECK_FALSE(removed.holds("D.2.Lemma6.scalar"));
      CHECK_FALSE(removed.holds("D.2.Lemma6.count"));
    }
  }
}

TEST_CASE(
    "quantiser: one closed interval instead of a half-open one is caught, by the one number it is "
    "wrong at") {
  const Parameters parameters{2, 2, 3};
  const auto printed = yun2020b::quantizer_layers(parameters);
  for (std::size_t t = 0; t < printed.size(); ++t) {
    CAPTURE(t);
    auto layers = printed;
    layers[t] = closed(std::get<FeedForward>(printed[t]));
    const Run run("dense", 2, 2, 3, {}, std::nullopt, layers);
    const claim::Outcome found = run.outcome("D.2.Lemma6.scalar");
    REQUIRE(found.kind == claim::Outcome::Kind::truth);
    REQUIRE(found.truth == claim::Truth::no);
    const Rational end = Rational(t % 6 + 1) / Rational(3);  // (k + 1) delta goes to k delta
    CHECK(std::get<Rational>(*found.witness->lhs) == end - Rational(1) / Rational(3));
    CHECK(std::get<Rational>(*found.witness->rhs) == end);
    CHECK(run.holds("E.1.layer") == (t >= 6));
  }
}

TEST_CASE("quantiser: too many layers are a limit, not an attempt") {
  const Pattern pattern = test::named("dense", 2);
  const Assumption1 assumption = decide_assumption1(pattern);
  const Overrides none;
  const LaterStages later({65536, 1, 1'000'000'000}, pattern, assumption, nullptr, none,
                          Target::named("identity", {2, 1, 2}).value());
  CHECK_THROWS_AS(later.quantizer(), LimitReached);
}

}  // namespace quantizer_test
