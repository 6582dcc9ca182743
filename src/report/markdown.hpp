// Text from files inside Markdown: nothing of it is taken as markup, and no line or cell ends in
// it.
#pragma once
#include <string>

namespace hardmax::report::markdown {

std::string plain(const std::string& text);
// A code span. in_cell: of a table, where a bar would end the cell.
std::string code(const std::string& text, bool in_cell = true);

}  // namespace hardmax::report::markdown
