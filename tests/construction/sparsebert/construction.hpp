// The contextual mapping of sparsebert, Lemma 4 (A.2.2): attention that leaves out the own token.
//
// The source writes tokens as rows, Z_i u; here they are columns as everywhere, u^T Z_i.
//   Sweep          for each id b in [0 : delta : delta^{-d+1} - delta], increasing: delta^{-d}
//   Psi(.; b - delta/2, b + delta/2). Global shifts  two layers (Delta_h / delta) psi(.; 0),
//   Delta_h = delta (delta^{-d} - 1)(delta^{-nd} + delta^{-d} + 1).
// delta^{-d} + 2 layers. The source has no positional encodings; the variant with them (E_j = j -
// 1, n delta^{-d} layers in the sweep) takes the sweep of yun2020a, Section C, and the same bound
// with the largest id there, u = (n - 1) Delta + delta^{-d+1} - delta, in place of delta
// (delta^{-d} - 1):  Delta_h = u (delta^{-nd} + delta^{-d} + 1).
//
// Units     of delta (construction/sweep.hpp).   Tests  tests/unit/construction/sparsebert_test.cpp
#pragma once
#include "construction/sweep.hpp"

namespace hardmax::sparsebert {

// Delta_h / delta.
Rational global_multiplier(const Parameters& parameters, bool positional);
WholePolynomial multiplier_of_every_size(std::uint64_t n, const SizePolynomials& size,
                                         bool positional);

sweep::Plan plan(const Parameters& parameters, bool positional);
SweepConstruction build(const Parameters& parameters, bool positional, const Overrides& overrides);

}  // namespace hardmax::sparsebert
