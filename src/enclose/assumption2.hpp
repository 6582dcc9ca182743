// Assumption 2 of yun2020b for the maps of section B: scores v of `keys` entries whose largest
// leads by at least zeta get rho[t v]_{j*} >= 1 - eta.
//
// Every map here gives the largest score a weight that falls as another score grows, and does not
// change when all scores move together. So the worst scores are w = (zeta, 0, ..., 0), all others
// as near as they may be, and Assumption 2 at (t, zeta, eta) says no more than rho[t w]_1 >= 1 -
// eta. With m the number of entries that take part (keys; min(k, keys) for softmax over exactly k;
// keys, or 1 if k = 1, for the rule that keeps ties):
//
//   softmax, top_k     1 / (1 + (m-1) exp(-t zeta)) >= 1 - eta       <=>  t >= ln((m-1)(1-eta)/eta)
//   / zeta sparselin          the first entry is ((m-1) t zeta + w)/(m w), w = 1 - lambda, up to 1
//   <=>  t >= (1-lambda)(1 - m eta/(m-1)) / zeta entmax, alpha > 1  the entries are 1 - eta and
//   eta/(m-1) at equality       <=>  t >= ((1-eta)^(alpha-1) - (eta/(m-1))^(alpha-1)) / ((alpha-1)
//   zeta)
//
// Where the right-hand side is not positive, or m = 1, every t > 0 serves.
//
// Units     zeta in the units of the scores, t in their inverse.
// Requires  keys >= 1, zeta > 0, 0 < eta <= 1.   Tests  tests/unit/enclose/assumption2_test.cpp
#pragma once
#include <optional>

#include "enclose/soft_map.hpp"

namespace hardmax {

// The t that section B chooses. softmax and top_k: the source says "sufficiently large"; what its
// inequality gives, with n or k for m. sparselin: (1 - eta)/zeta, which is 0 at eta = 1. entmax:
// 1/(zeta (alpha - 1)). The ball may contain numbers that are not positive.
Ball printed_scale(const SoftMap& map, std::uint64_t keys, const Rational& zeta,
                   const Rational& eta);

// The infimum of the t > 0 that serve, attained if it is positive; a number at most 0 says that
// every t > 0 serves.
Ball least_scale(const SoftMap& map, std::uint64_t keys, const Rational& zeta, const Rational& eta);

// Whether Assumption 2 holds at map.t: decided on the worst scores, by the map itself, up to `most`
// bits. None: undecided, as at the least t if it is irrational.
std::optional<bool> satisfies(const SoftMap& map, std::uint64_t keys, const Rational& zeta,
                              const Rational& eta, long most = 4096);

// The least t that certainly serves, as a dyadic number of about `bits` bits: least_scale rounded
// up; where every t > 0 serves, 2^-bits / zeta.
Rational certain_scale(const SoftMap& map, std::uint64_t keys, const Rational& zeta,
                       const Rational& eta, long bits = 64);

}  // namespace hardmax
