// The value of a formula (proofs/README.md, "Meaning"), exactly, over any model of the names.
#pragma once
#include "check/formula.hpp"

namespace hardmax::check {

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
