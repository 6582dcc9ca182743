// What the vector kernels are given and give back: plain data only, because the kernels are compiled once for every kind of CPU and must not share inline functions
// with the rest of the program (a function of the standard library compiled for AVX-512 must not end up in the portable path).
//
// Words     Word is uint32_t or uint64_t; half = 2^31 or 2^63. Arithmetic wraps; every test below is made so that nothing wraps unseen.
// Lanes     a group is `kGroup` inputs side by side; element (k, lane) of an array stands at k * kGroup + lane.
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
  std::uint32_t keys;   // key set
  Word base;            // window
  std::uint64_t count;  // window
  Word factor;
  Word limit;           // window: the largest max - min for which z stays below half; extreme in `value` form: the largest max
};

// A program for one group of lanes.
//   digits form   an id is the tuple of its digits in base c, one more after every extreme layer; canonical as long as every digit is below c
//   value form    an id is one word
template <class Word>
struct LaneProgram {
  std::uint32_t n;
  bool value_form;
  bool skip;                        // do not look at windows in which no lane has a column
  std::uint32_t stages_count;
  std::uint32_t window_stages;      // the leading windows
  const Stage<Word>* stages;
  const std::uint32_t* key_begin;   // of (set, token): set * n + token; one past the end in the next element
  const std::uint32_t* keys;
  Word digit_limit;                 // digits must be below: min(c, half)
  // The decoder of chain.hpp; `decodes` false if there is none.
  bool decodes;
  const std::uint32_t* chain;       // n tokens
  const Word* factor_inverse;       // by link: inverse of the odd part of the factor modulo 2^bits
  const std::uint32_t* factor_shift;  // by link: the exponent of 2 in the factor
  const Word* quotient_limit;       // by link: (2^bits - 1) / factor
};

template <class Word>
struct LaneGroup {
  const Word* initial;              // n x kGroup: initial ids, below half
  const std::uint32_t* place;       // kGroup: the input's place in its digest chunk
  std::uint64_t active;             // lanes that count, as bits
  Word* work;                       // work_words(n, extreme stages) words, 64-byte aligned
  // results
  std::uint64_t digest[kMaxDigits];  // of digit t: sum over active lanes that did not escape and tokens of (2 (n place + k) + 1) digit
  std::uint64_t escaped;            // lanes this form cannot hold; nothing else is said about them
  std::uint64_t not_inverted;       // lanes of which some id does not decode to its input and token (all, if there is no decoder)
  const Word* shifted;              // n x kGroup, in work: ids after the leading windows
  const Word* digits;               // in work: digit t of token k at (t * n + k) * kGroup + lane
};

// Words of scratch for one group.
inline std::size_t work_words(std::size_t n, std::size_t digits) { return kGroup * n * (3 + 2 * digits) + 64; }

#define HARDMAX_KERNELS(path)                                                        \
  namespace path {                                                                   \
  void run_lanes(const LaneProgram<std::uint32_t>&, LaneGroup<std::uint32_t>&);      \
  void run_lanes(const LaneProgram<std::uint64_t>&, LaneGroup<std::uint64_t>&);      \
  }
HARDMAX_KERNELS(portable)
HARDMAX_KERNELS(avx2)
HARDMAX_KERNELS(avx512)
#undef HARDMAX_KERNELS

}  // namespace hardmax::kernel
