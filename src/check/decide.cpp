// Truth of a formula, instances of its binders, and the witness of a false one.
#include <algorithm>
#include <map>

#include "check/symbolic.hpp"
#include "check/text.hpp"

namespace hardmax::check {

Evaluator::Evaluator(const Formula& formula, const Model& model) : formula_(formula), model_(model), slots_(static_cast<std::size_t>(formula.slots)) {
  const Node* f = formula_.root.get();
  while (f->op == Op::let) f = f->kids[1].get();
  if (!formula_.over_reals && f->op == Op::forall && f->binders[0].domain == Binder::Domain::inputs) parts_ = f;
}

Outcome Evaluator::decide() {
  if (formula_.over_reals) return Symbolic(formula_, model_).decide();
  return truth(*formula_.root);
}

Outcome Evaluator::truth(const Node& f) {
  Outcome out;
  const auto also = [&](const Outcome& part) {  // and: vacuous if all parts are
    out = {std::min(out.truth, part.truth), out.vacuous && part.vacuous};
    return out.truth != Truth::no;
  };
  const auto or_else = [&](const Outcome& part) { return (out.truth = std::max(out.truth, part.truth)) != Truth::yes; };  // or: never vacuous
  switch (f.op) {
    case Op::truth: return {f.value.sign() ? Truth::yes : Truth::no, false};
    case Op::variable: return {slot(f.slot).truth, false};
    case Op::negation: return {static_cast<Truth>(2 - static_cast<int>(truth(*f.kids[0]).truth)), false};
    case Op::comparison: return {comparison(f), false};
    case Op::chain: return {chain(f), false};
    case Op::distinct: return {has_repeat(f, nullptr) ? Truth::no : Truth::yes, false};
    case Op::let: slot(f.slot) = value(*f.kids[0]); return truth(*f.kids[1]);
    case Op::conjunction:
      out.vacuous = true;
      for (const NodePtr& kid : f.kids)
        if (!also(truth(*kid))) break;
      return out;
    case Op::forall:  // vacuous if no instance has a body that is not
      out.vacuous = true;
      instances(f, [&] { return also(truth(*f.kids[0])); });
      return out;
    case Op::disjunction:
      out.truth = Truth::no;
      for (const NodePtr& kid : f.kids)
        if (!or_else(truth(*kid))) break;
      return out;
    case Op::exists:
      out.truth = Truth::no;
      instances(f, [&] { return or_else(truth(*f.kids[0])); });
      return out;
    default: {  // implication, a implies (b implies ...): a false premise decides it, vacuously
      Truth least = Truth::no;
      for (std::size_t i = 0; i + 1 < f.kids.size(); ++i) {
        const Truth premise = truth(*f.kids[i]).truth;
        if (premise == Truth::no) return {Truth::yes, true};
        if (premise == Truth::unknown) least = Truth::unknown;
      }
      out = truth(*f.kids.back());
      return {std::max(least, out.truth), out.vacuous};
    }
  }
}

Truth Evaluator::comparison(const Node& f, Witness* witness) {
  static const std::map<char, const char*> names = {{'<', "<"}, {'l', "<="}, {'=', "="}, {'!', "!="}, {'>', ">"}, {'g', ">="}, {'i', "in"}};
  Truth out = Truth::yes;
  Value left = value(*f.kids[0]);
  for (std::size_t i = 0; i < f.operations.size() && out != Truth::no; ++i) {
    Value right = value(*f.kids[i + 1]);
    const bool known = left.type != Type::Bool || (left.truth != Truth::unknown && right.truth != Truth::unknown);
    const int order = left.type == Type::Num ? compare(left.num, right.num) : 0;
    bool holds = false;
    switch (f.operations[i]) {
      case '<': holds = order < 0; break;
      case 'l': holds = order <= 0; break;
      case '>': holds = order > 0; break;
      case 'g': holds = order >= 0; break;
      case 'i': holds = std::binary_search(right.set->begin(), right.set->end(), left.num); break;
      default:
        holds = left.type == Type::Num ? order == 0 : left.type == Type::Set ? *left.set == *right.set
                : left.type == Type::Bool ? left.truth == right.truth : left.input == right.input;
        holds = holds == (f.operations[i] == '=');
    }
    out = std::min(out, !known ? Truth::unknown : holds ? Truth::yes : Truth::no);
    if (out == Truth::no && witness) *witness = {witness->at, {}, text(left), names.at(f.operations[i]), text(right)};
    left = std::move(right);
  }
  return out;
}

// Increasing order first, pair by pair; then, for at most 20 members, every ordering.
Truth Evaluator::chain(const Node& f) {
  const auto holds = [&](const Num& j, const Num& k) {
    step();
    slot(f.slot) = {Type::Num, j, {}, {}, {}}, slot(f.slot + 1) = {Type::Num, k, {}, {}, {}};
    return truth(*f.kids[0]).truth;
  };
  std::vector<Num> all;  // up to 21 of the members
  std::optional<Num> previous;
  bool increasing = true;
  Value member;
  for (Domain set = domain(f.binders[0], false); (increasing || all.size() <= 20) && next(f.binders[0], set, member);) {
    increasing = increasing && (!previous || holds(*previous, member.num) == Truth::yes);
    previous = member.num;
    if (all.size() <= 20) all.push_back(member.num);
  }
  if (increasing || all.size() > 20) return increasing ? Truth::yes : Truth::unknown;
  std::vector<std::uint32_t> surely(all.size()), perhaps(all.size());
  for (std::size_t j = 0; j < all.size(); ++j)
    for (std::size_t k = 0; k < all.size(); ++k) {
      const Truth pair = j == k ? Truth::no : holds(all[j], all[k]);
      surely[j] |= std::uint32_t{pair == Truth::yes} << k;
      perhaps[j] |= std::uint32_t{pair != Truth::no} << k;
    }
  steps_ += std::uint64_t{1} << all.size();
  return !smallest_ordering(surely).empty() ? Truth::yes : !smallest_ordering(perhaps).empty() ? Truth::unknown : Truth::no;
}

std::vector<unsigned> smallest_ordering(const std::vector<std::uint32_t>& follows) {
  const unsigned m = static_cast<unsigned>(follows.size());
  std::vector<std::uint32_t> begins(std::size_t{1} << m);  // begins[mask]: what an ordering of mask can begin with
  for (std::uint32_t mask = 1; mask < begins.size(); ++mask)
    for (unsigned k = 0; k < m; ++k) {
      const std::uint32_t one = 1u << k, rest = mask & ~one;
      if (mask != rest && (rest == 0 || (begins[rest] & follows[k]) != 0)) begins[mask] |= one;
    }
  std::vector<unsigned> out;
  for (std::uint32_t rest = static_cast<std::uint32_t>(begins.size() - 1); rest != 0; rest &= ~(1u << out.back())) {
    const std::uint32_t next = begins[rest] & (out.empty() ? ~0u : follows[out.back()]);
    if (next == 0) return {};
    out.push_back(static_cast<unsigned>(__builtin_ctz(next)));
  }
  return out;
}

// --- instances of binders

Evaluator::Domain Evaluator::domain(const Binder& binder, bool in_part) {
  Domain out;
  switch (binder.domain) {
    case Binder::Domain::range:
      out.at = num(*binder.from), out.to = num(*binder.to);
      defined(out.at.is_integer() && out.to.is_integer());
      break;
    case Binder::Domain::inputs:
      out.count = in_part ? from_ : 0, out.end = in_part ? std::min(to_, model_.inputs()) : model_.inputs();
      break;
    case Binder::Domain::reals: break;  // Symbolic's
    case Binder::Domain::members:
    case Binder::Domain::subsets:
      out.set = set(*binder.from), out.end = out.set->size();
      if (binder.domain == Binder::Domain::members) break;
      if (out.end > 16) throw LimitMet{};
      out.end = std::uint64_t{1} << out.end;
  }
  return out;
}

bool Evaluator::next(const Binder& binder, Domain& domain, Value& name) {
  step();
  name.type = binder.domain == Binder::Domain::inputs ? Type::Input : binder.domain == Binder::Domain::subsets ? Type::Set : Type::Num;
  if (binder.domain == Binder::Domain::range) {
    if (domain.to < domain.at) return false;
    name.num = domain.at, domain.at = domain.at + Num(1);
    return true;
  }
  if (domain.count == domain.end) return false;
  const std::uint64_t count = domain.count++;
  if (binder.domain == Binder::Domain::inputs) name.input = count;
  if (binder.domain == Binder::Domain::members) name.num = (*domain.set)[count];
  if (binder.domain != Binder::Domain::subsets) return true;
  std::vector<Num> subset;  // bit i of count stands for the i-th smallest member
  for (std::size_t i = 0; i < domain.set->size(); ++i)
    if (count >> i & 1u) subset.push_back((*domain.set)[i]);
  name.set = make_set(std::move(subset));
  return true;
}

bool Evaluator::instances(const Node& f, Visit visit) {
  std::vector<Domain> domains(f.binders.size());
  domains[0] = domain(f.binders[0], &f == parts_);
  for (std::size_t i = 0;;) {
    if (!next(f.binders[i], domains[i], slot(f.slot + static_cast<int>(i)))) {
      if (i-- == 0) return true;
    } else if (i + 1 < f.binders.size()) {
      ++i, domains[i] = domain(f.binders[i], false);
    } else {
      const Truth where = f.where ? truth(*f.where).truth : Truth::yes;
      if (where == Truth::unknown) throw LimitMet{};
      if (where == Truth::yes && !visit()) return false;
    }
  }
}

void Evaluator::step() {
  if (++steps_ > std::uint64_t{1} << 32) throw Incomplete("more than 2^32 instances");
}

// --- distinct. First only hashes are held: different hashes are of different values. Where hashes agree, the values themselves are compared.

void keep_repeated(std::vector<std::uint64_t>& values) {
  std::sort(values.begin(), values.end());
  std::size_t kept = 0;
  for (std::size_t i = 1; i < values.size(); ++i)
    if (values[i] == values[i - 1] && (kept == 0 || values[kept - 1] != values[i])) values[kept++] = values[i];
  values.resize(kept);
}

bool Evaluator::has_repeat(const Node& f, Witness* witness) {
  std::vector<std::uint64_t> hashes;
  instances(f, [&] {
    if (hashes.size() >= std::size_t{1} << 28) throw Incomplete("distinct over more than 2^28 instances");
    return hashes.push_back(num(*f.kids[0]).hash()), true;
  });
  keep_repeated(hashes);
  if (hashes.empty()) return false;
  std::map<Num, std::uint64_t> first;  // the first instance with that value, by number
  std::uint64_t number = 0, other = 0;
  const bool none = instances(f, [&] {
    const Num value = num(*f.kids[0]);
    if (!std::binary_search(hashes.begin(), hashes.end(), value.hash())) return ++number, true;
    const auto [it, fresh] = first.emplace(value, number++);
    other = it->second;
    if (!fresh && witness) witness->lhs = witness->rhs = value.text();
    return fresh;
  });
  if (none || !witness) return !none;
  witness->relation = "distinct";
  witness->other = witness->at;
  record(f, witness->other);
  instances(f, [&] { return other-- > 0; });
  record(f, witness->at);
  return true;
}

// --- witnesses ("Witness"): from the top to what is false

void Evaluator::record(const Node& f, std::vector<std::string>& names) const {
  for (std::size_t i = 0; i < f.binders.size(); ++i) names.push_back(f.binders[i].name + "=" + text(slots_[static_cast<std::size_t>(f.slot) + i]));
}

Witness Evaluator::witness() {
  Witness out;
  if (formula_.over_reals) return Symbolic(formula_, model_).decide(&out), out;
  for (const Node* f = formula_.root.get();;) {
    const Node* below = f->kids.empty() ? nullptr : f->kids.back().get();
    switch (f->op) {
      case Op::forall:  // the first false instance
        instances(*f, [&] { return truth(*below).truth != Truth::no; });
        record(*f, out.at);
        break;
      case Op::exists: {  // the last instance, if there is one
        const auto begin = slots_.begin() + f->slot, end = begin + static_cast<std::ptrdiff_t>(f->binders.size());
        std::vector<Value> last;
        instances(*f, [&] { return last.assign(begin, end), true; });
        if (last.empty()) return out.relation = "false", out;
        std::copy(last.begin(), last.end(), begin);
        record(*f, out.at);
        break;
      }
      case Op::conjunction:  // the first false part
        below = std::find_if(f->kids.begin(), f->kids.end(), [&](const NodePtr& kid) { return truth(*kid).truth == Truth::no; })->get();
        break;
      case Op::disjunction:
      case Op::implication: break;  // the last part
      case Op::let: slot(f->slot) = value(*f->kids[0]); break;
      case Op::comparison: comparison(*f, &out); return out;
      case Op::distinct: has_repeat(*f, &out); return out;
      default: return out.relation = "false", out;
    }
    f = below;
  }
}

}  // namespace hardmax::check
