#include "check/yun2020b_soft.hpp"

namespace hardmax::check {

Real SoftStates::id(const Num* a, std::uint64_t input) const {
  if (!run_.derived().holds()) throw Unknown{};
  const std::uint64_t n = run_.parameters().n, last = index(run_.layer_count(), 0, INT64_MAX),
                      f = index(a[0], 0, last), t = index(a[1], f, last), k = index(a[2], 1, n);
  const Num& w = a[3];
  defined(w.sign() > 0 && !(run_.number(Name::delta, nullptr, nullptr) < w));
  if (known_.size() > 64) known_.clear();
  std::vector<Ids>& states = known_[{f, input, w}];
  if (states.empty()) {
    states.emplace_back(1);
    for (std::uint64_t j = 1; j <= n; ++j) {
      const Num v[] = {a[0], number_of(j)};
      states[0].push_back(run_.number(Name::v, v, &input));
    }
  }
  while (states.size() <= t - f) {
    const std::uint64_t layer = f + states.size();
    states.push_back(number(Name::heads, number_of(layer)).sign() == 0
                         ? states.back()
                         : after(layer, states.back(), scale(layer, w)));
  }
  return states[t - f][k];
}

// F.2: zeta = delta/2; eta = (1/2) delta^(2d) log(1 + delta^((j+1)d) w / 8n^2) in block j,
// (delta^(nd)/(s n)) log(1 + delta^(s(nd+1)+nd) w / (2^(s+3) s^s n^(s+1))) in the all-max stage;
// the scale is ln((n-1)(1 - eta)/eta)/zeta.
Real SoftStates::scale(std::uint64_t t, const Num& w) const {
  const std::uint64_t layers =
      index(number(Name::layers, Num(1)), 0, INT64_MAX);  // of the selective stage
  const Num n = number_of(run_.parameters().n), d = number_of(run_.parameters().d),
            D = number_of(run_.parameters().D), one(1), two(2), s = number_of(run_.derived().s);
  const Num q = power(D, d), inputs = run_.input_count();
  Num factor, share;
  if (t <= layers) {
    const Num block = number_of((t - 1) / (layers / (run_.parameters().n - 1)) + 1);
    factor = one / (two * q * q);
    share = w / (power(q, block + one) * Num(8) * n * n);
  } else {
    factor = one / (inputs * s * n);
    share = w / (power(D, s * (n * d + one)) * inputs * power(two, s + Num(3)) * power(s, s) *
                 power(n, s + one));
  }
  const Real eta = Real(factor) * Enclosures::logarithm(one + share);
  return Enclosures::ratio(
      Enclosures::logarithm(Enclosures::ratio(Real(n - one) * (Real(one) - eta), eta)),
      one / (two * D));
}

SoftStates::Ids SoftStates::after(std::uint64_t t, const Ids& x, const Real& scale) const {
  const Num at = number_of(t), heads = number(Name::heads, at);
  const Real multiplier = number(heads == Num(1) ? Name::c : Name::shift, at);
  Ids next(1);
  for (std::size_t k = 1; k < x.size(); ++k) {
    const Num row[] = {number(Name::mask, at), number_of(k)};
    const Set keys = run_.set(Name::A, row);
    const auto head = [&](std::int64_t h) {
      const Num which[] = {at, Num(h)};
      return attend(*keys, x, x[k] - Real(run_.number(Name::bq, which, nullptr)), scale);
    };
    const Head first = head(1);
    if (heads == Num(1)) {
      next.push_back(x[k] + multiplier * (x[first.key] + first.more));
      continue;
    }
    const Head second = head(2);
    const Real apart = first.key == second.key ? Real() : x[first.key] - x[second.key];
    next.push_back(x[k] + multiplier * (apart + (first.more - second.more)));
  }
  return next;
}

// Softmax over the scores x_j factor, about the key r whose score has the interval with the largest
// lower end, at the first precision that knows all: x_r + sum e_j a_j / (1 + sum e_j), a_j = x_j -
// x_r, e_j = exp(scale a_j factor).
SoftStates::Head SoftStates::attend(const std::vector<Num>& keys, const Ids& x, const Real& factor,
                                    const Real& scale) const {
  std::size_t r = 0;
  for (std::size_t bits = 64; r == 0; bits *= 2) {
    if (bits > 4096) throw LimitMet{};
    Bounds largest;
    for (const Num& key : keys) {
      const std::size_t j = index(key, 1, x.size() - 1);
      const Bounds score = (x[j] * factor).bounds(bits);
      if (!score.known) {
        r = 0;
        break;
      }
      if (r == 0 || compare(largest.lower, score.lower) < 0) r = j, largest = score;
    }
  }
  Real sum, mass = Num(1);
  for (const Num& key : keys) {
    const std::size_t j = index(key, 1, x.size() - 1);
    if (j == r) continue;
    const Real away = x[j] - x[r], weight = Enclosures::exponential(scale * (away * factor));
    sum = sum + weight * away;
    mass = mass + weight;
  }
  return {r, Enclosures::ratio(sum, mass)};
}

}  // namespace hardmax::check
