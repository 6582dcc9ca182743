// The lane kernel: groups of inputs through every layer, side by side. Included only by the kernel
// files.
//
// Without `skip` every window is tested against every column. Where all windows are below 255
// (`narrow`), the columns stand there as bytes too, min(z, 255): z is in window b if and only if
// its byte is b, and a group of 64 inputs is one vector. The spread max - min is formed where a
// lane needs it (elsewhere the two heads of a window return the same id and cancel), in one go for
// the windows looked at together if they all concern one column. With `skip` a stage of windows is
// passed over if no lane has a column in it, and done in one go if every lane has at most one,
// which leaves it for good.
#pragma once
#include "execute/lane_results.hpp"

namespace {

template <class Word>
class Lanes {
 public:
  using V = typename VectorOf<Word>::type;
  static constexpr std::size_t U = kVectors<Word>;
  static constexpr std::size_t B = kBlock<Word>;
  static constexpr Word kHalf = Word{1} << (8 * sizeof(Word) - 1);

  Lanes(const hardmax::kernel::LaneProgram<Word>& program, hardmax::kernel::LaneGroup<Word>& group)
      : p_(program), g_(group), n_(program.n), narrow_(program.narrow && !program.skip) {
    z_ = g_.work;
    next_ = z_ + n_ * kGroup;
  }

  // Groups that share nothing, stage by stage in turn: a CPU goes on with one where the other waits
  // for itself.
  template <class... Group>
  static void run(const hardmax::kernel::LaneProgram<Word>& program, Group&... group) {
    (group.start(), ...);
    std::uint32_t t = 0;
    for (; t < program.window_stages; ++t) (group.windows(program.stages[t]), ...);
    (group.keep_shifted(), ...);
    if (!program.value_form) {
      (group.extreme_digits(), ...);
    } else {
      for (; t < program.stages_count; ++t) (group.stage(program.stages[t]), ...);
    }
    (group.finish(), ...);
  }

 private:
  void start() {
    for (std::size_t i = 0; i < n_ * kGroup; i += kLanes<Word>)
      store<Word>(z_ + i, load<Word>(g_.initial + i));
    if (narrow_) narrow(g_.initial, bytes_, n_ * kGroup);
  }

  void stage(const hardmax::kernel::Stage<Word>& stage) {
    stage.window ? windows(stage) : extreme_value(stage);
  }

  // In value form the rest happens in a copy.
  void keep_shifted() {
    g_.shifted = z_;
    if (p_.value_form) {
      Word* copy = next_ + n_ * kGroup;
      for (std::size_t i = 0; i < n_ * kGroup; i += kLanes<Word>)
        store<Word>(copy + i, load<Word>(z_ + i));
      z_ = copy;
    }
    g_.lowest = z_;
    digits_ = 1;
  }

  static V at(const Word* base, std::size_t k, std::size_t u) { return vector_at(base, k, u); }
  static void put(Word* base, std::size_t k, std::size_t u, V v) {
    store<Word>(base + k * kGroup + u * kLanes<Word>, v);
  }

  struct Keys {
    const std::uint32_t *begin, *end;
  };
  [[nodiscard]] Keys keys_of(std::uint32_t set, std::size_t k) const {
    return {p_.keys + p_.key_begin[set * n_ + k], p_.keys + p_.key_begin[set * n_ + k + 1]};
  }

  // what(u, max, min) of the keys of a column.
  template <class F>
  __attribute__((always_inline)) void with_extremes(Keys keys, F what) const {
    for (std::size_t first = 0; first < U; first += B) {
      V most[B] = {};
      V least[B];
      each<B>([&](std::size_t i) __attribute__((always_inline)) { least[i] = ~V{}; });
      for (const std::uint32_t* j = keys.begin; j != keys.end; ++j) {
        const Word* z = z_ + *j * kGroup + first * kLanes<Word>;
        each<B>([&](std::size_t i) __attribute__((always_inline)) {
          const V v = load<Word>(z + i * kLanes<Word>);
          most[i] = max(most[i], v);
          least[i] = min(least[i], v);
        });
      }
      each<B>([&](std::size_t i)
                  __attribute__((always_inline)) { what(first + i, most[i], least[i]); });
    }
  }

  void escape(std::size_t u, V mask) { escaped_[u] |= mask; }

