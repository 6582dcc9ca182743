// Builds flat programs (execute/flat.hpp) from exact arithmetic on the entries of a grid input.
//
// A Term is a linear form with rational coefficients over atoms; an atom is an integer-valued
// function of the input with proved bounds: an entry of the input, a maximum, a choice, a
// remainder, ... Equal things are built once, so terms that are equal as linear forms cancel. A
// Test is a condition on the input.
//
// Bounds    intervals, exact; of an atom several, if it is known to lie in one of them. They choose
// the width of every register, and with `fold` they decide tests and
//           drop operands that cannot be the maximum. Without `fold` everything is formed and
//           compared (for the engine that skips nothing).
// Errors    NotFlat where something has no place here: then the formula is evaluated as it stands.
// Trust     untrusted, like the engines: agrees with the evaluator of formulas, which the tests
// hold it to. Tests     tests/unit/execute/flat_test.cpp,
// tests/unit/discharge/claim_program_test.cpp
#pragma once
#include <cstdint>
#include <deque>
#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "exact/rational.hpp"
#include "execute/cpu.hpp"
#include "execute/flat.hpp"

namespace hardmax {

struct NotFlat : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Span {
  Rational low, high;  // both included
};

struct Term {
  std::vector<std::pair<std::uint32_t, Rational>> parts;  // by atom, no coefficient 0
  Rational constant;

  Term() = default;
  explicit Term(Rational value) : constant(std::move(value)) {}
  [[nodiscard]] bool is_constant() const { return parts.empty(); }
  friend bool operator==(const Term&, const Term&) = default;
};
Term operator+(const Term& a, const Term& b);
Term operator-(const Term& a, const Term& b);
Term operator*(const Rational& factor, const Term& a);
Term sum_of(std::vector<Term> terms);
std::size_t hash_of(const Term& a);
Rational unit_of(const Term& a,
                 Rational unit = 0);  // the largest number, at least 0, such that `unit`, the
                                      // constant and every coefficient are its multiples

// The code, and where inputs go in and answers come out.
struct FlatProgram {
  std::vector<kernel::FlatInstruction> code;
  std::vector<__int128> constants;
  struct Leaf {
    std::uint32_t leaf, narrow;  // the entry of the input, the register
  };
  std::vector<Leaf> leaves;
  // By output: a mask register, or always false or true.
  struct Output {
    enum class Kind { no, yes, mask } kind = Kind::no;
    std::uint32_t mask = 0;
  };
  std::vector<Output> outputs;
  std::size_t narrow = 0, wide = 0, masks = 0;  // registers
};

class FlatGraph {
 public:
  using Test = std::uint32_t;
  static constexpr Test no = 0;
  static constexpr Test yes = 1;

  explicit FlatGraph(bool fold) : fold_(fold), nodes_(2) {}
  [[nodiscard]] bool fold() const { return fold_; }

  // Entry `leaf` of the input, in low..high.
  Term leaf(std::uint32_t leaf, const Rational& low, const Rational& high);
  // For graphs that are about all inputs at once (fold only; they are not compiled). A whole-number
  // combination under a name of its own: a comparison that the bounds do not decide puts the
  // definitions in, the newest first; `known`: bounds it has besides. And something of the input of
  // which only bounds are known, the same for the same number.
  Term define(const Term& definition, const std::optional<Span>& known = std::nullopt);
  Term unknown(std::uint32_t number, const Rational& low, const Rational& high);
  [[nodiscard]] Term expanded(Term a) const;  // with all definitions put in
  // Whether a term is of leaves alone, of so many, and different values of them give different
  // values of it. Not everything that does is found.
  [[nodiscard]] bool tells_leaves(const Term& a, std::size_t leaves) const;
  // Inputs, as values of the leaves 0, 1, ..., at which an undecided comparison of the graph is as
  // true or as false as it gets; not more than `most`.
  [[nodiscard]] std::vector<std::vector<Rational>> corners(std::size_t leaves,
                                                           std::size_t most) const;
  Term product(const Term& a, const Term& b);
  Term floor(const Term& a);
  Term remainder(const Term& a, const Rational& by);  // a - by floor(a / by), by > 0
  Term max(std::vector<Term> terms);                  // Requires  at least one.
  Term min(const std::vector<Term>& terms);
  Term absolute(const Term& a);
  Term select(Test test, const Term& a, const Term& b);

  Test at_most(const Term& a, const Term& b);
  Test less(const Term& a, const Term& b) { return negate(at_most(b, a)); }
  Test equal(const Term& a, const Term& b);
  Test both(Test a, Test b);
  Test either(Test a, Test b);
  Test negate(Test a);

