// What is computed when it is first asked for, by one thread. If the computation throws, the next
// that asks computes again.
//
// In place of std::once_flag, with which a computation that throws leaves the next to wait forever
// under ThreadSanitizer (scripts/thread-sanitizer.sh).
#pragma once
#include <atomic>
#include <mutex>

namespace hardmax {

class Once {
 public:
  template <class F>
  void call(F compute) {
    if (done_.load(std::memory_order_acquire)) return;
    const std::lock_guard lock(mutex_);
    if (done_.load(std::memory_order_relaxed)) return;
    compute();
    done_.store(true, std::memory_order_release);
  }

 private:
  std::atomic<bool> done_{false};
  std::mutex mutex_;
};

}  // namespace hardmax
