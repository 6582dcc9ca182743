// The value of a term of a construction in a world.
#include "check/described_machine.hpp"
#include "check/enclosure.hpp"
#include "check/fault.hpp"

namespace hardmax::check {
namespace {

using T = TypeOf;

[[noreturn]] void wrong(const std::string& what) { throw Unreadable("the construction: " + what); }
bool is_member(const Num& x, const std::vector<Num>& set) {
  return std::binary_search(set.begin(), set.end(), x);
}
// What a variant makes of one it makes of the other.
bool same(const Quantity& a, const Quantity& b) {
  constexpr Types compared = T::number | T::truth | T::set | T::input | T::matrix;
  return a.type == b.type && (a.type & compared) != 0 && a.nothing == b.nothing && equal(a, b) &&
         (!a.is_grid() || a.grid().state == b.grid().state);
}
struct Split {  // two cells are needed: a comparison changes at this argument
  Num at;
};

}  // namespace

void Ground::step(std::uint64_t work) const {
  if ((steps += work) > std::uint64_t{1} << 36)
    throw Incomplete("the construction: more work than 2^36 steps");
}

Quantity World::value(const Term& term, Frame& frame) const {
  const Deeper deeper(ground_.depth);
  ground_.step();
  return evaluated(term, frame);
}

// NOLINTNEXTLINE(readability-function-size): a case an operator
Quantity World::evaluated(const Term& term, Frame& frame) const {
  const auto number = [&](std::size_t kid) { return value(term.kids[kid], frame).number(); };
  switch (term.op) {
    case TermOp::number: return Quantity::of(term.number);
    case TermOp::truth: return Quantity::of_truth(term.number.sign() != 0);
    case TermOp::bound: return frame.slots.at(term.slot);
    case TermOp::parameter: return Quantity::of(ground_.setting.parameters.at(term.name));
    case TermOp::definition: {
      std::vector<Quantity> arguments;
      arguments.reserve(
          std::max(ground_.setting.of.definitions[term.name].slots, term.kids.size()));
      for (const Term& kid : term.kids) arguments.push_back(value(kid, frame));
      return call(term.name, std::move(arguments), frame.cell);
    }
    case TermOp::in_variant: {
      std::vector<Quantity> of_variant, arguments;
      of_variant.reserve(term.count),
          arguments.reserve(std::max(ground_.setting.of.definitions[term.kids.back().name].slots,
                                     term.kids.back().kids.size()));
      for (std::size_t i = 0; i < term.count; ++i) of_variant.push_back(value(term.kids[i], frame));
      for (const Term& kid : term.kids.back().kids) arguments.push_back(value(kid, frame));
      const std::shared_ptr<const World> other = variant(term.name, std::move(of_variant));
      return other->call(term.kids.back().name, std::move(arguments));
    }
    case TermOp::given:
      return static_cast<Given>(term.name) == Given::if_ ? chosen(term, frame) : given(term, frame);
    case TermOp::table: {
      std::vector<Num> at;
      for (const Term& kid : term.kids) at.push_back(value(kid, frame).place());
      const Table& table = ground_.setting.tables.at(term.name);
      const auto entry = table.find(at);
      constexpr std::size_t of_machine = std::size(names_of_machine);
      const bool of_time = ground_.setting.of.machine && term.name < of_machine &&
                           term.name + 3 >= of_machine;  // the last three
      if (of_time && number_of(most_machine_time) < at[0])
        throw Incomplete("the run of a machine beyond time " + std::to_string(most_machine_time));
      defined(entry != table.end());
      return Quantity::of(entry->second);
    }
    case TermOp::state: return column_of_state(frame);
    case TermOp::index: {
      if (std::optional<Quantity> entry = entry_of_run(term, frame)) return std::move(*entry);
      std::vector<Num> at;
      const Quantity of = value(term.kids[0], frame);
      for (std::size_t i = 1; i < term.kids.size(); ++i) at.push_back(number(i));
      return entry_of(of, at);
    }
    case TermOp::fold: return fold(term, frame);
    case TermOp::power: {
      std::vector<Num> all;
      for (std::size_t i = 0; i < term.kids.size(); ++i) all.push_back(number(i));
      try {
        for (; all.size() > 1; all.pop_back())
          all.end()[-2] = weighed(power(all.end()[-2], all.back()));
      } catch (const Irrational&) {
        throw Incomplete("the construction: a power that is not rational");
      }
      return Quantity::of(all[0]);
    }
    case TermOp::minus: return product_of(Quantity::of(Num(-1)), value(term.kids[0], frame));
    case TermOp::negation: return Quantity::of_truth(!value(term.kids[0], frame).truth());
    case TermOp::implication: {
      bool premises = true;
      for (std::size_t i = 0; i + 1 < term.kids.size(); ++i) {
        premises = value(term.kids[i], frame).truth() && premises;
        if (!premises && frame.cell == nullptr) return Quantity::of_truth(true);
      }
      const bool conclusion = value(term.kids.back(), frame).truth();
      return Quantity::of_truth(!premises || conclusion);
    }
    case TermOp::comparison: return Quantity::of_truth(holds(term, frame));
    case TermOp::range_set: {
      Term range = term;
      range.op = TermOp::range;
      return Quantity::of_set(domain(range, frame));
    }
    case TermOp::set:
    case TermOp::listed: {
      std::vector<Num> all;
      for (const Term& kid : term.kids) {
        const Quantity one = value(kid, frame);
        if (term.text != "u") {
          all.push_back(one.number());
          continue;
        }
        const Set more = one.members();
        all.insert(all.end(), more->begin(), more->end());
      }
      if (term.text == "M") return Quantity::of(*std::max_element(all.begin(), all.end()));
      if (term.text == "m") return Quantity::of(*std::min_element(all.begin(), all.end()));
      return Quantity::of_set(make_set(std::move(all)));
    }
    case TermOp::column: {
      std::vector<Quantity> parts;
      parts.reserve(term.kids.size());
      for (const Term& kid : term.kids) parts.push_back(value(kid, frame));
      return columns('C', parts);
    }
    case TermOp::let:
      frame.slots.at(term.slot) = value(term.kids[0], frame);
      return value(term.kids[1], frame);
    case TermOp::over: return term.text == "A" ? attend_external(term, frame) : over(term, frame);
    case TermOp::attend: return attend(term, frame);
    default: wrong("a binder stands where a term is expected");
  }
}

// Breakpoints are where compared sides are equal: while an activation is looked at (frame.cell),
// all comparisons of a condition are made, also those that its truth does not depend on, and both
// sides of an `if` are looked at whose condition depends on the argument.
Quantity World::chosen(const Term& term, Frame& frame) const {
  if (frame.cell == nullptr)
    return value(term.kids[value(term.kids[0], frame).truth() ? 1 : 2], frame);
  const bool before = std::exchange(frame.cell->compared, false);
  const bool truth = value(term.kids[0], frame).truth();
  const bool depends = frame.cell->compared;
  frame.cell->compared = before || depends;
  if (depends) value(term.kids[truth ? 2 : 1], frame);
  return value(term.kids[truth ? 1 : 2], frame);
}

Quantity World::fold(const Term& term, Frame& frame) const {
  Quantity out = value(term.kids[0], frame);
  for (std::size_t i = 0; i < term.text.size(); ++i) {
    const char operation = term.text[i];
    if (operation == '&' || operation == '|') {
      const bool settled = out.truth() == (operation == '|');
      if (settled && frame.cell == nullptr) return out;
      const bool next = value(term.kids[i + 1], frame).truth();
      if (!settled) out = Quantity::of_truth(next);
      continue;
    }
    Quantity next = value(term.kids[i + 1], frame);
    if (operation == '/') {
      defined(next.number().sign() != 0);
      next = Quantity::of(Num(1) / next.number());
      if (out.is_sum()) wrong("a quotient of heads or units");
      out = product_of(out, next);
    } else if (operation == '*') {
      out = product_of(out, next);
    } else {
      out = sum_of(out, operation == '-' ? product_of(Quantity::of(Num(-1)), next) : next);
    }
  }
  return out;
}

// The argument of an activation is compared as it is everywhere in the cell.
int World::order(const Quantity& a, const Quantity& b, const Frame& frame) const {
  if (a.type != T::line && b.type != T::line) return compare(a.number(), b.number());
  const Quantity difference = sum_of(a, product_of(Quantity::of(Num(-1)), b));
  if (difference.type != T::line || frame.cell == nullptr) wrong("a comparison of forms");
  const std::vector<Num> by = difference.affine().w;
  const Num w = by.empty() ? Num(0) : by[0], &constant = difference.x;
  if (w.sign() == 0) return constant.sign();
  const Cell& cell = *frame.cell;
  cell.compared = true;
  const Num root = Num(0) - constant / w;
  Num sample = root;
  if (cell.low && cell.high && *cell.low == *cell.high) {
    sample = *cell.low;
  } else {
    if ((!cell.low || *cell.low < root) && (!cell.high || root < *cell.high)) throw Split{root};
    sample = cell.low && !(*cell.low < root) ? root + Num(1) : root - Num(1);
  }
  return (w * (sample - root)).sign();
}

bool World::holds(const Term& term, Frame& frame) const {
  Quantity left = value(term.kids[0], frame);
  bool all = true;
  for (std::size_t i = 0; i < term.text.size(); ++i) {
    Quantity right = value(term.kids[i + 1], frame);
    bool is = false;
    switch (term.text[i]) {
      case '=': is = equal(left, right); break;
      case '!': is = !equal(left, right); break;
      case 'i': is = is_member(left.number(), *right.members()); break;
      case '<': is = order(left, right, frame) < 0; break;
      case 'l': is = order(left, right, frame) <= 0; break;
      case '>': is = order(left, right, frame) > 0; break;
      default: is = order(left, right, frame) >= 0;
    }
    all = all && is;
    if (!all && frame.cell == nullptr) return false;
    left = std::move(right);
  }
  return all;
}

// --- definitions

Quantity World::call(std::size_t definition, std::vector<Quantity> arguments, const Cell* cell,
                     bool asked) const {
  if (touched_ && !touched_->definitions[definition])
    return parent_->call(definition, std::move(arguments), cell, asked);
  if (arguments.size() == 1 && arguments[0].type == T::form) {
    Summand unit;
    unit.unit =
        std::make_shared<const HiddenUnit>(HiddenUnit{this, definition, arguments[0].affine()});
    return Quantity::of_parts(T::units, {std::move(unit)});
  }
  const Definition& here = ground_.setting.of.definitions[definition];
  const bool numbers =
      !here.previous &&
      std::all_of(arguments.begin(), arguments.end(), [](const Quantity& argument) {
        return (argument.type == T::number || argument.type == T::input) && !argument.nothing;
      });
  if (!numbers) return put_in(definition, std::move(arguments), cell);
  if (!here.named && !asked && ground_.shares)
    return put_in(definition, std::move(arguments), nullptr);
  if (arguments.empty()) {
    if (const auto known = constants_.find(definition); known != constants_.end())
      return known->second;
    Quantity out = put_in(definition, {}, nullptr);
    return constants_[definition] = kept({}, std::move(out));
  }
  const std::optional<Answers::Key> key = Answers::key(definition, arguments);
  if (!key) return put_in(definition, std::move(arguments), nullptr);
  if (const Quantity* const known = known_.find(*key)) return *known;
  return kept(*key, put_in(definition, std::move(arguments), nullptr));
}

Quantity World::given_to(std::size_t name, const Term& term,
                         std::vector<Quantity> arguments) const {
  const std::optional<Answers::Key> key =
      ground_.jumps && !arguments.empty() ? Answers::key(name, arguments) : std::nullopt;
  if (key)
    if (const Quantity* const known = known_.find(*key)) return *known;
  Frame frame{std::move(arguments)};
  Quantity out = value(term, frame);
  return key ? kept(*key, std::move(out)) : out;
}

// The room that it takes beside the table is counted.
Quantity World::kept(const Answers::Key& key, Quantity value) const {
  std::size_t room = value.x.limbs() / 8 + (value.is_grid() ? value.grid().at.size() : 0);
  if (value.type == T::set) room += value.members()->size();
  if (room > 0) keep(room + 4);
  if (key.name != 0) known_.add(key, value);
  return value;
}

void World::keep(std::size_t numbers) const {
  constexpr std::size_t most = std::size_t{1} << 15;  // some 2 MiB, which caches still serve
  if ((ground_.kept += numbers) <= most) return;
  ground_.kept = 0;
  known_.clear(), starts_.clear();
  std::erase_if(constants_, [](const auto& known) { return known.second.type != T::number; });
  for (auto& network : networks_)
    if (network) network->traces.clear(), network->last = {};
}

// The term of the last change that holds for these arguments, read in the construction as it was;
// else that of the file, read in this one.
Quantity World::put_in(std::size_t definition, std::vector<Quantity> arguments,
                       const Cell* cell) const {
  for (const World* at = this; at->parent_ != nullptr; at = at->parent_)
    for (const ChangedTerm& change : *at->changes_) {
      if (change.definition != definition) continue;
      Frame frame{at->arguments_, nullptr, cell};
      frame.slots.insert(frame.slots.end(), arguments.begin(), arguments.end());
      bool holds = true;
      for (std::size_t i = 0; i < arguments.size() && holds; ++i)
        holds = !change.fixed[i] || order(arguments[i], Quantity::of(*change.fixed[i]), frame) == 0;
      if (!holds) continue;
      frame.slots.resize(change.slots);
      return at->before_->value(change.term, frame);
    }
  const Definition& here = ground_.setting.of.definitions[definition];
  Frame frame{std::move(arguments), nullptr, cell};
  frame.slots.resize(here.slots);
  return value(here.term, frame);
}

// Arguments are told apart by their values, and by what a sum of nothing is not: a number.
std::shared_ptr<const World> World::variant(std::size_t name,
                                            std::vector<Quantity> arguments) const {
  const auto is_known = [&](const std::vector<Quantity>& before) {
    return std::equal(before.begin(), before.end(), arguments.begin(), arguments.end(), same);
  };
  auto& [known_as, out] = variants_[name];
  if (out && HARDMAX_FAULT(check_variant_arguments, is_known(known_as), true)) return out;
  const Described& of = ground_.setting.of;
  VariantParts& parts = ground_.variants[name];
  if (!parts.touched_by_plain) {
    for (const ChangedTerm& change : of.variants[name].terms)
      (ground_.shares && !uses_slot(change.term, 0, change.before) ? parts.plain : parts.others)
          .push_back(change);
    parts.touched_by_plain = std::make_shared<const Touched>(touched_by(of, parts.plain));
    parts.touched_by_others = std::make_shared<const Touched>(touched_by(of, parts.others));
  }
  known_as = arguments;
  const auto world = [&](const World& parent, const std::vector<ChangedTerm>& terms,
                         const std::shared_ptr<const Touched>& touched,
                         std::vector<Quantity> values) {
    return std::make_shared<World>(ground_, &parent, &terms, drops_, std::move(values),
                                   ground_.shares && !touched->space ? touched : nullptr, this);
  };
  const World* parent = this;
  if (!parts.plain.empty()) {
    std::shared_ptr<const World>& plain = plain_[name];
    if (!plain)
      plain = world(*this, parts.plain, parts.touched_by_plain,
                    std::vector<Quantity>(parts.plain[0].before));
    if (parts.others.empty()) return out = plain;
    parent = plain.get();
  }
  const auto made = world(*parent, parts.others, parts.touched_by_others, std::move(arguments));
  made->variant_ = name;
  return out = made;
}

Num Piecewise::value(const Num& x) const {
  const auto it = std::lower_bound(breaks.begin(), breaks.end(), x);
  const std::size_t i = static_cast<std::size_t>(it - breaks.begin());
  const Affine& here =
      HARDMAX_FAULT(check_construction_break, it != breaks.end() && *it == x, false) ? at[i]
                                                                                     : between[i];
  return here.w.empty() ? here.b : weighed(here.w[0] * x + here.b);
}

// From left to right the cells on which no comparison changes, and the affine value on each.
const Piecewise& World::activation(std::size_t definition) const {
  const auto known = activations_.find(definition);
  if (known != activations_.end()) return known->second;
  const std::string& name = ground_.setting.of.definitions[definition].name;
  Piecewise out;
  const auto on = [&](const Cell& cell) {
    Quantity x;
    x = Quantity::of_form(T::line, {{Num(1)}, {}});
    Quantity found;
    try {
      found = put_in(definition, {x}, &cell);
    } catch (const Unreadable& error) {
      wrong("'" + name +
            "' is no activation, which is affine between breakpoints: " + error.what());
    }
    if (found.type != T::line && found.type != T::number)
      wrong("'" + name + "' is no activation: it gives no number");
    return found.affine();
  };
  int depth = 0;
  const std::function<void(Cell)> fill = [&](const Cell& cell) {
    if (++depth > 256) throw Incomplete("an activation of more than 256 breakpoints");
    std::optional<Num> split;
    try {
      out.between.push_back(on(cell));
      return;
    } catch (const Split& at) {
      split = at.at;
    }
    fill({cell.low, split, false});
    out.breaks.push_back(*split), out.at.push_back(on({split, split, false}));
    fill({split, cell.high, false});
  };
  fill({});
  return activations_[definition] = std::move(out);
}

}  // namespace hardmax::check
