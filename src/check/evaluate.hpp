// The claim language (proofs/README.md, "The language"): a formula, parsed and typed, and its value
// over any model of its names. Numbers are exact; where a formula binds reals, or D is any integer,
// they are functions (functions.hpp), and what is yes or no is that for all of these at once.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "check/num.hpp"
#include "check/text.hpp"

namespace hardmax::check {

enum class Type { Bool, Num, Set, Input, Vec };
enum class Truth { no, unknown, yes };                // in Kleene's order: and is min, or is max
using Set = std::shared_ptr<const std::vector<Num>>;  // strictly increasing

// A name that a formula may use besides those it binds. Every vocabulary has these; its own come
// from `own` on.
struct Common {
  enum : int { n, d, D, delta, Delta, own };
};
constexpr std::size_t most_arguments = 6;
struct Known {
  const char* text;
  const char* arguments;  // N number, I input, W one of the words of the vocabulary, which counts
                          // as the number of its place; most_arguments in all
  Type result;            // Num or Set; a resolved name may be Bool
  int name;               // what a Model knows it by
};
struct Vocabulary {  // of a construction
  std::vector<Known> names;
  std::vector<const char*> words;
  // Of a name that is not among them, with arguments of these types; none: it is not known.
  std::function<std::optional<Known>(const std::string&, const std::vector<Type>&)> resolve =
      nullptr;
};

enum class Op {
  literal,
  variable,
  function,
  call,  // a number or a truth; a name bound by a quantifier or by let; a function of Num; a name
         // of the vocabulary
  component,  // of a vector of reals
  fold,
  over,  // of listed values (a + b - c, a and b, max(a, b)); over instances (sum, forall, union,
         // ...)
  power,
  range_set,
  listed_set,  // kids to the right; (a..b); {..} of numbers, union(..) of sets
  negation,
  implication,
  comparison,
  let,
  distinct,
  chain,
  range,
  members,
  subsets,
  inputs,
  reals  // binders: kids are both ends; the set; the set; none; none, or the length of a vector
};

struct Node;
using NodePtr = std::unique_ptr<Node>;

struct Node {
  Op op = Op::literal;
  Type type = Type::Num;  // of a binder: that of its name
  std::string text = {};  // of a binder: its name. fold: before every kid but the first; over: the
                          // first of it: + - * / M(ax) m(in) u(nion) & | comparison, between kids:
                          // < = > !(=) l(ess or equal) g(reater or equal) i(n)
  Num number = {};        // of a literal
  Truth truth = Truth::yes;
  std::vector<NodePtr> kids =
      {};  // of a form that binds names: its binders, what stands behind `where` (or true), and its
           // body; of let: the term, then the body
  int name = 0;  // of a call: Known::name; of a function: its place among them; of a binder over
                 // reals: 0 nonneg, 1 positive, 2 any
  std::size_t slot = 0;  // of a variable or component: its place; of a form that binds names: the
                         // place of the first
  std::size_t constant =
      none;  // its place among the constants, if it uses no name bound outside it, and no input
  static constexpr std::size_t none = SIZE_MAX;
};

enum Function { floor_of, abs_of, exp_of, log_of, mod_of, choose_of, card_of };

struct Formula {
  NodePtr root;
  std::size_t slots = 0, constants = 0;  // places for bound names, and for the values of constants
  bool over_inputs = false;              // has a binder over `inputs`
  bool over_reals = false;               // has one over nonneg, positive or real
};

// Throws Rejected: grammar, types, names, and the limits on nesting (256), names bound at one place
// (5,120), digits (1,000) and bytes (65,536).
Formula parse_formula(std::string_view text, const std::string& where,
                      const Vocabulary& vocabulary);
// The same tree: by whatever names they bind. Of one vocabulary.
bool same_formula(const Formula& a, const Formula& b);

struct Undefined : Incomplete {
  Undefined() : Incomplete("an undefined term was reached") {}
};
struct LimitMet : Incomplete {
  LimitMet() : Incomplete("a limit of the claim language was met") {}
};
struct Unknown : Incomplete {
  Unknown() : Incomplete("a name was reached that has no value without an executed run") {}
};  // thrown, as these are, by an evaluation

// What the names stand for, by Known::name. `a` holds the arguments that are numbers, in order;
// `inputs` the ordinals of those that are inputs.
class Model {
 public:
  virtual ~Model() = default;
  virtual std::uint64_t inputs() const = 0;
  virtual std::string input_text(std::uint64_t input) const = 0;  // "0 0 0 1"
  virtual Num number(int name, const Num* a, const std::uint64_t* inputs) const = 0;
  virtual Set set(int name, const Num* a) const = 0;
  virtual Set set_of(int name, const Num* a, const std::uint64_t*) const { return set(name, a); }
  virtual bool truth(int, const Num*, const std::uint64_t*) const { throw Unknown{}; }
};

enum : unsigned { negative = 1, zero = 2, positive = 4 };  // signs
inline void defined(bool ok) {
  if (!ok) throw Undefined{};
}
// What a value may have: a number in numerator and denominator, a set in all its members together
// (proofs/README.md, "Limits on size"). Beyond, the limit is met.
constexpr std::size_t max_words = std::size_t{1} << 21;
Num power(const Num& a, const Num& b);
Num choose(const Num& m, const Num& k);
std::uint64_t index(const Num& value, std::uint64_t first,
                    std::uint64_t last);  // an integer in first..last; anything else is undefined
Set make_set(std::vector<Num> members);   // of max_words in all, else the limit is met
void keep_repeated(
    std::vector<std::uint64_t>& values);  // the values that occur more than once, sorted, once each

struct Outcome {
  Truth truth = Truth::yes;
  bool vacuous = false;  // "Vacuous"; of interest only if true
};
struct Witness {
  std::vector<std::string> at, other;
  std::string lhs, relation, rhs;
};

// All of it throws Undefined, LimitMet, Unknown, and Incomplete beyond 2^32 instances.
class Evaluator {
 public:
  virtual ~Evaluator() = default;
  // A forall whose first binder is over inputs, at the top or below `let` alone, may be decided in
  // parts: for the inputs from..to-1.
  virtual bool has_parts() const = 0;
  virtual Outcome decide(std::uint64_t from = 0, std::uint64_t to = UINT64_MAX) = 0;
  virtual Witness witness() = 0;  // Requires  decide() gave `no`
};
// With least_D: D is any integer >= least_D, and delta and Delta are what they are of D. Keeps the
// references.
std::unique_ptr<Evaluator> evaluator(const Formula& formula, const Model& model,
                                     std::optional<std::int64_t> least_D = {});

}  // namespace hardmax::check
