#include "discharge/id_model.hpp"

#include <algorithm>

#include "discharge/run_names.hpp"
#include "exact/error.hpp"

namespace hardmax {

IdModel::IdModel(const RunSystem& system, const IdProgram& program, std::size_t cached_inputs)
    : literal_(system.open(cached_inputs)),
      program_(program),
      delta_(Rational(1) / Rational(program.D)),
      z_(index_of(system.names(), "z")),
      zt_(index_of(system.names(), "zt")),
      id_(index_of(system.names(), "id")),
      run_(program),
      cache_(std::max<std::size_t>(cached_inputs, 1)) {}

const IdModel::Row& IdModel::row(std::uint64_t ordinal) const {
  HARDMAX_REQUIRE(ordinal < input_count());
  Row& row = cache_[ordinal % cache_.size()];
  if (row.filled && row.ordinal == ordinal) return row;
  row.filled = true;
  row.ordinal = ordinal;
  row.initial = initial_ids(program_, ordinal);
  const IdRow& executed = run_.run(ordinal);
  row.after_shift.resize(program_.n);
  row.ids.resize(program_.n);
  for (std::size_t k = 0; k < program_.n; ++k) {
    row.initial[k] *= delta_;
    row.after_shift[k] = executed.shifted(k) * delta_;
    row.ids[k] = executed.id(k) * delta_;
  }
  return row;
}

std::vector<Rational> IdModel::in_units(std::vector<Rational> real) const {
  for (Rational& x : real) x /= delta_;
  return real;
}

claim::Value IdModel::read(std::size_t accessor, std::span<const claim::Value> arguments) const {
  if (accessor != z_ && accessor != zt_ && accessor != id_)
    return literal_->read(accessor, arguments);
  const auto k = std::get<Rational>(arguments[1]).to_int64();
  if (!k || *k < 1 || static_cast<std::uint64_t>(*k) > program_.n)
    return literal_->read(accessor, arguments);  // it says what is wrong
  const Row& row = this->row(std::get<claim::Input>(arguments[0]).ordinal);
  const std::vector<Rational>& ids =
      accessor == z_ ? row.initial : (accessor == zt_ ? row.after_shift : row.ids);
  return ids[static_cast<std::size_t>(*k) - 1];
}

}  // namespace hardmax
