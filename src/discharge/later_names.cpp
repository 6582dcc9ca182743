// The names of quantiser and value mapping: what RunModel::read answers for them.
#include <algorithm>

#include "discharge/run_model.hpp"
#include "exact/error.hpp"

namespace hardmax {

using claim::Value;

namespace {

// The window [low, high) of a value layer, from its weights: where the id x = u^T Z_k has phi'(x +
// b_1) between the activation's two breakpoints.
std::pair<Rational, Rational> window_of(const FeedForward& layer) {
  const auto& ends = layer.activation.breakpoints();
  HARDMAX_REQUIRE(layer.b_1.size() == 1 && ends.size() == 2);
  return {ends[0] - layer.b_1[0], ends[1] - layer.b_1[0]};
}

Value value_of_count(std::uint64_t x) { return Value(Rational(x)); }

}  // namespace

const LaterStages& RunModel::later() const {
  if (!context_.later) throw LimitReached("quantiser and value mapping of this run are not there");
  return *context_.later;
}

Rational RunModel::quantized(std::uint64_t t, std::uint64_t row, const Rational& x) const {
  constexpr std::size_t kKept = 1 << 16;
  if (paths_.size() > kKept) paths_.clear();
  auto it = paths_.find({row, x});
  if (it == paths_.end())
    it = paths_.emplace(std::pair(row, x), later().quantizer().path(row, x)).first;
  const auto& changes = it->second;
  auto after = std::upper_bound(changes.begin(), changes.end(), t,
                                [](std::uint64_t layers, const QuantizerStage::Change& change) {
                                  return layers < change.layers;
                                });
  return std::prev(after)->value;
}

// Names of the quantiser.
Value RunModel::read_quantizer(const NameCall& call) const {
  const QuantizerStage& quantizer = later().quantizer();
  const auto [n, d, D] = context_.parameters;
  const auto layer = [&]() -> const FeedForward& {
    return quantizer.layer(call.index(0, 1, quantizer.layers()) - 1);
  };
  switch (call.name()) {
    case Name::quantize_layers_: return value_of_count(quantizer.layers());
    case Name::qbreaks_: {
      const auto t = call.index(0, 0, quantizer.layers());
      claim::Set points = quantizer.breakpoints(t, call.index(1, 1, d) - 1);
      for (Rational& x : points) x = in_real_units(x);
      return points;
    }
    case Name::qmap_: {
      const auto t = call.index(0, 0, quantizer.layers());
      const auto row = call.index(1, 1, d) - 1;
      return in_real_units(quantized(t, row, call.number(2) * Rational(D)));
    }
    case Name::q_hidden_: return value_of_count(layer().b_1.size());
    case Name::q_pieces_: return value_of_count(layer().activation.linear_pieces());
    case Name::q_flat_: return value_of_count(constant_pieces(layer().activation));
    default: break;
  }
  HARDMAX_REQUIRE(!"an accessor without a meaning");
  return false;
}

Value RunModel::read_later(const NameCall& call) const {
  using Repair = ValueStage::Repair;
  using Order = ValueStage::Order;
  const auto [n, d, D] = context_.parameters;
  if (!needs_value_mapping(call.accessor)) return read_quantizer(call);
  const ValueStage& stage = later().value();
  const auto layer = [&] { return stage.built_layer(call.index(0, 1, stage.layers()) - 1); };
  // The layer of (input, token) at two neighbouring positions.
  const auto column_at = [&, n = n](std::size_t position) {
    return call.ordinal(position) * n + call.index(position + 1, 1, n) - 1;
  };
  const auto mapped = [&, d = d](Repair repair) {
    const auto row = call.index(1, 1, d) - 1;
    const std::size_t column =
        call.ordinal(0) * context_.parameters.n + call.index(2, 1, context_.parameters.n) - 1;
    return Value(in_real_units(stage.mapped(column, repair, Order::forward)[row]));
  };
  const auto planted = [&, d = d](Repair repair, Order order) {
    const auto row = call.index(4, 1, d) - 1;
    return Value(in_real_units(stage.planted(column_at(0), column_at(2), repair, order)[row]));
  };
  switch (call.name()) {
    case Name::value_layers_: return value_of_count(stage.layers());
    case Name::v_hidden_: return value_of_count(layer().b_1.size());
    case Name::v_pieces_: return value_of_count(layer().activation.linear_pieces());
    case Name::v_flat_: return value_of_count(constant_pieces(layer().activation));
    case Name::v_low_: return in_real_units(window_of(layer()).first);
    case Name::v_high_: return in_real_units(window_of(layer()).second);
    case Name::f_: {
      const auto row = call.index(1, 1, d) - 1;
      return in_real_units(stage.target(call.ordinal(0) * n + call.index(2, 1, n) - 1)[row]);
    }
    case Name::out_: return mapped(Repair::none);
    case Name::out_R2_: return mapped(Repair::shifted_targets);
    case Name::out_R3_: return mapped(Repair::larger_multiplier);
    case Name::moves_: {
      std::vector<std::size_t> hits;
      static_cast<void>(stage.mapped(column_at(0), Repair::none, Order::forward, &hits));
      return value_of_count(hits.size());
    }
    case Name::planted_: return planted(Repair::none, Order::forward);
    case Name::planted_back_: return planted(Repair::none, Order::backward);
    case Name::planted_R2_: return planted(Repair::shifted_targets, Order::forward);
    case Name::planted_R3_: return planted(Repair::larger_multiplier, Order::forward);
    default: break;
  }
  HARDMAX_REQUIRE(!"an accessor without a meaning");
  return false;
}

}  // namespace hardmax
