#include "discharge/run_underway.hpp"

#include <fmt/core.h>

#include <cmath>

#include "decide/estimate.hpp"
#include "discharge/enumerate.hpp"
#include "discharge/from_file.hpp"
#include "discharge/run_model.hpp"
#include "discharge/sweep_model.hpp"
#include "exact/error.hpp"
#include "pattern/structured_assumption1.hpp"

namespace hardmax {

namespace {

// A network of more attention layers is not built; its claims are undecided (cost).
constexpr std::int64_t kMaxLayers = 1 << 20;
// What a second of the budget is worth where cost is bounded by counting.
constexpr double kReadsPerSecond = 1e6;
// No engine is faster.
constexpr double kLeastSecondsPerInput = 1e-10;

std::string count_of(const Rational& whole) {
  return whole.bits() < 200 ? whole.str() : fmt::format("about 2^{}", whole.bits() - 1);
}

// To choose k of m. (claim's `choose` stops at 10^6.)
Rational ways_to_choose(const Rational& m, std::uint64_t k) {
  Rational product = 1;
  for (std::uint64_t i = 0; i < k; ++i) product = product * (m - Rational(i)) / Rational(i + 1);
  return product;
}

}  // namespace

RunUnderway::RunUnderway(const RunRequest& asked, decide::ClaimBook& book, RunResult& found)
    : request(asked), claims(book), result(found) {
  if (request.sweep)
    open_without_pattern();
  else
    open_with_pattern();
  result.inputs = system->inputs().size();
  result.ids = result.inputs * Rational(request.parameters.n);
  view = system->open(1);
}

void RunUnderway::open_with_pattern() {
  const bool by_rules = request.rules != nullptr && request.rules->n > reach_bitset_tokens;
  result.assumption =
      by_rules ? decide_assumption1(*request.rules) : decide_assumption1(*request.pattern);
  if (!result.assumption.holds()) {
    result.not_executed = "Assumption 1 does not hold for this pattern";
  } else {
    try {
      build_network();
    } catch (const LimitReached& e) {
      result.not_executed = e.what();
    }
  }
  const Construction* const built = result.construction ? &*result.construction : nullptr;
  const auto target =
      request.target ? *request.target : Target::named("identity", request.parameters).value();
  later = std::make_shared<LaterStages>(request.parameters, *request.pattern, result.assumption,
                                        built, request.overrides, target);
  system = std::make_unique<PatternSystem>(
      RunContext{request.parameters, request.pattern, &result.assumption, built, later});
}

void RunUnderway::build_network() {
  result.attention_layers =
      attention_layers(request.parameters, *request.pattern, result.assumption);
  const auto layers = result.attention_layers.to_int64();
  if (!layers || *layers > kMaxLayers) {
    result.not_executed =
        fmt::format("the network has {} attention layers", count_of(result.attention_layers));
    return;
  }
  result.construction =
      hardmax::build(request.parameters, *request.pattern, result.assumption, request.overrides);
  HARDMAX_REQUIRE(result.attention_layers == Rational(result.construction->network.size()));
}

// Assumption 1 is not asked for.
void RunUnderway::open_without_pattern() {
  auto opened =
      std::make_unique<SweepSystem>(*request.sweep, request.parameters, request.overrides);
  if (opened->built()) {
    result.sweep = opened->built();
    result.attention_layers = result.sweep->network.size();
  }
  result.not_executed = opened->not_built();
  result.quantizer_layers = opened->quantizer_layers();
  if (!request.sweep->positional) {
    const Rational columns = power(opened->inputs().base(), request.parameters.d);
    const std::uint64_t n = request.parameters.n;
    result.orbits = ways_to_choose(columns + Rational(n - 1), n);
    result.orbits_distinct = ways_to_choose(columns, n);
  }
  system = std::move(opened);
}

bool RunUnderway::is_too_large_to_build() const {
  return request.sweep || result.assumption.holds();
}

bool RunUnderway::may_follow() const {
  return request.sweep ? !request.sweep->extended : result.assumption.holds();
}

std::uint64_t RunUnderway::steps_of_budget() const {
  return static_cast<std::uint64_t>(request.budget_seconds * kReadsPerSecond);
}

std::string RunUnderway::out_of_steps() const {
  return fmt::format("stopped after {:.3g} steps, the budget of {} (--budget)",
                     request.budget_seconds * kReadsPerSecond, duration(request.budget_seconds));
}

bool RunUnderway::is_out_of_reach() const {
  return !is_affordable(approximately(result.inputs) * kLeastSecondsPerInput);
}

std::string RunUnderway::too_many_inputs() const {
  const double least = approximately(result.inputs) * kLeastSecondsPerInput;
  return fmt::format("{} inputs, at least {}; budget {} (--budget)", count_of(result.inputs),
                     std::isfinite(least) ? duration(least) : "1e+290 years",
                     duration(request.budget_seconds));
}

double RunUnderway::seconds_of_one_input() {
  if (one_input_ == 0) {
    Enumeration one;
    one.system = system.get();
    one.inputs = 1;
    one_input_ = sample_cost(one, 0).replay;
  }
  return one_input_;
}

std::string RunUnderway::not_built() const {
  return fmt::format("{}; {} inputs", result.not_executed, count_of(result.inputs));
}

}  // namespace hardmax
