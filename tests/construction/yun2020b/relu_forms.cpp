#include "construction/yun2020b/relu_forms.hpp"

#include "exact/error.hpp"

namespace hardmax::yun2020b {

ReluSum phi_alpha_terms(const Rational& alpha) {
  HARDMAX_REQUIRE(alpha.sign() > 0 && alpha < Rational(1));
  const Rational one = 1;
  return {{-1, 0}, {one / alpha, one - alpha}, {(alpha - one) / alpha, 1}};
}

ReluSum phi_prime_terms() {
  const Rational half = Rational(1) / Rational(2), quarter = Rational(1) / Rational(4);
  return {{4, -half}, {-4, -quarter}, {-4, quarter}, {4, half}};
}

PiecewiseLinear relu() { return PiecewiseLinear({0}, {{0, 0}, {1, 0}}, {0}); }

PiecewiseLinear as_function(const ReluSum& sum) {
  PiecewiseLinear f(Affine{0, 0});
  for (const ReluTerm& term : sum)
    f = f + compose(PiecewiseLinear(Affine{term.factor, 0}),
                    compose(relu(), PiecewiseLinear(Affine{1, -term.knee})));
  return f;
}

FeedForward as_relu_layer(const FeedForward& layer, const ReluSum& sum) {
  HARDMAX_REQUIRE(layer.b_1.size() == 1 && !sum.empty());
  const std::size_t d = layer.b_2.size(), r = sum.size();
  FeedForward many{Matrix(r, d),  std::vector<Rational>(r), relu(), Matrix(d, r), layer.b_2,
                   layer.residual};
  for (std::size_t i = 0; i < r; ++i) {
    for (std::size_t j = 0; j < d; ++j) {
      many.W_1(i, j) = layer.W_1(0, j);
      many.W_2(j, i) = layer.W_2(j, 0) * sum[i].factor;
    }
    many.b_1[i] = layer.b_1[0] - sum[i].knee;
  }
  return many;
}

}  // namespace hardmax::yun2020b
