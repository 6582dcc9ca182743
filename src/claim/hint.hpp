// What people write who know another language, and what it is called here.
#pragma once
#include <string>
#include <string_view>

#include "claim/claim.hpp"

namespace hardmax::claim {

// Why and where a formula was refused: "expected a term (at character 5: '== 1'); write = for ==".
std::string refusal(std::string_view text, const SyntaxError& error);

// For a formula that was refused at `offset`: "; write 1/2 for 0.5". Empty if nothing is known.
std::string hint_at(std::string_view text, std::size_t offset);

}  // namespace hardmax::claim
