// The value mapping of a run: the columns g_c(H)_k of every input, and what the value layers make of them, as printed and repaired.
//
// Built once a run, on first use, by executing the contextual mapping on every input; shared by all threads. Columns go through the layers by WindowIndex, which is tested
// against executing every layer.
//
// Units     of delta.   Source  yun2020b E.3; repairs R2, R3 (construction/yun2020b/value_mapping.hpp).
#pragma once
#include <optional>
#include <vector>

#include "construction/yun2020b/value_mapping.hpp"
#include "execute/grid.hpp"

namespace hardmax {

class ValueStage {
 public:
  using Column = yun2020b::Column;
  using Order = yun2020b::WindowIndex::Order;
  enum class Repair { none, shifted_targets, larger_multiplier };  // as printed, R2, R3

  // More layers than this are not built: LimitReached.
  static constexpr std::uint64_t max_layers = std::uint64_t{1} << 20;

  // Errors  LimitReached if n D^(nd) > max_layers.
  ValueStage(const yun2020b::Construction& construction, const Pattern& pattern, const Assumption1& assumption, const yun2020b::Overrides& overrides, yun2020b::Target target);

  [[nodiscard]] std::size_t layers() const { return printed_.contexts().size(); }
  [[nodiscard]] const Column& context(std::size_t layer) const { return printed_.contexts()[layer]; }  // layer = ordinal * n + token, 0-based
  [[nodiscard]] const Column& target(std::size_t layer) const { return targets_[layer]; }

  // The column of (H, k), layer = its index, after all value layers for the run's target.
  [[nodiscard]] Column mapped(std::size_t layer, Repair repair, Order order, std::vector<std::size_t>* hits = nullptr) const;
  // The same for the target that is g_c(K)_j at (H, k) and zero elsewhere; `layer` and `source` are the indices of (H, k) and (K, j).
  [[nodiscard]] Column planted(std::size_t layer, std::size_t source, Repair repair, Order order, std::vector<std::size_t>* hits = nullptr) const;

  // Layers in all: n D^(nd), one more with R2.
  [[nodiscard]] std::size_t layer_count(Repair repair) const { return layers() + (repair == Repair::shifted_targets ? 1 : 0); }

 private:
  [[nodiscard]] std::vector<Column> contexts_for(const yun2020b::Construction& construction) const;
  [[nodiscard]] yun2020b::WindowIndex enlarged_for(const Rational& largest_target) const;
  [[nodiscard]] Column run(const std::function<Column(std::size_t)>& target, const Rational& largest_target, std::size_t layer, Repair repair, Order order,
                           std::vector<std::size_t>* hits, const yun2020b::WindowIndex& enlarged) const;

  yun2020b::Parameters parameters_;
  const Pattern& pattern_;
  const Assumption1& assumption_;
  yun2020b::Overrides overrides_;
  Rational c_;
  std::vector<Column> targets_;
  Rational least_before_all_max_;   // least id before the all-max stage over all inputs and tokens
  Rational least_id_, largest_id_;  // of g_c
  Rational largest_target_;         // max u^T f
  yun2020b::WindowIndex printed_;
  std::optional<yun2020b::WindowIndex> enlarged_;          // contexts with the multiplier of R3, for the run's target
  std::optional<yun2020b::WindowIndex> enlarged_planted_;  // for every planted target
};

}  // namespace hardmax
