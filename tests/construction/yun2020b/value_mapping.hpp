// The value mapping g_v of yun2020b (Lemma 8, E.3) and its two repairs.
//
// For every grid input H and token k, one layer:  Z -> Z + (f(H - E)_k - g_c(H)_k) phi'(u^T Z - u^T
// g_c(H)_k 1^T),  phi'(t) = 1 on [-delta/2, delta/2), 0 elsewhere: every column whose id lies in
// the window around g_c(H)_k is moved by the same difference. n delta^{-dn} layers, one hidden unit
// each, in any order.
//
// The mapped column stays in the residual stream: if u^T f(G)_k lies in the window of a LATER
// layer, that layer moves it again. Two repairs keep the layer form:
//   R2  aim at f - K e_1, K >= max u^T f - min id + delta, so that no target lies in a window, and
//   add one layer Z -> Z + K e_1 at the end. R3  a larger multiplier c' in the all-max stage, so
//   that every id is at least max u^T f + delta.
//
// Units     of delta: contexts and targets are columns divided by delta; a window is [id - 1/2, id
// + 1/2). Trust     producer side.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "construction/yun2020b/construction.hpp"
#include "network/target.hpp"
#include "network/window_index.hpp"

namespace hardmax::yun2020b {

// One layer to be: where a column is after g_c, and where it shall go.
struct ValueEntry {
  Column context;  // g_c(H)_k
  Column target;   // f(G)_k
};

PiecewiseLinear phi_prime();  // units of delta

FeedForward value_layer(const Parameters& parameters, const ValueEntry& entry);
// The layers for a list of entries, in its order.
std::vector<Layer> value_layers(const Parameters& parameters,
                                const std::vector<ValueEntry>& entries);

// R2. The least multiple of delta that serves: K = max u^T f - min id + 1 (units of delta), at
// least 0, rounded up to a whole number.
Rational constant_shift(const Parameters& parameters, const std::vector<ValueEntry>& entries);
// The value layers for targets f - K e_1 and one last layer that adds K e_1 (phi' replaced by the
// constant 1).
std::vector<Layer> value_layers_shifted(const Parameters& parameters,
                                        const std::vector<ValueEntry>& entries);

// R3. The least whole number c' >= c with c' m >= max u^T f + 1, m the least id before the all-max
// stage: then every id is at least max u^T f + 1, as an all-max layer adds at least c' m.
// all_max_minimum is that least id, > 0. The run with c' decides whether it serves.
Rational enlarged_multiplier(const Rational& c, const Rational& all_max_minimum,
                             const Rational& largest_target);

}  // namespace hardmax::yun2020b
