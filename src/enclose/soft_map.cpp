#include "enclose/soft_map.hpp"

#include <algorithm>
#include <numeric>

#include "exact/error.hpp"

namespace hardmax {

namespace {

using Kind = SoftMap::Kind;

const Rational kOne = 1;

std::size_t place_of_largest(std::span<const Ball> scores) {
  std::size_t best = 0;
  for (std::size_t j = 1; j < scores.size(); ++j) {
    if (arf_cmp(arb_midref(scores[j].raw()), arb_midref(scores[best].raw())) > 0) best = j;
  }
  return best;
}

// exp(t (s_j - s_ref)): the largest is about 1, whatever the scores. What is certainly below
// 2^-(bits + 64) is between plus and minus that: beside 1 its digits are lost anyway.
void exponentials(const Rational& t, std::span<const Ball> scores, std::span<Ball> out) {
  const std::size_t ref = place_of_largest(scores);
  const Ball scale(t);
  const long bits = Precision::bits() + 64;
  const Ball lost(-bits);  // exp(-bits) < 2^-bits
  for (std::size_t j = 0; j < scores.size(); ++j) {
    if (j == ref) {
      out[j] = 1;
      continue;
    }
    const Ball x = scale * (scores[j] - scores[ref]);
    if (less(x, lost) == true) {
      out[j] = 0;
      arb_add_error_2exp_si(out[j].raw(), -bits);
    } else {
      out[j] = exp(x);
    }
  }
}

void softmax(const Rational& t, std::span<const Ball> scores, std::span<Ball> weights) {
  exponentials(t, scores, weights);
  Ball sum;
  for (const Ball& w : weights) sum += w;
  for (Ball& w : weights) w /= sum;
}

// Which scores are kept: yes, no, or either for all that the balls tell.
enum class Kept { yes, no, unknown };

std::vector<Kept> kept(const SoftMap& map, std::span<const Ball> scores) {
  const auto k = map.parameter.to_int64();
  const std::size_t most = k && *k < static_cast<std::int64_t>(scores.size())
                               ? static_cast<std::size_t>(*k)
                               : scores.size();
  std::vector<Kept> result(scores.size(), Kept::yes);
  if (most == scores.size()) return result;
  for (std::size_t j = 0; j < scores.size(); ++j) {
    // j is kept if and only if fewer than k scores come before it: those that are larger and, for
    // exactly k, those that are equal and stand before it.
    std::size_t certain = 0, possible = 0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      if (i == j) continue;
      const bool wins_ties = map.kind == Kind::top_k && i < j;
      const auto before = wins_ties ? at_most(scores[j], scores[i]) : less(scores[j], scores[i]);
      certain += before == true;
      possible += before != false;
    }
    result[j] = possible < most ? Kept::yes : (certain >= most ? Kept::no : Kept::unknown);
  }
  return result;
}

void top_k(const SoftMap& map, std::span<const Ball> scores, std::span<Ball> weights) {
  const std::vector<Kept> keep = kept(map, scores);
  exponentials(map.t, scores, weights);
  Ball sum, unsure;
  for (std::size_t j = 0; j < scores.size(); ++j) {
    if (keep[j] == Kept::yes) sum += weights[j];
    if (keep[j] == Kept::unknown) unsure += weights[j];
  }
  const Ball all = sum + unsure;
  for (std::size_t j = 0; j < scores.size(); ++j) {
    if (keep[j] == Kept::no) {
      weights[j] = 0;
    } else if (unsure.is_zero()) {
      weights[j] /= sum;
    } else if (keep[j] == Kept::yes) {
      weights[j] = Ball::between(weights[j] / all, weights[j] / sum);
    } else {  // kept, it is at most all of the weight there is
      weights[j] = Ball::between(0, 1);
    }
  }
}

// tau with sum max(0, v_j - tau) = w: the largest of (sum of S - w) / |S| over all sets S of
// scores. (Every S bounds it from below, since w >= sum over S of (v_j - tau); the set of all v_j >
// tau attains it.) The best S of each size holds the largest scores.
template <class Number>
Number threshold(std::vector<Number> v, const Number& w) {
  std::sort(v.begin(), v.end(), [](const Number& a, const Number& b) { return b < a; });
  Number sum = v[0] - w, best = sum;
  for (std::size_t m = 1; m < v.size(); ++m) {
    sum += v[m];
    const Number candidate = sum / Number(m + 1);
    if (best < candidate) best = candidate;
  }
  return best;
}

// The ends of every ball. tau grows with every score, so it lies between the tau of the lower ends
// and that of the upper ends.
struct EndPoints {
  std::vector<Rational> lower, upper;
  EndPoints(const Rational& t, std::span<const Ball> scores) {
    for (const Ball& s : scores) {
      lower.push_back(t * s.lower());
      upper.push_back(t * s.upper());
    }
  }
};

void sparselin(const Rational& lambda, const Rational& t, std::span<const Ball> scores,
               std::span<Ball> weights) {
  const Rational w = kOne - lambda;
  const EndPoints ends(t, scores);
  const Rational low = threshold(ends.lower, w), high = threshold(ends.upper, w);
  const auto weight = [&](const Rational& v, const Rational& tau) {
    return std::min(kOne, std::max(Rational(0), (v - tau) / w));
  };
  for (std::size_t j = 0; j < scores.size(); ++j)
    weights[j] = Ball::between(Ball(weight(ends.lower[j], high)), Ball(weight(ends.upper[j], low)));
}

// An enclosure of the tau with f(tau) = sum max(0, x_j - tau)^beta - 1 = 0. f falls where it is
// above -1. Newton's method proposes points, bisection stands in where it leads out of the bracket;
// what counts is the sign of f at the ends of what is returned, and those are enclosed.
class EntmaxThreshold {
 public:
  EntmaxThreshold(const std::vector<Rational>& exact, const Rational& beta) : beta_(beta) {
    for (const Rational& value : exact) x_.emplace_back(value);
    // At the largest x less 1 that score alone gives 1; where every score is at most tau +
    // n^(-1/beta), all together give at most 1.
    const Ball top(*std::max_element(exact.begin(), exact.end()));
    low_ = Ball((top - 1).lower());
    high_ = Ball((top - positive_power(Ball(kOne / Rational(exact.size())), kOne / beta)).upper());
  }

