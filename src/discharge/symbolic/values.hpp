// The value mapping for all inputs at once: what comes out of its layers, where every column is in
// the window of its own layer alone.
//
// If the final ids of all inputs and tokens are different whole multiples of delta, the windows [id
// - delta/2, id + delta/2) have nothing in common, and a column g_c(H)_k is in that of its own
// layer alone. That layer makes it what it aims at. Whether a later window has that column in it,
// is a matter of its id:
//   planted         aims at g_c(K)_j, which is in the window of the layer (K, j), and at 0 there; 0
//   is in no window where all ids are at least delta R2              every aim is lowered by K,
//   below all windows: by the choice of K, whatever the aims R3              with the larger
//   multiplier every id is at least delta more than the largest aim; that run is followed too
// The layers are in order of enumeration, (H, k) before (H, j) for k < j.
//
// Units     of delta.   Source  yun2020b E.3 and its repairs
// (discharge/value_stage.hpp executes them).   Requires no
// value layer is dropped. Tests     tests/unit/discharge/symbolic_values_test.cpp
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "discharge/symbolic/staged_run.hpp"
#include "execute/symbolic.hpp"
#include "network/target.hpp"

namespace hardmax {

class SymbolicValues {
 public:
  using WithMultiplier = std::function<StagedRun(
      const Rational& c)>;  // the same run, but for the multiplier of its all-max layers
  using Quantized = std::function<Rational(std::size_t row,
                                           const Rational& entry)>;  // rows from 0; units of delta
  // The run was followed; it and what else is given outlives the object.
  SymbolicValues(const StagedRun& run, const SymbolicRun& symbolic,
                 const claim::Vocabulary& vocabulary, std::string target,
                 WithMultiplier with_multiplier, Quantized quantized);

  // Entry `row` of what comes out of a name: of the context, or the target, at a token of the input
  // (both from 0), or 0.
  struct Column {
    enum class Kind { context, target, zero, unknown } kind = Kind::unknown;
    std::size_t token = 0, row = 0;
    std::string why_not;  // unknown
  };
  // Requires  all inputs among the arguments are the same; a name for which has_column().  Errors
  // Undefined: an index out of range.
  [[nodiscard]] Column column(StagedName name, const NameCall& call) const;
  [[nodiscard]] static bool has_column(StagedName name);

  // The token, from 0, that an entry of the target is taken from; empty: a target of another kind.
  [[nodiscard]] std::optional<std::size_t> target_token(std::size_t k) const;
  [[nodiscard]] const std::string& windows_apart()
      const;  // empty if they are, and every id is at least delta; else why that is not known

 private:
  struct Ids {
    std::string why_not;                     // the windows are apart
    Rational largest, least_before_all_max;  // attained
  };
  [[nodiscard]] Ids printed_ids() const;
  const Ids& printed() const;
  [[nodiscard]] std::string enlarged(const Rational& largest) const;
  const std::string& enlarged_for_planted() const;
  const std::string& enlarged_for_target() const;
  const std::string& quantizer_changes_nothing() const;

  const StagedRun& run_;
  const SymbolicRun& symbolic_;
  const claim::Vocabulary& vocabulary_;
  std::string target_;
  WithMultiplier with_multiplier_;
  Quantized quantized_;
  mutable std::optional<Ids> printed_;
  mutable std::optional<std::string> for_planted_, for_target_, quantized_alike_;
};

}  // namespace hardmax
