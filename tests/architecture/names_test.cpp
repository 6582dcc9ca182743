// Files of a room are compiled several as one (HARDMAX_UNITY): a call in one of them must not find
// a function that another one keeps to itself.
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>

namespace names_test {

namespace {

// The functions in the unnamed namespaces of a source. Their definitions begin a line.
std::set<std::string> own_functions(std::istream& source) {
  static const std::regex definition(R"(^(?:\[\[\w+\]\] )?[A-Za-z_][\w:<>,&* ]*[&* ](\w+)\(.*)");
  std::set<std::string> names;
  bool unnamed = false;
  std::string line;
  while (std::getline(source, line)) {
    if (line == "namespace {") unnamed = true;
    if (line == "}  // namespace") unnamed = false;
    std::smatch found;
    if (unnamed && std::regex_match(line, found, definition)) names.insert(found[1]);
  }
  return names;
}

// Names that files of a room share, with the files: "find: a.cpp b.cpp".
std::set<std::string> shared_names(const std::filesystem::path& room) {
  std::map<std::string, std::set<std::string>> files;
  for (const auto& file : std::filesystem::recursive_directory_iterator(room)) {
    if (file.path().extension() != ".cpp") continue;
    std::ifstream source(file.path());
    for (const std::string& name : own_functions(source))
      files[name].insert(std::filesystem::relative(file.path(), room).string());
  }
  std::set<std::string> shared;
  for (const auto& [name, where] : files) {
    if (where.size() < 2) continue;
    std::string line = name + ":";
    for (const std::string& file : where) line += " " + file;
    shared.insert(line);
  }
  return shared;
}

}  // namespace

TEST_CASE("architecture: functions in unnamed namespaces are seen") {
  std::istringstream source(
      "int outside(int x) { return x; }\nnamespace {\nint inside(int x) {\n  return other(x);\n}\n"
      "[[noreturn]] void stop(const char* why);\nconst std::vector<int>& list_of(int x,\n"
      "constexpr int kMost = 3;\n}  // namespace\nint after() {}\n");
  CHECK(own_functions(source) == std::set<std::string>{"inside", "stop", "list_of"});
}

TEST_CASE("architecture: no two files of a room keep functions of one name to themselves") {
  // Rooms in which each file is compiled by itself.
  const std::set<std::string> by_themselves = {"execute", "check"};
  for (const auto& room : std::filesystem::directory_iterator(HARDMAX_ROOT "/src")) {
    if (!room.is_directory() || by_themselves.contains(room.path().filename().string())) continue;
    CAPTURE(room.path().filename().string());
    CHECK(shared_names(room.path()) == std::set<std::string>{});
  }
}

}  // namespace names_test
