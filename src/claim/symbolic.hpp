// Evaluates a formula whose numbers are functions: quotients of polynomials (claim/quotient.hpp) in
// the real names that nonneg, positive and real bind and, for "for all D", in D. proofs/README.md,
// "Real numbers" and "For all D".
//
// An answer yes or no holds for every value of the variables at once; where the signs of the
// coefficients do not say it, it is unknown, which is Kleene's. All terms that any choice of values
// would reach are looked at, and each must be defined for every choice. So: yes is never wrong, and
// no is never wrong.
//
// Errors  Undefined: a term that is undefined whatever the values. LimitReached: a term that may be
// undefined; a comparison that decides which member is the largest, or whether an
//         instance satisfies a `where`, and is unknown; what is not covered.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "claim/claim.hpp"
#include "claim/evaluator.hpp"
#include "claim/quotient.hpp"
#include "claim/syntax.hpp"
#include "exact/error.hpp"

namespace hardmax::claim {

// Runs where one input stands for all, or two for all pairs: names of the run are functions of D
// and of whole numbers that belong to an input. An answer yes or no then holds for every input, or
// pair, as well. Inputs are numbered in the order in which they are bound, from 0.
class InputFunctions {
 public:
  static constexpr std::size_t most_inputs = 2;  // bound at once
  // What may be taken for granted for a while: that `number` is a whole multiple of `modulus`, or 0
  // if that is 0.
  struct Fact {
    Quotient number, modulus;
  };

  virtual ~InputFunctions() = default;
  // A name, or nullopt: it is asked of the model. Of its arguments, `numbers` and `inputs` are
  // those that are. Variable 0 is D.
  [[nodiscard]] virtual std::optional<Quotient> read(std::size_t accessor,
                                                     std::span<const Quotient> numbers,
                                                     std::span<const std::size_t> inputs) = 0;
  [[nodiscard]] virtual unsigned signs(
      const Quotient& x) = 0;  // that x may have, for all D and all inputs
  [[nodiscard]] virtual std::optional<Rational> value(
      const Quotient& x) = 0;  // if it is seen to be one, for all D and all inputs
  [[nodiscard]] virtual bool any_input() const = 0;  // false: there is none, at no D
  [[nodiscard]] virtual std::optional<Quotient> inputs() const = 0;  // how many, if that is known
  [[nodiscard]] virtual std::optional<Quotient> extreme(
      const Quotient& x, bool largest) = 0;  // of its values, over all inputs
  [[nodiscard]] virtual bool tells_input(
      const Quotient& x, std::size_t input) = 0;  // different choices of this input, different
                                                  // values, whatever the other input
  [[nodiscard]] virtual bool known(const Node& node) = 0;    // this part is true
  [[nodiscard]] virtual bool whole() const { return true; }  // all variables are whole numbers
  [[nodiscard]] virtual bool of_layer(std::size_t) const {
    return false;
  }  // the first argument of this name is the number of a layer
  // Of whole numbers from first to last, which may depend on D: a number for each input, or, if
  // `many`, any of some, and perhaps there are none. Every number is in one member. Nullopt: it is
  // not known, or not wanted. of_input: they are layers, and an input is bound.
  struct Numbers {
    Quotient number;
    bool many = false;
  };
  [[nodiscard]] virtual std::optional<std::vector<Numbers>> numbers(const Quotient&,
                                                                    const Quotient&,
                                                                    bool /*of_input*/) {
    return std::nullopt;
  }
  // From now on answers are about the inputs for which these facts hold too, until the last that
  // was assumed is forgotten. False: there is no such input, and nothing was assumed.
  [[nodiscard]] virtual bool assume(const std::vector<Fact>& facts) = 0;
  virtual void forget() = 0;
  // Inputs to try where one is looked for: the facts that say it is this one.
  [[nodiscard]] virtual std::size_t samples() const = 0;
  [[nodiscard]] virtual std::vector<Fact> sample(std::size_t input, std::size_t number) const = 0;
  // The largest or smallest of some, or nullopt: they are compared two by two.
  [[nodiscard]] virtual std::optional<Quotient> best_of(const std::vector<Quotient>&, bool) {
    return std::nullopt;
  }
  // Any number of a domain of reals, or nullopt: such are not covered.
  [[nodiscard]] virtual std::optional<Quotient> real(Binder::Domain) { return std::nullopt; }
  // A comparison with 0 that stayed open.
  virtual void leave_open(const Quotient&) {}
  // Of those left open since the last call the first, if it may be assumed to have one sign and
  // then another; `many`: also if it depends on what stands for many. Assumptions hold until they
  // are forgotten, the last one first; signs() counts on them.
  [[nodiscard]] virtual std::optional<Quotient> take_open(bool) { return std::nullopt; }
  virtual void assume_sign(const Quotient&, unsigned) {}
  virtual void forget_sign() {}
};

class SymbolicEvaluator {
 public:
  static constexpr std::uint64_t max_entries = 16;  // of a vector of reals
  static constexpr std::uint64_t max_entries_of_long = 4096;

  // A name of the run as a function of D; nullopt: it is asked of the model.
  using Names = std::function<std::optional<Quotient>(std::size_t accessor)>;

  // Variable 0 is D, an integer in the half-line, if one is given; then `names` has to say what it
  // is.
  SymbolicEvaluator(const Syntax& syntax, const Model& model,
                    std::optional<HalfLine> D = std::nullopt, Names names = {});
  // About all inputs. Formulas that bind more than two of them at once, or are over reals, end with
  // LimitReached. Of `A implies B`, or of instances with a `where`, whose premise is true of some
  // inputs, B is looked at where the equations in the premise hold; the result is then called
  // vacuous, as it is not known whether there is such an input.
  SymbolicEvaluator(const Syntax& syntax, const Model& model, InputFunctions& functions);

