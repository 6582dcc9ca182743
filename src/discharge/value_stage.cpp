#include "discharge/value_stage.hpp"

#include <algorithm>

#include "discharge/first_state.hpp"
#include "discharge/from_file.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

State<Rational> run_layers(const Literal<ExactHardmax>& literal, State<Rational> z,
                           std::size_t first, std::size_t last) {
  for (std::size_t t = first; t < last; ++t) z = literal.apply(t, z);
  return z;
}

void append_columns(const State<Rational>& z, std::vector<Column>& columns) {
  for (std::size_t k = 0; k < z.tokens; ++k) {
    const auto column = z.column(k);
    columns.emplace_back(column.begin(), column.end());
  }
}

Rational whole_shift(const Rational& largest, const Rational& least) {
  return std::max(Rational(0), -floor(-(largest - least + Rational(1))));
}

Rational round_up(const Rational& x) { return -floor(-x); }

}  // namespace

const PiecewiseLinear& value_window() {
  static const Rational half = Rational(1) / Rational(2);
  static const PiecewiseLinear window =
      PiecewiseLinear::from_half_open({{-half, half, {0, 1}}}, {0, 0});
  return window;
}

Rational enlarged_multiplier(const Rational& c, const Rational& all_max_minimum,
                             const Rational& largest_target) {
  HARDMAX_REQUIRE(all_max_minimum.sign() > 0);
  return round_up(std::max(c, (largest_target + 1) / all_max_minimum));
}

ValueStage::ValueStage(const Construction& construction, const Pattern& pattern,
                       const Assumption1& assumption, const Overrides& overrides,
                       const Target& target, const QuantizerStage& quantizer)
    : parameters_(construction.parameters),
      pattern_(pattern),
      assumption_(assumption),
      overrides_(overrides),
      c_(construction.c),
      printed_{WindowIndex(parameters_, {}), {}} {
  const auto [n, d, D] = parameters_;
  const Grid grid(n, d, D);
  const Rational count = grid.size() * Rational(n);
  if (count > Rational(max_layers))
    throw LimitReached("the value mapping has " + count.str() + " layers, more than " +
                       std::to_string(max_layers));
  for (const std::uint64_t layer : overrides.vdrop) dropped_.insert(layer - 1);

  // The selective stage, for every input from H = G + E and, where the quantiser changes H, from
  // what it makes of it.
  const Literal<ExactHardmax> literal(construction.network, pattern);
  bool changed = false;
  std::vector<State<Rational>> quantized;
  for (std::uint64_t g = 0; g < grid.size64().value(); ++g) {
    const auto G = grid.input(g);
    const State<Rational> z = first_state(construction, G);
    State<Rational> q(d, n);
    for (std::size_t i = 0; i < z.entries.size(); ++i)
      q.entries[i] = quantizer.quantized(i % d, z.entries[i]);
    changed = changed || q.entries != z.entries;
    before_all_max_.push_back(run_layers(literal, z, 0, construction.selective_layers));
    quantized.push_back(q.entries == z.entries
                            ? before_all_max_.back()
                            : run_layers(literal, q, 0, construction.selective_layers));
    for (Column& column : target(g, G)) targets_.push_back(std::move(column));
  }
  if (changed) quantized_before_all_max_ = std::move(quantized);
  printed_ = mapping_for(construction);
  HARDMAX_REQUIRE(targets_.size() == layers());

  std::vector<Column> before;
  for (const State<Rational>& z : before_all_max_) append_columns(z, before);
  const auto by_id = [D = D](const Column& a, const Column& b) {
    return column_id(a, D) < column_id(b, D);
  };
  const auto& contexts = printed_.index.contexts();
  least_before_all_max_ = column_id(*std::min_element(before.begin(), before.end(), by_id), D);
  least_id_ = column_id(*std::min_element(contexts.begin(), contexts.end(), by_id), D);
  largest_id_ = column_id(*std::max_element(contexts.begin(), contexts.end(), by_id), D);
  largest_target_ = column_id(*std::max_element(targets_.begin(), targets_.end(), by_id), D);
  shift_target_ = whole_shift(largest_target_, least_id_);
  shift_planted_ = whole_shift(largest_id_, least_id_);
}

