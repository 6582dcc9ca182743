#include "check/tape.hpp"
#include "check/fault.hpp"

namespace hardmax::check {
namespace {

std::uint64_t whole(const Num& x) { return static_cast<std::uint64_t>(*x.small_integer()); }

}  // namespace

Tape::Tape(const std::function<const Table&(const char*)>& of) {
  blank_ = whole(of("blank").at({})), state_ = whole(of("initial").at({}));
  for (const auto& [t, from] : of("from"))
    lines_[{whole(from), whole(of("reads").at(t))}] = {
        whole(of("to").at(t)), whole(of("writes").at(t)), of("moves").at(t).sign()};
  right_ = {blank_};
  for (const auto& [cell, symbol] : of("word")) right_.push_back(whole(symbol));
}

std::uint64_t Tape::at(std::int64_t cell) const {
  const auto& side = cell >= 0 ? right_ : left_;
  const auto i = static_cast<std::size_t>(cell >= 0 ? cell : -1 - cell);
  return i < side.size() ? side[i] : blank_;
}

const Tape::Line* Tape::line() const {
  const auto found = lines_.find({state_, symbol()});
  return found == lines_.end() ? nullptr : &found->second;
}

void Tape::step() {
  const Line now = *line();
  auto& side = head_ >= 0 ? right_ : left_;
  const auto i = static_cast<std::size_t>(head_ >= 0 ? head_ : -1 - head_);
  if (i >= side.size()) side.resize(i + 1, blank_);
  side[i] = HARDMAX_FAULT(check_tape_writes, now.writes, blank_);
  state_ = now.to, head_ += now.moves;
}

Tape::Word Tape::written() const {
  std::int64_t first = -static_cast<std::int64_t>(left_.size()),
               last = static_cast<std::int64_t>(right_.size());
  while (first < last && at(first) == blank_) ++first;
  while (first < last && at(last - 1) == blank_) --last;
  Word out;
  if (first < last) out.first = first;
  for (std::int64_t cell = first; cell < last; ++cell) out.symbols.push_back(at(cell));
  return out;
}

}  // namespace hardmax::check
