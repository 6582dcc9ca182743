#include "report/markdown.hpp"

#include "report/html/markup.hpp"

namespace hardmax::report::markdown {

std::string plain(const std::string& text) {
  std::string out;
  for (const char ch : html::escaped(text)) {
    if (std::string_view("\\`*_[]|~").find(ch) != std::string_view::npos) out += '\\';
    out += ch == '\n' || ch == '\r' ? ' ' : ch;
  }
  return out;
}

// Longer marks around it than there are within.
std::string code(const std::string& text, bool in_cell) {
  std::string inner, marks = "`";
  std::size_t run = 0;
  for (const char ch : text) {
    run = ch == '`' ? run + 1 : 0;
    if (run >= marks.size()) marks += '`';
    if (ch == '|' && in_cell) inner += '\\';
    inner += ch == '\n' || ch == '\r' ? ' ' : ch;
  }
  return marks + (inner.starts_with('`') || inner.ends_with('`') ? " " + inner + " " : inner) +
         marks;
}

}  // namespace hardmax::report::markdown
