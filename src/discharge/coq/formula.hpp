// A formula as a proposition of Coq about the run P of a paper (proofs/coq/Names.v and its
// fellows): what coq_statement.hpp says of one formula. One recursion over propositions, sets,
// binders and numbers.
#pragma once
#include <string>

#include "claim/claim.hpp"
#include "discharge/coq/names.hpp"

namespace hardmax {

// `asserted`: it is to be shown, otherwise assumed. `open`: a comparison may say that its terms
// have values, as part of what is shown; otherwise all terms have one for certain. What is certain
// may follow from the domain, and from the parts of Assumption 1 that the claim needs ("13").
// Errors  NotStated. Requires  formulas of names.vocabulary().
std::string coq_formula(const claim::Formula& formula, const CoqNames& names, bool asserted,
                        const std::string& hypotheses, bool open,
                        const claim::Formula* domain = nullptr);

}  // namespace hardmax
