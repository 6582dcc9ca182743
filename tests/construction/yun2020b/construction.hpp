// The sparse construction of yun2020b: positional embedding E (D.1) and contextual mapping g_c
// (E.2.2), with their real weights.
//
// Attention layer t = 1, 2, ... uses pattern layer ((t - 1) mod p) + 1.
//   Selective stage. For i = 2..n and b in [(i-2) Delta : delta : (i-2) Delta + delta^{-d+1} -
//   delta], increasing: p layers, of which the one with pattern layer
//     l_i is Psi(.; shift, b - delta/2, b + delta/2) and the others are the identity (layers
//     without heads: the cycle goes on). Psi has two heads of size 1: W_V = W_K = W_Q = u^T, W_O =
//     +-shift e_1, b_Q = b -+ delta/2.
//   All-max stage. s layers Omega(.; c): one head, W_V = W_K = W_Q = u^T, W_O = c e_1, b_Q = 0.
// p (n-1) delta^{-d} + s attention layers in all. shift = delta^{-d}, c = 2 s n delta^{-nd-1}.
//
// Units     of delta: Z, E, b_Q are divided by delta; u = (1, D, ..., D^{d-1}), shift and c have no
// unit. A column id of 24 is 24 delta. Trust     producer side; stages are hints for engines and
// readers, never evidence.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "network/construction.hpp"
#include "pattern/assumption1.hpp"

namespace hardmax::yun2020b {

// What D.1 and E.2.2 fix, overrides applied.
struct Weights {
  std::vector<Rational> E;  // of each column, every row alike, real units
  Rational shift, c;
};
// Requires  assumption.holds() for this pattern, pattern.tokens() == n.
// Errors    InvalidInput (option): an override that names a token or layer the construction does
// not have (quantiser and value layers included).
Weights weights(const Parameters& parameters, const Pattern& pattern, const Assumption1& assumption,
                const Overrides& overrides);

// Number of attention layers, before anything is built: p (n-1) D^d + s.
Rational attention_layers(const Parameters& parameters, const Pattern& pattern,
                          const Assumption1& assumption);

// As weights, with a number of layers that fits memory.
Construction build(const Parameters& parameters, const Pattern& pattern,
                   const Assumption1& assumption, const Overrides& overrides);

}  // namespace hardmax::yun2020b
