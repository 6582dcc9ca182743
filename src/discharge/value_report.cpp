#include "discharge/value_report.hpp"

namespace hardmax {

namespace {

using Repair = ValueStage::Repair;
using Order = ValueStage::Order;

// Planted targets looked at before giving up; the first ones fail unless the construction was
// changed.
constexpr std::uint64_t kPlantedTried = 1 << 16;

class Reporter {
 public:
  Reporter(const ValueStage& stage, std::uint64_t n, std::uint64_t D)
      : stage_(stage), n_(n), D_(D) {}

  [[nodiscard]] ValueMiss miss(std::size_t layer, const Column& aim, Column result,
                               const std::vector<std::size_t>& hits) const {
    ValueMiss found{layer / n_, layer % n_, aim, std::move(result), {}};
    for (const std::size_t hit : hits)
      found.hits.push_back({hit / n_, hit % n_, column_id(stage_.context(hit), D_)});
    return found;
  }

  [[nodiscard]] std::uint64_t missed(Repair repair) const {
    std::uint64_t count = 0;
    for (std::size_t layer = 0; layer < stage_.layers(); ++layer)
      count += stage_.mapped(layer, repair, Order::forward) != stage_.target(layer);
    return count;
  }

  [[nodiscard]] std::optional<ValueReport::Adversary> adversary(Order order) const {
    const std::size_t layers = stage_.layers();
    const auto at = [&](std::size_t place) {
      return order == Order::forward ? place : layers - 1 - place;
    };
    std::uint64_t tried = 0;
    for (std::size_t first = 0; first < layers; ++first) {
      for (std::size_t second = 0; second < layers; ++second) {
        if (++tried > kPlantedTried) return std::nullopt;
        const std::size_t layer = at(first), source = at(second);
        std::vector<std::size_t> hits;
        auto result = stage_.planted(layer, source, Repair::none, order, &hits);
        if (result == stage_.context(source)) continue;
        return ValueReport::Adversary{miss(layer, stage_.context(source), std::move(result), hits),
                                      source / n_, source % n_};
      }
    }
    return std::nullopt;
  }

 private:
  const ValueStage& stage_;
  std::uint64_t n_, D_;
};

// u^T y of the column y whose entries are all 1/delta, which is D^2 in units of delta.
Rational id_of_largest_small(std::size_t rows, std::uint64_t D) {
  return column_id(Column(rows, Rational(D) * Rational(D)), D);
}

}  // namespace

ValueReport report_value_mapping(const ValueStage& stage, std::uint64_t n, std::uint64_t D,
                                 const std::string& target) {
  const Reporter reporter(stage, n, D);
  ValueReport report;
  report.target = target;
  report.layers = report.columns = stage.layers();
  for (std::size_t layer = 0; layer < stage.layers(); ++layer) {
    std::vector<std::size_t> hits;
    auto result = stage.mapped(layer, Repair::none, Order::forward, &hits);
    report.moved_again += hits.size() > 1 || (hits.size() == 1 && hits.front() != layer);
    if (result == stage.target(layer)) continue;
    if (++report.missed == 1)
      report.first_miss = reporter.miss(layer, stage.target(layer), std::move(result), hits);
  }
  report.largest_small = id_of_largest_small(stage.context(0).size(), D);
  report.lowest_window = stage.least_id() - Rational(1) / Rational(2);
  report.R2_layers = stage.layer_count(Repair::shifted_targets);
  report.R2_constant = stage.constant_shift();
  report.R2_missed = reporter.missed(Repair::shifted_targets);
  report.R3_layers = stage.layer_count(Repair::larger_multiplier);
  try {
    report.R3_multiplier = stage.enlarged_multiplier();
    report.R3_missed = reporter.missed(Repair::larger_multiplier);
  } catch (const LimitReached&) {
    report.R3_multiplier.reset();
  }
  report.forward = reporter.adversary(Order::forward);
  report.backward = reporter.adversary(Order::backward);
  return report;
}

}  // namespace hardmax
