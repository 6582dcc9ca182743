// A claim as a proposition of Coq: its formal text, for every run at once, in the words of
// proofs/coq/Names.v, for the other papers Names_yun2020a.v and Names_sparsebert.v. This is what a
// theorem that an entry names has to prove.
//
// Printed from the syntax tree of domain, needs and formal alone; no verdict and no run is looked
// at. A number is an integer (Z) where the text says so (literals, names of ranges, n d D p s,
// gamma, layers, floor, and sums, products and powers of these), else a rational (Q); in a formula
// that binds real names, a real number (R). A term that may have no value counts against the claim:
// a divisor is said to differ from 0, a maximum to be one, as part of the comparison it stands in
// where that is asserted, as a premise where it is assumed. Whether all that is not said has a
// value for certain is for verify-check to judge, which is asked before Coq proves a statement.
//
// Source  proofs/README.md, "In Coq".   Trust  verify-check prints the same with code of its own
// (check/coq_statement.hpp), and Names.v is for a person to read.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "claim/entry.hpp"

namespace hardmax {

// "yun2020b.E.2.3.eq9" -> "yun2020b_E_2_3_eq9": every character but letters and digits becomes '_'.
std::string coq_identifier(std::string_view id);

// The parts of a proposition: "forall P : MODULE.run, " HYPOTHESES CLAIM.
struct CoqParts {
  std::string module;      // "Names"
  std::string hypotheses;  // "Names.well_formed P -> Names.assumption_1_1 P -> "
  std::string claim;       // domain and formal, of the run P
  bool rounds = false;     // of one of them, as coq_formula has it
};
// Its hypotheses are looked up among `entries`: what they say counts. Requires and errors  as
// coq_proposition.
CoqParts coq_parts(const claim::Entry& entry, const std::vector<claim::Entry>& entries);

// The proposition or, where the record is false, its negation. Requires  entry.formal. Errors
// InvalidInput (file): it does not parse, or uses what has no counterpart in Coq (subsets, sums
// over sets, names of the value mapping, ...).
std::string coq_proposition(const claim::Entry& entry, const std::vector<claim::Entry>& entries);

bool is_about_reals(const claim::Entry& entry);  // its statement speaks of Coq's real numbers
bool is_admitted_axiom(std::string_view axiom,
                       bool about_reals);  // those of Coq's real numbers, for claims about these

// The file Statements.v: a definition for every entry that names a theorem, in order of id, of the
// proposition or, where the record is false, its negation. Errors  as above; two ids that are one
// identifier.
std::string coq_statements(const std::vector<claim::Entry>& entries);

// Which theorems are asked together what they rest on, by number, for each entry that names one:
// those whose statement speaks of real numbers one by one, the others, which are to rest on
// nothing, together (0).
std::vector<std::size_t> coq_groups(const std::vector<claim::Entry>& entries);

// The file Links.v: every theorem that an entry names is used to prove the statement, and what
// those of one group together rest on is printed, groups in increasing order: Coq walks through all
// of that once for each question, which takes a third of a second at least.
std::string coq_links(const std::vector<claim::Entry>& entries,
                      const std::vector<std::size_t>& groups);

}  // namespace hardmax
