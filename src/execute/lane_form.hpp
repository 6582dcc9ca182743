// The forms of a program for the lane kernel, in words of one size, and what one thread needs to
// run them. Internal to lanes.cpp.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <span>

#include "execute/aligned.hpp"
#include "execute/grid.hpp"
#include "execute/kernel.hpp"
#include "execute/lanes.hpp"

namespace hardmax {

using kernel::kGroup;

inline constexpr std::uint64_t kMaxColumns = std::uint64_t{1}
                                             << 20;  // values of a column held in a table

// One form of the program in words of one size.
template <class Word>
struct Form {
  static constexpr Word kHalf = Word{1} << (std::numeric_limits<Word>::digits - 1);
  bool usable = false;
  std::size_t digits = 1;
  std::vector<std::uint64_t> weight;  // c^t modulo 2^64, by digit
  std::vector<Word> offset, value;    // by token; by index of a column
  std::vector<kernel::Stage<Word>> stages;
  std::vector<std::uint32_t> key_begin, keys, chain, factor_shift;
  std::vector<Word> factor_inverse, quotient_limit;
  kernel::LaneProgram<Word> program{};

  void build(const IdProgram& source, const Chain* order, const Decoder* decoder, bool value_form);

 private:
  static std::optional<kernel::Stage<Word>> stage(const IdStage& s, bool value_form);
  void add_decoder(const Chain& order);
};

// An integer in [0, half).
template <class Word>
std::optional<Word> small_word(const Rational& x) {
  const auto value = x.to_int64();
  if (!value || *value < 0 || static_cast<std::uint64_t>(*value) >= Form<Word>::kHalf)
    return std::nullopt;
  return static_cast<Word>(*value);
}

template <class Word>
std::optional<kernel::Stage<Word>> Form<Word>::stage(const IdStage& s, bool value_form) {
  kernel::Stage<Word> out{};
  out.window = s.kind == IdStage::Kind::window;
  out.keys = static_cast<std::uint32_t>(s.keys);
  if (!out.window && s.threshold != Rational(0)) return std::nullopt;
  if (!out.window && !value_form) return out;  // the factor is the base of the digits
  const auto factor = small_word<Word>(s.factor);
  if (!factor) return std::nullopt;
  out.factor = *factor;
  Word room = kHalf - 1;
  if (out.window) {
    // Ids are in [0, half) here, so windows outside are never met.
    const Rational low = std::max(s.base, Rational(0));
    const Rational end = std::min(s.base + Rational(s.count), Rational(kHalf));
    if (low < end) {
      out.base = *small_word<Word>(low);
      out.count = static_cast<std::uint64_t>(*(end - low).to_int64());
      room = static_cast<Word>(kHalf - (out.base + out.count));  // z <= base + count - 1
    }
  }
  out.limit = *factor == 0 ? static_cast<Word>(~Word{0}) : static_cast<Word>(room / *factor);
  return out;
}

template <class Word>
void Form<Word>::add_decoder(const Chain& order) {
  for (const ChainLink& link : order.links) {
    const auto factor = static_cast<std::uint64_t>(std::max<std::int64_t>(link.factor, 1));
    if (factor >= kHalf) return;
    const int shift = std::countr_zero(factor);
    const auto odd = static_cast<Word>(factor >> shift);
    chain.push_back(link.token);
    factor_inverse.push_back(inverse_of_odd(odd));
    factor_shift.push_back(static_cast<std::uint32_t>(shift));
    quotient_limit.push_back(static_cast<Word>(~Word{0}) / static_cast<Word>(factor));
  }
  program.decodes = true;
  program.chain = chain.data();
  program.factor_inverse = factor_inverse.data();
  program.factor_shift = factor_shift.data();
  program.quotient_limit = quotient_limit.data();
}

template <class Word>
void Form<Word>::build(const IdProgram& source, const Chain* order, const Decoder* decoder,
                       bool value_form) {
  const std::uint64_t q = source.columns();
  if (source.n > kernel::kMaxTokens || q > kMaxColumns) return;
  for (const Rational& o : source.offset) {
    const auto first = small_word<Word>(o);
    if (!first || !small_word<Word>(o + Rational(q))) return;
    offset.push_back(*first);
  }
  for (std::uint64_t i = 0; i < q; ++i) value.push_back(static_cast<Word>(source.column_value(i)));
  std::uint32_t leading = 0;
  program.narrow = true;
  for (const IdStage& s : source.stages) {
    const auto translated = stage(s, value_form);
    if (!translated) return;
    if (translated->window && leading == stages.size()) ++leading;
    if (translated->window && !value_form && leading != stages.size() + 1) return;
    stages.push_back(*translated);
    for (std::uint32_t k = 0; k < source.n && translated->window; ++k) {
      if (offset[k] <= translated->base && translated->base < offset[k] + q)
        stages.back().likely = k;
    }
    program.narrow =
        program.narrow && (!translated->window || translated->base + translated->count <= 255);
  }
  weight.push_back(1);
  program.digit_limit = kHalf;
  if (!value_form && leading < stages.size()) {
    const Rational c = source.stages[leading].factor;
    if (!c.is_integer() || c < Rational(2)) return;
    for (std::size_t t = leading; t < stages.size(); ++t) {
      if (source.stages[t].factor != c) return;
      weight.push_back(weight.back() * c.numerator_mod64());
    }
    if (c < Rational(kHalf)) program.digit_limit = *small_word<Word>(c);
  }
  digits = weight.size();
  if (digits > kernel::kMaxDigits) return;
  for (const auto& set : source.keys) {
    for (const auto& list : set) {
      key_begin.push_back(static_cast<std::uint32_t>(keys.size()));
      keys.insert(keys.end(), list.begin(), list.end());
    }
  }
  key_begin.push_back(static_cast<std::uint32_t>(keys.size()));
  program.n = static_cast<std::uint32_t>(source.n);
  program.value_form = value_form;
  program.stages_count = static_cast<std::uint32_t>(stages.size());
  program.window_stages = leading;
  program.stages = stages.data();
  program.key_begin = key_begin.data();
  program.keys = keys.data();
  if (decoder != nullptr && !value_form) add_decoder(*order);
  usable = true;
}

template <class Word>
void call_kernel(CpuPath path, const kernel::LaneProgram<Word>& program,
                 kernel::LaneGroup<Word>* groups, std::size_t count) {
  switch (path) {
    case CpuPath::avx512: return kernel::avx512::run_lanes(program, groups, count);
    case CpuPath::avx2: return kernel::avx2::run_lanes(program, groups, count);
    default: return kernel::portable::run_lanes(program, groups, count);
  }
}

// Two groups, which go through the kernel together.
inline constexpr std::size_t kPair = 2 * kGroup;
using LaneBits = std::array<std::uint64_t, 2>;  // of a pair, as bits
inline bool none(const LaneBits& lanes) { return (lanes[0] | lanes[1]) == 0; }
template <class F>
void for_each_lane(const LaneBits& lanes, F what) {  // with its place in the pair
  for (std::size_t h = 0; h < 2; ++h) {
    for (std::uint64_t rest = lanes[h]; rest != 0; rest &= rest - 1)
      what(h * kGroup + static_cast<std::size_t>(std::countr_zero(rest)));
  }
}

// A form with the arrays one thread needs.
template <class Word>
class FormRunner {
 public:
  FormRunner(const Form<Word>& form, CpuPath path, bool skip)
      : form_(form), path_(path), program_(form.program) {
    program_.skip = skip;
    const std::size_t n = form.offset.size();
    stride_.assign(n, 1);
    for (std::size_t k = n - 1; k-- > 0;) stride_[k] = stride_[k + 1] * form.value.size();
    for (std::size_t h = 0; h < 2; ++h) {
      initial_[h] = aligned<Word>(n * kGroup);
      work_[h] = aligned<Word>(kernel::work_words(n, form.digits));
      group_[h].initial = initial_[h].get();
      group_[h].place = place_[h].data();
      group_[h].work = work_[h].get();
      filled_[h].assign(n, {});
    }
  }

