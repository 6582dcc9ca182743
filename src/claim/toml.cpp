#include "claim/toml.hpp"

#include <algorithm>

#include "exact/error.hpp"

namespace hardmax::claim::toml {

namespace {

// Length of the UTF-8 sequence at the front, 0 if there is none (overlong forms, surrogates and
// values beyond U+10FFFF are none).
std::size_t utf8_length(std::string_view s) {
  const auto byte = [&](std::size_t i) {
    return i < s.size() ? static_cast<unsigned char>(s[i]) : 0u;
  };
  const unsigned a = byte(0);
  const auto tail = [&](std::size_t i) { return (byte(i) & 0xC0u) == 0x80u; };
  if (a < 0x80) return 1;
  if (a >= 0xC2 && a <= 0xDF) return tail(1) ? 2 : 0;
  if (a >= 0xE0 && a <= 0xEF) {
    const bool overlong = a == 0xE0 && byte(1) < 0xA0;
    const bool surrogate = a == 0xED && byte(1) >= 0xA0;
    return tail(1) && tail(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (a >= 0xF0 && a <= 0xF4) {
    const bool overlong = a == 0xF0 && byte(1) < 0x90;
    const bool beyond = a == 0xF4 && byte(1) >= 0x90;
    return tail(1) && tail(2) && tail(3) && !overlong && !beyond ? 4 : 0;
  }
  return 0;
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& file,
         std::vector<std::string> headers = {"[[claim]]"}, bool loose_lists = false)
      : text_(text), file_(file), headers_(std::move(headers)), loose_lists_(loose_lists) {}

  std::vector<Table> read() {
    check_bytes();
    take("\xEF\xBB\xBF");  // a byte order mark
    std::vector<Table> tables;
    for (;;) {
      skip_empty_lines();
      if (at_ == text_.size()) return tables;
      if (text_[at_] == '[') {
        tables.push_back({read_header(), line_, {}});
        end_line();
        continue;
      }
      Item item = read_item();
      if (tables.empty()) fail("a key before the first " + headers_[0], "put it below one");
      add(tables.back().items, std::move(item), "one entry");
    }
  }

  std::vector<Item> read_keys() {
    check_bytes();
    std::vector<Item> items;
    for (;;) {
      skip_empty_lines();
      if (at_ == text_.size()) return items;
      add(items, read_item(), "the file");
    }
  }

 private:
  std::string read_header() {
    for (const std::string& header : headers_) {
      if (take(header)) return header;
    }
    std::string known = headers_[0];
    for (std::size_t i = 1; i < headers_.size(); ++i) known += ", " + headers_[i];
    fail("a header other than " + known, "write " + headers_[0] + " or a key");
  }

  [[noreturn]] void fail(const std::string& what, const std::string& remedy, int line = 0) const {
    throw InvalidInput(
        InvalidInput::Kind::file,
        file_ + ":" + std::to_string(line > 0 ? line : line_) + ": " + what + "; " + remedy);
  }

  void add(std::vector<Item>& items, Item item, const char* where) const {
    const bool repeated =
        std::any_of(items.begin(), items.end(), [&](const Item& i) { return i.key == item.key; });
    if (repeated)
      fail("the key '" + item.key.substr(0, 60) + "' stands twice in " + where, "keep one",
           item.line);
    items.push_back(std::move(item));
  }

  void check_bytes() {
    for (std::size_t i = 0; i < text_.size();) {
      const auto c = static_cast<unsigned char>(text_[i]);
      const std::size_t length = utf8_length(text_.substr(i, 4));
      if (length == 0) fail("bytes that are not UTF-8", "save the file as UTF-8");
      if (c == '\n') ++line_;
      const bool line_end =
          c == '\n' || (c == '\r' && i + 1 < text_.size() && text_[i + 1] == '\n');
      if ((c < 0x20 && c != '\t' && !line_end) || c == 0x7F)
        fail("control character " + std::to_string(c), "remove it");
      i += length;
    }
    line_ = 1;
  }

  bool take(std::string_view token) {
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }

  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }

  bool take_newline() {
    if (!take("\n") && !take("\r\n")) return false;
    ++line_;
    return true;
  }

  void skip_comment() {
    if (at_ < text_.size() && text_[at_] == '#')
      at_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
  }

  void skip_empty_lines() {
    do {
      skip_blanks();
      skip_comment();
    } while (take_newline());
  }

  void end_line() {
    skip_blanks();
    skip_comment();
    if (at_ < text_.size() && !take_newline())
      fail("something after the end of the value or header", "put nothing but a comment there");
  }

  Item read_item() {
    Item item;
    item.line = line_;
    while (at_ < text_.size() && ((text_[at_] >= 'a' && text_[at_] <= 'z') || text_[at_] == '_'))
      item.key += text_[at_++];
    if (item.key.empty())
      fail("a line that is neither a header, a key nor a comment", "write key = \"value\"");
    skip_blanks();
    if (!take("="))
      fail("no '=' after the key '" + item.key.substr(0, 60) + "'", "write key = \"value\"");
    skip_blanks();
    if (take("[")) {
      item.is_list = true;
      read_list(item);
    } else {
      item.values.push_back(read_string());
    }
    end_line();
    return item;
  }

  void skip_white_space() {
    do {
      skip_blanks();
      if (loose_lists_) skip_comment();
    } while (take_newline());
  }

  void read_list(Item& item) {
    skip_white_space();
    if (take("]")) return;
    for (;;) {
      if (text_.substr(at_).starts_with("\"\"\""))
        fail("a string over several lines in a list", "use \"...\"");
      item.lines.push_back(line_);
      item.values.push_back(read_string());
      skip_white_space();
      if (take("]")) return;
      if (!take(",")) fail("a list without ',' or ']' after a string", "write [\"a\", \"b\"]");
      skip_white_space();
      if (loose_lists_ && take("]")) return;
    }
  }

  std::string read_string() {
    if (take("\"\"\"")) return read_long_string();
    if (!take("\""))
      fail("a value that is not a string or a list of strings", "put it in double quotes");
    std::string value;
    while (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != '\r') {
      const char c = text_[at_++];
      if (c == '"') return value;
      if (c != '\\') {
        value += c;
      } else if (take("\"")) {
        value += '"';
      } else if (take("\\")) {
        value += '\\';
      } else {
        fail("an escape other than \\\" and \\\\", "write the character itself");
      }
    }
    fail("a string that does not end on its line", "close it, or use \"\"\" for several lines");
  }

  std::string read_long_string() {
    const int first_line = line_;
    take_newline();  // as in TOML, a line end right after the opening is not part of the string
    std::string value;
    while (at_ < text_.size()) {
      if (take("\"\"\"")) return value;
      if (text_[at_] == '\\')
        fail("a backslash in a string over several lines",
             "there are no escapes in it; use \"...\"");
      if (take_newline()) {
        value += '\n';
      } else {
        value += text_[at_++];
      }
    }
    fail("a string over several lines that never ends", "close it with \"\"\"", first_line);
  }

  std::string_view text_;
  const std::string& file_;
  std::vector<std::string> headers_;
  bool loose_lists_;
  std::size_t at_ = 0;
  int line_ = 1;
};

}  // namespace

std::vector<Table> read(std::string_view text, const std::string& file) {
  return Reader(text, file).read();
}

std::vector<Table> read(std::string_view text, const std::string& file,
                        const std::vector<std::string>& headers) {
  return Reader(text, file, headers, true).read();
}

std::vector<Item> read_keys(std::string_view text, const std::string& file, bool loose_lists) {
  return Reader(text, file, {"[[claim]]"}, loose_lists).read_keys();
}

}  // namespace hardmax::claim::toml
