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

#include "network/network.hpp"
#include "pattern/assumption1.hpp"

namespace hardmax::yun2020b {

struct Parameters {
  std::uint64_t n = 0;  // >= 2
  std::uint64_t d = 0;  // >= 1
  std::uint64_t D = 0;  // >= 2; delta = 1/D
};

// Departures from the paper, by name (`--with`). Tokens and layers 1-based as people write them.
struct Overrides {
  std::optional<Rational> c;
  std::optional<Rational> shift;
  std::map<std::uint64_t, Rational> E;  // E.3=0: the entry of column 3, real units
  std::set<std::uint64_t> drop;         // attention layers replaced by the identity
  std::set<std::uint64_t> qdrop;        // quantiser layers whose W_2 is 0
  std::set<std::uint64_t> vdrop;        // value layers whose W_2 is 0

  // Adds "c=1", "shift=1/2", "E.3=0", "drop=13", "qdrop=2" or "vdrop=5". Errors  InvalidInput
  // (option): unknown name, value that is no rational, index out of range, a name twice.
  void add(std::string_view text);
  // "name=value" in canonical order: c, shift, E by token, drop, qdrop, vdrop by layer.
  [[nodiscard]] std::vector<std::string> canonical() const;
  [[nodiscard]] bool empty() const {
    return !c && !shift && E.empty() && drop.empty() && qdrop.empty() && vdrop.empty();
  }
};

struct Construction {
  Parameters parameters;
  std::size_t p = 0;
  std::size_t s = 0;
  std::vector<Token> gamma;  // as in Assumption1
  std::vector<std::size_t> l;
  std::vector<Rational> E;  // of each column, every row alike, real units
  Rational c;
  Rational shift;
  std::size_t selective_layers = 0;  // p (n-1) D^d
  Network network;  // the attention layers, in order, made when they are first asked for
};

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

// The id of a column: u^T Z_k.
Rational column_id(std::span<const Rational> column, std::uint64_t D);

}  // namespace hardmax::yun2020b
