// The network of yun2020a: quantiser g_q (B.4), contextual mapping g_c (B.5), value mapping g_v
// (B.6), and their variants with positional encodings (Section C).
//
//   g_c   for each id b in [0 : delta : delta^{-d+1} - delta], increasing: delta^{-d} Psi(.; b -
//   delta/2, b + delta/2); then one layer delta^{-(n+1)d} psi(.; 0).
//         Section C: n delta^{-d} shifts, b in the union over j of [s_j : delta : s_j +
//         delta^{-d+1} - delta], s_j = (j - 1) sum_{k<d} delta^{-k}; then n delta^{-(n+1)d-1}
//         psi(.; 0).
//   g_q   for each row: phi(t) = -t - delta^{-nd} for t < 0 or t >= 1; then for k = 0..1/delta - 1
//   the layer that maps [k delta, (k+1) delta) to k delta. d/delta + d layers.
//         Section C: no first layer, k = 0..n/delta - 1: dn/delta layers, those of yun2020b.
//   g_v   Z - (M + 1) 1_d phi(u^T Z), phi = 0 on [t_l, t_r], 1 elsewhere (the source prints 1_n for
//   1_d); for each row a layer that maps what is negative to 0; then for every id
//         of a context the layer that moves its window to the target (yun2020b::value_layer).
//
// The extended grid G+ has the entries -delta^{-nd}, 0, delta, ..., 1 - delta.
// Units     of delta (construction/sweep.hpp): the out-of-range value is -D^{nd+1}.   Tests
// tests/unit/construction/yun2020a_test.cpp
#pragma once
#include "construction/sweep.hpp"
#include "construction/yun2020b/value_mapping.hpp"

namespace hardmax::yun2020a {

// g_c.
sweep::Plan plan(const Parameters& parameters, bool positional);
WholePolynomial multiplier_of_every_size(std::uint64_t n, const SizePolynomials& size,
                                         bool positional);  // the plan's c
SweepConstruction build(const Parameters& parameters, bool positional, const Overrides& overrides);

// -delta^{-nd}, in units of delta.
Rational out_of_range(const Parameters& parameters);

// g_q; W_2 of the layers in `dropped` (1-based) is 0.
std::vector<Layer> quantizer_layers(const Parameters& parameters, bool positional,
                                    const std::set<std::uint64_t>& dropped = {});

// The first 1 + d layers of g_v. `largest` is M, the largest entry of g_c on G+, units of delta. 1
// is real: M + 1 is M + D in units of delta.
std::vector<Layer> zeroing_layers(const Parameters& parameters, const Rational& largest);

// The other layers of g_v, repaired: for targets f - K e_1, K the largest u^T f, or 0 if that is
// more, plus delta, so that no window holds a column that was moved; and a last layer Z + K e_1
// phi(u^T Z), phi(t) = 1 for t < -delta/2, else 0, which takes such columns back and leaves what
// was sent to 0.
std::vector<Layer> lowered_value_layers(const Parameters& parameters,
                                        std::vector<yun2020b::ValueEntry> entries);

// [t_l, t_r] of Lemma 6, units of delta: t_l = delta^{-2nd+1}(delta^{-d} - 1), t_r =
// delta^{-(2n+1)d+1}(delta^{-d} - 1).
struct Interval {
  Rational lower, upper;
};
Interval contextual_interval(const Parameters& parameters);

// B.2: the sum of four ReLUs that is printed for  b1 (t < c1), a2 t + b2 (c1 <= t < c2), a3 t + b3
// (c2 <= t),  and the five pieces it is said to equal. 0 < eps < c2 - c1.
struct ThreePieces {
  Rational b1, c1, a2, b2, c2, a3, b3;
};
PiecewiseLinear three_pieces(const ThreePieces& f);
PiecewiseLinear four_relus(const ThreePieces& f, const Rational& eps);
PiecewiseLinear five_pieces(const ThreePieces& f, const Rational& eps);

}  // namespace hardmax::yun2020a
