// Truth of a formula, instances of its binders, and the witness of a false one.
#include <algorithm>
#include <map>

#include "check/evaluate.hpp"
#include "check/require.hpp"

namespace hardmax::check {
namespace {

// Is there an ordering of m members in which follows[j] (a bit for each k) holds for every two neighbours? ends[mask] are the members that an ordering of
// mask can end with.
bool ordering(const std::vector<std::uint32_t>& follows) {
  const std::uint32_t m = static_cast<std::uint32_t>(follows.size());
  std::vector<std::uint32_t> before(m), ends(std::size_t{1} << m);
  for (std::uint32_t j = 0; j < m; ++j) {
    ends[1u << j] = 1u << j;
    for (std::uint32_t k = 0; k < m; ++k) before[k] |= (follows[j] >> k & 1u) << j;
  }
  for (std::uint32_t mask = 1; mask < ends.size(); ++mask)
    for (std::uint32_t k = 0; k < m; ++k)
      if ((mask >> k & 1u) == 0 && (ends[mask] & before[k]) != 0) ends[mask | 1u << k] |= 1u << k;
  return ends.back() != 0;
}

bool add_hash(std::vector<std::uint64_t>& hashes, const Num& value) {
  if (hashes.size() >= std::size_t{1} << 28) throw Incomplete("distinct over more than 2^28 instances");
  hashes.push_back(value.hash());
  return true;
}

}  // namespace

Outcome Evaluator::truth(const Node& f) {
  Outcome out;
  switch (f.op) {
    case Op::truth: return {f.value.sign() ? Truth::yes : Truth::no, false};
    case Op::variable: return {slot(f.slot).truth, false};
    case Op::negation: return {static_cast<Truth>(2 - static_cast<int>(truth(*f.kids[0]).truth)), false};
    case Op::comparison: return {comparison(f), false};
    case Op::chain: return {chain(f), false};
    case Op::conjunction:  // vacuous if all parts are
      out = {Truth::yes, true};
      for (std::size_t i = 0; i < f.kids.size() && out.truth != Truth::no; ++i) {
        const Outcome part = truth(*f.kids[i]);
        out = {std::min(out.truth, part.truth), out.vacuous && part.vacuous};
      }
      return out;
    case Op::disjunction:
      out.truth = Truth::no;
      for (std::size_t i = 0; i < f.kids.size() && out.truth != Truth::yes; ++i) out.truth = std::max(out.truth, truth(*f.kids[i]).truth);
      return out;
    case Op::implication: {  // a implies (b implies ...): a false premise decides it, vacuously
      Truth least = Truth::no;
      for (std::size_t i = 0; i + 1 < f.kids.size(); ++i) {
        const Truth premise = truth(*f.kids[i]).truth;
        if (premise == Truth::no) return {Truth::yes, true};
        if (premise == Truth::unknown) least = Truth::unknown;
      }
      out = truth(*f.kids.back());
      return {std::max(least, out.truth), out.vacuous};
    }
    case Op::forall:  // vacuous if no instance has a body that is not
      out = {Truth::yes, true};
      instances(f, [&] {
        const Outcome body = truth(*f.kids[0]);
        out = {std::min(out.truth, body.truth), out.vacuous && body.vacuous};
        return out.truth != Truth::no;
      });
      return out;
    case Op::exists:
      out.truth = Truth::no;
      instances(f, [&] { return (out.truth = std::max(out.truth, truth(*f.kids[0]).truth)) != Truth::yes; });
      return out;
    case Op::let: slot(f.slot) = value(*f.kids[0]); return truth(*f.kids[1]);
    default: {  // distinct
      Hashes hashes;
      instances(f, [&] { return add_hash(hashes, num(*f.kids[0])); });
      return {has_repeat(f, std::move(hashes), nullptr) ? Truth::no : Truth::yes, false};
    }
  }
}

Truth Evaluator::comparison(const Node& f, Witness* witness) {
  Truth out = Truth::yes;
  Value left = value(*f.kids[0]);
  for (std::size_t i = 0; i < f.operations.size() && out != Truth::no; ++i) {
    const Type type = f.kids[i]->type;
    Value right = value(*f.kids[i + 1]);
    const int order = type == Type::Num ? compare(left.num, right.num) : 0;
    bool holds = false, known = true;
    switch (f.operations[i]) {
      case relation::less: holds = order < 0; break;
      case relation::at_most: holds = order <= 0; break;
      case relation::greater: holds = order > 0; break;
      case relation::at_least: holds = order >= 0; break;
      case relation::in: holds = std::binary_search(right.set->begin(), right.set->end(), left.num); break;
      default:  // = and !=, of any type
        known = type != Type::Bool || (left.truth != Truth::unknown && right.truth != Truth::unknown);
        holds = type == Type::Num ? order == 0 : type == Type::Set ? *left.set == *right.set : type == Type::Bool ? left.truth == right.truth : left.input == right.input;
        holds = holds == (f.operations[i] == relation::equal);
    }
    out = std::min(out, !known ? Truth::unknown : holds ? Truth::yes : Truth::no);
    if (out == Truth::no && witness) *witness = {witness->at, {}, text(type, left), relation::text(f.operations[i]), text(f.kids[i + 1]->type, right)};
    left = std::move(right);
  }
  return out;
}

Truth Evaluator::chain(const Node& f) {
  const auto holds = [&](const Num& j, const Num& k) {
    step(1);
    slot(f.slot).num = j, slot(f.slot + 1).num = k;
    return truth(*f.kids[0]).truth;
  };
  std::vector<Num> all;  // up to 21 of the members
  std::optional<Num> previous;
  bool increasing = true;
  members(f.binders[0], [&](const Num& member) {
    if (previous && increasing) increasing = holds(*previous, member) == Truth::yes;
    previous = member;
    if (all.size() <= 20) all.push_back(member);
    step(1);
    return increasing || all.size() <= 20;
  });
  if (increasing) return Truth::yes;
  if (all.size() > 20) return Truth::unknown;

  std::vector<std::uint32_t> surely(all.size()), perhaps(all.size());
  for (std::size_t j = 0; j < all.size(); ++j)
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (j == k) continue;
      const Truth pair = holds(all[j], all[k]);
      surely[j] |= std::uint32_t{pair == Truth::yes} << k;
      perhaps[j] |= std::uint32_t{pair != Truth::no} << k;
    }
  step(std::uint64_t{1} << all.size());
  return ordering(surely) ? Truth::yes : ordering(perhaps) ? Truth::unknown : Truth::no;
}

