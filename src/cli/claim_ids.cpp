#include "cli/claim_ids.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "claim/lookup.hpp"
#include "cli/option_values.hpp"
#include "exact/closest.hpp"

namespace hardmax::cli {
namespace {

void say_taken(const std::string& argument, const std::string& written, const std::string& meant) {
  if (meant != written)
    fmt::print(stderr, "verify: {} '{}' is taken as {}\n", argument, shortened(written), meant);
}

bool is_same_in_any_case(const std::string& a, const std::string& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  });
}

std::string expected_id(const std::string& written, const std::string& paper,
                        const std::vector<claim::Entry>& entries) {
  const std::string in_paper = paper + "." + written;
  for (const std::string& id : {written, in_paper})
    if (std::any_of(entries.begin(), entries.end(),
                    [&](const claim::Entry& entry) { return entry.id == id; }))
      return id;
  std::vector<std::string> ids = claim::ids_written(entries, written);
  if (ids.size() > 1)
    std::erase_if(ids, [&](const std::string& id) { return !id.starts_with(paper + "."); });
  if (ids.size() == 1) return ids.front();
  const std::string near = claim::ids_meant(entries, written);
  bad(fmt::format("--expect '{}': no claim has this id{}", shortened(written),
                  near.empty() ? "; --all lists ids" : near));
}

}  // namespace

std::string start_of_ids(const std::string& argument, const std::string& written,
                         const std::string& paper, const std::vector<claim::Entry>& entries) {
  if (const auto meant = claim::prefix_written(entries, written, paper)) {
    say_taken(argument, written, *meant);
    return *meant;
  }
  // Of another paper, or of none.
  if (!paper.empty())
    if (const auto meant = claim::prefix_written(entries, written)) return *meant;
  const std::string near = claim::ids_meant(entries, written);
  bad(fmt::format("{} '{}': no claim id starts so{}", argument, shortened(written),
                  near.empty() ? "; ids look like " + entries.front().id : near));
}

std::map<std::string, Verdict> expected_ids(const std::map<std::string, Verdict>& written,
                                            const std::string& paper,
                                            const std::vector<claim::Entry>& entries) {
  std::map<std::string, Verdict> expected;
  for (const auto& [name, verdict] : written) {
    const std::string id = expected_id(name, paper, entries);
    say_taken("--expect", name, id);
    if (!expected.emplace(id, verdict).second)
      bad(fmt::format("--expect '{}': the claim {} is named twice; keep one", shortened(name), id));
  }
  return expected;
}

std::string paper_meant(const std::string& argument, const std::string& paper,
                        const std::vector<claim::Entry>& entries) {
  std::set<std::string> papers;
  for (const claim::Entry& entry : entries) papers.insert(entry.id.substr(0, entry.id.find('.')));
  if (paper.empty() || papers.contains(paper)) return paper;
  std::vector<std::string> meant;
  std::copy_if(papers.begin(), papers.end(), std::back_inserter(meant),
               [&](const std::string& name) { return is_same_in_any_case(name, paper); });
  if (meant.size() == 1) return meant.front();
  std::string known;
  for (const std::string& name : papers) known += (known.empty() ? "" : ", ") + name;
  bad(fmt::format("{} '{}': no claim is of a paper of that name; there are claims of {}{}",
                  argument, shortened(paper), shortened(known),
                  do_you_mean(closest(paper, {papers.begin(), papers.end()}))));
}

}  // namespace hardmax::cli
