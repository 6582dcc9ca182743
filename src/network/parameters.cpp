#include "network/parameters.hpp"

#include <fmt/core.h>

#include <charconv>

#include "exact/error.hpp"

namespace hardmax {

namespace {

[[noreturn]] void bad_override(std::string_view text, const std::string& remedy) {
  throw InvalidInput(InvalidInput::Kind::option, fmt::format("--with '{}': {}", text, remedy));
}

std::uint64_t index(std::string_view digits, std::string_view text, const char* what) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size() || value == 0 ||
      digits.front() == '0') {
    bad_override(text, fmt::format("{} must be a whole number from 1", what));
  }
  return value;
}

Rational rational(std::string_view value, std::string_view text) {
  const auto parsed = value.size() <= 10'000 ? Rational::parse(value) : std::nullopt;
  if (!parsed) bad_override(text, "the value must be a whole number or a fraction such as 1/2");
  return *parsed;
}

}  // namespace

void Overrides::add(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos)
    bad_override(text, "write NAME=VALUE, for example c=1, shift=1, E.3=0 or drop=13");
  const std::string_view name = text.substr(0, equals);
  const std::string_view value = text.substr(equals + 1);
  bool fresh = true;
  if (name == "c") {
    fresh = !c.has_value();
    c = rational(value, text);
  } else if (name == "shift") {
    fresh = !shift.has_value();
    shift = rational(value, text);
  } else if (name.starts_with("E.")) {
    fresh = E.emplace(index(name.substr(2), text, "the token after 'E.'"), rational(value, text))
                .second;
  } else if (name == "drop") {
    fresh = drop.insert(index(value, text, "the attention layer")).second;
  } else if (name == "qdrop") {
    fresh = qdrop.insert(index(value, text, "the quantiser layer")).second;
  } else if (name == "vdrop") {
    fresh = vdrop.insert(index(value, text, "the value layer")).second;
  } else {
    bad_override(text, "unknown name; known are c, shift, E.TOKEN, drop, qdrop and vdrop");
  }
  if (!fresh) bad_override(text, "given twice; keep one");
}

std::vector<std::string> Overrides::canonical() const {
  std::vector<std::string> list;
  if (c) list.push_back("c=" + c->str());
  if (shift) list.push_back("shift=" + shift->str());
  for (const auto& [token, value] : E) list.push_back(fmt::format("E.{}={}", token, value.str()));
  for (const std::uint64_t layer : drop) list.push_back(fmt::format("drop={}", layer));
  for (const std::uint64_t layer : qdrop) list.push_back(fmt::format("qdrop={}", layer));
  for (const std::uint64_t layer : vdrop) list.push_back(fmt::format("vdrop={}", layer));
  return list;
}

Rational column_id(std::span<const Rational> column, std::uint64_t D) {
  Rational id;
  for (std::size_t r = column.size(); r-- > 0;) id = id * Rational(D) + column[r];
  return id;
}

Rational geometric_sum(std::uint64_t d, std::uint64_t D) {
  Rational sum;
  for (std::uint64_t r = 0; r < d; ++r) sum += power(D, r);
  return sum;
}

}  // namespace hardmax
