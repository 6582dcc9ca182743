// A formula of the claim language, parsed and typed (proofs/README.md, "The language").
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "check/num.hpp"

namespace hardmax::check {

enum class Type { Bool, Num, Set, Input };

// Names of a run ("Names of a run") and the functions of Num.
enum class Name { n, d, D, p, s, delta, Delta, c, shift, gamma, l, A, S, E, layers, mask, heads, bq, G, entry, v, head, z, zt, M, id, floor, abs, mod, choose, card };
enum class Stage { quantize, selective_shift, all_max_shift, value };

enum class Op {
  truth, number,                                   // literals
  variable,                                        // bound by a quantifier or by let
  call,                                            // a parameter, an accessor or a function
  sum, product, minus, power,                      // sum and product: one operation before every kid but the first; power: kids to the right
  range_set, listed_set, max_of, min_of, union_of, // (a..b), {..}, max(..), min(..), union(..)
  sum_over, prod_over, max_over, min_over, union_over,
  conjunction, disjunction, implication, negation, comparison,
  forall, exists, let, distinct, chain
};

namespace relation {
constexpr char less = '<', at_most = 'l', equal = '=', different = 'd', greater = '>', at_least = 'g', in = 'i';
constexpr std::pair<const char*, char> all[] = {{"<", less}, {"<=", at_most}, {"=", equal}, {"!=", different}, {">", greater}, {">=", at_least}, {"in", in}};
inline const char* text(char code) {
  for (const auto& [word, c] : all)
    if (c == code) return word;
  return "";
}
}  // namespace relation

struct Node;
using NodePtr = std::unique_ptr<Node>;

struct Binder {
  enum class Domain { range, members, inputs, subsets };
  std::string name;
  Domain domain = Domain::members;
  NodePtr from, to;   // range: both; members and subsets: from; inputs: none
};

struct Node {
  Op op = Op::truth;
  Type type = Type::Bool;
  std::vector<NodePtr> kids;              // for the binding forms: the body; let: the term, then the body
  std::string operations;                 // one character each: sum + -, product * /, comparison as in `relation`
  Num value;                              // number, truth (0 or 1), layers (the stage)
  Name name = Name::n;                    // call
  int slot = 0;                           // variable: its place; binding forms and let: the place of their first name
  std::vector<Binder> binders;
  NodePtr where;
  bool constant = false;                  // no name bound outside it, and no input
  mutable std::optional<Num> cache;       // the value of a constant number, once known

  Node() = default;
  Node(Op o, Type t) : op(o), type(t) {}
};

struct Formula {
  NodePtr root;
  int slots = 0;               // places for bound names
  bool speaks_of_run = false;  // contains `inputs` or a name that a run alone has (all but n d D p delta Delta A S)
};

// Throws Rejected ("where" names the place): grammar, types, names, and the limits on nesting (256), digits (1,000) and bytes (65,536).
Formula parse_formula(std::string_view text, const std::string& where);

}  // namespace hardmax::check
