// The second half of the builder: binder lists, let, and the whole formula.
#include <algorithm>
#include <array>
#include <utility>

#include "claim/builder.hpp"
#include "exact/error.hpp"

namespace hardmax::claim {

// ---- binders

Op Builder::aggregate_op() const {
  constexpr std::array<std::pair<const char*, Op>, 7> ops = {{{"sum", Op::over_sum},
                                                              {"prod", Op::over_prod},
                                                              {"max", Op::over_max},
                                                              {"min", Op::over_min},
                                                              {"union", Op::over_union},
                                                              {"distinct", Op::distinct},
                                                              {"chain", Op::chain}}};
  for (const auto& [name, op] : ops) {
    if (aggregate_ == name) return op;
  }
  HARDMAX_REQUIRE(false);
}

void Builder::open_binders(Op op, const char* at) {
  scopes_.push_back({make(op, Type::boolean, offset(at), offset(at)),
                     names_.size(),
                     {},
                     Binder::Domain::set,
                     false});
}

void Builder::require_room_for_name(std::size_t at) const {
  if (names_.size() >= max_names)
    throw SyntaxError(at, "expected at most 5120 names bound at one place, found more");
}

void Builder::close_binder() {
  Scope& scope = scopes_.back();
  Node& node = *scope.node;
  Binder binder;
  binder.name = std::move(scope.name);
  binder.domain = scope.domain;
  binder.slot = slots_++;
  std::unique_ptr<Node> last = binder.domain == Binder::Domain::range ? pop() : nullptr;
  const bool length = std::exchange(scope.has_length, false);
  const bool has_first = binder.real() ? length : binder.domain != Binder::Domain::inputs;
  std::unique_ptr<Node> first = has_first ? pop() : nullptr;
  if (first) {
    const bool range = last != nullptr;
    const bool number = range || binder.real();
    require(*first, number ? Type::number : Type::set,
            range    ? "end of a range"
            : number ? "length of a vector"
                     : "domain of '" + binder.name.substr(0, 40) + "'");
    node.lowest = std::min(node.lowest, first->lowest);
  } else if (!binder.real()) {
    ++input_binders_;
  }
  over_reals_ = over_reals_ || binder.real();
  if (last) {
    require(*last, Type::number, "end of a range");
    node.lowest = std::min(node.lowest, last->lowest);
  }
  binder.first = std::move(first);
  binder.last = std::move(last);
  require_room_for_name(node.begin);
  names_.push_back({binder.name, binder.type(), binder.slot});
  node.binders.push_back(std::move(binder));
}

void Builder::close_where() {
  auto where = pop();
  require(*where, Type::boolean, "formula after 'where'");
  Node& node = *scopes_.back().node;
  node.lowest = std::min(node.lowest, where->lowest);
  node.where = std::move(where);
}

void Builder::check_chain(const Node& node) const {
  if (node.binders.size() != 2)
    throw TypeError(node.begin, "expected two binders in 'chain', found " +
                                    std::to_string(node.binders.size()));
  if (node.where) throw TypeError(node.where->begin, "expected no 'where' in 'chain'");
  const Binder& a = node.binders[0];
  const Binder& b = node.binders[1];
  const auto ordered = [](const Binder& x) {
    return x.domain == Binder::Domain::set || x.domain == Binder::Domain::range;
  };
  if (!ordered(a) || !ordered(b))
    throw TypeError(node.begin, "expected binders of 'chain' over a set of numbers");
  if (a.domain != b.domain || !same(*a.first, *b.first) || (a.last && !same(*a.last, *b.last))) {
    throw TypeError(b.first->begin, "expected the same set for both binders of 'chain'");
  }
}

void Builder::close_binders(const char* end) {
  Scope scope = std::move(scopes_.back());
  scopes_.pop_back();
  Node& node = *scope.node;
  adopt_one(node, pop());
  const Node& body = *node.parts[0];
  for (const Binder& b : node.binders) {
    if (b.real() && node.op != Op::forall && node.op != Op::exists)
      throw TypeError(node.begin, "expected a finite domain for " + b.name.substr(0, 40) +
                                      ", which only forall and exists may bind to reals");
  }
  node.end = end == nullptr ? body.end : offset(end);
  switch (node.op) {
    case Op::forall:
    case Op::exists: require(body, Type::boolean, "body of a quantifier"); break;
    case Op::chain:
      require(body, Type::boolean, "body of 'chain'");
      check_chain(node);
      break;
    case Op::distinct: require(body, Type::number, "body of 'distinct'"); break;
    case Op::over_union:
      node.type = Type::set;
      require(body, Type::set, "body of 'union'");
      break;
    default: node.type = Type::number; require(body, Type::number, "body");
  }
  names_.resize(scope.outer);
  if (node.lowest != Node::none && node.lowest >= scope.outer) node.lowest = Node::none;
  push(std::move(scope.node));
}

void Builder::let_name() {
  open_binders(Op::let, name_.data());
  scopes_.back().name = name_;
}

void Builder::let_value() {
  Scope& scope = scopes_.back();
  scope.node->index = slots_++;
  scope.node->name = scope.name;
  require_room_for_name(scope.node->begin);
  names_.push_back({scope.name, operands_.back()->type, scope.node->index});
  adopt_one(*scope.node, pop());
}

void Builder::close_let() {
  Scope scope = std::move(scopes_.back());
  scopes_.pop_back();
  auto body = pop();
  require(*body, Type::boolean, "body of 'let'");
  scope.node->end = body->end;
  adopt_one(*scope.node, std::move(body));
  names_.resize(scope.outer);
  if (scope.node->lowest != Node::none && scope.node->lowest >= scope.outer)
    scope.node->lowest = Node::none;
  push(std::move(scope.node));
}

// ---- the whole

namespace {

// Terms that need no bound name have one value in a whole evaluation, and get a place where it is
// kept: the largest such terms, and those that a binder's body, domain or `where` is made of (they
// are looked at many times).
void give_memo(const NodePtr& part, bool repeated, std::size_t& count) {
  Node& node = const_cast<Node&>(*part);  // the builder still owns the tree
  const bool closed = node.lowest == Node::none;
  if (closed && repeated && node.op != Op::integer && node.op != Op::truth) node.memo = count++;
  const bool below = !closed || !node.binders.empty();
  for (const Binder& b : node.binders) {
    if (b.first) give_memo(b.first, below, count);
    if (b.last) give_memo(b.last, below, count);
  }
  if (node.where) give_memo(node.where, below, count);
  for (const NodePtr& child : node.parts) give_memo(child, below, count);
}

}  // namespace

Syntax Builder::finish() {
  HARDMAX_REQUIRE(operands_.size() == 1 && groups_.empty() && scopes_.empty() && nesting_ == 0);
  require(*operands_.back(), Type::boolean, "the whole formula");
  Syntax syntax;
  syntax.text = std::string(text_);
  syntax.root = pop();
  syntax.slots = slots_;
  syntax.frames = frames_;
  give_memo(syntax.root, false, syntax.memos);
  return syntax;
}

}  // namespace hardmax::claim
