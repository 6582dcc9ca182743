// The end of the proof of Lemma 4 (yun2020b F.4) at given parameters: the L^p distance over [0,
// 1]^(d x n) of the exact network and the soft one, enclosed.
//
// Both networks add E to their input X, quantise (the soft one by three ReLUs, F.1), and go through
// the contextual mapping and the value layers (four ReLUs, F.3), for the target f(G) = G.
//   D1   inputs with all entries of X + E in [k delta, (k + 1 - alpha) delta): both quantisers give
//   the same grid input, and what follows is the run that run.hpp encloses. Each of the
//        D^(nd) grid inputs has the measure ((1 - alpha) delta)^(nd)
//   D2   the rest, of measure 1 - (1 - alpha)^(nd). There each entry of X + E stays in the interval
//   of length delta that it is in (yun2020b.F.4.B), so in [E_k, E_k + 1]; a head returns an average
//   of
//        what it attends to, and an activation of a value layer something between its smallest and
//        largest value. With intervals this bounds every entry of both outputs: B^p is the sum of
//        the p-th powers of the lengths. No map needs more than weights that are not negative and
//        add up to 1
//   alpha is the largest 2^-k for which B^p times the measure of D2 is certainly less than
//   (1/2)(eps/2)^p, as F.4 chooses it.
// Then the p-th power of the distance is at most n e^p + B^p (1 - (1 - alpha)^(nd)), e the largest
// error of the first row on grid inputs, the others being exact; and at least e^p times the measure
// of one grid input.
//
// Units     real.
// Trust     Arb, for powers with exponent p.   Source  yun2020b F.1, F.4   Tests
// tests/unit/discharge/soft_distance_test.cpp
#pragma once
#include "discharge/soft/run.hpp"

namespace hardmax {

struct SoftDistance {
  std::int64_t alpha_exponent = 0;  // alpha = 2^-alpha_exponent, at least 1
  Rational bad_measure;             // of D2, exactly
  Rational B_upper;
  Rational lower, upper;  // the distance is between these
};

// Smaller numbers than 2^-this are not tried.
constexpr std::int64_t kMaxAlphaExponent = 1 << 14;

// None if the value layers were not run on every grid input, rows 2..d were not exact, the
// quantiser is not the one of F.1, an E_k is no multiple of delta in [0, n - 1], or no alpha
// serves.
std::optional<SoftDistance> soft_distance(const SoftRequest& request, const SoftRun& run,
                                          const Rational& eps, const Rational& lp);

}  // namespace hardmax
