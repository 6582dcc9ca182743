#include "cli/every_input_command.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "cli/option_values.hpp"
#include "cli/output.hpp"
#include "cli/structural_certificate.hpp"
#include "decide/decide.hpp"
#include "decide/for_all.hpp"
#include "exact/atomic_file.hpp"
#include "exact/error.hpp"
#include "report/corpus.hpp"

namespace hardmax::cli {

namespace {

using decide::ForAllRequest;
using decide::ForAllResult;
using Claim = ForAllResult::Claim;
using InputsSay = StructuralClaims::Says;

void refuse_options(const ConstructionRunOptions& options) {
  const auto refuse = [&](bool given, const char* option) {
    if (given)
      bad(fmt::format("{}: does not go with --for-all {}; leave one of them out", option,
                      options.for_all));
  };
  refuse(options.for_all == "D" && options.parameters.contains("D"), "--delta");
  refuse(options.json, "--json");
  refuse(!options.dump.empty(), "--dump");
  refuse(!options.expected.empty(), "--expect");
  refuse(options.engine == "literal", "--engine literal");
  refuse(options.steps, "--steps");
}

StructuralClaims question_of(const ForAllResult& result, const std::string& only,
                             const std::vector<claim::Entry>& entries) {
  StructuralClaims out{only, {}, &entries};
  for (const Claim& claim : result.claims)
    out.claims.emplace_back(claim.entry, claim.certified() ? InputsSay::asked : InputsSay::nothing);
  for (const claim::Entry* entry : result.others)
    out.claims.emplace_back(entry, InputsSay::nothing);
  std::sort(out.claims.begin(), out.claims.end(),
            [](const auto& a, const auto& b) { return a.first->id < b.first->id; });
  return out;
}

std::string certificate_of(const ForAllRequest& request, const ForAllResult& result,
                           const StructuralClaims& of) {
  std::vector<std::pair<const claim::Entry*, decide::Says>> claims;
  for (const auto& [entry, says] : of.claims)
    claims.emplace_back(entry, says == InputsSay::shown   ? decide::Says::proved
                               : says == InputsSay::asked ? decide::Says::asked
                                                          : decide::Says::nothing);
  return decide::certify_for_all(request, result, *of.entries, of.only, claims);
}

// Of the claims that are shown those that the certificate can state: each has a beginning of its id
// that no other claim has but those. `only` is these beginnings.
StructuralClaims stated_of(const StructuralClaims& shown) {
  StructuralClaims out{"", {}, shown.entries};
  std::set<std::string> beginnings;
  const auto all_shown = [&](const std::string& beginning) {
    return std::all_of(shown.claims.begin(), shown.claims.end(), [&](const auto& claim) {
      return claim.second == InputsSay::shown || !claim.first->id.starts_with(beginning);
    });
  };
  for (const auto& [entry, says] : shown.claims) {
    if (says != InputsSay::shown || !all_shown(entry->id)) continue;
    std::size_t length = shown.only.size();
    while (!all_shown(entry->id.substr(0, length))) ++length;
    beginnings.insert(entry->id.substr(0, length));
    out.claims.emplace_back(entry, says);
  }
  for (const std::string& beginning : beginnings)
    out.only += (out.only.empty() ? "" : " ") + beginning;
  return out;
}

// What stderr is to be told; `written`: whether there is a certificate.
std::string write_certificate(const std::string& file, const ForAllRequest& request,
                              const ForAllResult& result, const StructuralClaims& question,
                              const std::vector<std::string>& places, bool& written) {
  written = false;
  if (!result.network) return "no certificate: the network was not followed: " + result.why_not;
  if (const std::string why = decide::why_no_certificate(*request.run); !why.empty())
    return "no certificate: " + why;
  if (question.count(InputsSay::asked) == 0) return "no certificate: nothing was shown";
  const Shown shown =
      ask_what_is_shown(question, certificate_of(request, result, question), places);
  const StructuralClaims claims = stated_of(shown.claims);
  if (claims.claims.empty())
    return "no certificate: verify-check follows no argument for what was shown: " + shown.why_not;
  write_file_atomically(file, certificate_of(request, result, claims));
  written = true;
  const std::size_t left = question.count(InputsSay::asked) - claims.claims.size();
  return left == 0 ? ""
                   : fmt::format(
                         "the certificate is of {} claims; verify-check follows no argument for {} "
                         "others that were shown",
                         claims.claims.size(), left);
}

struct Counted {
  std::size_t shown = 0, false_ones = 0, outside = 0, undecided = 0, open = 0, not_covered = 0,
              against = 0, hypotheses = 0;
};

std::string line_of(const Claim& claim, const std::string& where, Counted& count) {
  const claim::Record record = claim.entry->record;
  const bool hypothesis = claim.entry->kind == claim::EntryKind::hypothesis;
  switch (claim.result) {
    case Claim::Result::shown:
      ++count.shown;
      return "shown " + where + (claim.may_be_vacuous ? "; not seen to say something" : "");
    case Claim::Result::fails: {
      ++count.false_ones;
      const bool contradiction = record == claim::Record::holds;
      count.against += contradiction ? 1 : 0;
      count.hypotheses += hypothesis ? 1 : 0;
      return "false " + where + (claim.why.empty() ? "" : ": " + claim.why) +
             (contradiction ? "; AGAINST ITS RECORD" : "");
    }
    case Claim::Result::hypothesis: return "not checkable: " + claim.why;
    case Claim::Result::outside: ++count.outside; return "made for no D";
    case Claim::Result::not_covered: ++count.not_covered; return "not covered: " + claim.why;
    case Claim::Result::undecided: break;
  }
  ++count.undecided;
  count.open += record == claim::Record::fails ? 0 : 1;  // that it fails somewhere is known
  return "undecided: " + claim.why;
}

std::string head(const subject::Run& run, const ForAllResult& result, const std::string& size) {
  std::string out = run.file().id;
  for (const auto& p : run.file().parameters)
    out += p.name == size ? ", every D >= 2"
                          : fmt::format(", {}={}", p.name, run.spec().parameters.at(p.name));
  if (run.pattern() != nullptr) out += ", pattern " + run.pattern()->name();
  for (const std::string& variant : run.spec().variants) out += ", " + variant;
  for (const std::string& change : run.spec().changes) out += ", with " + change;
  if (!result.network) return out + ": the network is not followed: " + result.why_not + "\n";
  const auto& stretches = result.network->stretches();
  const auto sweeps = static_cast<std::size_t>(
      std::count_if(stretches.begin(), stretches.end(), [](const auto& s) { return s.sweep; }));
  return out + fmt::format(": all inputs at once, {} sweep{}, {} layer{} after\n", sweeps,
                           sweeps == 1 ? "" : "s", stretches.size() - sweeps,
                           stretches.size() - sweeps == 1 ? "" : "s");
}

}  // namespace

int every_input_command(const subject::ConstructionFile& file,
                        const ConstructionRunOptions& options, const std::string& only,
                        const std::vector<std::filesystem::path>& places,
                        const std::vector<claim::Entry>& entries) {
  refuse_options(options);
  ConstructionRunOptions of_run = options;
  const bool every = options.for_all == "D";
  if (every && !file.is_parameter("D"))
    bad(fmt::format("--for-all D: construction '{}' has no parameter D; leave it out", file.id));
  ForAllRequest request;
  if (every) {
    of_run.parameters["D"] = request.least;
  } else {
    request.size.clear();
    request.least = 1;
  }
  const subject::Run run = run_of(file, of_run);
  request.run = &run;
  request.only = only;
  const ForAllResult result = decide::decide_for_all(request, entries);
  const std::string where = every ? "for every D >= 2" : "for all inputs";
  Counted count;
  std::string out = head(run, result, request.size);
  for (const Claim& claim : result.claims)
    out += fmt::format("  {}  {}\n", report::without_paper(claim.entry->id),
                       line_of(claim, where, count));
  out += fmt::format(
      "{} claims shown {} (tier symbolic), {} false, {} undecided, {} not covered; {} others are "
      "not looked at; {} against the record.\n",
      count.shown, where, count.false_ones, count.undecided, count.not_covered,
      result.others.size(), count.against);
  if (!options.certificate.empty()) {
    std::vector<std::string> folders;
    for (const auto& place : places) folders.push_back(place.string());
    bool written = false;
    const std::string said = write_certificate(
        options.certificate, request, result, question_of(result, only, entries), folders, written);
    if (written) out += "certificate: " + options.certificate + "\n";
    if (!said.empty()) fmt::print(stderr, "verify: {}\n", said);
  }
  print_result(out);
  if (count.against > 0 || count.hypotheses > 0) return 1;
  return count.open > 0 || count.shown == 0 ? 2 : 0;
}

}  // namespace hardmax::cli
