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
enum class Truth { no, unknown, yes };                  // in Kleene's order: and is min, or is max
using Set = std::shared_ptr<const std::vector<Num>>;    // strictly increasing
struct Value {
  Num num;                                              // of an input, its ordinal
  Set set;
  Truth truth = Truth::yes;
  bool vacuous = false;                                 // "Vacuous"; of interest only if true
};

// A name that a formula may use besides those it binds. Every vocabulary has these; its own come from `own` on.
struct Common { enum : int { n, d, D, delta, Delta, own }; };
struct Known {
  const char* text;
  const char* arguments;   // N number (at most 4), I input (at most 2), S set, W one of the words of the vocabulary, which counts as the number of its place
  Type result;
  int name;                // what a Model knows it by
};
struct Vocabulary {        // of a construction
  std::vector<Known> names;
  std::vector<const char*> words;
};

enum class Op {
  literal, variable, function, call,        // a constant, in `cache`; a name bound by a quantifier or by let; a function of Num; a name of the vocabulary
  component,                                // of a vector of reals
  fold, over,                               // of listed values (a + b - c, a and b, max(a, b)); over instances (sum, forall, union, ...)
  power, range_set, listed_set,             // kids to the right; (a..b); {..} of numbers, union(..) of sets
  negation, implication, comparison, let, distinct, chain
};

struct Node;
using NodePtr = std::unique_ptr<Node>;

struct Binder {
  enum class Domain { range, members, inputs, subsets, reals } domain = Domain::members;
  std::string name;
  Type type = Type::Num;
  NodePtr from, to;                         // range: both; members and subsets: from; inputs: none; reals: from, the length, of a vector
  bool positive = false;                    // reals: > 0, not only >= 0
};

struct Node {
  Op op;
  Type type;
  std::vector<NodePtr> kids;                // of a form that binds names: its body; of let: the term, then the body
  std::vector<Binder> binders;
  NodePtr where;
  std::string operations;                   // fold: before every kid but the first; over: the first of it: + - * / M(ax) m(in) u(nion) & |
                                            // comparison, between kids: < = > !(=) l(ess or equal) g(reater or equal) i(n)
  int name = 0;                             // of a call: Known::name; of a function: its place among them
  int slot = 0;                             // of a variable or component: its place; of a form that binds names: the place of the first
  bool constant = false;                    // it uses no name bound outside it, and no input
  mutable std::optional<Value> cache;       // the value of a constant, once known
};

enum Function { floor_of, abs_of, mod_of, choose_of, card_of };

struct Formula {
  NodePtr root;
  int slots = 0;                            // places for bound names
  bool over_inputs = false;                 // has a binder over `inputs`
  bool over_reals = false;                  // has one over nonneg or positive: decided by Symbolic, which Evaluator calls
};

// Throws Rejected: grammar, types, names, and the limits on nesting (256), digits (1,000) and bytes (65,536).
Formula parse_formula(std::string_view text, const std::string& where, const Vocabulary& vocabulary);

}  // namespace hardmax::check
