// The members `pattern` and `evidence` that certificates of the kinds "assumption1" and
// "structural" have (src/certificate/FORMAT.md).
#pragma once
#include "certificate/writer.hpp"
#include "pattern/assumption1.hpp"
#include "pattern/structure.hpp"

namespace hardmax {

// Requires  `a` decided for this pattern, of n >= 2 tokens.
void write_assumption1(certificate::Writer& writer, const StructuredPattern& pattern,
                       const Assumption1& a);

}  // namespace hardmax
