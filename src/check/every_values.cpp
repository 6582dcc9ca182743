#include "check/every_values.hpp"

#include <algorithm>

#include "check/fault.hpp"

namespace hardmax::check {
namespace {

using K = Wide::Kind;

Linear product(const Linear& a, const Linear& b) {
  if (!a.number() && !b.number()) not_covered("a product of two affine functions");
  return a.number() ? a.b * b : b.b * a;
}

Wide of_heads(std::vector<WideSummand> parts) {
  Wide out;
  out.kind = K::heads;
  out.heads = std::make_shared<const std::vector<WideSummand>>(std::move(parts));
  return out;
}

WideGrid grid_of(const Wide& x) {
  return x.kind == K::grid ? *x.grid : WideGrid{1, 1, {x.linear()}};
}

Wide product_of_grids(const WideGrid& a, const WideGrid& b) {
  if (a.columns != b.rows) not_covered("a product of matrices whose shapes do not fit");
  WideGrid out{a.rows, b.columns, {}};
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t k = 0; k < b.columns; ++k) {
      Linear total;
      for (std::size_t j = 0; j < a.columns; ++j)
        total = total + product(a.at[i * a.columns + j], b.at[j * b.columns + k]);
      out.at.push_back(std::move(total));
    }
  return Wide::of_grid(std::move(out));
}

}  // namespace

Wide Wide::of_grid(WideGrid grid) {
  Wide out;
  if (grid.rows == 1 && grid.columns == 1) return of_linear(std::move(grid.at[0]));
  out.kind = K::grid;
  out.grid = std::make_shared<const WideGrid>(std::move(grid));
  return out;
}
const Linear& Wide::linear() const {
  if (kind != K::number) not_covered("a number is asked for, and this is none");
  return x;
}
const InSize& Wide::size() const {
  if (!linear().number()) not_covered("a number that depends on the input, where it may not");
  return x.b;
}
Num Wide::constant() const {
  const std::optional<Num> number = size().constant();
  if (!number) not_covered("a number that depends on the size, where it may not");
  return *number;
}
bool Wide::is_true() const {
  if (kind != K::truth) not_covered("a truth is asked for, and this is none");
  return truth;
}
const std::vector<Num>& Wide::members() const {
  if (kind != K::set) not_covered("a set is asked for, and this is none");
  return *set;
}

Wide sum_of(const Wide& a, const Wide& b) {
  if (a.nothing) return b;
  if (b.nothing) return a;
  if (a.kind == K::number && b.kind == K::number) return Wide::of_linear(a.x + b.x);
  if (a.kind == K::heads && b.kind == K::heads) {
    std::vector<WideSummand> parts = *a.heads;
    parts.insert(parts.end(), b.heads->begin(), b.heads->end());
    return of_heads(std::move(parts));
  }
  if (a.kind != K::grid || b.kind != K::grid || a.grid->rows != b.grid->rows ||
      a.grid->columns != b.grid->columns)
    not_covered("a sum of what does not go together");
  WideGrid out = *a.grid;
  for (std::size_t i = 0; i < out.at.size(); ++i) out.at[i] = out.at[i] + b.grid->at[i];
  return Wide::of_grid(std::move(out));
}

Wide product_of(const Wide& a, const Wide& b) {
  if (a.nothing || b.nothing) not_covered("a product with a sum of nothing");
  if (b.kind == K::heads) {
    std::vector<WideSummand> parts = *b.heads;
    for (WideSummand& part : parts) {
      if (a.kind == K::number)
        part.factor = part.factor * a.size();
      else if (!part.before)
        part.before = std::make_shared<const WideGrid>(grid_of(a));
      else
        part.before =
            std::make_shared<const WideGrid>(grid_of(product_of_grids(grid_of(a), *part.before)));
    }
    return of_heads(std::move(parts));
  }
  if (a.kind == K::number && b.kind == K::number) return Wide::of_linear(product(a.x, b.x));
  if (a.kind == K::grid && b.kind == K::grid) return product_of_grids(*a.grid, *b.grid);
  const bool left = a.kind == K::grid;
  WideGrid out = grid_of(left ? a : b);
  const Linear& by = (left ? b : a).linear();
  for (Linear& entry : out.at) entry = product(entry, by);
  return Wide::of_grid(std::move(out));
}

// ---- terms

Wide EveryWorld::value(const Term& term, EveryFrame& frame) const {
  const Deeper deeper(ground_.depth);
  if (++ground_.steps > std::uint64_t{1} << 28)
    throw Incomplete("the construction: more work than 2^28 steps");
  return evaluated(term, frame);
}

