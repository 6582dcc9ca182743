#include "report/html/markup.hpp"

#include <fmt/core.h>

#include <cstdint>
#include <functional>
#include <set>

#include "exact/error.hpp"

namespace hardmax::report::html {

namespace {

constexpr std::string_view kNoCharacter = "\xEF\xBF\xBD";  // U+FFFD

// The length of the UTF-8 character at `at`, 0 if there is none: not a continuation byte, not cut
// short, not longer than needed, no surrogate, at most U+10FFFF.
std::size_t character_at(std::string_view text, std::size_t at, std::uint32_t& code) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  if (first < 0x80) {
    code = first;
    return 1;
  }
  const std::size_t length = first >= 0xF0 && first < 0xF5   ? 4
                             : first >= 0xE0 && first < 0xF0 ? 3
                             : first >= 0xC2 && first < 0xE0 ? 2
                                                             : 0;
  if (length == 0 || at + length > text.size()) return 0;
  code = first & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) return 0;
    code = code << 6 | (byte(at + i) & 0x3Fu);
  }
  const std::uint32_t least = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
  return code < least || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF) ? 0 : length;
}

bool is_shown(std::uint32_t code) {
  if (code < 0x20) return code == '\n' || code == '\t';
  if (code >= 0x7F && code < 0xA0) return false;
  const bool turns = (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) ||
                     code == 0x200E || code == 0x200F || code == 0x061C;
  return !turns && code != 0xFEFF && code != 0x2028 && code != 0x2029;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  for (std::size_t at = 0; at < text.size();) {
    std::uint32_t code = 0;
    const std::size_t length = character_at(text, at, code);
    if (length == 0 || !is_shown(code)) {
      out += kNoCharacter;
    } else if (code == '&') {
      out += "&amp;";
    } else if (code == '<') {
      out += "&lt;";
    } else if (code == '>') {
      out += "&gt;";
    } else if (code == '"') {
      out += "&quot;";
    } else if (code == '\'') {
      out += "&#39;";
    } else {
      out += text.substr(at, length);
    }
    at += length == 0 ? 1 : length;
  }
  return out;
}

std::string css_string(std::string_view text) {
  std::string out = "\"";
  for (std::size_t at = 0; at < text.size();) {
    std::uint32_t code = 0;
    const std::size_t length = character_at(text, at, code);
    const bool plain = (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') ||
                       (code >= '0' && code <= '9') || code == ' ';
    if (length == 0 || !is_shown(code)) {
      out += kNoCharacter;
    } else if (plain) {
      out += text[at];
    } else {
      out += fmt::format("\\{:06x}", code);
    }
    at += length == 0 ? 1 : length;
  }
  return out + "\"";
}

void Markup::start(std::string_view tag, Attributes attributes) {
  out_ += '<';
  out_ += tag;
  for (const auto& [name, value] : attributes) {
    out_ += ' ';
    out_ += name;
    out_ += "=\"";
    out_ += escaped(value);
    out_ += '"';
  }
}

void Markup::open(std::string_view tag, Attributes attributes) {
  start(tag, attributes);
  out_ += '>';
  open_.emplace_back(tag);
}

void Markup::close() {
  HARDMAX_REQUIRE(!open_.empty());
  out_ += "</" + open_.back() + ">";
  // A line for each block: differences between two reports can be read.
  static const std::set<std::string, std::less<>> blocks = {
      "article", "dd", "div", "figure", "h2", "h3", "li", "p", "section", "svg", "table", "tr"};
  if (blocks.contains(open_.back())) out_ += '\n';
  open_.pop_back();
}

void Markup::leaf(std::string_view tag, Attributes attributes) {
  start(tag, attributes);
  out_ += "/>";
}

void Markup::text(std::string_view text) { out_ += escaped(text); }

void Markup::element(std::string_view tag, std::string_view content, Attributes attributes) {
  open(tag, attributes);
  text(content);
  close();
}

Safe Markup::finish() {
  HARDMAX_REQUIRE(open_.empty());
  return {std::move(out_)};
}

}  // namespace hardmax::report::html
