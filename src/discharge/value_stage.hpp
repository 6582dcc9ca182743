// The value mapping of a run: the columns g_c(H)_k of every input, and what the value layers make
// of them, as printed and repaired.
//
// Built once a run, on first use, by executing the contextual mapping on every input; shared by all
// threads. Columns go through the layers by WindowIndex, which is tested against executing every
// layer.
//
// For every grid input H and token k, one layer:  Z -> Z + (f(H - E)_k - g_c(H)_k) phi'(u^T Z - u^T
// g_c(H)_k 1^T),  phi'(t) = 1 on [-delta/2, delta/2), 0 elsewhere: every column whose id lies in
// the window around g_c(H)_k is moved by the same difference. n delta^{-dn} layers, one hidden unit
// each, in any order. That the construction file says so is checked (file_meaning.hpp).
//
// The mapped column stays in the residual stream: if u^T f(G)_k lies in the window of a LATER
// layer, that layer moves it again. Two repairs keep the layer form:
//   R2  aim at f - K e_1, K >= max u^T f - min id + delta, so that no target lies in a window, and
//   add one layer Z -> Z + K e_1 at the end. R3  a larger multiplier c' in the all-max stage, so
//   that every id is at least max u^T f + delta.
//
// Units     of delta.   Source  yun2020b E.3.   Thread-safe.   Tests
// tests/unit/discharge/value_stage_test.cpp
#pragma once
#include <optional>
#include <vector>

#include "discharge/quantizer_stage.hpp"
#include "exact/once.hpp"
#include "execute/grid.hpp"
#include "execute/literal.hpp"
#include "network/construction.hpp"
#include "network/target.hpp"
#include "network/window_index.hpp"
#include "pattern/assumption1.hpp"

namespace hardmax {

// phi', the activation of a value layer; units of delta.
const PiecewiseLinear& value_window();

// R3. The least whole number c' >= c with c' m >= max u^T f + 1, m the least id before the all-max
// stage: then every id is at least max u^T f + 1, as an all-max layer adds at least c' m.
// all_max_minimum is that least id, > 0. The run with c' decides whether it serves.
Rational enlarged_multiplier(const Rational& c, const Rational& all_max_minimum,
                             const Rational& largest_target);

class ValueStage {
 public:
  using Order = WindowIndex::Order;
  enum class Repair { none, shifted_targets, larger_multiplier };  // as printed, R2, R3

  // More layers than this are not built: LimitReached.
  static constexpr std::uint64_t max_layers = std::uint64_t{1} << 20;

  // Keeps the references. Errors  LimitReached if n D^(nd) > max_layers.
  ValueStage(const Construction& construction, const Pattern& pattern,
             const Assumption1& assumption, const Overrides& overrides, const Target& target,
             const QuantizerStage& quantizer);

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
    WindowIndex index;
    std::vector<Column> starts;
    [[nodiscard]] const Column& start(std::size_t layer) const {
      return starts.empty() ? index.contexts()[layer] : starts[layer];
    }
  };
  struct Shared {  // a mapping that is built when it is first asked for
    Once once;
    std::optional<Mapping> mapping;
  };
  [[nodiscard]] Mapping mapping_for(const Construction& construction) const;
  [[nodiscard]] Rational multiplier_for(const Rational& largest_target) const;
  [[nodiscard]] const Mapping& enlarged(Shared& shared, const Rational& largest_target) const;
  using Aims = std::function<Column(std::size_t)>;
  [[nodiscard]] static Column shifted(const WindowIndex& index, Column column, const Aims& aims,
                                      const Rational& K, Order order,
                                      std::vector<std::size_t>* hits);

  Parameters parameters_;
  const Pattern& pattern_;
  const Assumption1& assumption_;
  const Overrides& overrides_;
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
