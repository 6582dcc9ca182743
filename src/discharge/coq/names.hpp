// Which names of the claim language have a counterpart in Coq, for the constructions that the main
// command runs: that which takes a pattern, Names.v of proofs/coq, and sweeps, Names_ID.v. A file
// of theory says which construction it is about (proofs/coq/README.md).
#pragma once
#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "claim/claim.hpp"

namespace hardmax {

struct CoqNames {
  std::string paper;                  // ids of its claims begin with it and '.'
  std::string module;                 // its names there
  std::vector<std::string> integers;  // names by what their values are
  std::span<const std::string_view> rationals, sets;
  const claim::Vocabulary& (*vocabulary)();
};

struct NotStated {   // thrown
  std::string what;  // has no counterpart
};

// Does `list` have `name`?
template <class List>
bool among(const List& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

// In the order in which Statements.v requires them, that of the main command.
const std::vector<CoqNames>& coq_papers();
const CoqNames* coq_names_of(std::string_view claim_id);  // nullptr: none

bool is_set_of_rationals(
    std::string_view name);  // of those in `sets`; the others are sets of integers
bool ends_with_rational(
    std::string_view name);  // its last argument is one; all others are integers or inputs
bool is_positive_name(
    std::string_view name);                  // its values are positive, in every paper that has it
bool is_word_of_coq(std::string_view name);  // which no name of a formula may hide: words of Coq,
                                             // and what statements use

}  // namespace hardmax
