#include "execute/soft_ids.hpp"

#include <algorithm>
#include <type_traits>

#include "exact/error.hpp"

namespace hardmax {

namespace {

// What is compared and what only widens a ball needs no more bits than radii have.
constexpr long kCoarseBits = 30;
// Weights below 2^-(bits + this) beside 1 are lost in the rounding of what they are added to.
constexpr long kBeyond = 64;

arf_srcptr middle(const Ball& x) { return arb_midref(x.raw()); }
mag_srcptr radius(const Ball& x) { return arb_radref(x.raw()); }

// -x, for a whole number x with exp(-x) < 2^-bits: ln 2 < 7/10.
long nats_of(long bits) { return -(bits * 7 + 9) / 10; }

// By midpoint, of equal ones by number: an order that does not depend on earlier states.
bool precedes(std::span<const Ball> x, std::size_t j, std::size_t k) {
  const int order = arf_cmp(middle(x[j]), middle(x[k]));
  return order < 0 || (order == 0 && j < k);
}

}  // namespace

std::vector<IdLayer> id_layers(const IdProgram& program) {
  const Rational half = Rational(1) / Rational(2);
  std::vector<IdLayer> layers;
  for (const IdStage& stage : program.stages) {
    if (stage.kind == IdStage::Kind::extreme)
      layers.push_back({false, stage.keys, stage.factor, stage.threshold, stage.threshold});
    for (std::uint64_t w = 0; stage.kind == IdStage::Kind::window && w < stage.count; ++w) {
      const Rational b = stage.base + Rational(w);
      layers.push_back({true, stage.keys, stage.factor, b - half, b + half});
    }
  }
  return layers;
}

bool writes_first_row_alone(const Network& network) {
  for (const Layer& layer : network.layers()) {
    const auto* attention = std::get_if<Attention>(&layer);
    if (attention == nullptr) return false;
    for (const Head& head : attention->heads) {
      for (std::size_t r = 1; r < head.W_O.rows(); ++r) {
        for (std::size_t i = 0; i < head.W_O.columns(); ++i) {
          if (!head.W_O(r, i).is_zero()) return false;
        }
      }
    }
  }
  return true;
}

void step_exactly(const IdProgram& program, const IdLayer& layer,
                  const std::vector<Rational>& before, std::vector<Rational>& after) {
  after = before;
  for (std::size_t k = 0; k < before.size(); ++k) {
    const Rational& z = before[k];
    if (layer.window && (z < layer.low || z > layer.high)) continue;  // both heads return the same
    const auto& keys = program.keys[layer.keys][k];
    after[k] += layer.factor * head_value(z, layer.low, before, keys);
    if (layer.window) after[k] -= layer.factor * head_value(z, layer.high, before, keys);
  }
}

template <class Arithmetic>
SoftIds<Arithmetic>::SoftIds(const IdProgram& program, std::span<const IdLayer> layers,
                             std::optional<SoftMap> map, const Bound* bound)
    : program_(program),
      layers_(layers),
      now_(program.n),
      before_(program.n),
      order_(program.n),
      place_(program.n),
      leads_(program.n),
      scores_(program.n),
      weights_(program.n),
      beyond_(1) {
  for (std::size_t k = 0; k < order_.size(); ++k) order_[k] = k;
  if (layers.empty()) return;
  const long bits = Precision::bits() + kBeyond;
  Ball residue;  // per unit of |factor| and reach
  layer_.map = std::move(map);
  if constexpr (std::is_same_v<Arithmetic, SoftBalls>) {
    HARDMAX_REQUIRE(layer_.map.has_value());
    const SoftMap& rho = *layer_.map;
    t_ = Ball(rho.t);
    exponential_ = rho.kind == SoftMap::Kind::softmax ||
                   (rho.kind == SoftMap::Kind::entmax && rho.parameter == Rational(1));
    lost_ = Ball(nats_of(bits));
    const auto gap = gap_to_hardmax(rho);
    const Ball enough = gap ? Ball(*gap) : -lost_ / t_;
    arb_get_mag(enough_.raw(), enough.raw());
    if (!gap) {  // up to n - 1 weights in each of two heads
      residue = Ball(2 * (program.n - 1));
      arb_mul_2exp_si(residue.raw(), residue.raw(), -bits);
    }
    settles_ = true;
  } else {
    HARDMAX_REQUIRE(bound != nullptr);
    arithmetic_.bound = bound;
    if constexpr (std::is_same_v<Arithmetic, Admissible>) {
      arb_get_mag(enough_.raw(), bound->zeta.raw());
      residue = bound->eta;
      settles_ = true;
    }
  }
  for (const IdLayer& layer : layers) {
    const Precision wide(std::max(Precision::bits(), 64 + static_cast<long>(layer.high.bits())));
    Constants& c = constants_.emplace_back();
    c.factor = Ball(layer.factor);
    c.low = Ball(layer.low);
    c.high = Ball(layer.high);
    arb_get_mag(c.residue.raw(), (residue * c.factor).raw());
    c.exact = c.low.is_exact() && c.high.is_exact();
  }
}

template <class Arithmetic>
void SoftIds<Arithmetic>::start(std::span<const Ball> ids) {
  std::copy(ids.begin(), ids.end(), now_.begin());
}

template <class Arithmetic>
void SoftIds<Arithmetic>::step(std::size_t i) {
  std::swap(now_, before_);
  survey(before_);
  for (std::size_t k = 0; k < before_.size(); ++k) {
    if (!settled(i, before_, k, now_[k])) attend(i, before_, k, now_[k]);
  }
}

template <class Arithmetic>
void SoftIds<Arithmetic>::survey(std::span<const Ball> x) {
  for (std::size_t p = 1; p < order_.size(); ++p) {  // almost in order already
    const std::size_t k = order_[p];
    std::size_t to = p;
    for (; to > 0 && precedes(x, k, order_[to - 1]); --to) order_[to] = order_[to - 1];
    order_[to] = k;
  }
  for (std::size_t p = 0; p < order_.size(); ++p) place_[order_[p]] = p;
}

template <class Arithmetic>
std::size_t SoftIds<Arithmetic>::extreme(std::span<const Token> keys, bool largest) const {
  std::size_t best = keys[0];
  for (const Token j : keys) {
    if (largest ? place_[j] > place_[best] : place_[j] < place_[best]) best = j;
  }
  return best;
}

template <class Arithmetic>
bool SoftIds<Arithmetic>::settled(std::size_t i, std::span<const Ball> x, std::size_t k,
                                  Ball& next) {
  const Constants& c = constants_[i];
  Magnitude& lead = leads_[k];
  mag_zero(lead.raw());
  if (!settles_ || !layers_[i].window || !c.exact) return false;
  const std::vector<Token>& keys = program_.keys[layers_[i].keys][k];
  // The query that is nearer to 0, towards 0.
  arf_ptr distance = arb_midref(coarse_.raw());
  const bool above = arf_cmp(middle(x[k]), middle(c.high)) > 0;
  if (above) {
    arf_sub(distance, middle(x[k]), middle(c.high), kCoarseBits, ARF_RND_DOWN);
  } else if (arf_cmp(middle(x[k]), middle(c.low)) < 0) {
    arf_sub(distance, middle(c.low), middle(x[k]), kCoarseBits, ARF_RND_DOWN);
  } else {
    return false;
  }
  arf_get_mag_lower(size_.raw(), distance);
  mag_sub_lower(size_.raw(), size_.raw(), radius(x[k]));
  if (mag_is_zero(size_.raw()) != 0) return false;
  const std::size_t key = extreme(keys, above);
  if (keys.size() > 1) {
    // The key leads every other by at least the distance of its midpoint from the next less its
    // radius and the largest of the others.
    std::size_t next_key = keys[0] == key ? keys[1] : keys[0];
    mag_zero(reach_.raw());
    for (const Token j : keys) {
      if (j == key) continue;
      if (above ? place_[j] > place_[next_key] : place_[j] < place_[next_key]) next_key = j;
      mag_max(reach_.raw(), reach_.raw(), radius(x[j]));
    }
    mag_add(reach_.raw(), reach_.raw(), radius(x[key]));
    arf_sub(distance, middle(x[key]), middle(x[next_key]), kCoarseBits, ARF_RND_DOWN);
    arf_get_mag_lower(lead.raw(), distance);
    mag_sub_lower(lead.raw(), lead.raw(), reach_.raw());
    mag_mul_lower(lead.raw(), lead.raw(), size_.raw());
    if (mag_cmp(lead.raw(), enough_.raw()) < 0) return false;
  }
  next = x[k];
  if (mag_is_zero(c.residue.raw()) != 0) return true;
  // The reach: the largest distance of a value from that of the key.
  mag_zero(size_.raw());
  for (const Token j : keys) {
    if (j == key) continue;
    arf_sub(distance, middle(x[j]), middle(x[key]), kCoarseBits, ARF_RND_UP);
    arf_get_mag(reach_.raw(), distance);
    mag_add(reach_.raw(), reach_.raw(), radius(x[j]));
    mag_max(size_.raw(), size_.raw(), reach_.raw());
  }
  if (keys.size() > 1) mag_add(size_.raw(), size_.raw(), radius(x[key]));
  mag_addmul(arb_radref(next.raw()), c.residue.raw(), size_.raw());
  return true;
}

template <class Arithmetic>
void SoftIds<Arithmetic>::attend(std::size_t i, std::span<const Ball> x, std::size_t k,
                                 Ball& next) {
  const IdLayer& layer = layers_[i];
  const Constants& c = constants_[i];
  const std::vector<Token>& keys = program_.keys[layer.keys][k];
  std::optional<std::size_t> named[2];
  next = x[k];
  for (std::size_t h = 0; h < (layer.window ? 2U : 1U); ++h) {
    arb_sub(query_.raw(), x[k].raw(), (h == 0 ? c.low : c.high).raw(), Precision::bits());
    Ball& beyond = beyond_[0];
    if (exponential_) {
      named[h] = softmax(x, keys, beyond);
    } else {
      arb_zero(beyond.raw());
      attended_.assign(keys.begin(), keys.end());
      for (std::size_t a = 0; a < keys.size(); ++a)
        arb_mul(scores_[a].raw(), x[keys[a]].raw(), query_.raw(), Precision::bits());
      const auto place = arithmetic_.attend(
          layer_, {{scores_.data(), keys.size()}, x, attended_, 1, {weights_.data(), keys.size()}},
          beyond_);
      if (place) named[h] = keys[*place];
    }
    h == 0 ? next.add_product(beyond, c.factor) : next.subtract_product(beyond, c.factor);
  }
  if (layer.window && named[0] == named[1]) return;  // they cancel, or have been added
  if (named[0]) next.add_product(x[*named[0]], c.factor);
  if (named[1]) next.subtract_product(x[*named[1]], c.factor);
}

// What the head of softmax with the query query_ returns beyond the value of the key it names: sum
// e_j (x_j - x_ref) / sum e_j with e_j = exp(t query (x_j - x_ref)).
template <class Arithmetic>
std::size_t SoftIds<Arithmetic>::softmax(std::span<const Ball> x, std::span<const Token> keys,
                                         Ball& beyond) {
  const long bits = Precision::bits(), most = bits + kBeyond;
  const std::size_t ref = extreme(keys, arf_sgn(middle(query_)) > 0);
  query_ *= t_;
  arb_zero(beyond.raw());
  arb_one(sum_.raw());
  for (const Token j : keys) {
    if (j == ref) continue;
    arb_sub(difference_.raw(), x[j].raw(), x[ref].raw(), bits);
    arb_mul(exponent_.raw(), query_.raw(), difference_.raw(), bits);
    if (arb_lt(exponent_.raw(), lost_.raw()) != 0) {  // between 0 and 2^-most
      arb_get_mag(size_.raw(), difference_.raw());
      mag_mul_2exp_si(size_.raw(), size_.raw(), -most);
      arb_add_error_mag(beyond.raw(), size_.raw());
      arb_add_error_2exp_si(sum_.raw(), -most);
      continue;
    }
    // Of an exponential that is about 2^-m, the first `most` - m bits count. m is 1.44 times the
    // exponent and more.
    long wanted = most;
    if (arf_sgn(middle(exponent_)) < 0 && arf_cmpabs_2exp_si(middle(exponent_), 20) < 0) {
      wanted = std::max(kCoarseBits, most + arf_get_si(middle(exponent_), ARF_RND_DOWN) * 36 / 25);
    }
    arb_exp(exponent_.raw(), exponent_.raw(), wanted);
    sum_ += exponent_;
    beyond.add_product(exponent_, difference_);
  }
  beyond /= sum_;
  return ref;
}

template class SoftIds<SoftBalls>;
template class SoftIds<Admissible>;
template class SoftIds<Adversary>;

}  // namespace hardmax
