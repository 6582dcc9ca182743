// verify task1 FILE: for each of some unit vectors the one that is farthest from it, by the head of
// a construction and by a search.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace hardmax::cli {

struct Task1Options {
  std::string vectors;                  // the file
  std::optional<std::uint64_t> length;  // of all tuples, in place of those of the file
  std::string certificate;              // the file that is written; empty: none
  std::string progress = "auto";
  std::uint64_t timeout_seconds = 0;  // 0: none
  bool json = false;
};

struct RawTask1 {
  std::string tuples, timeout;
};
void validate(const RawTask1& raw, Task1Options& options);

// 0 if every vector gets one that is farthest from it, 1 if one does not, 2 if nothing was run.
// Errors  InvalidInput.
int task1_command(const Task1Options& options);

}  // namespace hardmax::cli
