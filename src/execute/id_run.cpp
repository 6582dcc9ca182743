#include "execute/id_run.hpp"

#include <algorithm>
#include <type_traits>

#include "exact/error.hpp"
#include "exact/fault.hpp"
#include "execute/grid.hpp"

namespace hardmax {

namespace {

template <class Int>
struct Extremes {
  const Int* max;
  const Int* min;
};

template <class Int>
Extremes<Int> extremes(const std::vector<Int>& z, const std::vector<Token>& keys) {
  Extremes<Int> e{&z[keys[0]], &z[keys[0]]};
  for (const Token j : keys) {
    if (z[j] > *e.max) e.max = &z[j];
    if (z[j] < *e.min) e.min = &z[j];
  }
  return e;
}

// Each is false, with anything in the result, if it overflows.
bool subtract(Int128 a, Int128 b, Int128& result) { return !__builtin_sub_overflow(a, b, &result); }
bool add(Int128& a, Int128 b) { return !__builtin_add_overflow(a, b, &a); }
bool add_product(Int128& z, Int128 factor, Int128 value) {
  Int128 product = 0;
  return !__builtin_mul_overflow(factor, value, &product) && add(z, product);
}
bool subtract(const Rational& a, const Rational& b, Rational& result) {
  result = a - b;
  return true;
}
bool add(Rational& a, const Rational& b) {
  a += b;
  return true;
}
bool add_product(Rational& z, const Rational& factor, const Rational& value) {
  z.add_product(factor, value);
  return true;
}

// value / by, unless that is no integer.
bool divide(Int128& value, std::size_t by) {
  const auto divisor = static_cast<Int128>(by);
  const bool whole = value % divisor == 0;
  value /= divisor;
  return whole;
}
bool divide(Rational& value, std::size_t by) {
  value /= Rational(by);
  return value.is_integer();
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
  return static_cast<Int128>(*high) * (static_cast<Int128>(1) << 64) +
         static_cast<Int128>(value.numerator_mod64());
}

std::uint64_t IdRow::digest_value(std::size_t k) const {
  if (small) return static_cast<std::uint64_t>(ids[k]);
  return wide.ids[k].numerator_mod64() + Digest::multiplier * (wide.ids[k].denominator_mod64() - 1);
}

IdRun::IdRun(const IdProgram& program) : program_(program), q_(program.columns()) {
  const auto narrow = [&](const Rational& x) {
    const auto value = x.to_int64();
    integral_ = integral_ && value.has_value();
    return value.value_or(0);
  };
  for (const Rational& offset : program.offset) offset_.push_back(narrow(offset));
  for (const IdStage& s : program.stages) {
    const bool window = s.kind == IdStage::Kind::window;
    integral_ = integral_ && s.factor.is_integer();
    stages_.push_back({window, s.keys, to_int128(s.factor), window ? narrow(s.base) : 0,
                       window ? 0 : narrow(s.threshold), s.count});
  }
}

const IdRow& IdRun::run(std::uint64_t ordinal) {
  row_.small = integral_ && run_in(small_, ordinal);
  if (row_.small) {
    row_.after_shift = small_.after_shift;
    row_.ids = small_.z;
  } else if (integral_ && run_in(large_, ordinal)) {
    row_.wide.after_shift = large_.after_shift;
    row_.wide.ids = large_.z;
  } else {
    ++formula_runs_;
    row_.wide = execute_exactly(program_, ordinal);
  }
  return row_;
}

template <class Int>
bool IdRun::run_in(Columns<Int>& columns, std::uint64_t ordinal) const {
  columns.z.resize(program_.n);
  for (std::size_t k = program_.n; k-- > 0; ordinal /= q_)
    columns.z[k] = Int(offset_[k]) + Int(program_.column_value(ordinal % q_));
  for (std::size_t t = 0; t < stages_.size(); ++t) {
    if (t == program_.snapshot) columns.after_shift = columns.z;
    if (!(stages_[t].window ? run_windows(columns, t) : run_extreme(columns, t))) return false;
  }
  if (program_.snapshot == stages_.size()) columns.after_shift = columns.z;
  return true;
}

template <class Int>
bool IdRun::factor(std::size_t t, Int& result) const {
  if constexpr (std::is_same_v<Int, Rational>) {
    result = program_.stages[t].factor;
    return true;
  } else {
    result = stages_[t].factor.value_or(0);
    return stages_[t].factor.has_value();
  }
}

template <class Int>
bool IdRun::run_windows(Columns<Int>& columns, std::size_t t) const {
  const Stage& stage = stages_[t];
  const auto& keys = program_.keys[stage.keys];
  Int factor_here = 0;
  if (!factor(t, factor_here)) return false;
  const Int end = Int(stage.base) + Int(stage.count);
  for (Int from = stage.base;;) {
    const Int* least = nullptr;  // value in [from, end) that a column has
    for (const Int& z : columns.z) {
      if (z >= from && z < end && (least == nullptr || z < *least)) least = &z;
    }
    if (least == nullptr) return true;
    const Int b = *least;
    columns.next = columns.z;
    for (std::size_t k = 0; k < columns.z.size(); ++k) {
      if (columns.z[k] != b) continue;
      const auto e = extremes(columns.z, keys[k]);
      Int spread = 0;
      if (!subtract(*e.max, *e.min, spread) || !add_product(columns.next[k], factor_here, spread))
        return false;
    }
    columns.z.swap(columns.next);
    from = b + Int(1);
  }
}

template <class Int>
bool IdRun::run_extreme(Columns<Int>& columns, std::size_t t) const {
  const Stage& stage = stages_[t];
  const auto& keys = program_.keys[stage.keys];
  Int factor_here = 0;
  if (!factor(t, factor_here)) return false;
  const Int threshold = stage.threshold;
  columns.next = columns.z;
  for (std::size_t k = 0; k < columns.z.size(); ++k) {
    const auto e = extremes(columns.z, keys[k]);
    Int value =
        HARDMAX_FAULT(execute_id_minimum, columns.z[k] > threshold, columns.z[k] < threshold)
            ? *e.max
            : *e.min;
    if (columns.z[k] == threshold) {  // all keys tie
      value = 0;
      for (const Token j : keys[k]) {
        if (!add(value, columns.z[j])) return false;
      }
      if (!divide(value, keys[k].size()))
        return false;  // a fraction may still give an integer id; the formula knows
    }
    if (!add_product(columns.next[k], factor_here, value)) return false;
  }
  columns.z.swap(columns.next);
  return true;
}

}  // namespace hardmax
