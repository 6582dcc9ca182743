#include "execute/lanes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "exact/error.hpp"
#include "execute/aligned.hpp"
#include "execute/grid.hpp"
#include "execute/kernel.hpp"

namespace hardmax {

using kernel::kGroup;

namespace {

constexpr std::uint64_t kMaxColumns = std::uint64_t{1} << 20;  // values of a column held in a table

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
  if (!value || *value < 0 || static_cast<std::uint64_t>(*value) >= Form<Word>::kHalf) return std::nullopt;
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
void Form<Word>::build(const IdProgram& source, const Chain* order, const Decoder* decoder, bool value_form) {
  const std::uint64_t q = source.columns();
  if (source.n > kernel::kMaxTokens || q > kMaxColumns) return;
  for (const Rational& o : source.offset) {
    const auto first = small_word<Word>(o);
    if (!first || !small_word<Word>(o + Rational(q))) return;
    offset.push_back(*first);
  }
  for (std::uint64_t i = 0; i < q; ++i) value.push_back(static_cast<Word>(source.column_value(i)));
  std::uint32_t leading = 0;
  for (const IdStage& s : source.stages) {
    const auto translated = stage(s, value_form);
    if (!translated) return;
    if (translated->window && leading == stages.size()) ++leading;
    if (translated->window && !value_form && leading != stages.size() + 1) return;
    stages.push_back(*translated);
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
void call_kernel(CpuPath path, const kernel::LaneProgram<Word>& program, kernel::LaneGroup<Word>& group) {
  switch (path) {
    case CpuPath::avx512: return kernel::avx512::run_lanes(program, group);
    case CpuPath::avx2: return kernel::avx2::run_lanes(program, group);
    default: return kernel::portable::run_lanes(program, group);
  }
}

// A form with the arrays one thread needs.
template <class Word>
class FormRunner {
 public:
  FormRunner(const Form<Word>& form, CpuPath path, bool skip) : form_(form), path_(path), program_(form.program) {
    program_.skip = skip;
    initial_ = aligned<Word>(form.offset.size() * kGroup);
    work_ = aligned<Word>(kernel::work_words(form.offset.size(), form.digits));
    group_.initial = initial_.get();
    group_.place = place_.data();
    group_.work = work_.get();
  }

  // The lanes in `active` of these inputs; adds what it settles, returns the lanes that escaped. Lanes not inverted are returned too, not added.
  struct Result {
    std::uint64_t escaped, not_inverted;
  };
  Result run(std::span<const std::uint64_t> ordinals, bool consecutive, std::uint64_t active, ChunkSum& sum) {
    fill(ordinals, consecutive);
    group_.active = active;
    call_kernel(path_, program_, group_);
    for (std::size_t t = 0; t < form_.digits; ++t) sum.digest += form_.weight[t] * group_.digest[t];
    return {group_.escaped, group_.not_inverted};
  }

  // Of the last run: ids after the shift, digit t of the final ids.
  [[nodiscard]] std::uint64_t shifted(std::size_t k, std::size_t lane) const { return group_.shifted[k * kGroup + lane]; }
  [[nodiscard]] std::uint64_t digit(std::size_t t, std::size_t k, std::size_t lane) const { return group_.digits[(t * form_.offset.size() + k) * kGroup + lane]; }
  [[nodiscard]] std::size_t digits() const { return form_.digits; }

 private:
  void fill(std::span<const std::uint64_t> ordinals, bool consecutive) {
    const std::uint64_t q = form_.value.size();
    const std::size_t lanes = ordinals.size();
    const auto place = static_cast<std::uint32_t>(ordinals[0] % Digest::chunk_inputs);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      place_[lane] = consecutive ? place + static_cast<std::uint32_t>(lane) : static_cast<std::uint32_t>(ordinals[lane] % Digest::chunk_inputs);
    }
    std::uint64_t stride = 1;  // of the column's index in the ordinal
    for (std::size_t k = form_.offset.size(); k-- > 0;) {
      Word* const out = initial_.get() + k * kGroup;
      if (consecutive) {
        std::uint64_t index = ordinals[0] / stride % q;
        std::uint64_t left = stride - ordinals[0] % stride;  // lanes until it counts up
        if (left >= lanes) {
          std::fill_n(out, kGroup, form_.offset[k] + form_.value[index]);
        } else {
          for (std::size_t lane = 0; lane < lanes; ++lane, --left) {
            if (left == 0) {
              left = stride;
              index = index + 1 == q ? 0 : index + 1;
            }
            out[lane] = form_.offset[k] + form_.value[index];
          }
        }
      } else {
        for (std::size_t lane = 0; lane < lanes; ++lane) out[lane] = form_.offset[k] + form_.value[ordinals[lane] / stride % q];
      }
      if (k != 0) stride *= q;
    }
  }

  const Form<Word>& form_;
  CpuPath path_;
  kernel::LaneProgram<Word> program_;
  kernel::LaneGroup<Word> group_{};
  Aligned<Word> initial_, work_;
  std::array<std::uint32_t, kGroup> place_{};
};

}  // namespace

void ChunkSum::add_not_inverted(std::uint64_t ordinal) {
  ++not_inverted;
  if (list != nullptr) list->push_back(ordinal);
  if (!first_not_inverted || ordinal < *first_not_inverted) first_not_inverted = ordinal;
}

void ChunkSum::add(const ChunkSum& part) {
  digest += part.digest;
  inputs += part.inputs;
  lane_inputs += part.lane_inputs;
  exact_inputs += part.exact_inputs;
  not_inverted += part.not_inverted;
  if (part.first_not_inverted && (!first_not_inverted || *part.first_not_inverted < *first_not_inverted)) first_not_inverted = part.first_not_inverted;
}

struct LaneTables::Forms {
  Form<std::uint32_t> digits32;
  Form<std::uint64_t> digits64;
  Form<std::uint64_t> value64;
};

LaneTables::LaneTables(const IdProgram& source, const Chain* chain, const Decoder* rule) : program(source), decoder(rule), forms(std::make_unique<Forms>()) {
  HARDMAX_REQUIRE(rule == nullptr || chain != nullptr);
  forms->digits32.build(source, chain, rule, false);
  forms->digits64.build(source, chain, rule, false);
  forms->value64.build(source, chain, rule, true);
}

LaneTables::~LaneTables() = default;

struct LaneRunner::State {
  State(const LaneTables& t, CpuPath path, bool skip) : tables(t), exact(t.program) {
    const auto& f = *t.forms;
    if (f.digits32.usable) digits32.emplace(f.digits32, path, skip);
    if (f.digits64.usable) digits64.emplace(f.digits64, path, skip);
    if (f.value64.usable) value64.emplace(f.value64, path, skip);
    drop_useless_forms();
  }

