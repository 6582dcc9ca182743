// Arithmetics for the literal executor with enclosed numbers: what a network with soft maps does,
// and what it may do if all that is known of its maps is Assumption 2.
//
//   SoftBalls   every layer by its own map (network.hpp); hardmax layers too, as the hull of every
//   position that may be the largest Admissible  every head returns everything that a map with
//   Assumption 2 at (zeta, eta) may make of its values: where one score certainly leads by zeta, up
//   to eta of the mass
//               may lie on the other values; elsewhere any mixture. The enclosure of all such
//               networks at once
//   Adversary   one such network: where all scores are positive and the largest leads by zeta, the
//   mass eta lies on the smallest; elsewhere hardmax. rho depends on the scores alone,
//               so it is a map that Assumption 2 admits: what it does is a lower bound for what the
//               worst one does
//
// Admissible and Adversary read zeta and eta, in units of the scores, where `bound` points: the
// caller sets them before each layer.
//
// Trust     containment, at the precision of the thread (enclose/ball.hpp).   Source  yun2020b F.2,
// display (15)   Tests  tests/unit/execute/soft_test.cpp
#pragma once
#include <span>

#include "enclose/soft_map.hpp"
#include "execute/literal.hpp"

namespace hardmax {

struct BallScalars {
  using Scalar = Ball;
  static Ball lift(const Rational& x) { return Ball(x); }
  static void add_product(Ball& sum, const Rational& weight, const Ball& x) {
    sum.add_product(weight, x);
  }
  static Ball magnitude(const Ball& x) { return abs(x); }
  static bool is_zero(const Ball& x) { return x.is_zero(); }
  // The hull of what the function does anywhere on the ball.
  static Ball activate(const PiecewiseLinear& f, const Ball& x);
};

struct SoftBalls : BallScalars {
  std::optional<std::size_t> attend(const Attention& layer, const Attended<Ball>& head,
                                    std::span<Ball> out) const;
};

struct Bound {
  Ball zeta, eta;
};

struct Admissible : BallScalars {
  const Bound* bound = nullptr;
  std::optional<std::size_t> attend(const Attention& layer, const Attended<Ball>& head,
                                    std::span<Ball> out) const;
};

struct Adversary : BallScalars {
  const Bound* bound = nullptr;
  // Errors  LimitReached where the balls do not tell which score is the largest or whether it leads
  // by zeta.
  std::optional<std::size_t> attend(const Attention& layer, const Attended<Ball>& head,
                                    std::span<Ball> out) const;
};

extern template class Literal<SoftBalls>;
extern template class Literal<Admissible>;
extern template class Literal<Adversary>;

}  // namespace hardmax
