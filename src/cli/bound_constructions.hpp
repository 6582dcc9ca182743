// What binds a certificate of any kind but `construction` to the construction files that its claims
// are about (FORMAT.md, `constructions`).
//
// Trust     nothing here is trusted: verify-check reads the files itself.
#pragma once
#include <string>
#include <vector>

#include "claim/entry.hpp"

namespace hardmax::cli {

// The certificate with the member `constructions` behind all others. Of a construction the file
// beside its claims is meant, else the shipped one.
// Requires  the text of a certificate without that member.
// Errors    InvalidInput (file): no file describes the construction, or it breaks a rule.
std::string bound_to_constructions(const std::string& certificate,
                                   const std::vector<claim::Entry>& entries);

}  // namespace hardmax::cli
