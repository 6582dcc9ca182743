// The fast engine: inputs along the chain, sharing what they have in common.
//
// A box of inputs fixes some columns and lets each of the others run over a range. Its links are
// put down in chain order: first the links with one value (scalars), then a base row of up to kBase
// inputs over the next links (arrays, one element an input), then a loop over the values of every
// further link; each value extends the row by one vector operation a handful of inputs: x = z +
// factor (x_before - z). Every x is formed and tested ((T), (W), (O) and the decoder's step,
// execute/chain.hpp). A digit is formed at the last link it depends on, and counted for all inputs
// below; digits that are the same form are formed once. All skipping is this: windows no column is
// in (by (T) and (W)), columns that do not move, keys that are not the largest (by (O)).
//
// Inputs on which a test fails, or all if there is no plan, go to the lanes.
//
// Tests  tests/unit/execute/fast_test.cpp, engine_test.cpp
#pragma once
#include <memory>

#include "execute/fast_plan.hpp"
#include "execute/lanes.hpp"

namespace hardmax {

// Not thread-safe: every thread has one of its own.
class FastRunner {
 public:
  // Requires  tables and plan outlive the runner. Without a plan everything is done by lanes.
  FastRunner(const LaneTables& tables, const FastPlan* plan, CpuPath path);
  ~FastRunner();
  FastRunner(const FastRunner&) = delete;
  FastRunner& operator=(const FastRunner&) = delete;

  // Adds the inputs [first, last), all of one chunk.
  void run(std::uint64_t first, std::uint64_t last, ChunkSum& sum);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hardmax