ValueStage::Mapping ValueStage::mapping_for(const Construction& construction) const {
  const Literal<ExactHardmax> literal(construction.network, pattern_);
  std::vector<Column> contexts, starts;
  for (const auto& z : before_all_max_)
    append_columns(run_layers(literal, z, construction.selective_layers, literal.layers()),
                   contexts);
  for (const auto& z : quantized_before_all_max_)
    append_columns(run_layers(literal, z, construction.selective_layers, literal.layers()), starts);
  return {WindowIndex(parameters_, std::move(contexts), dropped_), std::move(starts)};
}

Rational ValueStage::multiplier_for(const Rational& largest_target) const {
  if (least_before_all_max_.sign() <= 0) {
    throw LimitReached("R3 needs ids above zero before the all-max stage; the least is " +
                       least_before_all_max_.str() + " delta");
  }
  return hardmax::enlarged_multiplier(c_, least_before_all_max_, largest_target);
}

const ValueStage::Mapping& ValueStage::enlarged(Shared& shared,
                                                const Rational& largest_target) const {
  shared.once.call([&] {
    Overrides overrides = overrides_;
    overrides.c = multiplier_for(largest_target);
    shared.mapping = mapping_for(hardmax::build(parameters_, pattern_, assumption_, overrides));
  });
  return *shared.mapping;
}

FeedForward ValueStage::built_layer(std::size_t layer) const {
  const auto& [n, d, D] = parameters_;
  std::vector<Rational> u;
  for (std::uint64_t r = 0; r < d; ++r) u.push_back(power(D, r));
  Column change = targets_[layer];
  for (std::size_t r = 0; r < change.size(); ++r) change[r] -= context(layer)[r];
  return FeedForward{
      Matrix::row(u),           {-column_id(context(layer), D)},
      value_window(),           dropped_.contains(layer) ? Matrix(d, 1) : Matrix::column(change),
      std::vector<Rational>(d), true};
}

Column ValueStage::shifted(const WindowIndex& index, Column column, const Aims& aims,
                           const Rational& K, Order order, std::vector<std::size_t>* hits) {
  const auto lower = [&](std::size_t j) {
    Column aim = aims(j);
    aim[0] -= K;
    return aim;
  };
  column = index.run(std::move(column), lower, order, hits);
  column[0] += K;  // the last layer, Z -> Z + K e_1
  return column;
}

Column ValueStage::mapped(std::size_t layer, Repair repair, Order order,
                          std::vector<std::size_t>* hits) const {
  HARDMAX_REQUIRE(layer < layers());
  const Aims aims = [&](std::size_t j) { return targets_[j]; };
  if (repair == Repair::shifted_targets)
    return shifted(printed_.index, printed_.start(layer), aims, shift_target_, order, hits);
  const Mapping& mapping =
      repair == Repair::none ? printed_ : enlarged(enlarged_target_, largest_target_);
  return mapping.index.run(mapping.start(layer), aims, order, hits);
}

Column ValueStage::planted(std::size_t layer, std::size_t source, Repair repair, Order order,
                           std::vector<std::size_t>* hits) const {
  HARDMAX_REQUIRE(layer < layers() && source < layers());
  const Aims aims = [&](std::size_t j) {
    return j == layer ? context(source) : Column(parameters_.d);
  };
  if (repair == Repair::shifted_targets)
    return shifted(printed_.index, context(layer), aims, shift_planted_, order, hits);
  const WindowIndex& index =
      repair == Repair::none ? printed_.index : enlarged(enlarged_planted_, largest_id_).index;
  return index.run(index.contexts()[layer], aims, order, hits);
}

Column ValueStage::through(Column column, std::vector<std::size_t>* hits) const {
  return printed_.index.run(
      std::move(column), [&](std::size_t j) { return targets_[j]; }, Order::forward, hits);
}

}  // namespace hardmax
