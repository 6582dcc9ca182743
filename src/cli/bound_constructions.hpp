// What binds a certificate of any kind but `construction` to the construction files that its claims
// are about (FORMAT.md, `constructions`).
//
// Trust     nothing here is trusted: verify-check reads the files itself.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "claim/entry.hpp"

namespace hardmax::cli {

// What a claim of this id is about, in certificates of any kind but `construction`.
std::string construction_of(const std::string& claim);

// The certificate with the member `constructions` behind all others. Of a construction the file
// beside its claims is meant, else the shipped one.
// Requires  the text of a certificate without that member.
// Errors    InvalidInput (file): no file describes the construction, or it breaks a rule.
std::string bound_to_constructions(const std::string& certificate,
                                   const std::vector<claim::Entry>& entries);

// The folder of Coq's theory: `coq` in the first of the places of claims that has one, else the
// shipped one.
std::filesystem::path theory_of(const std::vector<std::string>& claims);

// A file of the theory says for which construction it was written: "Construction NAME, SHA-256
// ...". Errors    InvalidInput (file): the construction beside these claims is another one.
void require_written_for(const std::filesystem::path& theory, const std::string& id,
                         const std::vector<claim::Entry>& entries);

}  // namespace hardmax::cli
