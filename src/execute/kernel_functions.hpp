// The kernels of one path, written down for each kind of CPU by its own file.
#pragma once
#include "execute/flat_kernel.hpp"
#include "execute/lane_kernel.hpp"
#include "execute/row_kernel.hpp"

#define HARDMAX_KERNEL_FUNCTIONS(path, Word)                                                     \
  namespace hardmax::kernel::path {                                                              \
  void run_lanes(const LaneProgram<Word>& program, LaneGroup<Word>* groups, std::size_t count) { \
    Lanes<Word> first(program, groups[0]);                                                       \
    if (count == 1) return Lanes<Word>::run(program, first);                                     \
    Lanes<Word> second(program, groups[1]);                                                      \
    Lanes<Word>::run(program, first, second);                                                    \
  }                                                                                              \
  bool extend_row(const RowLink<Word>& link, const Word* parent, Word* out, std::size_t count) { \
    return extend_row_of(link, parent, out, count);                                              \
  }                                                                                              \
  void digest_row(const RowForm<Word>& form, const Word* place, std::size_t count,               \
                  std::uint64_t row_place, std::uint64_t* sums) {                                \
    digest_row_of(form, place, count, row_place, sums);                                          \
  }                                                                                              \
  }

#define HARDMAX_FLAT_FUNCTION(path)                                                        \
  namespace hardmax::kernel::path {                                                        \
  void run_flat(const FlatInstruction* code, std::size_t count, const __int128* constants, \
                FlatState state) {                                                         \
    Flat(constants, state).run(code, count);                                               \
  }                                                                                        \
  }
