// The typed syntax tree of a formula (proofs/README.md, "Grammar" and "Types").
//
// A tree is built once, by Builder, and never changed afterwards. Names are resolved: a bound name
// is the number of its slot, an accessor or parameter its index in the vocabulary, so that
// evaluation does no string work. Operators of one level stand in one node with all their operands
// (1 + 2 - 3 is one node with three parts), so the depth of a tree follows the nesting of the text,
// at most 256 levels, and not its length. Parentheses leave no node.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "claim/claim.hpp"
#include "exact/rational.hpp"

namespace hardmax::claim {

enum class Op : std::uint8_t {
  // leaves
  integer,
  truth,
  variable,
  accessor,
  component,  // of the vector in slot `index`, at parts[0]
  // Num
  negate,
  sum,
  product,
  power,  // sum and product: `inverse` marks the parts after "-" and "/"; power: a^b^c, grouped
          // from the right
  floor,
  abs,
  mod,
  choose,
  card,
  exponential,
  logarithm,
  list_max,
  list_min,
  // Set
  set,
  range,
  list_union,
  // Bool
  negation,
  conjunction,
  disjunction,
  implication,
  comparison,
  // with binders; the body is parts[0]
  forall,
  exists,
  over_sum,
  over_prod,
  over_max,
  over_min,
  over_union,
  distinct,
  chain,
  // value parts[0], body parts[1], slot `index`
  let,
};

enum class Relation : std::uint8_t { less, at_most, equal, different, greater, at_least, member };

using NodePtr = std::unique_ptr<const Node>;

struct Binder {
  // nonneg, positive, real: all real numbers >= 0, > 0, of any sign; with `first`, vectors of that
  // many of them.
  enum class Domain : std::uint8_t { inputs, subsets, set, range, nonneg, positive, real };
  std::string name;
  Domain domain = Domain::set;
  std::size_t slot = 0;  // every binder of a formula has a slot of its own
  NodePtr first;  // the set, the lower end of a range, or the length of a vector; empty for inputs
                  // and a single real
  NodePtr last;   // the upper end of a range

  [[nodiscard]] Type type() const;  // of the name
  [[nodiscard]] bool real() const {
    return domain == Domain::nonneg || domain == Domain::positive || domain == Domain::real;
  }
};

struct Node {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  Op op = Op::integer;
  Type type = Type::number;
  bool truth = false;     // Op::truth
  std::size_t begin = 0;  // where the term stands in the text
  std::size_t end = 0;
  std::size_t index = 0;     // slot of a variable or let, vocabulary index of an accessor
  std::size_t frame = none;  // accessor with arguments: its place for them during evaluation
  std::size_t memo =
      none;  // place of the value of a term that depends on no bound name; none: not kept
  std::size_t lowest = none;  // the outermost name it needs, counted from the outermost binder
                              // around it; none: needs none
  Rational number;            // Op::integer
  std::string name;           // variable, accessor, let
  std::vector<NodePtr> parts;
  std::vector<bool> inverse;        // sum, product: one for each part
  std::vector<Relation> relations;  // comparison: one for each two neighbouring parts
  std::vector<Binder> binders;
  NodePtr where;
};

struct Syntax {
  std::string text;
  NodePtr root;
  std::size_t slots = 0;
  std::size_t memos = 0;
  std::size_t frames = 0;
};

const char* symbol(Relation relation);
const char* type_name(Type type);

// The same tree: the same operators, values, names and relations, each name bound inside, whatever
// it is, at the same place, each other name the same thing.
bool same(const Node& a, const Node& b);

// The text of a term on one line, for messages: white space made one blank, cut after 80 bytes.
std::string excerpt(const Syntax& syntax, const Node& node);

// A text that parses to the same tree.
std::string print(const Node& node);

}  // namespace hardmax::claim