  // The columns k of the lanes in `mask` move: z + factor (max - min), in next_ until commit().
  // Lanes where that would reach half escape.
  void move_later(const hardmax::kernel::Stage<Word>& stage, std::size_t k, const V (&mask)[U]) {
    with_extremes(
        keys_of(stage.keys, k), [&](std::size_t u, V most, V least) __attribute__((always_inline)) {
          const V difference = most - least;
          escape(u, mask[u] & less(splat(stage.limit), difference));
          put(next_, k, u, at(z_, k, u) + (mask[u] & (difference * stage.factor)));
        });
    moved_[moves_++] = static_cast<std::uint32_t>(k);
  }
  void commit() {
    for (; moves_ != 0; --moves_) take_next(moved_[moves_ - 1]);
  }
  void take_next(std::size_t k) {
    for (std::size_t u = 0; u < U; ++u) put(z_, k, u, at(next_, k, u));
    if (narrow_) narrow(z_ + k * kGroup, bytes_ + k * kGroup, kGroup);
  }

  void windows(const hardmax::kernel::Stage<Word>& stage) {
    if (p_.skip && windows_at_once(stage)) return;
    for (std::uint64_t w = 0; w < stage.count;) {
      const std::uint64_t ahead = stage.count - w;
      if (ahead >= 8 && kAhead >= 8) {
        w += some<8>(stage, w);
      } else if (ahead >= 4) {
        w += some<4>(stage, w);
      } else {
        w += some<1>(stage, w);
      }
    }
  }
  template <std::size_t Ahead>
  std::uint64_t some(const hardmax::kernel::Stage<Word>& stage, std::uint64_t w) {
    return narrow_ ? some_windows<Ahead>(stage, w, bytes_)
                   : some_windows<Ahead>(stage, w, static_cast<const Word*>(z_));
  }

  // The windows w, ..., w + Ahead - 1, each tested against every column of `columns`, in one go.
  // Mostly no column is in any, or only the one that the stage is for. Returns how many windows are
  // done.
  template <std::size_t Ahead, class Seen>
  __attribute__((noinline)) std::uint64_t some_windows(const hardmax::kernel::Stage<Word>& stage,
                                                       std::uint64_t w, const Seen* columns) {
    using S = typename VectorOf<Seen>::type;
    const S base = splat(static_cast<Seen>(stage.base + w));
    S seen[Ahead];
    each<Ahead>([&](std::size_t a) __attribute__((always_inline)) { seen[a] = unseen<S>(); });
    const auto test = [&](std::size_t k, S & least) __attribute__((always_inline)) {
      for (std::size_t i = 0; i < kGroup; i += kLanes<Seen>) {
        const S z = load<Seen>(columns + k * kGroup + i) - base;
        least = min(least, z);
        each<Ahead>([&](std::size_t a) __attribute__((always_inline)) {
          see(seen[a], z, splat(static_cast<Seen>(a)));
        });
      }
    };
    const std::size_t likely = stage.likely;
    S own = ~S{};
    S others = ~S{};
    for (std::size_t k = 0; k < likely; ++k) test(k, others);
    test(likely, own);
    for (std::size_t k = likely + 1; k < n_; ++k) test(k, others);
    S some = seen[0];
    each<Ahead>([&](std::size_t a) __attribute__((always_inline)) { some = both(some, seen[a]); });
    if (!was_seen(some)) return Ahead;
    if (!any_less(others, splat(static_cast<Seen>(Ahead))) &&
        one_column(stage, likely, static_cast<Word>(stage.base + w), static_cast<Word>(Ahead)))
      return Ahead;
    return window_by_window<Ahead>(stage, w, columns);
  }

