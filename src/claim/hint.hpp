// What people write who know another language, and what it is called here.
#pragma once
#include <string>
#include <string_view>
#include <utility>

#include "claim/claim.hpp"

namespace hardmax::claim {

// A refusal that knows what is meant: "write id(H, k)", or nothing.
struct MeantError : TypeError {
  std::string meant;
  MeantError(std::size_t at, const std::string& why, std::string remedy)
      : TypeError(at, why), meant(std::move(remedy)) {}
};

// Why and where a formula was refused: "expected a term (at character 5: '== 1'); write = for ==".
std::string refusal(std::string_view text, const SyntaxError& error);

// The formula with a mark under the place where it was refused, on two lines; of a long one the
// part about that place, of one with line feeds blanks for them.
std::string with_mark(std::string_view text, std::size_t offset);

// For a formula that was refused at `offset`: "; write 1/2 for 0.5". Empty if nothing is known.
std::string hint_at(std::string_view text, std::size_t offset);

}  // namespace hardmax::claim
