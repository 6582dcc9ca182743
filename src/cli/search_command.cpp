#include "cli/search_command.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "cli/option_values.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "cli/run_command.hpp"
#include "exact/error.hpp"
#include "report/search.hpp"

namespace hardmax::cli {

namespace {

constexpr double kStepsASecond = 1e7;  // what a second of the budget is worth

// A folder or a file; else the folder of a construction of this name.
std::string place_of(const std::string& given) {
  std::error_code error;
  if (std::filesystem::exists(given, error)) return given;
  const std::filesystem::path shipped = shipped_claims() / given;
  return std::filesystem::exists(shipped / "construction.toml", error) ? shipped.string() : given;
}

int search(const SearchOptions& options) {
  if (!options.least)
    bad("search: what is looked for is missing; write --least, for choices with the least number");
  if (options.json && !options.certificate.empty())
    bad("--certificate: the claims that it states are shown as text; leave --json out");
  const auto file = subject::ConstructionFile::read(construction_file_at(options.place));
  if (file.searches.empty())
    bad("search: construction '" + file.id +
        "' says nothing of what to try; write a [[search]] table (proofs/README.md)");
  const auto run = run_of(file, options);
  int code = 0;
  for (const subject::Search& asked : file.searches) {
    Progress progress(options.progress);
    const auto found = subject::searched(
        run, asked,
        static_cast<std::uint64_t>(std::min(options.budget_seconds * kStepsASecond, 1e15)),
        [&](std::uint64_t done, std::uint64_t total) { progress(done, total); });
    progress.clear();
    print_result(options.json ? report::search_json(run, asked, found, HARDMAX_VERSION)
                              : report::search_text(run, asked, found));
    code = std::max(code, report::exit_code(found));
    if (options.certificate.empty() || found.best() == nullptr || !found.stopped.empty()) continue;
    ConstructionRunOptions best;
    static_cast<ConstructionOptions&>(best) = options;
    best.changes.insert(best.changes.end(), found.best()->changes.begin(),
                        found.best()->changes.end());
    best.certificate = options.certificate;
    best.budget_seconds = options.budget_seconds;
    best.progress = options.progress;
    best.quiet = true;
    code = std::max(code, construction_command(best));
  }
  return code;
}

}  // namespace

int search_command(const SearchOptions& given) {
  SearchOptions options = given;
  options.place = place_of(given.place);
  try {
    return search(options);
  } catch (const LimitReached& limit) {
    fmt::print(stderr, "verify: {}: {}; take smaller parameters\n", options.place, limit.what());
    return 2;
  }
}

}  // namespace hardmax::cli
