#include "discharge/precision/follow.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "exact/error.hpp"
#include "network/parameters.hpp"

namespace hardmax {

namespace {

const Rational kHalf = Rational(1) / Rational(2);

// What both heads of a window look at.
struct Window {
  MachineFloat below, above;  // b - 1/2 and b + 1/2 in the format
};
Window window_from(const Rational& b) {
  return {MachineFloat::of_weight(b - kHalf), MachineFloat::of_weight(b + kHalf)};
}

// Whether the heads of a window may see different keys from a column with this id: one query is
// positive and the other is not, or one is 0 and the other negative.
bool may_differ(const MachineFloat& id, const Window& window) {
  if (window.below < id) return !(window.above < id);
  return id == window.below && id < window.above;
}

}  // namespace

class PrecisionFollower::Run {
 public:
  Run(const PrecisionFollower& of, const Input& input)
      : of_(of), use_({of.format_, of.format_}), n_(of.parameters_.n), d_(of.parameters_.d) {
    const std::uint64_t D = of.parameters_.D;
    q_ = power(D, d_);
    block_ = geometric_sum(d_, D) * Rational(D);
    shift_ = MachineFloat::of_weight(q_);
    for (std::size_t r = 0; r < d_; ++r) u_.push_back(power(D, r));
    E_.resize(n_);
    E_[of.assumption_.gamma[0]] = n_ - 1;
    for (std::size_t i = 1; i < n_; ++i) E_[of.assumption_.gamma[i]] = i - 1;
    for (std::size_t k = 0; k < n_; ++k) {
      for (std::size_t r = 0; r < d_; ++r)
        entries_.push_back(
            MachineFloat::of_weight(Rational(input(k * d_ + r)) + Rational(E_[k]) * Rational(D)));
    }
    ids_.resize(n_);
  }

  FollowedInput run(std::size_t blocks) {
    seen_.layers = 1;
    for (std::size_t k = 0; k < n_ && !seen_.layer; ++k) {
      ids_[k] = formed(k);
      if (!ids_[k].is_finite()) {
        seen_.starts_infinite = true;
        return broken(1, overflow_of(k));
      }
      put(k, 1);
    }
    if (seen_.layer) return ended();
    for (std::size_t i = 2; i <= n_ && i - 2 < blocks; ++i) {
      if (!sweep(i)) return ended();
    }
    seen_.whole = n_ - 1 <= blocks;
    return ended();
  }

 private:
  // The id of a column as a head forms it.
  [[nodiscard]] MachineFloat formed(std::size_t k) const {
    MachineFloat id;
    for (std::size_t r = 0; r < d_; ++r)
      FloatNetworks::add_product(id, u_[r], entries_[k * d_ + r]);
    id.store();
    return id;
  }
  static std::string overflow_of(std::size_t k) {
    return fmt::format("the id of token {} overflows", k + 1);
  }
  FollowedInput broken(const Rational& layer, const std::string& what) {
    seen_.layer = layer;
    seen_.what = what;
    return ended();
  }
  FollowedInput ended() {
    for (const MachineFloat& id : ids_)
      seen_.ids.push_back(id.is_finite() ? std::optional(id.exact()) : std::nullopt);
    return std::move(seen_);
  }

  struct ById {
    const std::vector<MachineFloat>* ids;
    bool operator()(std::size_t a, std::size_t b) const { return (*ids)[a] < (*ids)[b]; }
  };
  using Order = std::set<std::size_t, ById>;  // tokens by id

  // Whether products of the two ids with one number, rounded, differ as the ids do: the ids lie at
  // least 4 units of relative rounding apart.
  [[nodiscard]] bool apart(std::size_t a, std::size_t b) const {
    const Rational low = ids_[a].exact(), high = ids_[b].exact();
    return low.sign() >= 0 && high >= low + low * power(2, 2 - of_.format_.bits);
  }
  // The pairs of neighbours in the order around a token that are not apart.
  [[nodiscard]] int near(Order::iterator at) const {
    int count = 0;
    if (at != order_.begin() && !apart(*std::prev(at), *at)) ++count;
    if (std::next(at) != order_.end() && !apart(*at, *std::next(at))) ++count;
    return count;
  }
  [[nodiscard]] int near_without(Order::iterator at) const {
    return at != order_.begin() && std::next(at) != order_.end() &&
                   !apart(*std::prev(at), *std::next(at))
               ? 1
               : 0;
  }
  void put(std::size_t k, const Rational& layer) {
    const auto [at, is_new] = order_.insert(k);
    if (!is_new) {
      seen_.layer = layer;
      seen_.what =
          fmt::format("tokens {} and {} get one id", std::min(*at, k) + 1, std::max(*at, k) + 1);
      return;
    }
    near_ += near(at) - near_without(at);
    if (ids_[k] < MachineFloat()) negative_ = true;
  }
  void take(std::size_t k) {
    const auto at = order_.find(k);
    near_ += near_without(at) - near(at);
    order_.erase(at);
  }

