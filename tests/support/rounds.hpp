// How often a seeded test repeats: the environment's HARDMAX_TEST_SCALE (default 1) multiplies it.
// CI takes less, a nightly run more; no case is ever left out.
#pragma once
#include <cstdlib>

namespace testing {

inline int rounds(int at_scale_1) {
  static const double scale = [] {
    const char* given = std::getenv("HARDMAX_TEST_SCALE");
    const double value = given == nullptr ? 1 : std::atof(given);
    return value > 0 ? value : 1;
  }();
  const double scaled = at_scale_1 * scale;
  return scaled < 1 ? 1 : static_cast<int>(scaled);
}

}  // namespace testing
