#include "decide/integer_layers.hpp"

#include <algorithm>

namespace hardmax::decide {

using subject::MadeLayer;
using subject::Reading;

void NodeSet::add(std::uint64_t node) {
  if (slots_[find(node)].node == node) return;
  if (count_ == most_) throw NotInteger("too many nodes are looked at");
  if (2 * (count_ + 1) > slots_.size()) {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old)
      if (slot.node != 0) slots_[find(slot.node)] = slot;
  }
  slots_[find(node)] = {node, count_++};
}

namespace {

std::int64_t whole(const Rational& x) {
  const auto out = x.to_int64();
  if (!out) throw NotInteger("a weight is no machine integer");
  return *out;
}

Sparse sparse(const subject::Form& form) {
  Sparse out;
  for (const auto& [row, weight] : form.w) {
    out.at.push_back(static_cast<std::uint32_t>(row - 1));
    out.by.push_back(whole(weight));
  }
  return out;
}

void require_relu(const subject::Activation& activation) {
  static const PiecewiseLinear relu({Rational(0)}, {{0, 0}, {1, 0}}, {Rational(0)});
  if (activation.function != relu) throw NotInteger("an activation is no ReLU");
}

// Column `column` of a weight, as rows and factors.
Sparse column_of(const subject::Mat& weight, std::size_t column) {
  Sparse out;
  for (std::size_t r = 0; r < weight.rows; ++r) {
    const Rational& x = weight.numbers[r * weight.columns + column];
    if (x.is_zero()) continue;
    out.at.push_back(static_cast<std::uint32_t>(r));
    out.by.push_back(whole(x));
  }
  return out;
}

IntegerMemory memory_of(const MadeLayer::One& one) {
  IntegerMemory out;
  out.minus_abs = one.part->minus_abs;
  for (const subject::Form& f : one.part->query) {
    out.query.push_back(sparse(f));
    out.constants.push_back(whole(f.b));
  }
  for (const auto& [key, value] : one.part->table) {
    std::vector<std::int64_t> numbers;
    for (const Rational& x : key) numbers.push_back(whole(x));
    out.keys.push_back(std::move(numbers));
    Sparse output;
    for (std::size_t r = 0; r < one.weight.rows; ++r) {
      Rational x;
      for (std::size_t i = 0; i < value.size(); ++i)
        x.add_product(one.weight.numbers[r * one.weight.columns + i], value[i]);
      if (x.is_zero()) continue;
      output.at.push_back(static_cast<std::uint32_t>(r));
      output.by.push_back(whole(x));
    }
    out.outputs.push_back(std::move(output));
  }
  return out;
}

// `seen`: rows that are kept; a Sparse of a fetch has places among them.
IntegerFetch fetch_of(const MadeLayer::One& one, std::vector<std::uint32_t>& seen) {
  IntegerFetch out;
  for (std::size_t r = 0; r < one.weight.rows; ++r) {
    subject::Form sum;
    for (std::size_t i = 0; i < one.part->value.size(); ++i)
      sum = subject::plus(
          sum, subject::times(one.part->value[i], one.weight.numbers[r * one.weight.columns + i]));
    if (sum.w.empty()) continue;
    Sparse from = sparse(sum);
    for (std::uint32_t& row : from.at) {
      const auto place = std::find(seen.begin(), seen.end(), row);
      if (place == seen.end()) {
        seen.push_back(row);
        row = static_cast<std::uint32_t>(seen.size() - 1);
      } else {
        row = static_cast<std::uint32_t>(place - seen.begin());
      }
    }
    out.out.emplace_back(static_cast<std::uint32_t>(r), std::move(from));
  }
  return out;
}

void find_written(IntegerLayer& layer) {
  const auto add = [&](const Sparse& s) {
    layer.written.insert(layer.written.end(), s.at.begin(), s.at.end());
  };
  for (const IntegerUnit& unit : layer.units) add(unit.out);
  for (const IntegerMemory& memory : layer.memories)
    for (const Sparse& output : memory.outputs) add(output);
  for (const IntegerFetch& fetch : layer.fetches)
    for (const auto& entry : fetch.out) layer.written.push_back(entry.first);
  std::sort(layer.written.begin(), layer.written.end());
  layer.written.erase(std::unique(layer.written.begin(), layer.written.end()), layer.written.end());
}

}  // namespace

std::optional<IntegerLayer> integer_layer(Reading& reading, const std::string& network,
                                          std::uint64_t t, KeyTerms& out) {
  const auto held = reading.layer(network, t);
  const MadeLayer& made = *held;
  if (made.dropped || (made.idle() && made.residual)) return std::nullopt;
  if (made.kind == MadeLayer::Kind::map) throw NotInteger("a stage is a map");
  IntegerLayer layer;
  layer.residual = made.residual;
  for (const MadeLayer::One& one : made.parts) {
    if (made.kind == MadeLayer::Kind::units) {
      require_relu(*one.activation);
      layer.units.push_back(
          {sparse(one.part->form), column_of(one.weight, 0), whole(one.part->form.b)});
    } else if (one.part->memory) {
      layer.memories.push_back(memory_of(one));
    } else {
      layer.fetches.push_back(fetch_of(one, layer.seen));
    }
  }
  if (made.on_tokens) {
    const subject::Stage& stage = *reading.place(network, t).stage;
    if (!stage.repeat.list.empty() || !stage.loop.list.empty() || !stage.lets.empty())
      throw NotInteger("a stage with heads on tokens has a loop");
    layer.key = out.terms->add_only_member(*stage.keys, {{"k", out.terms->k()}});
    out.nodes.push_back(out.keys->add_only_member(*stage.keys, {{"k", out.keys->k()}}));
  }
  find_written(layer);
  return layer;
}

}  // namespace hardmax::decide
