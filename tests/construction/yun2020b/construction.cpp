#include "construction/yun2020b/construction.hpp"

#include <fmt/core.h>

#include "construction/psi.hpp"
#include "exact/error.hpp"

namespace hardmax::yun2020b {

namespace {

[[noreturn]] void bad_override(const std::string& text, const std::string& remedy) {
  throw InvalidInput(InvalidInput::Kind::option, fmt::format("--with '{}': {}", text, remedy));
}

}  // namespace

Rational attention_layers(const Parameters& parameters, const Pattern& pattern,
                          const Assumption1& assumption) {
  return Rational(pattern.layers()) * Rational(parameters.n - 1) *
             power(parameters.D, parameters.d) +
         Rational(assumption.s);
}

Weights weights(const Parameters& parameters, const Pattern& pattern, const Assumption1& assumption,
                const Overrides& overrides) {
  const auto [n, d, D] = parameters;
  HARDMAX_REQUIRE(assumption.holds() && pattern.tokens() == n && n >= 2 && d >= 1 && D >= 2);
  // D.1: E_{gamma(1)} = n - 1, E_{gamma(i)} = i - 2.
  std::vector<Rational> E(n);
  E[assumption.gamma[0]] = n - 1;
  for (std::size_t i = 1; i < n; ++i) E[assumption.gamma[i]] = i - 1;
  for (const auto& [token, value] : overrides.E) {
    if (token > n)
      bad_override(fmt::format("E.{}={}", token, value.str()),
                   fmt::format("there are {} tokens", n));
    E[token - 1] = value;
  }
  const auto within = [](const char* name, const std::set<std::uint64_t>& dropped,
                         const Rational& there_are, const char* what) {
    if (!dropped.empty() && Rational(*dropped.rbegin()) > there_are)
      bad_override(fmt::format("{}={}", name, *dropped.rbegin()),
                   fmt::format("there are {} {} layers", there_are.str(), what));
  };
  within("drop", overrides.drop, attention_layers(parameters, pattern, assumption), "attention");
  within("qdrop", overrides.qdrop, Rational(d * n) * Rational(D), "quantiser");
  if (!overrides.vdrop.empty())
    within("vdrop", overrides.vdrop, Rational(n) * power(D, n * d), "value");
  return {std::move(E), overrides.shift.value_or(power(D, d)),
          overrides.c.value_or(Rational(2) * Rational(assumption.s) * Rational(n) *
                               power(D, n * d + 1))};
}

namespace {

struct Stages {
  Parameters parameters;
  std::size_t p, s;
  std::vector<std::size_t> l;
  Rational shift, c;
  std::size_t windows;  // of a block
  std::set<std::uint64_t> drop;
};

std::vector<Layer> made(const Stages& stages) {
  const auto& [parameters, p, s, l, shift, c, windows, drop] = stages;
  const auto [n, d, D] = parameters;
  const std::vector<Head> of_window_0 =
      selective_shift(d, D, shift, 0);  // of window b, b is added to the biases
  std::vector<Layer> layers;
  layers.reserve(p * (n - 1) * windows + s);
  // E.2.2: block i (from 2) has a window for each of the D^d values of z_{gamma(i)}; in units of
  // delta they are (i-2) Delta D + 0, 1, ..., D^d - 1.
  const Rational Delta = geometric_sum(d, D);
  for (std::size_t i = 2; i <= n; ++i) {
    for (std::size_t value = 0; value < windows; ++value) {
      const Rational b = Rational(i - 2) * Delta * Rational(D) + Rational(value);
      for (std::size_t layer = 0; layer < p; ++layer) {
        Attention attention;
        attention.pattern_layer = layer;
        if (layer == l[i - 1]) {
          attention.heads = of_window_0;
          for (Head& head : attention.heads) head.b_Q.front() += b;
        }
        layers.emplace_back(std::move(attention));
      }
    }
  }
  for (std::size_t t = 0; t < s; ++t) {
    Attention attention;
    attention.pattern_layer = t % p;
    attention.heads.push_back(psi(d, D, c, 0));
    layers.emplace_back(std::move(attention));
  }
  for (const std::uint64_t t : drop) std::get<Attention>(layers[t - 1]).heads.clear();
  return layers;
}

}  // namespace

Construction build(const Parameters& parameters, const Pattern& pattern,
                   const Assumption1& assumption, const Overrides& overrides) {
  auto [E, shift, c] = weights(parameters, pattern, assumption, overrides);
  const auto windows = power(parameters.D, parameters.d).to_int64();
  HARDMAX_REQUIRE(windows.has_value());  // the caller has estimated the size
  const std::size_t p = pattern.layers(), s = assumption.s;
  const Stages stages{
      parameters, p, s, assumption.l, shift, c, static_cast<std::size_t>(*windows), overrides.drop};
  const std::size_t selective_layers = p * (parameters.n - 1) * stages.windows;
  return {parameters,
          p,
          s,
          assumption.gamma,
          assumption.l,
          std::move(E),
          std::move(c),
          std::move(shift),
          selective_layers,
          Network(parameters.d, p, selective_layers + s, [stages] { return made(stages); })};
}

}  // namespace hardmax::yun2020b
