// A network that acts on column ids alone, described in stages of many layers instead of layer by
// layer: what symbolic execution reads. The layers are those of network.hpp; a sweep of q windows
// is q attention layers with two heads each (and the identity layers of the pattern's cycle between
// them, which do nothing).
//
// Units     of delta. An id is u^T Z_k; before the first layer it is digit + start[k], and the
// digit of every token runs over 0..values-1, each token for itself; or, if they are to
//           increase, over all choices of digits with digit of token 1 < ... < digit of token n.
// Numbers   rational numbers, or polynomials that stand for all sizes at once
// (exact/whole_polynomial.hpp). Trust     producer side. tests/unit/execute/symbolic_test.cpp holds
// the stages of a construction to its network.
#pragma once
#include <utility>
#include <variant>
#include <vector>

#include "exact/whole_polynomial.hpp"

namespace hardmax {

// Layers Psi(.; shift, b - 1/2, b + 1/2) on one pattern layer, for the windows b = first, first +
// 1, ..., last in this order, but for the missing ones: a column with b - 1/2 < id < b + 1/2 is
// raised by shift (max - min), the largest and smallest id it attends to at that moment.
template <typename Number>
struct SweepOf {
  std::size_t pattern_layer = 0;
  Number first, last, shift;
  std::vector<Number> missing;
};

// One layer Omega(.; c): a column with a positive id is raised by c times the largest id it attends
// to.
template <typename Number>
struct AllMaxOf {
  std::size_t pattern_layer = 0;
  Number c;
};

template <typename Number>
struct StagedNetworkOf {
  Number values;  // D^d
  std::vector<std::pair<Number, Number>>
      digits;  // of each column, the first and the last, where that is a part of the inputs; empty:
               // 0..values-1
  std::vector<Number> start;  // of each column
  bool increasing = false;    // only inputs whose digits increase strictly from token to token
  std::vector<SweepOf<Number>> sweeps;  // before all of
  std::vector<AllMaxOf<Number>> all_max;
};

using Sweep = SweepOf<Rational>;
using AllMax = AllMaxOf<Rational>;
using StagedNetwork = StagedNetworkOf<Rational>;

}  // namespace hardmax
