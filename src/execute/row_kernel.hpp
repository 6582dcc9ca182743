// The row kernels of `fast`. Included only by the kernel files.
#pragma once
#include "execute/kernel.hpp"
#include "execute/simd.hpp"

namespace {

template <class Word, bool PowerOfTwo>
bool extend(const hardmax::kernel::RowLink<Word>& link, const Word* parent, Word* out,
            std::size_t count) {
  using V = typename VectorOf<Word>::type;
  const V z = splat(link.z);
  const V factor = splat(link.factor);
  const V inverse = splat(link.factor_inverse);
  const std::uint32_t shift = link.factor_shift;
  V least = ~V{};
  V wrong{};
  for (std::size_t i = 0; i < count; i += kLanes<Word>) {
    const V before = load<Word>(parent + i);
    const V step = before - z;
    const V product = PowerOfTwo ? step << shift : step * factor;
    const V x = product + z;
    store<Word>(out + i, x);
    least = min(least, x);
    wrong |= max(x, before + Word{1}) ^ x;  // x > before
    // The decoder's step, from x: (x - z) / factor, a rest would make it differ.
    const V rest = x - z;
    wrong |= rotate_right(PowerOfTwo ? rest : rest * inverse, shift) ^ step;
  }
  bool good = !any(wrong) && !any(less(least, splat(link.least)));
  for (std::uint32_t a = 0; a < link.avoid_count; ++a) {
    const V base = splat(link.avoid[2 * a]);
    const V size = splat(link.avoid[2 * a + 1]);
    V met{};
    for (std::size_t i = 0; i < count; i += kLanes<Word>)
      met |= less(load<Word>(out + i) - base, size);
    good = good && !any(met);
  }
  return good;
}

template <class Word>
bool extend_row_of(const hardmax::kernel::RowLink<Word>& link, const Word* parent, Word* out,
                   std::size_t count) {
  return link.factor_inverse == 1 ? extend<Word, true>(link, parent, out, count)
                                  : extend<Word, false>(link, parent, out, count);
}

// Terms is the number of rows where it is known when this is compiled and all coefficients are 1,
// else 0.
template <class Word, std::uint32_t Terms>
void digest(const hardmax::kernel::RowForm<Word>& form, const Word* place, std::size_t count,
            std::uint64_t row_place, std::uint64_t* sums) {
  using V = typename VectorOf<Word>::type;
  const V constant = splat(form.constant);
  const Word* const first = form.rows[0];
  const Word* const second = Terms >= 2 ? form.rows[1] : nullptr;
  const Word* const third = Terms >= 3 ? form.rows[2] : nullptr;
  Sum64 plain;
  Sum64 weighted;
  const auto digit = [&](std::size_t i) __attribute__((always_inline)) {
    V w = constant;
    if constexpr (Terms == 0) {
      for (std::uint32_t t = 0; t < form.terms; ++t)
        w += load<Word>(form.rows[t] + i) * form.coefficients[t];
    } else {
      w += load<Word>(first + i);
      if constexpr (Terms >= 2) w += load<Word>(second + i);
      if constexpr (Terms >= 3) w += load<Word>(third + i);
    }
    return w;
  };
  std::size_t i = 0;
  for (; i + kLanes<Word> <= count; i += kLanes<Word>) {
    const V w = digit(i);
    plain.add(w);
    weighted.add_product(w, load<Word>(place + i));
  }
  if (i < count) {
    Word keep[kLanes<Word>] __attribute__((aligned(64))) = {};
    for (std::size_t j = 0; j < count - i; ++j) keep[j] = static_cast<Word>(~Word{0});
    const V w = digit(i) & load<Word>(keep);
    plain.add(w);
    weighted.add_product(w, load<Word>(place + i));
  }
  const V64 sum = plain.even + plain.odd;
  store<std::uint64_t>(sums, load<std::uint64_t>(sums) + sum);
  store<std::uint64_t>(
      sums + 8, load<std::uint64_t>(sums + 8) + weighted.even + weighted.odd + sum * row_place);
}

template <class Word>
void digest_row_of(const hardmax::kernel::RowForm<Word>& form, const Word* place, std::size_t count,
                   std::uint64_t row_place, std::uint64_t* sums) {
  if (form.plain && form.terms == 1) return digest<Word, 1>(form, place, count, row_place, sums);
  if (form.plain && form.terms == 2) return digest<Word, 2>(form, place, count, row_place, sums);
  if (form.plain && form.terms == 3) return digest<Word, 3>(form, place, count, row_place, sums);
  return digest<Word, 0>(form, place, count, row_place, sums);
}

}  // namespace