  // The lanes in `active` of these inputs: adds what it settles to `sum` and says which escaped,
  // and which of the others have an id that does not decode.
  struct Result {
    LaneBits escaped, not_inverted;
  };
  Result run(std::span<const std::uint64_t> ordinals, bool consecutive, const LaneBits& active,
             ChunkSum& sum) {
    const std::size_t count = ordinals.size() > kGroup ? 2 : 1;
    for (std::size_t h = 0; h < count; ++h) {
      fill(h, ordinals.subspan(h * kGroup, std::min(kGroup, ordinals.size() - h * kGroup)),
           consecutive);
      group_[h].active = active[h];
    }
    call_kernel(path_, program_, group_.data(), count);
    Result out{};
    for (std::size_t h = 0; h < count; ++h) {
      for (std::size_t t = 0; t < form_.digits; ++t)
        sum.digest += form_.weight[t] * group_[h].digest[t];
      out.escaped[h] = group_[h].escaped;
      out.not_inverted[h] = group_[h].not_inverted;
    }
    return out;
  }

  // Of the last run: ids after the shift, digit t of the final ids.
  [[nodiscard]] std::uint64_t shifted(std::size_t k, std::size_t lane) const {
    return group_[lane / kGroup].shifted[k * kGroup + lane % kGroup];
  }
  [[nodiscard]] std::uint64_t digit(std::size_t t, std::size_t k, std::size_t lane) const {
    const kernel::LaneGroup<Word>& group = group_[lane / kGroup];
    // Two statements: g++ 12 with -fsanitize=shift reads (t == 0 ? a : b + ...)[i] from the wrong
    // place.
    if (t == 0) return group.lowest[k * kGroup + lane % kGroup];
    return group.digits[(t * form_.offset.size() + k) * kGroup + lane % kGroup];
  }
  [[nodiscard]] std::size_t digits() const { return form_.digits; }

