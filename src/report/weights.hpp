// The weights of the whole network as a NumPy archive (`--dump-weights`), exact: every array of
// rationals X comes as two arrays of 64-bit integers, X (numerators) and X_den.
//
//   parameters  n, d, D, p, s (1 pattern layer and as many global shifts as there are, of the
//   others) E  n        pattern  edges x 3: layer, token, neighbour, from 0 kind        one a
//   layer: 0 quantiser, 1 selective shift, 2 all-max or global shift, 3 value (yun2020b alone)
//   index  of the layer among attention or feed-forward layers attention_pattern_layer,
//   attention_first_head, attention_heads   one an attention layer; heads first .. first + heads -
//   1 are its own (none: the identity) W_O heads x d x 1   W_V, W_K, W_Q heads x 1 x d   b_Q heads
//   x 1 W_1 layers x 1 x d  b_1 layers x 1  W_2 layers x d x 1  b_2 layers x d  activation layers
//   (row of activation_piece) activation_piece    activations x 4: lower, upper, slope, intercept;
//   slope x + intercept on [lower, upper) activation_outside  activations x 4: slope, intercept
//   below lower, slope, intercept from upper on; all 0 but for the first quantiser layer of each
//   row of yun2020a
//
// Units of delta: the state, E, b_Q, b_1 and the value layers' W_2 are divided by delta.
// Errors  CannotWrite: an entry that does not fit 64 bits (which one, its size), more value layers
// than are built.
#pragma once
#include <filesystem>
#include <vector>

#include "discharge/decide.hpp"
#include "discharge/later_stages.hpp"
#include "discharge/sweep_model.hpp"
#include "report/npz.hpp"

namespace hardmax::report {

// What write_npz writes into `file`, which is not touched here.
std::vector<IntegerArray> weights_of(const std::filesystem::path& file,
                                     const Construction& construction, const Pattern& pattern,
                                     const LaterStages& later);
std::vector<IntegerArray> weights_of(const std::filesystem::path& file, const SweepSystem& system);

}  // namespace hardmax::report