// --- instances of binders

bool Evaluator::instances(const Node& f, Visit<> visit, std::size_t i) {
  step(1);
  if (i == f.binders.size()) {
    const Truth where = f.where ? truth(*f.where).truth : Truth::yes;
    if (where == Truth::unknown) throw LimitMet{};
    return where == Truth::no || visit();
  }
  const Binder& binder = f.binders[i];
  Value& name = slot(f.slot + static_cast<int>(i));
  if (binder.domain == Binder::Domain::inputs) {
    for (std::uint64_t input = 0; input < model_.inputs(); ++input) {
      name.input = input;
      if (!instances(f, visit, i + 1)) return false;
    }
    return true;
  }
  if (binder.domain != Binder::Domain::subsets) {
    return members(binder, [&](const Num& member) { return name.num = member, instances(f, visit, i + 1); });
  }
  const Set all = set(*binder.from);
  if (all->size() > 16) throw LimitMet{};
  for (std::uint32_t bits = 0; bits < 1u << all->size(); ++bits) {
    std::vector<Num> subset;
    for (std::size_t j = 0; j < all->size(); ++j)
      if (bits >> j & 1u) subset.push_back((*all)[j]);
    name.set = make_set(std::move(subset));
    if (!instances(f, visit, i + 1)) return false;
  }
  return true;
}

bool Evaluator::members(const Binder& binder, Visit<const Num&> visit) {
  if (binder.domain == Binder::Domain::members) {
    const Set all = set(*binder.from);
    return std::all_of(all->begin(), all->end(), [&](const Num& member) { return visit(member); });
  }
  Num from = num(*binder.from);
  const Num to = num(*binder.to);
  defined(from.is_integer() && to.is_integer());
  for (; !(to < from); from = from + Num(1))
    if (!visit(from)) return false;
  return true;
}

