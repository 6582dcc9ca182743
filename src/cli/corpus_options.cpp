#include "cli/corpus_options.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "exact/error.hpp"

namespace hardmax::cli {

namespace {

[[noreturn]] void bad(const std::string& line) { throw InvalidInput(InvalidInput::Kind::option, line); }

void one_of(const char* option, const std::string& value, const std::vector<std::string>& allowed) {
  if (std::find(allowed.begin(), allowed.end(), value) != allowed.end()) return;
  std::string list;
  for (const std::string& a : allowed) list += (list.empty() ? "" : ", ") + a;
  bad(fmt::format("{} '{}': unknown; known are {}", option, value.substr(0, 60), list));
}

}  // namespace

void validate(CorpusOptions& options) {
  one_of("--format", options.format, {"text", "md"});
  if (!options.for_all.empty()) one_of("--for-all", options.for_all, {"D", "all"});
  if (!options.for_all.empty() && (options.json || options.format == "md" || !options.junit.empty())) bad("--for-all prints text alone; leave --json, --junit and --format out");
  one_of("--progress", options.progress, {"auto", "none"});
  one_of("--color", options.color, {"auto", "always", "never"});
  if (options.json && options.format == "md") bad("--json with --format md: one output at a time; leave one out");
  const std::string& given = options.prefix_or_file;
  if (given.empty()) return;
  std::error_code ignored;
  const bool file = given.find('/') != std::string::npos || given.ends_with(".toml") || std::filesystem::exists(given, ignored);
  std::string& place = file ? options.claims : options.only;
  if (!place.empty()) bad(fmt::format("claims '{}': the {} is also given by {}; leave one out", given.substr(0, 100), file ? "file" : "prefix", file ? "--claims" : "--only"));
  place = given;
}

}  // namespace hardmax::cli
