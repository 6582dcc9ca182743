#include "claim/hint.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "exact/rational.hpp"

namespace hardmax::claim {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

struct Spelling {
  std::string_view written, meant;
};
constexpr Spelling kSpellings[] = {{"==", "="},
                                   {"&&", "and"},
                                   {"||", "or"},
                                   {"**", "^"},
                                   {"<>", "!="},
                                   {"=>", "implies"},
                                   {"->", "implies"},
                                   {"\xE2\x89\xA4", "<="},
                                   {"\xE2\x89\xA5", ">="},
                                   {"\xE2\x88\x80", "forall"},
                                   {"\xE2\x88\x83", "exists"},
                                   {"\xE2\x88\x88", "in"},
                                   {"&", "and"},
                                   {"|", "or"},
                                   {"!", "not"},
                                   {"~", "not"}};

}  // namespace

std::string refusal(std::string_view text, const SyntaxError& error) {
  const auto* const known = dynamic_cast<const MeantError*>(&error);
  const std::string remedy =
      known == nullptr || known->meant.empty() ? hint_at(text, error.offset) : "; " + known->meant;
  return fmt::format("{} (at character {}: '{}'){}", error.what(), error.offset + 1,
                     text.substr(std::min(error.offset, text.size()), 24), remedy);
}

std::string with_mark(std::string_view text, std::size_t offset) {
  constexpr std::size_t kBefore = 60, kAll = 90;  // bytes that are shown
  offset = std::min(offset, text.size());
  std::size_t first = offset <= kBefore ? 0 : offset - kBefore;
  // A letter of several bytes is shown whole.
  const auto inside = [&](std::size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
  };
  while (first > 0 && inside(first)) --first;
  std::size_t last = std::min(text.size(), first + kAll);
  while (inside(last)) ++last;
  std::string shown(text.substr(first, last - first)), blanks;
  for (char& c : shown)
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  for (std::size_t at = first; at < offset; ++at)
    if (!inside(at)) blanks += ' ';
  return fmt::format("  {}\n  {}^", shown, blanks);
}

std::string hint_at(std::string_view text, std::size_t offset) {
  if (offset >= text.size()) return "";
  // The number that a point stands in: 0.5, .25.
  std::size_t first = offset, last = offset;
  while (first > 0 && (is_digit(text[first - 1]) || text[first - 1] == '.')) --first;
  while (last < text.size() && (is_digit(text[last]) || text[last] == '.')) ++last;
  const std::string_view number = text.substr(first, std::min<std::size_t>(last - first, 60));
  if (number.size() > 1 && std::count(number.begin(), number.end(), '.') == 1 &&
      is_digit(number.back())) {
    const std::size_t point = number.find('.');
    const std::string digits =
        std::string(number.substr(0, point)) + std::string(number.substr(point + 1));
    const auto whole =
        Rational::parse(digits.substr(std::min(digits.find_first_not_of('0'), digits.size() - 1)));
    if (whole) {
      Rational value = *whole;
      for (std::size_t i = point + 1; i < number.size(); ++i) value = value / Rational(10);
      return fmt::format("; write {} for {}", value.str(), number);
    }
  }
  // A sign may be refused at its second character.
  for (const std::size_t at : {offset, offset == 0 ? 0 : offset - 1})
    for (const Spelling& one : kSpellings)
      if (text.substr(at).starts_with(one.written))
        return fmt::format("; write {} for {}", one.meant, one.written);
  return "";
}

}  // namespace hardmax::claim
