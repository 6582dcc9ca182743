// A construction that a file describes (proofs/README.md, "A construction"): the file as read, what
// its terms reach, and what binds a certificate to it.
#pragma once
#include <functional>

#include "check/described_terms.hpp"
#include "check/read.hpp"

namespace hardmax::check {

struct Definition {
  std::string name;
  std::vector<std::string> arguments;
  bool chosen = false;  // of [[choose]]
  std::string text, where;
  Term term = {};
  std::size_t slots = 0;
  bool previous = false;  // it reaches previous(r): its value is another one for every token
  bool named = false;     // a term of the file names it: its values are asked for again
};
struct ChangedTerm {  // of a choice: by a variant, or at a run
  std::size_t definition = 0;
  std::vector<std::optional<Num>> fixed;  // arguments at which alone it holds
  std::size_t before = 0;                 // names of the variant, bound outside of its arguments
  std::string text;
  Term term;
  std::size_t slots = 0;
};
struct DescribedVariant {
  std::string head, where;  // the name with its arguments
  std::vector<std::string> arguments;
  std::vector<ChangedTerm> terms;
};
struct DescribedStage {
  std::string name, network, where;
  std::map<std::string, std::string> texts = {};
  Term repeat = {}, loop = {};  // binders; none: count is 0
  std::optional<Term> backwards = {}, keys = {}, when = {}, layer = {}, map = {}, scale = {};
  std::vector<Term> lets = {};
  std::size_t loop_slot = 0, let_slot = 0, token_slot = 0, slots = 0;  // of `for`, `let`, and k
};
// The names that a machine gives and how many arguments they have: tables, in the order of places.
constexpr std::pair<const char*, std::size_t> names_of_machine[] = {
    {"Q", 0},           {"S", 0},     {"initial", 0},  {"blank", 0},     {"length", 0},
    {"transitions", 0}, {"word", 1},  {"from", 1},     {"reads", 1},     {"to", 1},
    {"writes", 1},      {"moves", 1}, {"tm_state", 1}, {"tm_symbol", 1}, {"tm_head", 1}};
// Times of a machine's own run that are looked at: 0 to this one.
constexpr std::uint64_t most_machine_time = 4096;
struct Described {
  std::string id, file;
  std::vector<std::pair<std::string, std::string>> head;  // in the order of the table
  bool pattern_required = false, pattern_optional = false;
  bool machine = false, decoder = false;  // decoder: start reaches previous(r)
  std::vector<std::string> tables;        // whose values a run brings, beside those of a machine
  bool may_lack_tables = false;           // or does not bring; then they have none
  std::vector<std::string> hypotheses;
  std::vector<Term> conditions;
  std::optional<Term> tokens, rows, inputs, entries, start;  // inputs: binders of k and r
  std::size_t token_of_inputs = 0, row_of_inputs = 0;        // their slots
  std::size_t states = 0;                                    // a network
  std::size_t slots = 0;                                     // of the terms of [construction]
  std::vector<Definition> definitions;
  std::vector<DescribedStage> stages;
  std::vector<DescribedVariant> variants;
  TermNames names;

  std::size_t network(const std::string& network_or_stage) const;
};

// All errors of the file: one line, exit 65.
[[noreturn]] inline void bad_file(const std::string& where, const std::string& what) {
  throw Unreadable(where + ": " + what);
}

// Throws Unreadable.
Described read_described(std::string_view text, const std::string& file);
// A change of a run, "c=2*c" or "E(3)=0".
ChangedTerm read_change(const Described& of, const std::string& text, const std::string& where);

// What a term reaches through definitions, choices and variants, as the file has them.
struct Uses {
  std::set<std::size_t> definitions, states, counts;  // states, counts: networks
  bool inputs = false, start = false, column = false, variants = false, previous = false;
  void add(const Uses& more);
};
Uses uses_of(const Described& of, const Term& term);
Uses uses_of_definition(const Described& of, std::size_t definition);
// No definition needs itself; what may use which states. Fills in what reaches previous(r).
void require_rules(Described& of);
void require_rules_of_change(const Described& of, const std::vector<ChangedTerm>& changes);

// What may have another value once these choices are changed; all else is as it was.
struct Touched {
  std::vector<bool> definitions, networks;
  std::vector<bool> loops = {};       // of networks: which layers there are, and in which order
  bool start = false, space = false;  // space: tokens, rows or inputs
};
Touched touched_by(const Described& of, const std::vector<ChangedTerm>& changes);

// proofs/README.md and FORMAT.md: what SHA-256 is taken of. `hypothesis`: the digest of an entry.
std::string construction_text(const Described& of,
                              const std::function<std::string(const std::string&)>& hypothesis);
std::vector<std::string> defined_texts(const Described& of, const std::set<std::size_t>& reached);

}  // namespace hardmax::check
