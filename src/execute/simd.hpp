// Vectors for the kernels: GCC and clang vector extensions, with the few instructions written out
// that compilers do not find. Included only by the kernel files, each compiled for its own kind of
// CPU; everything has internal linkage. Masks are vectors of all ones or zeros, never mask
// registers carried about: a spilled __mmask16 has come back with garbage in its upper half under
// GCC 12, so mask registers are only tested on the spot, cast to their own width.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#define HARDMAX_INLINE static inline __attribute__((always_inline))

namespace {

#if defined(__AVX512F__)
constexpr std::size_t kVectorBytes = 64;
#elif defined(__AVX2__)
constexpr std::size_t kVectorBytes = 32;
#else
constexpr std::size_t kVectorBytes = 16;
#endif

template <class Word>
struct VectorOf;
template <>
struct VectorOf<std::uint32_t> {
  typedef std::uint32_t type __attribute__((vector_size(kVectorBytes)));
};
template <>
struct VectorOf<std::uint64_t> {
  typedef std::uint64_t type __attribute__((vector_size(kVectorBytes)));
};
template <>
struct VectorOf<std::uint8_t> {
  typedef std::uint8_t type __attribute__((vector_size(kVectorBytes)));
};
typedef VectorOf<std::uint8_t>::type V8;
typedef VectorOf<std::uint32_t>::type V32;
typedef VectorOf<std::uint64_t>::type V64;

template <class Word>
constexpr std::size_t kLanes = kVectorBytes / sizeof(Word);

HARDMAX_INLINE V8 splat(std::uint8_t x) { return V8{} + x; }
HARDMAX_INLINE V32 splat(std::uint32_t x) { return V32{} + x; }
HARDMAX_INLINE V64 splat(std::uint64_t x) { return V64{} + x; }

template <class Word>
HARDMAX_INLINE typename VectorOf<Word>::type load(const Word* p) {
  return *reinterpret_cast<const typename VectorOf<Word>::type*>(p);
}
template <class Word>
HARDMAX_INLINE void store(Word* p, typename VectorOf<Word>::type v) {
  *reinterpret_cast<typename VectorOf<Word>::type*>(p) = v;
}

HARDMAX_INLINE V8 min(V8 a, V8 b) { return a < b ? a : b; }
HARDMAX_INLINE V32 min(V32 a, V32 b) { return a < b ? a : b; }
HARDMAX_INLINE V64 min(V64 a, V64 b) { return a < b ? a : b; }
HARDMAX_INLINE V32 max(V32 a, V32 b) { return a > b ? a : b; }
HARDMAX_INLINE V64 max(V64 a, V64 b) { return a > b ? a : b; }

// Masks.
HARDMAX_INLINE V8 equal(V8 a, V8 b) { return reinterpret_cast<V8>(a == b); }
HARDMAX_INLINE V32 equal(V32 a, V32 b) { return reinterpret_cast<V32>(a == b); }
HARDMAX_INLINE V64 equal(V64 a, V64 b) { return reinterpret_cast<V64>(a == b); }
HARDMAX_INLINE V8 less(V8 a, V8 b) { return reinterpret_cast<V8>(a < b); }
HARDMAX_INLINE V32 less(V32 a, V32 b) { return reinterpret_cast<V32>(a < b); }
HARDMAX_INLINE V64 less(V64 a, V64 b) { return reinterpret_cast<V64>(a < b); }
template <class V>
HARDMAX_INLINE V select(V mask, V yes, V no) {
  return (mask & yes) | (~mask & no);
}

// what(0), ..., what(Count - 1), written out: arrays of vectors indexed so stay in registers.
template <std::size_t Count, class F>
HARDMAX_INLINE void each(F what) {
  [&]<std::size_t... i>(std::index_sequence<i...>) __attribute__((always_inline)) {
    (what(i), ...);
  }
  (std::make_index_sequence<Count>{});
}

// Any bit set?
HARDMAX_INLINE bool any(V64 v) {
#if defined(__AVX512F__)
  return static_cast<__mmask8>(_mm512_test_epi64_mask(reinterpret_cast<__m512i>(v),
                                                      reinterpret_cast<__m512i>(v))) != 0;
#elif defined(__AVX2__)
  return _mm256_testz_si256(reinterpret_cast<__m256i>(v), reinterpret_cast<__m256i>(v)) == 0;
#else
  return (v[0] | v[1]) != 0;
#endif
}
HARDMAX_INLINE bool any(V32 v) { return any(reinterpret_cast<V64>(v)); }
HARDMAX_INLINE bool any(V8 v) { return any(reinterpret_cast<V64>(v)); }

// Any lane zero?
HARDMAX_INLINE bool any_zero(V8 v) {
#if defined(__AVX512F__)
  return static_cast<__mmask64>(_mm512_testn_epi8_mask(reinterpret_cast<__m512i>(v),
                                                       reinterpret_cast<__m512i>(v))) != 0;
#else
  return any(equal(v, V8{}));
#endif
}
HARDMAX_INLINE bool any_zero(V32 v) {
#if defined(__AVX512F__)
  return static_cast<__mmask16>(_mm512_testn_epi32_mask(reinterpret_cast<__m512i>(v),
                                                        reinterpret_cast<__m512i>(v))) != 0;
#else
  return any(equal(v, V32{}));
#endif
}
HARDMAX_INLINE bool any_zero(V64 v) { return any(equal(v, V64{})); }

HARDMAX_INLINE bool any_less(V8 a, V8 b) {
#if defined(__AVX512F__)
  return static_cast<__mmask64>(_mm512_cmplt_epu8_mask(reinterpret_cast<__m512i>(a),
                                                       reinterpret_cast<__m512i>(b))) != 0;
#else
  return any(less(a, b));
#endif
}
HARDMAX_INLINE bool any_less(V32 a, V32 b) { return any(less(a, b)); }
HARDMAX_INLINE bool any_less(V64 a, V64 b) { return any(less(a, b)); }

// min(x, 255) of `count` words, a multiple of 64, 64-byte aligned.
template <class Word>
HARDMAX_INLINE void narrow(const Word* from, std::uint8_t* to, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    to[i] = static_cast<std::uint8_t>(from[i] < 255 ? from[i] : 255);
}
#if defined(__AVX512F__)
HARDMAX_INLINE void narrow(const std::uint32_t* from, std::uint8_t* to, std::size_t count) {
  for (std::size_t i = 0; i < count; i += 64) {
    __m128i part[4];
    for (std::size_t j = 0; j < 4; ++j)
      part[j] = _mm512_cvtusepi32_epi8(_mm512_load_si512(from + i + 16 * j));
    const __m256i low = _mm256_inserti128_si256(_mm256_castsi128_si256(part[0]), part[1], 1);
    const __m256i high = _mm256_inserti128_si256(_mm256_castsi128_si256(part[2]), part[3], 1);
    _mm512_store_si512(to + i, _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1));
  }
}
#endif