  [[nodiscard]] Rational layer_of(std::size_t i, const Rational& b) const {
    const std::size_t p = of_.pattern_.layers.size();
    return (Rational(i - 2) * q_ + b - first_of(i)) * Rational(p) +
           Rational(of_.assumption_.l[i - 1] + 1);
  }
  [[nodiscard]] Rational first_of(std::size_t i) const { return Rational(i - 2) * block_; }

  // The smallest whole b in [from, to] with holds(b), where that stays true. None: there is none.
  template <class Holds>
  static std::optional<Rational> first_with(Rational from, Rational to, const Holds& holds) {
    if (!holds(to)) return std::nullopt;
    while (from < to) {
      const Rational middle = floor((from + to) * kHalf);
      if (holds(middle)) {
        to = middle;
      } else {
        from = middle + Rational(1);
      }
    }
    return to;
  }
  // The next window from b on whose heads may see different keys from token k.
  [[nodiscard]] std::optional<Rational> next_window(std::size_t k, const Rational& b,
                                                    const Rational& last) const {
    const MachineFloat& id = ids_[k];
    const auto reached =
        first_with(b, last, [&](const Rational& x) { return !(window_from(x).above < id); });
    if (reached && may_differ(id, window_from(*reached))) return reached;
    const auto passed =
        first_with(b, last, [&](const Rational& x) { return id < window_from(x).above; });
    if (passed && may_differ(id, window_from(*passed))) return passed;
    return std::nullopt;
  }

  // The windows of block i, from the first to the last. False: over.
  bool sweep(std::size_t i) {
    const Rational last = first_of(i) + q_ - Rational(1);
    for (Rational b = first_of(i); b <= last;) {
      seen_.layers = layer_of(i, b);
      if (negative_) return false;
      if (overflows(i, b)) return false;
      if (near_ > 0 || scores_may_overflow(last)) return false;
      std::optional<Rational> next;
      std::vector<std::size_t> tokens;
      const MachineFloat highest = window_from(last).above, lowest = window_from(b).below;
      for (const std::size_t k : order_) {
        if (highest < ids_[k]) break;
        if (ids_[k] < lowest) continue;
        const auto at = next_window(k, b, last);
        if (!at || (next && *next < *at)) continue;
        if (!next || *at < *next) tokens.clear();
        next = at;
        tokens.push_back(k);
      }
      if (!next) return true;
      if (!raise(i, *next, tokens)) return false;
      b = *next + Rational(1);
    }
    return true;
  }

  // The largest id times the shift: the head that looks for the largest returns at least what one
  // share of it is, of as many shares as there are keys.
  bool overflows(std::size_t i, const Rational& b) {
    const std::size_t top = *std::prev(order_.end());
    if (ids_[top] < window_from(b).below) return false;
    Intervals keys;
    row_intervals(of_.pattern_, of_.assumption_.l[i - 1], top, keys);
    const MachineFloat one = MachineFloat::rounded(1, of_.format_),
                       share = one / MachineFloat::rounded(count(keys), {64, std::nullopt}),
                       product = shift_ * (share * ids_[top]);
    if (product.is_finite()) return false;
    seen_.layer = layer_of(i, b);
    seen_.what =
        fmt::format("the shift times the id of token {}, which a head returns, overflows", top + 1);
    return true;
  }

  // Whether a score may, of a column whose two queries may differ.
  [[nodiscard]] bool scores_may_overflow(const Rational& last) const {
    if (!of_.format_.exponents) return false;
    // Above this an id less half a unit or a whole window is the id itself: both queries are one.
    const Rational limit = power(2, of_.format_.bits + 2) * (last + Rational(2));
    Rational query = last + Rational(1);
    for (auto at = order_.rbegin(); at != order_.rend(); ++at) {
      const Rational id = ids_[*at].exact();
      if (id > limit) continue;
      query = std::max(query, id);
      break;
    }
    return Rational(4) * query * ids_[*order_.rbegin()].exact() >=
           power(2, of_.format_.exponents->second);
  }

