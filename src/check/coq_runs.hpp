// Small runs on which a claim that Coq is said to have proved is decided too: one claim is never
// accepted as proved and as refuted, or as proved where it has no value.
#pragma once
#include "check/coq_statement.hpp"

namespace hardmax::check {

// Throws Rejected if one of these runs refutes a claim that is said to be proved, finds a term of
// it without a value, or if on none of them the claim is made of anything.
void require_true_on_small_runs(const std::vector<Stated>& all, const Entries& entries);

}  // namespace hardmax::check