  // The same, column by column and window by window. What was seen stays right as long as no column
  // moves into a later one of these windows; if one does, the rest is left for the next call.
  template <std::size_t Ahead, class Seen>
  __attribute__((noinline)) std::uint64_t window_by_window(
      const hardmax::kernel::Stage<Word>& stage, std::uint64_t w, const Seen* columns) {
    using S = typename VectorOf<Seen>::type;
    const S base = splat(static_cast<Seen>(stage.base + w));
    S seen[Ahead];
    for (std::size_t a = 0; a < Ahead; ++a) seen[a] = unseen<S>();
    candidates_ = 0;  // the columns that are in some of these windows; no other moves
    for (std::size_t k = 0; k < n_; ++k) {
      S least = ~S{};
      for (std::size_t i = 0; i < kGroup; i += kLanes<Seen>) {
        const S z = load<Seen>(columns + k * kGroup + i) - base;
        least = min(least, z);
        for (std::size_t a = 0; a < Ahead; ++a) see(seen[a], z, splat(static_cast<Seen>(a)));
      }
      candidate_[candidates_] = static_cast<std::uint32_t>(k);
      candidates_ += any_less(least, splat(static_cast<Seen>(Ahead)));
    }
    for (std::size_t a = 0; a < Ahead; ++a) {
      if (was_seen(seen[a]) &&
          window(stage, static_cast<Word>(stage.base + w + a), static_cast<Word>(Ahead - 1 - a)))
        return a + 1;
    }
    return Ahead;
  }

  // The windows base, ..., base + ahead - 1 where only column k is in any: a lane moves it once, in
  // whichever it is, by a spread no other lane or column changes. False, with nothing changed, if
  // it would move into one of them again, or a lane would escape.
  __attribute__((always_inline)) bool one_column(const hardmax::kernel::Stage<Word>& stage,
                                                 std::size_t k, Word base, Word ahead) {
    const V b = splat(base);
    const V end = splat(ahead);
    const V limit = splat(stage.limit);
    const V factor = splat(stage.factor);
    V trouble{};
    with_extremes(
        keys_of(stage.keys, k), [&](std::size_t u, V most, V least) __attribute__((always_inline)) {
          const V z = at(z_, k, u);
          const V mask = less(z - b, end);
          const V difference = most - least;
          const V step = mask & (difference * factor);
          const V to = z + step;
          trouble |= (mask & less(limit, difference)) | (less(to - b, end) & ~equal(step, V{}));
          put(next_, k, u, z);
          put(z_, k, u, to);
        });
    if (any(trouble)) {
      take_next(k);
      return false;
    }
    if (narrow_) narrow(z_ + k * kGroup, bytes_ + k * kGroup, kGroup);
    return true;
  }

  // Whether some z met b. AVX-512 has two ports for comparisons and four for the rest: there, a
  // least z ^ b of 0.
#if defined(__AVX512F__)
  static constexpr std::size_t kAhead = 8;
  template <class S>
  static S unseen() {
    return ~S{};
  }
  template <class S>
  static void see(S& seen, S z, S b) {
    seen = min(seen, z ^ b);
  }
  template <class S>
  static S both(S one, S other) {
    return min(one, other);
  }
  template <class S>
  static bool was_seen(S seen) {
    return any_zero(seen);
  }
#else
  static constexpr std::size_t kAhead = 4;
  template <class S>
  static S unseen() {
    return S{};
  }
  template <class S>
  static void see(S& seen, S z, S b) {
    seen |= equal(z, b);
  }
  template <class S>
  static S both(S one, S other) {
    return one | other;
  }
  template <class S>
  static bool was_seen(S seen) {
    return any(seen);
  }
#endif

  // One window. True if some column ends up in one of the next `ahead` values.
  __attribute__((noinline)) bool window(const hardmax::kernel::Stage<Word>& stage, Word base,
                                        Word ahead) {
    const V b = splat(base);
    V again{};
    for (std::size_t c = 0; c < candidates_; ++c) {
      const std::size_t k = candidate_[c];
      V mask[U];
      V some{};
      for (std::size_t u = 0; u < U; ++u) some |= mask[u] = equal(at(z_, k, u), b);
      if (!any(some)) continue;
      move_later(stage, k, mask);
      for (std::size_t u = 0; u < U; ++u)
        again |= mask[u] & less(at(next_, k, u) - b - Word{1}, V{} + ahead);
    }
    commit();
    return any(again);
  }