  // Forms in which the first, the last and some inputs between all escape are not tried.
  void drop_useless_forms() {
    const auto size = power(Rational(tables.program.columns()), Rational(tables.program.n)).to_int64();
    if (!size) return;
    std::vector<std::uint64_t> sample;
    const auto last = static_cast<std::uint64_t>(*size) - 1;
    for (std::uint64_t i = 0; i < kGroup; ++i) sample.push_back(static_cast<std::uint64_t>(static_cast<unsigned __int128>(last) * i / (kGroup - 1)));
    const auto useless = [&](auto& form) {
      ChunkSum sum;
      if (form && form->run(sample, false, ~std::uint64_t{0}, sum).escaped == ~std::uint64_t{0}) form.reset();
    };
    useless(digits32);
    useless(digits64);
    useless(value64);
  }

  // Adds a group to `sum` and, if there is one, writes its ids into the table (and then leaves decoding alone where it is not done on the way).
  void group(std::span<const std::uint64_t> ordinals, bool consecutive, ChunkSum& sum) {
    HARDMAX_REQUIRE(!ordinals.empty() && ordinals.size() <= kGroup);
    std::uint64_t open = ordinals.size() == kGroup ? ~std::uint64_t{0} : (std::uint64_t{1} << ordinals.size()) - 1;
    std::uint64_t settled_wrong = 0;
    const auto attempt = [&](auto& form, bool decodes) {
      if (!form || open == 0) return;
      const auto result = form->run(ordinals, consecutive, open, sum);
      if (decodes || tables.decoder == nullptr) {
        settled_wrong |= result.not_inverted;
      } else if (table == nullptr) {
        check_decoding(ordinals, open & ~result.escaped, sum);
      }
      if (table != nullptr) write(*form, ordinals[0], open & ~result.escaped);
      open = result.escaped;
    };
    attempt(digits32, true);
    attempt(digits64, true);
    attempt(value64, false);
    sum.inputs += ordinals.size();
    sum.lane_inputs += ordinals.size();
    for (std::uint64_t rest = settled_wrong; rest != 0; rest &= rest - 1) sum.add_not_inverted(ordinals[static_cast<std::size_t>(std::countr_zero(rest))]);
    for (; open != 0; open &= open - 1) run_exactly(ordinals[static_cast<std::size_t>(std::countr_zero(open))], sum);
  }

