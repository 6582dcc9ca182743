#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include "exact/error.hpp"
#include "execute/machine_float.hpp"
#include "support/rounds.hpp"

namespace machine_float_test {

using namespace hardmax;

namespace {

Rational q(const char* text) { return Rational::parse(text).value(); }

FloatFormat format(const char* name) { return parse_float_format(name).value(); }

// Exactly what a finite number of the CPU is.
Rational exactly(double x) {
  int exponent = 0;
  const auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &exponent), 53));
  const int e = exponent - 53;
  return e >= 0 ? Rational(mantissa) * power(2, static_cast<std::uint64_t>(e))
                : Rational(mantissa) / power(2, static_cast<std::uint64_t>(-e));
}

template <class Float>
struct Bits;
template <>
struct Bits<float> {
  using Word = std::uint32_t;
  static constexpr const char* name = "float32";
};
template <>
struct Bits<double> {
  using Word = std::uint64_t;
  static constexpr const char* name = "float64";
};

// Random bit patterns: subnormals, huge and ordinary numbers; never infinite or NaN.
template <class Float>
Float random_number(std::mt19937_64& random) {
  for (;;) {
    auto word = static_cast<typename Bits<Float>::Word>(random());
    if (random() % 4 == 0)
      word &= static_cast<typename Bits<Float>::Word>(
          ~(std::uint64_t{0x7f0} << (sizeof(Float) == 4 ? 20 : 52)));  // near the subnormals
    Float x;
    static_assert(sizeof x == sizeof word);
    std::memcpy(&x, &word, sizeof x);
    if (std::isfinite(x)) return x;
  }
}

// The result of the CPU, compared with that of a MachineFloat: infinities, and all else exactly.
// Minus zero is zero here.
template <class Float>
bool agrees(const MachineFloat& found, Float wanted) {
  if (!std::isfinite(wanted))
    return !found.is_finite() && !found.is_nan() && (found < MachineFloat()) == (wanted < 0);
  return found.is_finite() && found.exact() == exactly(static_cast<double>(wanted));
}

template <class Float>
void compare_with_cpu(std::uint64_t seed) {
  const FloatFormat own = format(Bits<Float>::name);
  const MachineFloat::Use use({own, own});
  std::mt19937_64 random(seed);
  for (int i = 0; i < testing::rounds(20000); ++i) {
    Float a = random_number<Float>(random), b = random_number<Float>(random);
    if (i % 3 == 0)
      b = static_cast<Float>(
          a * (1 + static_cast<Float>(random() % 16) / 8));  // of nearly the same size
    if (!std::isfinite(b)) continue;
    const MachineFloat x = MachineFloat::of_weight(exactly(a)),
                       y = MachineFloat::of_weight(exactly(b));
    INFO(Bits<Float>::name << " a = " << exactly(a).str() << " b = " << exactly(b).str());
    volatile Float sum = a + b, difference = a - b, product = a * b,
                   negative = -a;  // volatile: each rounded by itself
    REQUIRE(agrees<Float>(x, a));
    REQUIRE(agrees<Float>(x + y, sum));
    REQUIRE(agrees<Float>(x - y, difference));
    REQUIRE(agrees<Float>(x * y, product));
    REQUIRE(agrees<Float>(-x, negative));
    REQUIRE((x < y) == (a < b));
    if (b != 0) {
      volatile Float quotient = a / b;
      REQUIRE(agrees<Float>(x / y, quotient));
    }
  }
}

// All finite numbers of a 16-bit format, by their bit patterns, in increasing order.
std::vector<Rational> all_of(int exponent_bits, int mantissa_bits) {
  std::vector<Rational> all;
  const int bias = (1 << (exponent_bits - 1)) - 1;
  for (int e = 0; e < (1 << exponent_bits) - 1; ++e) {
    for (int m = 0; m < (1 << mantissa_bits); ++m) {
      const int shift = std::max(e, 1) - bias - mantissa_bits;
      const Rational whole = (e == 0 ? 0 : 1 << mantissa_bits) + m;
      all.push_back(shift >= 0 ? whole * power(2, static_cast<std::uint64_t>(shift))
                               : whole / power(2, static_cast<std::uint64_t>(-shift)));
    }
  }
  return all;
}

}  // namespace

TEST_CASE("machine float: every operation gives what the CPU gives in float32 and float64") {
  compare_with_cpu<float>(1);
  compare_with_cpu<double>(2);
}

