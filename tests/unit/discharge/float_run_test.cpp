#include <catch2/catch.hpp>

#include "discharge/float_run.hpp"
#include "discharge/from_file.hpp"
#include "execute/grid.hpp"
#include "pattern/assumption1.hpp"

namespace float_run_test {

using namespace hardmax;

namespace {

struct Made {
  Pattern pattern;
  Construction construction;
  Made(std::uint64_t n, std::uint64_t d, std::uint64_t D, const char* name)
      : pattern(named(name, n)),
        construction(hardmax::build({n, d, D}, pattern, decide_assumption1(pattern), {})) {}
  static Pattern named(const char* name, std::uint64_t n) {
    PatternRequest request;
    request.name_or_file = name;
    request.n = n;
    return make_pattern(request);
  }
  [[nodiscard]] FloatRequest request(const char* stored, const char* computed) const {
    FloatRequest request;
    request.construction = &construction;
    request.pattern = &pattern;
    request.network = &construction.network;
    request.model = {parse_float_format(stored).value(), parse_float_format(computed).value()};
    return request;
  }
  [[nodiscard]] FloatRun run(const char* format) const {
    return run_float(request(format, format));
  }
  [[nodiscard]] Network soft() const {
    SoftSettings settings;
    settings.choice = SoftSettings::Choice::repaired;
    settings.map = SoftMap{};
    return soft_network(construction, soft_stages(construction, settings), *settings.map);
  }
};

bool is_exact(const FloatRun& run) {
  for (const FloatLayer& layer : run.layers) {
    if (!layer.relative.is_zero()) return false;
  }
  return !run.flip && !run.merge && !run.infinite && run.total_error.is_zero();
}

}  // namespace

TEST_CASE(
    "float run: with enough mantissa bits the hard network computes exactly, and all ids are "
    "distinct") {
  for (const auto& [n, D, name] :
       {std::tuple(4, 2, "strided"), std::tuple(3, 3, "star"), std::tuple(2, 4, "dense")}) {
    const Made made(static_cast<std::uint64_t>(n), 1, static_cast<std::uint64_t>(D), name);
    INFO(name);
    const FloatRun run = made.run("float64");
    CHECK(is_exact(run));
    CHECK(run.all_distinct());
    CHECK(run.inputs ==
          Grid(static_cast<std::uint64_t>(n), 1, static_cast<std::uint64_t>(D)).size64());
    CHECK(run.ids == run.inputs * static_cast<std::uint64_t>(n));
    CHECK_FALSE(run.soft);
  }
}

TEST_CASE("float run: half precision loses the ids of (4, 1, 2), and says where") {
  const Made made(4, 1, 2, "strided");
  const FloatRun brain = made.run("bfloat16");
  CHECK_FALSE(brain.infinite);
  CHECK(brain.distinct < brain.ids);
  CHECK_FALSE(is_exact(brain));
  // The earliest place of each kind is where a run of that input alone has it, and no input has it
  // in an earlier layer.
  for (const auto place : {&FloatRun::merge, &FloatRun::flip}) {
    if (!(brain.*place)) continue;
    for (std::uint64_t ordinal = 0; ordinal < brain.inputs; ++ordinal) {
      FloatRequest one = made.request("bfloat16", "bfloat16");
      one.ordinals = std::vector<std::uint64_t>{ordinal};
      const FloatRun alone = run_float(one);
      if (ordinal == (brain.*place)->ordinal) CHECK(alone.*place == brain.*place);
      if (alone.*place) CHECK((alone.*place)->layer >= (brain.*place)->layer);
    }
  }
  // c = 512 and ids of up to about 16 million: float16 overflows.
  const FloatRun half = made.run("float16");
  REQUIRE(half.infinite);
  CHECK(half.given_up);
  CHECK(half.infinite->layer >= 12);  // in the all-max layers, 13 and 14
  CHECK_FALSE(half.all_distinct());
}

TEST_CASE("float run: wide accumulation rounds after each layer alone") {
  const Made made(4, 1, 2, "strided");
  const FloatRun narrow = made.run("bits:12"), wide = run_float(made.request("bits:12", "float64"));
  CHECK(wide.model.stored.bits == 12);
  // A layer that leaves a column alone adds two values that cancel: exactly in the wide format, so
  // nothing is worse than half a unit in the last place before the all-max layers.
  for (const FloatLayer& layer : wide.layers) {
    if (layer.layer < 12) CHECK(layer.relative <= Rational(1) / power(2, 11));
  }
  CHECK(wide.total_error <= narrow.total_error);
  CHECK(is_exact(run_float(made.request("float64", "float64"))));
}

TEST_CASE(
    "float run: the id of a column of two rows is formed in the format, product by product and sum "
    "by sum") {
  // With exact sums bfloat16 would show 160 distinct ids here, and 11 bits would do below.
  const FloatRun brain = Made(2, 2, 3, "dense").run("bfloat16");
  CHECK(brain.ids == 162);
  CHECK(brain.distinct == 80);
  CHECK_FALSE(brain.all_distinct());
  const Made made(4, 2, 2, "strided");
  CHECK_FALSE(made.run("bits:26").all_distinct());
  CHECK(made.run("bits:27").all_distinct());
}

TEST_CASE("float run: fewer bits than the cliff do not serve, those of the cliff do") {
  for (const auto& [n, D, name] :
       {std::tuple(2, 2, "dense"), std::tuple(3, 2, "star"), std::tuple(4, 2, "strided")}) {
    const Made made(static_cast<std::uint64_t>(n), 1, static_cast<std::uint64_t>(D), name);
    INFO(name);
    SoftSettings settings;
    const FloatCliff cliff = precision_cliff(made.construction, made.pattern, settings, nullptr);
    REQUIRE(cliff.hard);
    REQUIRE(cliff.soft);
    CHECK(*cliff.hard <= cliff.exact_bits);
    const Network soft = made.soft();
    for (const long more : {0L, -1L}) {
      const auto format = [&](long bits) {
        return FloatModel{{bits + more, std::nullopt}, {bits + more, std::nullopt}};
      };
      if (*cliff.hard + more >= 2) {
        FloatRequest request = made.request("float64", "float64");
        request.model = format(*cliff.hard);
        CHECK(run_float(request).all_distinct() == (more == 0));
      }
      FloatRequest request = made.request("float64", "float64");
      request.network = &soft;
      request.model = format(*cliff.soft);
      const FloatRun run = run_float(request);
      CHECK(run.soft);
      CHECK((run.total_error <= Rational(1) / Rational(8)) == (more == 0));  // delta~ = 1/2
    }
  }
}

TEST_CASE("float run: a network whose ids are not distinct has no cliff") {
  Overrides overrides;
  overrides.add("c=1");
  const Pattern pattern = Made::named("strided", 4);
  const Construction broken =
      hardmax::build({4, 1, 2}, pattern, decide_assumption1(pattern), overrides);
  CHECK_FALSE(precision_cliff(broken, pattern, {}, nullptr).hard);
}

}  // namespace float_run_test
