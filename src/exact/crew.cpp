#include "exact/crew.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "exact/rational.hpp"

namespace hardmax {

std::size_t threads_of(std::size_t asked) {
  return asked != 0 ? asked : std::max<std::size_t>(1, std::thread::hardware_concurrency());
}

void work_on_threads(std::size_t threads,
                     const std::function<void(const std::atomic<bool>& failed)>& work) {
  std::atomic<bool> failed{false};
  std::exception_ptr first;
  std::mutex mutex;
  const auto guarded = [&] {
    try {
      work(failed);
    } catch (...) {
      const std::scoped_lock lock(mutex);
      if (!first) first = std::current_exception();
      failed = true;
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < threads; ++i)
      others.emplace_back([&] {
        guarded();
        release_thread_memory();  // behind all numbers of this thread
      });
    guarded();
  }
  if (first) std::rethrow_exception(first);
}

}  // namespace hardmax
