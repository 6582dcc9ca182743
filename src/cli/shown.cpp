#include "cli/shown.hpp"

#include <algorithm>
#include <filesystem>

#include "claim/lookup.hpp"
#include "cli/list_command.hpp"
#include "cli/option_values.hpp"
#include "cli/run_command.hpp"

namespace hardmax::cli {

namespace {

// What is written behind --claims.
std::vector<std::string> places_among(const std::vector<std::string>& arguments) {
  std::vector<std::string> places;
  for (std::size_t i = 0; i + 1 < arguments.size(); ++i) {
    if (arguments[i] == "--claims") places.push_back(arguments[i + 1]);
  }
  return places;
}

// Nothing where no claim is called or says so.
std::string command_that_shows(const std::vector<std::string>& words,
                               const std::vector<std::string>& places) {
  const std::vector<claim::Entry> entries = load_claims(places);
  const auto is_of = [&](const claim::Entry& entry) {
    return !entry.borrowed && claim::paper_of(entry.id) == words.front();
  };
  if (words.size() == 1 && std::any_of(entries.begin(), entries.end(), is_of)) return "findings";
  std::string name;
  for (const std::string& word : words) name += (name.empty() ? "" : " ") + word;
  if (claim::ids_written(entries, name).size() == 1) return "explain";
  ListOptions asked;
  asked.words = words;
  const auto says = [&](const claim::Entry& entry) { return is_listed(entry, asked); };
  return std::any_of(entries.begin(), entries.end(), says) ? "list" : "";
}

}  // namespace

std::vector<std::string> with_show_resolved(std::vector<std::string> arguments) {
  if (arguments.size() < 2 || arguments[0] != "show") return arguments;
  const auto option = std::find_if(arguments.begin() + 1, arguments.end(),
                                   [](const std::string& word) { return word.starts_with("-"); });
  const std::vector<std::string> words(arguments.begin() + 1, option);
  std::error_code error;
  if (words.empty() || words.front().find('/') != std::string::npos ||
      std::filesystem::exists(words.front(), error))
    return arguments;
  const std::string command = command_that_shows(words, places_among(arguments));
  if (command.empty() && words.size() > 1)
    bad("show: no claim says all of these words; verify list WORDS takes fewer, and verify list "
        "alone shows every claim");
  if (!command.empty()) arguments[0] = command;
  return arguments;
}

}  // namespace hardmax::cli
