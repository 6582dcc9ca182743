#include "execute/soft.hpp"

namespace hardmax {

namespace {

const Ball& value(const Attended<Ball>& head, std::size_t a, std::size_t i) {
  return head.values[head.keys[a] * head.m + i];
}

// Leaves out the scores that are certainly not the largest.
std::vector<std::size_t> candidates(std::span<const Ball> scores) {
  std::vector<std::size_t> left;
  for (std::size_t j = 0; j < scores.size(); ++j) {
    bool beaten = false;
    for (std::size_t i = 0; i < scores.size() && !beaten; ++i)
      beaten = less(scores[j], scores[i]) == true;
    if (!beaten) left.push_back(j);
  }
  return left;
}

// Everything between the values of some keys: what their mixtures can be. Of a single key, the key.
std::optional<std::size_t> hull(const Attended<Ball>& head, const std::vector<std::size_t>& keys,
                                std::span<Ball> out) {
  if (keys.size() == 1) return keys[0];
  for (std::size_t i = 0; i < head.m; ++i) {
    out[i] = value(head, keys[0], i);
    for (const std::size_t a : keys)
      out[i] = a == keys[0] ? out[i] : Ball::between(out[i], value(head, a, i));
  }
  return std::nullopt;
}

// Bits of a first look, and of what only widens a ball: radii have no more.
constexpr long kCoarse = 30;

// The place of the score that certainly leads all others by zeta, if there is one.
std::optional<std::size_t> leader(std::span<const Ball> scores, const Ball& zeta) {
  std::size_t best = 0;
  for (std::size_t j = 1; j < scores.size(); ++j) {
    if (arf_cmp(arb_midref(scores[j].raw()), arb_midref(scores[best].raw())) > 0) best = j;
  }
  const auto leads = [&](std::size_t j) { return at_most(zeta, scores[best] - scores[j]) == true; };
  for (std::size_t j = 0; j < scores.size(); ++j) {
    if (j == best) continue;
    const bool clearly = [&] {
      const Precision coarse(kCoarse);
      return leads(j);
    }();
    if (!clearly && !leads(j)) return std::nullopt;
  }
  return best;
}

}  // namespace

Ball BallScalars::activate(const PiecewiseLinear& f, const Ball& x) {
  const auto& points = f.breakpoints();
  std::optional<Ball> all;
  const auto add = [&](const Ball& y) { all = all ? Ball::between(*all, y) : y; };
  for (std::size_t i = 0; i <= points.size(); ++i) {
    // The open piece between breakpoints i - 1 and i, if the ball may reach into it; what of the
    // ball lies outside of it does not count.
    const bool beyond = (i > 0 && at_most(x, Ball(points[i - 1])) == true) ||
                        (i < points.size() && at_most(Ball(points[i]), x) == true);
    if (beyond) continue;
    Ball part = x;
    if (i > 0 && less(Ball(points[i - 1]), x) != true) part = max(part, Ball(points[i - 1]));
    if (i < points.size() && less(x, Ball(points[i])) != true) part = min(part, Ball(points[i]));
    add(Ball(f.pieces()[i].slope) * part + Ball(f.pieces()[i].intercept));
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (x.overlaps(Ball(points[i]))) add(Ball(f.values()[i]));
  }
  return *all;
}

std::optional<std::size_t> SoftBalls::attend(const Attention& layer, const Attended<Ball>& head,
                                             std::span<Ball> out) const {
  if (!layer.map) return hull(head, candidates(head.scores), out);
  if (const auto winner = overwhelming(*layer.map, head.scores)) {
    // The other values count for less than 2^-(bits + 64) each.
    for (std::size_t i = 0; i < head.m; ++i) {
      for (std::size_t a = 0; a < head.keys.size(); ++a) {
        if (a != *winner)
          out[i].add_error_of(value(head, a, i), value(head, *winner, i),
                              -(Precision::bits() + 64));
      }
    }
    return winner;
  }
  weigh(*layer.map, head.scores, head.weights);
  // v_ref + sum w_j (v_j - v_ref), the weights adding up to 1: narrow where one weight is nearly
  // all.
  std::size_t ref = 0;
  for (std::size_t a = 1; a < head.keys.size(); ++a) {
    if (less(head.weights[ref], head.weights[a]) == true) ref = a;
  }
  for (std::size_t i = 0; i < head.m; ++i) {
    const Ball& most = value(head, ref, i);
    for (std::size_t a = 0; a < head.keys.size(); ++a) {
      if (a != ref && !head.weights[a].is_zero())
        out[i].add_product(head.weights[a], value(head, a, i) - most);
    }
  }
  return ref;
}

std::optional<std::size_t> Admissible::attend(const Attention&, const Attended<Ball>& head,
                                              std::span<Ball> out) const {
  const auto winner = leader(head.scores, bound->zeta);
  if (!winner) {
    std::vector<std::size_t> all(head.keys.size());
    for (std::size_t a = 0; a < all.size(); ++a) all[a] = a;
    return hull(head, all, out);
  }
  const Precision coarse(kCoarse);
  for (std::size_t i = 0; i < head.m; ++i) {
    const Ball& most = value(head, *winner, i);
    Ball reach;  // from 0 to all that is elsewhere
    for (std::size_t a = 0; a < head.keys.size(); ++a) {
      if (a != *winner) reach = Ball::between(reach, value(head, a, i) - most);
    }
    out[i] = bound->eta * reach;
  }
  return winner;
}

std::optional<std::size_t> Adversary::attend(const Attention&, const Attended<Ball>& head,
                                             std::span<Ball> out) const {
  const std::size_t count = head.keys.size();
  const std::vector<std::size_t> largest = candidates(head.scores);
  const auto undecided = [] {
    return LimitReached(
        "the enclosures do not tell which score is the largest; more precision (--precision) may "
        "help");
  };
  if (largest.size() != 1) throw undecided();
  // No place is picked by an end of a ball: hardmax is certain, or the lead over every other score
  // is, or nothing is said.
  const std::size_t best = largest[0];
  bool hardmax = false,
       certain =
           true;  // certain: all scores are positive, and the largest leads every other by zeta
  for (std::size_t a = 0; a < count; ++a) {
    const auto positive = less(0, head.scores[a]),
               leads = a == best ? true : at_most(bound->zeta, head.scores[best] - head.scores[a]);
    hardmax = hardmax || positive == false || leads == false;
    certain = certain && positive == true && leads == true;
  }
  if (hardmax || count == 1) return best;
  if (!certain) throw undecided();
  for (std::size_t i = 0; i < head.m; ++i) {
    std::optional<Ball> least;  // the value of the smallest score: of all that may be the smallest
    for (std::size_t a = 0; a < count; ++a) {
      bool beaten = a == best;
      for (std::size_t b = 0; b < count && !beaten; ++b)
        beaten = b != a && less(head.scores[b], head.scores[a]) == true;
      if (!beaten) least = least ? Ball::between(*least, value(head, a, i)) : value(head, a, i);
    }
    out[i] = bound->eta * (*least - value(head, best, i));
  }
  return largest[0];
}

template class Literal<SoftBalls>;
template class Literal<Admissible>;
template class Literal<Adversary>;

}  // namespace hardmax
