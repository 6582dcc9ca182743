// A formula as a proposition of Coq about the run P (proofs/coq/Names.v): what coq_statement.hpp says of one formula. One recursion over propositions, sets, binders and numbers.
#pragma once
#include <string>

#include "claim/claim.hpp"

namespace hardmax {

struct NotStated {   // thrown
  std::string what;  // has no counterpart
};

// `asserted`: it is to be shown; otherwise it is assumed, and a term without value counts for it.   Errors  NotStated.
std::string coq_formula(const claim::Formula& formula, bool asserted);

}  // namespace hardmax
