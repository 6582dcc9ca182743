// Whether a construction file means by the names of claims what the engines compute for them.
//
// What the engines know of a name is written here in the language of construction files, and
// compared with the definition in the file after both were written out: definitions in place of
// their names, bound names numbered, choices left as they are. A file that says something else is
// not wrong; claims with such a name are left to verify DIR, which reads definitions.
#pragma once
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>

#include "claim/claim.hpp"
#include "subject/construction_file.hpp"

namespace hardmax {

// Of names of claims: what the file says otherwise, or does not say, one line each.
std::map<std::string, std::string> other_meanings(const subject::ConstructionFile& file);

// One of these lines, where a formula about the construction has such a name; "" otherwise. Found
// once for each file.
std::string meant_otherwise(const claim::Formula& formula, const claim::Vocabulary& names,
                            std::string_view construction);

// The first of these lines for one of these names; "" if the file of this construction means by all
// of them what is computed here.
std::string meant_otherwise(std::initializer_list<const char*> names,
                            std::string_view construction);

// Certificates of runs count ids, and take their digest: of the states that engines compute.
// Throws InvalidInput (option --certificate), where the file means another state by `id`.
void require_counted_ids(std::string_view construction, const std::string& certificate);

}  // namespace hardmax
