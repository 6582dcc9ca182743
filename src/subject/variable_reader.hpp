// Terms of a construction with the name of a loop, or a parameter, left as a variable: one value
// for all its values at once.
//
// What the variable may stand in (docs/constructions.md, "Sweeps"): sums, differences, products,
// dividends, queries of heads, arguments of definitions, the chosen side of `if`. A parameter may
// be a divisor and a base besides, and stand in rows and columns. Everything else is refused, and
// what the variable is not in is evaluated as it always is.
//
// Errors    TermError: one line, what the variable stands in, or what has no value; LimitReached.
#pragma once
#include <string>

#include "subject/reading.hpp"
#include "subject/variable_value.hpp"

namespace hardmax::subject {

// Names that have a value where a term stands; `plain` is the same chain for terms without a
// variable, which ask for no name that has one.
struct VariableEnv {
  VariableEnv(const VariableEnv* outer, const std::string& its_name, VariableValue its_value);
  const VariableEnv* up;
  const std::string* name;
  VariableValue value;
  Env plain;
};

// A chain of names that have values, none of them a variable.
class PlainNames {
 public:
  explicit PlainNames(const Env* env);
  [[nodiscard]] const VariableEnv* env() const { return list_.empty() ? nullptr : &list_.back(); }

 private:
  std::vector<VariableEnv> list_;
};

class VariableReader;

// What of states and inputs a term asks for, where one input stands for all. Null is no answer.
class StatesOfAll {
 public:
  virtual ~StatesOfAll() = default;
  virtual std::optional<VariableValue> value(VariableReader& reader, const Term& term,
                                             const VariableEnv* env) = 0;
};

class VariableReader {
 public:
  // `size`: the parameter that is D; empty: none is a variable. `entries`: G(H, r, k) is the entry
  // of an input, as an affine function: row i is the entry number i, from 1, in the order of
  // `inputs`.
  explicit VariableReader(Reading& reading, std::string size = "", bool entries = false)
      : reading_(reading), size_(std::move(size)), entries_(entries) {}
  // `run(...)(r, k)`, `G(H, r, k)`, `layers`, `after` are what `states`, which outlives it, says.
  VariableReader(Reading& reading, std::string size, StatesOfAll& states)
      : reading_(reading), size_(std::move(size)), entries_(true), states_(&states) {}
  [[nodiscard]] Reading& reading() const { return reading_; }
  [[nodiscard]] bool of_every_size() const { return !size_.empty(); }

  VariableValue value(const Term& term, const VariableEnv* env) {
    return value(reading_, term, env);
  }
  // May its value depend on a variable?
  bool touched(const Term& term, const VariableEnv* env) { return touched(reading_, term, env); }

  // Calls f for every instance of binders that have no variable in them.
  // first, first + step, ..., `count` of them.
  struct Steps {
    Polynomial first, step, count;
  };
  // A set that is written so: union(g in a..b: {term}). Errors  TermError: another one.
  Steps steps(const Term& term) { return steps(reading_, term, nullptr); }

  using Each = std::function<void(const VariableEnv*)>;
  void instances(const Binders& binders, const VariableEnv* env, const Each& f) {
    instances(reading_, binders, env, f);
  }
  // Calls f for every stage of a network and instance of its `repeat`, in order of execution.
  void rounds(const std::string& network,
              const std::function<void(const Stage&, const VariableEnv*)>& f);
  // The layers of a network that are dropped.
  [[nodiscard]] std::set<std::uint64_t> dropped(const std::string& network) const;

 private:
  VariableValue value(Reading& reading, const Term& term, const VariableEnv* env);
  VariableValue with_variable(Reading& reading, const Term& term, const VariableEnv* env);
  VariableValue quotient(Reading& reading, const Term& term, const VariableEnv* env);
  std::optional<Polynomial> power(const Polynomial& base, std::int64_t exponent);
  VariableValue named(Reading& reading, const Term& term, const VariableEnv* env);
  VariableValue definition(Reading& reading, const std::string& name,
                           std::vector<VariableValue> arguments);
  VariableValue written_out(Reading& reading, const std::string& name,
                            std::vector<VariableValue> arguments);
  VariableValue attend(Reading& reading, const Term& term, const VariableEnv* env);
  Steps steps(Reading& reading, const Term& term, const VariableEnv* env);
  VariableValue entry_of_input(Reading& reading, const Term& term, const VariableEnv* env);
  VariableValue fold(Reading& reading, const Term& term, const VariableEnv* env);
  VariableValue matrix(std::size_t rows, std::size_t columns, std::vector<VariableValue> entries);
  VariableValue entry(Reading& reading, const VariableValue& of, const Term& term, std::size_t from,
                      const VariableEnv* env);
  bool touched(Reading& reading, const Term& term, const VariableEnv* env);
  bool touched(Reading& reading, const std::string& definition);
  void instances(Reading& reading, const Binders& binders, const VariableEnv* env, const Each& f);

  Reading& reading_;
  std::string size_;
  bool entries_ = false;
  StatesOfAll* states_ = nullptr;
  std::map<std::pair<const Reading*, std::string>, bool> touched_;
  // Of definitions without arguments, or with plain ones, which a file may use any number of times
  // in each other. By name and arguments.
  static constexpr std::size_t most_known = std::size_t{1} << 14;
  std::map<std::pair<const Reading*, std::string>, VariableValue> known_;
  // Powers 0, 1, ... of a base.
  std::vector<std::pair<Polynomial, std::vector<Polynomial>>> powers_;
  static constexpr std::size_t most_written_out = std::size_t{1} << 22;
  std::size_t depth_ = 0, written_out_ = 0;
};

}  // namespace hardmax::subject
