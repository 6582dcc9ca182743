// Layers, and other numbers of a range whose ends depend on D, as terms; what a layer is.
#include <fmt/core.h>

#include <algorithm>

#include "discharge/symbolic/every_run.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace sign = claim::sign;
using claim::Quotient;

Quotient EveryInput::any_of(Range range) {
  const auto known = std::find(ranges_.begin(), ranges_.end(), range);
  const auto number = static_cast<std::size_t>(known - ranges_.begin());
  if (known == ranges_.end()) {
    if (ranges_.size() == most_ranges()) throw LimitReached("many ranges whose ends depend on D");
    ranges_.push_back(std::move(range));
  }
  return of_input((run_ == nullptr ? 0 : run_->nodes().size()) + every_.size.n * *every_.size.d +
                  2 + number);
}

std::optional<WholePolynomial> EveryInput::function_of_D(const Quotient& x) {
  const auto& terms = x.numerator().terms();
  if (x.denominator().constant() != Rational(1) ||
      std::any_of(terms.begin(), terms.end(), [](const auto& term) {
        return term.first.size() > 1 || !term.second.is_integer();
      }))
    return std::nullopt;
  WholePolynomial sum;
  for (const auto& [m, coefficient] : terms)
    sum.add_product(WholePolynomial(coefficient), power_of_D(m.empty() ? 0 : m[0]));
  return sum;
}

std::optional<std::vector<EveryInput::Numbers>> EveryInput::numbers(const Quotient& first,
                                                                    const Quotient& last,
                                                                    bool of_input) {
  if (every_.network.increasing && of_input) {
    if (auto found = between_columns(first, last); found || layers_asked_) return found;
  }
  if (first.constant() && last.constant()) return std::nullopt;
  if (auto found = of_sweeps(first, last, of_input)) return found;
  const auto low = function_of_D(first), high = function_of_D(last);
  if (!low || !high) return std::nullopt;
  return {{{any_of({{std::nullopt, *low}, {std::nullopt, *high}}), true}}};
}

// Windows at which a column is before the sweep, and between two of them, each by what is there:
// the columns are in order, and all in the sweep.
std::optional<std::vector<EveryInput::Numbers>> EveryInput::between_columns(const Quotient& first,
                                                                            const Quotient& last) {
  if (run_ == nullptr || !run_->swept() || !every_.network.increasing || every_.p() != 1)
    return std::nullopt;
  constexpr int most_others = 64;  // layers after the sweep, one by one
  const auto least = first.constant(), others = (last - sweep_layers_).constant();
  if (!least || !others || (*least != Rational(0) && *least != Rational(1)) ||
      !others->is_integer() || others->sign() < 0 || *others > Rational(most_others))
    return std::nullopt;
  layers_asked_ = true;
  if (!together_) return std::nullopt;
  const auto n = static_cast<std::uint32_t>(every_.size.n);
  const auto& windows = every_.network.sweeps.front();
  const Quotient start = in_D(windows.first);
  const auto negative = [&](const Quotient& x) { return (signs(x) & sign::negative) != 0; };
  if (negative(node(0) - start) || negative(in_D(windows.last) - node(n - 1)) ||
      signs(in_D(windows.last) - start + Quotient(Rational(1)) - q_) != sign::zero)
    return std::nullopt;
  for (std::uint32_t k = 1; k < n; ++k) {
    if (signs(node(k) - node(k - 1)) != sign::positive) return std::nullopt;
  }
  std::vector<Numbers> found;
  if (least->is_zero()) found.push_back({Quotient(), false});
  const auto add = [&](const Quotient& window, bool many) {
    found.push_back({window - start + Quotient(Rational(1)), many});
  };
  for (std::uint32_t k = 0; k <= n; ++k) {
    const End before = k == 0 ? End{std::nullopt, windows.first} : End{k - 1, WholePolynomial(1)},
              beyond = k == n ? End{std::nullopt, windows.last} : End{k, WholePolynomial(-1)};
    add(any_of({before, beyond}), true);
    if (k < n) add(node(k), false);
  }
  for (Rational i = 1; i <= *others; i += 1) found.push_back({sweep_layers_ + Quotient(i), false});
  return found;
}

// x = a p q + r: a and r.
std::optional<std::pair<std::int64_t, std::int64_t>> EveryInput::whole_sweeps(const Quotient& x) {
  const auto p = static_cast<std::int64_t>(every_.p());
  const auto rest = function_of_D(x);
  if (!rest || q_.constant()) return std::nullopt;
  const auto& terms = x.numerator().terms();
  const Rational many = terms.empty()                   ? Rational(0)
                        : terms.rbegin()->first.empty() ? Rational(0)
                                                        : terms.rbegin()->second / Rational(p);
  const auto a = many.is_integer() ? many.to_int64() : std::nullopt;
  const auto r = a ? (x - Quotient(Rational(*a * p)) * q_).constant() : std::nullopt;
  const auto small = r ? r->to_int64() : std::nullopt;
  if (!small || *a < 0 || *a > static_cast<std::int64_t>(every_.network.sweeps.size()))
    return std::nullopt;
  return std::pair(*a, *small);
}

