// The quantiser g_q of yun2020b (Lemma 6, E.1): d n / delta feed-forward layers with one hidden
// unit.
//
// For row i = 1..d and k = 0..n/delta - 1:  Z -> Z + e_i phi(e_i^T Z - k delta 1^T),  phi(t) = -t
// on [0, delta), 0 elsewhere.
//
// Units     of delta: phi(t) = -t on [0, 1), the shift is k.
#pragma once
#include <vector>

#include "construction/yun2020b/construction.hpp"

namespace hardmax::yun2020b {

PiecewiseLinear phi();  // units of delta

// In order; W_2 of the layers in `dropped` (1-based) is 0. Requires  n >= 1, d >= 1; the caller has
// estimated d n D.
std::vector<Layer> quantizer_layers(const Parameters& parameters,
                                    const std::set<std::uint64_t>& dropped = {});

}  // namespace hardmax::yun2020b
