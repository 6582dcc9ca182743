// Layers one after another whose windows move on by one step: found from the first and the last.
//
// The argument. Let g be the last name of a loop. If a term is made of g and of terms without g by
// sums, differences, products with one factor that has g, quotients whose divisor has none,
// definitions, and heads whose values and keys have none, then it has a value at every g if it has
// one at the first, of the same shape, and every number in it is a + b g. Two such numbers that are
// equal at the first and at the last g are equal at all. So if both layers are two heads that
// return the same outside a window (is_window), all layers are, and the ends of their windows lie
// on lines through those of the first and the last.
#include "check/described_machine.hpp"
#include "check/fault.hpp"

namespace hardmax::check {

// The degree in g of the numbers of a term: 0 or 1. None: this is not seen here.
class Straight {
 public:
  using Degrees = std::vector<int>;  // of slots

  std::optional<int> degree(const World& world, const Term& term, Degrees& slots) {
    constexpr int most_terms = 4096;
    if (++terms_ > most_terms) return std::nullopt;
    if (!has(term, slots)) return 0;
    const auto kid = [&](std::size_t i) { return degree(world, term.kids[i], slots); };
    switch (term.op) {
      case TermOp::bound: return slots.at(term.slot);
      case TermOp::minus: return kid(0);
      case TermOp::fold: return of_fold(world, term, slots);
      case TermOp::attend: return kid(0) == 0 && kid(1) == 0 ? kid(2) : std::nullopt;
      case TermOp::definition: return of_call(world, term, slots);
      default: return std::nullopt;
    }
  }
  static bool has(const Term& term, const Degrees& slots) {
    for (std::size_t slot = 0; slot < slots.size(); ++slot)
      if (slots[slot] > 0 && uses_slot(term, slot, slot + 1)) return true;
    return false;
  }

 private:
  std::optional<int> of_fold(const World& world, const Term& term, Degrees& slots) {
    std::optional<int> out = degree(world, term.kids[0], slots);
    for (std::size_t i = 0; out && i < term.text.size(); ++i) {
      const std::optional<int> next = degree(world, term.kids[i + 1], slots);
      const char operation = term.text[i];
      if (!next) return std::nullopt;
      if (operation == '+' || operation == '-')
        out = std::max(*out, *next);
      else if (operation == '*')
        out = *out + *next;
      else if (operation != '/' || HARDMAX_FAULT(check_straight_divisor, *next > 0, false))
        return std::nullopt;
      if (HARDMAX_FAULT(check_straight_product, *out > 1, false)) return std::nullopt;
    }
    return out;
  }

  // The term that World::put_in takes, in the world in which it is read.
  std::optional<int> of_call(const World& world, const Term& term, const Degrees& slots) {
    const World* at = &world;
    while (at->touched_ && !at->touched_->definitions[term.name]) at = at->parent_;
    Degrees arguments;
    for (const Term& kid : term.kids) {
      Degrees here = slots;
      const std::optional<int> one = degree(world, kid, here);
      if (!one) return std::nullopt;
      arguments.push_back(*one);
    }
    const World* const in = at;
    for (; at->parent_ != nullptr; at = at->parent_)
      for (const ChangedTerm& change : *at->changes_) {
        if (change.definition != term.name) continue;
        for (const std::optional<Num>& fixed : change.fixed)
          if (fixed) return std::nullopt;
        Degrees of_change(change.before);
        of_change.insert(of_change.end(), arguments.begin(), arguments.end());
        of_change.resize(std::max(of_change.size(), change.slots));
        return degree(*at->before_, change.term, of_change);
      }
    const Definition& definition = in->ground_.setting.of.definitions[term.name];
    arguments.resize(std::max(arguments.size(), definition.slots));
    return degree(*in, definition.term, arguments);
  }

  int terms_ = 0;
};

// In the last name of its loop.
bool World::is_straight(const DescribedStage& stage) const {
  if (stage.map || !stage.layer || stage.let_slot == 0) return false;
  Straight straight;
  Straight::Degrees slots(stage.slots);
  slots[stage.let_slot - 1] = 1;
  for (std::size_t i = 0; i < stage.lets.size(); ++i) {
    const std::optional<int> one = straight.degree(*this, stage.lets[i], slots);
    if (!one) return false;
    slots[stage.let_slot + i] = *one;
  }
  for (const std::optional<Term>* term : {&stage.keys, &stage.when})
    if (*term && Straight::has(**term, slots)) return false;
  return straight.degree(*this, *stage.layer, slots).has_value();
}

// None: not seen here. One of no layers: none of them changes anything. `w`: what their windows see
// of a column.
std::optional<Jumps::Sweep> World::sweep_of(const Loops& of, const Loops::Block& block,
                                            std::vector<Num>& w) const {
  constexpr std::uint64_t least_count = 4;  // below, layers are as soon looked at
  const DescribedStage& stage = ground_.setting.of.stages[block.stage];
  if (!block.ranges || block.count < least_count || !is_straight(stage)) return std::nullopt;
  const BuiltLayer first = built(stage, of.instance(block.before + 1)),
                   last = built(stage, of.instance(block.last()));
  if (first.identity && last.identity) return Jumps::Sweep();
  if (!first.window || !last.window) return std::nullopt;
  std::vector<Num> ends[2];
  for (std::size_t i = 0; i < 2; ++i) {
    const Affine &here = first.parts[i].head->query[0], &there = last.parts[i].head->query[0];
    if (here.w != there.w) return std::nullopt;
    ends[i] = {first.ends[i], last.ends[i]};
  }
  const Num step = (ends[0][1] - ends[0][0]) / number_of(block.count - 1);
  if (step.sign() == 0 || !(ends[1][1] - ends[1][0] == ends[0][1] - ends[0][0]))
    return std::nullopt;
  w = first.parts[0].head->query[0].w;
  return Jumps::Sweep{block.before, block.count, std::min(ends[0][0], ends[1][0]),
                      std::max(ends[0][0], ends[1][0]), step};
}

// x is in the window of layer before + 1 + i if (x - high)/step <= i <= (x - low)/step, or the
// other way round where the windows move down.
std::uint64_t Jumps::Sweep::next(const Num& x, std::uint64_t after) const {
  const bool up = step.sign() > 0;
  const Num end = number_of(count - 1), over = up ? x - high : x - low,
            under = up ? x - low : x - high;
  // Most columns are far from all of them.
  if (up ? (x < low || high + end * step < x) : (high < x || x < low + end * step))
    return UINT64_MAX;
  const Num least = Num(0) - (Num(0) - over / step).floor(), most = (under / step).floor();
  const Num behind = number_of(after < before ? 0 : after - before);
  const Num i =
      HARDMAX_FAULT(check_sweep_next, std::max(least, behind), std::max(least + Num(1), behind));
  return most < i || end < i || i.sign() < 0
             ? UINT64_MAX
             : before + 1 + static_cast<std::uint64_t>(*i.small_integer());
}

}  // namespace hardmax::check