// From a p q + r, r at most 1, to b p q + s, s at least 0: what is before whole sweeps, or after,
// one by one. The layers of a sweep and one pattern layer are  base + p m  with the window m:
// before the one that the column is in that the sweep moves, that one, and beyond.
std::optional<std::vector<EveryInput::Numbers>> EveryInput::of_sweeps(const Quotient& first,
                                                                      const Quotient& last,
                                                                      bool of_input) {
  constexpr std::int64_t most_others = 64;
  const auto p = static_cast<std::int64_t>(every_.p());
  const auto from = whole_sweeps(first), to = whole_sweeps(last);
  if (!from || !to || from->second > 1 || from->second < -most_others || to->second < 0 ||
      to->second > most_others || to->first < from->first)
    return std::nullopt;
  layers_are_terms_ = layers_are_terms_ || to->first > from->first;
  std::vector<Numbers> found;
  for (std::int64_t r = from->second; r <= 0; ++r)
    found.push_back({Quotient(Rational(from->first * p)) * q_ + Quotient(Rational(r)), false});
  for (std::int64_t i = from->first; i < to->first; ++i) {
    const auto& windows = every_.network.sweeps[static_cast<std::size_t>(i)];
    const Move* moved = nullptr;
    for (const auto& moves : moves_) {
      for (const Move& move : moves) {
        if (move.sweep != static_cast<std::size_t>(i)) continue;
        if (moved) return std::nullopt;
        moved = &move;
      }
    }
    if (every_.network.increasing || !of_input || run_ == nullptr || !run_->swept())
      moved = nullptr;
    const WholePolynomial most = every_.network.values - WholePolynomial(1);
    const Quotient at = moved != nullptr ? node(moved->before) - in_D(windows.first) : Quotient();
    if (moved != nullptr && ((signs(at) & sign::negative) != 0 ||
                             (signs(q_ - Quotient(Rational(1)) - at) & sign::negative) != 0))
      return std::nullopt;
    for (std::int64_t layer = 1; layer <= p; ++layer) {
      const Quotient base = Quotient(Rational(i * p)) * q_ + Quotient(Rational(layer));
      const auto add = [&](const Quotient& window, bool many) {
        found.push_back({base + Quotient(Rational(p)) * window, many});
      };
      if (moved == nullptr) {
        add(any_of({{std::nullopt, WholePolynomial(0)}, {std::nullopt, most}}), true);
        continue;
      }
      add(any_of({{std::nullopt, WholePolynomial(0)},
                  {moved->before, -windows.first - WholePolynomial(1)}}),
          true);
      add(at, false);
      add(any_of({{moved->before, WholePolynomial(1) - windows.first}, {std::nullopt, most}}),
          true);
    }
  }
  for (std::int64_t r = 1; r <= to->second && !(from->first == to->first && from->second > r); ++r)
    found.push_back({Quotient(Rational(to->first * p)) * q_ + Quotient(Rational(r)), false});
  return found;
}

const EveryInput::Place& EveryInput::place(const Quotient& layer) {
  require_layer(layer, 1);
  const auto known = places_.find(layer.numerator().terms());
  return known != places_.end()
             ? known->second
             : places_.emplace(layer.numerator().terms(), found_place(layer)).first->second;
}

// A layer that is base + p m of one sweep, whatever m, or one after the sweeps.
EveryInput::Place EveryInput::found_place(const Quotient& layer) {
  if (const auto beyond = (layer - sweep_layers_).constant(); beyond && beyond->sign() > 0) {
    return {every_.network.all_max[static_cast<std::size_t>(*beyond->to_int64()) - 1].pattern_layer,
            std::nullopt, Quotient(), true};
  }
  const Rational p(every_.p());
  // All but a number is a multiple of p.
  const auto& terms = layer.numerator().terms();
  const bool apart = std::all_of(terms.begin(), terms.end(), [&](const auto& term) {
    return term.first.empty() || (term.second / p).is_integer();
  });
  if (!apart) throw LimitReached("layers of several pattern layers at once");
  const Rational constant =
      terms.empty() || !terms.begin()->first.empty() ? Rational(0) : terms.begin()->second;
  const Rational pattern_layer = constant - Rational(1) - p * floor((constant - Rational(1)) / p);
  const Quotient before = layer - Quotient(pattern_layer + Rational(1));
  Place found{static_cast<std::size_t>(*pattern_layer.to_int64()), std::nullopt, Quotient(), false};
  for (std::size_t i = every_.network.sweeps.size(); i-- > 0;) {
    const Quotient window = before - Quotient(Rational(i) * p) * q_;
    const unsigned s = signs(window);
    if (s == sign::negative) continue;
    if ((s & sign::negative) != 0 || signs(window - Quotient(p) * q_) != sign::negative)
      throw LimitReached("layers of several sweeps at once");
    found.sweep = i;
    found.window = Quotient(Rational(1) / p) * window;
    found.moves = every_.network.sweeps[i].pattern_layer == found.pattern_layer;
    return found;
  }
  throw LimitReached("a layer that is not known to be in the sweeps, nor outside of them");
}

std::optional<std::size_t> EveryInput::passed(const Quotient& layers) {
  require_layer(layers, 0);
  const auto known = passed_.find(layers.numerator().terms());
  if (known != passed_.end()) return known->second;
  const auto beyond = (layers - sweep_layers_).constant();
  std::optional<std::size_t> found;
  if (beyond && beyond->sign() >= 0) {
    found = static_cast<std::size_t>(*beyond->to_int64());
  } else if (!beyond && (signs(sweep_layers_ - layers) & sign::negative) != 0) {
    throw LimitReached("a layer that is not known to be in the sweeps, nor outside of them");
  }
  return passed_.emplace(layers.numerator().terms(), found).first->second;
}

}  // namespace hardmax
