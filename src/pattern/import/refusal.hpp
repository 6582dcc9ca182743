// What importers refuse alike: an option that does not fit the file, and more tokens than fit in
// memory.
#pragma once
#include <cstdint>
#include <string>

#include "exact/error.hpp"

namespace hardmax {

// A file with more tokens is refused.
constexpr std::uint64_t token_limit = std::uint64_t{1} << 24;

// `line` names the option, its value and the remedy.
[[noreturn]] inline void refuse_option(const std::string& line) {
  throw InvalidInput(InvalidInput::Kind::option, line);
}

}  // namespace hardmax
