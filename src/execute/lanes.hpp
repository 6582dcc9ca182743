// The lane engine: groups of inputs through the kernels, with a way out for every input a kernel
// cannot hold.
//
// A kernel works in one of these forms, narrowest first; an input whose ids do not fit (a digit
// that is not below c or reaches half a word, an id of 0 where an extreme layer would take a mean,
// ...) escapes to the next form and finally to IdRun. Which form is tried first is a guess from a
// few inputs and changes no result.
//
// Tests  tests/unit/execute/agreement_test.cpp
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "execute/chain.hpp"
#include "execute/cpu.hpp"
#include "execute/id_run.hpp"
#include "execute/id_table.hpp"

namespace hardmax {

// What a set of inputs of one digest chunk adds up to. Parts of a chunk may be added in any order.
struct ChunkSum {
  std::uint64_t digest = 0;  // C of FORMAT.md, modulo 2^64
  std::uint64_t inputs = 0;
  std::uint64_t lane_inputs = 0;   // that went through the lanes
  std::uint64_t exact_inputs = 0;  // of these, that needed IdRun
  std::uint64_t not_inverted = 0;  // inputs with some id that does not decode to its place (or the
                                   // last token's, after the shift, is no digit)
  std::optional<std::uint64_t> first_not_inverted;
  std::vector<std::uint64_t>* list = nullptr;  // if set, the inputs not inverted are listed there
  void add(const ChunkSum& part);
  void add_not_inverted(std::uint64_t ordinal);
};

// The tables of a program for the kernels, shared by all threads.
class LaneTables {
 public:
  // Requires  the program, chain and decoder outlive the tables; decoder may be null.
  LaneTables(const IdProgram& program, const Chain* chain, const Decoder* decoder);
  ~LaneTables();
  LaneTables(const LaneTables&) = delete;
  LaneTables& operator=(const LaneTables&) = delete;

  struct Forms;
  const IdProgram& program;
  const Decoder* decoder;
  std::unique_ptr<Forms> forms;
};

// Not thread-safe: every thread has one of its own.
class LaneRunner {
 public:
  LaneRunner(const LaneTables& tables, CpuPath path, bool skip);
  ~LaneRunner();
  LaneRunner(const LaneRunner&) = delete;
  LaneRunner& operator=(const LaneRunner&) = delete;

  // Adds the inputs [first, last), all of one chunk.
  void run(std::uint64_t first, std::uint64_t last, ChunkSum& sum);
  // Adds these inputs, all of one chunk.
  void run(std::span<const std::uint64_t> ordinals, ChunkSum& sum);
  // The ids of [first, last), at most 2^20 inputs.
  void read(std::uint64_t first, std::uint64_t last, IdTable& table);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hardmax
