// The value of a formula whose numbers are functions (proofs/README.md, "Real numbers" and "For all D"): quotients of polynomials in the real names bound by nonneg
// and positive, and in D where D is not a number. What is yes or no is so for all values of the variables; what the signs of the coefficients do not say is unknown.
#pragma once
#include "check/evaluate.hpp"
#include "check/quotient.hpp"

namespace hardmax::check {

struct Outcome {
  Truth truth = Truth::yes;
  bool vacuous = false;
};

// A function that says whether to go on. Does not own it.
class Visit {
 public:
  template <class Function>
  Visit(const Function& f) : object_(&f), call_([](const void* object) -> bool { return (*static_cast<const Function*>(object))(); }) {}
  bool operator()() const { return call_(object_); }

 private:
  const void* object_;
  bool (*call_)(const void*);
};

class Symbolic {
 public:
  // With least_D: D is variable 0, any integer >= least_D, and delta and Delta are what they are of D; n, d and other names are the model's.
  Symbolic(const Formula& formula, const Model& model, std::optional<std::int64_t> least_D = std::nullopt);
  // `vacuous` unless it is sure that the formula says something, for all values of the variables. Throws as Evaluator does.
  Outcome decide(Witness* witness = nullptr) { return truth(*formula_.root, witness); }

 private:
  using Numbers = std::vector<Quotient>;
  struct Value {
    Type type = Type::Num;
    Numbers numbers;                                     // one; or the members of a set in increasing order; or the entries of a vector
    Truth truth = Truth::no;
    std::uint64_t input = 0;
  };
  Value& slot(int i) { return slots_[static_cast<std::size_t>(i)]; }
  Outcome truth(const Node& f, Witness* witness);
  Outcome quantified(const Node& f, std::size_t level, Witness* witness);
  Outcome over_reals(const Node& f, std::size_t level, Witness* witness);
  Truth comparison(const Node& f, Witness* witness);
  Truth holds(char relation, const Value& a, const Value& b) const;
  bool members(const Node& f, std::size_t level, Visit visit);
  bool instances(const Node& f, std::size_t level, Visit visit);
  bool where(const Node& f);
  void record(const Node& f, std::size_t level, Witness& witness);
  std::string text(const Value& value) const;

  Value value(const Node& f);
  Quotient num(const Node& f);
  Quotient call(const Node& f);
  Quotient power(const Quotient& base, const Quotient& exponent) const;
  Quotient divide(const Quotient& a, const Quotient& b) const;
  Quotient floor(const Quotient& x) const;
  Quotient larger(const Quotient& a, const Quotient& b, bool largest) const;
  Quotient combine(char operation, const Quotient& a, const Quotient& b) const;
  Numbers set(const Node& f);
  void insert(Numbers& sorted, const Quotient& x) const;
  std::int64_t integer(const Quotient& x) const;
  unsigned signs(const Quotient& x) const { return check::signs(x, ranges_); }

  const Formula& formula_;
  const Model& model_;
  bool has_D_;
  std::vector<Range> ranges_;                            // of the variables
  std::vector<Value> slots_;
};

}  // namespace hardmax::check
