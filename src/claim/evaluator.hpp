// Evaluates a formula without binders over reals exactly, by the "Meaning" of proofs/README.md.
// Used through evaluate() and collect() of claim.hpp.
//
// The numbers are rational first (Evaluator). Where exp, log or a power is not, that ends with
// Irrational, and the formula is evaluated from the start with numbers that need not be
// (RealEvaluator).
//
// One Evaluator serves one evaluation on one thread. All it needs is set aside before it starts: a
// slot for every binder, a place for every kept value, the argument lists of the accessors. Small
// numbers are inline, so evaluating an ordinary inequality allocates nothing.
//
// A term is handed out by reference, to a slot, a kept value, a literal, or the scratch the caller
// brings; such a reference lives until the binder it belongs to moves on.  Errors  Undefined and
// LimitReached, with the term and why, in one line.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "claim/claim.hpp"
#include "claim/real.hpp"
#include "claim/syntax.hpp"
#include "exact/error.hpp"
#include "exact/fault.hpp"

namespace hardmax::claim {

// What a value may have, in words of 64 bits: a number in numerator and denominator, at least one
// each; a set in all its members together (proofs/README.md, "Limits on size").
inline constexpr std::size_t max_words = std::size_t{1} << 21;
inline std::size_t words_of(const Rational& x) {
  const auto words = [](const fmpz* part) {
    return COEFF_IS_MPZ(*part) ? static_cast<std::size_t>(fmpz_size(part)) : std::size_t{1};
  };
  return words(fmpq_numref(x.raw())) + words(fmpq_denref(x.raw()));
}
inline std::size_t words_of(const Real& x) { return x.is_exact() ? words_of(x.exact()) : 2; }

struct Verdict {
  Truth truth = Truth::unknown;
  bool vacuous = false;  // only with Truth::yes
};

template <class Number>
class EvaluatorOf {
 public:
  static constexpr std::size_t max_subset_members = 16;
  static constexpr std::size_t max_chain_members = 20;
  static constexpr std::uint64_t max_set_members = std::uint64_t{1} << 20;
  // Not a limit of the language but of memory (24 bytes an instance): beyond it the limit is
  // reported as well.
  static constexpr std::size_t max_distinct_instances = std::size_t{1} << 25;

  EvaluatorOf(const Syntax& syntax, const Model& model);

  // Restricts the first binder of the formula, which must be over inputs.
  void restrict_inputs(InputRange range) { range_ = range; }

  // The truth of the whole formula; fills the witness if it is false.
  Verdict decide(Witness& witness) { return truth(*syntax_.root, &witness); }

  // The values of a formula that is one distinct(...), instance by instance.
  void collect(const std::function<void(const Rational&, std::span<const Value>)>& sink);

  // For whoever goes through a formula by himself: names bound by hand (a let's by its slot), one
  // term or part at a time. Every name a term uses must be bound.
  void bind(std::size_t slot, const Value& value);
  [[nodiscard]] Value value(const Node& node);  // not of type Bool
  [[nodiscard]] Verdict decide(const Node& node) { return truth(node); }

 private:
  struct Cell {  // a value of any type; the type is known from the tree
    Truth truth = Truth::unknown;
    bool vacuous = false;
    Number number;
    Set set;
    Input input;
  };
  // The value of a name, and where its binder stands in its domain.
  struct Slot {
    Cell value;
    Set scratch;
    const Set* members = nullptr;  // set, subsets
    std::uint64_t next = 0;        // position in the set, mask of the subset, ordinal of the input
    std::uint64_t end = 0;         // one past the last of `next`
    std::int64_t next_small = 0;   // integers of a range that fits machine words
    std::int64_t last_small = -1;
    bool small = true;
    Rational next_big;
    Rational last_big;
  };
  class Gathering;  // terms.cpp: a union under construction
  struct Operand {  // of a comparison
    Truth truth = Truth::unknown;
    Number number_scratch;
    const Number* number = nullptr;
    Set set_scratch;
    const Set* set = nullptr;
    Input input;
  };

