#include "cli/coq_command.hpp"

#include <fmt/core.h>

#include "cli/bound_constructions.hpp"
#include "cli/output.hpp"
#include "discharge/coq/export.hpp"
#include "discharge/coq/run.hpp"
#include "discharge/facets.hpp"
#include "exact/atomic_file.hpp"
#include "exact/error.hpp"

namespace hardmax::cli {

namespace {

constexpr std::uint64_t most_ids = 1024;  // of a run that Coq is to execute
constexpr std::uint64_t most_entries_for_all_D =
    12;  // n d: the degree of its polynomials grows with it

void require_exportable(const RunRequest& request) {
  if (!request.overrides.empty()) {
    throw InvalidInput(InvalidInput::Kind::option,
                       fmt::format("--emit-coq: the Coq theorem is about the "
                                   "construction as published; leave out --with {}",
                                   request.overrides.canonical().front()));
  }
  if (const std::uint64_t n = request.parameters.n; n < 2)
    throw InvalidInput(
        InvalidInput::Kind::option,
        fmt::format("--emit-coq: Lemma 7 needs n >= 2, got n = {}; choose a larger --n", n));
}

// Writes them, and says which.
std::string write_coq_files(const std::filesystem::path& directory,
                            const std::vector<CoqFile>& files) {
  FilesOfFolder folder(directory);
  if (!std::filesystem::is_directory(directory)) {
    throw InvalidInput(InvalidInput::Kind::option,
                       fmt::format("--emit-coq '{}': {}; name a directory that can be made",
                                   directory.string(), folder.problem.message()));
  }
  std::string written;
  for (const CoqFile& file : files) {
    folder.write(file.name + ".v", file.text);
    written += fmt::format("Coq: {}\n", (directory / (file.name + ".v")).string());
  }
  return written;
}

}  // namespace

int emit_coq_command(const std::filesystem::path& directory, const RunRequest& request,
                     const std::vector<claim::Entry>& entries,
                     const std::filesystem::path& theory) {
  const auto [n, d, D] = request.parameters;
  require_exportable(request);
  require_written_for(theory, request.paper, entries);
  std::vector<CoqFile> files;
  Assumption1 assumption;
  if (request.pattern != nullptr) {
    assumption = decide_assumption1(*request.pattern);
    if (!assumption.holds()) {
      fmt::print(stderr, "verify: no Coq file was written: Assumption 1 {} for this pattern\n",
                 assumption.fails() ? "fails" : "is undecided");
      return assumption.fails() ? 1 : 2;
    }
    files.push_back({coq_module_name(*request.pattern),
                     coq_export(*request.pattern, assumption, lemma7_claims(entries))});
    const FixedParameters fixed{n, d, request.pattern->layers(), assumption.s};
    if (n * d <= most_entries_for_all_D) {
      if (auto file = coq_for_all_D(entries, request.only, fixed))
        files.push_back(std::move(*file));
    }
  }
  const Rational ids =
      Rational(n) * power(Rational(D + (facets_of(request).has("extended") ? 1 : 0)), n * d);
  if (ids <= Rational(most_ids)) {
    const RunResult result = decide_run(request, entries);
    for (auto file : {coq_refutations(request, result, entries), coq_digest(request, result)}) {
      if (file) files.push_back(std::move(*file));
    }
  } else {
    fmt::print(stderr,
               "verify: nothing of this run was written for Coq to execute: {} ids, more than {}\n",
               ids.str(), most_ids);
  }
  if (files.empty()) {
    fmt::print(stderr, "verify: no Coq file was written: there is nothing that this run shows\n");
    return 1;
  }
  print_result(write_coq_files(directory, files));
  return 0;
}

}  // namespace hardmax::cli
