#include "check/described_tokens.hpp"
#include "check/enclosure.hpp"
#include "check/fault.hpp"

namespace hardmax::check {
namespace {

using T = TypeOf;
constexpr std::size_t most_nodes = std::size_t{1} << 16;
constexpr int deepest = 500;

[[noreturn]] void beyond(const std::string& what) {
  throw Incomplete("the construction: " + what +
                   " that depends on the token is not read by this kind of certificate");
}
Num whole_root(const Num& x) {
  defined(x.sign() >= 0);
  if (const auto small = x.small_integer()) {
    std::int64_t root = 0;  // bit by bit: root^2 <= x < 2^63
    for (int bit = 31; bit >= 0; --bit) {
      const std::int64_t more = root + (std::int64_t{1} << bit);
      if (more <= 3037000499 && more * more <= *small) root = more;
    }
    return Num(root);
  }
  const mpz_class root = sqrt(mpz_class(x.floor().gmp().get_num()));
  return Num(mpq_class(root));
}
bool is_previous(const Term& term) {
  return term.op == TermOp::given && static_cast<Given>(term.name) == Given::previous;
}

}  // namespace

TokenTerms::TokenTerms(const Ground& ground) : ground_(ground) {
  nodes_.push_back({Op::token});  // at place 0
}

// --- reading

TokenTerms::Place TokenTerms::add(Node node) {
  if (nodes_.size() >= most_nodes || node.depth > deepest)
    throw Incomplete("the construction: terms of a token of more than 2^16 parts, or too deep");
  nodes_.push_back(std::move(node));
  return nodes_.size() - 1;
}

TokenTerms::Place TokenTerms::place_of(const Part& part) {
  if (part.place) return *part.place;
  if (part.fixed.type != T::number && part.fixed.type != T::truth) beyond("a set or a matrix");
  const auto known = constants_.find(part.fixed.x);
  if (known != constants_.end()) return known->second;
  Node node;
  node.value = part.fixed.x;
  return constants_[part.fixed.x] = add(std::move(node));
}

TokenTerms::Part TokenTerms::put(Op op, const Part& a, const Part& b, const Part& c) {
  Node node{op, place_of(a), place_of(b), place_of(c)};
  const std::vector<Place> key = {static_cast<Place>(op), node.a, node.b, node.c};
  if (const auto known = known_.find(key); known != known_.end()) return {{}, known->second};
  node.depth = 1 + std::max({nodes_[node.a].depth, nodes_[node.b].depth, nodes_[node.c].depth});
  node.partial = op == Op::divide || op == Op::mod || op == Op::power || op == Op::root ||
                 nodes_[node.a].partial || nodes_[node.b].partial || nodes_[node.c].partial;
  return {{}, known_[key] = add(std::move(node))};
}

// What is bound, and the arguments of a call, have values, also where nothing uses them.
TokenTerms::Part TokenTerms::after(const Part& needed, const Part& out) {
  return HARDMAX_FAULT(check_token_needs, may_lack(needed), false) ? put(Op::needs, needed, out)
                                                                   : out;
}

TokenTerms::Part TokenTerms::closed(const World& in, const Term& term, const Slots& slots) {
  Frame frame;
  for (const Part& slot : slots) frame.slots.push_back(slot.fixed);
  try {
    return {in.value(term, frame), {}};
  } catch (const Undefined&) {  // and perhaps nothing asks for it
    Node node;
    node.op = Op::undefined, node.partial = true;
    return {{}, add(std::move(node))};
  }
}

TokenTerms::Part TokenTerms::part(const World& in, const Term& term, Slots& slots) {
  struct Deeper {
    int& depth;
    explicit Deeper(int& d) : depth(d) {
      if (++depth > deepest) throw Incomplete("the construction: terms nest deeper than 500");
    }
    ~Deeper() { --depth; }
  } deeper(depth_);
  ground_.step();
  bool open = false;
  each_term(term, [&](const Term& one) {
    open = open || (one.op == TermOp::bound && slots.at(one.slot).place) || is_previous(one) ||
           (one.op == TermOp::definition && ground_.setting.of.definitions[one.name].previous);
  });
  if (!open) return closed(in, term, slots);
  const auto kid = [&](std::size_t i) { return part(in, term.kids[i], slots); };
  switch (term.op) {
    case TermOp::bound: return slots.at(term.slot);
    case TermOp::given: return given(in, term, slots);
    case TermOp::comparison: return comparison(in, term, slots);
    case TermOp::minus: return put(Op::subtract, {Quantity::of(Num(0)), {}}, kid(0));
    case TermOp::negation: return put(Op::negation, kid(0));
    case TermOp::definition: {
      std::vector<Part> arguments;
      for (std::size_t i = 0; i < term.kids.size(); ++i) arguments.push_back(kid(i));
      Part out = called(in, term.name, arguments);
      for (const Part& one : arguments) out = after(one, out);
      return out;
    }
    case TermOp::let: {
      const Part bound = kid(0);
      const Part before = std::exchange(slots.at(term.slot), bound);
      const Part out = kid(1);
      slots.at(term.slot) = before;
      return after(bound, out);
    }
    case TermOp::power: {
      Part out = kid(term.kids.size() - 1);
      for (std::size_t i = term.kids.size() - 1; i-- > 0;) out = put(Op::power, kid(i), out);
      return out;
    }
    case TermOp::fold: {
      Part out = kid(0);
      for (std::size_t i = 0; i < term.text.size(); ++i) {
        const std::size_t which = std::string_view("+-*/&|").find(term.text[i]);
        constexpr Op ops[] = {Op::add,    Op::subtract,    Op::multiply,
                              Op::divide, Op::conjunction, Op::disjunction};
        const Part next = kid(i + 1);
        const bool nothing =
            which == 0 && !out.place && out.fixed.type == T::number && out.fixed.x.sign() == 0;
        out = nothing ? next : put(ops[which], out, next);
      }
      return out;
    }
    default: beyond("a term of a kind");
  }
}

TokenTerms::Part TokenTerms::given(const World& in, const Term& term, Slots& slots) {
  const auto kid = [&](std::size_t i) { return part(in, term.kids[i], slots); };
  switch (static_cast<Given>(term.name)) {
    case Given::if_: {
      const Part condition = kid(0);
      if (!condition.place) return kid(condition.fixed.truth() ? 1 : 2);
      const Part yes = kid(1);
      return put(Op::choose, condition, yes, kid(2));
    }
    case Given::previous: {
      const Part row = kid(0);
      if (row.place) beyond("a row of the output before");
      Node node;
      node.op = Op::previous, node.a = index(row.fixed.number(), 1, in.space().rows) - 1;
      const std::vector<Place> key = {static_cast<Place>(Op::previous), node.a};
      if (const auto known = known_.find(key); known != known_.end()) return {{}, known->second};
      return {{}, known_[key] = add(std::move(node))};
    }
    case Given::isqrt: return put(Op::root, kid(0));
    case Given::floor: return put(Op::floor, kid(0));
    case Given::abs: return put(Op::abs, kid(0));
    case Given::mod: {
      const Part of = kid(0);
      return put(Op::mod, of, kid(1));
    }
    default: beyond(std::string("'") + given_name(static_cast<Given>(term.name)).text + "'");
  }
}

TokenTerms::Part TokenTerms::comparison(const World& in, const Term& term, Slots& slots) {
  Part left = part(in, term.kids[0], slots);
  std::optional<Part> all;
  for (std::size_t i = 0; i < term.text.size(); ++i) {
    const Part right = part(in, term.kids[i + 1], slots);
    Part holds;
    switch (term.text[i]) {
      case '=': holds = put(Op::equal, left, right); break;
      case '!': holds = put(Op::negation, put(Op::equal, left, right)); break;
      case '<': holds = put(Op::less, left, right); break;
      case 'l': holds = put(Op::at_most, left, right); break;
      case '>': holds = put(Op::less, right, left); break;
      case 'g': holds = put(Op::at_most, right, left); break;
      default: beyond("'in'");
    }
    all = all ? put(Op::conjunction, *all, holds) : holds;
    left = right;
  }
  return *all;
}

// What World::put_in reads: the term of the last change, in the construction as it was before it,
// with the names of its variant; else that of the file.
TokenTerms::Meaning TokenTerms::meaning(const World& in, std::size_t definition,
                                        const std::vector<Part>& arguments) const {
  const World* base = &in;
  while (base->touched_ && !base->touched_->definitions[definition]) base = base->parent_;
  Meaning out{base, &ground_.setting.of.definitions[definition].term, {}};
  std::size_t size = ground_.setting.of.definitions[definition].slots;
  for (const World* at = base; at->parent_ != nullptr && out.in == base; at = at->parent_)
    for (const ChangedTerm& change : *at->changes_) {
      if (change.definition != definition || out.in != base) continue;
      for (const auto& fixed : change.fixed)
        if (fixed) beyond("a choice that is changed at an argument");
      for (const Quantity& one : at->arguments_) out.slots.push_back({one, {}});
      out.in = at->parent_, out.term = &change.term, size = change.slots;
    }
  out.slots.insert(out.slots.end(), arguments.begin(), arguments.end());
  out.slots.resize(size);
  return out;
}

TokenTerms::Part TokenTerms::called(const World& in, std::size_t definition,
                                    const std::vector<Part>& arguments) {
  Kept key{{&in, definition}, {}};
  bool numbers = true;
  for (const Part& one : arguments) {
    numbers = numbers && (one.place || one.fixed.type == T::number);
    key.second.emplace_back(one.place.has_value(), one.place ? number_of(*one.place) : one.fixed.x);
  }
  if (const auto known = called_.find(key); numbers && known != called_.end()) return known->second;
  Meaning means = meaning(in, definition, arguments);
  const Part out = part(*means.in, *means.term, means.slots);
  if (numbers) called_[key] = out;
  return out;
}

TokenTerms::Members TokenTerms::members_of(const World& in, const Term& term, Slots& slots) {
  Members out;
  if (++sets_ > most_nodes) beyond("a set of more than 2^16 parts");
  if (term.op == TermOp::set) {
    for (const Term& kid : term.kids) out.all.push_back(place_of(part(in, kid, slots)));
    return out;
  }
  if (term.op == TermOp::given && static_cast<Given>(term.name) == Given::if_) {
    const Part condition = part(in, term.kids[0], slots);
    if (!condition.place) return members_of(in, term.kids[condition.fixed.truth() ? 1 : 2], slots);
    out.condition = condition.place;
    for (const std::size_t side : {1u, 2u})
      out.sides.push_back(members_of(in, term.kids[side], slots));
    return out;
  }
  if (term.op == TermOp::definition) {
    std::vector<Part> arguments;
    for (const Term& kid : term.kids) arguments.push_back(part(in, kid, slots));
    Meaning means = meaning(in, term.name, arguments);
    out = members_of(*means.in, *means.term, means.slots);
    for (const Part& one : arguments)
      if (may_lack(one)) out.needs.push_back(*one.place);
    return out;
  }
  beyond("a set that does not list its members");
}

TokenTerms::Place TokenTerms::number(const World& in, const Term& term, Slots slots) {
  return place_of(part(in, term, slots));
}
TokenTerms::Place TokenTerms::call(const World& in, std::size_t definition,
                                   const Slots& arguments) {
  return place_of(called(in, definition, arguments));
}
TokenTerms::Members TokenTerms::members(const World& in, const Term& term, Slots slots) {
  return members_of(in, term, slots);
}

// --- values

void TokenTerms::begin(const Num& k, const std::vector<Num>* previous) {
  ++now_;
  nodes_[0].value = k, nodes_[0].of = now_;
  previous_ = previous;
}

const Num& TokenTerms::value(Place place) {
  if (nodes_[place].op != Op::constant && nodes_[place].of != now_) {
    Num found = computed(nodes_[place]);
    nodes_[place].value = std::move(found), nodes_[place].of = now_;
  }
  return nodes_[place].value;
}

// What an `if`, an `and` or an `or` does not need is not asked for, and may be undefined.
Num TokenTerms::computed(const Node& node) {
  const auto holds = [&](Place place) { return value(place).sign() != 0; };
  switch (node.op) {
    case Op::previous:
      if (previous_ == nullptr) throw Unreadable("the construction: 'previous' in keys");
      return (*previous_)[node.a];
    case Op::undefined: throw Undefined{};
    case Op::conjunction: return Num(holds(node.a) && holds(node.b));
    case Op::disjunction: return Num(holds(node.a) || holds(node.b));
    case Op::negation: return Num(!holds(node.a));
    case Op::choose: return value(holds(node.a) ? node.b : node.c);
    case Op::needs: value(node.a); return value(node.b);
    default: break;
  }
  const Num& a = value(node.a);
  switch (node.op) {
    case Op::root: return whole_root(a);
    case Op::floor: return a.floor();
    case Op::abs: return a.sign() < 0 ? Num(0) - a : a;
    default: break;
  }
  const Num& b = value(node.b);
  switch (node.op) {
    case Op::add: return weighed(a + b);
    case Op::subtract: return weighed(a - b);
    case Op::multiply: return weighed(a * b);
    case Op::divide: return defined(b.sign() != 0), weighed(a / b);
    case Op::mod: return defined(b.sign() != 0), weighed(a - b * (a / b).floor());
    case Op::less: return Num(a < b);
    case Op::at_most: return Num(!(b < a));
    case Op::equal: return Num(HARDMAX_FAULT(check_token_equal, a == b, false));
    case Op::power: try { return weighed(power(a, b));
      } catch (const Irrational&) {
        throw Incomplete("the construction: a power that is not rational");
      }
    default: throw Incomplete("the construction: an operation on tokens that is not known");
  }
}

void TokenTerms::find(const Members& set, std::vector<Num>& out) {
  for (const Place place : set.needs) value(place);
  if (set.condition) return find(set.sides[value(*set.condition).sign() != 0 ? 0 : 1], out);
  out.clear();
  for (const Place place : set.all) out.push_back(value(place));
  if (out.size() < 2) return;
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
}

}  // namespace hardmax::check
