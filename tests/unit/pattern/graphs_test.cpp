// Graphs as people have them: Matrix Market of every field, edge lists with comments, headers and
// attributes, options that complete them, and formats that are named and refused.
#include <catch2/catch.hpp>

#include "pattern/import/import.hpp"
#include "support.hpp"
#include "support/rounds.hpp"

namespace graphs_test {

using namespace hardmax;
using namespace hardmax::test;
using Picture = std::vector<std::string>;

namespace {

Import read(const std::string& name, const std::string& text, std::size_t n = 0,
            ImportOptions options = {}) {
  const TemporaryFile file(name, text);
  return import_pattern(
      {.name_or_file = file.path().string(), .n = n, .import = std::move(options)});
}

std::string why(const std::string& name, const std::string& text, std::size_t n = 0,
                InvalidInput::Kind kind = InvalidInput::Kind::file, ImportOptions options = {}) {
  const TemporaryFile file(name, text);
  const std::string line = refusal(kind, [&] {
    import_pattern({.name_or_file = file.path().string(), .n = n, .import = options});
  });
  const std::string prefix = file.path().string() + ": ";
  return line.starts_with(prefix) ? line.substr(prefix.size()) : line;
}

Picture layer(const Import& import) { return picture(expand(import.pattern), 0); }

bool says(const std::vector<std::string>& lines, const std::string& part) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

}  // namespace

TEST_CASE("matrix market: every field, where an entry that is not 0 is an edge") {
  const Picture ring = {"x.x", ".x.", "x.x"};
  const std::string entries = "3 3 4\n1 1 A\n2 2 A\n3 3 A\n3 1 A\n";
  const auto with = [&](const std::string& field, const std::string& number) {
    std::string text = "%%MatrixMarket matrix coordinate " + field + " symmetric\n" + entries;
    for (std::size_t at = 0; (at = text.find('A')) != std::string::npos;)
      text.replace(at, 1, number);
    return text;
  };
  REQUIRE(layer(read("g.mtx", with("integer", "7"))) == ring);
  REQUIRE(layer(read("g.mtx", with("real", "1e-400"))) == ring);  // not 0, however small
  REQUIRE(layer(read("g.mtx", with("complex", "0 -2.5"))) == ring);
  const Import zeros = read("g.mtx",
                            "%%MatrixMarket matrix coordinate real general\n2 2 3\n1 1 0.0\n"
                            "1 2 -0e9\n2 2 1\n");
  REQUIRE(layer(zeros) == Picture{"..", ".x"});
  REQUIRE(says(zeros.understood, "2 entries of 0 are no edges"));
  REQUIRE(layer(read("g.mtx",
                     "%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 1\n3 1 2.5\n")) ==
          Picture{"..x", "...", "x.."});
  REQUIRE(layer(read("g.mtx", "%%MatrixMarket matrix array integer general\n2 2\n1\n1\n0\n1\n")) ==
          Picture{"x.", "xx"});
  REQUIRE(
      layer(read("g.mtx", "%%MatrixMarket matrix array real symmetric\n2 2\n1.0\n1.0\n0.0\n")) ==
      Picture{"xx", "x."});
  REQUIRE(layer(read("g.mtx",
                     "%%MatrixMarket matrix array real skew-symmetric\n3 3\n1.0\n0.0\n1.0\n")) ==
          Picture{".x.", "x.x", ".x."});
  const auto refused = [&](const std::string& body) {
    return why("g.mtx", "%%MatrixMarket matrix coordinate real general\n1 1 1\n" + body);
  };
  REQUIRE(refused("1 1 nan\n") == "line 3: \"nan\" is not a finite number");
  REQUIRE(refused("1 1\n").starts_with("line 3: expected \"row column\" and a number"));
  REQUIRE(why("g.mtx", "%%MatrixMarket matrix array integer general\n2 2\n1\n") ==
          "has 1 entries, but announces 4");
  REQUIRE(why("g.mtx", "%%MatrixMarket matrix array integer general\n1 1\n1\n1\n") ==
          "line 4: more entries than the 1 announced");
  REQUIRE(why("g.mtx", "%%MatrixMarket matrix coordinate quaternion general\n1 1 0\n")
              .starts_with("line 1: the field is \"quaternion\""));
}

TEST_CASE("matrix market: habits of headers and blank lines") {
  const std::string body = "3 3 3\n1 1\n2 2\n3 3\n";
  const Picture diagonal = {"x..", ".x.", "..x"};
  REQUIRE(layer(read("g.mtx", "%%MatrixMarket matrix coordinate pattern general \n" + body)) ==
          diagonal);
  REQUIRE(layer(read("g.mtx", "%%MatrixMarket  matrix\tcoordinate pattern general\r\n \n" + body +
                                  " \t\n")) == diagonal);
  const Import one = read("g.mtx", "%MatrixMarket matrix coordinate pattern general\n" + body);
  REQUIRE(layer(one) == diagonal);
  REQUIRE(says(one.understood, "one % where the format has two"));
}

TEST_CASE("edge list: comments, networkx, SNAP and header lines") {
  const Picture ring = {".x.", "..x", "x.."};
  REQUIRE(layer(read("g.edges", "% KONECT\n// and others\n# n is given\n0 1\n1 2\n2 0\n", 3)) ==
          ring);
  const Import networkx = read("g.edges", "0 1 {}\n1 2 {'weight': 0.5}\n2 0 {}\n", 3);
  REQUIRE(layer(networkx) == ring);
  REQUIRE(says(networkx.understood, "in braces behind an edge is left out"));
  const Import snap = read("g.txt",
                           "# Directed graph: toy.txt\n# Nodes: 3 Edges: 3\n"
                           "# FromNodeId\tToNodeId\n0\t1\n1\t2\n2\t0\n");
  REQUIRE(layer(snap) == ring);
  REQUIRE(says(snap.understood, "n = 3, as the comment \"Nodes\" says"));
  const Import header = read("g.csv", "source,target\n0,1\n1,2\n2,0\n", 3);
  REQUIRE(layer(header) == ring);
  REQUIRE(says(header.understood, "columns source, target, in this order: query, key"));
  REQUIRE(layer(read("g.csv", "key,query,weight\n1,0,2.5\n2,1,1\n0,2,1\n1,1,0.0\n", 3)) == ring);
  REQUIRE(layer(read("g.csv", "\"source\",\"target\"\n0,1\n1,2\n2,0\n", 3)) == ring);
  REQUIRE(why("g.csv", "source,colour\n0,1\n", 3)
              .starts_with("line 1: the column \"colour\" is not known"));
  REQUIRE(why("g.csv", "source,from\n0,1\n", 3).find("one of keys") != std::string::npos);
  REQUIRE(why("g.csv", "source,target\n0,alice\n", 3).find("\"alice\" is not a whole number") !=
          std::string::npos);
  REQUIRE(why("g.csv", "source,target\n0\n", 3).find("expected the 2 columns") !=
          std::string::npos);
}

TEST_CASE("graphs: --undirected, --self-loops and --base complete a list") {
  const std::string path = "n 3\n0 1\n1 2\n";
  REQUIRE(layer(read("g.edges", path, 0, {.undirected = true})) == Picture{".x.", "x.x", ".x."});
  REQUIRE(layer(read("g.edges", path, 0, {.undirected = true, .self_loops = true})) ==
          Picture{"xx.", "xxx", ".xx"});
  REQUIRE(layer(read("g.edges", "n 3\n0 0\n1 0\n0 1\n", 0,
                     {.undirected = true, .self_loops = true})) == Picture{"xx.", "xx.", "..x"});
  REQUIRE(layer(read("g.edges", "n 3\n1 2\n2 3\n", 0, {.base = 1})) ==
          Picture{".x.", "..x", "..."});
  REQUIRE(why("g.edges", "n 3\n0 1\n", 0, InvalidInput::Kind::file, {.base = 1}) ==
          "line 2: tokens are 1..3, found \"0 1\"");
  REQUIRE(why("g.edges", "n 3\n1 2\n2 3\n").find("--base 1 if they are counted from 1") !=
          std::string::npos);
  const std::string mtx = "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n3 1\n";
  REQUIRE(layer(read("g.mtx", mtx, 0, {.undirected = true, .self_loops = true})) ==
          Picture{"x.x", ".x.", "x.x"});
  REQUIRE(why("g.mtx", mtx, 0, InvalidInput::Kind::option, {.base = 0}) ==
          "--base 0: does nothing for g.mtx; leave it out");
  REQUIRE(says(read("g.edges", "n 2\n0 1\n1 0\n").warnings, "--self-loops adds them"));
  REQUIRE(says(read("g.edges", path).warnings, "--undirected adds the other direction"));
}

TEST_CASE("graphs: a matrix in text is not read as edges") {
  REQUIRE(why("g.csv", "1,1,0\n1,1,1\n0,1,1\n", 3).find("a matrix is not read as edges") !=
          std::string::npos);
  REQUIRE(why("g.csv", "1,1\n0,1\n", 2).starts_with("may be two edges or a 2 by 2 matrix"));
  REQUIRE(layer(read("g.csv", "n 2\n1,1\n0,1\n")) == Picture{".x", ".x"});
  REQUIRE(why("g.txt", "1.000e+00 0.000e+00\n0.000e+00 1.000e+00\n", 2).find("expected") !=
          std::string::npos);
}

TEST_CASE("graphs: other formats are named, with the line of Python that converts them") {
  const auto named = [](const std::string& file, const std::string& text,
                        const std::string& format) {
    const std::string line = why(file, text, 3);
    CAPTURE(line);
    REQUIRE(line.find(format) != std::string::npos);
    REQUIRE(line.find("python -c \"") != std::string::npos);
    REQUIRE(line.find("'" + file + "'") != std::string::npos);
  };
  named("g.gr", "c toy\np sp 3 1\na 1 2 1\n", "DIMACS");
  named("g.graph", "3 2\n2\n1 3\n2\n", "METIS");
  named("g.graphml", "<graphml/>", "GraphML");
  named("g.txt", "c toy\np sp 3 1\na 1 2 1\n", "DIMACS");
  named("g.json", R"({"directed": true, "nodes": [{"id": 0}], "links": []})", "networkx");
}

TEST_CASE("graphs: a seeded mutation of a good file is read or refused, never worse") {
  const std::vector<std::pair<std::string, std::string>> files{
      {"g.mtx",
       "%%MatrixMarket matrix coordinate complex hermitian\n% c\n4 4 3\n1 1 1 0\n4 2 0 -1e3\n3 3 "
       "0.0 0\n"},
      {"g.mtx", "%%MatrixMarket matrix array real skew-symmetric\n3 3\n1.5\n0\n-2e1\n"},
      {"g.csv", "source,target,weight\n0,1,0.5\n1,2,0\n\"2\",0,1\n"},
      {"g.edges", "# Nodes: 4 Edges: 2\n0 1 {}\n// c\n3 2 {'w': 1}\n"},
      {"g.txt", "n 4\nlayers 2\nquery key layer\n0 1 1\n3 3 0\n"}};
  const std::string_view alphabet = "0123456789 \n,;%#/n\"{}:-.eEaglqsty";
  std::mt19937_64 random(42);
  int accepted = 0;
  std::vector<std::unique_ptr<TemporaryFile>> places;
  for (const auto& [name, text] : files)
    places.push_back(std::make_unique<TemporaryFile>(name, text));
  for (int round = 0; round < testing::rounds(10'000); ++round) {
    const std::size_t which = static_cast<std::size_t>(round) % files.size();
    std::string text = files[which].second;
    for (std::uint64_t edits = random() % 3; edits > 0; --edits) {
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
    CAPTURE(round, text);
    places[which]->rewrite(text);
    try {
      const bool whole = round % 3 == 0;
      const Import import = import_pattern({.name_or_file = places[which]->path().string(),
                                            .n = which == 2 ? std::size_t{3} : 0,
                                            .import = {.undirected = whole, .self_loops = whole}});
      REQUIRE(import.pattern.n >= 1);
      if (import.pattern.n <= 1000) {
        const Pattern pattern = expand(import.pattern);
        for (std::size_t k = 0; whole && k < pattern.tokens(); ++k) {
          REQUIRE(pattern.attends(0, k, k));
          for (const Token j : pattern.neighbours(0, k)) REQUIRE(pattern.attends(0, j, k));
        }
      }
      ++accepted;
    } catch (const InvalidInput& e) {
      REQUIRE(std::string(e.what()).find('\n') == std::string::npos);
    }
  }
  REQUIRE(accepted > testing::met(2000));
}

}  // namespace graphs_test