// NOLINTNEXTLINE(readability-function-size): a case an operator
Wide EveryWorld::evaluated(const Term& term, EveryFrame& frame) const {
  switch (term.op) {
    case TermOp::number: return Wide::of(term.number);
    case TermOp::truth: return Wide::of_truth(term.number.sign() != 0);
    case TermOp::bound: return frame.slots.at(term.slot);
    case TermOp::parameter:
      return ground_.size == term.name ? Wide::of(InSize::D())
                                       : Wide::of(ground_.setting.parameters.at(term.name));
    case TermOp::definition: {
      std::vector<Wide> arguments;
      for (const Term& kid : term.kids) arguments.push_back(value(kid, frame));
      return call(term.name, std::move(arguments));
    }
    case TermOp::given:
      if (static_cast<Given>(term.name) == Given::if_)
        return value(term.kids[value(term.kids[0], frame).is_true() ? 1 : 2], frame);
      return given(term, frame);
    case TermOp::state: {
      WideGrid out{ground_.rows, 1, std::vector<Linear>(ground_.rows)};
      for (std::size_t r = 0; r < out.rows; ++r) out.at[r].w.emplace(r, Num(1));
      return Wide::of_grid(std::move(out));
    }
    case TermOp::index: return index(term, frame);
    case TermOp::fold: return fold(term, frame);
    case TermOp::power: return power(term, frame);
    case TermOp::minus: return product_of(Wide::of(Num(-1)), value(term.kids[0], frame));
    case TermOp::negation: return Wide::of_truth(!value(term.kids[0], frame).is_true());
    case TermOp::implication: {
      for (std::size_t i = 0; i + 1 < term.kids.size(); ++i)
        if (!value(term.kids[i], frame).is_true()) return Wide::of_truth(true);
      return Wide::of_truth(value(term.kids.back(), frame).is_true());
    }
    case TermOp::comparison: return Wide::of_truth(holds(term, frame));
    case TermOp::range_set: {
      const Num from = value(term.kids[0], frame).constant(),
                to = value(term.kids[1], frame).constant();
      defined(from.is_integer() && to.is_integer());
      if (Num(1 << 16) < to - from) not_covered("a set of more than 2^16 members");
      std::vector<Num> out;
      for (Num i = from; !(to < i); i = i + Num(1)) out.push_back(i);
      return Wide::of_set(make_set(std::move(out)));
    }
    case TermOp::set:
    case TermOp::listed: {
      std::vector<Num> all;
      for (const Term& kid : term.kids) {
        const Wide one = value(kid, frame);
        if (term.text == "u")
          all.insert(all.end(), one.members().begin(), one.members().end());
        else
          all.push_back(one.constant());
      }
      if (term.text == "M") return Wide::of(*std::max_element(all.begin(), all.end()));
      if (term.text == "m") return Wide::of(*std::min_element(all.begin(), all.end()));
      return Wide::of_set(make_set(std::move(all)));
    }
    case TermOp::column: {
      WideGrid out{term.kids.size(), 1, {}};
      for (const Term& kid : term.kids) out.at.push_back(value(kid, frame).linear());
      return Wide::of_grid(std::move(out));
    }
    case TermOp::let:
      frame.slots.at(term.slot) = value(term.kids[0], frame);
      return value(term.kids[1], frame);
    case TermOp::over: return over(term, frame);
    case TermOp::attend: return attend(term, frame);
    default: not_covered("a name that is not read here");
  }
}

Wide EveryWorld::fold(const Term& term, EveryFrame& frame) const {
  Wide out = value(term.kids[0], frame);
  for (std::size_t i = 0; i < term.text.size(); ++i) {
    const char operation = term.text[i];
    if (operation == '&' || operation == '|') {
      if (out.is_true() != (operation == '|'))
        out = Wide::of_truth(value(term.kids[i + 1], frame).is_true());
      continue;
    }
    Wide next = value(term.kids[i + 1], frame);
    if (operation == '/') {
      const std::optional<InSize> by = next.size().inverse();
      if (!by) not_covered("a quotient by 0 or by a sum");
      out = product_of(Wide::of(*by), out);
    } else if (operation == '*') {
      out = product_of(out, next);
    } else {
      out = sum_of(out,
                   operation == '-' && !next.nothing ? product_of(Wide::of(Num(-1)), next) : next);
    }
  }
  return out;
}