void Evaluator::step(std::uint64_t count) {
  steps_ += count;
  if (steps_ > std::uint64_t{1} << 32) throw Incomplete("more than 2^32 instances");
}

// --- distinct. Only hashes are held: different hashes are of different values; where hashes agree, the values themselves are compared.

void keep_repeated(std::vector<std::uint64_t>& values) {
  std::sort(values.begin(), values.end());
  std::size_t kept = 0;
  for (std::size_t i = 1; i < values.size(); ++i)
    if (values[i] == values[i - 1] && (kept == 0 || values[kept - 1] != values[i])) values[kept++] = values[i];
  values.resize(kept);
}

bool Evaluator::has_repeat(const Node& f, Hashes hashes, Witness* witness) {
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

// --- witnesses ("Witness")

void Evaluator::record(const Node& f, std::vector<std::string>& names) const {
  for (std::size_t i = 0; i < f.binders.size(); ++i) {
    const Binder::Domain domain = f.binders[i].domain;
    const Type type = domain == Binder::Domain::inputs ? Type::Input : domain == Binder::Domain::subsets ? Type::Set : Type::Num;
    names.push_back(f.binders[i].name + "=" + text(type, slots_[static_cast<std::size_t>(f.slot) + i]));
  }
}

Witness Evaluator::witness() {
  Witness out;
  const Node* f = formula_.root.get();
  for (;;) {
    switch (f->op) {
      case Op::forall: {  // the first false instance
        const bool known = f == streamed_ && stopped_;
        if (known) slot(f->slot).input = stopped_at_;
        instances(*f, [&] { return truth(*f->kids[0]).truth != Truth::no; }, known ? 1 : 0);
        record(*f, out.at);
        f = f->kids[0].get();
        break;
      }
      case Op::exists: {  // the last instance, if there is one
        const auto begin = slots_.begin() + f->slot, end = begin + static_cast<std::ptrdiff_t>(f->binders.size());
        std::vector<Value> last;
        instances(*f, [&] { return last.assign(begin, end), true; });
        if (last.empty()) return out.relation = "false", out;
        std::copy(last.begin(), last.end(), begin);
        record(*f, out.at);
        f = f->kids[0].get();
        break;
      }
      case Op::conjunction: f = std::find_if(f->kids.begin(), f->kids.end(), [&](const NodePtr& kid) { return truth(*kid).truth == Truth::no; })->get(); break;
      case Op::disjunction:
      case Op::implication: f = f->kids.back().get(); break;
      case Op::let:
        slot(f->slot) = value(*f->kids[0]);
        f = f->kids[1].get();
        break;
      case Op::comparison: comparison(*f, &out); return out;
      case Op::distinct: {
        Hashes hashes = std::move(hashes_);
        if (f != streamed_) instances(*f, [&] { return add_hash(hashes, num(*f->kids[0])); });
        has_repeat(*f, std::move(hashes), &out);
        return out;
      }
      default: return out.relation = "false", out;
    }
  }
}

// --- one pass over the inputs

bool Evaluator::streams() const {
  const Node* f = formula_.root.get();
  while (f->op == Op::let) f = f->kids[1].get();
  return (f->op == Op::forall || f->op == Op::distinct) && f->binders[0].domain == Binder::Domain::inputs;
}

void Evaluator::begin() {
  streamed_ = formula_.root.get();
  for (; streamed_->op == Op::let; streamed_ = streamed_->kids[1].get()) slot(streamed_->slot) = value(*streamed_->kids[0]);
  running_ = {Truth::yes, true};
}

bool Evaluator::at(std::uint64_t input) {
  const Node& f = *streamed_;
  slot(f.slot).input = stopped_at_ = input;
  stopped_ = !instances(f, [&] {
    if (f.op == Op::distinct) return add_hash(hashes_, num(*f.kids[0]));
    const Outcome body = truth(*f.kids[0]);
    running_ = {std::min(running_.truth, body.truth), running_.vacuous && body.vacuous};
    return body.truth != Truth::no;
  }, 1);
  return !stopped_;
}

Outcome Evaluator::finish() {
  if (streamed_->op == Op::distinct) return {has_repeat(*streamed_, hashes_, nullptr) ? Truth::no : Truth::yes, false};
  return running_;
}

}  // namespace hardmax::check