  // False, with nothing changed, if some lane has two columns in the stage or one that stays in it
  // at another value. (Lanes that escape may say so wrongly; they are done again elsewhere.)
  bool windows_at_once(const hardmax::kernel::Stage<Word>& stage) {
    const V base = V{} + stage.base;
    const V count = V{} + static_cast<Word>(stage.count);
    V seen[U] = {};
    V twice{};
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
      move_later(stage, k, mask);
      for (std::size_t u = 0; u < U; ++u) {
        const V z = at(next_, k, u);
        twice |= mask[u] & less(z - base, count) & ~equal(z, at(z_, k, u));
      }
    }
    const bool at_once = !any(twice);
    if (!at_once) moves_ = 0;
    commit();
    return at_once;
  }

  // z + factor max, all columns positive.
  void extreme_value(const hardmax::kernel::Stage<Word>& stage) {
    for (std::size_t k = 0; k < n_; ++k) {
      with_extremes(
          keys_of(stage.keys, k), [&](std::size_t u, V most, V) __attribute__((always_inline)) {
            const V z = at(z_, k, u);
            escape(u, equal(z, V{}) | less(splat(stage.limit), most));
            const V moved = z + most * stage.factor;
            escape(u, less(V{} + static_cast<Word>(kHalf - 1), moved));
            put(next_, k, u, moved);
          });
    }
    for (std::size_t i = 0; i < n_ * kGroup; i += kLanes<Word>)
      store<Word>(z_ + i, load<Word>(next_ + i));
  }

  // All the extreme layers: digit t of k becomes digit t of k + digit t - 1 of the largest key.
  // Digit 0 stays where it is, the others go to and fro between two arrays.
  __attribute__((noinline)) void extreme_digits() {
    const std::size_t size = n_ * kGroup;
    const std::uint32_t layers = p_.stages_count - p_.window_stages;
    Word* now = next_;
    Word* then = now + size * layers;
    V least = ~V{};
    for (std::size_t k = 0; k < n_; ++k) {
      for (std::size_t u = 0; u < U; ++u) {
        least = min(least, at(z_, k, u));
        largest_[u] = max(largest_[u], at(z_, k, u));
      }
    }
    if (layers != 0 && any_zero(least)) {  // a column at the threshold
      for (std::size_t k = 0; k < n_; ++k) {
        for (std::size_t u = 0; u < U; ++u) escape(u, equal(at(z_, k, u), V{}));
      }
    }
    for (std::uint32_t t = 1; t <= layers; ++t) {  // digits 0 .. t - 1 exist
      for (std::size_t k = 0; k < n_; ++k) {
        const Keys keys = keys_of(p_.stages[p_.window_stages + t - 1].keys, k);
        if (t == 1) {
          first_layer(then, keys, k);
        } else if (t == 2) {
          second_layer(now, then, keys, k);
        } else {
          for (std::size_t u = 0; u < U; ++u)
            extreme_column(now, then, t, keys.begin, keys.end, k, u);
        }
      }
      Word* swap = now;
      now = then;
      then = swap;
    }
    for (std::size_t u = 0; u < U; ++u)
      escape(u, less(V{} + static_cast<Word>(p_.digit_limit - 1), largest_[u]));
    g_.digits = now;
    digits_ = layers + 1;
  }

  void first_layer(Word* then, Keys keys, std::size_t k) {
    with_extremes(
        keys, [&](std::size_t u, V most, V) __attribute__((always_inline)) {
          put(then + n_ * kGroup, k, u, most);
        });  // largest_ has seen it
  }

  void second_layer(const Word* now, Word* then, Keys keys, std::size_t k) {
    const std::size_t size = n_ * kGroup;
    for (std::size_t first = 0; first < U; first += B) {
      const Word* high = now + size + first * kLanes<Word>;
      const Word* low = z_ + first * kLanes<Word>;
      V top[B] = {};
      V next[B] = {};  // of the keys with that digit
      for (const std::uint32_t* j = keys.begin; j != keys.end; ++j) {
        each<B>([&](std::size_t i)
                    __attribute__((always_inline)) { top[i] = max(top[i], at(high, *j, i)); });
      }
      for (const std::uint32_t* j = keys.begin; j != keys.end; ++j) {
        each<B>([&](std::size_t i) __attribute__((always_inline)) {
          next[i] = max(next[i], equal(at(high, *j, i), top[i]) & at(low, *j, i));
        });
      }
      each<B>([&](std::size_t i) __attribute__((always_inline)) {
        const V digit = at(high, k, i) + next[i];
        largest_[first + i] = max(largest_[first + i], digit);
        put(then + size, k, first + i, digit);
        put(then + 2 * size, k, first + i, top[i]);
      });
    }
  }