  // What the heads of window b return at a token, times the shift, with the residual: by the
  // formula.
  [[nodiscard]] MachineFloat raised(std::size_t k, const std::vector<std::size_t>& keys,
                                    const Rational& b) const {
    const Window window = window_from(b);
    MachineFloat sum;
    for (const bool first : {true, false}) {
      const MachineFloat query = ids_[k] - (first ? window.below : window.above);
      std::vector<std::size_t> best;
      MachineFloat top;
      for (const std::size_t j : keys) {
        const MachineFloat score = ids_[j] * query;
        if (best.empty() || top < score) {
          best.clear();
          top = score;
        }
        if (top == score) best.push_back(j);
      }
      const MachineFloat one = MachineFloat::rounded(1, of_.format_),
                         share = best.size() == 1
                                     ? one
                                     : one / MachineFloat::rounded(best.size(), {64, std::nullopt});
      MachineFloat value;
      for (const std::size_t j : best) value += share * ids_[j];
      sum += (first ? shift_ : -shift_) * value;
    }
    return sum + entries_[k * d_];
  }

  bool raise(std::size_t i, const Rational& b, const std::vector<std::size_t>& tokens) {
    const Rational layer = layer_of(i, b);
    std::vector<MachineFloat> rows;
    Intervals keys;
    for (const std::size_t k : tokens) {
      row_intervals(of_.pattern_, of_.assumption_.l[i - 1], k, keys);
      std::vector<std::size_t> listed;
      for (const auto& [from, to] : keys) {
        for (std::uint64_t j = from; j < to; ++j) listed.push_back(j);
      }
      rows.push_back(raised(k, listed, b));
    }
    for (const std::size_t k : tokens) take(k);
    for (std::size_t at = 0; at < tokens.size(); ++at) {
      MachineFloat& entry = entries_[tokens[at] * d_];
      entry = rows[at];
      entry.store();
      MachineFloat& id = ids_[tokens[at]];
      id = formed(tokens[at]);
      if (!entry.is_finite() || !id.is_finite()) {
        broken_at(layer, overflow_of(tokens[at]));
        return false;
      }
    }
    for (const std::size_t k : tokens) {
      put(k, layer);
      if (seen_.layer) return false;
    }
    return true;
  }
  void broken_at(const Rational& layer, const std::string& what) {
    seen_.layer = layer;
    seen_.what = what;
  }

  const PrecisionFollower& of_;
  const MachineFloat::Use use_;
  const std::size_t n_, d_;
  Rational q_, block_;
  MachineFloat shift_;
  std::vector<Rational> u_;
  std::vector<std::uint64_t> E_;
  std::vector<MachineFloat> entries_;  // (r, k) at k * d + r
  std::vector<MachineFloat> ids_;
  Order order_{ById{&ids_}};
  int near_ = 0;  // pairs of neighbours in the order that are not apart
  bool negative_ = false;
  FollowedInput seen_;
};

PrecisionFollower::PrecisionFollower(const Parameters& parameters, const StructuredPattern& pattern,
                                     const Assumption1& assumption, const FloatFormat& format)
    : parameters_(parameters), pattern_(pattern), assumption_(assumption), format_(format) {
  HARDMAX_REQUIRE(assumption.holds() && pattern.n == parameters.n);
}

FollowedInput PrecisionFollower::follow(const Input& input, std::size_t blocks) const {
  return Run(*this, input).run(blocks);
}

std::optional<InfiniteWeight> infinite_weight(const Parameters& parameters,
                                              std::size_t pattern_layers,
                                              const Assumption1& assumption,
                                              const FloatFormat& format) {
  const auto& [n, d, D] = parameters;
  const auto infinite = [&](const Rational& weight) {
    return !MachineFloat::rounded(weight, format).is_finite();
  };
  const Rational q = power(D, d),
                 c = Rational(2) * Rational(assumption.s) * Rational(n) * power(D, n * d + 1);
  if (infinite(power(D, d - 1))) return InfiniteWeight{1, "the last entry of u is infinite"};
  if (infinite(Rational(n - 1) * Rational(D)))
    return InfiniteWeight{1, "the largest positional encoding is infinite"};
  if (infinite(q)) return InfiniteWeight{Rational(assumption.l[1] + 1), "the shift is infinite"};
  if (infinite(c))
    return InfiniteWeight{Rational(pattern_layers) * Rational(n - 1) * q + Rational(1),
                          "the multiplier c is infinite"};
  return std::nullopt;
}

}  // namespace hardmax
