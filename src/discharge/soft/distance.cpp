#include "discharge/soft/distance.hpp"

#include <algorithm>

#include "exact/error.hpp"
#include "execute/literal.hpp"

namespace hardmax {

namespace {

struct Span {
  Rational low, high;
  Span& operator+=(const Span& o) {
    low += o.low;
    high += o.high;
    return *this;
  }
};
Span scaled_span(const Rational& a, const Span& x) {
  return a.sign() >= 0 ? Span{a * x.low, a * x.high} : Span{a * x.high, a * x.low};
}
Span hull(const Span& a, const Span& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

// Every value of a bounded function.
Span span_of(const PiecewiseLinear& f) {
  std::optional<Span> all;
  const auto add = [&](const Rational& y) { all = all ? hull(*all, {y, y}) : Span{y, y}; };
  const auto& points = f.breakpoints();
  HARDMAX_REQUIRE(f.pieces().front().slope.is_zero() && f.pieces().back().slope.is_zero());
  for (std::size_t i = 0; i < f.pieces().size(); ++i) {
    if (i > 0) add(f.pieces()[i](points[i - 1]));
    if (i < points.size()) add(f.pieces()[i](points[i]));
    if (points.empty()) add(f.pieces()[i].intercept);
  }
  for (const Rational& y : f.values()) add(y);
  return *all;
}

using Box = State<Span>;  // an interval for each entry

Box after(const Attention& layer, const Pattern& pattern, const Box& z) {
  Box next = z;
  for (const Head& head : layer.heads) {
    const std::size_t m = head.W_V.rows();
    for (std::size_t k = 0; k < z.tokens; ++k) {
      for (std::size_t i = 0; i < m; ++i) {
        std::optional<Span> average;
        for (const Token j : pattern.neighbours(layer.pattern_layer, k)) {
          Span value;
          for (std::size_t r = 0; r < z.rows; ++r)
            value += scaled_span(head.W_V(i, r), z.column(j)[r]);
          average = average ? hull(*average, value) : value;
        }
        if (!average) throw Undefined("a token attends to no token");
        for (std::size_t r = 0; r < z.rows; ++r)
          next.column(k)[r] += scaled_span(head.W_O(r, i), *average);
      }
    }
  }
  return next;
}

Box after(const FeedForward& layer, Box z) {
  const Span hidden = span_of(layer.activation);
  for (std::size_t k = 0; k < z.tokens; ++k) {
    for (std::size_t r = 0; r < z.rows; ++r) {
      for (std::size_t i = 0; i < layer.b_1.size(); ++i)
        z.column(k)[r] += scaled_span(layer.W_2(r, i), hidden);
      z.column(k)[r] += {layer.b_2[r], layer.b_2[r]};
    }
  }
  return z;
}

// The p-th power of the distance of any two outputs, of one network or the other.
Ball greatest_distance(const SoftRequest& request, const Rational& delta, const Rational& lp) {
  const std::uint64_t n = request.construction->parameters.n,
                      d = request.construction->parameters.d,
                      D = request.construction->parameters.D;
  // Every output of either network.
  Box box(d, n);
  for (std::size_t k = 0; k < n; ++k) {
    const Rational from = request.construction->E[k] * Rational(D);
    for (Span& entry : box.column(k)) entry = {from, from + Rational(D)};
  }
  for (const Layer& layer : request.construction->network.layers())
    box = after(std::get<Attention>(layer), *request.pattern, box);
  Box exact = box;
  for (const Layer& layer : request.value->soft.layers())
    box = after(std::get<FeedForward>(layer), std::move(box));
  for (const Layer& layer : request.value->exact.layers())
    exact = after(std::get<FeedForward>(layer), std::move(exact));
  Ball B;
  for (std::size_t i = 0; i < box.entries.size(); ++i) {
    const Span both = hull(box.entries[i], exact.entries[i]);
    B += positive_power(Ball((both.high - both.low) * delta), lp);
  }
  return B;
}

}  // namespace

std::optional<SoftDistance> soft_distance(const SoftRequest& request, const SoftRun& run,
                                          const Rational& eps, const Rational& lp) {
  const std::uint64_t n = request.construction->parameters.n,
                      d = request.construction->parameters.d,
                      D = request.construction->parameters.D;
  const Rational delta = Rational(1) / Rational(D), one = 1;
  const bool whole = request.value != nullptr && request.value->quantiser_as_printed &&
                     !request.ordinals && run.value_error.set && run.other_rows_exact &&
                     run.value_rows_exact;
  const auto on_grid = [&](const Rational& e) {
    return (e * Rational(D)).is_integer() && e.sign() >= 0 && e <= Rational(n - 1);
  };
  if (!whole ||
      !std::all_of(request.construction->E.begin(), request.construction->E.end(), on_grid))
    return std::nullopt;
  const Precision precision(256);

  const Ball B = greatest_distance(request, delta, lp);  // its p-th power
  const Ball half = positive_power(Ball(eps / Rational(2)), lp) / 2;
  SoftDistance result;
  const auto bad = [&](std::int64_t k) { return one - power(one - power(2, -k), n * d); };
  const auto serves = [&](std::int64_t k) { return less(B * Ball(bad(k)), half) == true; };
  std::int64_t k = 1;
  for (; !serves(k); k *= 2) {
    if (k >= kMaxAlphaExponent) return std::nullopt;
  }
  for (std::int64_t step = k / 4; step > 0;
       step /= 2) {  // k serves and, unless it is 1, k/2 does not
    if (serves(k - step)) k -= step;
  }
  result.alpha_exponent = k;
  result.bad_measure = bad(k);
  const Rational inverse = one / lp;
  result.B_upper = positive_power(B, inverse).upper();
  const auto root = [&](const Ball& x) { return positive_power(x, inverse); };
  const Ball cell = Ball(power((one - power(2, -k)) * delta, n * d));
  result.lower =
      std::max(Rational(0), root(positive_power(Ball(run.value_error.lower), lp) * cell).lower());
  result.upper =
      root(Ball(n) * positive_power(Ball(run.value_error.upper), lp) + B * Ball(result.bad_measure))
          .upper();
  return result;
}

}  // namespace hardmax
