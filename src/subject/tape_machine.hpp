// A Turing machine that is run as machines are: a tape that is unbounded in both directions, a
// head, a table. Nothing here knows a decoder; runs of decoders are compared with it.
//
// Time 0    the initial state, the head in cell 0, the word in cells 1..length, blanks elsewhere.
// Numbers   of states and symbols as in subject/machine.hpp.
// Memory    that of the cells between the outermost that were visited.
// Errors    LimitReached: a cell beyond 2^25 is written to.
#pragma once
#include <cstdint>
#include <vector>

#include "subject/machine.hpp"

namespace hardmax::subject {

class TapeMachine {
 public:
  // `machine` outlives this.
  explicit TapeMachine(const Machine& machine);

  enum class End { none, halting_state, no_transition };
  // Why there is no further step; none: there is one.
  [[nodiscard]] End end() const;
  void step();  // Requires  end() == End::none

  [[nodiscard]] std::size_t state() const { return state_; }
  [[nodiscard]] std::size_t symbol() const { return at(head_); }
  [[nodiscard]] std::int64_t head() const { return head_; }
  [[nodiscard]] std::uint64_t steps() const { return steps_; }

  // The cells from the first to the last one that is not blank; none if all are blank.
  struct Tape {
    std::int64_t first = 0;
    std::vector<std::size_t> symbols;
  };
  [[nodiscard]] Tape tape() const;

 private:
  [[nodiscard]] std::size_t at(std::int64_t cell) const;
  [[nodiscard]] const Machine::Transition* transition() const;

  const Machine& machine_;
  std::vector<std::uint32_t> table_;         // of state and symbol: transition + 1, 0 if none
  std::vector<std::uint16_t> right_, left_;  // cells 0, 1, ... and -1, -2, ...
  std::size_t state_;
  std::int64_t head_ = 0;
  std::uint64_t steps_ = 0;
};

}  // namespace hardmax::subject
