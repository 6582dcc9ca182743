#include "cli/steps_command.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "cli/option_values.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "report/steps.hpp"

namespace hardmax::cli {

namespace {

// What a second of the budget is worth, in steps of a reading.
constexpr double kStepsPerSecond = 1e7;

// Options that say something of claims; none is decided here.
void refuse_options_of_claims(const ConstructionRunOptions& options) {
  const char* const how = options.steps ? "--steps" : "--printed";
  const auto refuse = [&](bool given, const char* option) {
    if (given)
      bad(
          fmt::format("{}: {} looks for the first step that breaks, and decides no claim; leave it "
                      "out{}",
                      option, how,
                      options.printed ? ", or write --variant printed in place of --printed" : ""));
  };
  refuse(!options.only.empty(), "--only");
  refuse(!options.claims.empty(), "--claims");
  refuse(!options.expected.empty(), "--expect");
  refuse(!options.certificate.empty(), "--certificate");
  refuse(!options.dump.empty(), "--dump");
  refuse(options.strict, "--strict");
  refuse(options.all, "--all");
  refuse(options.quiet, "--quiet");
}

}  // namespace

bool asks_for_steps(const subject::ConstructionFile& file, const ConstructionRunOptions& options) {
  return options.steps || (options.printed && !file.steps.empty());
}

int steps_command(const subject::ConstructionFile& file, const ConstructionRunOptions& options) {
  if (file.steps.empty())
    bad("--steps: construction '" + file.id +
        "' says nothing of its steps; write [[step]] tables (proofs/README.md), or leave it out");
  refuse_options_of_claims(options);
  const auto run = run_of(file, options);
  if (const std::string why = too_long_for_literal(run, options); !why.empty()) {
    fmt::print(stderr, "verify: {}\n", why);
    return 2;
  }
  Progress progress(options.progress);
  const auto walked = subject::walk(
      run, static_cast<std::uint64_t>(std::min(options.budget_seconds * kStepsPerSecond, 1e15)),
      [&](std::uint64_t done, std::uint64_t total) { progress(done, total); });
  progress.clear();
  print_result(options.json ? report::steps_json(run, walked, HARDMAX_VERSION)
                            : report::steps_text(run, walked, in_color(options.color)));
  return report::exit_code(walked);
}

}  // namespace hardmax::cli
