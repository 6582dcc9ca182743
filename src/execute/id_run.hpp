// One input at a time, exactly, at any size of ids: 128-bit integers where they do, rationals where they do not (overflow, a mean that is no integer, a factor that
// is none). This is where the vector engines send the inputs they cannot hold, and where ids for people and for claims come from.
//
// Within a stage of windows only the values some column really has are visited; a window no column is in is the identity. Everything else is as in execute_exactly,
// which it must agree with on every input.
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
  bool small = false;                      // which of the two is filled
  std::vector<Int128> after_shift, ids;
  IdValues wide;
  [[nodiscard]] Rational id(std::size_t k) const { return small ? to_rational(ids[k]) : wide.ids[k]; }
  [[nodiscard]] Rational shifted(std::size_t k) const { return small ? to_rational(after_shift[k]) : wide.after_shift[k]; }
  [[nodiscard]] std::uint64_t digest_value(std::size_t k) const;  // y of FORMAT.md
};

// Not thread-safe: every thread has one of its own.
class IdRun {
 public:
  explicit IdRun(const IdProgram& program);  // which must outlive the run
  explicit IdRun(IdProgram&&) = delete;
  const IdRow& run(std::uint64_t ordinal);
  [[nodiscard]] std::uint64_t rational_runs() const { return rational_runs_; }  // how many needed rationals

 private:
  struct Stage {
    bool window;
    std::size_t keys;
    std::int64_t factor, base, threshold;
    std::uint64_t count;
  };
  bool run_small(std::uint64_t ordinal);
  bool run_windows(const Stage& stage);
  bool run_extreme(const Stage& stage);

  const IdProgram& program_;
  std::uint64_t q_;
  bool can_be_small_ = true;
  std::vector<std::int64_t> offset_;
  std::vector<Stage> stages_;
  std::vector<Int128> z_, next_;
  IdRow row_;
  std::uint64_t rational_runs_ = 0;
};

}  // namespace hardmax
