#include "exact/piecewise.hpp"

#include <algorithm>

#include "exact/error.hpp"

namespace hardmax {

namespace {

std::vector<Rational> merged_breakpoints(const PiecewiseLinear& f, const PiecewiseLinear& g) {
  std::vector<Rational> all;
  std::merge(f.breakpoints().begin(), f.breakpoints().end(), g.breakpoints().begin(),
             g.breakpoints().end(), std::back_inserter(all));
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

// A point strictly inside interval i of the line cut at `cuts`.
Rational inside(const std::vector<Rational>& cuts, std::size_t i) {
  if (cuts.empty()) return 0;
  if (i == 0) return cuts.front() - 1;
  if (i == cuts.size()) return cuts.back() + 1;
  return (cuts[i - 1] + cuts[i]) / 2;
}

// The affine rule of f around x, which is no breakpoint of f.
const Affine& rule_at(const PiecewiseLinear& f, const Rational& x) {
  const auto& b = f.breakpoints();
  return f.pieces()[static_cast<std::size_t>(std::upper_bound(b.begin(), b.end(), x) - b.begin())];
}

}  // namespace

PiecewiseLinear::PiecewiseLinear(Affine everywhere) : pieces_{std::move(everywhere)} {}

PiecewiseLinear::PiecewiseLinear(std::vector<Rational> breakpoints, std::vector<Affine> pieces,
                                 std::vector<Rational> values)
    : breakpoints_(std::move(breakpoints)), pieces_(std::move(pieces)), values_(std::move(values)) {
  HARDMAX_REQUIRE(pieces_.size() == breakpoints_.size() + 1 &&
                  values_.size() == breakpoints_.size());
  HARDMAX_REQUIRE(std::adjacent_find(breakpoints_.begin(), breakpoints_.end(),
                                     std::greater_equal<>()) == breakpoints_.end());
  canonicalise();
}

PiecewiseLinear PiecewiseLinear::from_half_open(const std::vector<HalfOpenPiece>& pieces,
                                                Affine otherwise) {
  std::vector<Rational> cuts;
  std::vector<Affine> rules{otherwise};
  std::vector<Rational> values;
  // Walk from left to right; at each cut the value is that of the piece that starts there.
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const HalfOpenPiece& piece = pieces[i];
    HARDMAX_REQUIRE(!piece.lower || !piece.upper || *piece.lower < *piece.upper);
    HARDMAX_REQUIRE(i == 0 ||
                    (piece.lower && pieces[i - 1].upper && *pieces[i - 1].upper <= *piece.lower));
    if (!piece.lower) {
      rules.back() = piece.rule;
    } else if (!cuts.empty() && cuts.back() == *piece.lower) {
      rules.back() = piece.rule;
      values.back() = piece.rule(cuts.back());
    } else {
      cuts.push_back(*piece.lower);
      values.push_back(piece.rule(*piece.lower));
      rules.push_back(piece.rule);
    }
    if (piece.upper) {
      cuts.push_back(*piece.upper);
      values.push_back(otherwise(*piece.upper));
      rules.push_back(otherwise);
    }
  }
  return PiecewiseLinear(std::move(cuts), std::move(rules), std::move(values));
}

std::size_t PiecewiseLinear::interval_of(const Rational& x) const {
  return static_cast<std::size_t>(std::upper_bound(breakpoints_.begin(), breakpoints_.end(), x) -
                                  breakpoints_.begin());
}

Rational PiecewiseLinear::operator()(const Rational& x) const {
  const std::size_t i = interval_of(x);
  if (i > 0 && breakpoints_[i - 1] == x) return values_[i - 1];
  return pieces_[i](x);
}

void PiecewiseLinear::canonicalise() {
  std::vector<Rational> breakpoints;
  std::vector<Affine> pieces{pieces_.front()};
  std::vector<Rational> values;
  for (std::size_t i = 0; i < breakpoints_.size(); ++i) {
    if (pieces.back() == pieces_[i + 1] && pieces.back()(breakpoints_[i]) == values_[i]) continue;
    breakpoints.push_back(breakpoints_[i]);
    values.push_back(values_[i]);
    pieces.push_back(pieces_[i + 1]);
  }
  breakpoints_ = std::move(breakpoints);
  pieces_ = std::move(pieces);
  values_ = std::move(values);
}

std::size_t PiecewiseLinear::linear_pieces() const {
  std::size_t count = pieces_.size();
  for (std::size_t i = 0; i < breakpoints_.size(); ++i) {
    const bool joins =
        pieces_[i](breakpoints_[i]) == values_[i] || pieces_[i + 1](breakpoints_[i]) == values_[i];
    if (!joins) ++count;
  }
  return count;
}

bool PiecewiseLinear::has_constant_piece() const {
  return std::any_of(pieces_.begin(), pieces_.end(),
                     [](const Affine& a) { return a.slope.is_zero(); });
}

PiecewiseLinear compose(const PiecewiseLinear& outer, const PiecewiseLinear& inner) {
  // Cut the line at inner's breakpoints and wherever an inner piece meets a breakpoint of outer.
  std::vector<Rational> cuts = inner.breakpoints();
  for (std::size_t i = 0; i < inner.pieces().size(); ++i) {
    const Affine& a = inner.pieces()[i];
    if (a.slope.is_zero()) continue;
    for (const Rational& y : outer.breakpoints()) {
      Rational x = (y - a.intercept) / a.slope;
      const bool right_of_lower = i == 0 || inner.breakpoints()[i - 1] < x;
      const bool left_of_upper = i == inner.breakpoints().size() || x < inner.breakpoints()[i];
      if (right_of_lower && left_of_upper) cuts.push_back(std::move(x));
    }
  }
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  std::vector<Affine> pieces;
  for (std::size_t i = 0; i <= cuts.size(); ++i) {
    const Rational x = inside(cuts, i);
    const Affine& a = rule_at(inner, x);
    if (a.slope.is_zero()) {
      pieces.push_back({0, outer(a.intercept)});  // a constant may sit on a breakpoint of outer
    } else {
      const Affine& b = rule_at(outer, a(x));
      pieces.push_back({b.slope * a.slope, b.slope * a.intercept + b.intercept});
    }
  }
  std::vector<Rational> values;
  for (const Rational& x : cuts) values.push_back(outer(inner(x)));
  return PiecewiseLinear(std::move(cuts), std::move(pieces), std::move(values));
}

PiecewiseLinear operator+(const PiecewiseLinear& f, const PiecewiseLinear& g) {
  std::vector<Rational> cuts = merged_breakpoints(f, g);
  std::vector<Affine> pieces;
  for (std::size_t i = 0; i <= cuts.size(); ++i) {
    const Rational x = inside(cuts, i);
    const Affine& a = rule_at(f, x);
    const Affine& b = rule_at(g, x);
    pieces.push_back({a.slope + b.slope, a.intercept + b.intercept});
  }
  std::vector<Rational> values;
  for (const Rational& x : cuts) values.push_back(f(x) + g(x));
  return PiecewiseLinear(std::move(cuts), std::move(pieces), std::move(values));
}

bool everywhere_at_most(const PiecewiseLinear& f, const PiecewiseLinear& g) {
  const std::vector<Rational> cuts = merged_breakpoints(f, g);
  for (const Rational& x : cuts) {
    if (f(x) > g(x)) return false;
  }
  for (std::size_t i = 0; i <= cuts.size(); ++i) {
    const Rational x = inside(cuts, i);
    const Affine& a = rule_at(f, x);
    const Affine& b = rule_at(g, x);
    const Affine gap{b.slope - a.slope,
                     b.intercept - a.intercept};  // must be >= 0 on the open interval
    // An affine function is >= 0 on an open interval iff its limits at both ends are.
    if (i == 0 ? gap.slope.sign() > 0 : gap(cuts[i - 1]).sign() < 0) return false;
    if (i == cuts.size() ? gap.slope.sign() < 0 : gap(cuts[i]).sign() < 0) return false;
    if (cuts.empty() && gap.intercept.sign() < 0) return false;
  }
  return true;
}

Rational agreement_measure(const PiecewiseLinear& f, const PiecewiseLinear& g,
                           const Rational& lower, const Rational& upper) {
  std::vector<Interval> agree;
  const std::vector<Rational> cuts = merged_breakpoints(f, g);
  for (std::size_t i = 0; i <= cuts.size(); ++i) {
    const Rational x = inside(cuts, i);
    if (!(rule_at(f, x) == rule_at(g, x)))
      continue;  // two different affine rules agree in one point at most: measure 0
    const Rational& from = i == 0 ? lower : std::max(lower, cuts[i - 1]);
    const Rational& to = i == cuts.size() ? upper : std::min(upper, cuts[i]);
    agree.push_back({from, to});
  }
  return union_measure(std::move(agree));
}

Rational union_measure(std::vector<Interval> intervals) {
  std::sort(intervals.begin(), intervals.end(),
            [](const Interval& a, const Interval& b) { return a.lower < b.lower; });
  Rational total;
  std::optional<Rational> covered_to;
  for (const Interval& interval : intervals) {
    const Rational& from =
        covered_to && *covered_to > interval.lower ? *covered_to : interval.lower;
    if (interval.upper <= from) continue;
    total += interval.upper - from;
    covered_to = interval.upper;
  }
  return total;
}

}  // namespace hardmax
