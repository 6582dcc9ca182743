// The literal executor: any network, by the published formula, layer by layer, token by token. It
// knows no proof and skips nothing.
//
//   attention   Z_k + sum_h W_O W_V Z_{A_k} rho[(W_K Z_{A_k})^T (W_Q Z_k - b_Q)]
//   feed-forward  Z_k + W_2 phi(W_1 Z_k + b_1) + b_2
//
// Generic in its arithmetic. An Arithmetic names the Scalar and says how to lift a weight, what a
// head returns for its scores and values, and how an activation acts. ExactHardmax is the one
// verdicts about hardmax come from: rationals, ties share equally (the weight 1/|M| on each
// position of the maximum), so states need not stay integral. It refuses soft maps;
// execute/soft.hpp has the arithmetics for those.
//
// attend() puts what a head returns into `out`; or it names a key, and puts there what the head
// returns beyond that key's value. Of heads with the same W_V that name the same key the W_O are
// added up before they meet that value: two heads that cancel do so exactly, however inexact the
// value is. An Arithmetic with a member residual_last adds up what the heads return before it meets
// the residual, as programs do; for the others the order does not matter.
//
// Shapes    a State is d x n, column by column: entry (r, k) at k * d + r.
// Source    yun2020b, Section 2, E.2.1.   Tests  tests/unit/execute/literal_test.cpp
#pragma once
#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "exact/error.hpp"
#include "exact/fault.hpp"
#include "network/network.hpp"

namespace hardmax {

template <class S>
struct State {
  std::size_t rows = 0;
  std::size_t tokens = 0;
  std::vector<S> entries;
  State() = default;
  State(std::size_t d, std::size_t n) : rows(d), tokens(n), entries(d * n) {}
  std::span<S> column(std::size_t k) { return {entries.data() + k * rows, rows}; }
  std::span<const S> column(std::size_t k) const { return {entries.data() + k * rows, rows}; }
};

// What a head has before it averages, at one token: a score and m values for each of its keys.
template <class S>
struct Attended {
  std::span<const S> scores;          // at least one
  std::span<const S> values;          // of every token: W_V Z_j, entry (i, j) at j * m + i
  std::span<const std::size_t> keys;  // the token of each score
  std::size_t m = 0;
  std::span<S> weights;  // room for a weight of each score
};

// out = the sum of weights[a] times the values of key a, where weights are not 0. Requires  out to
// be 0.
template <class Arithmetic, class S>
void average(const Attended<S>& head, std::span<S> out) {
  for (std::size_t a = 0; a < head.keys.size(); ++a) {
    if (Arithmetic::is_zero(head.weights[a])) continue;
    for (std::size_t i = 0; i < head.m; ++i)
      out[i] += head.weights[a] * head.values[head.keys[a] * head.m + i];
  }
}

struct ExactHardmax {
  using Scalar = Rational;
  static const Rational& lift(const Rational& x) { return x; }
  static void add_product(Rational& sum, const Rational& weight, const Rational& x) {
    sum.add_product(weight, x);
  }
  static Rational magnitude(const Rational& x) { return abs(x); }
  // weights[j] = 1 / |M| for j in M = argmax of scores, else 0. Requires  at least one score.
  static void weigh(std::span<const Rational> scores, std::span<Rational> weights);
  static bool is_zero(const Rational& x) { return x.is_zero(); }
  static std::optional<std::size_t> attend(const Attention& layer, const Attended<Rational>& head,
                                           std::span<Rational> out) {
    HARDMAX_REQUIRE(!layer.map);
    weigh(head.scores, head.weights);
    average<ExactHardmax>(head, out);
    return std::nullopt;
  }
  static Rational activate(const PiecewiseLinear& f, const Rational& x) { return f(x); }
};

template <class Arithmetic>
class Literal {
 public:
  using S = typename Arithmetic::Scalar;

  Literal(const Network& network, const Pattern& pattern, Arithmetic arithmetic = {})
      : network_(network), pattern_(pattern), arithmetic_(std::move(arithmetic)) {}

