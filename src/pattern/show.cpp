#include "pattern/show.hpp"

namespace hardmax {

std::string show_set(std::span<const Token> tokens) {
  constexpr std::size_t most = 12;
  std::string text = "{";
  std::size_t entries = 0;
  for (std::size_t i = 0; i < tokens.size();) {
    std::size_t run = 1;
    while (i + run < tokens.size() && tokens[i + run] == tokens[i] + run) ++run;
    if (run < 3) run = 1;
    if (entries++ > 0) text += ", ";
    if (entries > most) {
      text += "... " + std::to_string(tokens.size()) + " in all";
      break;
    }
    text += std::to_string(tokens[i] + 1);
    if (run > 1) text += ".." + std::to_string(tokens[i + run - 1] + 1);
    i += run;
  }
  return text + "}";
}

}  // namespace hardmax