  // The entry of the input an atom is, if it is one.
  [[nodiscard]] std::optional<std::uint32_t> leaf_of(std::uint32_t atom) const {
    return nodes_[atom].kind == Kind::leaf ? std::optional(nodes_[atom].leaf) : std::nullopt;
  }
  [[nodiscard]] Span bounds(const Term& a) const;
  // Intervals; one of them holds the value.
  [[nodiscard]] std::vector<Span> spans(const Term& a) const;
  // As select, where more is known of the value than of a and b.
  Term select(Test test, const Term& a, const Term& b, std::vector<Span> known);

  [[nodiscard]] FlatProgram compile(const std::vector<Test>& outputs) const;

 private:
  enum class Kind : std::uint8_t {
    constant,
    leaf,
    unknown,
    defined,
    product,
    floor_divide,
    floor_mod,
    max,
    select,
    at_most,
    equal,
    both,
    either,
    negate
  };
  struct Node {
    Kind kind = Kind::constant;
    std::uint32_t leaf = 0;
    Test test = no;  // select; first operand of both, either, negate
    Test other = no;
    std::vector<Term> forms;                        // integer; of a defined atom, the definition
    Rational constant;                              // divisor; right side of a comparison
    std::vector<Span> spans;                        // atoms: not empty, increasing, apart
    [[nodiscard]] bool same(const Node& o) const {  // computes the same
      return kind == o.kind && leaf == o.leaf && test == o.test && other == o.other &&
             constant == o.constant && forms == o.forms;
    }
  };
  class Compiler;  // flat_compile.cpp

  std::uint32_t intern(Node node);
  [[nodiscard]] static std::string key(const Node& node);
  Term atom(Node node, const Rational& unit);
  Test compare(Kind kind, const Term& difference);
  Test compare_afresh(Kind kind, const Term& difference);
  Term largest_of(std::vector<Term> terms);
  std::optional<Test> settled(Kind kind, Term& difference) const;
  [[nodiscard]] std::optional<Test> settled_by_factor(Kind kind, const Term& difference) const;
  [[nodiscard]] bool put_in(Term& a) const;
  void keep_largest(std::vector<Term>& terms) const;

  // With definitions, comparisons and maxima are asked for again and again.
  template <typename What, typename Answer>
  struct Asked {
    static constexpr std::size_t most = std::size_t{1} << 14;
    std::unordered_multimap<std::size_t, std::pair<What, Answer>> answers;
    template <typename Ask>
    Answer operator()(std::size_t hash, const What& what, Ask&& ask) {
      for (auto [known, end] = answers.equal_range(hash); known != end; ++known) {
        if (known->second.first == what) return known->second.second;
      }
      Answer answer = ask();
      if (answers.size() >= most) answers.clear();
      answers.emplace(hash, std::pair(what, answer));
      return answer;
    }
  };

  bool fold_, defines_ = false;
  std::deque<Node> nodes_;
  std::unordered_multimap<std::size_t, std::uint32_t> known_;  // nodes by the hash of their key
  Asked<Term, Test> at_most_, equal_;                          // by the difference
  Asked<std::vector<Term>, Term> largest_;
};

// Entry by entry of a group that starts at the place `first` of an enumeration: a digit that stays
// for `stride` places and then counts up, to begin again with 0 after base - 1.
void fill_digits(std::int64_t* out, std::uint64_t first, std::uint64_t stride, std::uint64_t base);

// Runs a program for groups of inputs. Not thread-safe: every thread has one of its own.
class FlatRunner {
 public:
  FlatRunner(const FlatProgram& program, CpuPath path);
  // Fills in entry `leaf` of the inputs of the group: write() gets 64-bit places, kFlatGroup of
  // them.
  template <class Write>
  void fill(Write&& write) {
    for (const FlatProgram::Leaf& leaf : program_.leaves) write(leaf.leaf, narrow(leaf.narrow));
  }
  void run();
  // Bit i of word w: input 64 w + i.
  [[nodiscard]] std::uint64_t output(std::size_t index, std::size_t word) const;

 private:
  std::int64_t* narrow(std::uint32_t r);
  const FlatProgram& program_;
  CpuPath path_;
  std::vector<std::int64_t> narrow_;  // with room to align
  std::vector<__int128> wide_;
  std::vector<std::uint64_t> masks_;
  kernel::FlatState state_{};
};

}  // namespace hardmax
