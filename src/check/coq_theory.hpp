// What a file of a theory may say (FORMAT.md, "Kind `kernel`"): sentences that define and prove,
// and none that reads or writes a file, prints, declares an axiom or turns a check off.
#pragma once
#include "check/read.hpp"

namespace hardmax::check {

// The sentences of a source of Coq, comments left out, each without the "." at its end. A text is
// rather cut once too often than once too seldom. Throws Rejected: what is not printable ASCII, a
// comment or a string that does not end, a text behind the last sentence.
std::vector<std::string> coq_sentences(const std::string& source, const std::string& file);

// Throws Rejected unless every sentence begins with a word of the list, and asks for no more than
// libraries of Coq that are listed and files of `before`. What no theory rests on may also ask Coq
// what a theorem rests on, and set how that is printed: `last`.
void require_plain_theory(const std::string& source, const std::string& file,
                          const std::set<std::string>& before, bool last = false);

// Files that say what the names of a statement mean: a reader compares them, by their hashes in the
// answer.
bool is_meaning(const std::string& file);

// The axioms that a theorem may rest on: none, or, if its statement is about real numbers, those
// that Coq's real numbers are made with.
bool is_admitted_axiom(const std::string& axiom, bool about_reals);

}  // namespace hardmax::check
