// What the lane kernel finds out of the ids of a group: their part of the digest, and whether they
// decode. Included only by the kernel files.
#pragma once
#include "execute/kernel.hpp"
#include "execute/simd.hpp"

namespace {

using hardmax::kernel::kGroup;

template <class Word>
constexpr std::size_t kVectors = kGroup / kLanes<Word>;  // of a column
template <class Word>
constexpr std::size_t kBlock =
    kVectors<Word> < 4 ? kVectors<Word> : 4;  // of them that are looked at together, in registers

template <class Word>
HARDMAX_INLINE typename VectorOf<Word>::type vector_at(const Word* base, std::size_t k,
                                                       std::size_t u) {
  return load<Word>(base + k * kGroup + u * kLanes<Word>);
}

// The sum over lanes and columns of (weight + 2 k) w.
template <class Word, class V, std::size_t U>
std::uint64_t digest_by_products(const Word* w, std::size_t n, const V (&keep)[U],
                                 const V (&weight)[U]) {
  Sum64 sum;
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t u = 0; u < U; ++u)
      sum.add_product(vector_at(w, k, u), (weight[u] + static_cast<Word>(2 * k)) & keep[u]);
  }
  return sum.total();
}
// The same, by sums over four columns that stay within a word.
template <class Word, class V, std::size_t U>
std::uint64_t digest_by_sums(const Word* w, std::size_t n, const V (&keep)[U],
                             const V (&weight)[U]) {
  constexpr std::size_t B = kBlock<Word>;
  Sum64 sum;
  Sum64 twice;
  for (std::size_t first = 0; first < U; first += B) {
    for (std::size_t k = 0; k < n; k += 4) {
      V plain[B] = {};
      V counted[B] = {};  // w of column k + 1, twice that of k + 2, ...
      for (std::size_t more = n - k < 4 ? n - k : 4; more-- > 0;) {
        each<B>([&](std::size_t i) __attribute__((always_inline)) {
          counted[i] += plain[i];
          plain[i] += vector_at(w, k + more, first + i);
        });
      }
      each<B>([&](std::size_t i) __attribute__((always_inline)) {
        sum.add_product(plain[i] & keep[first + i], weight[first + i] + static_cast<Word>(2 * k));
        twice.add(counted[i] & keep[first + i]);
      });
    }
  }
  return sum.total() + 2 * twice.total();
}

// Lanes with some id that does not decode: its top digit is followed down the chain and must meet
// every shifted id, in strictly decreasing order.
template <class Word, class V, std::size_t U>
void wrongly_decoded(const hardmax::kernel::LaneProgram<Word>& program,
                     const hardmax::kernel::LaneGroup<Word>& group, const Word* tops,
                     V (&wrong)[U]) {
  const std::size_t n = program.n;
  V x[U];
  for (std::size_t u = 0; u < U; ++u) {
    x[u] = vector_at(tops, 0, u);
    wrong[u] = V{};
  }
  for (std::size_t k = 1; k < n; ++k) {
    for (std::size_t u = 0; u < U; ++u) wrong[u] |= x[u] ^ vector_at(tops, k, u);
  }
  for (std::size_t i = n; i-- > 1;) {
    const std::uint32_t k = program.chain[i];
    const Word inverse = program.factor_inverse[i];
    const std::uint32_t shift = program.factor_shift[i];
    const V limit = V{} + program.quotient_limit[i];
    for (std::size_t u = 0; u < U; ++u) {
      const V z = vector_at(group.initial, k, u);
      // (x - z) / factor, which is beyond the largest quotient if the division leaves a rest.
      const V rest = x[u] - z;
      const V quotient = rotate_right(inverse == 1 ? rest : rest * inverse, shift);
      const V before = quotient + z;
      wrong[u] |= (x[u] ^ vector_at(group.shifted, k, u)) | (max(quotient, limit) ^ limit) |
                  ~less(before, x[u]);
      x[u] = before;
    }
  }
  for (std::size_t u = 0; u < U; ++u) {
    wrong[u] |= (x[u] ^ vector_at(group.shifted, program.chain[0], u)) |
                (x[u] ^ vector_at(group.initial, program.chain[0], u));
    wrong[u] = ~equal(wrong[u], V{});
  }
}

}  // namespace
