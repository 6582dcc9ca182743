#include "cli/show_command.hpp"

#include <fmt/core.h>

#include <filesystem>

#include "cli/option_values.hpp"
#include "cli/output.hpp"
#include "cli/pattern_options.hpp"
#include "exact/error.hpp"
#include "report/show.hpp"

namespace hardmax::cli {

namespace {

constexpr std::uint64_t kMostParameter = 1'000'000'000;

std::filesystem::path file_at(const std::string& place) {
  std::error_code error;
  if (!std::filesystem::exists(place, error))
    throw InvalidInput(InvalidInput::Kind::file,
                       place +
                           ": there is no such file or folder; name a construction file, or a "
                           "folder with a construction.toml");
  if (!std::filesystem::is_directory(place, error)) return place;
  const std::filesystem::path file = std::filesystem::path(place) / "construction.toml";
  if (!std::filesystem::exists(file, error))
    throw InvalidInput(InvalidInput::Kind::file,
                       place +
                           ": holds no construction.toml; name a folder that has one, or the "
                           "file itself");
  return file;
}

std::vector<Rational> entries_of(const std::string& text) {
  std::vector<Rational> entries;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    const std::string word = text.substr(start, comma - start);
    const bool minus = word.starts_with("-");
    const auto x = word.size() <= 1000 ? number_of(word.substr(minus ? 1 : 0)) : std::nullopt;
    if (!x || entries.size() >= 1'000'000)
      bad(
          fmt::format("--input '{}': '{}' is not a number; write the entries with commas, in the "
                      "order of the construction, for example 0,1/2,0",
                      shortened(text), shortened(word)));
    entries.push_back(minus ? -*x : *x);
    start = comma + 1;
  }
  return entries;
}

int shown(const ShowOptions& options) {
  const auto file = subject::ConstructionFile::read(file_at(options.place));
  const auto print = [&](const subject::Run* run, const report::ShownRun* way) {
    print_result(options.json ? report::show_json(file, run, way, HARDMAX_VERSION)
                              : report::show_text(file, run, way));
    return 0;
  };
  const bool asked = !options.parameters.empty() || !options.variants.empty() ||
                     !options.changes.empty() || options.input.has_value() ||
                     !options.pattern.name_or_file.empty();
  if (!asked && !file.parameters.empty()) return print(nullptr, nullptr);
  subject::RunSpec spec;
  spec.parameters = options.parameters;
  if (file.is_parameter("d")) spec.parameters.emplace("d", 1);
  spec.variants = options.variants;
  spec.changes = options.changes;
  std::optional<Pattern> pattern;
  if (!options.pattern.name_or_file.empty()) {
    pattern = pattern_and_warn(options.pattern);
    spec.pattern = pattern->name();
    const auto add = [&](const char* name, const std::optional<std::uint64_t>& value) {
      if (value) spec.pattern += fmt::format(",{}={}", name, *value);
    };
    add("window", options.pattern.window);
    add("globals", options.pattern.globals);
    add("random", options.pattern.random);
    add("seed", options.pattern.seed);
    add("dilation", options.pattern.dilation);
  }
  const auto run = subject::Run::open(file, std::move(spec), std::move(pattern));
  std::optional<std::vector<Rational>> entries;
  if (options.input) entries = entries_of(*options.input);
  const report::ShownRun way = report::way_of(run, entries);
  return print(&run, &way);
}

}  // namespace

void validate(const RawShow& raw, ShowOptions& options) {
  if (!raw.n.empty()) options.parameters["n"] = whole_number("--n", raw.n, 1, kMostParameter);
  if (!raw.d.empty()) options.parameters["d"] = whole_number("--d", raw.d, 1, kMostParameter);
  if (!raw.delta.empty()) options.parameters["D"] = inverse_of_delta(raw.delta);
  for (const std::string& text : raw.parameters) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      bad(fmt::format("--parameter '{}': write NAME=NUMBER, for example T=5", shortened(text)));
    const auto value = whole_number("--parameter " + text.substr(0, equals),
                                    text.substr(equals + 1), 0, kMostParameter);
    if (!options.parameters.emplace(text.substr(0, equals), value).second)
      bad(fmt::format("--parameter '{}': given twice; keep one", shortened(text)));
  }
  const auto n = options.parameters.find("n");
  options.pattern.n = n == options.parameters.end() ? 0 : n->second;
}

int show_command(const ShowOptions& options) {
  try {
    return shown(options);
  } catch (const LimitReached& limit) {
    fmt::print(stderr, "verify: {}: {}; take smaller parameters\n", options.place, limit.what());
    return 2;
  }
}

}  // namespace hardmax::cli
