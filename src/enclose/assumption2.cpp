#include "enclose/assumption2.hpp"

#include <vector>

#include "exact/error.hpp"

namespace hardmax {

namespace {

using Kind = SoftMap::Kind;

bool is_softmax(const SoftMap& map) {
  return map.kind == Kind::softmax || (map.kind == Kind::entmax && map.parameter == Rational(1));
}

// m above.
Rational taking_part(const SoftMap& map, std::uint64_t keys) {
  if (map.kind == Kind::top_k) return std::min(map.parameter, Rational(keys));
  if (map.kind == Kind::top_k_ties && map.parameter == Rational(1)) return 1;
  return keys;
}

Ball softmax_scale(const Rational& others, const Rational& zeta, const Rational& eta) {
  const Rational ratio = others * (Rational(1) - eta) / eta;
  return ratio.sign() <= 0 ? Ball(0) : log(Ball(ratio)) / Ball(zeta);
}

}  // namespace

Ball printed_scale(const SoftMap& map, std::uint64_t keys, const Rational& zeta,
                   const Rational& eta) {
  if (map.kind == Kind::sparselin) return Ball((Rational(1) - eta) / zeta);
  if (map.kind == Kind::entmax && !is_softmax(map))
    return Ball(Rational(1) / (zeta * (map.parameter - Rational(1))));
  const Rational m = is_softmax(map) ? Rational(keys) : std::min(map.parameter, Rational(keys));
  return softmax_scale(m - Rational(1), zeta, eta);
}

Ball least_scale(const SoftMap& map, std::uint64_t keys, const Rational& zeta,
                 const Rational& eta) {
  HARDMAX_REQUIRE(keys >= 1 && zeta.sign() > 0 && eta.sign() > 0 && eta <= Rational(1));
  const Rational others = taking_part(map, keys) - Rational(1), one = 1;
  if (others.is_zero()) return 0;
  if (map.kind == Kind::sparselin)
    return Ball((one - map.parameter) * (one - eta - eta / others) / zeta);
  if (map.kind != Kind::entmax || is_softmax(map)) return softmax_scale(others, zeta, eta);
  const Rational excess = map.parameter - one;
  if (excess == one) return Ball((one - eta - eta / others) / zeta);
  return (positive_power(Ball(one - eta), excess) - positive_power(Ball(eta / others), excess)) /
         Ball(excess * zeta);
}

std::optional<bool> satisfies(const SoftMap& map, std::uint64_t keys, const Rational& zeta,
                              const Rational& eta, long most) {
  HARDMAX_REQUIRE(keys >= 1 && zeta.sign() > 0 && eta.sign() > 0 && eta <= Rational(1));
  std::vector<Rational> worst(keys);
  worst[0] = zeta;
  if (const auto exact = weigh_exactly(map, worst)) return exact->front() >= Rational(1) - eta;
  return decide_with_precision(64, most, [&]() -> std::optional<bool> {
    std::vector<Ball> scores(worst.begin(), worst.end()), weights(keys);
    scores[0] = Ball(zeta);
    weigh(map, scores, weights);
    return at_most(Ball(Rational(1) - eta), weights[0]);
  });
}

Rational certain_scale(const SoftMap& map, std::uint64_t keys, const Rational& zeta,
                       const Rational& eta, long bits) {
  const Precision precision(bits + 64);
  const Ball least = least_scale(map, keys, zeta, eta);
  if (const Rational high = least.upper(); high.sign() > 0) {
    const Precision coarse(bits);
    return Ball(high).upper();
  }
  const Precision coarse(bits);
  return Ball(Rational(1) / (power(2, bits) * zeta)).upper();
}

}  // namespace hardmax