  // terms.cpp
  const Number& number(const Node& node, Number& scratch);
  const Number& number_afresh(const Node& node, Number& scratch);
  const Rational& rational(const Node& node, const Number& value) const;  // what has to be rational
  const Rational& exact(const Node& node, Number& scratch) {
    return rational(node, number(node, scratch));
  }
  const Set& set(const Node& node, Set& scratch);
  const Set& set_afresh(const Node& node, Set& scratch);
  Input input(const Node& node);
  Value read(const Node& node);
  std::vector<Value>& arguments(const Node& accessor);  // Requires  it has some
  const Set& read_set(const Node& accessor, Set& scratch);
  void power_of(const Node& node, Number& result);
  const Number& function(const Node& node, Number& scratch);
  void divide(const Node& node, Number& value, const Number& by) const;
  void check_size(const Node& node, const Number& value) const;
  // The cost of going through so many numbers, where they are many.
  void charge(const Node& node, std::size_t numbers) const {
    constexpr std::size_t kFew = 64;
    if (numbers > kFew) within(node, [&] { model_.step(numbers / 16); });
  }
  void range_set(const Node& at, const Rational& first, const Rational& last, Set& result) const;
  void integer_end(const Node& node, const Rational& value) const;

  // truth.cpp. The witness, where given, is filled only if the result is false.
  Verdict truth(const Node& node, Witness* witness = nullptr);
  Verdict truth_afresh(const Node& node, Witness* witness);
  Verdict forall(const Node& node, Witness* witness);
  Verdict exists(const Node& node, Witness* witness);
  Verdict comparison(const Node& node, Witness* witness);
  Verdict distinct(const Node& node, Witness* witness);
  Verdict chain(const Node& node);
  Truth order_chain(const Node& node, const Set& members);
  void operand(const Node& node, Operand& operand);
  static Truth compare(Relation relation, Type type, const Operand& left, const Operand& right);
  static Value value_of(Type type, const Operand& operand);

  // instances.cpp
  void open(const Node& node, std::size_t level);
  void narrow(const Node& node);
  bool advance(const Binder& binder);  // binds the next member; false after the last
  bool holds(const Node& where);
  [[nodiscard]] Value bound_value(const Binder& binder) const;
  void record(const Node& node, std::vector<Binding>& at) const;
  template <typename Visit>
  void instances(const Node& node, Visit&& visit);  // until visit() is false
  void go_to_instance(const Node& node, std::uint64_t which);

  [[noreturn]] void undefined(const Node& node, const std::string& why) const;
  [[noreturn]] void limit(const Node& node, const std::string& why) const;
  // Runs one operation and adds the term to what it reports.
  template <typename Operation>
  auto within(const Node& node, Operation&& operation) const {
    try {
      return operation();
    } catch (const Undefined& e) {
      undefined(node, e.what());
    } catch (const Irrational&) {
      throw;
    } catch (const LimitReached& e) {
      limit(node, e.what());
    }
  }

  const Syntax& syntax_;
  const Model& model_;
  std::optional<InputRange> range_;
  std::vector<Slot> slots_;
  // What is kept in memos: values beyond these many words are computed again.
  bool keeps(std::size_t words) { return (kept_ += words) <= 8 * max_words; }
  std::vector<std::optional<Cell>> memos_;
  std::size_t kept_ = 0;
  std::vector<std::vector<Value>> frames_;
  // The set that an accessor of numbers had last, which is often the one it has next.
  struct LastSet {
    std::vector<Value> arguments;
    Set value;
  };
  std::vector<LastSet> last_sets_;  // by frame
};

// Every choice for the names of a binder list for which `where` holds, the first name slowest. The
// names are bound while visit runs.
template <class Number>
template <typename Visit>
void EvaluatorOf<Number>::instances(const Node& node, Visit&& visit) {
  const std::vector<Binder>& binders = node.binders;
  std::size_t level = 0;
  open(node, 0);
  for (;;) {
    if (!advance(binders[level])) {
      if (level == 0) return;
      --level;
    } else if (level + 1 < binders.size()) {
      open(node, ++level);
    } else if (HARDMAX_FAULT(claim_where_ignored, !node.where || holds(*node.where),
                             !node.where || holds(*node.where) || true)) {
      if (!visit()) return;
    }
  }
}

using Evaluator = EvaluatorOf<Rational>;
using RealEvaluator = EvaluatorOf<Real>;

}  // namespace hardmax::claim
