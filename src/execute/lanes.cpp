#include "execute/lanes.hpp"

#include <bit>

#include "exact/error.hpp"
#include "execute/lane_form.hpp"

namespace hardmax {

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
  if (part.first_not_inverted &&
      (!first_not_inverted || *part.first_not_inverted < *first_not_inverted))
    first_not_inverted = part.first_not_inverted;
}

struct LaneTables::Forms {
  Form<std::uint32_t> digits32;
  Form<std::uint64_t> digits64;
  Form<std::uint64_t> value64;
};

LaneTables::LaneTables(const IdProgram& source, const Chain* chain, const Decoder* rule)
    : program(source), decoder(rule), forms(std::make_unique<Forms>()) {
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
    const auto size =
        power(Rational(tables.program.columns()), Rational(tables.program.n)).to_int64();
    if (!size) return;
    std::vector<std::uint64_t> sample;
    const auto last = static_cast<std::uint64_t>(*size) - 1;
    for (std::uint64_t i = 0; i < kGroup; ++i)
      sample.push_back(
          static_cast<std::uint64_t>(static_cast<unsigned __int128>(last) * i / (kGroup - 1)));
    const auto useless = [&](auto& form) {
      ChunkSum sum;
      const LaneBits all = {~std::uint64_t{0}, 0};
      if (form && form->run(sample, false, all, sum).escaped == all) form.reset();
    };
    useless(digits32);
    useless(digits64);
    useless(value64);
  }

  // Adds up to a pair of groups to `sum` and, if there is one, writes the ids into the table (and
  // then leaves decoding alone where it is not done on the way).
  void pair(std::span<const std::uint64_t> ordinals, bool consecutive, ChunkSum& sum) {
    const std::size_t size = ordinals.size();
    HARDMAX_REQUIRE(size != 0 && size <= kPair);
    const auto first = [](std::size_t count) {
      return count >= kGroup ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
    };
    LaneBits open = {first(size), size > kGroup ? first(size - kGroup) : 0};
    LaneBits settled_wrong{};
    const auto attempt = [&](auto& form, bool decodes) {
      if (!form || none(open)) return;
      const auto result = form->run(ordinals, consecutive, open, sum);
      const LaneBits settled = {open[0] & ~result.escaped[0], open[1] & ~result.escaped[1]};
      if (decodes || tables.decoder == nullptr) {
        for (std::size_t h = 0; h < 2; ++h) settled_wrong[h] |= result.not_inverted[h];
      } else if (table == nullptr) {
        for_each_lane(settled, [&](std::size_t lane) { check_decoding(ordinals[lane], sum); });
      }
      if (table != nullptr) write(*form, ordinals[0], settled);
      open = result.escaped;
    };
    attempt(digits32, true);
    attempt(digits64, true);
    attempt(value64, false);
    sum.inputs += size;
    sum.lane_inputs += size;
    for_each_lane(settled_wrong, [&](std::size_t lane) { sum.add_not_inverted(ordinals[lane]); });
    for_each_lane(open, [&](std::size_t lane) { run_exactly(ordinals[lane], sum); });
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
  void write(const F& form, std::uint64_t first, const LaneBits& lanes) {
    const std::size_t n = table->n_;
    const std::size_t at = first - table->first_;
    for (std::size_t k = 0; k < n; ++k) {
      for_each_lane(lanes, [&](std::size_t lane) {
        table->shifted_[k * table->inputs_ + at + lane] = form.shifted(k, lane);
      });
      for (std::size_t t = 0; t < form.digits(); ++t) {
        for_each_lane(lanes, [&](std::size_t lane) {
          table->digit_[(t * n + k) * table->inputs_ + at + lane] = form.digit(t, k, lane);
        });
      }
    }
  }

  // An input whose ids came out whole but whose digits were not looked at.
  void check_decoding(std::uint64_t ordinal, ChunkSum& sum) {
    if (!inverts(exact.run(ordinal), ordinal)) sum.add_not_inverted(ordinal);
  }

  [[nodiscard]] bool inverts(const IdRow& row, std::uint64_t ordinal) const {
    if (tables.decoder == nullptr) return false;
    const Rational last = row.shifted(tables.decoder->last());
    if (last < Rational(0) || last >= tables.decoder->base()) return false;
    for (std::size_t k = 0; k < tables.program.n; ++k) {
      const auto place =
          row.small ? tables.decoder->decode(row.ids[k]) : tables.decoder->decode(row.wide.ids[k]);
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

LaneRunner::LaneRunner(const LaneTables& tables, CpuPath path, bool skip)
    : state_(std::make_unique<State>(tables, resolve_cpu_path(path), skip)) {}
LaneRunner::~LaneRunner() = default;

void LaneRunner::run(std::uint64_t first, std::uint64_t last, ChunkSum& sum) {
  std::array<std::uint64_t, kPair> ordinals;
  while (first < last) {
    std::size_t count = 0;
    while (count < kPair && first < last) ordinals[count++] = first++;
    state_->pair({ordinals.data(), count}, true, sum);
  }
}

void LaneRunner::run(std::span<const std::uint64_t> ordinals, ChunkSum& sum) {
  for (std::size_t i = 0; i < ordinals.size(); i += kPair)
    state_->pair(ordinals.subspan(i, std::min(kPair, ordinals.size() - i)), false, sum);
}

void LaneRunner::read(std::uint64_t first, std::uint64_t last, IdTable& table) {
  HARDMAX_REQUIRE(first <= last && last - first <= (std::uint64_t{1} << 20));
  const auto& forms = *state_->tables.forms;
  const std::size_t digits = std::max(forms.digits32.digits, forms.digits64.digits);
  const IdProgram& program = state_->tables.program;
  table.reset(first, last - first, program.n, digits,
              digits > 1 ? program.stages.back().factor : Rational(1));
  state_->table = &table;
  ChunkSum ignored;
  run(first, last, ignored);
  state_->table = nullptr;
}

}  // namespace hardmax