// Bits of the lanes of a mask, lane 0 lowest.
template <class Word>
HARDMAX_INLINE std::uint64_t lane_bits(typename VectorOf<Word>::type mask) {
  std::uint64_t bits = 0;
  if (!any(mask)) return bits;
  for (std::size_t i = 0; i < kLanes<Word>; ++i)
    bits |= static_cast<std::uint64_t>(mask[i] & 1) << i;
  return bits;
}

// Sums of products of lanes, modulo 2^64, in two vectors of 64-bit lanes (even and odd lanes of
// 32-bit words).
struct Sum64 {
  V64 even{}, odd{};
  HARDMAX_INLINE V64 low_product(V64 a, V64 b) {
#if defined(__AVX512F__)
    return reinterpret_cast<V64>(
        _mm512_mul_epu32(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b)));
#elif defined(__AVX2__)
    return reinterpret_cast<V64>(
        _mm256_mul_epu32(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b)));
#elif defined(__SSE2__)
    return reinterpret_cast<V64>(
        _mm_mul_epu32(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b)));
#else
    return (a & 0xffffffffU) * (b & 0xffffffffU);
#endif
  }
  __attribute__((always_inline)) inline void add_product(V32 a, V32 b) {
    const V64 wide_a = reinterpret_cast<V64>(a);
    const V64 wide_b = reinterpret_cast<V64>(b);
    even += low_product(wide_a, wide_b);
    odd += low_product(wide_a >> 32, wide_b >> 32);
  }
  __attribute__((always_inline)) inline void add_product(V64 a, V64 b) { even += a * b; }
  __attribute__((always_inline)) inline void add(V32 a) {
    const V64 wide = reinterpret_cast<V64>(a);
    even += wide & 0xffffffffU;
    odd += wide >> 32;
  }
  __attribute__((always_inline)) inline void add(V64 a) { even += a; }
  [[nodiscard]] inline std::uint64_t total() const {
    const V64 both = even + odd;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < kLanes<std::uint64_t>; ++i) sum += both[i];
    return sum;
  }
};

// a rotated right by s < bits.
HARDMAX_INLINE V32 rotate_right(V32 a, std::uint32_t s) {
  return s == 0 ? a : (a >> s) | (a << (32 - s));
}
HARDMAX_INLINE V64 rotate_right(V64 a, std::uint32_t s) {
  return s == 0 ? a : (a >> s) | (a << (64 - s));
}

}  // namespace