  [[nodiscard]] std::size_t layers() const { return network_.size(); }

  // What head h of attention layer t returns at token k: W_V Z_{A_k} rho[...], an m-vector.
  // Undefined if A_k is empty.
  [[nodiscard]] std::vector<S> head(std::size_t t, std::size_t h, const State<S>& z,
                                    std::size_t k) const {
    const auto& layer = std::get<Attention>(network_.layers()[t]);
    Projected head(layer.heads[h], z);
    if (const auto token = attend(layer, head, k)) {
      for (std::size_t i = 0; i < head.m; ++i) head.value[i] += head.values[*token * head.m + i];
    }
    return std::move(head.value);
  }

  // Layer t of the network: what it makes of z.
  [[nodiscard]] State<S> apply(std::size_t t, const State<S>& z) const {
    const Layer& layer = network_.layers()[t];
    if (const auto* attention = std::get_if<Attention>(&layer))
      return apply_attention(*attention, z);
    return apply_feed_forward(std::get<FeedForward>(layer), z);
  }

  [[nodiscard]] State<S> run(State<S> z) const {
    for (std::size_t t = 0; t < layers(); ++t) z = apply(t, z);
    return z;
  }

 private:
  static void add_dot(S& sum, const Matrix& w, std::size_t row, std::span<const S> x) {
    for (std::size_t r = 0; r < x.size(); ++r) Arithmetic::add_product(sum, w(row, r), x[r]);
  }
  static S dot(const Matrix& w, std::size_t row, std::span<const S> x) {
    S sum{};
    add_dot(sum, w, row, x);
    return sum;
  }

  // A head on a state: W_K Z_j, W_V Z_j and W_Q Z_j - b_Q of every token, each formed once; entry
  // (i, j) at j * m + i.
  struct Projected {
    Projected(const Head& head, const State<S>& z)
        : m(head.b_Q.size()),
          keys(m * z.tokens),
          values(m * z.tokens),
          queries(m * z.tokens),
          scores(z.tokens),
          weights(z.tokens),
          value(m) {
      for (std::size_t j = 0; j < z.tokens; ++j) {
        for (std::size_t i = 0; i < m; ++i) {
          add_dot(keys[j * m + i], head.W_K, i, z.column(j));
          add_dot(values[j * m + i], head.W_V, i, z.column(j));
          add_dot(queries[j * m + i], head.W_Q, i, z.column(j));
          queries[j * m + i] -= Arithmetic::lift(head.b_Q[i]);
        }
      }
    }
    std::size_t m;
    std::vector<S> keys, values, queries;
    std::vector<S> scores, weights, value;  // room for one token's
    std::vector<std::size_t> attended;
  };

  // Puts into head.value what the head returns at token k, the average of its values over A_k by
  // the weights of the scores; or what it returns beyond the value of the token named.
  std::optional<std::size_t> attend(const Attention& layer, Projected& head, std::size_t k) const;

  State<S> apply_attention(const Attention& layer, const State<S>& z) const;

  // Head h returns at token k the value of `token`, and what has been added already.
  struct Named {
    std::size_t h, k, token;
  };
  static void add_named(const Attention& layer, const std::vector<Named>& named,
                        const std::vector<std::vector<S>>& values, State<S>& next) {
    std::vector<char> done(named.size());
    std::vector<std::size_t> together;  // heads
    for (std::size_t a = 0; a < named.size(); ++a) {
      if (done[a] != 0) continue;
      const auto [h, k, token] = named[a];
      together.assign(1, h);
      for (std::size_t b = a + 1; b < named.size(); ++b) {
        if (done[b] != 0 || named[b].k != k || named[b].token != token ||
            layer.heads[named[b].h].W_V != layer.heads[h].W_V)
          continue;
        together.push_back(named[b].h);
        done[b] = 1;
      }
      const std::size_t m = layer.heads[h].b_Q.size();
      for (std::size_t r = 0; r < next.rows; ++r) {
        for (std::size_t i = 0; i < m; ++i) {
          Rational weight;
          for (const std::size_t one : together) weight += layer.heads[one].W_O(r, i);
          if (!weight.is_zero())
            Arithmetic::add_product(next.column(k)[r], weight, values[h][token * m + i]);
        }
      }
    }
  }

