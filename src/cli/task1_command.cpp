#include "cli/task1_command.hpp"

#include <fmt/core.h>

#include "claim/paper.hpp"
#include "cli/answer.hpp"
#include "cli/option_values.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "cli/run_command.hpp"
#include "cli/vector_file.hpp"
#include "decide/vector_certificate.hpp"
#include "exact/atomic_file.hpp"
#include "exact/error.hpp"
#include "report/farthest.hpp"

namespace hardmax::cli {

namespace {

constexpr std::uint64_t kMostLength = 64;

int found(const Task1Options& options) {
  const decide::VectorList list = read_vectors(options.vectors, options.length);
  const auto file = subject::ConstructionFile::read(
      claim::folder_of_command(shipped_claims(), "task1") / "construction.toml");
  subject::RunSpec spec;
  spec.parameters["n"] = list.tuples.front().size();
  spec.parameters["d"] = list.vectors.front().size();
  spec.variants = {"listed"};
  const subject::Run run =
      subject::Run::open(file, std::move(spec), std::nullopt, subject::Run::WithoutNetwork::refused,
                         subject::Engine::literal, std::nullopt, decide::tables_of(list));
  Progress progress(options.progress, "tuples");
  decide::FarthestRequest request;
  request.run = &run;
  request.list = &list;
  request.checksum = !options.certificate.empty();
  const Deadline deadline(options.timeout_seconds);
  request.progress = [&](std::uint64_t done, std::uint64_t total) {
    deadline.require_time(done, total, "tuples");
    progress(done, total);
  };
  const decide::FarthestResult result = decide::find_farthest(request);
  progress.clear();
  report::FarthestPresentation how;
  how.tool_version = HARDMAX_VERSION;
  Answer answer;
  if (!options.certificate.empty()) {
    answer.add_file(options.certificate, decide::certify_vectors(run, list, result));
    how.certificate = options.certificate;
  }
  answer.give(options.json ? report::farthest_json(list, result, how)
                           : report::farthest_text(list, result, how));
  return report::exit_code(result);
}

}  // namespace

void validate(const RawTask1& raw, Task1Options& options) {
  one_of("--progress", options.progress, {"auto", "bar", "lines", "json", "none"});
  if (!raw.timeout.empty()) options.timeout_seconds = seconds_of("--timeout", raw.timeout);
  if (!raw.tuples.empty()) options.length = whole_number("--tuples", raw.tuples, 1, kMostLength);
}

int task1_command(const Task1Options& options) {
  try {
    return found(options);
  } catch (const LimitReached& limit) {
    fmt::print(stderr, "verify: {}: {}; take fewer tuples\n", options.vectors, limit.what());
    return 2;
  }
}

}  // namespace hardmax::cli
