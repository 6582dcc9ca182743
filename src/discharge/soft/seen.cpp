#include "discharge/soft/seen.hpp"

#include <algorithm>

namespace hardmax {

namespace {

void merge(Extreme& into, const Extreme& from, bool largest) {
  if (!from.set) return;
  if (!into.set) {
    into = from;
    return;
  }
  // Of inputs that attain the same end, the first.
  const bool first = std::pair(from.ordinal, from.token) < std::pair(into.ordinal, into.token);
  const bool moves = largest ? from.lower > into.lower || (from.lower == into.lower && first)
                             : from.upper < into.upper || (from.upper == into.upper && first);
  if (moves) {
    into.ordinal = from.ordinal;
    into.token = from.token;
  }
  into.lower = largest ? std::max(into.lower, from.lower) : std::min(into.lower, from.lower);
  into.upper = largest ? std::max(into.upper, from.upper) : std::min(into.upper, from.upper);
}

// A number that is 0 or more, as a bound of 30 bits.
void widen(Magnitude& bound, const Rational& x, bool from_below) {
  const Precision coarse(32);
  arb_get_mag_lower(bound.raw(), Ball(x).raw());
  if (!from_below) arb_get_mag(bound.raw(), Ball(x).raw());
}

}  // namespace

void Watch::see(const Ball& x, std::uint64_t ordinal, std::size_t token) {
  if (largest_) {
    arb_get_mag(size_.raw(), x.raw());
    if (is_idle(size_)) return;
    extreme_->raise(std::max(Rational(0), x.lower()), x.upper(), ordinal, token);
    widen(bar_, extreme_->lower, true);
  } else {
    arb_get_mag_lower(size_.raw(), x.raw());
    if (arb_is_positive(x.raw()) != 0 && is_idle(size_)) return;
    extreme_->sink(x.lower(), x.upper(), ordinal, token);
    widen(bar_, std::max(Rational(0), extreme_->upper), false);
  }
}

Seen::Seen(const SoftRequest& request, const Network& network, long bits)
    : least_gap(run.least_gap, false), value(run.value_error, true) {
  run.stages = request.stages;
  run.errors.resize(request.stages.size());
  run.bits = bits;
  for (const SoftStage& stage : request.stages) {
    for (std::size_t t = stage.first; t < stage.last; ++t) {
      if (!std::get<Attention>(network.layers()[t]).heads.empty())
        run.layers.emplace_back(t + 1, Extreme{});
    }
  }
  for (StageErrors& errors : run.errors) {
    accumulated.emplace_back(errors.accumulated, true);
    fresh.emplace_back(errors.fresh, true);
    spreads.emplace_back(errors.spread, true);
  }
  for (auto& layer : run.layers) layers.emplace_back(layer.second, true);
}

void Seen::error(Watch& watch, const Ball& soft, const Rational& exact, std::size_t token) {
  if (exact.is_integer()) {
    arb_sub_fmpz(difference_.raw(), soft.raw(), fmpq_numref(exact.raw()), Precision::bits());
  } else {
    difference_ = soft - Ball(exact);
  }
  arb_abs(difference_.raw(), difference_.raw());
  watch.see(difference_, ordinal_, token);
}

void Seen::spread(Watch& watch, std::span<const Ball> ids) {
  // The largest less the smallest midpoint and twice the largest radius, rounded up: no larger than
  // what was seen?
  const auto middle = [](const Ball& x) { return arb_midref(x.raw()); };
  const Ball *highest = &ids[0], *lowest = &ids[0];
  mag_zero(size_.raw());
  for (const Ball& id : ids) {
    if (arf_cmp(middle(id), middle(*highest)) > 0) highest = &id;
    if (arf_cmp(middle(id), middle(*lowest)) < 0) lowest = &id;
    mag_max(size_.raw(), size_.raw(), arb_radref(id.raw()));
  }
  arf_sub(arb_midref(difference_.raw()), middle(*highest), middle(*lowest), MAG_BITS, ARF_RND_UP);
  mag_mul_2exp_si(size_.raw(), size_.raw(), 1);
  arf_get_mag(reach_.raw(), arb_midref(difference_.raw()));
  mag_add(size_.raw(), size_.raw(), reach_.raw());
  if (watch.is_idle(size_)) return;
  Ball top = ids[0], bottom = ids[0];
  for (const Ball& id : ids) {
    top = max(top, id);
    bottom = min(bottom, id);
  }
  watch.see(top - bottom, ordinal_, 0);
}

void Seen::lead(std::span<const Ball> ids, std::span<const Token> keys, const Ball& b,
                std::size_t k) {
  const Ball query = ids[k] - b;
  std::optional<Ball> first, second;
  for (const Token j : keys) {
    const Ball score = ids[j] * query;
    if (first) second = second ? max(*second, min(*first, score)) : min(*first, score);
    first = first ? max(*first, score) : score;
  }
  if (second) least_gap.see(*first - *second, ordinal_, k);
}

void merge(SoftRun& into, const SoftRun& from) {
  for (std::size_t s = 0; s < into.errors.size(); ++s) {
    merge(into.errors[s].accumulated, from.errors[s].accumulated, true);
    merge(into.errors[s].fresh, from.errors[s].fresh, true);
    merge(into.errors[s].spread, from.errors[s].spread, true);
  }
  for (std::size_t i = 0; i < into.layers.size(); ++i)
    merge(into.layers[i].second, from.layers[i].second, true);
  merge(into.least_gap, from.least_gap, false);
  merge(into.value_error, from.value_error, true);
  into.other_rows_exact = into.other_rows_exact && from.other_rows_exact;
  into.value_rows_exact = into.value_rows_exact && from.value_rows_exact;
  into.inputs += from.inputs;
}

void to_real_units(SoftRun& run, const Rational& delta) {
  const auto scale = [](Extreme& e, const Rational& by) {
    e.lower *= by;
    e.upper *= by;
  };
  for (StageErrors& errors : run.errors) {
    for (Extreme* e : {&errors.accumulated, &errors.fresh, &errors.spread}) scale(*e, delta);
  }
  for (auto& [layer, e] : run.layers) scale(e, delta);
  scale(run.value_error, delta);
  scale(run.least_gap, delta * delta);
}

void Extreme::raise(const Rational& from, const Rational& to, std::uint64_t input,
                    std::size_t at_token) {
  if (!set || from > lower) {
    lower = from;
    ordinal = input;
    token = at_token;
  }
  if (!set || to > upper) upper = to;
  set = true;
}

void Extreme::sink(const Rational& from, const Rational& to, std::uint64_t input,
                   std::size_t at_token) {
  if (!set || to < upper) {
    upper = to;
    ordinal = input;
    token = at_token;
  }
  if (!set || from < lower) lower = from;
  set = true;
}

}  // namespace hardmax