  void run_exactly(std::uint64_t ordinal, ChunkSum& sum) {
    const IdRow& row = exact.run(ordinal);
    ++sum.exact_inputs;
    if (table != nullptr) table->others_.emplace(ordinal - table->first_, row);
    const std::uint64_t n = tables.program.n;
    const std::uint64_t place = n * (ordinal % Digest::chunk_inputs);
    for (std::size_t k = 0; k < n; ++k) sum.digest += (2 * (place + k) + 1) * row.digest_value(k);
    if (!inverts(row, ordinal)) sum.add_not_inverted(ordinal);
  }

  template <class F>
  void write(const F& form, std::uint64_t first, std::uint64_t lanes) {
    const std::size_t n = table->n_;
    const std::size_t at = first - table->first_;
    const auto copy = [&](std::uint64_t* row, auto read) {
      for (std::uint64_t rest = lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
        row[at + lane] = read(lane);
      }
    };
    for (std::size_t k = 0; k < n; ++k) {
      copy(&table->shifted_[k * table->inputs_], [&](std::size_t lane) { return form.shifted(k, lane); });
      for (std::size_t t = 0; t < form.digits(); ++t) {
        copy(&table->digit_[(t * n + k) * table->inputs_], [&](std::size_t lane) { return form.digit(t, k, lane); });
      }
    }
  }

  // Inputs whose ids came out whole but whose digits were not looked at.
  void check_decoding(std::span<const std::uint64_t> ordinals, std::uint64_t lanes, ChunkSum& sum) {
    for (; lanes != 0; lanes &= lanes - 1) {
      const std::uint64_t ordinal = ordinals[static_cast<std::size_t>(std::countr_zero(lanes))];
      if (!inverts(exact.run(ordinal), ordinal)) sum.add_not_inverted(ordinal);
    }
  }

  [[nodiscard]] bool inverts(const IdRow& row, std::uint64_t ordinal) const {
    if (tables.decoder == nullptr) return false;
    const Rational last = row.shifted(tables.decoder->last());
    if (last < Rational(0) || last >= tables.decoder->base()) return false;
    for (std::size_t k = 0; k < tables.program.n; ++k) {
      const auto place = row.small ? tables.decoder->decode(row.ids[k]) : tables.decoder->decode(row.wide.ids[k]);
      if (place != Decoder::Place{ordinal, k}) return false;
    }
    return true;
  }

  const LaneTables& tables;
  IdRun exact;
  IdTable* table = nullptr;
  std::optional<FormRunner<std::uint32_t>> digits32;
  std::optional<FormRunner<std::uint64_t>> digits64;
  std::optional<FormRunner<std::uint64_t>> value64;
};

LaneRunner::LaneRunner(const LaneTables& tables, CpuPath path, bool skip) : state_(std::make_unique<State>(tables, resolve_cpu_path(path), skip)) {}
LaneRunner::~LaneRunner() = default;

void LaneRunner::run(std::uint64_t first, std::uint64_t last, ChunkSum& sum) {
  std::array<std::uint64_t, kGroup> ordinals;
  while (first < last) {
    std::size_t count = 0;
    while (count < kGroup && first < last) ordinals[count++] = first++;
    state_->group({ordinals.data(), count}, true, sum);
  }
}

void LaneRunner::run(std::span<const std::uint64_t> ordinals, ChunkSum& sum) {
  for (std::size_t i = 0; i < ordinals.size(); i += kGroup) state_->group(ordinals.subspan(i, std::min(kGroup, ordinals.size() - i)), false, sum);
}

void LaneRunner::read(std::uint64_t first, std::uint64_t last, IdTable& table) {
  HARDMAX_REQUIRE(first <= last && last - first <= (std::uint64_t{1} << 20));
  const auto& forms = *state_->tables.forms;
  const std::size_t digits = std::max(forms.digits32.digits, forms.digits64.digits);
  const IdProgram& program = state_->tables.program;
  table.reset(first, last - first, program.n, digits, digits > 1 ? program.stages.back().factor : Rational(1));
  state_->table = &table;
  ChunkSum ignored;
  run(first, last, ignored);
  state_->table = nullptr;
}

}  // namespace hardmax
