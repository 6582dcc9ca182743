#include "cli/show_command.hpp"

#include <fmt/core.h>

#include "cli/option_values.hpp"
#include "cli/output.hpp"
#include "exact/error.hpp"
#include "report/show.hpp"

namespace hardmax::cli {

namespace {

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

int show_file(const ShowOptions& options) {
  const auto file = subject::ConstructionFile::read(construction_file_at(options.place));
  const auto print = [&](const subject::Run* run, const report::ShownRun* way) {
    print_result(options.json ? report::show_json(file, run, way, HARDMAX_VERSION)
                              : report::show_text(file, run, way));
    return 0;
  };
  const bool asked = !options.parameters.empty() || !options.variants.empty() ||
                     !options.changes.empty() || !options.readings.empty() || options.printed ||
                     options.input.has_value() || !options.pattern.name_or_file.empty() ||
                     !options.machine.empty() || options.word || !options.tables.empty();
  if (!asked && (!file.parameters.empty() || file.machine || !file.tables.empty()))
    return print(nullptr, nullptr);
  const auto run = run_of(file, options);
  std::optional<std::vector<Rational>> entries;
  if (options.input) entries = entries_of(*options.input);
  const report::ShownRun way = report::way_of(run, entries);
  return print(&run, &way);
}

}  // namespace

int show_command(const ShowOptions& options) {
  try {
    return show_file(options);
  } catch (const LimitReached& limit) {
    fmt::print(stderr, "verify: {}: {}; take smaller parameters\n", options.place, limit.what());
    return 2;
  }
}

}  // namespace hardmax::cli