  // Vectors of more entries than the language has. Then the model is told of a step for every term
  // of a polynomial, and a weighted average, sum(j in a..b: w(j)*e(j))/sum(j in a..b: w(j)) with w
  // in positive(m), is any number between the least and the largest e(j), or that one where they
  // are the same: more values than it has, so that yes and no stay right.
  void allow_long_vectors() { long_vectors_ = true; }

  // `vacuous` is true unless it is sure that the formula says something, for all values of the
  // variables. Fills the witness, if there is one, if the result is no and a real binder is false
  // at a point (without D).
  Verdict decide(Witness* witness) { return truth(*syntax_.root, witness); }

 private:
  using Numbers = std::vector<Quotient>;
  struct Slot {
    Truth truth = Truth::unknown;
    Quotient number;
    Numbers numbers;       // of a set or a vector
    bool weights = false;  // a vector of positive names
    Input input;
  };

  Verdict truth(const Node& node, Witness* witness);
  Verdict quantified(const Node& node, std::size_t level,
                     Witness* witness);                        // the binders from this level on
  Verdict in_cases(const std::function<Verdict()>& evaluate);  // all bound names have their values
  Verdict over_reals(const Node& node, std::size_t level, Witness* witness);
  Verdict comparison(const Node& node, Witness* witness);
  // Of functions, symbolic_inputs.cpp.
  std::optional<Truth> of_functions(
      const Node& comparison);  // what need not be evaluated as it stands
  std::optional<InputFunctions::Fact> congruence(
      const Node& left, const Node& right);  // that says mod(a, m) = mod(b, m)
  std::optional<Quotient> all_alike(
      const Node& sum);  // a sum over one range in which all numbers count the same
  bool in_range(
      const Node& x,
      const Node& set);  // x in union(j in a..b: {e(j)}), for some function j; false: not shown
  void facts(const Node& node,
             std::vector<InputFunctions::Fact>& found);  // that follow from a formula
  std::optional<Truth> where_hold(
      const std::vector<InputFunctions::Fact>& facts,
      const std::function<Verdict()>& evaluate);  // none: they hold of no inputs
  Verdict supposing(const std::vector<const Node*>& premises,
                    const std::function<Verdict()>& conclusion);
  Truth related(Relation relation, const Node& left, const Slot& a, const Slot& b);
  Truth distinct(const Node& node);

  Slot value(const Node& node);
  Quotient number(const Node& node);
  Quotient power(const Node& node);
  void require_room(const Quotient& value, const Quotient& last) const;
  Quotient plus(Quotient a, const Quotient& b) const;
  Quotient minus(const Quotient& a, const Quotient& b) const;
  Quotient times(const Quotient& a, const Quotient& b) const;
  void count(const Quotient& a, const Quotient& b, bool multiplied) const;
  std::optional<Quotient> average(const Node& node);
  Quotient floor(const Node& node, const Quotient& x) const;
  Quotient ratio(const Node& node, const Quotient& a, const Quotient& b) const;
  Numbers set(const Node& node);
  Input input(const Node& node);
  Value read(const Node& node);
  Rational constant(const Node& node, const Quotient& x) const;
  std::int64_t integer(const Node& node, const Quotient& x) const;

  // Calls visit for every instance of the finite binders from a level on, until it is false; then
  // false.
  bool instances(const Node& node, std::size_t level, const std::function<bool()>& visit,
                 bool many = false);
  bool members(const Node& node, const Binder& binder,
               const std::function<bool(bool many)>&
                   visit);  // many: one that stands for any of some, or none
  bool inputs_members(const Node& node, const Binder& binder,
                      const std::function<bool(bool many)>& visit);
  bool range_members(const Node& node, const Binder& binder,
                     const std::function<bool(bool many)>& visit);
  bool subsets_members(const Binder& binder, const std::function<bool(bool many)>& visit);
  void open_after(
      const Node& node,
      const Binder& binder);  // the domains of the names after it, where it has no member
  bool where(const Node& node);
  bool where(const Node& node, Truth chosen) const;  // that is what its `where` came to
  [[nodiscard]] bool is_layer(const Node& node,
                              std::size_t slot) const;  // the name in a slot, somewhere in a term
  void insert(const Node& node, Numbers& sorted,
              const Quotient& x) const;  // a set is kept in increasing order
  Quotient better(const Node& node, bool largest, const Quotient& a, const Quotient& b) const;
  [[nodiscard]] unsigned signs(const Quotient& x) const {
    return functions_ != nullptr ? functions_->signs(x) : x.signs(variables_);
  }
  [[nodiscard]] bool over_inputs_alone(const Node& node) const;
  Quotient over_all_inputs(const Node& node);
  [[nodiscard]] Value shown(const Binder& binder) const;

  template <typename Error>
  [[noreturn]] void fail(const Node& node, const std::string& why) const {
    throw Error(excerpt(syntax_, node) + ": " + why);
  }

  const Syntax& syntax_;
  const Model& model_;
  Names names_;
  InputFunctions* functions_ = nullptr;
  std::size_t inputs_bound_ = 0;  // with functions
  bool many_bound_ = false;
  bool has_D_;
  bool long_vectors_ = false;
  std::vector<HalfLine> variables_;
  std::vector<Slot> slots_;
};

// evaluate() of a formula over reals, with long vectors allowed.
Outcome evaluate_long_vectors(const Formula& formula, const Model& model);

}  // namespace hardmax::claim
