// A formula as a proposition of Coq about the run P of a paper (proofs/coq/Names.v and its fellows): what coq_statement.hpp says of one formula. One recursion over propositions, sets, binders and numbers.
#pragma once
#include <string>

#include "claim/claim.hpp"
#include "discharge/coq/names.hpp"

namespace hardmax {

struct NotStated {   // thrown
  std::string what;  // has no counterpart
};

// `asserted`: it is to be shown; otherwise it is assumed, and a term without value counts for it.   Errors  NotStated.
// Requires  a formula of names.vocabulary().
std::string coq_formula(const claim::Formula& formula, const CoqNames& names, bool asserted);

}  // namespace hardmax
