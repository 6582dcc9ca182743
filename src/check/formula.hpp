// A formula of the claim language, parsed and typed (proofs/README.md, "The language").
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "check/num.hpp"

namespace hardmax::check {

enum class Type { Bool, Num, Set, Input, Vec };
enum class Name {
  n, d, D, p, s, delta, Delta, c, shift, gamma, l, A, S, E, layers, mask, heads, bq, G, entry, v, head, z, zt, M, id,
  qbreaks, qmap, q_hidden, q_pieces, q_flat, v_hidden, v_pieces, v_flat, v_low, v_high, f,
  out, out_R2, out_R3, moves, planted, planted_back, planted_R2, planted_R3,
  floor, abs, mod, choose, card
};
enum class Stage { quantize, selective_shift, all_max_shift, value };

enum class Op {
  truth, number, variable, call,                   // literals; a name bound by a quantifier or by let; a name of the run or a function of Num
  component,                                       // of a vector of reals
  fold, over,                                      // of numbers: a + b - c, a * b / c, max(a, b), min(a, b); sum, prod, max, min over instances
  minus, power,                                    // power: kids to the right
  range_set, listed_set, union_of, union_over,     // (a..b), {..}, union(S, T), union over instances
  conjunction, disjunction, implication, negation, comparison, forall, exists, let, distinct, chain
};

struct Node;
using NodePtr = std::unique_ptr<Node>;

struct Binder {
  enum class Domain { range, members, inputs, subsets, reals } domain = Domain::members;
  std::string name;
  NodePtr from, to;                       // range: both; members and subsets: from; inputs: none; reals: from, the length, of a vector
  bool positive = false;                  // reals: > 0, not only >= 0
};

struct Node {
  Op op = Op::truth;
  Type type = Type::Bool;
  std::vector<NodePtr> kids;              // of a form that binds names: its body; of let: the term, then the body
  std::vector<Binder> binders;
  NodePtr where;
  std::string operations;                 // fold: + - * / M(ax) m(in) before every kid but the first; over: the first of it
                                          // comparison: < = > !(=) l(ess or equal) g(reater or equal) i(n) between kids
  Num value;                              // of number and truth (0, 1); of layers: the stage
  Name name = Name::n;                    // of call
  int slot = 0;                           // of variable: its place; of a form that binds names: the place of the first
  bool constant = false;                  // it uses no name bound outside it, and no input
  mutable std::optional<Num> cache;       // the value of a constant, once known

  Node(Op o, Type t) : op(o), type(t) {}
};

struct Formula {
  NodePtr root;
  int slots = 0;                          // places for bound names
  bool over_inputs = false;               // has a binder over `inputs`
  bool over_reals = false;                // has one over nonneg or positive: decided by Symbolic, which Evaluator calls
};

// Throws Rejected: grammar, types, names, and the limits on nesting (256), digits (1,000) and bytes (65,536).
Formula parse_formula(std::string_view text, const std::string& where);

}  // namespace hardmax::check
