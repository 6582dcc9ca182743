// How often a seeded test repeats: the environment's HARDMAX_TEST_SCALE (default 1) multiplies it.
// CI takes less, a nightly run more; no case is ever left out.
#pragma once
#include <cstddef>
#include <cstdlib>

namespace testing {

inline double scale_of_tests() {
  static const double scale = [] {
    const char* given = std::getenv("HARDMAX_TEST_SCALE");
    const double value = given == nullptr ? 1 : std::atof(given);
    return value > 0 ? value : 1;
  }();
  return scale;
}

inline int rounds(int at_scale_1) {
  const double scaled = at_scale_1 * scale_of_tests();
  return scaled < 1 ? 1 : static_cast<int>(scaled);
}

// How many of the rounds must have come out some way, so that the test says something: in few
// rounds less than their share, as chance weighs more.
template <class Count = int>
Count met(int at_scale_1) {
  const double share = scale_of_tests() < 1 ? scale_of_tests() / 2 : 1;
  return static_cast<Count>(at_scale_1 * share);
}

// Of changes that a test goes through one by one, whether the i-th is tried: all of them at scale 1
// and above, every tenth at 0.1.
inline bool is_tried(std::size_t i) {
  const double step = 1 / scale_of_tests();
  return step <= 1 || i % static_cast<std::size_t>(step) == 0;
}

}  // namespace testing
