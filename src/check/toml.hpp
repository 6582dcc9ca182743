// The part of TOML that claim files and construction files use (proofs/README.md, "An entry").
#pragma once
#include <string>
#include <vector>

#include "check/text.hpp"

namespace hardmax::check {

bool is_utf8(std::string_view text);

class TomlCursor : protected Cursor {
 protected:
  TomlCursor(std::string_view text, const std::string& file) : Cursor(text, file, true) {}

  std::vector<std::string> list(bool comma_last) {  // whether a comma may stand behind the last
    expect(take("["), "a list");
    std::vector<std::string> out;
    for (blank_lines(); !take("]"); blank_lines()) {
      expect(out.empty() || take(","), "a comma or ]");
      blank_lines();
      if (comma_last && !out.empty() && take("]")) break;
      out.push_back(comma_last && take("\"\"\"") ? long_string() : string());
    }
    return out;
  }
  std::string string() {
    expect(take("\""), "a string");
    std::string out;
    for (; !take("\""); out += text_[at_++]) {
      if (take("\\")) expect(is_one_of("\"\\"), "\\\" or \\\\, the only escapes,");
      expect(is_text(), "the end of the string on its line, without control characters,");
    }
    return out;
  }
  std::string long_string() {  // after the opening quotes; a line break right after them is no part
                               // of it
    if (!take("\r\n")) take("\n");
    std::string out;
    for (; !take("\"\"\""); out += text_[at_++])
      expect(peek() != '\\' && (is_text() || peek() == '\n' || (peek() == '\r' && peek(1) == '\n')),
             "\"\"\" at the end, and no backslash or control character before it,");
    return out;
  }
  bool is_text() const {
    return !done() &&
           (peek() == '\t' || (static_cast<unsigned char>(peek()) >= 32 && peek() != 127));
  }

  bool rest_of_line() {  // blanks and a comment up to the end of the line; false, behind the
                         // blanks, if something else stands there
    skip(" \t");
    for (bool comment = take("#"); comment && is_text();) ++at_;
    return take("\n") || take("\r\n");
  }
  void blank_lines() {
    while (rest_of_line()) continue;
  }
  void end_of_line() { expect(rest_of_line() || done(), "the end of the line"); }
};

}  // namespace hardmax::check
