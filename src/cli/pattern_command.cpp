#include "cli/pattern_command.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "certificate/writer.hpp"
#include "claim/entry.hpp"
#include "cli/output.hpp"
#include "cli/run_command.hpp"
#include "discharge/assumption1_members.hpp"
#include "exact/atomic_file.hpp"
#include "exact/error.hpp"
#include "pattern/report.hpp"

namespace hardmax {
namespace {

using certificate::ClaimRecord;

ClaimRecord claim_record(const std::vector<claim::Entry>& entries, const std::string& id,
                         Decision decision, const std::string& needs) {
  const auto entry = std::find_if(entries.begin(), entries.end(),
                                  [&](const claim::Entry& e) { return e.id == id; });
  if (entry == entries.end())
    throw InvalidInput(InvalidInput::Kind::file,
                       "--certificate: there is no claim entry " + id +
                           "; name the directory that has it with --claims DIR");
  ClaimRecord record{.id = id,
                     .sha256 = certificate::sha256(claim::binding_text(*entry)),
                     .verdict = "undecided",
                     .tier = "none",
                     .evidence = "none",
                     .reason = "limit",
                     .witness = {}};
  if (!needs.empty()) {
    record.verdict = "not_checkable";
    record.reason = "hypothesis " + needs;
  } else if (decision != Decision::undecided) {
    record.verdict = decision == Decision::yes ? "verified" : "refuted";
    record.tier = decision == Decision::yes ? "symbolic" : "witness";
    record.evidence = "argument";
    record.reason = "";
  }
  return record;
}

std::string certificate_text(const StructuredPattern& pattern, const Assumption1& a,
                             const std::vector<claim::Entry>& entries) {
  const std::string paper = "yun2020b.A1.";
  certificate::Writer w("assumption1");
  write_assumption1(w, pattern, a);
  const bool self = a.self == Decision::yes;
  w.claims(paper, {claim_record(entries, paper + "1", a.self, ""),
                   claim_record(entries, paper + "2", a.order, ""),
                   claim_record(entries, paper + "3", a.reach, self ? "" : paper + "1")});
  return w.finish();
}

}  // namespace

int run_pattern_command(const PatternCommandOptions& options) {
  std::vector<claim::Entry> entries;
  if (!options.certificate.empty()) entries = cli::load_claims(options.claims);
  const PatternReport report = report_pattern(options.request);
  if (!options.certificate.empty()) {
    if (report.import.pattern.n < 2)
      throw InvalidInput(
          InvalidInput::Kind::option,
          "--certificate: the claims speak of n >= 2 tokens; leave it out for n = 1");
    write_file_atomically(options.certificate,
                          certificate_text(report.import.pattern, report.assumption, entries));
  }
  if (!options.svg.empty()) write_file_atomically(options.svg, svg_picture(report.import.pattern));
  for (const std::string& warning : report.import.warnings)
    fmt::print(stderr, "verify: warning: {}\n", warning);
  cli::print_result(options.json ? pattern_json(report) : pattern_text(report));
  return exit_code(report);
}

}  // namespace hardmax
