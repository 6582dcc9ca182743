// data/patterns: every published configuration is imported and decided again.
#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "pattern/import/import.hpp"
#include "pattern/structured_assumption1.hpp"
#include "support.hpp"

namespace published_test {

using namespace hardmax;
using namespace hardmax::test;

namespace {

const std::filesystem::path folder = std::filesystem::path(HARDMAX_ROOT) / "data" / "patterns";

nlohmann::json load_index() {
  std::ifstream in(folder / "index.json");
  REQUIRE(in);
  return nlohmann::json::parse(in).at("patterns");
}

PatternRequest request_of(const nlohmann::json& entry) {
  PatternRequest request;
  request.name_or_file = entry.contains("file")
                             ? (folder / entry.at("file").get<std::string>()).string()
                             : entry.at("pattern").get<std::string>();
  request.n = entry.value("n", std::size_t{0});
  if (entry.contains("window")) request.window = entry.at("window").get<std::uint64_t>();
  if (entry.contains("globals")) request.import.globals = entry.at("globals").get<std::uint64_t>();
  if (entry.contains("head")) request.import.head = entry.at("head").get<std::uint64_t>();
  request.import.mode = entry.value("mode", "");
  return request;
}

Decision decision(const nlohmann::json& value) {
  return value == "yes" ? Decision::yes : value == "no" ? Decision::no : Decision::undecided;
}

}  // namespace

TEST_CASE("published patterns: every configuration gives the result that is on record") {
  std::size_t decided = 0;
  for (const nlohmann::json& entry : load_index()) {
    CAPTURE(entry.at("name").get<std::string>());
    REQUIRE_FALSE(entry.at("source").get<std::string>().empty());
    REQUIRE_FALSE(entry.at("checked").get<std::string>().empty());
    const nlohmann::json& expected = entry.at("expected");
    if (expected.contains("refused")) {
      const std::string why =
          refusal(InvalidInput::Kind::file, [&] { import_pattern(request_of(entry)); });
      REQUIRE(why.find(expected.at("refused").get<std::string>()) != std::string::npos);
      continue;
    }
    const Import import = import_pattern(request_of(entry));
    REQUIRE(import.pattern.n == expected.at("n").get<std::size_t>());
    REQUIRE(import.pattern.layers.size() == expected.at("p").get<std::size_t>());
    REQUIRE_FALSE(import.understood.empty());
    const Assumption1 a = decide_assumption1(import.pattern);
    INFO(explain_self(a, import.pattern));
    INFO(explain_order(a, import.pattern));
    INFO(explain_reach(a, import.pattern));
    REQUIRE((a.self == Decision::yes) == expected.at("self").get<bool>());
    REQUIRE(a.order == decision(expected.at("order")));
    REQUIRE(a.reach == decision(expected.at("reach")));
    if (a.reach == Decision::yes) REQUIRE(a.s == expected.at("s").get<std::size_t>());
    if (a.reach == Decision::no) {
      REQUIRE(a.unreached);
      REQUIRE(a.unreached->first + 1 == expected.at("unreached").at(0).get<std::size_t>());
      REQUIRE(a.unreached->second + 1 == expected.at("unreached").at(1).get<std::size_t>());
    }
    ++decided;
  }
  REQUIRE(decided >= 35);
}

TEST_CASE("published patterns: every file in data/patterns is on the list") {
  std::set<std::string> listed{"index.json"};
  for (const nlohmann::json& entry : load_index()) {
    if (entry.contains("file")) listed.insert(entry.at("file").get<std::string>());
  }
  std::set<std::string> found;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() == ".json") found.insert(file.path().filename().string());
  }
  REQUIRE(found == listed);
}

TEST_CASE("published patterns: structure and lists agree on those of at most 4,352 tokens",
          "[full]") {
  for (const nlohmann::json& entry : load_index()) {
    if (entry.at("expected").contains("refused") ||
        entry.at("expected").at("n").get<std::size_t>() > 4352)
      continue;
    CAPTURE(entry.at("name").get<std::string>());
    const Import import = import_pattern(request_of(entry));
    const Assumption1 by_structure =
        decide_assumption1(import.pattern, {.explicit_tokens = 0, .explicit_edges = 0});
    const Assumption1 by_lists = decide_assumption1(expand(import.pattern));
    REQUIRE(by_structure.self == by_lists.self);
    REQUIRE(by_structure.order == by_lists.order);
    REQUIRE(by_structure.gamma == by_lists.gamma);
    REQUIRE(by_structure.l == by_lists.l);
    REQUIRE(by_structure.reach == by_lists.reach);
    REQUIRE(by_structure.s == by_lists.s);
    REQUIRE(by_structure.unreached == by_lists.unreached);
    REQUIRE(by_structure.reached_set == by_lists.reached_set);
  }
}

}  // namespace published_test
