#include "exact/memory.hpp"

#include <flint/flint.h>
#include <gmp.h>

#include <cstdio>
#include <cstdlib>

namespace hardmax {

namespace {

[[noreturn]] void end_with(const char* line) {
  std::fputs(line, stderr);
  std::_Exit(70);
}
[[noreturn]] void refused() {
  end_with(
      "verify: out of memory: this takes more than the system gives (ulimit -v, or what is free); "
      "take smaller parameters\n");
}
// FLINT has said why, on a line before; where numbers have met their checks, that is memory.
__attribute__((noreturn)) void flint_ended() {
  end_with("verify: FLINT gave up, most likely out of memory; take smaller parameters\n");
}

void* allocated(std::size_t bytes) {
  void* const out = std::malloc(bytes);
  if (out == nullptr) refused();
  return out;
}
void* reallocated(void* old, std::size_t, std::size_t bytes) {
  void* const out = std::realloc(old, bytes);
  if (out == nullptr) refused();
  return out;
}
void released(void* old, std::size_t) { std::free(old); }

}  // namespace

void end_where_memory_ends() {
  mp_set_memory_functions(allocated, reallocated, released);
  flint_set_abort(flint_ended);
}

}  // namespace hardmax
