// One input at a time, exactly, at any size of ids: 128-bit integers where they do, integers of any
// size beyond, and the formula itself (execute_exactly) where ids may be fractions. This is where
// the vector engines send the inputs they cannot hold, and where ids for people and for claims come
// from.
//
// Within a stage of windows only the values some column really has are visited; a window no column
// is in is the identity. Everything else is as in execute_exactly, which it must agree with on
// every input.
//
// Tests  tests/unit/execute/id_program_test.cpp
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "execute/id_program.hpp"

namespace hardmax {

using Int128 = __int128;
Rational to_rational(Int128 value);
std::optional<Int128> to_int128(const Rational& value);  // if it is an integer that fits

// The ids of one input, in units of delta.
struct IdRow {
  bool small = false;  // which of the two is filled
  std::vector<Int128> after_shift, ids;
  IdValues wide;
  [[nodiscard]] Rational id(std::size_t k) const {
    return small ? to_rational(ids[k]) : wide.ids[k];
  }
  [[nodiscard]] Rational shifted(std::size_t k) const {
    return small ? to_rational(after_shift[k]) : wide.after_shift[k];
  }
  [[nodiscard]] std::uint64_t digest_value(std::size_t k) const;  // y of FORMAT.md
};

// Not thread-safe: every thread has one of its own.
class IdRun {
 public:
  explicit IdRun(const IdProgram& program);  // which must outlive the run
  explicit IdRun(IdProgram&&) = delete;
  const IdRow& run(std::uint64_t ordinal);
  [[nodiscard]] std::uint64_t formula_runs() const {
    return formula_runs_;
  }  // how many were left to the formula

 private:
  struct Stage {
    bool window;
    std::size_t keys;
    std::optional<Int128> factor;  // none: more than 126 bits
    std::int64_t base, threshold;
    std::uint64_t count;
  };
  // The columns of an input in integers of type Int. Its functions return false where Int overflows
  // or a mean is no integer.
  template <class Int>
  struct Columns {
    std::vector<Int> z, next, after_shift;
  };
  template <class Int>
  bool run_in(Columns<Int>& columns, std::uint64_t ordinal) const;
  template <class Int>
  bool run_windows(Columns<Int>& columns, std::size_t t) const;
  template <class Int>
  bool run_extreme(Columns<Int>& columns, std::size_t t) const;
  template <class Int>
  bool factor(std::size_t t, Int& result) const;

  const IdProgram& program_;
  std::uint64_t q_;
  bool integral_ = true;  // offsets, bases and thresholds are machine integers, factors integers
  std::vector<std::int64_t> offset_;
  std::vector<Stage> stages_;
  Columns<Int128> small_;
  Columns<Rational> large_;
  IdRow row_;
  std::uint64_t formula_runs_ = 0;
};

}  // namespace hardmax
