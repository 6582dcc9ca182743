#include "cli/structural_certificate.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <set>
#include <sstream>

#include "cli/run_command.hpp"

namespace hardmax::cli {

namespace {

using Says = StructuralClaims::Says;

// "7 (ID, ID, ...)"
std::string some_of(const std::vector<std::string>& ids) {
  constexpr std::size_t kNamed = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(ids.size(), kNamed); ++i)
    text += (i > 0 ? ", " : "") + ids[i];
  return fmt::format("{} ({}{})", ids.size(), text, ids.size() > kNamed ? ", ..." : "");
}

}  // namespace

Shown ask_what_is_shown(StructuralClaims question, const std::string& certificate,
                        const std::vector<std::string>& claims) {
  constexpr std::string_view kShown = "shown: ";
  constexpr int kIncomplete = 3;  // its answer to a question
  const CheckAnswer answer = ask_verify_check(certificate, claims);
  Shown out{std::move(question), ""};
  std::set<std::string> shown;
  std::istringstream lines(answer.said);
  for (std::string line; std::getline(lines, line);) {
    if (out.why_not.empty()) out.why_not = line;
    if (answer.code == kIncomplete && line.starts_with(kShown))
      shown.insert(line.substr(kShown.size()));
  }
  for (auto& [entry, says] : out.claims.claims) {
    if (says == Says::asked) says = shown.contains(entry->id) ? Says::shown : Says::nothing;
  }
  return out;
}

std::string not_written(const std::string& file, const std::string& why) {
  return fmt::format(
      "--certificate {}: no certificate was written{}: {}; ask for other claims with "
      "--only, or leave --certificate out",
      file, std::filesystem::exists(file) ? ", and the file there is an older one" : "", why);
}

std::string left_out(const StructuralClaims& question, const StructuralClaims& shown,
                     const StructuralClaims& written) {
  std::vector<std::string> not_followed, elsewhere;
  for (std::size_t i = 0; i < question.claims.size(); ++i) {
    const std::string& id = question.claims[i].first->id;
    if (question.claims[i].second != Says::asked) continue;
    if (shown.claims[i].second != Says::shown)
      not_followed.push_back(id);
    else if (!id.starts_with(written.only))
      elsewhere.push_back(id);
  }
  std::string text;
  if (!elsewhere.empty())
    text += fmt::format(
        "the certificate is of the {} claims whose ids begin with '{}'; --only asks for others "
        "that verify-check follows: {}",
        written.count(Says::shown), written.only, some_of(elsewhere));
  if (!not_followed.empty())
    text += fmt::format("{}verify-check follows no argument for {} of the claims that were shown",
                        text.empty() ? "not in the certificate: " : "; ", some_of(not_followed));
  return text;
}

}  // namespace hardmax::cli
