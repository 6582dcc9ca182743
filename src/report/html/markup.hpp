// Writes HTML, MathML and SVG in which nothing that comes from a file can be mistaken for markup:
// text and attribute values are escaped here and nowhere else, and markup made elsewhere is taken
// only as Safe, which only this writer and the program's own pictures make.
//
// Bytes     depend on the calls alone.   Tests  tests/unit/report/html_test.cpp
#pragma once
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hardmax::report::html {

// & < > " ' as entities. What is no character of a text - control characters but line feed and tab,
// bytes that are not UTF-8, marks that turn the direction of reading - becomes U+FFFD, so that it
// is seen.
std::string escaped(std::string_view text);

// The same text as a string of CSS, every character but letters, digits and blanks by its code.
std::string css_string(std::string_view text);

// Finished markup: written by Markup, or by a picture of this program that escapes what it shows.
struct Safe {
  std::string markup;
};

using Attributes = std::initializer_list<std::pair<std::string_view, std::string_view>>;

class Markup {
 public:
  // Tags and names of attributes are the program's own; values are not trusted.
  void open(std::string_view tag, Attributes attributes = {});
  void close();  // the innermost
  void leaf(std::string_view tag,
            Attributes attributes =
                {});  // a void element of HTML, or an element of SVG or MathML without content
  void text(std::string_view text);
  void element(std::string_view tag, std::string_view content, Attributes attributes = {});
  void add(const Safe& part) { out_ += part.markup; }
  [[nodiscard]] std::size_t depth() const { return open_.size(); }
  // Requires  everything closed. The writer is used up.
  Safe finish();

 private:
  void start(std::string_view tag, Attributes attributes);
  std::string out_;
  std::vector<std::string> open_;
};

}  // namespace hardmax::report::html
