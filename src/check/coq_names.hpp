// Which names of the claim language the printer of statements knows, for each paper
// (proofs/coq/Names.v, Names_yun2020a.v, Names_sparsebert.v). A further paper is a further row.
#pragma once
#include "check/evaluate.hpp"

namespace hardmax::check {

// What a name is known by says what it is: an integer, one of those that are positive, delta, or
// another number or a set. The last argument of qmap and qstep is a rational, all others are
// integers or inputs; qbreaks is a set of rationals, all others are sets of integers.
enum : int {
  positive_names = 0,
  integer_names = 10,
  delta_name = 40,
  other_names = 41,
  qmap_name = 60,
  qstep_name,
  qbreaks_name
};

struct CoqPaper {
  const char* name;    // ids of its claims begin with it and a dot
  const char* module;  // its names there
  Vocabulary vocabulary;
};
const std::vector<CoqPaper>& coq_papers();  // in the order in which Statements.v requires them
const CoqPaper& coq_paper_of(const std::string& id);    // throws Rejected if there is none
[[noreturn]] void not_stated(const std::string& what);  // throws Rejected

}  // namespace hardmax::check
