// The soft maps rho[t .] of network.hpp on enclosed scores, and exactly on rational ones where that
// can be.
//
// Requires  at least one score, a map in range.
// Trust     containment: whatever the precision, the weights enclose rho[t v] for every v in the
// scores. Source    yun2020b, section B.   Tests  tests/unit/enclose/soft_map_test.cpp
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "enclose/ball.hpp"
#include "network/network.hpp"

namespace hardmax {

// "softmax", "topk:2", "topk-ties:2", "sparselin:1/2", "entmax:3/2". Empty if the text is no map;
// parameters are not looked at. t is 1.
std::optional<SoftMap> parse_soft_map(const std::string& text);
std::string name_of(const SoftMap& map);

// Weights 1 and 0 that the map gives exactly, of sparselin-gen and of alpha-entmax with alpha > 1:
// the place of the one score that certainly leads all others by gap_to_hardmax(map) or more, where
// every other weight is 0. None for the other maps, or if no score certainly does.
std::optional<std::size_t> certain_winner(const SoftMap& map, std::span<const Ball> scores);
// sparselin-gen: (1 - lambda) / t; alpha-entmax, alpha > 1: 1 / ((alpha - 1) t). None for the other
// maps: no gap is enough.
std::optional<Rational> gap_to_hardmax(const SoftMap& map);

// The place of a score beside which every other weight is certainly in [0, 2^-(bits + 64)], bits
// those of the precision: softmax and softmax over k scores. Cheap, and none as soon as one weight
// may be more. Where it names one, that one has the rest of the weight.
std::optional<std::size_t> overwhelming(const SoftMap& map, std::span<const Ball> scores);

void weigh(const SoftMap& map, std::span<const Ball> scores, std::span<Ball> weights);

// rho[t v] for rational v, where it is rational for a reason this knows: sparselin-gen always,
// alpha-entmax for alpha = 2, alpha-entmax where one score leads by enough to take all the weight
// or all scores are equal; softmax over one score or equal ones. Empty otherwise.
std::optional<std::vector<Rational>> weigh_exactly(const SoftMap& map,
                                                   std::span<const Rational> scores);

}  // namespace hardmax
