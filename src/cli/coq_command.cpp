#include "cli/coq_command.hpp"

#include <fmt/core.h>

#include <system_error>

#include "discharge/coq_export.hpp"
#include "exact/atomic_file.hpp"
#include "exact/error.hpp"

namespace hardmax::cli {

int emit_coq_command(const std::filesystem::path& directory, const Pattern& pattern, const Assumption1& assumption, const yun2020b::Overrides& overrides,
                     const std::vector<claim::Entry>& entries, std::ostream& out, std::ostream& err) {
  using Kind = InvalidInput::Kind;
  if (!overrides.empty()) {
    throw InvalidInput(Kind::option, fmt::format("--emit-coq: the Coq theorem is about the construction as published; leave out --with {}", overrides.canonical().front()));
  }
  if (pattern.tokens() < 2) throw InvalidInput(Kind::option, fmt::format("--emit-coq: Lemma 7 needs n >= 2, got n = {}; choose a larger --n", pattern.tokens()));
  if (!assumption.holds()) {
    const bool fails = assumption.self == Decision::no || assumption.order == Decision::no || assumption.reach == Decision::no;
    err << "verify: no Coq file was written: Assumption 1 " << (fails ? "fails" : "is undecided") << " for this pattern\n";
    return fails ? 1 : 2;
  }
  std::error_code problem;
  std::filesystem::create_directories(directory, problem);
  if (problem && !std::filesystem::is_directory(directory)) {
    throw InvalidInput(Kind::option, fmt::format("--emit-coq '{}': {}; name a directory that can be made", directory.string(), problem.message()));
  }
  const std::filesystem::path file = directory / (coq_module_name(pattern) + ".v");
  write_file_atomically(file, coq_export(pattern, assumption, lemma7_claims(entries)));
  out << "Coq: " << file.string() << "\n";
  return 0;
}

}  // namespace hardmax::cli
