// A formula as a proposition of Coq about the run P of a paper, in the words of proofs/coq/Names.v, Names_yun2020a.v, Names_sparsebert.v and Names_real.v (proofs/README.md, "In Coq").
#pragma once
#include "check/coq_names.hpp"

namespace hardmax::check {

// `asserted`: it is to be shown; otherwise it is assumed, and a term without value counts for it. Throws Rejected where it has no counterpart in Coq.
std::string coq_formula(const Formula& formula, const CoqPaper& paper, bool asserted);

}  // namespace hardmax::check
