// Names that are bound over ranges, sets and inputs: instances, their number, and what is made of
// them.
#include "check/described_machine.hpp"
#include "check/ordering.hpp"

namespace hardmax::check {
namespace {

using T = TypeOf;

[[noreturn]] void wrong(const std::string& what) { throw Unreadable("the construction: " + what); }

[[noreturn]] void too_many() {
  throw Incomplete("the construction: more than 2^20 entries or 2^22 members in one place");
}

}  // namespace

Set World::domain(const Term& term, Frame& frame) const {
  if (term.op == TermOp::members) return value(term.kids[0], frame).members();
  const Num from = value(term.kids[0], frame).number(), to = value(term.kids[1], frame).number();
  defined(from.is_integer() && to.is_integer());
  if (Num(1 << 20) < to - from + Num(1)) throw LimitMet{};
  std::vector<Num> out;
  for (Num i = from; !(to < i); i = i + Num(1)) out.push_back(i);
  return make_set(std::move(out));
}

bool World::bind(const Term& binder, Frame& frame, const Visit& visit) const {
  const auto go = [&](Quantity x) {
    ground_.step();
    frame.slots.at(binder.slot) = std::move(x);
    return visit();
  };
  if (binder.op == TermOp::inputs) {
    const std::uint64_t all = space().input_count();
    for (std::uint64_t g = 0; g < all; ++g)
      if (!go(Quantity::of_input(g))) return false;
  } else if (binder.op == TermOp::range) {
    const Num from = value(binder.kids[0], frame).number(),
              to = value(binder.kids[1], frame).number();
    defined(from.is_integer() && to.is_integer());
    for (Num i = from; !(to < i); i = i + Num(1))
      if (!go(Quantity::of(i))) return false;
  } else {
    const Set set = value(binder.kids[0], frame).members();
    if (binder.op == TermOp::members)
      return std::all_of(set->begin(), set->end(),
                         [&](const Num& x) { return go(Quantity::of(x)); });
    if (set->size() > 16) throw LimitMet{};
    for (std::uint32_t mask = 0; mask >> set->size() == 0; ++mask) {
      std::vector<Num> subset;
      for (std::size_t i = 0; i < set->size(); ++i)
        if (mask >> i & 1u) subset.push_back((*set)[i]);
      if (!go(Quantity::of_set(make_set(std::move(subset))))) return false;
    }
  }
  return true;
}

bool World::each(const Term& over, Frame& frame, const Visit& visit, std::size_t level) const {
  if (level < over.count)
    return bind(over.kids[level], frame, [&] { return each(over, frame, visit, level + 1); });
  if (over.count > 0 && !value(over.kids[over.count], frame).truth()) return true;
  return visit();
}

Num World::size(const Term& binder, Frame& frame) const {
  if (binder.op == TermOp::inputs) return space().inputs;
  if (binder.op == TermOp::range) {
    const Num from = value(binder.kids[0], frame).number(),
              to = value(binder.kids[1], frame).number();
    defined(from.is_integer() && to.is_integer());
    return to < from ? Num(0) : to - from + Num(1);
  }
  const std::size_t members = value(binder.kids[0], frame).members()->size();
  if (binder.op == TermOp::members) return number_of(members);
  if (members > 16) throw LimitMet{};
  return number_of(std::uint64_t{1} << members);
}

// How many instances the binders and conditions from the i-th on have.
Num World::count(const std::vector<const Term*>& levels, std::size_t i, Frame& frame) const {
  if (i == levels.size()) return Num(1);
  const Term& level = *levels[i];
  if (level.op == TermOp::truth) return count(levels, i + 1, frame);
  if (level.op < TermOp::range)
    return value(level, frame).truth() ? count(levels, i + 1, frame) : Num(0);
  Num all = size(level, frame);
  if (all.sign() == 0) return all;
  const bool used =
      std::any_of(levels.begin() + static_cast<std::ptrdiff_t>(i) + 1, levels.end(),
                  [&](const Term* later) { return uses_slot(*later, level.slot, level.slot + 1); });
  if (!used) return all * count(levels, i + 1, frame);
  if (Num(1 << 22) < all)
    throw Incomplete("a loop whose instances are not counted within 2^22 steps");
  Num out;
  bind(level, frame, [&] { return out = out + count(levels, i + 1, frame), true; });
  return out;
}

// NOLINTNEXTLINE(readability-function-size): a case a word
Quantity World::over(const Term& term, Frame& frame) const {
  const Term& body = term.kids.back();
  const char what = term.text[0];
  Quantity out;
  bool any = false;
  const auto accumulate = [&](const auto& combine) {
    each(term, frame, [&] {
      const Quantity next = value(body, frame);
      out = any ? combine(out, next) : next;
      return any = true;
    });
  };
  switch (what) {
    case '&':
    case '|': {
      const bool settled = what == '|';
      return Quantity::of_truth(
          each(term, frame, [&] { return value(body, frame).truth() != settled; }) != settled);
    }
    case '+':
      accumulate(sum_of);
      if (!any) out = Quantity::of(Num(0)), out.nothing = true;
      return out;
    case '*':
      accumulate([](const Quantity& a, const Quantity& b) {
        return Quantity::of(weighed(a.number() * b.number()));
      });
      return any ? out : Quantity::of(Num(1));
    case 'M':
    case 'm':
      accumulate([&](const Quantity& a, const Quantity& b) {
        return ((what == 'M') == (a.number() < b.number())) ? b : a;
      });
      defined(any);
      return Quantity::of(out.number());
    case 'u': {
      std::vector<Num> all;
      each(term, frame, [&] {
        const Set more = value(body, frame).members();
        ground_.step(more->size());
        all.insert(all.end(), more->begin(), more->end());
        if (all.size() > std::size_t{1} << 22) too_many();
        return true;
      });
      return Quantity::of_set(make_set(std::move(all)));
    }
    case 'd': {
      std::set<Num> all;
      return Quantity::of_truth(each(term, frame, [&] {
        if (all.size() > std::size_t{1} << 22) too_many();
        return all.insert(value(body, frame).number()).second;
      }));
    }
    case 'c': {
      const Set first = domain(term.kids[0], frame), second = domain(term.kids[1], frame);
      if (*first != *second) wrong("a chain over two different sets");
      const Truth found = chain_of<Num>(
          [&](const auto& visit) { std::all_of(first->begin(), first->end(), visit); },
          [&](const Num& j, const Num& k) {
            frame.slots.at(term.kids[0].slot) = Quantity::of(j);
            frame.slots.at(term.kids[1].slot) = Quantity::of(k);
            return value(body, frame).truth() ? Truth::yes : Truth::no;
          },
          ground_.steps);
      if (found == Truth::unknown) throw Incomplete("a chain of more than 20 members");
      return Quantity::of_truth(found == Truth::yes);
    }
    default: {
      std::vector<Quantity> parts;
      each(term, frame, [&] {
        if (parts.size() >= std::size_t{1} << 20) too_many();
        return parts.push_back(value(body, frame)), true;
      });
      return columns(what, parts);
    }
  }
}

// A row, a column, or columns side by side.
Quantity World::columns(char letter, const std::vector<Quantity>& parts) const {
  defined(!parts.empty());
  Grid out{1, 1, {}, false};
  if (letter == 'S') {
    out.rows = parts[0].is_grid() ? parts[0].grid().rows : 0, out.columns = parts.size();
    for (const Quantity& part : parts)
      if (!part.is_grid() || part.grid().columns != 1 || part.grid().rows != out.rows)
        wrong("what stands side by side is no column, or columns of two lengths");
    for (const Quantity& part : parts) out.forms = out.forms || part.grid().forms;
    for (std::size_t r = 0; r < out.rows; ++r)
      for (const Quantity& part : parts) out.add(part.grid().form(r));
    return Quantity::of_grid(std::move(out));
  }
  (letter == 'R' ? out.columns : out.rows) = parts.size();
  for (const Quantity& part : parts) {
    if (part.type != T::number && part.type != T::form)
      wrong("an entry of a row or a column that is no number and no form");
    out.forms = out.forms || part.type == T::form;
  }
  for (const Quantity& part : parts) out.add(part.affine());
  return Quantity::of_grid(std::move(out));
}

}  // namespace hardmax::check