  __attribute__((noinline)) void extreme_column(const Word* now, Word* then, std::uint32_t t,
                                                const std::uint32_t* j, const std::uint32_t* end,
                                                std::size_t k, std::size_t u) {
    const std::size_t size = n_ * kGroup;
    const auto digit_of = [&](std::uint32_t i, std::size_t token) {
      return at(i == 0 ? z_ : now + i * size, token, u);
    };
    V best[hardmax::kernel::kMaxDigits];
    for (std::uint32_t i = 0; i < t; ++i) best[i] = digit_of(i, *j);
    for (++j; j != end; ++j) {
      V larger{};
      V same = ~V{};
      for (std::uint32_t i = t; i-- > 0;) {
        const V v = digit_of(i, *j);
        larger |= same & less(best[i], v);
        if (i != 0) same &= equal(best[i], v);
      }
      for (std::uint32_t i = 0; i < t; ++i) best[i] = select(larger, digit_of(i, *j), best[i]);
    }
    for (std::uint32_t i = 1; i <= t; ++i) {
      const V digit = (i == t ? V{} : digit_of(i, k)) + best[i - 1];
      largest_[u] = max(largest_[u], digit);
      put(then + i * size, k, u, digit);
    }
  }

  [[nodiscard]] const Word* digit(std::uint32_t t) const {
    return t == 0 ? g_.lowest : g_.digits + t * n_ * kGroup;
  }

  __attribute__((noinline)) void finish() {
    Word place[kGroup] __attribute__((aligned(64)));
    Word active[kGroup] __attribute__((aligned(64)));
    const bool all = g_.active == ~std::uint64_t{0};
    for (std::size_t i = 0; i < kGroup; ++i) place[i] = static_cast<Word>(g_.place[i]);
    for (std::size_t i = 0; i < kGroup && !all; ++i)
      active[i] = (g_.active >> i & 1) != 0 ? static_cast<Word>(~Word{0}) : Word{0};
    V keep[U];
    V weight[U];
    V large{};
    g_.escaped = 0;
    for (std::size_t u = 0; u < U; ++u) {
      const V on = all ? ~V{} : load<Word>(active + u * kLanes<Word>);
      g_.escaped |= lane_bits<Word>(on & escaped_[u]) << (u * kLanes<Word>);
      keep[u] = on & ~escaped_[u];
      weight[u] = load<Word>(place + u * kLanes<Word>) * static_cast<Word>(2 * n_) + Word{1};
      large = max(large, keep[u] & largest_[u]);
    }
    const bool short_sums =
        !p_.value_form && (sizeof(Word) == 8 ||
                           !any(less(V{} + static_cast<Word>(~Word{0} / 6), large)));  // 1 + 2 + 3
    for (std::uint32_t t = 0; t < digits_; ++t) {
      g_.digest[t] = short_sums ? digest_by_sums(digit(t), n_, keep, weight)
                                : digest_by_products(digit(t), n_, keep, weight);
    }
    V wrong[U];
    for (std::size_t u = 0; u < U; ++u) wrong[u] = ~V{};
    if (p_.decodes) wrongly_decoded(p_, g_, digit(digits_ - 1), wrong);
    g_.not_inverted = 0;
    for (std::size_t u = 0; u < U; ++u)
      g_.not_inverted |= lane_bits<Word>(keep[u] & wrong[u]) << (u * kLanes<Word>);
  }

  const hardmax::kernel::LaneProgram<Word>& p_;
  hardmax::kernel::LaneGroup<Word>& g_;
  std::size_t n_;
  Word* z_;
  Word* next_;
  V escaped_[U] = {};
  V largest_[U] = {};  // digit of a lane
  const bool narrow_;
  std::uint32_t digits_ = 1;
  std::size_t candidates_ = 0;
  std::uint32_t candidate_[hardmax::kernel::kMaxTokens + 1];
  std::size_t moves_ = 0;
  std::uint32_t moved_[hardmax::kernel::kMaxTokens];
  std::uint8_t bytes_[hardmax::kernel::kMaxTokens * kGroup]
      __attribute__((aligned(64)));  // min(z, 255), if narrow_
};

}  // namespace
