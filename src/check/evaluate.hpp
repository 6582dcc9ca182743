// The value of a formula (proofs/README.md, "Meaning"), exactly, over any model of the names.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "check/formula.hpp"

namespace hardmax::check {

enum class Truth { no, unknown, yes };                  // in Kleene's order: and is min, or is max
using Set = std::shared_ptr<const std::vector<Num>>;    // strictly increasing
struct Undefined {};                                    // thrown: an undefined term was reached
struct LimitMet {};                                     // thrown: a documented limit was met
struct Unknown {};                                      // thrown: a name was reached that has no value without an executed run
struct Outcome {
  Truth truth = Truth::yes;
  bool vacuous = false;                                 // "Vacuous"; of interest only if true
};
struct Witness {
  std::vector<std::string> at, other;
  std::string lhs, relation, rhs;
};

// What the names stand for. `a` holds the arguments that are numbers, in order; `inputs` the ordinals of those that are inputs.
class Model {
 public:
  virtual ~Model() = default;
  virtual std::uint64_t inputs() const = 0;
  virtual std::string input_text(std::uint64_t input) const = 0;   // "0 0 0 1"
  virtual Num number(Name name, const Num* a, const std::uint64_t* inputs) const = 0;
  virtual Set set(Name name, const Num* a) const = 0;
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

// All of it throws Undefined, LimitMet, Unknown, and Incomplete beyond 2^32 instances.
class Evaluator {
 public:
  Evaluator(const Formula& formula, const Model& model);
  Outcome decide();
  Witness witness();                              // Requires  decide() gave `no`
  // A forall whose first binder is over inputs, at the top or below `let` alone, may be decided in parts, input by input.
  bool has_parts() const { return parts_ != nullptr; }
  void set_part(std::uint64_t from, std::uint64_t to) { from_ = from, to_ = to; }

 private:
  struct Value {
    Type type = Type::Num;
    Num num;
    Set set;
    Truth truth = Truth::no;
    std::uint64_t input = 0;
  };
  struct Domain {        // of a binder, and how far it has been gone through
    Set set;
    Num at, to;
    std::uint64_t count = 0, end = 0;
  };
  Value& slot(int i) { return slots_[static_cast<std::size_t>(i)]; }
  Outcome truth(const Node& f);
  Truth comparison(const Node& f, Witness* witness = nullptr);
  Truth chain(const Node& f);
  bool has_repeat(const Node& f, Witness* witness);
  Num num(const Node& f);
  Num compute(const Node& f);
  Num call(const Node& f);
  Set set(const Node& f);
  Value value(const Node& f);
  std::string text(const Value& value) const;
  void record(const Node& f, std::vector<std::string>& names) const;
  // Visits every instance of f's binders until told to stop: then false, and the names keep their values.
  bool instances(const Node& f, Visit visit);
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
