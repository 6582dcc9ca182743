#include "cli/pattern_command.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "certificate/hypotheses.hpp"
#include "claim/entry.hpp"
#include "cli/option_values.hpp"
#include "cli/output.hpp"
#include "cli/run_command.hpp"
#include "discharge/assumption1_members.hpp"
#include "exact/atomic_file.hpp"
#include "exact/error.hpp"
#include "pattern/report.hpp"
#include "pattern/structured_assumption1.hpp"

namespace hardmax {
namespace {

using certificate::ClaimRecord;

constexpr std::string_view kPaper = "yun2020b";  // whose Assumption 1 is decided

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
  const std::string paper = fmt::format("{}.A1.", kPaper);
  certificate::Writer w("assumption1");
  write_assumption1(w, pattern, a);
  const bool self = a.self == Decision::yes;
  w.claims(paper, {claim_record(entries, paper + "1", a.self, ""),
                   claim_record(entries, paper + "2", a.order, ""),
                   claim_record(entries, paper + "3", a.reach, self ? "" : paper + "1")});
  std::vector<const claim::Entry*> claims;
  for (const claim::Entry& entry : entries) {
    if (entry.id == paper + "1" || entry.id == paper + "2" || entry.id == paper + "3")
      claims.push_back(&entry);
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
  if (!any) return;
  if (file)
    bad(fmt::format("--any-of '{}': stands in place of '{}'; leave one of them out",
                    cli::shortened(options.any_of), cli::shortened(options.request.name_or_file)));
  for (const auto& [option, given] : {std::pair{"--json", options.json},
                                      {"--svg", !options.svg.empty()},
                                      {"--certificate", !options.certificate.empty()}}) {
    if (given)
      bad(fmt::format("{}: is of one pattern, not of --any-of; leave it out, or ask for the file",
                      option));
  }
}

namespace {

constexpr std::size_t kMostChoices = 10'000;

std::vector<std::filesystem::path> files_of(const std::string& directory) {
  namespace fs = std::filesystem;
  std::error_code error;
  std::vector<fs::path> files;
  for (fs::directory_iterator it(directory, error); !error && it != fs::directory_iterator();
       it.increment(error)) {
    std::error_code ignored;
    if (it->path().filename().string().starts_with('.') ||
        !fs::is_regular_file(it->path(), ignored))
      continue;
    files.push_back(it->path());
    if (files.size() > kMostChoices)
      cli::bad(fmt::format("--any-of '{}': has more than {} files; take those that matter",
                           cli::shortened(directory), kMostChoices));
  }
  if (error)
    throw InvalidInput(InvalidInput::Kind::file,
                       fmt::format("--any-of '{}': {}; name a directory of masks",
                                   cli::shortened(directory), error.message()));
  if (files.empty())
    throw InvalidInput(InvalidInput::Kind::file,
                       fmt::format("--any-of '{}': has no file; put one file there for each mask "
                                   "that may be chosen",
                                   cli::shortened(directory)));
  std::sort(files.begin(), files.end());
  return files;
}

std::string one_line_about(const PatternReport& report) {
  const Assumption1& a = report.assumption;
  const StructuredPattern& pattern = report.import.pattern;
  if (a.self == Decision::no) return "(1.1) fails: " + explain_self(a, pattern);
  if (a.order == Decision::no) return "(1.2) fails: " + explain_order(a, pattern);
  if (a.reach == Decision::no) return "(1.3) fails: " + explain_reach(a, pattern);
  if (!a.holds()) return "undecided";
  return "holds, s = " + std::to_string(a.s);
}

// The theorem whose hypotheses Assumption 1 is, as the folder of its claims says it.
PatternTheorem theorem_of(const std::vector<std::string>& claims) {
  const std::map<std::string, claim::Paper> papers = cli::papers_of(claims);
  const auto paper = papers.find(std::string(kPaper));
  if (paper == papers.end() || paper->second.theorem.empty()) return {};
  const claim::Paper& p = paper->second;
  const std::string who = p.authors.substr(0, p.authors.find(',')) +
                          (p.authors.find(',') == std::string::npos ? "" : " et al.");
  return {fmt::format("{} of {} {}", p.theorem, who, p.year), p.says,
          fmt::format("verify findings {}", kPaper)};
}

// Tokens choose at run time which of the masks they use: what is claimed of all choices holds only
// if it holds for the worst.
int run_any_of(const PatternCommandOptions& options) {
  const std::vector<std::filesystem::path> files = files_of(options.any_of);
  std::string out;
  std::size_t n = 0, fails = 0, undecided = 0;
  std::uint64_t most_steps = 0;
  for (const std::filesystem::path& file : files) {
    PatternRequest request = options.request;
    request.name_or_file = file.string();
    const PatternReport report = report_pattern(request);
    const std::string name = file.filename().string();
    if (n != 0 && n != report.import.pattern.n)
      throw InvalidInput(InvalidInput::Kind::file,
                         fmt::format("{}: has {} tokens, the files before it {}; choices are made "
                                     "among masks of one size",
                                     file.string(), report.import.pattern.n, n));
    n = report.import.pattern.n;
    for (const std::string& warning : report.import.warnings)
      fmt::print(stderr, "verify: warning: {}: {}\n", name, warning);
    out += fmt::format("{}: {}\n", name, one_line_about(report));
    fails += report.assumption.fails() ? 1 : 0;
    undecided += !report.assumption.fails() && !report.assumption.holds() ? 1 : 0;
    if (report.assumption.holds())
      most_steps = std::max<std::uint64_t>(most_steps, report.assumption.s);
  }
  std::string head = fmt::format("{} {} of {} tokens, one of which is chosen at run time\n",
                                 files.size(), files.size() == 1 ? "mask" : "masks", n);
  if (fails > 0) {
    head += fmt::format(
        "Assumption 1 fails for {} of them: nothing is known of a model that may "
        "choose these\n",
        fails);
  } else if (undecided > 0) {
    head += fmt::format("Assumption 1 is undecided for {} of them\n", undecided);
  } else {
    head += fmt::format(
        "Assumption 1 holds for each of them, at the worst with s = {}; that the "
        "choice depends on the input is not covered by the theorem\n",
        most_steps);
  }
  cli::print_result(head + out);
  return fails > 0 ? 1 : undecided > 0 ? 2 : 0;
}

}  // namespace

int run_pattern_command(const PatternCommandOptions& options) {
  if (!options.any_of.empty()) return run_any_of(options);
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
  const PatternTheorem theorem = theorem_of(options.claims);
  cli::print_result(options.json ? pattern_json(report, theorem, options.any_layers)
                                 : pattern_text(report, theorem));
  return exit_code(report, options.any_layers);
}

}  // namespace hardmax
