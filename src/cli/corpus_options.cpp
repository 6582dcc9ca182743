#include "cli/corpus_options.hpp"

#include <fmt/core.h>

#include <filesystem>

#include "cli/option_values.hpp"

namespace hardmax::cli {

void validate(CorpusOptions& options) {
  one_of("--format", options.format, {"text", "md"});
  if (!options.for_all.empty()) one_of("--for-all", options.for_all, {"D", "all"});
  if (!options.for_all.empty() &&
      (options.json || options.format == "md" || !options.junit.empty()))
    bad("--for-all prints text alone; leave --json, --junit and --format out");
  one_of("--progress", options.progress, {"auto", "none"});
  one_of("--color", options.color, {"auto", "always", "never"});
  if (options.json && options.format == "md")
    bad("--json with --format md: one output at a time; leave one out");
  const std::string& given = options.prefix_or_file;
  if (given.empty()) return;
  std::error_code ignored;
  const bool file = given.find('/') != std::string::npos || given.ends_with(".toml") ||
                    std::filesystem::exists(given, ignored);
  if (file) {
    options.claims.push_back(given);
  } else if (options.only.empty()) {
    options.only = given;
  } else {
    bad(fmt::format("claims '{}': the prefix is also given by --only; leave one out",
                    given.substr(0, 100)));
  }
}

}  // namespace hardmax::cli
