// The claim language (proofs/README.md, "The language"): a formula, parsed and typed, and its value, exactly, over any model of its names.
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
  Num num = {};                                         // of an input, its ordinal
  Set set = {};
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

struct Undefined {};                                    // thrown: an undefined term was reached
struct LimitMet {};                                     // thrown: a documented limit was met
struct Unknown {};                                      // thrown: a name was reached that has no value without an executed run
struct Witness {
  std::vector<std::string> at, other;
  std::string lhs, relation, rhs;
};

// What the names stand for, by Known::name. `a` holds the arguments that are numbers, in order; `inputs` the ordinals of those that are inputs.
class Model {
 public:
  virtual ~Model() = default;
  virtual std::uint64_t inputs() const = 0;
  virtual std::string input_text(std::uint64_t input) const = 0;   // "0 0 0 1"
  virtual Num number(int name, const Num* a, const std::uint64_t* inputs) const = 0;
  virtual Set set(int name, const Num* a) const = 0;
};

inline void defined(bool ok) {
  if (!ok) throw Undefined{};
}
Num power(const Num& a, const Num& b);
Num choose(const Num& m, const Num& k);
std::uint64_t index(const Num& value, std::uint64_t first, std::uint64_t last);   // an integer in first..last; anything else is undefined
Set make_set(std::vector<Num> members);                                           // of at most 2^20, else the limit is met
void keep_repeated(std::vector<std::uint64_t>& values);                           // the values that occur more than once, sorted, once each
// The lexicographically smallest ordering of 0..m-1, m <= 20, in which j may stand before k (bit k of follows[j]) for every two neighbours; empty if none.
std::vector<unsigned> smallest_ordering(const std::vector<std::uint32_t>& follows);

// All of it throws Undefined, LimitMet, Unknown, and Incomplete beyond 2^32 instances.
class Evaluator {
 public:
  Evaluator(const Formula& formula, const Model& model);
  Value decide();
  Witness witness();                              // Requires  decide() gave `no`
  // A forall whose first binder is over inputs, at the top or below `let` alone, may be decided in parts, input by input.
  bool has_parts() const { return parts_ != nullptr; }
  void set_part(std::uint64_t from, std::uint64_t to) { from_ = from, to_ = to; }

 private:
  struct Domain {                                 // of a binder: how far it has been gone through, and where it ends
    Num first;
    Set set;
    std::uint64_t at = 0, end = 0;
  };
  class Instances {                               // of the binders of f, one after the other; the names keep the values of the last one
   public:
    Instances(Evaluator& in, const Node& f) : in_(in), f_(f), domains_(f.binders.size()) { domains_[0] = in.domain(f.binders[0], &f == in.parts_); }
    bool next();                                  // false, and no more, if there is none

   private:
    Evaluator& in_;
    const Node& f_;
    std::vector<Domain> domains_;
    std::size_t i_ = 0;
  };
  Value& slot(const Node& f, std::size_t i = 0) { return slots_[static_cast<std::size_t>(f.slot) + i]; }
  Value value(const Node& f);
  Value compute(const Node& f);
  Value folded(const Node& f);
  Value implied(const Node& f);
  Num call(const Node& f);
  Set members(const Node& f);
  Truth comparison(const Node& f, Witness* witness = nullptr);
  Truth chain(const Node& f);
  bool has_repeat(const Node& f, Witness* witness);
  std::string text(Type type, const Value& value) const;
  void record(const Node& f, std::vector<std::string>& names);
  Domain domain(const Binder& binder, bool in_part);
  bool next(const Binder& binder, Domain& domain, Value& name);   // gives the name the next value of its domain; false if there is none
  void step();

  const Formula& formula_;
  const Model& model_;
  std::vector<Value> slots_;
  const Node* parts_ = nullptr;
  std::uint64_t from_ = 0, to_ = UINT64_MAX, steps_ = 0;
};

}  // namespace hardmax::check
