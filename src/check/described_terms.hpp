// Terms of construction files (proofs/README.md, "A construction"): those of claims, matrices,
// forms, heads, hidden units, and what asks networks. A term is parsed with all names resolved.
#pragma once
#include <map>
#include <optional>
#include <vector>

#include "check/num.hpp"
#include "check/text.hpp"

namespace hardmax::check {

enum class TermOp {
  number,
  truth,
  bound,       // a bound name: slot
  parameter,   // name: its place among the parameters
  definition,  // name: its place among the definitions; kids: the arguments
  given,       // name: a Given; kids: the arguments; word: a network or stage among them
  table,       // name: its place among the tables of a run; kids: the arguments
  in_variant,  // name: the variant; kids: its arguments, then the definition (count: how many)
  state,       // Z
  index,       // kids: a matrix, the row, perhaps the column
  fold,        // kids, with the operations + - * / in text between them; & and | likewise
  power,       // kids, from the right
  minus,
  negation,
  implication,
  comparison,  // text: < l(ess or equal) = ! > g(reater or equal) i(n)
  range_set,
  listed,  // of values; text: M m u(nion)
  set,
  column,
  let,     // kids: term, body; slot
  over,    // count binders, then where, then the body; text: + * M m u & | d(istinct) c(hain)
           // R(ow) C(olumn) S (columns), A(ttend: three bodies, and a fourth that is minus_abs)
  attend,  // kids: value, key, query; count 4: minus_abs
  range,
  members,
  subsets,
  inputs  // binders: slot, text the name; kids: both ends; the set; the set; none
};

enum class Given {
  if_,
  unit_column,
  start,
  previous,
  input,
  exchange,
  entry,  // G
  isqrt,
  floor,
  abs,
  mod,
  choose,
  card,
  exp,
  log,
  p,
  A,
  gamma,
  l,
  s,
  S,
  run,
  apply,
  layers,
  after,
  heads_of,
  bias_of,
  mask_of,
  returns,
  units_of,
  pieces_of,
  flat_of,
  breaks_of
};

struct Term {
  TermOp op = TermOp::number;
  std::string text = {};
  Num number = {};
  std::size_t name = 0, slot = 0, count = 0;
  std::string word = {};
  std::vector<Term> kids = {};
};

// A function that is given. Its arguments: N number, B truth, I input, S set, M matrix, T any, w a
// network, x a network or stage, g a stage and after it any numbers; a ? before what may be left
// out.
struct GivenName {
  const char* text;
  Given id;
  const char* arguments;
  char result;    // one of these letters; X: a column
  char with = 0;  // p: with a pattern; s: where Assumption 1 is asked for
};
struct TermNames {
  struct Definition {
    std::size_t place, arguments;
  };
  std::vector<std::string> parameters, networks, stages;
  std::map<std::string, Definition> definitions, variants, tables;
  bool pattern = false, assumption1 = false;
};
const GivenName* given_name(std::string_view text, const TermNames& names);  // none: not given here
const GivenName& given_name(Given id);

struct Bound {  // names bound around a term, outermost first; the place of a name is its slot
  std::vector<std::string> names;
  std::size_t slots = 0;  // how many are ever bound at one place
};

// All throw Rejected. `where` begins the messages.
Term parse_term(std::string_view text, const std::string& where, const TermNames& names,
                Bound& bound);
Term parse_domain(std::string_view text, const std::string& where, const TermNames& names,
                  Bound& bound);  // "1..n", or a set
Term parse_binders(std::string_view text, const std::string& where, const TermNames& names,
                   Bound& bound);  // an `over` without a body; its names stay bound
// A variant as a run applies it, "NAME" or "NAME(ARGUMENTS)": its place in name, kids the
// arguments.
Term parse_variant(std::string_view text, const std::string& where, const TermNames& names,
                   Bound& bound);

struct Signature {  // "name(arguments) = term"
  std::string name;
  std::vector<std::string> arguments;  // names, or digits
  std::string term;
};
Signature parse_signature(std::string_view text, const std::string& where, bool digits);
Signature parse_head(std::string_view text, const std::string& where);  // without "= term"

template <class Visit>
void each_term(const Term& term, const Visit& visit) {
  visit(term);
  for (const Term& kid : term.kids) each_term(kid, visit);
}
bool uses_slot(const Term& term, std::size_t from, std::size_t to);  // one of from..to-1

}  // namespace hardmax::check
