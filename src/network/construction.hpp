// The network of a run with what claims and engines ask of it besides: encodings, multipliers,
// where its first stage ends.
//
// Units     of delta: Z, b_Q are divided by delta; shift and c have no unit. Trust     producer
// side; stages are hints for engines and readers, never evidence.
#pragma once
#include <cstddef>
#include <vector>

#include "network/network.hpp"
#include "network/parameters.hpp"

namespace hardmax {

// On a pattern that meets Assumption 1.
struct Construction {
  Parameters parameters;
  std::size_t p = 0;
  std::size_t s = 0;
  std::vector<Token> gamma;  // as in Assumption1
  std::vector<std::size_t> l;
  std::vector<Rational> E;  // of each column, every row alike, real units
  Rational c;
  Rational shift;
  std::size_t selective_layers = 0;  // before the last stage
  Network network;  // the attention layers, in order, made when they are first asked for
};

// With dense attention, one pattern layer: a sweep of selective shifts over all column ids in
// increasing order, then global shifts.
struct SweepConstruction {
  Parameters parameters;
  std::vector<Rational> E;  // of each column, every row alike, units of delta
  Rational shift;           // multiplier of the sweep
  Rational c;               // multiplier of the global shifts
  std::size_t selective_layers = 0;
  Network network;  // the attention layers: the sweep, then the global shifts
};

}  // namespace hardmax
