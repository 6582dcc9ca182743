// Claims as data, and the language they are written in. proofs/README.md is the definition; this
// room is one reading of it (verify-check has the other) and the shared cases in tests/language
// hold both to the same answers.
//
// A Formula is parsed and typed against a Vocabulary (the names a run offers) and evaluated against
// a Model (the run).
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "claim/real.hpp"

namespace hardmax::claim {

enum class Type { boolean, number, set, input, vector };

// A grid input, by its ordinal in the order of enumeration.
struct Input {
  std::uint64_t ordinal = 0;
  friend bool operator==(const Input&, const Input&) = default;
};

using Set = std::vector<Rational>;  // strictly increasing
struct Vector {  // of reals: only the name of a binder over nonneg(m) or positive(m) has this type
  std::vector<Rational> entries;
  friend bool operator==(const Vector&, const Vector&) = default;
};
using Value =
    std::variant<bool, Rational, Set, Input, Vector, Real>;  // Real: only where it is not rational

struct Accessor {
  // A name of the run. The stages of layers(x) are parameters of their own, named
  // "layers(quantize)", "layers(value)" and so on, without spaces.
  std::string name;
  std::vector<Type> parameters;  // empty: a parameter of the run, written without parentheses
  Type result = Type::number;
};
using Vocabulary = std::vector<Accessor>;

// What a formula may look at. Implemented by discharge for a construction's run.
class Model {
 public:
  virtual ~Model() = default;
  // The accessor at an index of the vocabulary the formula was parsed with. Arguments have the
  // declared types. Throws Undefined for an index out of range or not an integer, and LimitReached.
  [[nodiscard]] virtual Value read(std::size_t accessor,
                                   std::span<const Value> arguments) const = 0;
  [[nodiscard]] virtual std::uint64_t input_count() const = 0;
  // Called for every member of a binder's domain that is gone to, and for large powers: where a
  // model may end a long evaluation, by what it throws. `cost`: about as much work as so many
  // members.
  virtual void step(std::uint64_t cost = 1) const { static_cast<void>(cost); }
  // Entries in units of delta, in the order of enumeration, separated by single spaces.
  [[nodiscard]] virtual std::string show(Input input) const = 0;
};

// Where a formula stands in its text, and why it was refused.
struct SyntaxError : std::runtime_error {
  std::size_t offset;
  SyntaxError(std::size_t at, const std::string& why) : std::runtime_error(why), offset(at) {}
};

// The part of the refusals that is not about the grammar: a type error, an unknown name, a wrong
// number of arguments.
struct TypeError : SyntaxError {
  using SyntaxError::SyntaxError;
};

struct Node;    // claim/syntax.hpp
struct Syntax;  // claim/syntax.hpp

class Formula {
 public:
  // Requires  type Bool.  Errors  SyntaxError for syntax, type, unknown names and every limit of
  // proofs/README.md.
  static Formula parse(std::string_view text, const Vocabulary& vocabulary);
  [[nodiscard]] const Node& root() const;
  [[nodiscard]] const Syntax& syntax() const { return *syntax_; }

  // How a formula depends on the grid inputs; decides how an exhaustive run may be split.
  enum class Scope {
    closed,      // never speaks of an input
    per_input,   // forall H in inputs, ...: body, with no other binder over inputs: the conjunction
                 // over any split of the inputs
    collective,  // distinct(H in inputs, ...: e), with no other binder over inputs: a split
                 // collects values
    whole,       // anything else
  };
  [[nodiscard]] Scope scope() const { return scope_; }
  // It has a binder over nonneg or positive. Then it is evaluated with quotients of polynomials in
  // place of numbers (claim/symbolic.hpp).
  [[nodiscard]] bool over_reals() const { return over_reals_; }

 private:
  std::shared_ptr<const Syntax> syntax_;
  Scope scope_ = Scope::whole;
  bool over_reals_ = false;
};

struct Binding {
  std::string name;
  Value value;
};

struct Witness {
  std::vector<Binding> at;
  std::vector<Binding> other;  // only for "distinct"
  std::optional<Value> lhs;    // empty for the relation "false"
  std::string relation;
  std::optional<Value> rhs;
};

enum class Truth { no, yes, unknown };

struct Outcome {
  enum class Kind { truth, undefined, limit } kind = Kind::truth;
  Truth truth = Truth::unknown;    // if kind is truth
  bool vacuous = false;            // only with Truth::yes
  std::optional<Witness> witness;  // exactly with Truth::no
  std::string reason;              // for undefined and limit: the term and why, one line
};

struct InputRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;  // one past
};

// Decides a formula over all inputs of the model.
Outcome evaluate(const Formula& formula, const Model& model);

// For scope per_input: the same with the outermost binder restricted to a range. The whole
// formula's outcome is that of the first range, in order, that is not (truth, yes or unknown), else
// unknown if any is unknown, else yes, vacuous iff every range is.
Outcome evaluate(const Formula& formula, const Model& model, InputRange range);

// For scope collective: the values of the instances in a range, in order. `sink` gets the value and
// the bindings of all names of the binder list. Returns an outcome other than (truth, yes) if a
// term is undefined or a limit is met.
Outcome collect(const Formula& formula, const Model& model, InputRange range,
                const std::function<void(const Rational&, std::span<const Value>)>& sink);
// The names of the collective formula's binder list, in order.
std::vector<std::string> collective_names(const Formula& formula);

// "3/2", "{1,2}", "true", "(1,1,2)" for a vector, or the model's way of showing an input.
std::string show(const Value& value, const Model& model);

}  // namespace hardmax::claim