TEST_CASE(
    "machine float: float16 and bfloat16 round to the nearest of their numbers, ties to the even "
    "one") {
  std::mt19937_64 random(3);
  for (const auto& [name, exponent_bits, mantissa_bits] :
       {std::tuple("float16", 5, 10), std::tuple("bfloat16", 8, 7)}) {
    const std::vector<Rational> all = all_of(exponent_bits, mantissa_bits);
    const FloatFormat own = format(name);
    for (int i = 0; i < testing::rounds(4000); ++i) {
      // Between two neighbours: at a third, in the middle or at three quarters.
      const std::size_t at = random() % (all.size() - 1);
      const Rational low = all[at], gap = all[at + 1] - low;
      const Rational x = low + gap * (i % 3 == 0 ? q("1/2") : (i % 3 == 1 ? q("1/3") : q("3/4")));
      const std::size_t nearest =
          i % 3 == 0 ? (at % 2 == 0 ? at : at + 1) : (i % 3 == 1 ? at : at + 1);
      INFO(name << " " << x.str());
      CHECK(MachineFloat::rounded(x, own).exact() == all[nearest]);
      CHECK(MachineFloat::rounded(-x, own).exact() == -all[nearest]);
    }
    const Rational last = all.back(), gap = last - all[all.size() - 2];
    CHECK(MachineFloat::rounded(last + gap * q("49/100"), own).exact() == last);
    CHECK_FALSE(MachineFloat::rounded(last + gap * q("1/2"), own)
                    .is_finite());  // halfway to the next power of two: even, and too large
    CHECK(MachineFloat::rounded(all[1] * q("1/2"), own).is_zero());
    CHECK(MachineFloat::rounded(all[1] * q("51/100"), own).exact() == all[1]);
  }
}

TEST_CASE("machine float: exp is correctly rounded") {
  const FloatFormat single = format("float32"), half = format("float16");
  {
    const MachineFloat::Use use({single, single});
    std::mt19937_64 random(4);
    for (int i = 0; i < testing::rounds(2000); ++i) {
      const float x = static_cast<float>(
          static_cast<double>(static_cast<std::int64_t>(random() % 400000) - 200000) / 2000);
      // The double is within an ulp or so of the true value; it decides the float unless it is next
      // to the middle of two floats.
      const double near = std::exp(static_cast<double>(x));
      const auto nearest = static_cast<float>(near);
      if (static_cast<float>(near * (1 + 1e-14)) != nearest ||
          static_cast<float>(near * (1 - 1e-14)) != nearest)
        continue;
      INFO(x);
      CHECK(agrees<float>(exp(MachineFloat::of_weight(exactly(x))), nearest));
    }
    CHECK(exp(MachineFloat()).exact() == Rational(1));
    CHECK_FALSE(exp(MachineFloat::of_weight(89)).is_finite());
    CHECK(exp(MachineFloat::of_weight(-200)).is_zero());
  }
  const MachineFloat::Use use({half, half});
  CHECK(exp(MachineFloat::of_weight(-17)).exact() ==
        power(q("1/2"), 24));  // 4.1e-8, of the subnormals 2^-24 = 6.0e-8 is next
  CHECK(exp(MachineFloat::of_weight(-18)).is_zero());
}

TEST_CASE("machine float: infinities and NaN come out as in IEEE 754") {
  const FloatFormat half = format("float16");
  const MachineFloat::Use use({half, half});
  const MachineFloat large = MachineFloat::of_weight(60000), infinite = large + large;
  CHECK_FALSE(infinite.is_finite());
  CHECK_FALSE(infinite.is_nan());
  CHECK(large < infinite);
  CHECK((infinite - infinite).is_nan());
  CHECK((infinite * MachineFloat()).is_nan());
  CHECK_FALSE(infinite - infinite == infinite - infinite);
  CHECK_THROWS_AS(infinite.exact(), BrokenContract);
}

TEST_CASE("machine float: names of formats") {
  for (const char* name : {"float64", "float32", "bfloat16", "float16"})
    CHECK(format(name).name() == name);
  CHECK(format("bits:5").name() == "5 bits");
  for (const char* wrong :
       {"", "float", "bits:", "bits:1", "bits:5000", "bits:-3", "bits: 7", "FLOAT32"}) {
    INFO(wrong);
    CHECK_FALSE(parse_float_format(wrong));
  }
}

