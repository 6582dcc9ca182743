#include "cli/list_command.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>

#include "cli/claim_ids.hpp"
#include "cli/output.hpp"
#include "cli/run_command.hpp"
#include "report/corpus.hpp"

namespace hardmax::cli {
namespace {

constexpr std::size_t kShownBytes = 60;  // bytes of the words of a claim on a line

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// As much of it as a line has room for; not within a letter of several bytes, nor within a word.
std::string beginning(const std::string& words) {
  if (words.size() <= kShownBytes) return words;
  const std::size_t space = words.rfind(' ', kShownBytes);
  return words.substr(0, space == std::string::npos ? 0 : space) + " ...";
}

}  // namespace

bool is_listed(const claim::Entry& entry, const ListOptions& options) {
  if (entry.borrowed) return false;
  if (!options.paper.empty() && claim::paper_of(entry.id) != options.paper) return false;
  if (options.only_false && entry.record != claim::Record::fails) return false;
  const std::string said = lower(entry.id + "\n" + entry.source + "\n" + entry.words + "\n" +
                                 entry.quote.value_or("") + "\n" + entry.formal.value_or(""));
  return std::all_of(options.words.begin(), options.words.end(), [&](const std::string& word) {
    return said.find(lower(word)) != std::string::npos;
  });
}

int list_command(const ListOptions& options) {
  const std::vector<claim::Entry> entries = load_claims(options.claims);
  ListOptions asked = options;
  asked.paper = paper_meant("list --paper", options.paper, entries);
  std::vector<const claim::Entry*> found;
  std::size_t all = 0, longest = 0;
  for (const claim::Entry& entry : entries) {
    all += entry.borrowed ? 0 : 1;
    if (!is_listed(entry, asked)) continue;
    found.push_back(&entry);
    longest = std::max(longest, entry.id.size());
  }
  std::string text;
  for (const claim::Entry* entry : found)
    text += fmt::format("{:<{}}  {:<10}  {:<5}  {}\n", entry->id, longest,
                        report::name_of_kind(entry->kind), report::name_of_record(entry->record),
                        beginning(entry->words));
  text += fmt::format("{} of {} claims; verify explain ID says all of one\n", found.size(), all);
  print_result(text);
  return 0;
}

}  // namespace hardmax::cli