  Ball find() {
    const auto bisected = [this] { return ((low_ + high_) / 2).middle(); };
    Ball guess = bisected();
    for (long round = 0; round < 2 * Precision::bits(); ++round) {
      if (!narrow(guess)) break;  // f is 0 there for all this precision tells
      const Ball newton = (guess + f(guess) / slope(guess)).middle();
      if (arb_equal(newton.raw(), guess.raw()) != 0) break;
      if (round % 4 == 3)
        narrow(bisected());  // however slow Newton's method is, the bracket shrinks
      guess = newton.is_finite() && inside(newton) ? newton : bisected();
    }
    return around(guess);
  }

 private:
  Ball f(const Ball& tau) const {
    Ball sum = -1;
    for (const Ball& v : x_) sum += positive_power(v - tau, beta_);
    return sum;
  }
  // Of -f, about; proves nothing.
  Ball slope(const Ball& tau) const {
    Ball sum;
    for (const Ball& v : x_) {
      const Ball gap = v - tau;
      if (less(0, gap) == true) sum += positive_power(gap, beta_) / gap;
    }
    return sum * Ball(beta_);
  }
  bool inside(const Ball& tau) const { return less(low_, tau) == true && less(tau, high_) == true; }
  // Moves an end of the bracket to a point whose side is certain; false if it is not.
  bool narrow(const Ball& tau) {
    const Ball value = f(tau);
    if (less(0, value) == true) {
      low_ = tau;
    } else if (less(value, 0) == true) {
      high_ = tau;
    } else {
      return false;
    }
    return true;
  }
  // Tries guess - e and guess + e, e growing, until the bracket is no wider than 2e.
  Ball around(const Ball& guess) {
    Ball e = 1;
    for (arb_mul_2exp_si(e.raw(), e.raw(), -Precision::bits()); less(e + e, high_ - low_) == true;
         e *= 16) {
      for (const Ball& tau : {(guess - e).middle(), (guess + e).middle()}) {
        if (inside(tau)) narrow(tau);
      }
    }
    return Ball::between(low_, high_);
  }

  Rational beta_;
  std::vector<Ball> x_;
  Ball low_, high_;  // exact; f(low_) >= 0 >= f(high_)
};

void entmax(const SoftMap& map, std::span<const Ball> scores, std::span<Ball> weights) {
  const Rational excess = map.parameter - kOne, beta = kOne / excess;
  const EndPoints ends(excess * map.t, scores);
  const Ball low = EntmaxThreshold(ends.lower, beta).find();
  const Ball high = ends.lower == ends.upper ? low : EntmaxThreshold(ends.upper, beta).find();
  for (std::size_t j = 0; j < scores.size(); ++j) {
    const Ball from = positive_power(Ball(ends.lower[j]) - high, beta),
               to = positive_power(Ball(ends.upper[j]) - low, beta);
    weights[j] = min(1, Ball::between(from, to));
  }
}

}  // namespace

std::optional<SoftMap> parse_soft_map(const std::string& text) {
  const auto colon = text.find(':');
  const std::string name = text.substr(0, colon);
  SoftMap map;
  if (colon == std::string::npos) return name == "softmax" ? std::optional(map) : std::nullopt;
  if (name == "topk") {
    map.kind = Kind::top_k;
  } else if (name == "topk-ties") {
    map.kind = Kind::top_k_ties;
  } else if (name == "sparselin") {
    map.kind = Kind::sparselin;
  } else if (name == "entmax") {
    map.kind = Kind::entmax;
  } else {
    return std::nullopt;
  }
  const auto parameter = Rational::parse(text.substr(colon + 1));
  if (!parameter) return std::nullopt;
  map.parameter = *parameter;
  return map;
}

