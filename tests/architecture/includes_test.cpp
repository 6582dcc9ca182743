// The rooms of src/ include each other only in the directions of design: this test reads the source
// text; CMake enforces the same through include paths and links.
#include <catch2/catch.hpp>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>

namespace {

using Rooms = std::set<std::string>;

const std::map<std::string, Rooms> kAllowed = {
    {"exact", {}},
    {"pattern", {"exact"}},
    {"network", {"exact", "pattern"}},
    {"enclose", {"network", "exact"}},
    {"execute", {"enclose", "network", "pattern", "exact"}},
    {"claim", {"enclose", "exact"}},
    {"subject", {"claim", "network", "pattern", "exact"}},
    {"certificate", {"claim", "exact"}},
    {"decide",
     {"certificate", "subject", "claim", "execute", "enclose", "network", "pattern", "exact"}},
    {"discharge",
     {"decide", "subject", "certificate", "claim", "execute", "enclose", "network", "pattern",
      "exact"}},
    {"report",
     {"discharge", "decide", "subject", "certificate", "claim", "execute", "enclose", "network",
      "pattern", "exact"}},
    {"cli",
     {"report", "discharge", "decide", "subject", "certificate", "claim", "execute", "enclose",
      "network", "pattern", "exact"}},
    {"check", {}},
};

// The room that a line of source includes, or "" if it includes none.
std::string included_room(const std::string& line) {
  const auto hash = line.find_first_not_of(" \t");
  if (hash == std::string::npos || line[hash] != '#' || line.find("include") == std::string::npos)
    return "";
  const auto open = line.find_first_of("\"<");
  const auto slash = line.find('/', open);
  if (open == std::string::npos || slash == std::string::npos) return "";
  const std::string room = line.substr(open + 1, slash - open - 1);
  return kAllowed.contains(room) ? room : "";
}

bool allowed(const std::string& from, const std::string& to) {
  return from == to || kAllowed.at(from).contains(to);
}

}  // namespace

TEST_CASE("architecture: a forbidden include would be seen") {
  CHECK(included_room("#include \"discharge/decide.hpp\"") == "discharge");
  CHECK(included_room("  #  include <exact/rational.hpp>") == "exact");
  CHECK(included_room("#include <vector>").empty());
  CHECK(included_room("// #include \"exact/rational.hpp\"").empty());
  CHECK_FALSE(allowed("exact", "pattern"));
  CHECK_FALSE(allowed("claim", "execute"));
  CHECK_FALSE(allowed("check", "exact"));
  CHECK(allowed("discharge", "claim"));
}

TEST_CASE("architecture: every room includes only what it may") {
  const std::filesystem::path src = std::filesystem::path(HARDMAX_ROOT) / "src";
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(src)) {
    const auto extension = entry.path().extension();
    if (extension != ".cpp" && extension != ".hpp") continue;
    const std::string room = std::filesystem::relative(entry.path(), src).begin()->string();
    INFO(entry.path().filename().string() << " in room " << room);
    REQUIRE(kAllowed.contains(room));
    ++files;
    std::ifstream stream(entry.path());
    for (std::string line; std::getline(stream, line);) {
      const std::string to = included_room(line);
      INFO(line);
      if (!to.empty()) CHECK(allowed(room, to));
    }
  }
  CHECK(files > 40);
}

TEST_CASE(
    "architecture: each heavy header-only library is included in few places, one file a room") {
  const std::map<std::string, std::string> heavy = {{"nlohmann", "#include <nlohmann/"},
                                                    {"CLI11", "#include <CLI/"},
                                                    {"PEGTL", "#include <tao/pegtl"}};
  const std::filesystem::path src = std::filesystem::path(HARDMAX_ROOT) / "src";
  std::map<std::string, int> uses;  // "library in room"
  for (const auto& entry : std::filesystem::recursive_directory_iterator(src)) {
    const auto extension = entry.path().extension();
    if (extension != ".cpp" && extension != ".hpp") continue;
    const std::string room = std::filesystem::relative(entry.path(), src).begin()->string();
    std::ifstream stream(entry.path());
    std::set<std::string> here;
    for (std::string line; std::getline(stream, line);) {
      for (const auto& [name, include] : heavy) {
        if (line.starts_with(include)) here.insert(name);
      }
    }
    for (const std::string& name : here) {
      INFO(name << " in " << entry.path().filename().string());
      CHECK(extension == ".cpp");
      CHECK(++uses[name + " in " + room] == 1);
    }
  }
  CHECK(!uses.empty());
}

