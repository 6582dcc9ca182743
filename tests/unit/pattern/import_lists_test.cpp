// Edge lists, Matrix Market, rules files.
#include <catch2/catch.hpp>

#include "pattern/import/import.hpp"
#include "support.hpp"
#include "support/rounds.hpp"

namespace import_lists_test {

using namespace hardmax;
using namespace hardmax::test;
using Picture = std::vector<std::string>;

namespace {

Import read(const std::string& name, const std::string& text, std::size_t n = 0) {
  const TemporaryFile file(name, text);
  return import_pattern({.name_or_file = file.path().string(), .n = n});
}

std::string why(const std::string& name, const std::string& text, std::size_t n = 0,
                InvalidInput::Kind kind = InvalidInput::Kind::file) {
  const TemporaryFile file(name, text);
  const std::string line =
      refusal(kind, [&] { import_pattern({.name_or_file = file.path().string(), .n = n}); });
  const std::string prefix = file.path().string() + ": ";
  return line.starts_with(prefix) ? line.substr(prefix.size()) : line;
}

Picture layer(const Import& import, std::size_t l) { return picture(expand(import.pattern), l); }

}  // namespace

TEST_CASE("edge list: query and key from 0, n in the file or given") {
  const Import import = read("g.edges", "# who sees whom\nn 3\n0 0\n1 1\n2\t2\n\n2,0\r\n 1 0");
  REQUIRE(layer(import, 0) == Picture{"x..", "xx.", "x.x"});
  REQUIRE(import.understood.at(0) ==
          "edge list, 0-based: 5 edges from queries to keys on 3 tokens");
  REQUIRE(layer(read("g.edges", "0 0\n1 0\n", 2), 0) == Picture{"x.", "x."});
  const Import layers = read("g.csv", "n 2\nlayers 2\n0,0,0\n1,1,0\n0,1,1\n");
  REQUIRE(layer(layers, 0) == Picture{"x.", ".x"});
  REQUIRE(layer(layers, 1) == Picture{".x", ".."});
}

TEST_CASE("edge list: every malformed line is refused with its number") {
  REQUIRE(why("g.edges", "") == "there is no edge in the file");
  REQUIRE(why("g.edges", "n 3\n") == "there is no edge in the file");
  REQUIRE(why("g.edges", "0 0\n") ==
          "line 1: the number of tokens is missing: put a line \"n N\" before the first edge, or "
          "give --n");
  REQUIRE(why("g.edges", "n 3\n0 3\n") == "line 2: tokens are 0..2, found \"0 3\"");
  REQUIRE(why("g.edges", "n 3\n0 1\n0 1\n") == "the edge from 0 to 1 is listed twice");
  REQUIRE(why("g.edges", "n 3\n0\n") ==
          "line 2: expected \"query key\", whole numbers from 0, found \"0\"");
  REQUIRE(
      why("g.edges", "n 3\n0 1 2\n")
          .starts_with("line 2: expected \"query key\", found 3 numbers, \"0 1 2\": a matrix is "
                       "not read as edges"));
  REQUIRE(why("g.edges", "n 3\n0 -1\n") ==
          "line 2: expected \"query key\", whole numbers from 0, found \"0 -1\"");
  REQUIRE(why("g.edges", "n 3\n0 1.0\n") ==
          "line 2: expected \"query key\", whole numbers from 0, found \"0 1.0\"");
  REQUIRE(why("g.edges", "n 3\n0 99999999999999999999\n").starts_with("line 2: expected"));
  REQUIRE(why("g.edges", "n 3\n0 1\nn 3\n") ==
          "line 3: \"n\" and \"layers\" stand before the first edge");
  REQUIRE(why("g.edges", "n 3\nn 3\n0 1\n") == "line 2: \"n\" is said twice");
  REQUIRE(why("g.edges", "n 0\n") == "line 1: n is at least 1 and at most 2^24 = 16777216");
  REQUIRE(why("g.edges", "n 99999999\n") == "line 1: n is at least 1 and at most 2^24 = 16777216");
  REQUIRE(why("g.edges", "n 3\nlayers 1000\n") == "line 2: layers is at least 1 and at most 256");
  REQUIRE(why("g.edges", "n 16777216\nlayers 256\n0 0 0\n") ==
          "line 3: layers times n is more than 2^26");
  REQUIRE(why("g.edges", "n 2\nlayers 2\n0 0 2\n") == "line 3: layers are 0..1, found 2");
  REQUIRE(why("g.edges", "name\n") ==
          "line 1: expected \"query key\", whole numbers from 0, found \"name\"");
  REQUIRE(why("g.edges", std::string("n 2\n0 \0 1\n", 10)) ==
          "line 2: holds a byte 0; this is not a text file");
  REQUIRE(why("g.edges", std::string(10'000'000, '7')) == "line 1: is longer than 4096 bytes");
  REQUIRE(
      why("g.edges", "n 3\n0 0\n", 2, InvalidInput::Kind::option).find("says n 3; write --n 3") !=
      std::string::npos);
}

TEST_CASE("matrix market: 1-based, general and symmetric") {
  const Import general = read(
      "g.mtx",
      "%%MatrixMarket matrix coordinate pattern general\n% a comment\n3 3 4\n1 1\n2 2\n3 3\n3 1\n");
  REQUIRE(layer(general, 0) == Picture{"x..", ".x.", "x.x"});
  const Import symmetric = read(
      "g.mtx", "%%matrixmarket MATRIX coordinate pattern SYMMETRIC\n3 3 4\n1 1\n2 2\n3 3\n3 1\n");
  REQUIRE(layer(symmetric, 0) == Picture{"x.x", ".x.", "x.x"});
  REQUIRE(
      symmetric.understood.at(0) ==
      "Matrix Market, 1-based, symmetric: 5 edges on 3 tokens; rows are queries, columns are keys");
}

TEST_CASE("matrix market: everything else is refused") {
  const std::string head = "%%MatrixMarket matrix coordinate pattern general\n";
  REQUIRE(why("g.mtx", "") == "the file is empty");
  REQUIRE(why("g.mtx", "3 3 1\n") ==
          "line 1: expected \"%%MatrixMarket matrix coordinate FIELD SYMMETRY\", found \"3 3 1\"");
  REQUIRE(why("g.mtx", head) == "the line \"rows columns entries\" is missing");
  REQUIRE(why("g.mtx", head + "3 4 1\n1 1\n") ==
          "line 2: the matrix is 3 by 4; a pattern is square");
  REQUIRE(why("g.mtx", head + "3 3 2\n1 1\n") == "has 1 entries, but announces 2");
  REQUIRE(why("g.mtx", head + "3 3 1\n1 1\n2 2\n") == "line 4: more entries than the 1 announced");
  REQUIRE(why("g.mtx", head + "3 3 1\n0 1\n") ==
          "line 3: rows and columns are 1..3, found \"0 1\"");
  REQUIRE(why("g.mtx", head + "3 3 2\n1 1\n1 1\n") == "the edge from 1 to 1 is listed twice");
  REQUIRE(why("g.mtx", head + "3 3 1\n1 1 5\n") ==
          "line 3: expected \"row column\", found \"1 1 5\"");
  REQUIRE(
      why("g.mtx", head + "3 3 999999999999\n1 1\n")
          .starts_with("line 2: more than 134217728 edges; listing more would take over 512 MiB"));
  REQUIRE(why("g.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n1 2\n") ==
          "line 3: a symmetric matrix lists its lower triangle only, found \"1 2\"");
}

TEST_CASE("rules file: every part, by hand") {
  const auto rule = [](const std::string& parts, const std::string& causal = "0") {
    return layer(read("r.json", R"({"n": 5, "rules": [{"causal": )" + causal + R"(, "parts": [)" +
                                    parts + "]}]}"),
                 0);
  };
  REQUIRE(rule(R"({"band": {"left": 1, "right": 2}})") ==
          Picture{"xxx..", "xxxx.", ".xxxx", "..xxx", "...xx"});
  REQUIRE(rule(R"({"band": {"left": 9, "right": 9, "step": 2}})", "1") ==
          Picture{"x....", ".x...", "x.x..", ".x.x.", "x.x.x"});
  REQUIRE(rule(R"({"blocks": {"size": 2, "before": 1}})") ==
          Picture{"xx...", "xx...", "xxxx.", "xxxx.", "..xxx"});
  REQUIRE(rule(R"({"columns": {"first": 1, "step": 3}}, {"rows": {"end": 1, "step": 9}})") ==
          Picture{"xxxxx", ".x..x", ".x..x", ".x..x", ".x..x"});
  REQUIRE(rule(R"({"edges": {"to": [[1], [], [0, 4]]}})") ==
          Picture{".x...", ".....", "x...x", ".....", "....."});
  REQUIRE(rule(R"({"edges": {"size": 2, "to": [[1], [0]]}})", "2") ==
          Picture{".....", ".....", "xx...", "xx...", "....."});
}

TEST_CASE("rules file: what is not understood is refused") {
  const auto refused = [](const std::string& text) { return why("r.json", text); };
  REQUIRE(refused(R"({"n": 5, "rules": []})") == "\"rules\" is not a list of at least one layer");
  REQUIRE(refused(R"({"n": 5, "rules": [{"parts": []}], "x": 1})") ==
          "\"x\" is unknown; a rules file has \"n\" and \"rules\"");
  REQUIRE(refused(R"({"n": 5, "rules": [{"parts": [{"ring": {}}]}]})") ==
          "\"rules.parts\" has a \"ring\"; parts are band, blocks, columns, rows and edges");
  REQUIRE(refused(R"({"n": 5, "rules": [{"parts": [{"band": {"left": -1}}]}]})") ==
          "\"band.left\" is not a whole number");
  REQUIRE(refused(R"({"n": 5, "rules": [{"parts": [{"band": {"step": 0}}]}]})") ==
          "\"band.step\" is 0; it is at least 1 and at most 4294967296");
  REQUIRE(refused(R"({"n": 5, "rules": [{"parts": [{"band": {"width": 1}}]}]})") ==
          "\"band.width\" is unknown");
  REQUIRE(refused(R"({"n": 5, "rules": [{"parts": [{"edges": {"to": [[5]]}}]}]})") ==
          "\"edges.to\" has a row that is not strictly increasing in 0..4");
  REQUIRE(refused(R"({"n": 5, "rules": [{"parts": [{"edges": {"to": [[1, 1]]}}]}]})") ==
          "\"edges.to\" has a row that is not strictly increasing in 0..4");
  REQUIRE(why("r.json", R"({"rules": [{"parts": []}]})", 0, InvalidInput::Kind::option)
              .starts_with("--n is missing"));
}

TEST_CASE("lists: a seeded mutation of a good file is read or refused, never worse") {
  const std::vector<std::pair<std::string, std::string>> files{
      {"g.edges", "# c\nn 6\nlayers 2\n0 0 0\n1 0 1\n5 4 1\n2 2 0\n"},
      {"g.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n% c\n5 5 3\n1 1\n5 2\n3 3\n"},
      {"r.json",
       R"({"n": 9, "rules": [{"causal": 2, "parts": [{"band": {"left": 3, "right": 1, "step": 2}}, {"blocks": {"size": 2, "before": 1, "after": 0}}]}, {"parts": [{"columns": {"first": 1, "step": 3, "width": 2, "end": 8}}, {"edges": {"size": 2, "to": [[0, 1], [], [3]]}}]}]})"}};
  const std::string_view alphabet = "0123456789 \n,%nl\"{}[]:-.e";
  std::mt19937_64 random(32);
  int accepted = 0;
  std::vector<std::unique_ptr<TemporaryFile>> places;
  for (const auto& [name, text] : files)
    places.push_back(std::make_unique<TemporaryFile>(name, text));
  for (int round = 0; round < testing::rounds(6000); ++round) {
    auto [name, text] = files[static_cast<std::size_t>(round) % files.size()];
    for (std::uint64_t edits = 1 + random() % 3; edits > 0; --edits) {
      const std::size_t at = random() % text.size();
      const char c = alphabet[random() % alphabet.size()];
      switch (random() % 4) {
        case 0: text[at] = c; break;
        case 1: text.insert(at, 1, c); break;
        case 2: text.erase(at, 1 + random() % 3); break;
        default: text.insert(at, text.substr(random() % text.size(), random() % 10));
      }
      if (text.empty()) text.push_back(' ');
    }
    CAPTURE(round, name, text);
    const TemporaryFile& file = *places[static_cast<std::size_t>(round) % files.size()];
    file.rewrite(text);
    try {
      const Import import = import_pattern({.name_or_file = file.path().string()});
      REQUIRE(import.pattern.n >= 1);
      if (import.pattern.n <= 1000) REQUIRE(expand(import.pattern).tokens() == import.pattern.n);
      ++accepted;
    } catch (const InvalidInput& e) {
      REQUIRE(std::string(e.what()).find('\n') == std::string::npos);
    }
  }
  REQUIRE(accepted > testing::met(200));
}

}  // namespace import_lists_test
