#include "subject/tokens.hpp"

#include <algorithm>

#include "subject/term.hpp"

namespace hardmax::subject {

namespace {

constexpr std::size_t max_bytes = 65'536, max_digits = 1'000;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::vector<Lexeme> tokens_of(std::string_view text) {
  if (text.size() > max_bytes) throw TermError("a text of more than 65,536 bytes; cut it in two");
  std::vector<Lexeme> tokens;
  for (std::size_t i = 0;;) {
    while (i < text.size() && is_space(text[i])) ++i;
    if (i == text.size()) break;
    const std::size_t begin = i;
    Lexeme token{Lexeme::Kind::sign, {}, begin};
    if (is_digit(text[i])) {
      while (i < text.size() && is_digit(text[i])) ++i;
      token.kind = Lexeme::Kind::integer;
      if (i - begin > max_digits)
        throw TermError("an integer of " + std::to_string(i - begin) +
                        " digits, more than 1,000; write it as a power");
    } else if (is_letter(text[i])) {
      while (i < text.size() &&
             (is_letter(text[i]) || is_digit(text[i]) || text[i] == '_' || text[i] == '\''))
        ++i;
      token.kind = Lexeme::Kind::name;
    } else {
      const std::string_view two = text.substr(i, 2);
      if (two == ".." || two == "<=" || two == ">=" || two == "!=") {
        i += 2;
      } else if (std::string_view("-+*/^(){},:<>=.[]").find(text[i]) != std::string_view::npos) {
        ++i;
      } else {
        throw TermError("a character that means nothing here, at byte " + std::to_string(i + 1) +
                        "; write ASCII, as in proofs/README.md");
      }
    }
    token.text = text.substr(begin, i - begin);
    tokens.push_back(token);
  }
  tokens.push_back({Lexeme::Kind::end, {}, text.size()});
  return tokens;
}

std::string one_space(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (!is_space(c))
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

}  // namespace hardmax::subject
