// A run of a sweep construction (network/construction.hpp) as claims see it: the names of
// proofs/README.md, "Names of a run of yun2020a and sparsebert", in real units.
//
// Everything comes from the literal executor. States are kept by input, so that all claims share
// one execution.
//
// Inputs    of the extended grid G+: entries -delta^{-nd}, 0, delta, ..., 1 - delta, in this order;
// else of the grid. Token by token, the last entry fastest.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "discharge/quantizer_stage.hpp"
#include "discharge/run_system.hpp"
#include "discharge/sweep_papers.hpp"
#include "exact/once.hpp"
#include "execute/literal.hpp"
#include "network/construction.hpp"
#include "network/window_index.hpp"

namespace hardmax {

const claim::Vocabulary& sweep_vocabulary();

// The network and what is built of it once, for all threads.
class SweepSystem final : public RunSystem {
 public:
  // A network of too many layers is not built.  Errors  InvalidInput (option): an override out of
  // range or of a stage that there is not.
  SweepSystem(const SweepChoice& choice, const Parameters& parameters, const Overrides& overrides);

  [[nodiscard]] const claim::Vocabulary& names() const override { return sweep_vocabulary(); }
  [[nodiscard]] Grid inputs() const override { return grid_; }
  [[nodiscard]] std::uint64_t D() const override { return parameters_.D; }
  [[nodiscard]] std::unique_ptr<RunView> open(std::size_t cached_inputs) const override;
  [[nodiscard]] std::optional<Executable> executable() const override;

  [[nodiscard]] const SweepChoice& choice() const { return choice_; }
  [[nodiscard]] const Parameters& parameters() const { return parameters_; }
  [[nodiscard]] const std::optional<SweepConstruction>& built() const { return construction_; }
  [[nodiscard]] const std::string& not_built() const { return not_built_; }
  [[nodiscard]] const SweepConstruction& construction()
      const;  // Errors  LimitReached: it was not built
  [[nodiscard]] const Overrides& overrides() const { return overrides_; }
  [[nodiscard]] const Pattern& pattern() const { return pattern_; }  // every token sees every token
  [[nodiscard]] Pattern attended() const;  // every token, or every other one
  [[nodiscard]] std::size_t quantizer_layers() const { return quantizer_layers_; }
  [[nodiscard]] State<Rational> entries_of(
      const std::vector<std::uint64_t>& digits) const;  // of columns, units of delta
  // The largest entry of g_c over all inputs, units of delta. Executes them all once.  Errors
  // LimitReached beyond 2^20 inputs.
  [[nodiscard]] const Rational& largest() const;
  // The layers between attention and value mapping, with largest() where the file has it.
  [[nodiscard]] std::vector<Layer> zeroing() const;
  [[nodiscard]] std::unique_ptr<RunView> open_for(
      const claim::Formula& formula) const override;           // discharge/orbits.hpp
  void prepare(const claim::Formula& formula) const override;  // largest(), if it is needed
  [[nodiscard]] const QuantizerStage& quantizer()
      const;  // Errors  LimitReached beyond QuantizerStage::max_size

 private:
  SweepChoice choice_;
  Parameters parameters_;
  Overrides overrides_;
  Grid grid_;
  Pattern pattern_;
  std::optional<SweepConstruction> construction_;
  std::string not_built_;
  std::vector<Rational> entries_;  // that inputs have, in order, units of delta
  std::uint64_t quantizer_layers_ = 0;
  mutable Once quantizer_once_;
  mutable std::optional<QuantizerStage> quantizer_;
  mutable Once largest_once_, sorted_once_[2];
  mutable std::optional<std::vector<std::uint64_t>>
      sorted_[2];  // all sorted inputs; those with columns that all differ
  mutable Rational largest_;
};

// One thread's. Not thread-safe.
class SweepModel final : public RunView {
 public:
  SweepModel(const SweepSystem& system, std::size_t cached_inputs);

  [[nodiscard]] claim::Value read(std::size_t accessor,
                                  std::span<const claim::Value> arguments) const override;
  [[nodiscard]] std::uint64_t input_count() const override { return input_count_; }
  [[nodiscard]] std::string show(claim::Input input) const override;
  [[nodiscard]] std::vector<Rational> after_shift(std::uint64_t ordinal) const override {
    return trace(ordinal).ids[system_.construction().selective_layers];
  }
  [[nodiscard]] std::vector<Rational> ids(std::uint64_t ordinal) const override {
    return trace(ordinal).ids.back();
  }

  // ---- what the names are made of; units of delta, tokens and rows 0-based

  struct Trace {
    std::vector<State<Rational>> states;
    std::vector<std::vector<Rational>> ids;  // after t layers, of token k
  };
  [[nodiscard]] const SweepSystem& system() const { return system_; }
  [[nodiscard]] const Parameters& parameters() const { return system_.parameters(); }
  [[nodiscard]] const Literal<ExactHardmax>& literal() const { return *literal_; }
  [[nodiscard]] const Trace& trace(std::uint64_t ordinal) const;
  [[nodiscard]] State<Rational> grid_point(
      std::uint64_t ordinal) const;  // before encodings are added
  [[nodiscard]] std::uint64_t exchanged(std::uint64_t ordinal, std::uint64_t token)
      const;  // the input with tokens token and token + 1 exchanged
  [[nodiscard]] std::uint64_t distinct_columns(std::uint64_t ordinal) const;
  [[nodiscard]] int category(std::uint64_t ordinal)
      const;  // 1 distinct columns, 2 duplicate ones, 3 an entry out of range
  [[nodiscard]] bool sorted(std::uint64_t ordinal) const;  // ids of the columns do not decrease
  // Entry r of column (ordinal, token) of g_c after the first 1 + d layers of the value mapping
  // (yun2020a B.6).
  [[nodiscard]] Rational zeroed(std::uint64_t ordinal, std::uint64_t token, std::uint64_t r) const;
  // Entry r of column (ordinal, token) of g_c after the value layers whose target is column (of,
  // of_token) of g_c for that column and 0 for every other. repaired: with all targets moved by -K
  // e_1, K the largest id of a target plus delta, so that no target lies in a window, and a last
  // layer that adds K e_1 to columns whose id is below -delta/2.
  [[nodiscard]] Rational planted(std::uint64_t ordinal, std::uint64_t token, std::uint64_t of,
                                 std::uint64_t of_token, std::uint64_t r, bool repaired) const;
  // The same of any input, through all layers of the repaired mapping, the first 1 + d too, for
  // the target that is 0 for every context.
  [[nodiscard]] Rational zeroed_R2(std::uint64_t ordinal, std::uint64_t token,
                                   std::uint64_t r) const;

 private:
  using Target = std::function<Column(std::size_t layer)>;
  [[nodiscard]] Column context(std::uint64_t ordinal, std::uint64_t token) const;
  [[nodiscard]] const WindowIndex& windows() const;  // the value layers
  [[nodiscard]] Column repaired(Column column, const Target& target) const;

  const SweepSystem& system_;
  Grid grid_;
  std::uint64_t input_count_;
  std::size_t cached_inputs_;
  std::optional<Literal<ExactHardmax>> literal_;  // empty without a network
  mutable std::map<std::uint64_t, Trace> traces_;
  mutable std::optional<Network> zeroing_;
  mutable std::optional<WindowIndex> windows_;
  mutable Rational largest_id_;  // of the windows; 0 if that is more, as 0 is a target
  mutable std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> window_of_;
};

}  // namespace hardmax
