// The closed forms about number formats, held to what is executed.
#include "discharge/first_state.hpp"
#include "discharge/float_run.hpp"
#include "discharge/from_file.hpp"
#include "execute/grid.hpp"
#include "precision_support.hpp"
#include "support/rounds.hpp"

namespace precision_bounds_test {

using namespace hardmax;
using namespace hardmax::test;

namespace {

using Answer = PrecisionJudgement::Answer;

constexpr double kAlways = 1e9;  // seconds: every input is executed

// Of the closed forms, none says what the execution of all inputs denies.
void agrees(const PrecisionCase& of, std::uint64_t d, std::uint64_t D) {
  INFO(of.pattern.name << ", n = " << of.pattern.n << ", d = " << d << ", D = " << D
                       << ", s = " << of.assumption.s);
  std::vector<FloatFormat> formats;
  for (const char* name : {"e4m3", "float16", "float32", "m40e9", "bits:20", "m60e7"})
    formats.push_back(parse_float_format(name).value());
  const PrecisionAnswer answer = precision_of(of, d, D, formats, kAlways);
  REQUIRE(answer.inputs == Grid(of.pattern.n, d, D).size64());
  const PrecisionBounds& bounds = answer.bounds;
  REQUIRE(answer.ids.mantissa);
  REQUIRE(answer.ids.exponent);
  REQUIRE(answer.soft.mantissa);
  REQUIRE(answer.soft.exponent);
  CHECK(bounds.ids_least.bits <= *answer.ids.mantissa);
  CHECK(*answer.ids.mantissa <= bounds.ids_enough.bits);
  CHECK(bounds.ids_least.exponent_bits() <= *answer.ids.exponent);
  CHECK(*answer.ids.exponent <= bounds.ids_enough.exponent_bits());
  CHECK(bounds.soft_least.bits <= *answer.soft.mantissa);
  CHECK(*answer.soft.mantissa <= bounds.soft_enough.bits);
  CHECK(bounds.soft_least.exponent_bits() <= *answer.soft.exponent);
  CHECK(*answer.soft.exponent <= bounds.soft_enough.exponent_bits());
  const auto no_more_than_so = [](const PrecisionJudgement& said, const PrecisionJudgement& is) {
    REQUIRE(is.answer != Answer::between);
    if (said.answer == Answer::between) return;
    CHECK(said.answer == is.answer);
    if (is.answer == Answer::breaks && said.answer == is.answer) CHECK(*is.layer <= *said.layer);
  };
  const PrecisionAnswer unexecuted = precision_of(of, d, D, formats, 0);
  REQUIRE(unexecuted.inputs == 0);
  for (std::size_t i = 0; i < formats.size(); ++i) {
    INFO(formats[i].name());
    no_more_than_so(unexecuted.formats[i].ids, answer.formats[i].ids);
    no_more_than_so(unexecuted.formats[i].soft, answer.formats[i].soft);
  }
}

// The longest id after the selective stage and after the last layer, of all inputs.
void widths(const PrecisionCase& of, std::uint64_t d, std::uint64_t D) {
  const Parameters parameters{of.pattern.n, d, D};
  INFO(of.pattern.name << ", n = " << of.pattern.n << ", d = " << d << ", D = " << D);
  const Pattern pattern = expand(of.pattern);
  const Construction construction = hardmax::build(parameters, pattern, of.assumption, {});
  const PrecisionBounds bounds = precision_bounds(parameters, of.assumption.s, 1);
  const Grid grid(of.pattern.n, d, D);
  const Literal<ExactHardmax> literal(construction.network, pattern);
  Rational selective, final;
  bool odd_and_long = false;
  for (std::uint64_t ordinal = 0; ordinal < *grid.size64(); ++ordinal) {
    State<Rational> z = first_state(construction, grid.input(ordinal));
    for (std::size_t t = 0; t < literal.layers(); ++t) {
      z = literal.apply(t, z);
      if (t + 1 != construction.selective_layers) continue;
      for (std::size_t k = 0; k < z.tokens; ++k)
        selective = std::max(selective, column_id(z.column(k), D));
    }
    for (std::size_t k = 0; k < z.tokens; ++k) {
      final = std::max(final, column_id(z.column(k), D));
      const Rational& entry = z.column(k)[0];
      odd_and_long |= !floor_mod(entry, 2).is_zero() &&
                      static_cast<long>(entry.bits()) >= bounds.soft_least.bits;
    }
  }
  CHECK(selective == bounds.selective);
  CHECK(static_cast<long>(selective.bits()) == bounds.selective_bits);
  CHECK(static_cast<long>(final.bits()) <= bounds.final_bits);
  CHECK(odd_and_long);
}

}  // namespace

TEST_CASE("precision: the widths of ids are those of the exact run, named and random patterns") {
  for (const char* name : {"dense", "strided", "star", "window", "fixed"}) {
    for (std::size_t n = 2; n <= 4; ++n) {
      const PrecisionCase of = precision_case(name, n);
      if (!of.assumption.holds()) continue;
      widths(of, 1, 2);
      widths(of, 1, 3);
      if (n <= 3) widths(of, 2, 2);
    }
  }
  std::mt19937_64 random(24);
  for (int round = 0; round < testing::rounds(8); ++round)
    widths(random_precision_case(random, 3 + random() % 2), 1, 2);
}

TEST_CASE("precision: bounds hold what is executed, at small sizes") {
  for (const char* name : {"dense", "strided", "star"}) {
    for (std::size_t n = 2; n <= 3; ++n) agrees(precision_case(name, n), 1, 2);
  }
  agrees(precision_case("window", 3), 1, 3);
  agrees(precision_case("dense", 2), 2, 2);
  agrees(precision_case("window", 4), 1, 2);
  std::mt19937_64 random(7);
  for (int round = 0; round < testing::rounds(4); ++round)
    agrees(random_precision_case(random, 3 + random() % 2), 1, 2);
}

TEST_CASE("precision: bounds hold what is executed, n <= 4, d <= 2, D <= 3", "[full]") {
  for (const char* name : {"dense", "strided", "star", "window"}) {
    for (std::size_t n = 2; n <= 4; ++n) {
      const PrecisionCase of = precision_case(name, n);
      for (std::uint64_t d = 1; d <= 2; ++d) {
        for (std::uint64_t D = 2; D <= 3; ++D) {
          if (power(D, n * d) <= Rational(300)) agrees(of, d, D);
        }
      }
    }
  }
  std::mt19937_64 random(11);
  for (int round = 0; round < testing::rounds(12); ++round)
    agrees(random_precision_case(random, 2 + random() % 3), 1, 2 + random() % 2);
}

TEST_CASE("precision: the number of finite numbers of a format is that of its bit patterns") {
  // Of 256 patterns, two are zeros; e4m3 has two NaN, e5m2 six and two infinities.
  CHECK(finite_numbers(parse_float_format("e4m3").value()) == Rational(253));
  CHECK(finite_numbers(parse_float_format("e5m2").value()) == Rational(247));
  CHECK(finite_numbers(parse_float_format("float16").value()) == Rational(63'487));
  CHECK(finite_numbers(parse_float_format("m2e2").value()) == Rational(11));
}

TEST_CASE("precision: at any size bounds are in order, and those of large sizes take no time") {
  for (const auto& [n, d, D, s] :
       {std::tuple(4096, 64, 2, 2), std::tuple(512, 64, 2, 1), std::tuple(4096, 1, 8, 16),
        std::tuple(65536, 1, 2, 300), std::tuple(1000, 3, 7, 5)}) {
    const PrecisionBounds bounds =
        precision_bounds({static_cast<std::uint64_t>(n), static_cast<std::uint64_t>(d),
                          static_cast<std::uint64_t>(D)},
                         static_cast<std::uint64_t>(s), Rational(1) / Rational(D));
    INFO("n = " << n << ", d = " << d << ", D = " << D << ", s = " << s);
    CHECK(bounds.ids_least.bits > 2);
    CHECK(bounds.ids_least.bits <= bounds.count_bits);
    CHECK(bounds.ids_least.bits <= bounds.ids_enough.bits);
    CHECK(bounds.ids_least.largest <= bounds.ids_enough.largest);
    CHECK(bounds.soft_least.bits <= bounds.soft_enough.bits);
    CHECK(bounds.soft_least.largest <= bounds.soft_enough.largest);
    CHECK(bounds.ids_enough.bits <= bounds.soft_enough.bits);
    CHECK(bounds.soft_least.bits >= s * n * d);
  }
}

}  // namespace precision_bounds_test
