// Work of TBB on so many threads.
//
// An arena of its own, and no tbb::global_control: that is one for the program, and runs that are
// decided on threads of their own change it while others begin to work (ThreadSanitizer sees a race
// in TBB 2021.8).
#pragma once
#include <tbb/task_arena.h>

#include <cstddef>

namespace hardmax {

// threads >= 1, this one among them. What `work` throws is thrown.
template <class F>
void on_threads(std::size_t threads, F work) {
  tbb::task_arena arena(static_cast<int>(threads));
  arena.execute([&] { work(); });
}

}  // namespace hardmax
