#include "construction/sweep.hpp"

#include <fmt/core.h>

#include "construction/psi.hpp"
#include "exact/error.hpp"

namespace hardmax::sweep {

namespace {
constexpr std::int64_t kMaxRows = 1 << 16;  // of all attention layers together: some hundred MB. Beyond, inputs are more than anyone executes
}

Construction build(const Parameters& parameters, const Plan& plan, const Overrides& overrides) {
  const auto [n, d, D] = parameters;
  HARDMAX_REQUIRE(n >= 2 && d >= 1 && D >= 2);
  const auto q = power(D, d).to_int64();
  const std::uint64_t blocks = plan.positional ? n : 1;
  if (!q || Rational(blocks * d) * Rational(*q) > Rational(kMaxRows)) {
    const Rational layers = Rational(blocks) * power(D, d);
    throw LimitReached(fmt::format("the network has {} attention layers of {} rows, more than 2^16 rows in all", layers.bits() < 200 ? layers.str() : fmt::format("about 2^{}", layers.bits() - 1), d));
  }

  Construction built{parameters, std::vector<Rational>(n), overrides.shift.value_or(power(D, d)), overrides.c.value_or(plan.c), 0, Network(d, 1, {})};
  for (std::uint64_t k = 0; plan.positional && k < n; ++k) built.E[k] = Rational(k) * Rational(D);
  for (const auto& [token, value] : overrides.E) {
    if (token > n) throw InvalidInput(InvalidInput::Kind::option, fmt::format("--with 'E.{}={}': there are {} tokens", token, value.str(), n));
    built.E[token - 1] = value * Rational(D);
  }

  std::vector<Layer> layers;
  const auto add = [&](std::vector<Head> heads) {
    Attention attention;
    attention.heads = std::move(heads);
    attention.keys_with_self = plan.keys_with_self;
    layers.emplace_back(std::move(attention));
  };
  // The ids of token j with encoding j - 1 are s_j + 0, 1, ..., q - 1 with s_j = (j - 1) D (1 + D + ... + D^{d-1}): the blocks do not overlap.
  const Rational step = geometric_sum(d, D) * Rational(D);
  for (std::uint64_t j = 0; j < blocks; ++j) {
    for (std::int64_t b = 0; b < *q; ++b) add(selective_shift(d, D, built.shift, Rational(j) * step + Rational(b)));
  }
  built.selective_layers = layers.size();
  for (std::size_t t = 0; t < plan.global_layers; ++t) add({psi(d, D, built.c, 0)});
  for (const std::uint64_t t : overrides.drop) {
    if (t > layers.size()) throw InvalidInput(InvalidInput::Kind::option, fmt::format("--with 'drop={}': there are {} attention layers", t, layers.size()));
    std::get<Attention>(layers[t - 1]).heads.clear();
  }
  built.network = Network(d, 1, std::move(layers));
  return built;
}

}  // namespace hardmax::sweep
