// A formula as a proposition of Coq about the run P of a paper (proofs/coq/Names.v and its
// fellows): what coq_statement.hpp says of one formula. One recursion over propositions, sets,
// binders and numbers.
#pragma once
#include <string>

#include "claim/claim.hpp"
#include "discharge/coq/names.hpp"

namespace hardmax {

struct CoqFormula {
  std::string text;
  // Coq may have a value where a run has another: an exponent is rounded down there, and a lower
  // number of choose that is below 0 is 0.
  bool rounds = false;
};

// `asserted`: it is to be shown, otherwise assumed. Errors  NotStated: there is no such form in
// Coq. Whether every term has a value is not looked at. Requires  a formula of names.vocabulary().
CoqFormula coq_formula(const claim::Formula& formula, const CoqNames& names, bool asserted);

}  // namespace hardmax
