// The grammar of proofs/README.md.
#pragma once
#include <string_view>

#include "claim/builder.hpp"

namespace hardmax::claim {

// Reads one formula and reports what it finds to the builder, in the order of the text. Linear in
// the length of the text; the stack it needs is bounded by Builder::max_nesting.  Errors
// SyntaxError, TypeError.
void read_formula(std::string_view text, Builder& builder);

}  // namespace hardmax::claim
