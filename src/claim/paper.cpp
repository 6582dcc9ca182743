#include "claim/paper.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>
#include <vector>

#include "claim/entry.hpp"
#include "claim/toml.hpp"
#include "exact/error.hpp"

namespace hardmax::claim {

namespace {

namespace fs = std::filesystem;

constexpr const char* kName = "paper.toml";

[[noreturn]] void fail_paper(const std::string& file, int line, const std::string& what,
                             const char* remedy) {
  throw InvalidInput(InvalidInput::Kind::file,
                     fmt::format("{}:{}: {}; {}", file, line, what, remedy));
}

std::vector<fs::path> files_of(const fs::path& root) {
  std::error_code error, ignored;
  if (!fs::is_directory(root, error)) {
    const fs::path beside = root.parent_path() / kName;
    return fs::is_regular_file(beside, ignored) ? std::vector{beside} : std::vector<fs::path>();
  }
  std::vector<fs::path> files;
  for (fs::recursive_directory_iterator it(root, error);
       !error && it != fs::recursive_directory_iterator(); it.increment(error)) {
    if (it->path().filename() == kName && it->is_regular_file(ignored)) files.push_back(it->path());
  }
  if (error)
    throw InvalidInput(InvalidInput::Kind::file,
                       fmt::format("{}: cannot be read ({}); name a readable directory of claims",
                                   root.string(), error.message()));
  std::sort(files.begin(), files.end());
  return files;
}

// "total: F.2.total"
std::pair<std::string, std::string> soft_finding(const std::string& file, int line,
                                                 const std::string& name, const std::string& text) {
  const auto colon = text.find(": ");
  if (colon == std::string::npos || !is_soft_finding(text.substr(0, colon)) ||
      !text.substr(colon + 2).starts_with(name + "."))
    fail_paper(file, line, fmt::format("soft has '{}'", text.substr(0, 60)),
               "write \"total: ID\" and the like, as in proofs/README.md, \"A paper\"");
  return {text.substr(0, colon), text.substr(colon + 2)};
}

// "turing: decoder"
std::pair<std::string, std::string> command_of(const std::string& file, int line,
                                               const std::string& text) {
  const auto colon = text.find(": ");
  const std::string command = text.substr(0, colon),
                    folder = colon == std::string::npos ? "" : text.substr(colon + 2);
  const bool known = command == "turing" || command == "turing R2" || command == "task1";
  const auto plain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-'; };
  if (!known || folder.empty() || !std::all_of(folder.begin(), folder.end(), plain))
    fail_paper(file, line, fmt::format("commands has '{}'", text.substr(0, 60)),
               "write \"turing: FOLDER\", \"turing R2: FOLDER\" or \"task1: FOLDER\"");
  return {command, folder};
}

// What the values have to be like.
void require_meant(const std::string& file, const std::string& name, const std::string& place,
                   Paper& paper) {
  const auto plain = [](char c) { return c > ' ' && c < 0x7F; };
  if (name.size() > 100 || name.find('.') != std::string::npos ||
      !std::all_of(name.begin(), name.end(), plain)) {
    fail_paper(file, 1, fmt::format("paper = '{}'", name.substr(0, 60)),
               "write what the ids of its claims have before their first dot");
  }
  if (paper.year.size() != 4 || paper.year.find_first_not_of("0123456789") != std::string::npos)
    fail_paper(file, 1, fmt::format("year = '{}'", paper.year.substr(0, 60)), "write four digits");
  if (!place.empty()) {
    if (place.size() > 2 || place.find_first_not_of("0123456789") != std::string::npos ||
        place.front() == '0')
      fail_paper(file, 1, fmt::format("main_command = '{}'", place.substr(0, 60)),
                 "write a place from 1 to 99");
    paper.place = std::stoul(place);
  }
  if (!paper.asks_for.empty() && paper.asks_for != "star")
    fail_paper(file, 1, fmt::format("asks_for = '{}'", paper.asks_for.substr(0, 60)),
               "write \"star\"");
  if (!paper.example.empty() && !paper.example.starts_with(name + "."))
    fail_paper(file, 1, fmt::format("example = '{}'", paper.example.substr(0, 60)),
               "write the id of one of its claims");
  const bool web = paper.link.starts_with("https://") &&
                   std::all_of(paper.link.begin(), paper.link.end(), plain) &&
                   paper.link.find_first_of("<>\"'`()|\\") == std::string::npos;
  if (!web)
    fail_paper(file, 1, fmt::format("link = '{}'", paper.link.substr(0, 60)),
               "write an address that begins with https:// and has no blank, quote or bracket");
}

std::pair<std::string, Paper> read_paper(const fs::path& path) {
  const std::string file = path.string();
  std::string name, place;
  Paper paper;
  paper.folder = path.parent_path();
  const std::pair<const char*, std::string*> keys[] = {{"paper", &name},
                                                       {"title", &paper.title},
                                                       {"authors", &paper.authors},
                                                       {"year", &paper.year},
                                                       {"link", &paper.link},
                                                       {"venue", &paper.venue},
                                                       {"text", &paper.text},
                                                       {"consequence", &paper.consequence},
                                                       {"theorem_name", &paper.theorem},
                                                       {"says", &paper.says},
                                                       {"asks_for", &paper.asks_for},
                                                       {"main_command", &place},
                                                       {"example", &paper.example}};
  std::vector<std::pair<int, std::string>> soft;
  for (const toml::Item& item : toml::read_keys(read_text(path), file)) {
    if (item.key == "soft" && item.is_list) {
      for (const std::string& value : item.values) soft.emplace_back(item.line, one_space(value));
      continue;
    }
    if (item.key == "commands" && item.is_list) {
      for (const std::string& value : item.values)
        paper.commands.push_back(command_of(file, item.line, one_space(value)));
      continue;
    }
    const auto known = std::find_if(std::begin(keys), std::end(keys),
                                    [&](const auto& key) { return item.key == key.first; });
    if (known == std::end(keys))
      fail_paper(file, item.line, fmt::format("the unknown key '{}'", item.key.substr(0, 60)),
                 "remove it or spell it as in proofs/README.md");
    if (item.is_list)
      fail_paper(file, item.line, fmt::format("the key '{}' does not hold a string", item.key),
                 "write \"...\"");
    *known->second = one_space(item.values.front());
    if (known->second->empty())
      fail_paper(file, item.line, fmt::format("{} has nothing in it", item.key),
                 "write it or remove the key");
  }
  for (const auto& [key, value] : keys) {
    const bool optional = value == &paper.venue || value == &paper.text ||
                          value == &paper.consequence || value == &paper.theorem ||
                          value == &paper.says || value == &paper.asks_for || value == &place ||
                          value == &paper.example;
    if (value->empty() && !optional) fail_paper(file, 1, fmt::format("no key '{}'", key), "add it");
  }
  for (const auto& [line, text] : soft) paper.soft.push_back(soft_finding(file, line, name, text));
  require_meant(file, name, place, paper);
  return {name, paper};
}

}  // namespace

bool is_soft_finding(std::string_view name) {
  static constexpr std::array<std::string_view, 13> known = {
      "total",         "rows",        "values",
      "distance",      "first block", "blocks",
      "block spreads", "sweeps",      "sweeps within delta~/8",
      "last spreads",  "last alone",  "last",
      "margin"};
  return std::find(known.begin(), known.end(), name) != known.end();
}

std::map<std::string, Paper> load_papers(const fs::path& directory_or_file) {
  std::map<std::string, Paper> papers;
  for (const fs::path& file : files_of(directory_or_file)) {
    auto [name, paper] = read_paper(file);
    if (!papers.emplace(name, std::move(paper)).second)
      fail_paper(file.string(), 1,
                 fmt::format("paper = '{}' stands also in another {}", name, kName), "keep one");
  }
  return papers;
}

fs::path folder_of_command(const fs::path& root, std::string_view command) {
  for (const auto& [name, paper] : load_papers(root))
    for (const auto& [of, folder] : paper.commands)
      if (of == command) return paper.folder / folder;
  throw InvalidInput(InvalidInput::Kind::file,
                     fmt::format("{}: no paper.toml says by the key commands which construction "
                                 "verify {} runs",
                                 root.string(), command));
}

}  // namespace hardmax::claim
