#include "check/soft_network.hpp"
#include "check/fault.hpp"

#include <algorithm>

namespace hardmax::check {

// --- the exact network

SkeletonNetwork::SkeletonNetwork(const Construction& run) : run_(run) {
  n = small(number("n")), d = small(number("d")), D = small(number("D")), s = small(number("s"));
  c = number("c"), delta = number("delta");
  const std::uint64_t selective = small(run.layer_count()) - s,  // the last s are all-max layers
      block = selective / (n - 1), p = small(number("p"));
  for (std::uint64_t t = 1; t <= selective + s; ++t) {
    const Num at = number_of(t);
    const std::uint64_t heads = small(number("heads", {at}));
    if (heads == 0) continue;  // the identity
    SoftLayer layer{t <= selective ? (t - 1) / block : n - 1,
                    {},
                    t <= selective ? number("shift") : c,
                    small(number("mask", {at}))};
    for (std::uint64_t h = 1; h <= heads; ++h)
      layer.biases.push_back(number("bq", {at, number_of(h)}));
    layers.push_back(std::move(layer));
  }
  for (std::size_t j = 1; j <= n; ++j) ends.push_back(j < n ? j * block : selective + s);
  keys.assign(p + 1, std::vector<std::vector<unsigned>>(n + 1));
  for (std::uint64_t l = 1; l <= p; ++l)
    for (std::uint64_t k = 1; k <= n; ++k) {
      const Num a[] = {number_of(l), number_of(k)};
      for (const Num& j : *run_.set(known("A", 2, false), a))
        keys[l][k].push_back(static_cast<unsigned>(small(j)));
    }
}

// A name of the run with so many arguments, one of them an input or none.
int SkeletonNetwork::known(const std::string& name, std::size_t numbers, bool of_input) const {
  const auto [it, fresh] = known_.emplace(name, 0);
  if (!fresh) return it->second;
  const auto& all = run_.names().names;
  const auto given =
      std::find_if(all.begin(), all.end(), [&](const Known& one) { return one.text == name; });
  if (given != all.end()) return it->second = given->name;
  // where the input stands: behind a number of layers, if there is one
  std::vector<Type> types(numbers, Type::Num);
  if (of_input) types.insert(types.begin() + (name == "v" || name == "entry" ? 1 : 0), Type::Input);
  return it->second = run_.names().resolve(name, types)->name;
}

Num SkeletonNetwork::number(const char* name, const std::vector<Num>& a) const {
  return run_.number(known(name, a.size(), false), a.data(), nullptr);
}

Num SkeletonNetwork::number(const char* name, const std::vector<Num>& a,
                            std::uint64_t input) const {
  return run_.number(known(name, a.size(), true), a.data(), &input);
}

Num SkeletonNetwork::id(std::uint64_t t, std::uint64_t input, std::uint64_t k) const {
  const Num a[] = {number_of(t), number_of(k)};
  return run_.number(known("v", 2, true), a, &input);
}

// --- constants

namespace {

Real power_of(std::uint64_t base, std::uint64_t exponent) {
  return power(number_of(base), number_of(exponent));
}

// The printed eta of a stage, F.2: (1/2) delta^(2d) log(1 + delta^((j+1)d) delta~ / 8n^2) in block
// j, (delta^(nd)/(s n)) log(1 + delta^(s(nd+1)+nd) delta~ / (2^(s+3) s^s n^(s+1))) in the all-max
// stage; the repaired one: delta~ / (8 c^s V [q^2 ((1+2q)^(n-1) - 1) + s]), q = delta^(-d), V = n
// delta^(-nd).
Real eta_of(const SkeletonNetwork& network, bool printed, std::size_t stage, const Real& tilde) {
  const auto [n, d, D, s] = std::tuple(network.n, network.d, network.D, network.s);
  const Real q = power_of(D, d), all = power_of(D, n * d), one = Num(1), size = number_of(n),
             steps = number_of(s);
  if (!printed) {
    require(network.c.sign() > 0, "derived.c", network.c.text(),
            "that the repaired eta is for a positive multiplier");
    const Real inner = q * q * (Enclosures::power(one + q + q, number_of(n - 1)) - one) + steps;
    return Enclosures::ratio(tilde,
                             Real(Num(8)) * power(network.c, number_of(s)) * size * all * inner);
  }
  const auto log_of_one_plus = [&](const Real& below) {
    return Enclosures::logarithm(one + Enclosures::ratio(tilde, below));
  };
  if (stage + 1 < n)
    return Enclosures::ratio(
        log_of_one_plus(power_of(D, (stage + 2) * d) * Real(Num(8)) * size * size),
        Real(Num(2)) * q * q);
  return Enclosures::ratio(log_of_one_plus(power_of(D, s * (n * d + 1)) * all * power_of(2, s + 3) *
                                           power_of(s, s) * power_of(n, s + 1)),
                           all * steps * size);
}

// What section B takes for t at (zeta, eta).
Real scale_of(const SoftRule& rule, std::uint64_t n, const Real& zeta, const Real& eta) {
  const Real one = Num(1);
  if (rule.rho == "sparselin") return Enclosures::ratio(one - eta, zeta);
  if (rule.rho == "entmax") return Enclosures::ratio(one, zeta * (rule.parameter - Num(1)));
  const Num m = rule.rho == "topk" ? std::min(rule.parameter, number_of(n)) : number_of(n);
  if (m == Num(1)) return one;  // one score takes part: any t is the same
  return Enclosures::ratio(
      Enclosures::logarithm(Enclosures::ratio((m - Num(1)) * (one - eta), eta)), zeta);
}

const Bounds nothing{true, {}, {}};  // 0
bool is_positive(const Bounds& x) { return x.known && x.lower.m > 0; }
Bounds hull(const Bounds& x, const Bounds& y) {
  if (!x.known || !y.known) return {};
  return {true, compare(x.lower, y.lower) < 0 ? x.lower : y.lower,
          compare(x.upper, y.upper) > 0 ? x.upper : y.upper};
}

}  // namespace

bool certainly_at_least(const Bounds& x, const Bounds& y) {
  return x.known && y.known &&
         HARDMAX_FAULT(check_soft_at_least, compare(x.lower, y.upper) >= 0,
                       compare(x.upper, y.lower) >= 0);
}
bool certainly_less(const Bounds& x, const Bounds& y) {
  return x.known && y.known && compare(x.upper, y.lower) < 0;
}

// delta~ = min(delta, 2^(1-1/p) eps / n^(1/p)), and the second is 2 eps / (2n)^(1/p).
Real delta_tilde(const SkeletonNetwork& network, const Num& eps, const Num& lp) {
  return Enclosures::either(
      network.delta,
      Enclosures::ratio(Num(2) * eps, Enclosures::power(number_of(2 * network.n), Num(1) / lp)),
      false);
}

SoftNetwork::SoftNetwork(const SkeletonNetwork& network, const SoftRule& rule, const Real& tilde)
    : network_(network), rule_(rule) {
  const auto enclosed =
      [&](const Real& x,
          const char* what) {  // with as many bits as there are, so that none is lost to 1 + x
        const Bounds fine = x.bounds(4096);
        if (!is_positive(fine))
          throw Incomplete(std::string("statements: ") + what +
                           " is not certainly a positive number at 4096 bits");
        return Bounds{true, rounded(fine.lower, rule.bits, false),
                      rounded(fine.upper, rule.bits, true)};
      };
  for (std::size_t j = 0; j < network.n; ++j) {
    Constants stage{rule.zeta, {}, {}};
    Real eta = rule.eta, t = rule.t;
    if (rule.choice != "own") {
      stage.zeta = rule.choice == "printed" ? network.delta / Num(2)
                                            : network.delta * network.delta / Num(4);
      eta = eta_of(network, rule.choice == "printed", j, tilde);
      require(Enclosures::order(eta, Num(1)) != positive, "statements", "that eta is at most 1",
              "that it is more");
      if (rule.is_map()) t = scale_of(rule, network.n, stage.zeta, eta);
    }
    if (rule.is_map())
      stage.t = enclosed(t, "t");
    else
      stage.eta = enclosed(eta, "eta");
    constants_.push_back(std::move(stage));
  }
}

// --- the soft network

std::vector<SoftNetwork::Ids> SoftNetwork::ids(std::uint64_t input) const {
  Ids x(network_.n + 1);
  for (std::size_t k = 1; k <= network_.n; ++k) x[k] = of(network_.id(0, input, k));
  std::vector<Ids> out;
  auto layer = network_.layers.begin();
  for (std::size_t j = 0; j < network_.n; ++j) {
    for (; layer != network_.layers.end() && layer->stage == j; ++layer) x = after(*layer, x);
    out.push_back(x);
  }
  return out;
}

std::vector<SoftNetwork::Ids> SoftNetwork::errors(std::uint64_t input) const {
  std::vector<Ids> out = ids(input);
  for (std::size_t j = 0; j < network_.n; ++j)
    for (std::size_t k = 1; k <= network_.n; ++k) {
      const Bounds error = minus(out[j][k], of(network_.id(network_.ends[j], input, k)));
      out[j][k] = bounds_of('M', error, minus(nothing, error), rule_.bits);
    }
  return out;
}

// E.2.1: Z + multiplier (head with the first bias - head with the second, if there is one) in
// row 1.
SoftNetwork::Ids SoftNetwork::after(const SoftLayer& layer, const Ids& x) const {
  Ids next(x.size());
  for (std::size_t k = 1; k < x.size(); ++k) {
    std::vector<Num> coefficients(x.size());
    coefficients[k] = Num(1);
    Bounds sum = nothing;
    for (std::size_t h = 0; h < layer.biases.size(); ++h) {
      const Num by = h == 0 ? layer.multiplier : Num(0) - layer.multiplier;
      const Returned head = attend(constants_[layer.stage], network_.keys[layer.mask][k], x,
                                   minus(x[k], of(layer.biases[h])));
      if (head.key != 0) coefficients[head.key] = coefficients[head.key] + by;
      sum = plus(sum, times(of(by), head.more));
    }
    for (std::size_t j = 1; j < x.size(); ++j)
      if (coefficients[j].sign() != 0) sum = plus(sum, times(of(coefficients[j]), x[j]));
    next[k] = std::move(sum);
  }
  return next;
}

bool SoftNetwork::leads_by(const Seen& seen, const Bounds& gap) const {
  for (std::size_t i = 0; i < seen.A.size(); ++i)
    if (i != seen.r && !certainly_at_least(seen.leads[i], gap)) return false;
  return true;
}

// Whether the map gives key i a weight at all, before any other is looked at: topk leaves out those
// before which K others come.
SoftNetwork::Kept SoftNetwork::kept(const Seen& seen, std::size_t i) const {
  if (rule_.rho != "topk") return Kept::yes;
  std::uint64_t before = 0,
                perhaps =
                    0;  // keys whose scores are certainly larger, and those that may be as large
  for (std::size_t j = 0; j < seen.A.size(); ++j) {
    if (j == i) continue;
    const Bounds more = times(minus(seen.x[seen.A[j]], seen.x[seen.A[i]]), seen.factor);
    before += is_positive(more);
    perhaps += !is_positive(minus(nothing, more));
  }
  return number_of(perhaps) < rule_.parameter  ? Kept::yes
         : number_of(before) < rule_.parameter ? Kept::unknown
                                               : Kept::no;
}

SoftNetwork::Returned SoftNetwork::attend(const Constants& stage, const Tokens& A, const Ids& x,
                                          const Bounds& factor) const {
  Seen seen{A, x, factor};
  bool any = false;  // a key that is certainly kept: the others are counted from one of these, so
                     // that its weight is not 0
  for (std::size_t i = 0; i < A.size(); ++i) {
    seen.scores.push_back(times(x[A[i]], factor));
    if (!seen.scores[i].known) return {};
    if (kept(seen, i) != Kept::yes ||
        (any && compare(seen.scores[i].lower, seen.scores[seen.r].lower) <= 0))
      continue;
    seen.r = i, any = true;
  }
  if (!any) return {};
  const unsigned key = A[seen.r];
  if (A.size() == 1) return {key, nothing};
  for (const unsigned j : A)
    seen.away.push_back(minus(x[j], x[key])),
        seen.leads.push_back(minus(nothing, times(seen.away.back(), factor)));
  const std::string& rho = rule_.rho;
  if (rho == "admissible") {
    // At least 1 - eta of the mass on r: x_r + sum of w_i away_i with w_i >= 0, in all at most eta.
    // Otherwise any mixture.
    const bool leading = leads_by(seen, of(stage.zeta));
    Bounds out = leading ? nothing : x[key];
    for (std::size_t i = 0; i < A.size(); ++i)
      if (i != seen.r) out = hull(out, leading ? seen.away[i] : x[A[i]]);
    return leading ? Returned{key, times({true, {}, stage.eta.upper}, out)} : Returned{0, out};
  }
  if (rho == "adversary") return adversary(stage, seen);
  const bool sparsemax = rho == "entmax" && rule_.parameter == Num(2),
             linear = rho == "sparselin" || sparsemax;
  if (rho == "entmax" && !sparsemax) {
    // The largest takes all where it leads by 1/((alpha - 1) t). Elsewhere this program does not
    // know the weights.
    if (!leads_by(seen, over(of(Num(1) / (rule_.parameter - Num(1))), stage.t))) return {};
    return {key, nothing};
  }
  const std::vector<Bounds> weights =
      linear ? sparselin(stage.t, seen) : exponentials(stage.t, seen);
  Bounds sum = nothing, mass = of(Num(1));
  for (std::size_t i = 0; i < A.size(); ++i)
    if (i != seen.r)
      sum = plus(sum, times(weights[i], seen.away[i])), mass = plus(mass, weights[i]);
  return {key, linear ? sum : over(sum, mass)};
}

// exp of t times the score less that of r, which has 1 and is certainly kept. Where it is not
// known whether a key is kept, nothing is known of its weight.
std::vector<Bounds> SoftNetwork::exponentials(const Bounds& t, const Seen& seen) const {
  const std::int64_t enough = static_cast<std::int64_t>(rule_.bits) + 64;
  std::vector<Bounds> out(seen.A.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Kept keeps = kept(seen, i);
    const Bounds y = times(t, seen.leads[i]);
    if (keeps == Kept::no)
      out[i] = nothing;
    else if (keeps == Kept::unknown)
      out[i] = {};
    else if (y.known && compare(y.lower, {enough, 0}) > 0)
      out[i] = {true, {}, {1, -enough}};  // exp(-y) < 2^-y
    else
      out[i] = bounds_of('e', minus(nothing, y), nothing, rule_.bits);
  }
  return out;
}

// sparselin-gen: weights max(0, v_i - tau)/w, at most 1, w = 1 - lambda, v_i = -t leads[i];
// sparsemax is that with w = 1. tau is the largest of (sum of the m largest - w)/m over m; it grows
// with every v_i, so it is between that of the lower and that of the upper ends.
std::vector<Bounds> SoftNetwork::sparselin(const Bounds& t, const Seen& seen) const {
  const Bounds w = of(rule_.rho == "entmax" ? Num(1) : Num(1) - rule_.parameter);
  std::vector<Bounds> lower, upper, out(seen.A.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Bounds v = i == seen.r ? nothing : minus(nothing, times(t, seen.leads[i]));
    if (!v.known) return out;
    lower.push_back({true, v.lower, v.lower}), upper.push_back({true, v.upper, v.upper});
  }
  const auto tau = [&](std::vector<Bounds> v) {
    std::sort(v.begin(), v.end(),
              [](const Bounds& a, const Bounds& b) { return compare(a.lower, b.lower) > 0; });
    Bounds sum = minus(nothing, w), best;
    for (std::size_t m = 0; m < v.size(); ++m) {
      sum = plus(sum, v[m]);
      const Bounds one = over(sum, of(number_of(m + 1)));
      best = m == 0 ? one : bounds_of('M', best, one, rule_.bits);
    }
    return best;
  };
  const Bounds low = tau(lower), high = tau(upper);
  const auto weight = [&](const Bounds& v, const Bounds& at) {
    return bounds_of('m', of(Num(1)), bounds_of('M', nothing, over(minus(v, at), w), rule_.bits),
                     rule_.bits);
  };
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = hull(weight(lower[i], high), weight(upper[i], low));
  return out;
}

// One map that Assumption 2 admits: where all scores are positive and the largest leads by zeta,
// the mass eta on the smallest; elsewhere hardmax.
SoftNetwork::Returned SoftNetwork::adversary(const Constants& stage, const Seen& seen) const {
  const auto& [A, x, factor, r, scores, leads, away] = seen;
  const Returned hardmax{A[r], nothing};
  const Bounds zeta = of(stage.zeta);
  for (std::size_t i = 0; i < A.size(); ++i)
    if (i != r && !is_positive(leads[i])) return {};
  bool positive = true, near = false;  // certainly all positive; certainly one within zeta
  for (std::size_t i = 0; i < A.size(); ++i) {
    if (scores[i].upper.m <= 0) return hardmax;
    positive = positive && is_positive(scores[i]);
    near = near || (i != r && certainly_less(leads[i], zeta));
  }
  if (near) return hardmax;
  if (!positive || !leads_by(seen, zeta)) return {};
  Bounds least;  // what the smallest is away from r: of all keys that may be the smallest
  bool any = false;
  for (std::size_t i = 0; i < A.size(); ++i) {
    bool beaten = i == r;
    for (std::size_t j = 0; j < A.size() && !beaten; ++j)
      beaten = j != i && is_positive(times(minus(x[A[i]], x[A[j]]), factor));
    if (!beaten) least = any ? hull(least, away[i]) : away[i], any = true;
  }
  return any ? Returned{A[r], times(stage.eta, least)} : Returned{};
}

}  // namespace hardmax::check
