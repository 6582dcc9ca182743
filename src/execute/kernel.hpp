// What the vector kernels are given and give back: plain data only, because the kernels are
// compiled once for every kind of CPU and must not share inline functions with the rest of the
// program (a function of the standard library compiled for AVX-512 must not end up in the portable
// path).
//
// Words     Word is uint32_t or uint64_t; half = 2^31 or 2^63. Arithmetic wraps; every test below
// is made so that nothing wraps unseen. Lanes     a group is `kGroup` inputs side by side; element
// (k, lane) of an array stands at k * kGroup + lane.
#pragma once
#include <cstddef>
#include <cstdint>

namespace hardmax::kernel {

inline constexpr std::size_t kGroup = 64;
inline constexpr std::size_t kMaxDigits = 32;
inline constexpr std::size_t kMaxTokens = 256;

template <class Word>
struct Stage {
  bool window;
  std::uint32_t keys;    // key set
  std::uint32_t likely;  // window: the column that starts in it, a hint
  Word base;             // window
  std::uint64_t count;   // window
  Word factor;
  Word limit;  // window: the largest max - min for which z stays below half; extreme in `value`
               // form: the largest max
};

// A program for one group of lanes.
//   digits form   an id is the tuple of its digits in base c, one more after every extreme layer;
//   canonical as long as every digit is below c value form    an id is one word
template <class Word>
struct LaneProgram {
  std::uint32_t n;
  bool value_form;
  bool narrow;  // all windows are below 255
  bool skip;    // do not look at windows in which no lane has a column
  std::uint32_t stages_count;
  std::uint32_t window_stages;  // the leading windows
  const Stage<Word>* stages;
  const std::uint32_t*
      key_begin;  // of (set, token): set * n + token; one past the end in the next element
  const std::uint32_t* keys;
  Word digit_limit;  // digits must be below: min(c, half)
  // The decoder of chain.hpp; `decodes` false if there is none.
  bool decodes;
  const std::uint32_t* chain;  // n tokens
  const Word* factor_inverse;  // by link: inverse of the odd part of the factor modulo 2^bits
  const std::uint32_t* factor_shift;  // by link: the exponent of 2 in the factor
  const Word* quotient_limit;         // by link: (2^bits - 1) / factor
};

template <class Word>
struct LaneGroup {
  const Word* initial;         // n x kGroup: initial ids, below half
  const std::uint32_t* place;  // kGroup: the input's place in its digest chunk
  std::uint64_t active;        // lanes that count, as bits
  Word* work;                  // work_words(n, extreme stages) words, 64-byte aligned
  // results
  std::uint64_t digest[kMaxDigits];  // of digit t: sum over active lanes that did not escape and
                                     // tokens of (2 (n place + k) + 1) digit
  std::uint64_t escaped;             // lanes this form cannot hold; nothing else is said about them
  std::uint64_t not_inverted;  // lanes with some id that does not decode to its input and token
                               // (all, if there is no decoder)
  const Word* shifted;         // n x kGroup, in work: ids after the leading windows
  const Word* lowest;          // n x kGroup, in work: digit 0 of the final ids
  const Word* digits;          // in work: digit t >= 1 of token k at (t * n + k) * kGroup + lane
};

// Words of scratch for one group.
inline std::size_t work_words(std::size_t n, std::size_t digits) {
  return kGroup * n * (1 + 2 * digits) + 64;
}

// One link of a chain for a row of inputs side by side (execute/fast.hpp): x = z + factor (parent -
// z).
template <class Word>
struct RowLink {
  Word z, factor, least;
  Word factor_inverse;  // as in LaneProgram
  std::uint32_t factor_shift;
  std::uint32_t avoid_count;  // windows x must not be in
  const Word* avoid;          // pairs base, count
};

// A digit as constant + sum of coefficient times row, over `terms` rows.
inline constexpr std::size_t kMaxTerms = kMaxTokens;
template <class Word>
struct RowForm {
  std::uint32_t terms;
  bool plain;  // all coefficients are 1
  Word constant;
  const Word* const* rows;
  const Word* coefficients;
};

// run_lanes    one group or two.
// extend_row   fills out[0, count) and says whether every x passes (T), (W), (O) and decodes to (z,
// parent). count is a multiple of kRowStep, pointers 64-byte aligned. digest_row   with w the digit
// of each of the first `count` inputs of the row: adds the sum of w to sums[0, 8) and the sum of
// (row_place + place) w to sums[8, 16),
//              spread over the elements anyhow, modulo 2^64. 64-byte aligned.
inline constexpr std::size_t kRowStep = 16;

#define HARDMAX_KERNELS_OF(Word)                                                                \
  void run_lanes(const LaneProgram<Word>& program, LaneGroup<Word>* groups, std::size_t count); \
  bool extend_row(const RowLink<Word>& link, const Word* parent, Word* out, std::size_t count); \
  void digest_row(const RowForm<Word>& form, const Word* place, std::size_t count,              \
                  std::uint64_t row_place, std::uint64_t* sums);

namespace portable {
HARDMAX_KERNELS_OF(std::uint32_t)
HARDMAX_KERNELS_OF(std::uint64_t)
}  // namespace portable
namespace avx2 {
HARDMAX_KERNELS_OF(std::uint32_t)
HARDMAX_KERNELS_OF(std::uint64_t)
}  // namespace avx2
namespace avx512 {
HARDMAX_KERNELS_OF(std::uint32_t)
HARDMAX_KERNELS_OF(std::uint64_t)
}  // namespace avx512
#undef HARDMAX_KERNELS_OF

}  // namespace hardmax::kernel
