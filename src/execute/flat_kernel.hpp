// Runs flat programs. Included only by the kernel files, after execute/simd.hpp.
#pragma once
#include "execute/flat.hpp"
#include "execute/simd.hpp"

namespace {

class Flat {
 public:
  using Instruction = hardmax::kernel::FlatInstruction;
  using Op = hardmax::kernel::FlatOp;
  using Wide = __int128;
  static constexpr std::size_t kGroup = hardmax::kernel::kFlatGroup;
  static constexpr std::size_t kStep = kLanes<std::uint64_t>;

  Flat(const Wide* constants, hardmax::kernel::FlatState state)
      : constants_(constants), state_(state) {}

  void run(const Instruction* code, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) step(code[i]);
  }

 private:
  // Narrow registers are added and multiplied modulo 2^64, which is what they hold as no value
  // leaves them.
  typedef std::int64_t S64 __attribute__((vector_size(kVectorBytes)));

  std::uint64_t* words(std::uint32_t r) const {
    return reinterpret_cast<std::uint64_t*>(state_.narrow) + r * kGroup;
  }
  std::int64_t* narrow(std::uint32_t r) const { return state_.narrow + r * kGroup; }
  Wide* wide(std::uint32_t r) const { return state_.wide + r * kGroup; }
  std::uint64_t* mask(std::uint32_t r) const {
    return state_.masks + r * hardmax::kernel::kMaskWords;
  }

  // Masks are written piece by piece, as bits in memory.
  static void put_bits(std::uint64_t* mask, std::size_t i, unsigned bits) {
    if constexpr (kStep == 8) {
      reinterpret_cast<std::uint8_t*>(mask)[i / 8] = static_cast<std::uint8_t>(bits);
    } else {
      const std::size_t at = i % 64;
      std::uint64_t& word = mask[i / 64];
      word = (word & ~(((std::uint64_t{1} << kStep) - 1) << at)) |
             (static_cast<std::uint64_t>(bits) << at);
    }
  }
  static unsigned get_bits(const std::uint64_t* mask, std::size_t i) {
    return static_cast<unsigned>(mask[i / 64] >> (i % 64)) & ((1U << kStep) - 1);
  }

  static unsigned bits_less(V64 a, V64 b) {
#if defined(__AVX512F__)
    return static_cast<std::uint8_t>(
        _mm512_cmplt_epi64_mask(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b)));
#elif defined(__AVX2__)
    return static_cast<unsigned>(_mm256_movemask_pd(reinterpret_cast<__m256d>(
        _mm256_cmpgt_epi64(reinterpret_cast<__m256i>(b), reinterpret_cast<__m256i>(a)))));
#else
    return static_cast<unsigned>(static_cast<std::int64_t>(a[0]) <
                                 static_cast<std::int64_t>(b[0])) |
           static_cast<unsigned>(static_cast<std::int64_t>(a[1]) < static_cast<std::int64_t>(b[1]))
               << 1;
#endif
  }
  static unsigned bits_equal(V64 a, V64 b) {
#if defined(__AVX512F__)
    return static_cast<std::uint8_t>(
        _mm512_cmpeq_epi64_mask(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b)));
#elif defined(__AVX2__)
    return static_cast<unsigned>(_mm256_movemask_pd(reinterpret_cast<__m256d>(
        _mm256_cmpeq_epi64(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b)))));
#else
    return static_cast<unsigned>(a[0] == b[0]) | static_cast<unsigned>(a[1] == b[1]) << 1;
