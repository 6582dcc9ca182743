#include "report/html/difference.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace hardmax::report::html {

namespace {

constexpr std::size_t kMostWords = 600;

bool continues_name(char ch) {
  return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9') ||
         ch == '_' || ch == '\'';
}

struct Word {
  std::string_view text;
  bool after_blank = false;
  bool shared = false;  // it stands in both formulas, in the same order
};

std::vector<Word> words_of_formula(std::string_view formula) {
  std::vector<Word> out;
  bool blank = false;
  for (std::size_t at = 0; at < formula.size();) {
    if (formula[at] == ' ' || formula[at] == '\n' || formula[at] == '\t') {
      blank = true;
      ++at;
      continue;
    }
    std::size_t end = at + 1;
    if (continues_name(formula[at])) {
      while (end < formula.size() && continues_name(formula[end])) ++end;
    } else {  // one sign: "<=", "..", or one character, whatever its bytes
      static constexpr std::array<std::string_view, 5> signs = {"<=", ">=", "!=", "..", "->"};
      if (std::find(signs.begin(), signs.end(), formula.substr(at, 2)) != signs.end()) ++end;
      while (end < formula.size() && (static_cast<unsigned char>(formula[end]) & 0xC0) == 0x80)
        ++end;
    }
    out.push_back({formula.substr(at, end - at), blank && !out.empty()});
    blank = false;
    at = end;
  }
  return out;
}

// Marks a longest common subsequence in both.
void find_shared(std::vector<Word>& a, std::vector<Word>& b) {
  const std::size_t width = b.size() + 1;
  std::vector<std::uint16_t> longest((a.size() + 1) * width);  // of what stands from i, from j on
  for (std::size_t i = a.size(); i-- > 0;) {
    for (std::size_t j = b.size(); j-- > 0;)
      longest[i * width + j] =
          a[i].text == b[j].text
              ? static_cast<std::uint16_t>(longest[(i + 1) * width + j + 1] + 1)
              : std::max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
  }
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i].text == b[j].text) {
      a[i++].shared = b[j++].shared = true;
    } else if (longest[(i + 1) * width + j] >= longest[i * width + j + 1]) {
      ++i;
    } else {
      ++j;
    }
  }
}

Safe code(const std::vector<Word>& words) {
  Markup m;
  m.open("code");
  bool marked = false;
  for (const Word& word : words) {
    if (marked && word.shared) m.close();
    if (word.after_blank) m.text(" ");
    if (!word.shared && !marked) m.open("mark");
    marked = !word.shared;
    m.text(word.text);
  }
  if (marked) m.close();
  m.close();
  return m.finish();
}

}  // namespace

std::pair<Safe, Safe> with_difference(std::string_view one, std::string_view other) {
  std::vector<Word> a = words_of_formula(one), b = words_of_formula(other);
  if (std::max(a.size(), b.size()) <= kMostWords) {
    find_shared(a, b);
  } else {
    for (std::vector<Word>* words : {&a, &b})
      for (Word& word : *words) word.shared = true;
  }
  return {code(a), code(b)};
}

}  // namespace hardmax::report::html