TEST_CASE(
    "machine float: a network in a wide enough format does what it does exactly, heads before the "
    "residual") {
  PatternRequest request;
  request.name_or_file = "dense";
  request.n = 3;
  const Pattern pattern = make_pattern(request);
  Attention layer;
  // Two heads that cancel on every column: 2049 - 2049 in float16, whose products 2049 * 3 are not
  // representable, leaves the residual alone.
  const auto head = [](const Rational& out) {
    return Head{Matrix::row({out}), Matrix::row({1}), Matrix::row({1}), Matrix::row({1}), {0}};
  };
  layer.heads = {head(2049), head(-2049)};
  const Network network(1, 1, {layer});
  const FloatFormat half = format("float16");
  State<MachineFloat> z(1, 3);
  {
    const MachineFloat::Use use({half, half});
    for (std::size_t k = 0; k < 3; ++k) z.entries[k] = MachineFloat::of_weight(k + 1);
    Choices choices;
    const Literal<FloatNetworks> literal(network, pattern, FloatNetworks{&choices});
    const State<MachineFloat> out = literal.apply(0, z);
    for (std::size_t k = 0; k < 3; ++k) CHECK(out.entries[k].exact() == Rational(k + 1));
    REQUIRE(choices.size() == 6);
    for (const auto& keys : choices) CHECK(keys == std::vector<std::size_t>{2});
  }
  const FloatFormat wide = format("bits:64");
  const MachineFloat::Use use({wide, wide});
  layer.heads = {head(2049)};
  const Network one(1, 1, {layer});
  Choices exact_choices, choices;
  State<Rational> x(1, 3);
  for (std::size_t k = 0; k < 3; ++k) x.entries[k] = Rational(k + 1);
  const State<Rational> exact =
      Literal<NotedHardmax>(one, pattern, NotedHardmax{{}, &exact_choices}).apply(0, x);
  const State<MachineFloat> out =
      Literal<FloatNetworks>(one, pattern, FloatNetworks{&choices}).apply(0, z);
  for (std::size_t k = 0; k < 3; ++k) CHECK(out.entries[k].exact() == exact.entries[k]);
  CHECK(choices == exact_choices);
}

TEST_CASE("machine float: formats by their bits are those with names, and others") {
  CHECK(parse_float_format("m24e8") == parse_float_format("float32"));
  CHECK(parse_float_format("m53e11") == parse_float_format("float64"));
  CHECK(parse_float_format("m8e8") == parse_float_format("bfloat16"));
  CHECK(parse_float_format("m11e5") == parse_float_format("float16"));
  CHECK(parse_float_format("m11e8") == parse_float_format("tf32"));
  CHECK(parse_float_format("m3e5") == parse_float_format("e5m2"));
  CHECK_FALSE(parse_float_format("m4e4") == parse_float_format("e4m3"));
  CHECK(parse_float_format("m7e6")->name() == "m7e6");
  CHECK(parse_float_format("m4e4")->name() == "m4e4");
  for (const char* wrong : {"m24", "e8", "m24e", "me8", "m1e8", "m24e1", "m24e61", "m4097e8",
                            "m24e8 ", "m-4e8", "m024444e8", "e4m4", "fp8"}) {
    INFO(wrong);
    CHECK_FALSE(parse_float_format(wrong));
  }
}

TEST_CASE("machine float: the largest mantissa of e4m3 is no number, its neighbour is 448") {
  const FloatFormat e4m3 = format("e4m3"), e5m2 = format("e5m2");
  const auto rounded = [](const char* x, const FloatFormat& to) {
    return MachineFloat::rounded(q(x), to);
  };
  CHECK(rounded("448", e4m3).exact() == q("448"));
  CHECK(rounded("464", e4m3).exact() == q("448"));  // a tie, to even
  CHECK_FALSE(rounded("465", e4m3).is_finite());
  CHECK_FALSE(rounded("-480", e4m3).is_finite());
  CHECK(rounded("240", e4m3).exact() == q("240"));  // all ones, below the largest exponent
  CHECK(rounded("1/512", e4m3).exact() == q("1/512"));
  CHECK(rounded("1/1024", e4m3).is_zero());
  CHECK(rounded("57344", e5m2).exact() == q("57344"));
  CHECK_FALSE(rounded("61440", e5m2).is_finite());
  // Every number of the format, from its bits.
  for (int bits = 0; bits < 127; ++bits) {
    const int exponent = bits / 8, mantissa = bits % 8;
    const Rational x = exponent == 0 ? Rational(mantissa) / Rational(512)
                                     : Rational(8 + mantissa) * power(2, exponent) / Rational(1024);
    INFO(bits);
    CHECK(MachineFloat::rounded(x, e4m3).exact() == x);
    CHECK(MachineFloat::rounded(-x, e4m3).exact() == -x);
  }
}

}  // namespace machine_float_test
