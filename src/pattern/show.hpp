// Tokens for people: 1-based, runs of three or more written a..b, cut after a dozen entries.
#pragma once
#include <span>
#include <string>

#include "pattern/pattern.hpp"

namespace hardmax {

std::string show_set(
    std::span<const Token> tokens);  // {1, 3..7, 9}; {} if empty. Requires strictly increasing.

}  // namespace hardmax
