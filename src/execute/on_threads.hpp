// Work of TBB on so many threads.
//
// An arena of its own, and no tbb::global_control: that is one for the program, and runs that are
// decided on threads of their own change it while others begin to work (ThreadSanitizer sees a race
// in TBB 2021.8).
#pragma once
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <cstddef>
#include <cstdint>

namespace hardmax {

// threads >= 1, this one among them. What `work` throws is thrown.
template <class F>
void on_threads(std::size_t threads, F work) {
  tbb::task_arena arena(static_cast<int>(threads));
  arena.execute([&] { work(); });
}

// The first part of a pipeline: next, next + step, ..., one after the other, below `end` and until
// `stopped()`.
template <class Stopped>
auto in_turn(std::uint64_t& next, std::uint64_t end, std::uint64_t step, Stopped stopped) {
  return tbb::make_filter<void, std::uint64_t>(
      tbb::filter_mode::serial_in_order,
      [&next, end, step, stopped](tbb::flow_control& control_flow) -> std::uint64_t {
        if (next >= end || stopped()) {
          control_flow.stop();
          return 0;
        }
        const std::uint64_t here = next;
        next += step;
        return here;
      });
}

}  // namespace hardmax
