// An option that does nothing for what was given is refused: whoever wrote it expects that it
// does something.
#include "exact/error.hpp"
#include "pattern/import/import.hpp"

namespace hardmax {
namespace {

struct Given {
  std::string_view option;
  std::string value;
};

std::vector<Given> given_options(const PatternRequest& request) {
  std::vector<Given> given;
  const auto number = [&](std::string_view option, const std::optional<std::uint64_t>& value) {
    if (value) given.push_back({option, std::to_string(*value)});
  };
  const auto word = [&](std::string_view option, const std::string& value) {
    if (!value.empty()) given.push_back({option, value});
  };
  const auto flag = [&](std::string_view option, bool value) {
    if (value) given.push_back({option, ""});
  };
  const ImportOptions& import = request.import;
  number("--window", request.window);
  number("--globals", request.globals ? request.globals : import.globals);
  number("--random", request.random);
  number("--seed", request.seed);
  number("--dilation", request.dilation);
  if (import.true_attends) word("--mask-true", *import.true_attends ? "attend" : "block");
  if (import.additive) word("--mask-true", "additive");
  word("--stack", import.stack);
  word("--tensor", import.tensor);
  word("--mode", import.mode);
  number("--head", import.head);
  number("--layer", import.layer);
  number("--batch", import.batch);
  flag("--undirected", import.undirected);
  flag("--self-loops", import.self_loops);
  number("--base", import.base);
  return given;
}

}  // namespace

void refuse_unused_options(const PatternRequest& request, const Import& import) {
  for (const Given& given : given_options(request)) {
    if (import.uses(given.option)) continue;
    const bool named = request.name_or_file == import.pattern.name;
    throw InvalidInput(InvalidInput::Kind::option,
                       std::string(given.option) + (given.value.empty() ? "" : " ") + given.value +
                           ": does nothing for " + (named ? "the pattern " : "") +
                           import.pattern.name + "; leave it out");
  }
}

}  // namespace hardmax
