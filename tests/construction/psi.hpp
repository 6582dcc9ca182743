// The head psi(.; b_Q) that the constructions share: it looks for the largest column id where u^T
// Z_k > b_Q and for the smallest where u^T Z_k < b_Q, and adds it, times a factor, to row 1.
//
//   W_V = W_K = W_Q = u^T,  W_O = factor e_1,  u = (1, D, ..., D^{d-1})
//
// Units     of delta: Z and b_Q are divided by delta.
// Source    yun2020a B.5, yun2020b E.2.1, sparsebert A.2.2 (there without the own token:
// Attention::keys_with_self).
#pragma once
#include "network/network.hpp"
#include "network/parameters.hpp"

namespace hardmax {

Head psi(std::uint64_t d, std::uint64_t D, const Rational& factor, const Rational& b_Q);

// Psi(.; b - 1/2, b + 1/2) times a factor: columns with the id b are moved up by factor (max -
// min); the difference of two heads.
std::vector<Head> selective_shift(std::uint64_t d, std::uint64_t D, const Rational& factor,
                                  const Rational& b);

}  // namespace hardmax