// verify-check is to be read as a whole: the core is what reads, reckons, evaluates and replays, in
// lines that are neither blank nor comment; all else is one file for a kind, the files of one
// feature, or the frame of the program.
TEST_CASE(
    "architecture: verify-check stays small enough to be read, and its core knows no kind and no "
    "construction") {
  const std::filesystem::path check = std::filesystem::path(HARDMAX_ROOT) / "src/check";
  const std::set<std::string> core = {
      "text.hpp",     "toml.hpp",  "sha256.cpp",       "read.hpp",   "read.cpp",
      "entries.cpp",  "fault.hpp", "num.hpp",          "num.cpp",    "evaluate.hpp",
      "evaluate.cpp", "parse.cpp", "construction.hpp", "replay.hpp", "replay.cpp"};
  std::size_t lines_of_core = 0, seen = 0;
  std::map<std::string, int> defined;
  for (const auto& entry : std::filesystem::directory_iterator(check)) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(".cpp") && !name.ends_with(".hpp")) continue;
    INFO(name);
    std::ifstream stream(entry.path());
    std::size_t lines = 0;
    for (std::string line; std::getline(stream, line); ++lines) {
      const std::size_t text = line.find_first_not_of(" \t");
      if (core.contains(name) && text != std::string::npos && line.compare(text, 2, "//") != 0)
        ++lines_of_core;
      // two types of one name in the namespace of verify-check would be mixed up without a word
      // from the linker
      for (const std::string word : {"struct ", "class ", "enum class "})
        if (name.ends_with(".hpp") && line.starts_with(word) && !line.ends_with(";"))
          ++defined[line.substr(word.size(), line.find_first_of(" :{", word.size()) - word.size())];
      if (!line.starts_with("#include \"check/")) continue;
      const std::string included = line.substr(16, line.rfind('"') - 16);
      // functions.hpp, enclosure.hpp, ordering.hpp, forms.hpp: how the evaluator decides claims
      // over real numbers, those with irrational ones, chain, and claims about all inputs at once
      if (core.contains(name))
        CHECK((core.contains(included) || included == "functions.hpp" ||
               included == "enclosure.hpp" || included == "ordering.hpp" ||
               included == "forms.hpp"));
      if (name.starts_with("kind_")) CHECK_FALSE(included.starts_with("kind_"));
    }
    if (core.contains(name))
      ++seen;
    else
      CHECK(lines < 520);
  }
  CHECK(seen == core.size());
  for (const auto& [name, files] : defined) {
    INFO(name);
    CHECK(files == 1);
  }
  INFO(lines_of_core);
  CHECK(lines_of_core < 1920);  // 60 of them are faults that are named (docs/faults.md)
}

// src/check/README.md, "Files": every file stands in one row.
TEST_CASE("architecture: the table of verify-check's files names every file once") {
  const std::filesystem::path check = std::filesystem::path(HARDMAX_ROOT) / "src/check";
  std::map<std::string, int> seen;
  for (const auto& entry : std::filesystem::directory_iterator(check)) {
    if (entry.path().extension() == ".cpp" || entry.path().extension() == ".hpp")
      seen[entry.path().filename().string()] = 0;
  }
  std::ifstream table(check / "README.md");
  for (std::string row; std::getline(table, row);) {
    if (!row.starts_with("| ")) continue;
    for (std::size_t at = row.find('`', row.find('|', 1)); at != std::string::npos;
         at = row.find('`', row.find('`', at + 1) + 1)) {
      const std::string name = row.substr(at + 1, row.find('`', at + 1) - at - 1),
                        stem = name.substr(0, name.find('*'));
      bool any = false;
      for (auto& [file, count] : seen) {
        if (name.ends_with('*') ? !file.starts_with(stem) : file != name) continue;
        any = true;
        ++count;
      }
      INFO(name);
      CHECK(any);
    }
  }
  for (const auto& [file, count] : seen) {
    INFO(file);
    CHECK(count == 1);
  }
}
