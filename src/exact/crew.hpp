// Threads of our own, for work that goes deep: terms and formulas are evaluated by recursion, and
// oneTBB's workers (execute/on_threads.hpp) have stacks of 4 MB, whatever the system allows.
#pragma once
#include <atomic>
#include <cstddef>
#include <functional>

namespace hardmax {

// How many threads are meant: 0 stands for all processors.
std::size_t threads_of(std::size_t asked);

// Calls work(failed) on so many threads at once, this one among them, and waits for all of them.
// The first exception is thrown then; `failed` is true as soon as there is one, and who takes one
// piece of work after another ends there.
void work_on_threads(std::size_t threads,
                     const std::function<void(const std::atomic<bool>& failed)>& work);

}  // namespace hardmax
