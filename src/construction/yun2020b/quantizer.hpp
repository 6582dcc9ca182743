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

// The activation of a layer's single hidden unit as a map of one row: x -> x + W_2 phi(W_1 x + b_1)
// + b_2, if the layer reads and writes that row alone (or leaves it as it is: then the identity).
// Empty if the layer mixes rows, has more than one hidden unit or no residual.
std::optional<PiecewiseLinear> row_map(const FeedForward& layer, std::size_t row);

}  // namespace hardmax::yun2020b
