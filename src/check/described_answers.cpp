// Values of names that are kept, by integers (Answers in described_machine.hpp).
#include "check/described_machine.hpp"
#include "check/fault.hpp"

namespace hardmax::check {

std::optional<Answers::Key> Answers::key(std::size_t name, const std::vector<Quantity>& arguments) {
  if (arguments.size() > most_arguments) return std::nullopt;
  Key out;
  out.name = (name + 1) << most_arguments;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::optional<std::int64_t> x = arguments[i].x.small_integer();
    if (!x) return std::nullopt;
    out.name |= std::uint64_t{arguments[i].type == TypeOf::input} << i;
    out.at[i] = *x;
  }
  return out;
}

std::size_t Answers::place(const Key& key) const {
  std::uint64_t hash = key.name;
  for (const std::int64_t x : key.at) {
    hash = (hash ^ static_cast<std::uint64_t>(x)) * 0x9E3779B97F4A7C15u;
  }
  return (hash ^ hash >> 32) & (answers_.size() - 1);
}

const Quantity* Answers::find(const Key& key) const {
  if (answers_.empty()) return nullptr;
  const auto& [known, value] = answers_[place(key)];
  const bool same =
      known.name == key.name && HARDMAX_FAULT(check_answer_arguments, known.at == key.at, true);
  return same ? &value : nullptr;
}

void Answers::add(const Key& key, Quantity value) {
  constexpr std::size_t least = 16, most = std::size_t{1} << 14;
  const std::size_t size = answers_.size();
  if (size == 0 || (collided_ > size / 2 && size < most))
    answers_.assign(std::max(least, 4 * size), {}), collided_ = 0;
  auto& here = answers_[place(key)];
  collided_ += here.first.name != 0;
  here = {key, std::move(value)};
}

}  // namespace hardmax::check
