#include "subject/tape_machine.hpp"

#include "exact/error.hpp"

namespace hardmax::subject {

namespace {
constexpr std::size_t kMostCells = std::size_t{1} << 25;  // on either side
}  // namespace

TapeMachine::TapeMachine(const Machine& machine)
    : machine_(machine),
      table_(machine.states().size() * machine.symbols().size()),
      right_(1, static_cast<std::uint16_t>(machine.blank())),
      state_(machine.initial()) {
  for (std::size_t i = 0; i < machine.transitions().size(); ++i) {
    const auto& t = machine.transitions()[i];
    // A symbol of the transitions is one of the machine, whatever the word is.
    table_[(t.from - 1) * machine.symbols().size() + t.reads - 1] =
        static_cast<std::uint32_t>(i + 1);
  }
  for (const std::size_t symbol : machine.word())
    right_.push_back(static_cast<std::uint16_t>(symbol));
}

std::size_t TapeMachine::at(std::int64_t cell) const {
  const auto& side = cell >= 0 ? right_ : left_;
  const auto i = static_cast<std::size_t>(cell >= 0 ? cell : -cell - 1);
  return i < side.size() ? side[i] : machine_.blank();
}

const Machine::Transition* TapeMachine::transition() const {
  const std::uint32_t i = table_[(state_ - 1) * machine_.symbols().size() + symbol() - 1];
  return i == 0 ? nullptr : &machine_.transitions()[i - 1];
}

TapeMachine::End TapeMachine::end() const {
  if (machine_.halts_in(state_)) return End::halting_state;
  return transition() == nullptr ? End::no_transition : End::none;
}

void TapeMachine::step() {
  const Machine::Transition* t = transition();
  HARDMAX_REQUIRE(t != nullptr && !machine_.halts_in(state_));
  auto& side = head_ >= 0 ? right_ : left_;
  const auto i = static_cast<std::size_t>(head_ >= 0 ? head_ : -head_ - 1);
  if (i >= kMostCells)
    throw LimitReached("the head goes further than 2^25 cells from where it began");
  if (i >= side.size()) side.resize(i + 1, static_cast<std::uint16_t>(machine_.blank()));
  side[i] = static_cast<std::uint16_t>(t->writes);
  state_ = t->to;
  head_ += t->move;
  ++steps_;
}

TapeMachine::Tape TapeMachine::tape() const {
  const auto least = -static_cast<std::int64_t>(left_.size());
  const auto most = static_cast<std::int64_t>(right_.size());
  std::int64_t first = least, last = most;
  while (first < last && at(first) == machine_.blank()) ++first;
  while (last > first && at(last - 1) == machine_.blank()) --last;
  Tape out;
  out.first = first < last ? first : 0;
  for (std::int64_t cell = first; cell < last; ++cell) out.symbols.push_back(at(cell));
  return out;
}

}  // namespace hardmax::subject