std::string name_of(const SoftMap& map) {
  switch (map.kind) {
    case Kind::softmax: return "softmax";
    case Kind::top_k: return "topk:" + map.parameter.str();
    case Kind::top_k_ties: return "topk-ties:" + map.parameter.str();
    case Kind::sparselin: return "sparselin:" + map.parameter.str();
    case Kind::entmax: return "entmax:" + map.parameter.str();
  }
  return "";
}

std::optional<Rational> gap_to_hardmax(const SoftMap& map) {
  // sparselin-gen: tau = t v_1 - (1 - lambda) gives the first entry 1, and the others 0 if t v_2 <=
  // tau. Entmax: tau = (alpha - 1) t v_1 - 1 in the same way.
  if (map.kind == Kind::sparselin) return (kOne - map.parameter) / map.t;
  if (map.kind == Kind::entmax && map.parameter > kOne)
    return kOne / ((map.parameter - kOne) * map.t);
  return std::nullopt;
}

std::optional<std::size_t> certain_winner(const SoftMap& map, std::span<const Ball> scores) {
  const auto gap = gap_to_hardmax(map);
  if (!gap) return std::nullopt;
  const std::size_t best = place_of_largest(scores);
  if (!std::all_of(scores.begin(), scores.end(), [](const Ball& s) { return s.is_finite(); }))
    return std::nullopt;
  const Rational lead = scores[best].lower() - *gap;
  for (std::size_t j = 0; j < scores.size(); ++j) {
    if (j != best && scores[j].upper() > lead) return std::nullopt;
  }
  return best;
}

std::optional<std::size_t> overwhelming(const SoftMap& map, std::span<const Ball> scores) {
  if (map.kind == Kind::sparselin || (map.kind == Kind::entmax && map.parameter != kOne))
    return std::nullopt;
  const long bits = Precision::bits() + 64;
  const Precision coarse(30);             // enough to tell, and outward as at any precision
  const Ball scale(map.t), enough(bits);  // exp(-bits) < 2^-bits
  const std::size_t ref = place_of_largest(scores);
  for (std::size_t j = 0; j < scores.size(); ++j) {
    if (j != ref && less(enough, scale * (scores[ref] - scores[j])) != true) return std::nullopt;
  }
  return ref;
}

void weigh(const SoftMap& map, std::span<const Ball> scores, std::span<Ball> weights) {
  HARDMAX_REQUIRE(!scores.empty() && weights.size() == scores.size());
  if (const auto winner = certain_winner(map, scores)) {
    for (std::size_t j = 0; j < weights.size(); ++j) weights[j] = j == *winner ? 1 : 0;
    return;
  }
  switch (map.kind) {
    case Kind::softmax: return softmax(map.t, scores, weights);
    case Kind::top_k:
    case Kind::top_k_ties: return top_k(map, scores, weights);
    case Kind::sparselin: return sparselin(map.parameter, map.t, scores, weights);
    case Kind::entmax:
      if (map.parameter == kOne) return softmax(map.t, scores, weights);
      if (map.parameter == Rational(2))
        return sparselin(0, map.t, scores,
                         weights);  // sparsemax: both are the projection to the simplex
      return entmax(map, scores, weights);
  }
}

std::optional<std::vector<Rational>> weigh_exactly(const SoftMap& map,
                                                   std::span<const Rational> scores) {
  const std::size_t n = scores.size();
  HARDMAX_REQUIRE(n != 0);
  const bool sparsemax = map.kind == Kind::entmax && map.parameter == Rational(2);
  if (map.kind == Kind::sparselin || sparsemax) {
    const Rational w = sparsemax ? kOne : kOne - map.parameter;
    std::vector<Rational> v;
    for (const Rational& s : scores) v.push_back(map.t * s);
    const Rational tau = threshold(v, w);
    for (Rational& x : v) x = std::max(Rational(0), (x - tau) / w);
    return v;
  }
  const auto best =
      static_cast<std::size_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
  std::vector<Rational> weights(n);
  const auto gap = gap_to_hardmax(map);
  const bool alone = (map.kind == Kind::top_k && map.parameter == kOne) ||
                     (gap && std::all_of(scores.begin(), scores.end(), [&](const Rational& s) {
                        return &s == &scores[best] || scores[best] - s >= *gap;
                      }));
  if (alone) {  // top_k: max_element gives the first of equal scores
    weights[best] = 1;
    return weights;
  }
  if (!std::all_of(scores.begin(), scores.end(), [&](const Rational& s) { return s == scores[0]; }))
    return std::nullopt;
  const bool fewer = map.kind == Kind::top_k && map.parameter < Rational(n);
  const Rational share = kOne / (fewer ? map.parameter : Rational(n));
  for (std::size_t j = 0; j < n; ++j)
    weights[j] = fewer && Rational(j) >= map.parameter ? Rational(0) : share;
  return weights;
}

}  // namespace hardmax
