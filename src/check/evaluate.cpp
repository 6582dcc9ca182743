#include "check/evaluate.hpp"

#include <algorithm>
#include <map>

#include "check/symbolic.hpp"
#include "check/text.hpp"

namespace hardmax::check {
namespace {

constexpr std::int64_t max_members = 1 << 20, max_exponent = 1000000;

// One step of a sum, product, maximum, minimum, conjunction or disjunction. A conjunction is vacuous if all its parts are.
void combine(char operation, Value& out, const Value& next) {
  switch (operation) {
    case '&': out.truth = std::min(out.truth, next.truth), out.vacuous = out.vacuous && next.vacuous; break;
    case '|': out.truth = std::max(out.truth, next.truth); break;
    case 'M': out.num = out.num < next.num ? next.num : out.num; break;
    case 'm': out.num = next.num < out.num ? next.num : out.num; break;
    default:
      defined(operation != '/' || next.num.sign() != 0);
      out.num = Num::apply(operation, out.num, next.num);
  }
}
bool is_settled(char operation, const Value& out) { return operation == '&' ? out.truth == Truth::no : operation == '|' && out.truth == Truth::yes; }

}  // namespace

// a ^ b: not an integer is undefined, then the bound on |b|, then 0 to a negative power, then the bound on the size of the result.
Num power(const Num& a, const Num& b) {
  defined(b.is_integer());
  const std::int64_t exponent = b.small_integer().value_or(max_exponent + 1);
  if (exponent > max_exponent || exponent < -max_exponent) throw LimitMet{};
  defined(a.sign() != 0 || exponent >= 0);
  const mpq_class base = a.gmp();
  const std::uint64_t times = static_cast<std::uint64_t>(exponent < 0 ? -exponent : exponent);
  const std::uint64_t bits = std::max(mpz_sizeinbase(base.get_num_mpz_t(), 2), mpz_sizeinbase(base.get_den_mpz_t(), 2));
  if ((bits - 1) * times > std::uint64_t{1} << 26) throw LimitMet{};
  mpq_class out;
  mpz_pow_ui(out.get_num_mpz_t(), base.get_num_mpz_t(), times);
  mpz_pow_ui(out.get_den_mpz_t(), base.get_den_mpz_t(), times);
  return Num(exponent < 0 ? mpq_class(1 / out) : out);
}

Num choose(const Num& m, const Num& k) {
  defined(m.is_integer() && k.is_integer() && m.sign() >= 0);
  if (Num(max_exponent) < m) throw LimitMet{};
  if (k.sign() < 0 || m < k) return Num(0);
  mpz_class out;
  mpz_bin_uiui(out.get_mpz_t(), static_cast<unsigned long>(*m.small_integer()), static_cast<unsigned long>(*k.small_integer()));
  return Num(mpq_class(out));
}

std::uint64_t index(const Num& value, std::uint64_t first, std::uint64_t last) {
  const std::int64_t i = value.small_integer().value_or(-1);
  defined(i >= 0 && static_cast<std::uint64_t>(i) >= first && static_cast<std::uint64_t>(i) <= last);
  return static_cast<std::uint64_t>(i);
}

Set make_set(std::vector<Num> members) {
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  if (members.size() > max_members) throw LimitMet{};
  return std::make_shared<const std::vector<Num>>(std::move(members));
}

Value Evaluator::value(const Node& f) {
  if (f.cache) return *f.cache;
  Value out = compute(f);
  if (f.constant) f.cache = out;
  return out;
}

Value Evaluator::compute(const Node& f) {
  if (f.op == Op::variable) return slot(f);
  if (f.type == Type::Set) return Value{.set = members(f)};
  switch (f.op) {
    case Op::call:
    case Op::function: return Value{.num = call(f)};
    case Op::fold:
    case Op::over: return folded(f);
    case Op::power: {  // from left to right the terms, then the powers from the right
      std::vector<Num> terms;
      for (const NodePtr& kid : f.kids) terms.push_back(value(*kid).num);
      for (; terms.size() > 1; terms.pop_back()) terms.end()[-2] = power(terms.end()[-2], terms.back());
      return Value{.num = terms[0]};
    }
    case Op::negation: return Value{.truth = static_cast<Truth>(2 - static_cast<int>(value(*f.kids[0]).truth))};
    case Op::comparison: return Value{.truth = comparison(f)};
    case Op::chain: return Value{.truth = chain(f)};
    case Op::distinct: return Value{.truth = has_repeat(f, nullptr) ? Truth::no : Truth::yes};
    case Op::let:
      slot(f) = value(*f.kids[0]);
      slot(f).vacuous = false;
      return value(*f.kids[1]);
    default: return implied(f);
  }
}

// The parts from left to right, until nothing that follows can change the outcome. Of nothing: 0, 1, true and vacuous, false; max and min are undefined.
Value Evaluator::folded(const Node& f) {
  const char operation = f.operations[0];
  Value out{Num(operation == '*'), {}, operation == '|' ? Truth::no : Truth::yes, true};
  bool any = false;
  const auto part = [&](char o, Value next) {
    if (any) combine(o, out, next);
    else out = std::move(next), any = true;
    return !is_settled(o, out);
  };
  if (f.op == Op::over) {
    for (Instances all(*this, f); all.next() && part(operation, value(*f.kids[0]));) continue;
    defined(any || (operation != 'M' && operation != 'm'));
  } else {
    for (std::size_t i = 0; i < f.kids.size() && part(f.operations[i - (i > 0)], value(*f.kids[i])); ++i) continue;
  }
  out.vacuous = out.vacuous && operation == '&';
  return out;
}

// a implies (b implies ...): a false premise decides it, vacuously.
Value Evaluator::implied(const Node& f) {
  Truth least = Truth::no;
  for (std::size_t i = 0; i + 1 < f.kids.size(); ++i) {
    const Truth premise = value(*f.kids[i]).truth;
    if (premise == Truth::no) return {{}, {}, Truth::yes, true};
    if (premise == Truth::unknown) least = Truth::unknown;
  }
  Value out = value(*f.kids.back());
  out.truth = std::max(least, out.truth);
  return out;
}

Num Evaluator::call(const Node& f) {
  Num a[4];
  std::uint64_t inputs[2] = {0, 0};
  std::size_t count = 0, input = 0;
  for (const NodePtr& kid : f.kids) {
    Value argument = value(*kid);
    if (kid->type == Type::Input) inputs[input++] = static_cast<std::uint64_t>(*argument.num.small_integer());
    else a[count++] = kid->type == Type::Set ? number_of(argument.set->size()) : std::move(argument.num);
  }
  if (f.op == Op::call) return model_.number(f.name, a, inputs);
  switch (f.name) {
    case floor_of: return a[0].floor();
    case abs_of: return a[0].sign() < 0 ? Num(0) - a[0] : a[0];
    case mod_of: defined(a[1].sign() != 0); return a[0] - a[1] * (a[0] / a[1]).floor();
    case choose_of: return choose(a[0], a[1]);
    default: return a[0];  // card
  }
}

Set Evaluator::members(const Node& f) {
  if (f.op == Op::call) {
    const Num a[2] = {value(*f.kids[0]).num, value(*f.kids[1]).num};
    return model_.set(f.name, a);
  }
  std::vector<Num> out;
  const auto add = [&](const Node& kid) {  // a number, or the members of a set
    const Value more = value(kid);
    if (kid.type == Type::Num) out.push_back(more.num);
    else out.insert(out.end(), more.set->begin(), more.set->end());
    if (out.size() > 4 * max_members) out = *make_set(std::move(out));
  };
  if (f.op == Op::over) {
    for (Instances all(*this, f); all.next();) add(*f.kids[0]);
  } else if (f.op == Op::listed_set) {
    for (const NodePtr& kid : f.kids) add(*kid);
  } else {
    Num from = value(*f.kids[0]).num;
    const Num to = value(*f.kids[1]).num;
    defined(from.is_integer() && to.is_integer());
    if (!(to - from < Num(max_members))) throw LimitMet{};
    for (; !(to < from); from = from + Num(1)) out.push_back(from);
  }
  return make_set(std::move(out));
}

std::string Evaluator::text(Type type, const Value& value) const {
  if (type == Type::Num) return value.num.text();
  if (type == Type::Bool) return value.truth == Truth::yes ? "true" : "false";
  if (type == Type::Input) return model_.input_text(static_cast<std::uint64_t>(*value.num.small_integer()));
  std::string out;
  for (const Num& member : *value.set) out.append(out.empty() ? "" : ",").append(member.text());
  return "{" + out + "}";
}

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
  struct Relation {
    const char* name;
    int orders;  // bit 0: it holds if left < right; bit 1: if they are equal, or left is in right; bit 2: if left > right, or else
  };
  static const std::map<char, Relation> relations = {{'<', {"<", 1}}, {'l', {"<=", 3}}, {'=', {"=", 2}}, {'!', {"!=", 5}},
                                                     {'>', {">", 4}}, {'g', {">=", 6}}, {'i', {"in", 2}}};
  Truth out = Truth::yes;
  Value left = value(*f.kids[0]);
  for (std::size_t i = 0; i < f.operations.size() && out != Truth::no; ++i) {
    const Type a = f.kids[i]->type, b = f.kids[i + 1]->type;
    Value right = value(*f.kids[i + 1]);
    const int order = b == Type::Bool  ? left.truth != right.truth
                      : b != Type::Set ? compare(left.num, right.num)
                      : a == Type::Set ? *left.set != *right.set
                                       : !std::binary_search(right.set->begin(), right.set->end(), left.num);
    const bool known = a != Type::Bool || (left.truth != Truth::unknown && right.truth != Truth::unknown);
    const auto& [name, orders] = relations.at(f.operations[i]);
    out = std::min(out, !known ? Truth::unknown : orders >> (order + 1) & 1 ? Truth::yes : Truth::no);
    if (out == Truth::no && witness) *witness = {witness->at, {}, text(a, left), name, text(b, right)};
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
