// What the constructions of yun2020a and sparsebert have in common: a sweep of selective shifts
// over all column ids in increasing order, then global shifts; dense attention, one pattern layer.
//
// Positional encodings, where a variant has them, are 0, 1, ..., n - 1 in every row (yun2020a,
// Section C).
//
// Units     of delta: ids, E and b_Q are divided by delta; shift and c have no unit.   Trust
// producer side.
#pragma once
#include "construction/yun2020b/stages.hpp"
#include "network/stages.hpp"

namespace hardmax::sweep {

// What a paper fixes.
struct Plan {
  bool positional = false;
  bool keys_with_self = true;
  Rational c;
  std::size_t global_layers = 1;
};

// A plan's c as a function of the size (yun2020b/stages.hpp).
using MultiplierOfEverySize = WholePolynomial (*)(std::uint64_t n, const SizePolynomials& size,
                                                  bool positional);

// What a plan fixes, overrides applied; n >= 2, d >= 1, D >= 2. Overrides c, shift, E.TOKEN and
// drop=LAYER act here, qdrop and vdrop elsewhere. Errors  InvalidInput (option): an override that
// names a token or attention layer that is not there.
struct Weights {
  std::vector<Rational> E;  // of each column, every row alike, units of delta
  Rational shift, c, sweep_layers;
};
Weights weights(const Parameters& parameters, const Plan& plan, const Overrides& overrides);

// Errors  as weights; LimitReached: attention layers with more than 2^16 rows in all.
SweepConstruction build(const Parameters& parameters, const Plan& plan, const Overrides& overrides);

// The attention layers in stages, for any size: nothing is built layer by layer. A token looks at
// all, or at all others.
StagedNetwork stages(const Parameters& parameters, const Plan& plan, const Overrides& overrides);
// The same for every size; without positional encodings on inputs whose columns increase strictly
// (network/stages.hpp), of which there are any from D^d = n on: the least size has it. Errors
// InvalidInput (option): as weights; an override that is no whole number, or drops a layer.
StagedNetworkOf<WholePolynomial> stages_of_every_size(const EverySize& size, const Plan& plan,
                                                      MultiplierOfEverySize c,
                                                      const Overrides& overrides);

}  // namespace hardmax::sweep
