#include "execute/id_run.hpp"

#include <algorithm>

#include "exact/error.hpp"
#include "execute/grid.hpp"

namespace hardmax {

namespace {

struct Extremes {
  Int128 max, min;
};

Extremes extremes(std::span<const Int128> z, std::span<const Token> keys) {
  Extremes e{z[keys[0]], z[keys[0]]};
  for (const Token j : keys) {
    e.max = std::max(e.max, z[j]);
    e.min = std::min(e.min, z[j]);
  }
  return e;
}

// z + factor * value, unless it overflows.
bool add_product(Int128& z, std::int64_t factor, Int128 value) {
  Int128 product = 0;
  return !__builtin_mul_overflow(static_cast<Int128>(factor), value, &product) && !__builtin_add_overflow(z, product, &z);
}

}  // namespace

Rational to_rational(Int128 value) {
  const auto high = static_cast<std::int64_t>(value >> 64);
  const auto low = static_cast<std::uint64_t>(value);
  return Rational(high) * power(2, 64) + Rational(low);
}

std::optional<Int128> to_int128(const Rational& value) {
  if (!value.is_integer() || value.bits() > 126) return std::nullopt;
  const auto high = floor(value / power(2, 64)).to_int64();
  return static_cast<Int128>(*high) * (static_cast<Int128>(1) << 64) + static_cast<Int128>(value.numerator_mod64());
}

std::uint64_t IdRow::digest_value(std::size_t k) const {
  if (small) return static_cast<std::uint64_t>(ids[k]);
  return wide.ids[k].numerator_mod64() + Digest::multiplier * (wide.ids[k].denominator_mod64() - 1);
}

IdRun::IdRun(const IdProgram& program) : program_(program), q_(program.columns()), z_(program.n), next_(program.n) {
  const auto narrow = [&](const Rational& x) {
    const auto value = x.to_int64();
    can_be_small_ = can_be_small_ && value.has_value();
    return value.value_or(0);
  };
  for (const Rational& offset : program.offset) offset_.push_back(narrow(offset));
  for (const IdStage& s : program.stages) {
    stages_.push_back({s.kind == IdStage::Kind::window, s.keys, narrow(s.factor), narrow(s.base), 0, s.count});
    if (s.kind == IdStage::Kind::extreme) stages_.back().threshold = narrow(s.threshold);
  }
}

const IdRow& IdRun::run(std::uint64_t ordinal) {
  row_.small = can_be_small_ && run_small(ordinal);
  if (!row_.small) {
    ++rational_runs_;
    row_.wide = execute_exactly(program_, ordinal);
  }
  return row_;
}

bool IdRun::run_small(std::uint64_t ordinal) {
  for (std::size_t k = z_.size(); k-- > 0; ordinal /= q_) z_[k] = static_cast<Int128>(offset_[k]) + static_cast<Int128>(program_.column_value(ordinal % q_));
  for (std::size_t t = 0; t < stages_.size(); ++t) {
    if (t == program_.snapshot) row_.after_shift = z_;
    if (!(stages_[t].window ? run_windows(stages_[t]) : run_extreme(stages_[t]))) return false;
  }
  if (program_.snapshot == stages_.size()) row_.after_shift = z_;
  row_.ids = z_;
  return true;
}

bool IdRun::run_windows(const Stage& stage) {
  const auto& keys = program_.keys[stage.keys];
  const Int128 end = static_cast<Int128>(stage.base) + static_cast<Int128>(stage.count);
  for (Int128 from = stage.base;;) {
    Int128 b = end;  // the least value in [from, end) that a column has
    for (const Int128 z : z_) {
      if (z >= from && z < b) b = z;
    }
    if (b == end) return true;
    next_ = z_;
    for (std::size_t k = 0; k < z_.size(); ++k) {
      if (z_[k] != b) continue;
      const Extremes e = extremes(z_, keys[k]);
      Int128 spread = 0;
      if (__builtin_sub_overflow(e.max, e.min, &spread) || !add_product(next_[k], stage.factor, spread)) return false;
    }
    z_.swap(next_);
    from = b + 1;
  }
}

bool IdRun::run_extreme(const Stage& stage) {
  const auto& keys = program_.keys[stage.keys];
  next_ = z_;
  for (std::size_t k = 0; k < z_.size(); ++k) {
    const Extremes e = extremes(z_, keys[k]);
    Int128 value = z_[k] > stage.threshold ? e.max : e.min;
    if (z_[k] == stage.threshold) {
      Int128 sum = 0;
      for (const Token j : keys[k]) {
        if (__builtin_add_overflow(sum, z_[j], &sum)) return false;
      }
      const auto size = static_cast<Int128>(keys[k].size());
      if (sum % size != 0) return false;  // a fraction may still give an integer id; the rationals know
      value = sum / size;
    }
    if (!add_product(next_[k], stage.factor, value)) return false;
  }
  z_.swap(next_);
  return true;
}

}  // namespace hardmax
