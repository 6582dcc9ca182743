// The lane kernel: a group of inputs through every layer, side by side. Included only by the kernel files, after execute/simd.hpp.
//
// Without `skip` every window is tested against every column; the spread max - min is formed where a lane needs it (elsewhere the two heads of a window return the same id
// and cancel), in one go for the windows looked at together if they all concern one column. With `skip` a stage of windows is passed over if no lane has a column in it,
// and done in one go if every lane has at most one, which leaves it for good.
#pragma once
#include "execute/kernel.hpp"
#include "execute/simd.hpp"

namespace {

using hardmax::kernel::kGroup;

template <class Word>
class Lanes {
 public:
  using V = typename VectorOf<Word>::type;
  static constexpr std::size_t U = kGroup / kLanes<Word>;
  static constexpr Word kHalf = Word{1} << (8 * sizeof(Word) - 1);

  Lanes(const hardmax::kernel::LaneProgram<Word>& program, hardmax::kernel::LaneGroup<Word>& group) : p_(program), g_(group), n_(program.n) {
    z_ = g_.work;
    next_ = z_ + n_ * kGroup;
  }

  void run() {
    for (std::size_t i = 0; i < n_ * kGroup; i += kLanes<Word>) store<Word>(z_ + i, load<Word>(g_.initial + i));
    std::uint32_t t = 0;
    for (; t < p_.window_stages; ++t) windows(p_.stages[t]);
    g_.shifted = z_;
    std::uint32_t digits = 1;
    if (p_.value_form) {
      // The shifted ids stay; the rest happens in a copy.
      Word* copy = next_ + n_ * kGroup;
      for (std::size_t i = 0; i < n_ * kGroup; i += kLanes<Word>) store<Word>(copy + i, load<Word>(z_ + i));
      z_ = copy;
      for (; t < p_.stages_count; ++t) {
        if (p_.stages[t].window) {
          windows(p_.stages[t]);
        } else {
          extreme_value(p_.stages[t]);
        }
      }
      g_.digits = z_;
    } else {
      digits = extreme_digits();
    }
    finish(digits);
  }

 private:
  struct Spread {
    V max[U], min[U];
  };

  static V at(const Word* base, std::size_t k, std::size_t u) { return load<Word>(base + k * kGroup + u * kLanes<Word>); }
  static void put(Word* base, std::size_t k, std::size_t u, V v) { store<Word>(base + k * kGroup + u * kLanes<Word>, v); }

  Spread spread(std::uint32_t keys, std::size_t k) const {
    const std::uint32_t* j = p_.keys + p_.key_begin[keys * n_ + k];
    const std::uint32_t* end = p_.keys + p_.key_begin[keys * n_ + k + 1];
    Spread s;
    for (std::size_t u = 0; u < U; ++u) s.max[u] = s.min[u] = at(z_, *j, u);
    for (++j; j != end; ++j) {
      for (std::size_t u = 0; u < U; ++u) {
        const V v = at(z_, *j, u);
        s.max[u] = max(s.max[u], v);
        s.min[u] = min(s.min[u], v);
      }
    }
    return s;
  }

  void escape(std::size_t u, V mask) { escaped_[u] |= mask; }

  // The columns k of the lanes in `mask` move: next = z + factor (max - min). Lanes where that would reach half escape.
  void move(const hardmax::kernel::Stage<Word>& stage, std::size_t k, const V (&mask)[U]) {
    const Spread s = spread(stage.keys, k);
    for (std::size_t u = 0; u < U; ++u) {
      const V difference = s.max[u] - s.min[u];
      escape(u, mask[u] & less(V{} + stage.limit, difference));
      put(next_, k, u, at(z_, k, u) + (mask[u] & (difference * stage.factor)));
    }
  }

  void windows(const hardmax::kernel::Stage<Word>& stage) {
    if (p_.skip && windows_at_once(stage)) return;
    for (std::uint64_t w = 0; w < stage.count;) {
      const std::uint64_t ahead = stage.count - w;
      if (ahead >= 8 && kAhead >= 8) {
        w += some_windows<8>(stage, w);
      } else if (ahead >= 4) {
        w += some_windows<4>(stage, w);
      } else {
        w += some_windows<1>(stage, w);
      }
    }
  }

