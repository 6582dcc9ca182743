// Terms of construction files: the language of claims (proofs/README.md, "Grammar") and what
// construction files have besides ("A construction").
//
// A tree is what the text says and no more: names are not resolved, types are not found. Both are
// done when it is known where the term stands (names.hpp, types.hpp).
#pragma once
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "exact/rational.hpp"

namespace hardmax::subject {

struct Term;
using TermPtr = std::shared_ptr<const Term>;

enum class Relation : std::uint8_t { less, at_most, equal, different, greater, at_least, member };

struct Binder {
  enum class Over : std::uint8_t { inputs, subsets, set, range };
  std::string name;
  Over over = Over::set;
  TermPtr first;  // the set, or the lower end of a range; empty for inputs
  TermPtr last;   // the upper end of a range
};

struct Binders {
  std::vector<Binder> list;
  TermPtr where;  // may be empty
};

struct Term {
  enum class Kind : std::uint8_t {
    integer,
    name,        // with its arguments in parts, if has_arguments
    of_variant,  // parts[0].parts[1], both names
    entry,       // of parts[0], at the others
    negate,
    add,
    subtract,
    multiply,
    divide,
    power,
    set,
    list,  // [a, b]: a column
    range,
    comparison,  // relations between neighbours among parts
    conjunction,
    disjunction,
    implication,
    negation,
    let,  // name = parts[0]: parts[1]
    forall,
    exists,
    fold  // name is sum, prod, ..., row, column, columns, attend; parts are the body
  };
  Kind kind = Kind::integer;
  Rational number;
  std::string name;
  bool has_arguments = false;
  std::vector<TermPtr> parts;
  std::vector<Relation> relations;
  Binders binders;

  [[nodiscard]] bool is_name(std::string_view which) const {
    return kind == Kind::name && name == which;
  }
};

// What is wrong with a text, or with a term where it stands. Who catches it knows file and entry.
struct TermError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The same where a limit of this program is met: there may well be a value.
struct TooLarge : TermError {
  using TermError::TermError;
};

// "name(arguments) = term"; an argument is a name or, in --with E(3)=0, digits.
struct Signature {
  std::string name;
  std::vector<std::string> arguments;
  TermPtr term;      // empty if there is no "= term"
  std::string text;  // of the whole, with runs of white space made one
};

// Errors of all: TermError. Nesting is at most 256 levels, a text has at most 65,536 bytes, an
// integer 1,000 digits, as in claims.
TermPtr read_formula(std::string_view text);
TermPtr read_set(std::string_view text);  // as what binds a name: "a..b", or a set
Binders read_binders(std::string_view text);
Signature read_signature(std::string_view text);  // with its term
Signature read_head(std::string_view text);       // "name" or "name(a, b)", without a term

// Digits alone.
bool is_number(std::string_view text);

// A layer as written: is there a Z, and what is added to it?  `Z + a - b` is (Z + a) - b.
struct WrittenLayer {
  bool residual = false;
  TermPtr rest;  // empty: nothing is added
};
WrittenLayer split_layer(const TermPtr& term);

// Calls f with every term directly below this one, ends of binders and `where` included.
template <class F>
void for_each_part(const Term& term, F f) {
  for (const Binder& b : term.binders.list) {
    if (b.first) f(b.first);
    if (b.last) f(b.last);
  }
  if (term.binders.where) f(term.binders.where);
  for (const TermPtr& part : term.parts) f(part);
}

// Is it A(l, k), k the token?
inline bool is_pattern_layer(const Term& keys) {
  return keys.is_name("A") && keys.parts.size() == 2 && keys.parts[1]->is_name("k") &&
         !keys.parts[1]->has_arguments;
}

// The name stands in the term; or one that is hidden there has it.
inline bool mentions(const Term& term, const std::string& name) {
  if (term.is_name(name)) return true;
  bool found = false;
  for_each_part(term, [&](const TermPtr& part) { found = found || mentions(*part, name); });
  return found;
}

}  // namespace hardmax::subject
