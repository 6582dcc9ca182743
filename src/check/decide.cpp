// Comparisons, instances of binders, distinct, and the witness of a false formula.
#include <algorithm>
#include <map>

#include "check/symbolic.hpp"
#include "check/text.hpp"

namespace hardmax::check {

Evaluator::Evaluator(const Formula& formula, const Model& model) : formula_(formula), model_(model), slots_(static_cast<std::size_t>(formula.slots)) {
  const Node* f = formula_.root.get();
  while (f->op == Op::let) f = f->kids[1].get();
  if (!formula_.over_reals && f->op == Op::over && f->operations == "&" && f->binders[0].domain == Binder::Domain::inputs) parts_ = f;
}

Value Evaluator::decide() {
  if (!formula_.over_reals) return value(*formula_.root);
  const Outcome outcome = Symbolic(formula_, model_).decide();
  return {{}, {}, outcome.truth, outcome.vacuous};
}

Truth Evaluator::comparison(const Node& f, Witness* witness) {
  static const std::map<char, const char*> names = {{'<', "<"}, {'l', "<="}, {'=', "="}, {'!', "!="}, {'>', ">"}, {'g', ">="}, {'i', "in"}};
  Truth out = Truth::yes;
  Value left = value(*f.kids[0]);
  for (std::size_t i = 0; i < f.operations.size() && out != Truth::no; ++i) {
    const Node &a = *f.kids[i], &b = *f.kids[i + 1];
    Value right = value(b);
    const bool known = a.type != Type::Bool || (left.truth != Truth::unknown && right.truth != Truth::unknown);
    const int order = compare(left.num, right.num);
    const bool equal = a.type == Type::Set ? *left.set == *right.set : a.type == Type::Bool ? left.truth == right.truth : order == 0;
    bool holds = false;
    switch (f.operations[i]) {
      case '<': holds = order < 0; break;
      case 'l': holds = order <= 0; break;
      case '>': holds = order > 0; break;
      case 'g': holds = order >= 0; break;
      case 'i': holds = std::binary_search(right.set->begin(), right.set->end(), left.num); break;
      default: holds = equal == (f.operations[i] == '=');
    }
    out = std::min(out, !known ? Truth::unknown : holds ? Truth::yes : Truth::no);
    if (out == Truth::no && witness) *witness = {witness->at, {}, text(a.type, left), names.at(f.operations[i]), text(b.type, right)};
    left = std::move(right);
  }
  return out;
}

// Increasing order first, pair by pair; then, for at most 20 members, every ordering.
Truth Evaluator::chain(const Node& f) {
  const auto holds = [&](const Num& j, const Num& k) {
    step();
    slot(f).num = j, slot(f, 1).num = k;
    return value(*f.kids[0]).truth;
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
  if (binder.domain == Binder::Domain::inputs) {
    out.at = in_part ? from_ : 0, out.end = in_part ? std::min(to_, model_.inputs()) : model_.inputs();
  } else if (binder.domain == Binder::Domain::range) {
    out.first = value(*binder.from).num;
    const Num to = value(*binder.to).num, count = to - out.first + Num(1);
    defined(out.first.is_integer() && to.is_integer());
    out.end = count.sign() < 0 ? 0 : static_cast<std::uint64_t>(count.small_integer().value_or(INT64_MAX));  // more than step() allows
  } else {
    out.set = value(*binder.from).set, out.end = out.set->size();
    if (binder.domain == Binder::Domain::members) return out;
    if (out.end > 16) throw LimitMet{};
    out.end = std::uint64_t{1} << out.end;
  }
  return out;
}

bool Evaluator::next(const Binder& binder, Domain& domain, Value& name) {
  step();
  if (domain.at == domain.end) return false;
  const std::uint64_t at = domain.at++;
  if (binder.domain == Binder::Domain::members) name.num = (*domain.set)[at];
  else name.num = domain.first + number_of(at);  // of a range or of inputs
  if (binder.domain != Binder::Domain::subsets) return true;
  std::vector<Num> subset;  // bit i of `at` stands for the i-th smallest member
  for (std::size_t i = 0; i < domain.set->size(); ++i)
    if (at >> i & 1u) subset.push_back((*domain.set)[i]);
  name.set = make_set(std::move(subset));
  return true;
}

bool Evaluator::Instances::next() {
  for (;;) {
    if (!in_.next(f_.binders[i_], domains_[i_], in_.slot(f_, i_))) {
      if (i_-- == 0) return false;
    } else if (i_ + 1 < domains_.size()) {
      ++i_, domains_[i_] = in_.domain(f_.binders[i_], false);
    } else {
      const Truth where = f_.where ? in_.value(*f_.where).truth : Truth::yes;
      if (where == Truth::unknown) throw LimitMet{};
      if (where == Truth::yes) return true;
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
  for (Instances all(*this, f); all.next(); hashes.push_back(value(*f.kids[0]).num.hash()))
    if (hashes.size() >= std::size_t{1} << 28) throw Incomplete("distinct over more than 2^28 instances");
  keep_repeated(hashes);
  std::map<Num, std::uint64_t> first;  // the first instance with that value, by number
  std::uint64_t number = 0;
  for (Instances all(*this, f); !hashes.empty() && all.next(); ++number) {
    const Num now = value(*f.kids[0]).num;
    if (!std::binary_search(hashes.begin(), hashes.end(), now.hash())) continue;
    const auto [it, fresh] = first.emplace(now, number);
    if (fresh) continue;
    if (!witness) return true;
    *witness = {witness->at, witness->at, now.text(), "distinct", now.text()};
    record(f, witness->other);
    Instances again(*this, f);
    for (std::uint64_t i = 0; i <= it->second; ++i) again.next();
    record(f, witness->at);
    return true;
  }
  return false;
}

// --- witnesses ("Witness"): from the top to what is false

void Evaluator::record(const Node& f, std::vector<std::string>& names) {
  for (std::size_t i = 0; i < f.binders.size(); ++i) names.push_back(f.binders[i].name + "=" + text(f.binders[i].type, slot(f, i)));
}

Witness Evaluator::witness() {
  Witness out;
  if (formula_.over_reals) return Symbolic(formula_, model_).decide(&out), out;
  for (const Node* f = formula_.root.get();;) {
    if (f->op == Op::comparison) return comparison(*f, &out), out;
    if (f->op == Op::distinct) return has_repeat(*f, &out), out;
    const Node* below = f->kids.empty() ? nullptr : f->kids.back().get();
    if (f->op == Op::let) {
      slot(*f) = value(*f->kids[0]);
    } else if (f->op == Op::fold && f->operations[0] == '&') {  // the first false part
      below = std::find_if(f->kids.begin(), f->kids.end(), [&](const NodePtr& kid) { return value(*kid).truth == Truth::no; })->get();
    } else if (f->op == Op::over) {  // forall: the first false instance; exists: the last instance, if there is one
      const auto begin = slots_.begin() + f->slot, end = begin + static_cast<std::ptrdiff_t>(f->binders.size());
      std::vector<Value> last;
      for (Instances all(*this, *f); all.next();) {
        last.assign(begin, end);
        if (f->operations[0] == '&' && value(*below).truth == Truth::no) break;
      }
      if (last.empty()) return out.relation = "false", out;
      std::copy(last.begin(), last.end(), begin);
      record(*f, out.at);
    } else if (f->op != Op::fold && f->op != Op::implication) {  // `or` and `implies`: the last part
      return out.relation = "false", out;
    }
    f = below;
  }
}

}  // namespace hardmax::check
