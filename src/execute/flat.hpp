// Flat programs: straight-line integer code, run for a group of inputs side by side. A formula
// about every input is compiled into one (discharge/claim_program.hpp).
//
// Registers hold one value for every input of the group: narrow ones 64-bit integers, wide ones
// 128-bit integers, masks one bit. Whoever writes the code proves that no value leaves its register
// (FlatGraph does, by intervals); the kernels check nothing.
//
// Plain data only, for the reason given in execute/kernel.hpp.
#pragma once
#include <cstddef>
#include <cstdint>

namespace hardmax::kernel {

inline constexpr std::size_t kFlatGroup = 128;  // inputs
inline constexpr std::size_t kMaskWords = kFlatGroup / 64;

enum class FlatOp : std::uint8_t {
  // numbers; k is the constant
  set,           // k
  add,           // a + b
  subtract,      // a - b
  add_constant,  // a + k
  scale,         // a k
  add_scaled,    // a + k b
  multiply,      // a b
  floor_divide,  // floor(a / k), k > 0
  floor_mod,     // a - k floor(a / k), k > 0
  maximum,
  minimum,
  select,  // mask ? a : b
  // masks
  less,   // a < b
  equal,  // a = b
  at_most_constant,
  equal_constant,
  both,
  either,
  negate,
};

struct FlatInstruction {
  FlatOp op;
  bool wide_to, wide_a, wide_b;  // which registers of numbers
  std::uint32_t to, a, b;        // registers; masks where the operation is one of masks
  std::uint32_t mask;            // of select
  std::uint32_t constant;        // index
};

// Register i of a kind stands at i * kFlatGroup (masks: i * kMaskWords), 64-byte aligned.
struct FlatState {
  std::int64_t* narrow;
  __int128* wide;
  std::uint64_t* masks;
};

namespace portable {
void run_flat(const FlatInstruction* code, std::size_t count, const __int128* constants,
              FlatState state);
}
namespace avx2 {
void run_flat(const FlatInstruction* code, std::size_t count, const __int128* constants,
              FlatState state);
}
namespace avx512 {
void run_flat(const FlatInstruction* code, std::size_t count, const __int128* constants,
              FlatState state);
}

}  // namespace hardmax::kernel
