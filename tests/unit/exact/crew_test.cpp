// Work on threads of our own: all of it is done, and what one throws reaches who asked.
#include <catch2/catch.hpp>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include "exact/crew.hpp"

namespace crew_test {

using namespace hardmax;

TEST_CASE("crew: every piece is done once, by one thread or by many") {
  for (const std::size_t threads : {1, 2, 3, 8}) {
    std::vector<std::atomic<int>> done(1000);
    std::atomic<std::size_t> next{0};
    std::atomic<int> workers{0};
    work_on_threads(threads, [&](const std::atomic<bool>& failed) {
      ++workers;
      for (std::size_t i = next++; i < done.size() && !failed; i = next++) ++done[i];
    });
    CHECK(workers == static_cast<int>(threads));
    for (const auto& times : done) CHECK(times == 1);
  }
}

TEST_CASE("crew: the first exception is thrown when all have ended, and the others are told") {
  for (const std::size_t threads : {1, 2, 8}) {
    std::atomic<int> running{0};
    std::atomic<std::size_t> next{0};
    const auto work = [&](const std::atomic<bool>& failed) {
      ++running;
      // Who does not meet the piece that fails goes on until it is told.
      for (std::size_t i = next++; !failed; i = next++) {
        if (i != 100) continue;
        --running;
        throw std::runtime_error("piece 100");
      }
      --running;
    };
    CHECK_THROWS_WITH(work_on_threads(threads, work), "piece 100");
    CHECK(running == 0);
  }
}

TEST_CASE("crew: 0 threads stand for all processors") {
  CHECK(threads_of(3) == 3);
  CHECK(threads_of(0) >= 1);
}

}  // namespace crew_test
