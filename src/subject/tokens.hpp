// Words and signs of a term.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace hardmax::subject {

struct Lexeme {
  enum class Kind { integer, name, sign, end } kind = Kind::end;
  std::string_view text;
  std::size_t at = 0;
};

// With one of kind `end` at the end.  Errors  TermError: a character that means nothing, a text of
// more than 65,536 bytes, an integer of more than 1,000 digits.
std::vector<Lexeme> tokens_of(std::string_view text);

bool is_space(char c);
std::string one_space(std::string_view text);  // runs of white space made one, trimmed

}  // namespace hardmax::subject
