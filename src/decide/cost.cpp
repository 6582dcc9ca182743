#include "decide/cost.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "decide/estimate.hpp"
#include "exact/crew.hpp"

namespace hardmax::decide {

namespace {

// No reading is faster: tokens times layers a second, on one thread.
constexpr double kFastest = 1e8;
// What a second of the budget is worth where cost is bounded by counting.
constexpr double kMembersPerSecond = 1e6, kStepsPerSecond = 1e7;

}  // namespace

double SampledSeconds::of_all(double inputs, std::size_t threads) const {
  if (inputs_ < 2) return first_;
  return first_ +
         others_ / static_cast<double>(inputs_ - 1) * inputs / static_cast<double>(threads);
}

Cost::Cost(const Request& request, const Result& result)
    : request_(request), result_(result), threads_(threads_of(request.threads)) {}

Allowance Cost::allowance() const {
  const auto at_most = [](double x) { return static_cast<std::uint64_t>(std::min(x, 1e15)); };
  return {at_most(request_.budget_seconds * kMembersPerSecond),
          at_most(request_.budget_seconds * kStepsPerSecond)};
}

double Cost::least(const NamedFormula& formula) const {
  return approximately(result_.inputs) * work_of_one(formula) / kFastest;
}

double Cost::of_all_inputs(const SampledSeconds& sample) const {
  return sample.of_all(approximately(result_.inputs), threads_);
}

std::string Cost::over_budget(const char* how, double seconds) const {
  return fmt::format("{:.3g} inputs, {} {:.2g} s; budget {} s (--budget)",
                     approximately(result_.inputs), how, seconds, request_.budget_seconds);
}

std::string Cost::out_of_steps() const {
  return fmt::format("stopped after the steps of a budget of {} s (--budget)",
                     request_.budget_seconds);
}

// Layers of the networks that the formula looks at, times tokens.
double Cost::work_of_one(const NamedFormula& formula) const {
  const subject::ConstructionFile& file = request_.run->file();
  std::set<std::string> networks;
  for (const std::string& name : definitions_among(file, formula.names)) {
    const auto& signature = file.definitions.at(name).signature;
    const auto& own = signature.arguments;
    const auto reach = file.reach(*signature.term, std::set<std::string>(own.begin(), own.end()));
    networks.insert(reach.states.begin(), reach.states.end());
  }
  double layers = 1;
  for (const auto& [network, count] : result_.layers) {
    if (!networks.contains(network)) continue;
    // One that is too long is not run: that is found at once. Windows may hold no column at all.
    if (request_.run->reading().engine() == subject::Engine::jumping)
      layers += 1;
    else if (count <= Rational(subject::max_layers))
      layers += approximately(count);
  }
  return layers * static_cast<double>(result_.tokens);
}

}  // namespace hardmax::decide
