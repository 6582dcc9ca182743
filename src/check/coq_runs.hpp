// Small runs on which a claim that Coq is said to have proved is decided too: one claim is never
// accepted as proved and as refuted, or as proved where it has no value.
#pragma once
#include <functional>

#include "check/coq_statement.hpp"
#include "check/described.hpp"
#include "check/replay.hpp"

namespace hardmax::check {

// `run` of kind "run", of a construction of that name: with patterns, or on each of its inputs and
// encodings.
std::vector<Json> small_runs(const std::string& id, const Described& of);

// Decides the claims with these ids on the small runs of their papers. `seen` is told of each, with
// the size of the run.
using SeenAt =
    std::function<void(const std::string& id, const std::string& at, const Finding& found)>;
void on_small_runs(const std::vector<std::string>& ids, const Entries& entries, const SeenAt& seen);

// Throws Rejected if one of these runs refutes a claim that is said to be proved, finds a term of
// it without a value, or if on none of them the claim is made of anything.
void require_true_on_small_runs(const std::vector<Stated>& all, const Entries& entries);

}  // namespace hardmax::check
