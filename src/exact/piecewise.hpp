// Exact piecewise-linear functions R -> R with jumps.
//
// Held as breakpoints x_1 < ... < x_m, an affine piece on each of the m + 1 open intervals between
// them, and a value at every breakpoint of its own. So half-open pieces [a, b), (a, b] and isolated
// points are all representable, and the class is closed under composition (the preimage of [a, b)
// under a falling piece is (., .]).
//
// Exact     all coefficients are rationals; equality is equality of functions (breakpoints that
// change nothing are removed on construction). Source    yun2020b, the class Phi and the
// activations phi, phi' of sections E.1, E.3.
#pragma once
#include <optional>
#include <vector>

#include "exact/rational.hpp"

namespace hardmax {

struct Affine {
  Rational slope;
  Rational intercept;
  [[nodiscard]] Rational operator()(const Rational& x) const { return slope * x + intercept; }
  friend bool operator==(const Affine&, const Affine&) = default;
};

// The piece `rule` on [lower, upper); an absent end is infinite.
struct HalfOpenPiece {
  std::optional<Rational> lower;
  std::optional<Rational> upper;
  Affine rule;
};

class PiecewiseLinear {
 public:
  explicit PiecewiseLinear(Affine everywhere);
  // Requires  breakpoints strictly increasing, pieces.size() == breakpoints.size() + 1,
  // values.size() == breakpoints.size().
  PiecewiseLinear(std::vector<Rational> breakpoints, std::vector<Affine> pieces,
                  std::vector<Rational> values);
  // The function that follows `pieces` where one of them holds and `otherwise` elsewhere. Requires
  // pieces in order, not empty, not overlapping.
  static PiecewiseLinear from_half_open(const std::vector<HalfOpenPiece>& pieces, Affine otherwise);

  [[nodiscard]] Rational operator()(const Rational& x) const;
  [[nodiscard]] const std::vector<Rational>& breakpoints() const { return breakpoints_; }
  [[nodiscard]] const std::vector<Affine>& pieces() const { return pieces_; }
  [[nodiscard]] const std::vector<Rational>& values() const { return values_; }
  // Number of maximal affine stretches, a breakpoint joined to a side where its value fits (so phi
  // of E.1 has 3), isolated points counted.
  [[nodiscard]] std::size_t linear_pieces() const;
  [[nodiscard]] bool has_constant_piece() const;

  friend bool operator==(const PiecewiseLinear&, const PiecewiseLinear&) = default;

 private:
  void canonicalise();
  [[nodiscard]] std::size_t interval_of(
      const Rational& x) const;  // of a point that is no breakpoint
  std::vector<Rational> breakpoints_;
  std::vector<Affine> pieces_;
  std::vector<Rational> values_;
};

// x -> outer(inner(x))
PiecewiseLinear compose(const PiecewiseLinear& outer, const PiecewiseLinear& inner);
PiecewiseLinear operator+(const PiecewiseLinear& f, const PiecewiseLinear& g);
// f(x) <= g(x) for every real x.
bool everywhere_at_most(const PiecewiseLinear& f, const PiecewiseLinear& g);
// Lebesgue measure of {x in [lower, upper) : f(x) = g(x)}.
Rational agreement_measure(const PiecewiseLinear& f, const PiecewiseLinear& g,
                           const Rational& lower, const Rational& upper);

struct Interval {  // [lower, upper)
  Rational lower;
  Rational upper;
};
// Lebesgue measure of a union; the intervals may overlap, empty ones (upper <= lower) count
// nothing.
Rational union_measure(std::vector<Interval> intervals);

}  // namespace hardmax
