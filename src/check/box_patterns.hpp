// The patterns that a box names (FORMAT.md, "Kind `box`").
#pragma once
#include <optional>

#include "check/read.hpp"

namespace hardmax::check {

// A pattern of the list on n tokens, as `run` of kind "run" has it; nothing where it has another
// number of tokens.
std::optional<Json> on_tokens(const Json& stated, std::uint64_t n, const std::string& where);

}  // namespace hardmax::check
