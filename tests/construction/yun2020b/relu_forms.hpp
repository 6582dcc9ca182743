// The activations of yun2020b as sums of ReLUs (F.1, F.3), exactly.
//
//   phi~_alpha(t) = -R(t) + R(t - (1-alpha) delta)/alpha - ((1-alpha)/alpha) R(t - delta) for phi
//   of the quantiser; they differ on ((1-alpha) delta, delta) alone phi~'(t)      = (4/delta) (R(t
//   + delta/2) - R(t + delta/4) - R(t - delta/4) + R(t - delta/2))  for phi' of the value mapping
//
// A layer with one hidden unit and such an activation is the same map as a layer with three or four
// hidden units and the activation R: as_relu_layer makes the one of the other.
//
// Units     of delta: delta is 1 in the formulas above.
// Source    yun2020b F.1, F.3.   Tests  tests/unit/construction/relu_forms_test.cpp
#pragma once
#include <vector>

#include "network/network.hpp"

namespace hardmax::yun2020b {

// factor * R(t - knee)
struct ReluTerm {
  Rational factor;
  Rational knee;
};
using ReluSum = std::vector<ReluTerm>;

ReluSum phi_alpha_terms(const Rational& alpha);  // Requires  0 < alpha < 1.
ReluSum phi_prime_terms();

PiecewiseLinear relu();
PiecewiseLinear as_function(const ReluSum& sum);
// A feed-forward layer with one hidden unit whose activation is the sum, with a hidden unit for
// each term instead.
FeedForward as_relu_layer(const FeedForward& layer, const ReluSum& sum);

}  // namespace hardmax::yun2020b
