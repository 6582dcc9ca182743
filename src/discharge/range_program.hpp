// Claims without inputs over long ranges, `forall k in 0..1023, j in 0..1023, ...: body`, compiled
// as claims about inputs are (discharge/claim_program.hpp): the names of the ranges are what the
// entries of an input are there, all else is evaluated once or written out, and the body is run for
// many choices side by side. A range further in, whose end depends on these, stands in front as
// well, with the choices beyond its end left out. The quantiser's names are terms where its layers
// are stairs (QuantizerStage::stairs).
//
// What is not seen to be true of every choice is left to the evaluator, so errors and witnesses are
// its own. Nothing about any claim is known here.
//
// Tests     tests/unit/discharge/range_program_test.cpp
#pragma once
#include <cstdint>
#include <functional>
#include <optional>

#include "claim/claim.hpp"
#include "discharge/quantizer_stage.hpp"

namespace hardmax {

// Fewer choices than `least` are left to the evaluator.
inline constexpr std::uint64_t least_choices = std::uint64_t{1} << 14;

// True, if it is seen to be; empty: nothing is known. The model is told of a step for every 128
// choices. `quantizer`: that of a run of yun2020b, of D; it may throw LimitReached.  Errors  what
// the model's step() throws.
struct QuantizerOfRun {
  std::function<const QuantizerStage&()> stage;
  std::uint64_t d = 0, D = 0;
};
std::optional<claim::Outcome> shown_over_ranges(const claim::Formula& formula,
                                                const claim::Model& model,
                                                const std::optional<QuantizerOfRun>& quantizer,
                                                std::uint64_t least = least_choices);

}  // namespace hardmax