 private:
  // What the lanes of a column hold: the values from `index` on, which go on to the next after
  // `left` lanes and then after every `stride`. left 0: none of this.
  struct Filled {
    std::uint64_t index = 0, left = 0;
    friend bool operator==(const Filled&, const Filled&) = default;
  };

  void fill(std::size_t h, std::span<const std::uint64_t> ordinals, bool consecutive) {
    for (std::size_t lane = 0; lane < ordinals.size(); ++lane)
      place_[h][lane] = static_cast<std::uint32_t>(ordinals[lane] % Digest::chunk_inputs);
    const std::uint64_t q = form_.value.size();
    const bool shifts = std::has_single_bit(q);
    const int bits = std::countr_zero(q);
    std::uint64_t rest = ordinals[0];
    std::uint64_t done = 0;  // lanes of this value before the first
    for (std::size_t k = stride_.size(); k-- > 0;) {
      const std::uint64_t stride = stride_[k];
      const std::uint64_t index = shifts ? rest & (q - 1) : rest % q;
      rest = shifts ? rest >> bits : rest / q;
      Word* const out = initial_[h].get() + k * kGroup;
      if (!consecutive) {
        for (std::size_t lane = 0; lane < ordinals.size(); ++lane)
          out[lane] = form_.offset[k] + form_.value[ordinals[lane] / stride % q];
        filled_[h][k] = {};
        continue;
      }
      Filled now{index, std::min<std::uint64_t>(kGroup, stride - done)};
      done += index * stride;
      if (now == filled_[h][k]) continue;
      filled_[h][k] = now;
      for (std::size_t lane = 0; lane < kGroup;) {
        const std::size_t end = std::min(kGroup, lane + now.left);
        std::fill(out + lane, out + end, form_.offset[k] + form_.value[now.index]);
        lane = end;
        now = {now.index + 1 == q ? 0 : now.index + 1, stride};
      }
    }
  }

  const Form<Word>& form_;
  CpuPath path_;
  kernel::LaneProgram<Word> program_;
  std::vector<std::uint64_t> stride_;  // of a column's index in the ordinal
  std::array<kernel::LaneGroup<Word>, 2> group_{};
  std::array<Aligned<Word>, 2> initial_, work_;
  std::array<std::array<std::uint32_t, kGroup>, 2> place_{};
  std::array<std::vector<Filled>, 2> filled_;
};

}  // namespace hardmax
