// What binds a certificate to a construction file and to claims about it: texts, whose
// SHA-256 the certificate has (src/certificate/FORMAT.md). White space is normalised; comments,
// `source` and `words` bind nothing.
#pragma once
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "subject/construction_file.hpp"

namespace hardmax::subject {

// Of the construction, as it stands in the file. `digest_of`: of the claim that a hypothesis is.
std::string binding_text(const ConstructionFile& file,
                         const std::function<std::string(const std::string& id)>& digest_of);

// The same, and the term of every [[define]] of the file behind it: what its names mean is bound.
std::string binding_text_with_names(
    const ConstructionFile& file,
    const std::function<std::string(const std::string& id)>& digest_of);

// The terms of [[define]] that these definitions and choices reach, themselves included, sorted by
// name.
std::vector<std::string> defining_terms(const ConstructionFile& file,
                                        const std::set<std::string>& names);

// A change as --with has it, with one space for white space, and behind it the terms of [[define]]
// that it reaches.
std::vector<std::string> bound_change(const ConstructionFile& file, const std::string& change);

}  // namespace hardmax::subject
