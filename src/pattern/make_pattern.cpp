#include <system_error>

#include "exact/error.hpp"
#include "pattern/named.hpp"
#include "pattern/pattern.hpp"

namespace hardmax {
namespace {

bool looks_like_a_file(const std::string& text) {
  std::error_code error;
  return text.find_first_of("/.") != std::string::npos || std::filesystem::is_regular_file(text, error);
}

}  // namespace

Pattern make_pattern(const PatternRequest& request) {
  using enum InvalidInput::Kind;
  if (is_pattern_name(request.name_or_file)) return expand(named_pattern(request));
  if (!looks_like_a_file(request.name_or_file)) {
    std::string known;
    for (const std::string& name : pattern_names()) known += (known.empty() ? "" : ", ") + name;
    throw InvalidInput(option, "--pattern " + request.name_or_file + ": no such pattern; take a file or one of " + known);
  }
  Pattern pattern = read_pattern_json(request.name_or_file);
  if (request.n != 0 && request.n != pattern.tokens()) {
    throw InvalidInput(option, "--n " + std::to_string(request.n) + ": the pattern in " + request.name_or_file + " has " +
                                   std::to_string(pattern.tokens()) + " tokens; leave --n out");
  }
  return pattern;
}

}  // namespace hardmax