  // The windows w, ..., w + Ahead - 1, every column looked at once for all of them. What was seen stays right as long as no column moves into a later one of these; if
  // one does, the rest is left for the next call. Returns how many windows are done.
  template <std::size_t Ahead>
  __attribute__((noinline)) std::uint64_t some_windows(const hardmax::kernel::Stage<Word>& stage, std::uint64_t w) {
    V b[Ahead];
    V seen[Ahead];
    for (std::size_t a = 0; a < Ahead; ++a) {
      b[a] = V{} + static_cast<Word>(stage.base + w + a);
      seen[a] = unseen();
    }
    for (std::size_t i = 0; i < n_ * kGroup; i += kLanes<Word>) {
      const V z = load<Word>(z_ + i);
      for (std::size_t a = 0; a < Ahead; ++a) see(seen[a], z, b[a]);
    }
    std::uint32_t hits = 0;
    for (std::size_t a = 0; a < Ahead; ++a) hits |= static_cast<std::uint32_t>(was_seen(seen[a])) << a;
    if (hits == 0) return Ahead;
    // The columns that are in some of these windows; no other moves.
    candidates_ = 0;
    for (std::size_t k = 0; k < n_; ++k) {
      V least = ~V{};
      for (std::size_t u = 0; u < U; ++u) least = min(least, at(z_, k, u) - b[0]);
      candidate_[candidates_] = static_cast<std::uint32_t>(k);
      candidates_ += any(less(least, V{} + static_cast<Word>(Ahead)));
    }
    if (candidates_ == 1 && one_column(stage, candidate_[0], b[0], static_cast<Word>(Ahead))) return Ahead;
    for (; hits != 0; hits &= hits - 1) {
      const auto a = static_cast<std::uint64_t>(__builtin_ctz(hits));
      if (window(stage, static_cast<Word>(stage.base + w + a), static_cast<Word>(Ahead - 1 - a))) return a + 1;
    }
    return Ahead;
  }

  // The windows b, ..., b + ahead - 1 where only column k is in any: a lane moves it once, in whichever it is, by a spread no other lane or column changes.
  // False, with nothing changed, if it would move into one of them again.
  bool one_column(const hardmax::kernel::Stage<Word>& stage, std::size_t k, V b, Word ahead) {
    V mask[U];
    for (std::size_t u = 0; u < U; ++u) mask[u] = less(at(z_, k, u) - b, V{} + ahead);
    move(stage, k, mask);
    V again{};
    for (std::size_t u = 0; u < U; ++u) {
      const V z = at(next_, k, u);
      again |= mask[u] & less(z - b, V{} + ahead) & ~equal(z, at(z_, k, u));
    }
    if (any(again)) return false;
    moved_[0] = static_cast<std::uint32_t>(k);
    commit(1);
    return true;
  }

  // Whether some z met b. AVX-512 has two ports for comparisons and four for the rest: there, a least z ^ b of 0.
#if defined(__AVX512F__)
  static constexpr std::size_t kAhead = 8;
  static V unseen() { return ~V{}; }
  static void see(V& seen, V z, V b) { seen = min(seen, z ^ b); }
  static bool was_seen(V seen) { return any_zero(seen); }
#else
  static constexpr std::size_t kAhead = 4;
  static V unseen() { return V{}; }
  static void see(V& seen, V z, V b) { seen |= equal(z, b); }
  static bool was_seen(V seen) { return any(seen); }
#endif

  // One window. True if some column ends up in one of the next `ahead` values.
  __attribute__((noinline)) bool window(const hardmax::kernel::Stage<Word>& stage, Word base, Word ahead) {
    const V b = V{} + base;
    std::size_t moved = 0;
    V again{};
    for (std::size_t c = 0; c < candidates_; ++c) {
      const std::size_t k = candidate_[c];
      V mask[U];
      V some{};
      for (std::size_t u = 0; u < U; ++u) some |= mask[u] = equal(at(z_, k, u), b);
      if (!any(some)) continue;
      move(stage, k, mask);
      for (std::size_t u = 0; u < U; ++u) again |= mask[u] & less(at(next_, k, u) - b - Word{1}, V{} + ahead);
      moved_[moved++] = static_cast<std::uint32_t>(k);
    }
    commit(moved);
    return any(again);
  }

  void commit(std::size_t moved) {
    for (std::size_t m = 0; m < moved; ++m) {
      for (std::size_t u = 0; u < U; ++u) put(z_, moved_[m], u, at(next_, moved_[m], u));
    }
  }

