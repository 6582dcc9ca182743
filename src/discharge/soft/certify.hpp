// The certificate of kind "soft" (src/certificate/FORMAT.md): what `verify soft` found of the total
// error, as statements that verify-check finds again with intervals of its own.
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

const char* soft_claim(bool printed);  // the claim that such a certificate decides: of the printed,
                                       // or of the repaired choice
Rational stated_below(const Rational& x);  // a lower bound as a statement has it

// Requires  Assumption 1 holds.   Errors  InvalidInput (file): no entry of one of the two claims.
SoftCertificate certify_soft(const SoftQuestion& question, const SoftAnswer& answer,
                             const std::vector<claim::Entry>& entries);

}  // namespace hardmax
