// Single inputs followed in a number format, held to the literal executor, layer by layer.
#include "discharge/first_state.hpp"
#include "discharge/float_run.hpp"
#include "discharge/from_file.hpp"
#include "discharge/precision/follow.hpp"
#include "execute/grid.hpp"
#include "precision_support.hpp"
#include "support/rounds.hpp"

namespace precision_follow_test {

using namespace hardmax;
using namespace hardmax::test;

namespace {

// The selective stage by the formula: ids after each layer, until one is no number or two are one.
struct LiteralRun {
  std::vector<std::vector<Rational>> ids;  // before the first layer, then after each
  std::optional<std::size_t> breaks;       // at this layer, from 1

  LiteralRun(const Construction& construction, const Pattern& pattern, const FloatFormat& format,
             const std::vector<std::uint64_t>& G) {
    const MachineFloat::Use use({format, format});
    const Literal<FloatNetworks> literal(construction.network, pattern);
    const State<Rational> exact = first_state(construction, G);
    State<MachineFloat> z(exact.rows, exact.tokens);
    for (std::size_t i = 0; i < z.entries.size(); ++i)
      z.entries[i] = MachineFloat::of_weight(exact.entries[i]);
    if (!form(z, construction.parameters.D)) breaks = 1;
    for (std::size_t t = 0; t < construction.selective_layers && !breaks; ++t) {
      z = literal.apply(t, z);
      if (!form(z, construction.parameters.D)) breaks = t + 1;
    }
  }

 private:
  bool form(State<MachineFloat>& z, std::uint64_t D) {
    std::vector<Rational> now;
    for (MachineFloat& x : z.entries) {
      x.store();
      if (!x.is_finite()) return false;
    }
    for (std::size_t k = 0; k < z.tokens; ++k) {
      MachineFloat id;
      for (std::size_t r = 0; r < z.rows; ++r)
        FloatNetworks::add_product(id, power(D, r), z.column(k)[r]);
      id.store();
      if (!id.is_finite()) return false;
      now.push_back(id.exact());
    }
    ids.push_back(now);
    std::sort(now.begin(), now.end());
    return std::adjacent_find(now.begin(), now.end()) == now.end();
  }
};

struct Seen {
  int broken = 0, whole = 0, left = 0;
};

void follows(const PrecisionCase& of, std::uint64_t d, std::uint64_t D, const char* name,
             Seen& seen) {
  const Parameters parameters{of.pattern.n, d, D};
  const Pattern pattern = expand(of.pattern);
  const Construction construction = hardmax::build(parameters, pattern, of.assumption, {});
  const FloatFormat format = parse_float_format(name).value();
  const PrecisionFollower follower(parameters, of.pattern, of.assumption, format);
  const Grid grid(of.pattern.n, d, D);
  const std::uint64_t step = std::max<std::uint64_t>(1, *grid.size64() / 24);
  for (std::uint64_t ordinal = 0; ordinal < *grid.size64(); ordinal += step) {
    const std::vector<std::uint64_t> G = grid.input(ordinal);
    INFO(of.pattern.name << ", n = " << of.pattern.n << ", d = " << d << ", D = " << D << ", "
                         << name << ", G = " << grid.show(ordinal));
    const LiteralRun literal(construction, pattern, format, G);
    const FollowedInput followed = follower.follow([&](std::size_t i) { return G[i]; });
    if (followed.layer) {
      ++seen.broken;
      REQUIRE(literal.breaks);
      CHECK(Rational(*literal.breaks) <= *followed.layer);
      continue;
    }
    ++(followed.whole ? seen.whole : seen.left);
    if (literal.breaks && Rational(*literal.breaks) < followed.layers) continue;
    if (followed.whole && literal.breaks) continue;
    const auto after = static_cast<std::size_t>(followed.whole ? construction.selective_layers
                                                               : *followed.layers.to_int64() - 1);
    REQUIRE(after < literal.ids.size());
    for (std::size_t k = 0; k < of.pattern.n; ++k) CHECK(followed.ids[k] == literal.ids[after][k]);
  }
}

}  // namespace

TEST_CASE("precision: an input that is followed is what the literal executor makes of it") {
  Seen seen;
  for (const char* format : {"e4m3", "e5m2", "float16", "bfloat16", "float32", "m4e6", "m6e4",
                             "m12e5", "bits:6", "bits:9", "bits:14", "m30e4"}) {
    for (const char* name : {"dense", "strided", "window"}) {
      follows(precision_case(name, 3), 1, 2, format, seen);
      follows(precision_case(name, 4), 1, 4, format, seen);
      follows(precision_case(name, 3), 2, 2, format, seen);
      follows(precision_case(name, 7), 1, 2, format, seen);
    }
  }
  std::mt19937_64 random(5);
  for (int round = 0; round < testing::rounds(10); ++round) {
    const PrecisionCase of = random_precision_case(random, 3 + random() % 4);
    for (const char* format : {"e5m2", "m5e8", "float16", "bits:7", "bits:12"})
      follows(of, 1, 2 + random() % 3, format, seen);
  }
  // All three come out often.
  CHECK(seen.broken >= 50);
  CHECK(seen.whole >= 50);
  CHECK(seen.left >= 10);
}

TEST_CASE("precision: an infinite weight breaks every input at the layer that is named") {
  int met = 0;
  for (const auto& [n, D, name] : {std::tuple(3, 2, "e5m2"), std::tuple(4, 2, "float16"),
                                   std::tuple(4, 8, "float16"), std::tuple(3, 16, "e4m3")}) {
    const PrecisionCase of = precision_case("dense", static_cast<std::size_t>(n));
    const FloatFormat format = parse_float_format(name).value();
    const Parameters parameters{of.pattern.n, 1, static_cast<std::uint64_t>(D)};
    const auto weight =
        infinite_weight(parameters, of.pattern.layers.size(), of.assumption, format);
    INFO(name << ", n = " << n << ", D = " << D);
    if (!weight) continue;
    ++met;
    const Pattern pattern = expand(of.pattern);
    const Construction construction = hardmax::build(parameters, pattern, of.assumption, {});
    FloatRequest request;
    request.construction = &construction;
    request.pattern = &pattern;
    request.network = &construction.network;
    request.model = {format, format};
    for (std::uint64_t ordinal = 0; ordinal < 8; ++ordinal) {
      request.ordinals = std::vector<std::uint64_t>{ordinal};
      const FloatRun run = run_float(request);
      REQUIRE(run.infinite);
      CHECK(Rational(run.infinite->layer + 1) <= weight->layer);
    }
  }
  CHECK(met >= 2);
}

}  // namespace precision_follow_test
