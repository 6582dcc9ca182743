// Certificates of kind `vectors` (src/certificate/FORMAT.md): what `verify task1` found, of tuples
// of unit vectors beside a search.
#pragma once
#include <string>

#include "decide/farthest.hpp"

namespace hardmax::decide {

// Requires  a checksum was asked for.
std::string certify_vectors(const subject::Run& run, const VectorList& list,
                            const FarthestResult& result);

}  // namespace hardmax::decide
