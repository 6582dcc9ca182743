// What entries say of errors in their source: proofs/README.md, "Errata". No verdict depends on it.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "claim/entry.hpp"

namespace hardmax::claim {

// "the theorem or lemma as stated fails, ..." of 'A', and so on. Requires  'A' to 'E'.
const char* meaning_of_severity(char severity);

bool is_of_source(const Entry& entry);  // printed there, or implied by what is printed

// The ids of the entries that cannot be read as they stand: of the source, without a formal, and an
// entry with a formal repairs them.
std::set<std::string> unreadable_lines(const std::vector<Entry>& entries);

// Requires  every `repairs` names an entry.
// Errors    InvalidInput (file): severity, root, reply or no_repair at an entry that is no error of
// its source, a severity without quote, seen and consequence,
//           a root that is no entry with a severity or has a root itself, no_repair beside a
//           repair.
void check_errata(const std::vector<Entry>& entries);

}  // namespace hardmax::claim
