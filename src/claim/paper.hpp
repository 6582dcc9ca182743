// What a folder of claims says of the paper that they are about: its file paper.toml
// (proofs/README.md, "A paper"), which is no claim file. No verdict depends on it.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hardmax::claim {

struct Paper {
  std::filesystem::path folder;  // where its file is
  std::string title;
  std::string authors;
  std::string year;
  std::string link;
  std::string venue;  // "" if not given
  // Which parts of it, and in what form, the entries were compared with; "" if not given.
  std::string text;
  std::string
      theorem;       // how its main theorem is called, and what it says of a pattern or a network
  std::string says;  // that meets its hypotheses; "" if not given
  std::string consequence;  // what the errata mean for its main theorem; "" if not given
  std::string asks_for;     // what its main theorem asks of a pattern: "star", or "" if not given
  std::uint64_t place = 0;  // of its construction among those of the main command, from 1; 0: none
  // What soft maps do to the network, by a name of it, and the id of the claim that says it. The
  // ids are labels in reports, and no verdict of a claim.
  std::vector<std::pair<std::string, std::string>> soft;
  std::string example;  // id of a claim that the program shows how ids look by; "" if not given
  // Commands that run a construction beside this file ("turing", "turing R2", "task1"), and its
  // folder.
  std::vector<std::pair<std::string, std::string>> commands;
};

// Names of what Paper::soft may speak of.
bool is_soft_finding(std::string_view name);

// Every paper.toml below a directory, or beside one claim file, by what the ids of its claims begin
// with. None is fine. Errors  InvalidInput (file): not readable, not the TOML subset, an unknown,
// missing or empty key, a year, link, place, example or hypothesis that is none, the same paper
// twice.
std::map<std::string, Paper> load_papers(const std::filesystem::path& directory_or_file);

// The folder of the construction that a command of its own runs. Errors  as load_papers, and
// InvalidInput (file) where no paper.toml below `root` names one.
std::filesystem::path folder_of_command(const std::filesystem::path& root,
                                        std::string_view command);

}  // namespace hardmax::claim
