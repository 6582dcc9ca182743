// What a folder of claims says of the paper that they are about: its file paper.toml
// (proofs/README.md, "A paper"), which is no claim file. No verdict depends on it.
#pragma once
#include <filesystem>
#include <map>
#include <string>

namespace hardmax::claim {

struct Paper {
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
};

// Every paper.toml below a directory, or beside one claim file, by what the ids of its claims begin
// with. None is fine. Errors  InvalidInput (file): not readable, not the TOML subset, an unknown,
// missing or empty key, a year or link that is none, the same paper twice.
std::map<std::string, Paper> load_papers(const std::filesystem::path& directory_or_file);

}  // namespace hardmax::claim
