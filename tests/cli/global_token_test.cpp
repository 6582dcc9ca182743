// proofs/bigbird: a construction whose tokens count from 0, with a global token, on several graphs.
#include <catch2/catch.hpp>

#include "process.hpp"

namespace global_token_test {

using namespace testing;

namespace {

const std::string kFolder = (std::filesystem::path(HARDMAX_ROOT) / "proofs/bigbird").string();

std::string entry(const std::string& id, const std::string& formal) {
  return "[[claim]]\nid = \"bigbird.own." + id +
         "\"\nsource = \"s\"\nkind = \"remark\"\nwords = \"w\"\ndomain = \"n >= 2\"\nformal = \"" +
         formal + "\"\ntruth = \"true\"\n";
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Finished own(const std::string& entries, const std::string& run) {
  const TemporaryFolder folder;
  write_file(folder / "own.toml", entries);
  return verify(std::vector<std::string>{kFolder} + words(run) +
                std::vector<std::string>{"--claims", folder / "own.toml", "--only", "own"});
}

}  // namespace

TEST_CASE("global token: bounds, layers and ids of three tokens on the star") {
  const Finished found =
      own(entry("S", "S(0) = 8 and S(1) = 172 and S(2) = 4224 and S(3) = 105344") +
              entry("T", "T(0) = 17/2 and T(1) = 369/2 and T(2) = 9073/2 and T(3) = 226289/2") +
              entry("layers", "layers(low) = 16 and layers(high) = 651 and layers(context) = 668") +
              entry("ids", "card(union(X in inputs, k in 1..n: {id(X, k)})) = 24"),
          "--n 3 --d 1 --delta 1/2");
  INFO(found.out << found.err);
  CHECK(found.exit_code == 0);
  CHECK(has(found.out, "4 claims: 4 verified"));
}

TEST_CASE("global token: on the complete graph the last values are those of the star") {
  const std::string entries =
      entry("last", "max(X in inputs: f0(2, X)) = 508 and min(X in inputs: f0(2, X)) = 430") +
      entry("ids", "card(union(X in inputs, k in 1..n: {id(X, k)})) = 8");
  for (const char* graph : {"", " --variant complete", " --variant star_and_window"}) {
    const Finished found = own(entries, std::string("--n 2 --d 1 --delta 1/2") + graph);
    INFO(graph << "\n" << found.out << found.err);
    CHECK(found.exit_code == 0);
    CHECK(has(found.out, "2 claims: 2 verified"));
  }
}

TEST_CASE("global token: with another multiplier encodings meet; a layer less is seen") {
  const std::string encoding = entry("f", "distinct(X in inputs: f0(n, X))");
  CHECK(own(encoding, "--n 3 --d 1 --delta 1/2").exit_code == 0);
  CHECK(own(encoding, "--n 3 --d 1 --delta 1/2 --with L=q*q").exit_code == 0);
  CHECK(own(encoding, "--n 3 --d 1 --delta 1/2 --with L=q").exit_code == 1);
  const std::string distinct = entry("ids", "distinct(X in inputs, k in 1..n: id(X, k))");
  CHECK(own(distinct, "--n 2 --d 1 --delta 1/2").exit_code == 0);
  CHECK(own(distinct, "--n 2 --d 1 --delta 1/2 --with drop=23").exit_code == 1);
}

TEST_CASE("global token: a graph from a file has a list for each token, the global one first") {
  const TemporaryFolder folder;
  const auto with = [&](const std::string& lists) {
    write_file(folder / "graph.json",
               R"({"n": 3, "index_base": 0, "patterns": [[)" + lists + "]]}");
    return verify(std::vector<std::string>{kFolder} + words("--n 2 --d 1 --delta 1/2") +
                  std::vector<std::string>{"--variant", "graph", "--pattern", folder / "graph.json",
                                           "--only", "A.2.2.lemma3"});
  };
  const Finished star = with("[1,2],[0,1],[0,2]");
  INFO(star.out << star.err);
  CHECK(star.exit_code == 0);
  CHECK(has(star.out, "A.2.2.lemma3          verified"));
  const Finished more = with("[0,1,2],[0,1,2],[0,2]");
  CHECK(more.exit_code == 0);
  const Finished less = with("[1,2],[0,1],[2]");
  INFO(less.out << less.err);
  CHECK(less.exit_code != 64);
  CHECK(has(less.out, "needs bigbird.3.2.def1.star, which is refuted"));
  CHECK(with("[1,2],[0,1],[0,3]").exit_code == 65);
  CHECK(with("[1,2],[0,1]").exit_code == 65);
}

}  // namespace global_token_test
