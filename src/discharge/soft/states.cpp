#include "discharge/soft/states.hpp"

#include "exact/error.hpp"

namespace hardmax {

using claim::Real;

namespace {

constexpr std::size_t kMostRuns = 64;  // kept

}  // namespace

const std::vector<Real>& SoftStates::ids(std::uint64_t f, std::uint64_t t, std::uint64_t ordinal,
                                         const Rational& w, const std::vector<Rational>& start) {
  if (known_.size() > kMostRuns) known_.clear();
  std::vector<Ids>& states = known_[{f, ordinal, w}];
  if (states.empty()) states.emplace_back(start.begin(), start.end());
  while (states.size() <= t - f) {
    const std::size_t layer = f + states.size() - 1;
    const bool idle = std::get<Attention>(construction_.network.layers()[layer]).heads.empty();
    states.push_back(idle ? states.back() : after(layer, states.back(), scale(layer, w)));
  }
  return states[t - f];
}

// t = ln((n-1)(1 - eta)/eta)/zeta, zeta = delta/2, eta that of the layer's stage
// (discharge/soft/network.hpp).
Real SoftStates::scale(std::size_t layer, const Rational& w) const {
  const auto& [n, d, D] = construction_.parameters;
  const Rational q = power(D, d), inputs = power(D, n * d), tokens = n, steps = construction_.s;
  Rational factor, share;  // eta = factor log(1 + share)
  if (layer < construction_.selective_layers) {
    const std::uint64_t block = layer / (construction_.selective_layers / (n - 1)) + 1;
    factor = Rational(1) / (Rational(2) * q * q);
    share = w / (power(q, block + 1) * Rational(8) * tokens * tokens);
  } else {
    const std::uint64_t s = construction_.s;
    factor = Rational(1) / (inputs * steps * tokens);
    share = w / (power(D, s * (n * d + 1)) * inputs * power(2, s + 3) * power(steps, s) *
                 power(tokens, s + 1));
  }
  const Real eta = Real(factor) * logarithm(Real(Rational(1) + share));
  return logarithm(Real(tokens - Rational(1)) * (Real(Rational(1)) - eta) / eta) /
         Real(Rational(1) / Rational(2 * D));
}

std::vector<Real> SoftStates::after(std::size_t layer, const Ids& x, const Real& scale) const {
  const Rational D = construction_.parameters.D;
  const auto& attention = std::get<Attention>(construction_.network.layers()[layer]);
  const Real multiplier =
      layer < construction_.selective_layers ? construction_.shift : construction_.c;
  Ids next;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const auto keys = pattern_.neighbours(attention.pattern_layer, k);
    const auto head = [&](std::size_t h) {
      return attend(keys, x, x[k] - Real(attention.heads[h].b_Q[0] / D), scale);
    };
    const Head first = head(0);
    if (attention.heads.size() == 1) {
      next.push_back(x[k] + multiplier * (x[first.key] + first.more));
      continue;
    }
    const Head second = head(1);
    const Real keys_apart = first.key == second.key ? Real() : x[first.key] - x[second.key];
    next.push_back(x[k] + multiplier * (keys_apart + (first.more - second.more)));
  }
  return next;
}

// Softmax over the scores x_j factor, about the key r whose score has the interval with the largest
// lower end, at the first precision that knows all: x_r + sum e_j a_j / (1 + sum e_j), a_j = x_j -
// x_r, e_j = exp(scale a_j factor).
SoftStates::Head SoftStates::attend(std::span<const Token> keys, const Ids& x, const Real& factor,
                                    const Real& scale) const {
  std::size_t r = 0;
  bool found = false;
  for (long bits = Real::least_bits; !found; bits *= 2) {
    if (bits > Real::most_bits)
      throw LimitReached("soft: nothing is known of a score at 4096 bits");
    Rational largest;
    for (const Token j : keys) {
      const RoundedInterval score = (x[j] * factor).interval(bits);
      if (!score.is_known()) {
        found = false;
        break;
      }
      if (!found || score.lower() > largest) {
        r = j;
        found = true;
        largest = score.lower();
      }
    }
  }
  Real sum, mass = Rational(1);
  for (const Token j : keys) {
    if (j == r) continue;
    const Real away = x[j] - x[r];
    const Real weight = exponential(scale * (away * factor));
    sum = sum + weight * away;
    mass = mass + weight;
  }
  return {r, sum / mass};
}

}  // namespace hardmax
