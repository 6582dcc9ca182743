#include "discharge/value_stage.hpp"

#include <algorithm>

#include "exact/error.hpp"
#include "execute/literal.hpp"

namespace hardmax {

using yun2020b::column_id;
using yun2020b::WindowIndex;

namespace {

// Calls each(ordinal, state before the all-max stage, state after it) for every grid input, in order.
template <class Each>
void run_all(const yun2020b::Construction& built, const Pattern& pattern, const Each& each) {
  const auto [n, d, D] = built.parameters;
  const Grid grid(n, d, D);
  const Literal<ExactHardmax> literal(built.network, pattern);
  const std::uint64_t inputs = grid.size64().value();
  for (std::uint64_t g = 0; g < inputs; ++g) {
    const auto G = grid.input(g);
    State<Rational> z(d, n);
    for (std::size_t i = 0; i < z.entries.size(); ++i) z.entries[i] = Rational(G[i]) + built.E[i / d] * Rational(D);
    for (std::size_t t = 0; t < built.selective_layers; ++t) z = literal.apply(t, z);
    State<Rational> after = z;
    for (std::size_t t = built.selective_layers; t < literal.layers(); ++t) after = literal.apply(t, after);
    each(g, z, after);
  }
}

}  // namespace

ValueStage::ValueStage(const yun2020b::Construction& construction, const Pattern& pattern, const Assumption1& assumption, const yun2020b::Overrides& overrides,
                       yun2020b::Target target)
    : parameters_(construction.parameters), pattern_(pattern), assumption_(assumption), overrides_(overrides), c_(construction.c), printed_(parameters_, {}) {
  const auto [n, d, D] = parameters_;
  const Grid grid(n, d, D);
  const Rational count = grid.size() * Rational(n);
  if (count > Rational(max_layers)) throw LimitReached("the value mapping has " + count.str() + " layers, more than " + std::to_string(max_layers));
  std::vector<Column> contexts;
  std::optional<Rational> before;
  run_all(construction, pattern_, [&](std::uint64_t, const State<Rational>& shifted, const State<Rational>& final_state) {
    for (std::size_t k = 0; k < n; ++k) {
      const Rational id = column_id(shifted.column(k), D);
      before = before ? std::min(*before, id) : id;
      const auto column = final_state.column(k);
      contexts.emplace_back(column.begin(), column.end());
    }
  });
  least_before_all_max_ = *before;
  for (std::uint64_t g = 0; g < grid.size64().value(); ++g) {
    for (Column& column : target(g, grid.input(g))) targets_.push_back(std::move(column));
  }
  HARDMAX_REQUIRE(targets_.size() == contexts.size());
  const auto by_id = [D = D](const Column& a, const Column& b) { return column_id(a, D) < column_id(b, D); };
  least_id_ = column_id(*std::min_element(contexts.begin(), contexts.end(), by_id), D);
  largest_id_ = column_id(*std::max_element(contexts.begin(), contexts.end(), by_id), D);
  largest_target_ = column_id(*std::max_element(targets_.begin(), targets_.end(), by_id), D);
  printed_ = WindowIndex(parameters_, std::move(contexts));
  if (least_before_all_max_.sign() > 0) {
    enlarged_ = enlarged_for(largest_target_);
    enlarged_planted_ = enlarged_for(largest_id_);
  }
}

std::vector<ValueStage::Column> ValueStage::contexts_for(const yun2020b::Construction& construction) const {
  std::vector<Column> contexts;
  run_all(construction, pattern_, [&](std::uint64_t, const State<Rational>&, const State<Rational>& final_state) {
    for (std::size_t k = 0; k < final_state.tokens; ++k) {
      const auto column = final_state.column(k);
      contexts.emplace_back(column.begin(), column.end());
    }
  });
  return contexts;
}

WindowIndex ValueStage::enlarged_for(const Rational& largest_target) const {
  yun2020b::Overrides overrides = overrides_;
  overrides.c = yun2020b::enlarged_multiplier(c_, least_before_all_max_, largest_target);
  return WindowIndex(parameters_, contexts_for(yun2020b::build(parameters_, pattern_, assumption_, overrides)));
}

ValueStage::Column ValueStage::run(const std::function<Column(std::size_t)>& target, const Rational& largest_target, std::size_t layer, Repair repair, Order order,
                                   std::vector<std::size_t>* hits, const WindowIndex& enlarged) const {
  HARDMAX_REQUIRE(layer < layers());
  switch (repair) {
    case Repair::none: return printed_.run(printed_.contexts()[layer], target, order, hits);
    case Repair::larger_multiplier: return enlarged.run(enlarged.contexts()[layer], target, order, hits);
    case Repair::shifted_targets: {
      const Rational K = std::max(Rational(0), -floor(-(largest_target - least_id_ + Rational(1))));
      const auto shifted = [&](std::size_t j) {
        Column column = target(j);
        column[0] -= K;
        return column;
      };
      Column column = printed_.run(printed_.contexts()[layer], shifted, order, hits);
      column[0] += K;  // the last layer, Z -> Z + K e_1
      return column;
    }
  }
  HARDMAX_REQUIRE(!"unknown repair");
  return {};
}

ValueStage::Column ValueStage::mapped(std::size_t layer, Repair repair, Order order, std::vector<std::size_t>* hits) const {
  if (repair == Repair::larger_multiplier && !enlarged_) throw LimitReached("R3 needs ids above zero before the all-max stage");
  return run([&](std::size_t j) { return targets_[j]; }, largest_target_, layer, repair, order, hits, enlarged_ ? *enlarged_ : printed_);
}

ValueStage::Column ValueStage::planted(std::size_t layer, std::size_t source, Repair repair, Order order, std::vector<std::size_t>* hits) const {
  if (repair == Repair::larger_multiplier && !enlarged_planted_) throw LimitReached("R3 needs ids above zero before the all-max stage");
  HARDMAX_REQUIRE(source < layers());
  const auto target = [&](std::size_t j) { return j == layer ? printed_.contexts()[source] : Column(parameters_.d); };
  return run(target, largest_id_, layer, repair, order, hits, enlarged_planted_ ? *enlarged_planted_ : printed_);
}

}  // namespace hardmax
