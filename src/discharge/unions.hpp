// Formulas about every subset B of a set that are true of B and C together if they are true of B
// and of C: then it is enough to look at the sets of one member, and at the empty one.
//
// Source    yun2020b (13): both sides of max(i in B: max(j in A(i): x_j)) = max(j in union(i in B:
// A(i)): x_j) are, for B and C together, the larger of what they are for each.
//           What is seen so: terms that are joined, t(B and C together) = max or union of t(B) and
//           t(C): B, max and union over such a set, whatever does not speak of B; and of formulas:
//           = <= < of such terms, x in t, t != {}, forall x in t: F, with x and F that do not speak
//           of B; all of this under and, forall, and after the premise B != {}.
// Trust     A term that is defined for every one-element set is defined for every set of them.
// Nothing else is claimed of terms that are not. tests/unit/discharge/wide_claims_test.cpp
#pragma once
#include "claim/syntax.hpp"

namespace hardmax {

// Whether, for each choice of the names before, `forall ..., B in subsets(S), ... where W: F` says
// no more of all subsets B of S than of those with at most one member. B: the binder of this
// number.
bool decided_by_single_members(const claim::Node& forall, std::size_t binder);

}  // namespace hardmax
