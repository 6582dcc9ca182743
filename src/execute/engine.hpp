// The integer engines: all grid inputs of an id program, their digest, and whether the decoder
// returns every id to its input and token.
//
//   lanes   every layer for every column, inputs side by side in vectors
//   fast    skips what is provably idle for the very input and shares what inputs with a common
//   beginning have in common
// Both give what the literal executor gives, for any program; so do all CPU paths and any number of
// threads. An input they cannot hold is executed exactly (IdRun).
//
// Distinct   if every id decodes to its own place, all ids are distinct (two equal ids would decode
// to the same place). If some do not, nothing follows;
//            execute/collide.hpp then sorts.
// Tests      tests/unit/execute/engine_test.cpp
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "execute/fast_plan.hpp"
#include "execute/grid.hpp"
#include "execute/lanes.hpp"

namespace hardmax {

enum class EngineChoice { lanes, fast };

struct EngineOptions {
  CpuPath cpu = CpuPath::automatic;
  std::size_t threads = 0;                 // 0: all
  const std::atomic<int>* stop = nullptr;  // not 0: stop soon, Interrupted with this exit code
  std::function<void(std::uint64_t, std::uint64_t)>
      progress;  // inputs done and in all, after every chunk, from one thread at a time, in order
  std::function<void(std::uint64_t, const ChunkSum&)>
      sink;  // index of a chunk and its sum, in order
};

struct EngineOutcome {
  Digest digest;         // of the chunks of the range, as if the first were chunk 0
  ChunkSum sum;          // of the whole range; `digest` in it is not used
  bool decoder = false;  // whether there is one; if not, not_inverted is every input
  [[nodiscard]] bool all_inverted() const { return sum.not_inverted == 0; }
};

class Engine {
 public:
  // Takes a copy of the program.  Requires  q^n < 2^63 inputs.
  explicit Engine(IdProgram program);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  [[nodiscard]] const IdProgram& program() const;
  [[nodiscard]] std::uint64_t inputs() const;       // q^n
  [[nodiscard]] const Decoder* decoder() const;     // null if there is none
  [[nodiscard]] const FastPlan* fast_plan() const;  // null: `fast` is lanes that skip
  [[nodiscard]] const LaneTables& tables() const;   // for LaneRunner::read

  // The inputs [first, last).  Requires  first a multiple of 2^16, last too or last == inputs().
  // Errors    Interrupted.
  EngineOutcome run(EngineChoice choice, std::uint64_t first, std::uint64_t last,
                    const EngineOptions& options) const;
  EngineOutcome run(EngineChoice choice, const EngineOptions& options) const {
    return run(choice, 0, inputs(), options);
  }

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace hardmax
