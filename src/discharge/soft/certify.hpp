// The certificate of kind "soft" (src/certificate/FORMAT.md): what `verify soft` found of the
// errors, as statements that verify-check finds again with intervals of its own.
//
// A statement is an inequality with a bound of a few digits, so that the two programs need not
// agree on the last bit: a number is left 2^-16 of itself above what was enclosed here (below, for
// a lower bound).
#pragma once
#include <string>
#include <vector>

#include "claim/entry.hpp"
#include "discharge/soft/answer.hpp"

namespace hardmax {

struct SoftCertificate {
  std::string text;                   // "" if nothing can be stated
  std::vector<std::string> left_out;  // what was found and is no statement, and why; one line each
};

Rational stated_below(const Rational& x);  // a lower bound as a statement has it

// Two networks whose outputs are apart by more than `least` at one grid input: for every alpha up
// to 1/2 more than the first of these lies below the p-th power of their distance, raised to the
// denominator of p; (eps/2)^p, raised to it, is the second. Requires  least > 0.
std::pair<Rational, Rational> distance_powers(const SoftQuestion& question, const Rational& least);

// Of every entry that has the key `soft`. Requires  Assumption 1 holds.   Errors  InvalidInput
// (file): there is none.
SoftCertificate certify_soft(const SoftQuestion& question, const SoftAnswer& answer,
                             const std::vector<claim::Entry>& entries);

}  // namespace hardmax
