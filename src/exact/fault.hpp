// Faults named in the code (docs/faults.md). HARDMAX_FAULT(name, right, wrong) is (right), and
// there is no trace of the wrong side. In a build configured with -DHARDMAX_FAULTS=ON it is (wrong)
// where the environment variable HARDMAX_FAULT is the name: one build tries every fault.
//
// Only .cpp files of the rooms that src/CMakeLists.txt lists see the faults; a header has one only
// where no other room instantiates it.
#pragma once

#ifndef HARDMAX_FAULTS
#define HARDMAX_FAULT(name, right, ...) (right)
#else
#include <cstdlib>
#include <string_view>

namespace hardmax {
inline bool is_faulty(std::string_view name) {
  static const char* const chosen = std::getenv("HARDMAX_FAULT");
  return chosen != nullptr && name == chosen;
}
}  // namespace hardmax

#define HARDMAX_FAULT(name, right, ...)                     \
  (([] {                                                    \
    static const bool faulty = ::hardmax::is_faulty(#name); \
    return faulty;                                          \
  }())                                                      \
       ? (__VA_ARGS__)                                      \
       : (right))
#endif