#endif
  }
  static V64 blend(unsigned bits, V64 yes, V64 no) {
#if defined(__AVX512F__)
    return reinterpret_cast<V64>(_mm512_mask_blend_epi64(static_cast<__mmask8>(bits),
                                                         reinterpret_cast<__m512i>(no),
                                                         reinterpret_cast<__m512i>(yes)));
#else
    V64 lanes{};
    for (std::size_t j = 0; j < kStep; ++j) lanes[j] = std::uint64_t{1} << j;
    const V64 on = reinterpret_cast<V64>((splat(std::uint64_t{bits}) & lanes) != V64{});
    return select(on, yes, no);
#endif
  }
  static V64 signed_max(V64 a, V64 b) {
    return reinterpret_cast<V64>(reinterpret_cast<S64>(a) > reinterpret_cast<S64>(b)
                                     ? reinterpret_cast<S64>(a)
                                     : reinterpret_cast<S64>(b));
  }
  static V64 signed_min(V64 a, V64 b) {
    return reinterpret_cast<V64>(reinterpret_cast<S64>(a) < reinterpret_cast<S64>(b)
                                     ? reinterpret_cast<S64>(a)
                                     : reinterpret_cast<S64>(b));
  }

  template <class F>
  void each(const Instruction& x, F f) const {
    std::uint64_t* to = words(x.to);
    const std::uint64_t* a = words(x.a);
    const std::uint64_t* b = words(x.b);
    for (std::size_t i = 0; i < kGroup; i += kStep)
      store<std::uint64_t>(to + i, f(load<std::uint64_t>(a + i), load<std::uint64_t>(b + i)));
  }
  template <class F>
  void each_mask(const Instruction& x, F f) const {
    std::uint64_t* to = mask(x.to);
    const std::uint64_t* a = words(x.a);
    const std::uint64_t* b = words(x.b);
    for (std::size_t i = 0; i < kGroup; i += kStep)
      put_bits(to, i, f(load<std::uint64_t>(a + i), load<std::uint64_t>(b + i)));
  }

  void step(const Instruction& x) const {
    if (x.wide_to || x.wide_a || x.wide_b) return step_wide(x);
    const auto constant = static_cast<std::uint64_t>(constants_[x.constant]);
    const V64 k = splat(constant);
    switch (x.op) {
      case Op::set: return each(x, [&](V64, V64) { return k; });
      case Op::add: return each(x, [](V64 a, V64 b) { return a + b; });
      case Op::subtract: return each(x, [](V64 a, V64 b) { return a - b; });
      case Op::add_constant: return each(x, [&](V64 a, V64) { return a + k; });
      case Op::scale: return each(x, [&](V64 a, V64) { return a * k; });
      case Op::add_scaled: return each(x, [&](V64 a, V64 b) { return a + b * k; });
      case Op::multiply: return each(x, [](V64 a, V64 b) { return a * b; });
      case Op::maximum: return each(x, [](V64 a, V64 b) { return signed_max(a, b); });
      case Op::minimum: return each(x, [](V64 a, V64 b) { return signed_min(a, b); });
      case Op::less: return each_mask(x, [](V64 a, V64 b) { return bits_less(a, b); });
      case Op::equal: return each_mask(x, [](V64 a, V64 b) { return bits_equal(a, b); });
      case Op::at_most_constant:
        return each_mask(x, [&](V64 a, V64) { return ~bits_less(k, a) & ((1U << kStep) - 1); });
      case Op::equal_constant: return each_mask(x, [&](V64 a, V64) { return bits_equal(a, k); });
      case Op::select: {
        std::uint64_t* to = words(x.to);
        const std::uint64_t* m = mask(x.mask);
        for (std::size_t i = 0; i < kGroup; i += kStep)
          store<std::uint64_t>(to + i, blend(get_bits(m, i), load<std::uint64_t>(words(x.a) + i),
                                             load<std::uint64_t>(words(x.b) + i)));
        return;
      }
      case Op::floor_divide:
      case Op::floor_mod: {
        const auto by = static_cast<std::int64_t>(constant);
        for (std::size_t i = 0; i < kGroup; ++i)
          narrow(x.to)[i] = divided(narrow(x.a)[i], by, x.op);
        return;
      }
      case Op::both:
      case Op::either:
      case Op::negate:
        for (std::size_t i = 0; i < hardmax::kernel::kMaskWords; ++i) {
          const std::uint64_t a = mask(x.a)[i];
          mask(x.to)[i] =
              x.op == Op::negate ? ~a : (x.op == Op::both ? a & mask(x.b)[i] : a | mask(x.b)[i]);
        }
    }
  }

  template <class Int>
  static Int divided(Int a, Int by, Op op) {
    Int quotient = a / by;
    const Int rest = a - quotient * by;
    quotient -= rest < 0;
    return op == Op::floor_divide ? quotient : (rest < 0 ? rest + by : rest);
  }

  // One operand as wide integers, in place or copied.
  const Wide* widened(bool is_wide, std::uint32_t r, Wide* copy) const {
    if (is_wide) return wide(r);
    for (std::size_t i = 0; i < kGroup; ++i) copy[i] = narrow(r)[i];
    return copy;
  }

  template <class F>
  void each_wide(const Instruction& x, const Wide* a, const Wide* b, F f) const {
    if (x.wide_to) {
      for (std::size_t i = 0; i < kGroup; ++i) wide(x.to)[i] = f(a[i], b[i]);
    } else {
      for (std::size_t i = 0; i < kGroup; ++i)
        narrow(x.to)[i] = static_cast<std::int64_t>(f(a[i], b[i]));
    }
  }
  template <class F>
  void each_wide_mask(const Instruction& x, const Wide* a, const Wide* b, F f) const {
    for (std::size_t w = 0; w < hardmax::kernel::kMaskWords; ++w) {
      std::uint64_t bits = 0;
      for (std::size_t i = 0; i < 64; ++i)
        bits |= static_cast<std::uint64_t>(f(a[64 * w + i], b[64 * w + i])) << i;
      mask(x.to)[w] = bits;
    }
  }

  __attribute__((noinline)) void step_wide(const Instruction& x) const {
    Wide copy_a[kGroup];
    Wide copy_b[kGroup];
    const Wide* a = x.op == Op::set ? nullptr : widened(x.wide_a, x.a, copy_a);
    const bool binary = x.op != Op::set && x.op != Op::add_constant && x.op != Op::scale &&
                        x.op != Op::floor_divide && x.op != Op::floor_mod &&
                        x.op != Op::at_most_constant && x.op != Op::equal_constant;
    const Wide* b = binary ? widened(x.wide_b, x.b, copy_b) : a;
    const Wide k = constants_[x.constant];
    switch (x.op) {
      case Op::set:
        for (std::size_t i = 0; i < kGroup; ++i) wide(x.to)[i] = k;
        return;
      case Op::add: return each_wide(x, a, b, [](Wide p, Wide q) { return p + q; });
      case Op::subtract: return each_wide(x, a, b, [](Wide p, Wide q) { return p - q; });
      case Op::add_constant: return each_wide(x, a, b, [&](Wide p, Wide) { return p + k; });
      case Op::scale: return each_wide(x, a, b, [&](Wide p, Wide) { return p * k; });
      case Op::add_scaled: return each_wide(x, a, b, [&](Wide p, Wide q) { return p + q * k; });
      case Op::multiply: return each_wide(x, a, b, [](Wide p, Wide q) { return p * q; });
      case Op::maximum: return each_wide(x, a, b, [](Wide p, Wide q) { return p > q ? p : q; });
      case Op::minimum: return each_wide(x, a, b, [](Wide p, Wide q) { return p < q ? p : q; });
      case Op::floor_divide:
      case Op::floor_mod:
        return each_wide(x, a, b, [&](Wide p, Wide) { return divided(p, k, x.op); });
      case Op::select: {
        const std::uint64_t* m = mask(x.mask);
        for (std::size_t i = 0; i < kGroup; ++i) {
          const Wide value = (m[i / 64] >> (i % 64) & 1) != 0 ? a[i] : b[i];
          if (x.wide_to) {
            wide(x.to)[i] = value;
          } else {
            narrow(x.to)[i] = static_cast<std::int64_t>(value);
          }
        }
        return;
      }
      case Op::less: return each_wide_mask(x, a, b, [](Wide p, Wide q) { return p < q; });
      case Op::equal: return each_wide_mask(x, a, b, [](Wide p, Wide q) { return p == q; });
      case Op::at_most_constant:
        return each_wide_mask(x, a, b, [&](Wide p, Wide) { return p <= k; });
      case Op::equal_constant: return each_wide_mask(x, a, b, [&](Wide p, Wide) { return p == k; });
      default: return;  // masks are never wide
    }
  }

  const Wide* constants_;
  hardmax::kernel::FlatState state_;
};

}  // namespace
