#include "discharge/soft/network.hpp"

#include <fmt/core.h>

#include "exact/error.hpp"

namespace hardmax {

namespace {

// The bits of eta and t.
constexpr long kBits = 64;

Rational rounded(const Rational& x, bool down) {
  const Precision coarse(kBits);
  return down ? Ball(x).lower() : Ball(x).upper();
}

Rational q_of(const Parameters& parameters) { return power(parameters.D, parameters.d); }

}  // namespace

Ball delta_tilde(const Parameters& parameters, const Rational& eps, const Rational& lp) {
  const Rational inverse = Rational(1) / lp;
  const Ball of_eps =
      Ball(Rational(2) * eps) / positive_power(Ball(Rational(2) * Rational(parameters.n)),
                                               inverse);  // 2^{1-1/p} / n^{1/p} = 2 / (2n)^{1/p}
  return min(Ball(Rational(1) / Rational(parameters.D)), of_eps);
}

Ball printed_eta_of_block(const Parameters& parameters, std::uint64_t j, const Ball& delta_tilde) {
  const Rational q = q_of(parameters), n = parameters.n;
  return Ball(Rational(1) / (Rational(2) * q * q)) *
         log_one_plus(delta_tilde / Ball(power(q, j + 1) * Rational(8) * n * n));
}

Ball printed_eta_of_all_max(const Parameters& parameters, std::uint64_t s,
                            const Ball& delta_tilde) {
  const auto& [n, d, D] = parameters;
  const Rational inputs = power(D, n * d), times = s;
  const Rational x =
      power(D, s * (n * d + 1)) * inputs * power(2, s + 3) * power(times, s) * power(n, s + 1);
  return Ball(Rational(1) / (inputs * times * Rational(n))) * log_one_plus(delta_tilde / Ball(x));
}

Ball repaired_eta(const Construction& construction, const Ball& delta_tilde) {
  const auto& [n, d, D] = construction.parameters;
  const Rational q = q_of(construction.parameters), s = construction.s,
                 V = Rational(n) * power(D, n * d), one = 1;
  const Rational inner = q * q * (power(one + Rational(2) * q, n - 1) - one) + s;
  return delta_tilde / Ball(Rational(8) * power(construction.c, s) * V * inner);
}

bool has_repaired_eta(const Construction& construction, const SoftSettings& settings) {
  if (construction.c.sign() <= 0) return false;
  const Precision precision(4 * kBits);
  return repaired_eta(construction, delta_tilde(construction.parameters, settings.eps, settings.lp))
             .upper() <= Rational(1);
}

std::vector<SoftStage> soft_stages(const Construction& construction, const SoftSettings& settings) {
  const Precision precision(4 * kBits);
  const auto& parameters = construction.parameters;
  const Rational delta = Rational(1) / Rational(parameters.D);
  const Ball tilde = delta_tilde(parameters, settings.eps, settings.lp);
  const bool printed = settings.choice == SoftSettings::Choice::printed;
  if (!printed && !settings.eta && !has_repaired_eta(construction, settings))
    throw InvalidInput(InvalidInput::Kind::option,
                       fmt::format("c = {}: the repaired eta, delta~ divided by a multiple of c^s, "
                                   "is not in (0, 1]; take a larger c, or give --eta",
                                   construction.c.str()));
  const std::size_t blocks = parameters.n - 1, block = construction.selective_layers / blocks;
  std::vector<SoftStage> stages;
  for (std::size_t j = 1; j <= blocks + 1; ++j) {
    const bool all_max = j > blocks;
    SoftStage stage;
    stage.name = all_max ? "all-max" : fmt::format("block {}", j);
    stage.first = (j - 1) * block;
    stage.last = all_max ? stage.first + construction.s : j * block;
    stage.zeta =
        settings.zeta.value_or(printed ? delta / Rational(2) : delta * delta / Rational(4));
    if (settings.eta) {
      stage.eta_lower = stage.eta_upper = *settings.eta;
    } else {
      const Ball eta = !printed
                           ? repaired_eta(construction, tilde)
                           : (all_max ? printed_eta_of_all_max(parameters, construction.s, tilde)
                                      : printed_eta_of_block(parameters, j, tilde));
      stage.eta_lower = rounded(eta.lower(), true);
      stage.eta_upper = rounded(eta.upper(), false);
    }
    if (settings.t) {
      stage.t = settings.t;
    } else if (settings.map) {
      const Rational t =
          printed_scale(*settings.map, parameters.n, stage.zeta, stage.eta_lower).upper();
      if (settings.map->kind == SoftMap::Kind::sparselin && t.sign() <= 0) {
        throw InvalidInput(InvalidInput::Kind::option,
                           fmt::format("--eta '{}': the t of sparselin-gen, (1 - eta)/zeta, is 0 "
                                       "there; take a smaller eta or give --t",
                                       stage.eta_lower.str()));
      }
      // Where the source's inequality asks for nothing, any positive t serves.
      stage.t = t.sign() > 0
                    ? rounded(t, false)
                    : certain_scale(*settings.map, parameters.n, stage.zeta, stage.eta_lower);
    }
    stages.push_back(std::move(stage));
  }
  return stages;
}

Network soft_network(const Construction& construction, const std::vector<SoftStage>& stages,
                     const SoftMap& map) {
  const Rational D = construction.parameters.D;
  std::vector<Layer> layers = construction.network.layers();
  for (const SoftStage& stage : stages) {
    HARDMAX_REQUIRE(stage.t && stage.last <= layers.size());
    for (std::size_t t = stage.first; t < stage.last; ++t) {
      SoftMap scaled = map;
      scaled.t = *stage.t / (D * D);
      std::get<Attention>(layers[t]).map = scaled;
    }
  }
  return Network(construction.network.rows(), construction.p, std::move(layers));
}

}  // namespace hardmax
