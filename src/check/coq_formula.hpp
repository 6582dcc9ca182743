// A formula as a proposition of Coq about the run P of a paper, in the words of proofs/coq/Names.v,
// Names_yun2020a.v, Names_sparsebert.v and Names_real.v (proofs/README.md, "In Coq").
#pragma once
#include "check/coq_names.hpp"

namespace hardmax::check {

// `asserted`: it is to be shown, otherwise assumed. `open`: a comparison may say that its terms
// have values, as part of what is shown; otherwise all terms have one for certain. What is certain
// may follow from the domain and from the parts of Assumption 1 ("13") that the claim needs. Throws
// Rejected where there is no counterpart in Coq.
std::string coq_formula(const Formula& formula, const CoqPaper& paper, bool asserted,
                        const std::string& hypotheses, bool open, const Formula* domain = nullptr);

}  // namespace hardmax::check
