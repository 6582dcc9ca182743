#include "cli/every_input_command.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "cli/answer.hpp"
#include "cli/option_values.hpp"
#include "cli/output.hpp"
#include "cli/structural_certificate.hpp"
#include "decide/decide.hpp"
#include "decide/for_all.hpp"
#include "exact/error.hpp"
#include "report/claim_set.hpp"
#include "report/every_input.hpp"

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

StructuralCertificate certificate_for_all(const ForAllRequest& request, const ForAllResult& result,
                                          const StructuralClaims& question,
                                          const std::vector<std::string>& places) {
  if (!result.network) return {"", "the network was not followed: " + result.why_not};
  if (const std::string why = decide::why_no_certificate(*request.run); !why.empty())
    return {"", why};
  if (question.count(InputsSay::asked) == 0) return {"", "nothing was shown"};
  const Shown shown =
      ask_what_is_shown(question, certificate_of(request, result, question), places);
  const StructuralClaims claims = stated_of(shown.claims);
  if (claims.claims.empty())
    return {"", "verify-check follows no argument for what was shown: " + shown.why_not};
  const std::size_t left = question.count(InputsSay::asked) - claims.claims.size();
  return {certificate_of(request, result, claims),
          left == 0 ? ""
                    : fmt::format("the certificate is of {} claims; verify-check follows no "
                                  "argument for {} others that were shown",
                                  claims.claims.size(), left)};
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
  Answer answer;
  std::string certificate;
  bool lacking = false;
  if (!options.certificate.empty()) {
    std::vector<std::string> folders;
    for (const auto& place : places) folders.push_back(place.string());
    StructuralCertificate made =
        certificate_for_all(request, result, question_of(result, only, entries), folders);
    lacking = made.text.empty();
    if (!made.said.empty())
      answer.tell(lacking ? not_written(options.certificate, made.said) : made.said);
    if (!lacking) {
      certificate = options.certificate;
      answer.add_file(certificate, std::move(made.text));
    }
  }
  answer.give(options.json ? report::json(request, result, HARDMAX_VERSION,
                                          report::claim_set(places, entries), certificate)
                           : report::text(request, result) +
                                 (certificate.empty() ? "" : "certificate: " + certificate + "\n"));
  return code_with_certificate(report::exit_code(result), lacking);
}

}  // namespace hardmax::cli