  // False, with nothing changed, if some lane has two columns in the stage or one that stays in it at another value. (Lanes that escape may say so wrongly; they
  // are done again elsewhere.)
  bool windows_at_once(const hardmax::kernel::Stage<Word>& stage) {
    const V base = V{} + stage.base;
    const V count = V{} + static_cast<Word>(stage.count);
    V seen[U] = {};
    V twice{};
    std::size_t moved = 0;
    for (std::size_t k = 0; k < n_; ++k) {
      V mask[U];
      V some{};
      for (std::size_t u = 0; u < U; ++u) {
        mask[u] = less(at(z_, k, u) - base, count);
        some |= mask[u];
        twice |= seen[u] & mask[u];
        seen[u] |= mask[u];
      }
      if (!any(some)) continue;
      move(stage, k, mask);
      for (std::size_t u = 0; u < U; ++u) {
        const V z = at(next_, k, u);
        twice |= mask[u] & less(z - base, count) & ~equal(z, at(z_, k, u));
      }
      moved_[moved++] = static_cast<std::uint32_t>(k);
    }
    if (any(twice)) return false;
    commit(moved);
    return true;
  }

  // z + factor max, all columns positive.
  void extreme_value(const hardmax::kernel::Stage<Word>& stage) {
    for (std::size_t k = 0; k < n_; ++k) {
      const Spread s = spread(stage.keys, k);
      for (std::size_t u = 0; u < U; ++u) {
        const V z = at(z_, k, u);
        escape(u, equal(z, V{}) | less(V{} + stage.limit, s.max[u]));
        const V moved = z + s.max[u] * stage.factor;
        escape(u, less(V{} + static_cast<Word>(kHalf - 1), moved));
        put(next_, k, u, moved);
      }
    }
    for (std::size_t i = 0; i < n_ * kGroup; i += kLanes<Word>) store<Word>(z_ + i, load<Word>(next_ + i));
  }

  // All the extreme layers: digit t of k becomes digit t of k + digit t - 1 of the largest key. Returns the number of digits.
  std::uint32_t extreme_digits() {
    const std::size_t size = n_ * kGroup;
    const std::uint32_t layers = p_.stages_count - p_.window_stages;
    Word* now = next_ + size;
    Word* then = now + size * (layers + 1);
    V largest[U] = {};
    for (std::size_t k = 0; k < n_; ++k) {
      for (std::size_t u = 0; u < U; ++u) {
        const V z = at(z_, k, u);
        put(now, k, u, z);
        put(then, k, u, z);
        if (layers != 0) escape(u, equal(z, V{}));
        largest[u] = max(largest[u], z);
      }
    }
    for (std::uint32_t t = 1; t <= layers; ++t) {  // digits 0 .. t - 1 exist
      const std::uint32_t keys = p_.stages[p_.window_stages + t - 1].keys;
      switch (t) {
        case 1: extreme_layer<1>(now, then, t, keys, largest); break;
        case 2: extreme_layer<2>(now, then, t, keys, largest); break;
        case 3: extreme_layer<3>(now, then, t, keys, largest); break;
        default: extreme_layer<0>(now, then, t, keys, largest);
      }
      Word* swap = now;
      now = then;
      then = swap;
    }
    for (std::size_t u = 0; u < U; ++u) escape(u, less(V{} + static_cast<Word>(p_.digit_limit - 1), largest[u]));
    g_.digits = now;
    return layers + 1;
  }

  // T is t where it is known when this is compiled, else 0.
  template <std::uint32_t T>
  __attribute__((noinline)) void extreme_layer(const Word* now, Word* then, std::uint32_t t, std::uint32_t keys, V (&largest)[U]) const {
    for (std::size_t k = 0; k < n_; ++k) {
      const std::uint32_t* first = p_.keys + p_.key_begin[keys * n_ + k];
      const std::uint32_t* last = p_.keys + p_.key_begin[keys * n_ + k + 1];
      for (std::size_t u = 0; u < U; ++u) largest[u] = max(largest[u], extreme_column<T>(now, then, t, first, last, k, u));
    }
  }

