#include "cli/pattern_command.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "certificate/hypotheses.hpp"
#include "claim/entry.hpp"
#include "cli/answer.hpp"
#include "cli/any_of_command.hpp"
#include "cli/bound_constructions.hpp"
#include "cli/option_values.hpp"
#include "cli/output.hpp"
#include "cli/run_command.hpp"
#include "discharge/assumption1_members.hpp"
#include "discharge/construction_files.hpp"
#include "discharge/from_file.hpp"
#include "exact/atomic_file.hpp"
#include "exact/error.hpp"
#include "pattern/picture.hpp"
#include "pattern/report.hpp"
#include "pattern/structured_assumption1.hpp"

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
  // The parts of Assumption 1 are the hypotheses of the construction. What they say is compared by
  // verify-check, which accepts nothing else under these ids.
  const auto& said = construction_file(pattern_construction()).hypotheses;
  if (said.size() != 3)
    throw InvalidInput(
        InvalidInput::Kind::file,
        fmt::format("--certificate: construction '{}' has {} hypotheses, and not the "
                    "three parts of Assumption 1; leave it out",
                    pattern_construction(), said.size()));
  std::string start = said.front();
  for (const std::string& id : said)
    while (!id.starts_with(start)) start.pop_back();
  certificate::Writer w("assumption1");
  write_assumption1(w, pattern, a);
  const bool self = a.self == Decision::yes;
  w.claims(start,
           {claim_record(entries, said[0], a.self, ""), claim_record(entries, said[1], a.order, ""),
            claim_record(entries, said[2], a.reach, self ? "" : said[0])});
  std::vector<const claim::Entry*> claims;
  for (const claim::Entry& entry : entries) {
    if (std::find(said.begin(), said.end(), entry.id) != said.end()) claims.push_back(&entry);
  }
  w.hypotheses(certificate::hypotheses_of(claims, entries));
  return w.finish();
}

}  // namespace

void validate(const PatternCommandOptions& options) {
  using cli::bad;
  const bool file = !options.request.name_or_file.empty(), any = !options.any_of.empty();
  if (!file && !any)
    bad("NAME|FILE is missing; write for example verify pattern strided --n 16, or --any-of DIR");
  if (!options.title.empty() && options.svg.empty())
    bad(fmt::format("--title '{}': is of the picture; give --svg FILE too, or leave it out",
                    cli::shortened(options.title)));
  if (!any) return;
  if (file)
    bad(fmt::format("--any-of '{}': stands in place of '{}'; leave one of them out",
                    cli::shortened(options.any_of), cli::shortened(options.request.name_or_file)));
  for (const auto& [option, given] : {std::pair{"--svg", !options.svg.empty()},
                                      {"--title", !options.title.empty()},
                                      {"--star", options.star},
                                      {"--certificate", !options.certificate.empty()}}) {
    if (given)
      bad(fmt::format("{}: is of one pattern, not of --any-of; leave it out, or ask for the file",
                      option));
  }
}

namespace {

// The theorem of a paper, as the folder of its claims says it.
PatternTheorem theorem_of(const std::string& name, const claim::Paper& p) {
  if (p.theorem.empty()) return {};
  const std::string who = p.authors.substr(0, p.authors.find(',')) +
                          (p.authors.find(',') == std::string::npos ? "" : " et al.");
  return {fmt::format("{} of {} {}", p.theorem, who, p.year), p.says,
          fmt::format("verify findings {}", name)};
}

// Whose hypotheses Assumption 1 is: that of the construction that takes a pattern.
PatternTheorem theorem_of_assumption1(const std::map<std::string, claim::Paper>& papers) {
  if (main_constructions().empty()) return {};
  const auto paper = papers.find(pattern_construction());
  return paper == papers.end() ? PatternTheorem() : theorem_of(paper->first, paper->second);
}

// Whose hypothesis is a star: its file says that.
PatternTheorem theorem_of_stars(const std::map<std::string, claim::Paper>& papers) {
  const auto paper = std::find_if(papers.begin(), papers.end(),
                                  [](const auto& it) { return it.second.asks_for == "star"; });
  return paper == papers.end() ? PatternTheorem() : theorem_of(paper->first, paper->second);
}

}  // namespace

int run_pattern_command(const PatternCommandOptions& options) {
  if (!options.any_of.empty()) return cli::any_of_command(options);
  std::vector<claim::Entry> entries;
  if (!options.certificate.empty()) entries = cli::load_claims(options.claims);
  const PatternReport report = report_pattern(options.request, options.star);
  cli::Answer answer;
  if (!options.certificate.empty()) {
    if (report.import.pattern.n < 2)
      throw InvalidInput(
          InvalidInput::Kind::option,
          "--certificate: the claims speak of n >= 2 tokens; leave it out for n = 1");
    answer.add_file(
        options.certificate,
        cli::bound_to_constructions(
            certificate_text(report.import.pattern, report.assumption, entries), entries));
  }
  if (!options.svg.empty())
    answer.add_file(options.svg,
                    pattern_picture(report.import.pattern, report.assumption, options.title));
  for (const std::string& warning : report.import.warnings) answer.tell("warning: " + warning);
  const std::map<std::string, claim::Paper> papers = cli::papers_of(options.claims);
  cli::look_for_constructions_at(options.claims);
  const PatternTheorem theorem = theorem_of_assumption1(papers);
  const PatternTheorem of_stars = options.star ? theorem_of_stars(papers) : PatternTheorem();
  answer.give(options.json ? pattern_json(report, theorem, options.any_layers, of_stars)
                           : pattern_text(report, theorem, of_stars));
  return exit_code(report, options.any_layers);
}

}  // namespace hardmax
