#include <catch2/catch.hpp>

#include <random>

#include "construction/yun2020b/quantizer.hpp"
#include "construction/yun2020b/relu_forms.hpp"
#include "construction/yun2020b/value_mapping.hpp"
#include "execute/literal.hpp"
#include "support/rounds.hpp"

namespace relu_forms_test {

using namespace hardmax;
using namespace hardmax::yun2020b;

namespace {

Rational q(const char* text) { return Rational::parse(text).value(); }

}  // namespace

TEST_CASE(
    "relu forms: three ReLUs are the printed phi~_alpha, which is phi but on a share alpha of its "
    "window") {
  for (const char* text : {"1/2", "1/3", "1/100", "99/100"}) {
    const Rational alpha = q(text);
    INFO(text);
    const PiecewiseLinear printed(
        {0, Rational(1) - alpha, 1},
        {{0, 0}, {-1, 0}, {(Rational(1) - alpha) / alpha, (alpha - Rational(1)) / alpha}, {0, 0}},
        {0, alpha - Rational(1), 0});
    CHECK(as_function(phi_alpha_terms(alpha)) == printed);
    CHECK(agreement_measure(printed, phi(), -5, 5) == Rational(10) - alpha);
    CHECK(agreement_measure(printed, phi(), Rational(1) - alpha, 1) == Rational(0));
  }
}

TEST_CASE(
    "relu forms: four ReLUs are the printed phi~', which is phi' but between delta/4 and delta/2 "
    "from the middle") {
  const PiecewiseLinear printed({q("-1/2"), q("-1/4"), q("1/4"), q("1/2")},
                                {{0, 0}, {4, 2}, {0, 1}, {-4, 2}, {0, 0}}, {0, 1, 1, 0});
  CHECK(as_function(phi_prime_terms()) == printed);
  CHECK(agreement_measure(printed, phi_prime(), q("-1/4"), q("1/4")) == q("1/2"));
  CHECK(agreement_measure(printed, phi_prime(), -3, 3) == q("11/2"));
}

TEST_CASE(
    "relu forms: a layer of one unit with such an activation and one of three or four ReLU units "
    "are the same map, exactly") {
  std::mt19937_64 random(60);
  PatternRequest request;
  request.name_or_file = "dense";
  request.n = 2;
  const Pattern pattern = make_pattern(request);
  const auto draw = [&] {
    return Rational(static_cast<std::int64_t>(random() % 41) - 20) / Rational(1 + random() % 8);
  };
  for (int round = 0; round < testing::rounds(200); ++round) {
    const ReluSum sum = round % 2 == 0 ? phi_prime_terms()
                                       : phi_alpha_terms(Rational(1 + random() % 9) / Rational(10));
    const FeedForward one{Matrix::row({draw(), draw()}),    {draw()},         as_function(sum),
                          Matrix::column({draw(), draw()}), {draw(), draw()}, random() % 2 == 0};
    const FeedForward many = as_relu_layer(one, sum);
    CHECK(within(Network(2, 1, {many}), {2, 1, 4}));
    State<Rational> z(2, 2);
    for (Rational& x : z.entries) x = draw();
    const Network first(2, 1, {one}), second(2, 1, {many});
    CHECK(Literal<ExactHardmax>(first, pattern).run(z).entries ==
          Literal<ExactHardmax>(second, pattern).run(z).entries);
  }
}

}  // namespace relu_forms_test
