// Faults named in the code (docs/faults.md). HARDMAX_FAULT(name, right, wrong) is (right), and
// there is no trace of the wrong side. In a build configured with -DHARDMAX_FAULTS=ON it is (wrong)
// where the environment variable HARDMAX_FAULT is the name: one build tries every fault.
// verify-check shares no code with verify: this header is its own.
#pragma once

#ifndef HARDMAX_FAULTS
#define HARDMAX_FAULT(name, right, ...) (right)
#else
#include <cstdlib>
#include <string_view>

namespace hardmax::check {
inline bool is_faulty(std::string_view name) {
  static const char* const chosen = std::getenv("HARDMAX_FAULT");
  return chosen != nullptr && name == chosen;
}
}  // namespace hardmax::check

#define HARDMAX_FAULT(name, right, ...)                            \
  (([] {                                                           \
    static const bool faulty = ::hardmax::check::is_faulty(#name); \
    return faulty;                                                 \
  }())                                                             \
       ? (__VA_ARGS__)                                             \
       : (right))
#endif
