// Terms of a construction file in a token's number k, and in the output of the token before, as
// straight code on machine integers: sums, products, whole roots, floors of quotients, cases.
// What does not depend on k is found by the reading, once. All overflow is caught.
//
// Errors    NotInteger: a term is of another kind, a quotient is not whole, a number is too large
// for a machine integer. The literal engine then has to be asked.
#pragma once
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "subject/reading.hpp"

namespace hardmax::decide {

struct NotInteger : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class IntegerTerms {
 public:
  using Node = std::uint32_t;  // a value, by its place in the code
  // k stands for every integer >= least_k.
  IntegerTerms(subject::Reading& reading, std::int64_t least_k);
  // k is this integer, and the output before is 0.
  static IntegerTerms at_first(subject::Reading& reading, std::int64_t k);

  // Adds a term.  `bound`: its names that are numbers.
  using Bound = std::vector<std::pair<std::string, Node>>;
  Node add(const subject::Term& term, const Bound& bound = {});
  // The member of a set of one, as `keys` has it.
  Node add_only_member(const subject::Term& term, const Bound& bound = {});
  Node constant(std::int64_t value);
  Node k() const { return k_; }

  // Evaluates all that was added.  `previous`: entry r at r - 1.
  void run(std::int64_t k, const std::int64_t* previous);
  [[nodiscard]] std::int64_t value(Node node) const { return values_[node]; }

 private:
  enum class Op : std::uint8_t {
    constant,
    k,
    previous,
    add,
    subtract,
    multiply,
    whole_quotient,  // exact
    floor_quotient,
    root,
    less,
    at_most,
    equal,
    choose,  // a if c, else b
  };
  struct Instruction {
    Op op = Op::constant;
    Node a = 0, b = 0, c = 0;
    std::int64_t number = 0;
    auto key() const { return std::tuple(op, a, b, c, number); }
  };
  explicit IntegerTerms(subject::Reading& reading) : reading_(reading) {}

  Node put(Op op, Node a = 0, Node b = 0, Node c = 0, std::int64_t number = 0);
  [[nodiscard]] bool is_constant(Node node) const { return code_[node].op == Op::constant; }
  [[nodiscard]] std::int64_t computed(const Instruction& i, const std::int64_t* previous) const;
  Node named(const subject::Term& term, const Bound& bound);
  Node defined(const subject::Term& term, const Bound& bound);
  Node quotient(Op op, const subject::Term& term, const Bound& bound);
  Node comparison(const subject::Term& term, const Bound& bound);
  Node relation(Node a, subject::Relation relation, Node b);
  Node negation(Node truth);
  // Does it depend on neither k nor the output before?
  [[nodiscard]] bool is_closed(const subject::Term& term, const Bound& bound) const;
  Node closed(const subject::Term& term, const Bound& bound);

  subject::Reading& reading_;
  bool first_ = false;  // previous is 0
  std::int64_t least_k_ = 0;
  Node k_ = 0;
  std::vector<Instruction> code_;
  std::vector<std::int64_t> values_;
  std::map<std::tuple<Op, Node, Node, Node, std::int64_t>, Node> known_;
  std::size_t depth_ = 0;
};

}  // namespace hardmax::decide