// Powers of one base are asked for again and again.
InSize EveryWorld::raised(const InSize& base, std::int64_t exponent) const {
  constexpr std::int64_t most = 1 << 16;
  if (exponent < 0) {
    const std::optional<InSize> inverse = base.inverse();
    if (!inverse) not_covered("a power below 0 of 0 or of a sum");
    return raised(*inverse, -exponent);
  }
  if (exponent > most) not_covered("an exponent of more than 2^16");
  if (base.terms().size() == 1) {
    InSize out = Num(1), square = base;
    for (std::int64_t left = exponent; left > 0; left /= 2) {
      if (left % 2 != 0) out = out * square;
      if (left > 1) square = square * square;
    }
    return out;
  }
  auto known = std::find_if(powers_.begin(), powers_.end(),
                            [&](const auto& one) { return one.first == base; });
  if (known == powers_.end()) {
    if (powers_.size() == 16) powers_.erase(powers_.begin());
    known = powers_.insert(powers_.end(), {base, {InSize(Num(1))}});
  }
  std::vector<InSize>& all = known->second;
  while (all.size() <= static_cast<std::size_t>(exponent)) all.push_back(all.back() * base);
  return all[static_cast<std::size_t>(exponent)];
}

Wide EveryWorld::power(const Term& term, EveryFrame& frame) const {
  std::vector<InSize> all;
  for (const Term& kid : term.kids) all.push_back(value(kid, frame).size());
  for (; all.size() > 1; all.pop_back()) {
    const std::optional<Num> exponent = all.back().constant();
    if (!exponent || !exponent->small_integer())
      not_covered("an exponent that depends on the size");
    all.end()[-2] = raised(all.end()[-2], *exponent->small_integer());
  }
  return Wide::of(all[0]);
}

// Of numbers that are the same for every D alone.
bool EveryWorld::holds(const Term& term, EveryFrame& frame) const {
  Wide left = value(term.kids[0], frame);
  for (std::size_t i = 0; i < term.text.size(); ++i) {
    const Wide right = value(term.kids[i + 1], frame);
    const char relation = term.text[i];
    bool is = false;
    if (relation == 'i') {
      is = std::binary_search(right.members().begin(), right.members().end(), left.constant());
    } else if (left.kind == K::set) {
      if (relation != '=' && relation != '!') not_covered("a comparison of sets");
      is = (left.members() == right.members()) == (relation == '=');
    } else {
      const int order = compare(left.constant(), right.constant());
      is = relation == '='   ? order == 0
           : relation == '!' ? order != 0
           : relation == '<' ? order < 0
           : relation == 'l' ? order <= 0
           : relation == '>' ? order > 0
                             : order >= 0;
    }
    if (!is) return false;
    left = right;
  }
  return true;
}

// ---- definitions

Wide EveryWorld::call(std::size_t definition, std::vector<Wide> arguments) const {
  std::vector<Num> key{number_of(definition)};
  bool is_kept = true;
  for (const Wide& argument : arguments) {
    const bool input = argument.kind == K::input;
    const std::optional<Num> number =
        argument.kind == K::number && argument.x.number() ? argument.x.b.constant() : std::nullopt;
    is_kept = is_kept && !argument.nothing && (input || number);
    key.emplace_back(Num(input));
    key.push_back(number.value_or(Num(0)));
  }
  if (!is_kept) return put_in(definition, arguments);
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  Wide out = put_in(definition, arguments);
  if (known_.size() >= 1 << 14) known_.clear();
  return known_[key] = std::move(out);
}

Wide EveryWorld::call(const Term& asked, std::vector<Wide> arguments) const {
  if (asked.op == TermOp::definition) return call(asked.name, std::move(arguments));
  EveryFrame frame{std::move(arguments)};
  Term term = asked;
  for (std::size_t i = 0; i < frame.slots.size() && asked.op == TermOp::given; ++i) {
    Term argument;
    argument.op = TermOp::bound, argument.slot = i;
    term.kids.push_back(std::move(argument));
  }
  return value(term, frame);
}

// The term of the last change that holds for these arguments, read in the construction as it was;
// else that of the file, read in this one.
Wide EveryWorld::put_in(std::size_t definition, const std::vector<Wide>& arguments) const {
  for (const EveryWorld* at = this; at->parent_ != nullptr; at = at->parent_)
    for (const ChangedTerm& change : *at->changes_) {
      if (change.definition != definition) continue;
      EveryFrame frame{at->arguments_};
      frame.slots.insert(frame.slots.end(), arguments.begin(), arguments.end());
      bool holds = true;
      for (std::size_t i = 0; i < arguments.size() && holds; ++i)
        holds = !change.fixed[i] || arguments[i].constant() == *change.fixed[i];
      if (!holds) continue;
      frame.slots.resize(std::max(change.slots, frame.slots.size()));
      return at->parent_->value(change.term, frame);
    }
  const Definition& here = ground_.setting.of.definitions[definition];
  EveryFrame frame{arguments};
  frame.slots.resize(std::max(here.slots, arguments.size()));
  return value(here.term, frame);
}

}  // namespace hardmax::check
