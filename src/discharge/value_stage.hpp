// The value mapping of a run: the columns g_c(H)_k of every input, and what the value layers make
// of them, as printed and repaired.
//
// Built once a run, on first use, by executing the contextual mapping on every input; shared by all
// threads. Columns go through the layers by WindowIndex, which is tested against executing every
// layer.
//
// Units     of delta.   Source  yun2020b E.3; repairs R2, R3
// (construction/yun2020b/value_mapping.hpp).   Thread-safe.   Tests
// tests/unit/discharge/value_stage_test.cpp
#pragma once
#include <mutex>
#include <optional>
#include <vector>

#include "construction/yun2020b/value_mapping.hpp"
#include "discharge/quantizer_stage.hpp"
#include "execute/grid.hpp"
#include "execute/literal.hpp"

namespace hardmax {

class ValueStage {
 public:
  using Column = yun2020b::Column;
  using Order = yun2020b::WindowIndex::Order;
  enum class Repair { none, shifted_targets, larger_multiplier };  // as printed, R2, R3

  // More layers than this are not built: LimitReached.
  static constexpr std::uint64_t max_layers = std::uint64_t{1} << 20;

  // Keeps the references. Errors  LimitReached if n D^(nd) > max_layers.
  ValueStage(const yun2020b::Construction& construction, const Pattern& pattern,
             const Assumption1& assumption, const yun2020b::Overrides& overrides,
             const yun2020b::Target& target, const QuantizerStage& quantizer);

  [[nodiscard]] std::size_t layers() const { return printed_.index.contexts().size(); }
  // layer = ordinal * n + token, 0-based.
  [[nodiscard]] const Column& context(std::size_t layer) const {
    return printed_.index.contexts()[layer];
  }  // g_c(H)_k
  [[nodiscard]] const Column& target(std::size_t layer) const { return targets_[layer]; }  // f(G)_k
  // The layer itself, as built; its W_2 is 0 if it is dropped.
  [[nodiscard]] FeedForward built_layer(std::size_t layer) const;

  // Column k of the input, quantised and mapped by g_c, after all value layers for the run's
  // target; layer is that of (H, k). `hits`: the layers whose window it was in, in order.
  [[nodiscard]] Column mapped(std::size_t layer, Repair repair, Order order,
                              std::vector<std::size_t>* hits = nullptr) const;
  // g_c(H)_k after the layers for the target that is g_c(K)_j at (H, k) and zero elsewhere; `layer`
  // and `source` are those of (H, k) and (K, j).
  [[nodiscard]] Column planted(std::size_t layer, std::size_t source, Repair repair, Order order,
                               std::vector<std::size_t>* hits = nullptr) const;
  // Any column through the printed layers for the run's target.
  [[nodiscard]] Column through(Column column, std::vector<std::size_t>* hits = nullptr) const;

  // Layers in all: n D^(nd), one more with R2.
  [[nodiscard]] std::size_t layer_count(Repair repair) const {
    return layers() + (repair == Repair::shifted_targets ? 1 : 0);
  }
  [[nodiscard]] const Rational& constant_shift() const {
    return shift_target_;
  }  // K of R2 for the run's target
  // c' of R3 for the run's target. Errors  LimitReached if an id before the all-max stage is not
  // above zero.
  [[nodiscard]] Rational enlarged_multiplier() const { return multiplier_for(largest_target_); }
  [[nodiscard]] const Rational& least_id() const { return least_id_; }
  [[nodiscard]] const Rational& largest_target() const { return largest_target_; }

 private:
  // Layers by their windows, and the columns that go through them (empty: the contexts themselves).
  struct Mapping {
    yun2020b::WindowIndex index;
    std::vector<Column> starts;
    [[nodiscard]] const Column& start(std::size_t layer) const {
      return starts.empty() ? index.contexts()[layer] : starts[layer];
    }
  };
  struct Shared {  // a mapping that is built when it is first asked for
    std::once_flag once;
    std::optional<Mapping> mapping;
  };
  [[nodiscard]] Mapping mapping_for(const yun2020b::Construction& construction) const;
  [[nodiscard]] Rational multiplier_for(const Rational& largest_target) const;
  [[nodiscard]] const Mapping& enlarged(Shared& shared, const Rational& largest_target) const;
  using Aims = std::function<Column(std::size_t)>;
  [[nodiscard]] static Column shifted(const yun2020b::WindowIndex& index, Column column,
                                      const Aims& aims, const Rational& K, Order order,
                                      std::vector<std::size_t>* hits);

  yun2020b::Parameters parameters_;
  const Pattern& pattern_;
  const Assumption1& assumption_;
  const yun2020b::Overrides& overrides_;
  Rational c_;
  std::set<std::size_t> dropped_;                // 0-based
  std::vector<State<Rational>> before_all_max_;  // of every input
  std::vector<State<Rational>>
      quantized_before_all_max_;  // the same from the quantised G + E; empty if the quantiser
                                  // changes no input
  std::vector<Column> targets_;
  Rational least_before_all_max_;   // least id before the all-max stage over all inputs and tokens
  Rational least_id_, largest_id_;  // of g_c
  Rational largest_target_;         // max u^T f
  Rational shift_target_, shift_planted_;  // K of R2
  Mapping printed_;
  mutable Shared enlarged_target_, enlarged_planted_;  // R3
};

}  // namespace hardmax
