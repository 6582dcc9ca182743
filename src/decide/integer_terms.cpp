#include "decide/integer_terms.hpp"

#include <cmath>

namespace hardmax::decide {

using subject::Relation;
using subject::Term;

namespace {

constexpr std::size_t kMostInstructions = 100'000, kDeepest = 500;

[[noreturn]] void too_large() { throw NotInteger("a number is beyond 63 bits"); }

std::int64_t sum(std::int64_t a, std::int64_t b) {
  std::int64_t out = 0;
  if (__builtin_add_overflow(a, b, &out)) too_large();
  return out;
}
std::int64_t difference(std::int64_t a, std::int64_t b) {
  std::int64_t out = 0;
  if (__builtin_sub_overflow(a, b, &out)) too_large();
  return out;
}
std::int64_t whole_product(std::int64_t a, std::int64_t b) {
  std::int64_t out = 0;
  if (__builtin_mul_overflow(a, b, &out)) too_large();
  return out;
}

std::int64_t root(std::int64_t x) {
  if (x < 0) throw NotInteger("a whole root of a negative number");
  if (x >= std::int64_t{1} << 62) too_large();
  // Near enough to be corrected by steps of one.
  auto r = static_cast<std::int64_t>(std::sqrt(static_cast<double>(x)));
  while (r * r > x) --r;
  while ((r + 1) * (r + 1) <= x) ++r;
  return r;
}

}  // namespace

IntegerTerms::IntegerTerms(subject::Reading& reading, std::int64_t least_k)
    : reading_(reading), least_k_(least_k) {
  k_ = put(Op::k);
}

IntegerTerms IntegerTerms::at_first(subject::Reading& reading, std::int64_t k) {
  IntegerTerms out(reading);
  out.first_ = true;
  out.k_ = out.constant(k);
  return out;
}

IntegerTerms::Node IntegerTerms::constant(std::int64_t value) {
  return put(Op::constant, 0, 0, 0, value);
}

IntegerTerms::Node IntegerTerms::put(Op op, Node a, Node b, Node c, std::int64_t number) {
  const Instruction fresh{op, a, b, c, number};
  const bool fixed = op != Op::constant && op != Op::k && op != Op::previous && is_constant(a) &&
                     (op == Op::root || is_constant(b)) && (op != Op::choose || is_constant(c));
  if (fixed) return constant(computed(fresh, nullptr));
  const auto known = known_.find(fresh.key());
  if (known != known_.end()) return known->second;
  if (code_.size() >= kMostInstructions) throw NotInteger("its terms are too long");
  const auto node = static_cast<Node>(code_.size());
  code_.push_back(fresh);
  values_.push_back(number);
  known_.emplace(fresh.key(), node);
  return node;
}

std::int64_t IntegerTerms::computed(const Instruction& i, const std::int64_t* previous) const {
  const std::int64_t a = values_[i.a], b = values_[i.b];
  switch (i.op) {
    case Op::constant: return i.number;
    case Op::k: return values_[k_];
    case Op::previous: return previous[i.number];
    case Op::add: return sum(a, b);
    case Op::subtract: return difference(a, b);
    case Op::multiply: return whole_product(a, b);
    case Op::whole_quotient:
      if (b == 0 || (b == -1 && a == INT64_MIN) || a % b != 0)
        throw NotInteger("a quotient that is not whole");
      return a / b;
    case Op::floor_quotient:
      if (b <= 0) throw NotInteger("a quotient by what is not positive");
      return a / b - (a % b < 0 ? 1 : 0);
    case Op::root: return root(a);
    case Op::less: return a < b ? 1 : 0;
    case Op::at_most: return a <= b ? 1 : 0;
    case Op::equal: return a == b ? 1 : 0;
    case Op::choose: return values_[i.c] != 0 ? a : b;
  }
  return 0;
}

void IntegerTerms::run(std::int64_t k, const std::int64_t* previous) {
  values_[k_] = k;
  for (std::size_t i = 0; i < code_.size(); ++i) {
    if (code_[i].op != Op::constant && code_[i].op != Op::k)
      values_[i] = computed(code_[i], previous);
  }
}

// ---- terms

bool IntegerTerms::is_closed(const Term& term, const Bound& bound) const {
  if (term.kind == Term::Kind::name) {
    for (const auto& [name, node] : bound)
      if (name == term.name && !is_constant(node)) return false;
    if (term.name == "previous") return false;
    if (reading_.file().definitions.contains(term.name) && reading_.file().uses_previous(term.name))
      return false;
  }
  bool closed = true;
  subject::for_each_part(
      term, [&](const subject::TermPtr& part) { closed = closed && is_closed(*part, bound); });
  return closed;
}

IntegerTerms::Node IntegerTerms::closed(const Term& term, const Bound& bound) {
  std::vector<subject::Env> env;
  env.reserve(bound.size());
  for (const auto& [name, node] : bound)
    if (is_constant(node))
      env.push_back({env.empty() ? nullptr : &env.back(), &name, Rational(code_[node].number)});
  const subject::Value v = reading_.value(term, env.empty() ? nullptr : &env.back());
  if (v.truth()) return constant(*v.truth() ? 1 : 0);
  const auto x = v.number() ? v.number()->to_int64() : std::nullopt;
  if (!x) throw NotInteger("a term is " + v.kind() + " and no machine integer");
  return constant(*x);
}

IntegerTerms::Node IntegerTerms::add(const Term& term, const Bound& bound) {
  if (++depth_ > kDeepest) throw NotInteger("its terms go too deep");
  struct Leave {
    std::size_t& depth;
    ~Leave() { --depth; }
  } const leave{depth_};
  if (is_closed(term, bound)) return closed(term, bound);
  const auto part = [&](std::size_t i) { return add(*term.parts[i], bound); };
  switch (term.kind) {
    case Term::Kind::name: return named(term, bound);
    case Term::Kind::negate: return put(Op::subtract, constant(0), part(0));
    case Term::Kind::add: {
      const Node a = part(0), b = part(1);
      if (is_constant(a) && code_[a].number == 0) return b;
      if (is_constant(b) && code_[b].number == 0) return a;
      return put(Op::add, a, b);
    }
    case Term::Kind::subtract: {
      const Node a = part(0);
      return put(Op::subtract, a, part(1));
    }
    case Term::Kind::multiply: {
      const Node a = part(0);
      return put(Op::multiply, a, part(1));
    }
    case Term::Kind::divide: return quotient(Op::whole_quotient, term, bound);
    case Term::Kind::comparison: return comparison(term, bound);
    case Term::Kind::conjunction: return put(Op::multiply, part(0), part(1));
    case Term::Kind::disjunction: {
      const Node a = part(0);
      return put(Op::choose, constant(1), part(1), a);
    }
    case Term::Kind::negation: return negation(part(0));
    case Term::Kind::let: {
      Bound inner = bound;
      const Node value = part(0);
      inner.emplace_back(term.name, value);
      return add(*term.parts[1], inner);
    }
    default: throw NotInteger("a term of a kind that is not read here");
  }
}

IntegerTerms::Node IntegerTerms::named(const Term& term, const Bound& bound) {
  for (auto it = bound.rbegin(); it != bound.rend(); ++it) {
    if (it->first != term.name) continue;
    if (!term.parts.empty()) throw NotInteger("an entry of a matrix");
    return it->second;
  }
  if (reading_.file().definitions.contains(term.name)) return defined(term, bound);
  if (term.name == "if") {
    const Node c = add(*term.parts[0], bound);
    if (is_constant(c)) return add(*term.parts[code_[c].number != 0 ? 1 : 2], bound);
    const Node a = add(*term.parts[1], bound);
    return put(Op::choose, a, add(*term.parts[2], bound), c);
  }
  if (term.name == "previous") {
    const Node r = add(*term.parts[0], bound);
    if (!is_constant(r) || code_[r].number < 1 ||
        code_[r].number > static_cast<std::int64_t>(reading_.rows()))
      throw NotInteger("a row of the output before that depends on the token");
    if (first_) return constant(0);
    return put(Op::previous, 0, 0, 0, code_[r].number - 1);
  }
  if (term.name == "isqrt") return put(Op::root, add(*term.parts[0], bound));
  if (term.name == "floor") {
    const Term& of = *term.parts[0];
    if (of.kind == Term::Kind::divide) return quotient(Op::floor_quotient, of, bound);
    return add(of, bound);
  }
  throw NotInteger("'" + term.name + "' is asked of a number that depends on the token");
}

IntegerTerms::Node IntegerTerms::defined(const Term& term, const Bound& bound) {
  if (reading_.is_changed(term.name)) throw NotInteger("'" + term.name + "' was changed");
  const subject::Signature& s = reading_.file().definitions.at(term.name).signature;
  Bound inner;
  for (std::size_t i = 0; i < term.parts.size(); ++i)
    inner.emplace_back(s.arguments[i], add(*term.parts[i], bound));
  return add(*s.term, inner);
}

IntegerTerms::Node IntegerTerms::quotient(Op op, const Term& term, const Bound& bound) {
  const Node a = add(*term.parts[0], bound), b = add(*term.parts[1], bound);
  if (!is_constant(b)) throw NotInteger("a quotient by what depends on the token");
  return put(op, a, b);
}

IntegerTerms::Node IntegerTerms::negation(Node truth) {
  return put(Op::subtract, constant(1), truth);
}

IntegerTerms::Node IntegerTerms::relation(Node a, Relation which, Node b) {
  // Nothing below least_k is k.
  const auto below = [&](Node x, Node y) {
    return code_[x].op == Op::k && is_constant(y) && code_[y].number < least_k_;
  };
  switch (which) {
    case Relation::equal:
      if (below(a, b) || below(b, a)) return constant(0);
      return put(Op::equal, a, b);
    case Relation::different: return negation(relation(a, Relation::equal, b));
    case Relation::less: return put(Op::less, a, b);
    case Relation::at_most: return put(Op::at_most, a, b);
    case Relation::greater: return put(Op::less, b, a);
    case Relation::at_least: return put(Op::at_most, b, a);
    case Relation::member: break;
  }
  throw NotInteger("'in' is asked of a number that depends on the token");
}

IntegerTerms::Node IntegerTerms::comparison(const Term& term, const Bound& bound) {
  Node left = add(*term.parts[0], bound), all = 0;
  for (std::size_t i = 0; i < term.relations.size(); ++i) {
    const Node right = add(*term.parts[i + 1], bound);
    const Node holds = relation(left, term.relations[i], right);
    all = i == 0 ? holds : put(Op::multiply, all, holds);
    left = right;
  }
  return all;
}

IntegerTerms::Node IntegerTerms::add_only_member(const Term& term, const Bound& bound) {
  if (term.kind == Term::Kind::set && term.parts.size() == 1) return add(*term.parts[0], bound);
  const auto definition = reading_.file().definitions.find(term.name);
  if (term.kind != Term::Kind::name || definition == reading_.file().definitions.end() ||
      reading_.is_changed(term.name))
    throw NotInteger("keys that are not written as one token");
  const subject::Signature& s = definition->second.signature;
  Bound inner;
  for (std::size_t i = 0; i < term.parts.size(); ++i)
    inner.emplace_back(s.arguments[i], add(*term.parts[i], bound));
  return add_only_member(*s.term, inner);
}

}  // namespace hardmax::decide