  State<S> apply_feed_forward(const FeedForward& layer, const State<S>& z) const {
    State<S> next = layer.residual ? z : State<S>(z.rows, z.tokens);
    std::vector<S> hidden(layer.b_1.size());
    for (std::size_t k = 0; k < z.tokens; ++k) {
      for (std::size_t i = 0; i < hidden.size(); ++i) {
        hidden[i] = Arithmetic::activate(
            layer.activation, dot(layer.W_1, i, z.column(k)) + Arithmetic::lift(layer.b_1[i]));
      }
      for (std::size_t r = 0; r < z.rows; ++r) {
        next.column(k)[r] += dot(layer.W_2, r, hidden);
        next.column(k)[r] += Arithmetic::lift(layer.b_2[r]);
      }
    }
    return next;
  }

  const Network& network_;
  const Pattern& pattern_;
  Arithmetic arithmetic_;
};

template <class Arithmetic>
std::optional<std::size_t> Literal<Arithmetic>::attend(const Attention& layer, Projected& head,
                                                       std::size_t k) const {
  const std::size_t m = head.m;
  head.attended.clear();
  for (const Token j : pattern_.neighbours(layer.pattern_layer, k)) {
    if (HARDMAX_FAULT(execute_no_self_in_keys, layer.keys_with_self || j != k, j != k))
      head.attended.push_back(j);
  }
  const std::size_t count = head.attended.size();
  if (count == 0)
    throw Undefined("token " + std::to_string(k + 1) + " attends to no token in pattern layer " +
                    std::to_string(layer.pattern_layer + 1));
  const std::span<S> scores(head.scores.data(), count);
  const std::span<S> weights(head.weights.data(), count);
  for (std::size_t a = 0; a < count; ++a) {
    const std::size_t j = head.attended[a];
    scores[a] = head.keys[j * m] * head.queries[k * m];
    for (std::size_t i = 1; i < m; ++i) scores[a] += head.keys[j * m + i] * head.queries[k * m + i];
    if (layer.score == Score::negated_absolute_dot) scores[a] = -Arithmetic::magnitude(scores[a]);
  }
  for (S& x : head.value) x = S{};
  const auto key = arithmetic_.attend(
      layer, Attended<S>{scores, head.values, head.attended, m, weights}, std::span<S>(head.value));
  return key ? std::optional(head.attended[*key]) : std::nullopt;
}

template <class Arithmetic>
auto Literal<Arithmetic>::apply_attention(const Attention& layer, const State<S>& z) const
    -> State<S> {
  constexpr bool residual_last = requires { Arithmetic::residual_last; };
  State<S> next = layer.residual && !residual_last ? z : State<S>(z.rows, z.tokens);
  std::vector<Named> named;
  std::vector<std::vector<S>> values;  // of each head
  for (std::size_t h = 0; h < layer.heads.size(); ++h) {
    const Head& weights = layer.heads[h];
    // Of z, not next: heads act side by side.
    Projected head(weights, HARDMAX_FAULT(execute_heads_one_after_other, z, next));
    for (std::size_t k = 0; k < z.tokens; ++k) {
      if (const auto token = attend(layer, head, k)) named.push_back({h, k, *token});
      for (std::size_t r = 0; r < z.rows; ++r)
        add_dot(next.column(k)[r], weights.W_O, r, head.value);
    }
    values.push_back(std::move(head.values));
  }
  if (!named.empty()) add_named(layer, named, values, next);
  if (layer.residual && residual_last) {
    for (std::size_t i = 0; i < next.entries.size(); ++i) next.entries[i] += z.entries[i];
  }
  return next;
}

extern template class Literal<ExactHardmax>;

}  // namespace hardmax
