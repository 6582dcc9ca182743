#include "check/memory.hpp"

#include <gmp.h>

#include <cstdio>
#include <cstdlib>
#include <new>

namespace hardmax::check {
namespace {

[[noreturn]] void refused() {
  std::fputs(
      "incomplete: out of memory: this program needs more than the system gives it (ulimit -v, or "
      "what is free)\n",
      stderr);
  std::_Exit(3);
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
  std::set_new_handler(refused);
}

}  // namespace hardmax::check