  template <std::uint32_t T>
  __attribute__((always_inline)) inline V extreme_column(const Word* now, Word* then, std::uint32_t t, const std::uint32_t* j, const std::uint32_t* end, std::size_t k,
                                                         std::size_t u) const {
    const std::size_t size = n_ * kGroup;
    if constexpr (T != 0) t = T;
    V best[T != 0 ? T : hardmax::kernel::kMaxDigits];
    for (std::uint32_t i = 0; i < t; ++i) best[i] = at(now + i * size, *j, u);
    for (++j; j != end; ++j) {
      if constexpr (T == 1) {
        best[0] = max(best[0], at(now, *j, u));
      } else {
        V larger{};
        V same = ~V{};
        for (std::uint32_t i = t; i-- > 0;) {
          const V v = at(now + i * size, *j, u);
          larger |= same & less(best[i], v);
          if (i != 0) same &= equal(best[i], v);
        }
        for (std::uint32_t i = 0; i < t; ++i) best[i] = select(larger, at(now + i * size, *j, u), best[i]);
      }
    }
    V largest{};
    for (std::uint32_t i = 1; i <= t; ++i) {
      const V old = i == t ? V{} : at(now + i * size, k, u);
      const V digit = old + best[i - 1];
      largest = max(largest, digit);
      put(then + i * size, k, u, digit);
    }
    return largest;
  }

  __attribute__((noinline)) void finish(std::uint32_t digits) {
    const std::size_t size = n_ * kGroup;
    Word active[kGroup] __attribute__((aligned(64)));
    Word place[kGroup] __attribute__((aligned(64)));
    for (std::size_t i = 0; i < kGroup; ++i) {
      active[i] = (g_.active >> i & 1) != 0 ? static_cast<Word>(~Word{0}) : Word{0};
      place[i] = static_cast<Word>(g_.place[i]);
    }
    V keep[U];
    V weight[U];
    g_.escaped = 0;
    for (std::size_t u = 0; u < U; ++u) {
      const V on = load<Word>(active + u * kLanes<Word>);
      g_.escaped |= lane_bits<Word>(on & escaped_[u]) << (u * kLanes<Word>);
      keep[u] = on & ~escaped_[u];
      weight[u] = load<Word>(place + u * kLanes<Word>) * static_cast<Word>(2 * n_) + Word{1};
    }
    for (std::uint32_t t = 0; t < digits; ++t) {
      Sum64 sum;
      for (std::size_t k = 0; k < n_; ++k) {
        for (std::size_t u = 0; u < U; ++u) sum.add_product(at(g_.digits + t * size, k, u), (weight[u] + static_cast<Word>(2 * k)) & keep[u]);
      }
      g_.digest[t] = sum.total();
    }
    g_.not_inverted = 0;
    for (std::size_t u = 0; u < U; ++u) {
      const V wrong = p_.decodes ? wrongly_decoded(digits - 1, u) : ~V{};
      g_.not_inverted |= lane_bits<Word>(keep[u] & wrong) << (u * kLanes<Word>);
    }
  }

  // Lanes of which some id does not decode: its top digit is followed down the chain and must meet every shifted id, in strictly decreasing order.
  __attribute__((noinline)) V wrongly_decoded(std::uint32_t top, std::size_t u) const {
    const Word* tops = g_.digits + top * n_ * kGroup;
    V x = at(tops, 0, u);
    V wrong{};
    for (std::size_t k = 1; k < n_; ++k) wrong |= x ^ at(tops, k, u);
    for (std::size_t i = n_; i-- > 1;) {
      const std::uint32_t k = p_.chain[i];
      wrong |= x ^ at(g_.shifted, k, u);
      const V z = at(g_.initial, k, u);
      // (x - z) / factor, which is beyond the largest quotient if the division leaves a rest.
      const V quotient = rotate_right((x - z) * p_.factor_inverse[i], p_.factor_shift[i]);
      wrong |= less(V{} + p_.quotient_limit[i], quotient);
      const V before = quotient + z;
      wrong |= ~less(before, x);
      x = before;
    }
    wrong |= x ^ at(g_.shifted, p_.chain[0], u);
    wrong |= x ^ at(g_.initial, p_.chain[0], u);
    return ~equal(wrong, V{});
  }

  const hardmax::kernel::LaneProgram<Word>& p_;
  hardmax::kernel::LaneGroup<Word>& g_;
  std::size_t n_;
  Word* z_;
  Word* next_;
  V escaped_[U] = {};
  std::size_t candidates_ = 0;
  std::uint32_t candidate_[hardmax::kernel::kMaxTokens + 1];
  std::uint32_t moved_[hardmax::kernel::kMaxTokens];
};

}  // namespace
