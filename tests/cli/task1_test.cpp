// verify task1 FILE: the farthest of unit vectors, by a head and by a search, and the certificate
// of that; the claims about it.
#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>

#include "cli/members.hpp"
#include "cli/process.hpp"
#include "cli/schema.hpp"
#include "support/rounds.hpp"

namespace task1_test {

using namespace testing;

namespace {

const std::filesystem::path kRoot = HARDMAX_ROOT;
const std::string kFolder = (kRoot / "proofs" / "bigbird" / "vectors").string();

std::string list(const std::string& name) {
  return (kRoot / "data" / "vectors" / (name + ".json")).string();
}

Finished task1(const std::string& file, const std::string& more = "") {
  return verify(std::vector<std::string>{"task1", file, "--progress", "none"} + words(more));
}

Json json_of(const Finished& f) {
  INFO(f.out << f.err);
  const Json json = Json::parse(f.out);
  const Json schema = Json::parse(read_file(kRoot / "data" / "task1.schema.json"));
  CHECK(misfit(schema, schema, json, "") == "");
  CHECK(json["exit_code"] == f.exit_code);
  return json;
}

}  // namespace

TEST_CASE("task1: two vectors are equally far, and their mean is none of the vectors") {
  const Finished f = task1(list("tie"));
  INFO(f.out << f.err);
  CHECK(f.exit_code == 1);
  CHECK(contains(f.out,
                 "query 1        (1,0): 2 and 3 are farthest, squared distance 16/5; output "
                 "(-3/5,0) is their mean, none of the vectors"));
  CHECK(contains(f.out,
                 "query 2        (-3/5,4/5): 1 is farthest, squared distance 16/5; output "
                 "(1,0)\n"));
  CHECK(contains(f.out, "inner products 9 for a tuple, 9 in all"));
  const Json json = json_of(task1(list("tie"), "--json"));
  CHECK(json["queries"] == Json({{"all", 3}, {"found", 2}, {"ties", 1}, {"others", 0}}));
  CHECK(json["shown"][0]["answer"] == "tie");
  CHECK(json["shown"][0]["output"] == Json({"-3/5", "0"}));
  CHECK(json["shown"][0]["farthest"] == Json({2, 3}));
  CHECK(json["inner_products"]["more"] == "3");
}

TEST_CASE("task1: of two vectors one is farthest; of three of the circle not always") {
  const Json two = json_of(task1(list("circle"), "--tuples 2 --json"));
  CHECK(two["tuples"] == 400);
  CHECK(two["queries"]["found"] == 800);
  CHECK(two["exit_code"] == 0);
  const Json all = json_of(task1(list("circle"), "--json"));
  CHECK(all["vectors"] == 20);
  CHECK(all["queries"]["found"] == 20);  // each has its antipode
  CHECK(all["inner_products"]["all"] == "400");
  const Json sphere = json_of(task1(list("sphere"), "--json"));
  CHECK(sphere["dimension"] == 3);
  CHECK(sphere["queries"]["others"] == 0);
}

// The search here is in integers: entries times the product of all denominators of the circle.
TEST_CASE("task1: random tuples of the circle, with the ties that a search in integers finds") {
  const Json circle = Json::parse(read_file(list("circle")))["vectors"];
  const auto whole = [](const std::string& text) {
    const auto slash = text.find('/');
    const long denominator = slash == std::string::npos ? 1 : std::stol(text.substr(slash + 1));
    return std::stol(text.substr(0, slash)) * (65 / denominator);
  };
  std::vector<std::pair<long, long>> points;
  for (const Json& v : circle)
    points.emplace_back(whole(v[0].get<std::string>()), whole(v[1].get<std::string>()));
  std::mt19937_64 random(26);
  const TemporaryFolder folder;
  for (std::size_t n = 1; n <= 8; ++n) {
    Json tuples = Json::array();
    std::uint64_t ties = 0;
    for (int i = 0; i < rounds(200); ++i) {
      std::vector<std::size_t> tuple(n);
      for (std::size_t& v : tuple) v = random() % 20 + 1;
      tuples.push_back(tuple);
      for (const std::size_t k : tuple) {
        long least = 0;
        std::set<std::size_t> farthest;
        for (const std::size_t j : tuple) {
          const long product = points[k - 1].first * points[j - 1].first +
                               points[k - 1].second * points[j - 1].second;
          if (farthest.empty() || product < least) least = product, farthest.clear();
          if (product == least) farthest.insert(j);
        }
        ties += farthest.size() > 1 ? 1 : 0;
      }
    }
    write_file(folder / "v.json", Json{{"vectors", circle}, {"tuples", tuples}}.dump());
    INFO("n = " << n << ", tuples " << tuples.dump());
    const Json found = json_of(task1((folder / "v.json").string(), "--json"));
    CHECK(found["queries"]["ties"] == ties);
    CHECK(found["queries"]["others"] == 0);
  }
}

TEST_CASE("task1: files that are refused, each with what is wrong") {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& text, const std::string& why) {
    write_file(folder / "v.json", text);
    const Finished f = task1((folder / "v.json").string());
    INFO(text << "\n" << f.out << f.err);
    CHECK(f.exit_code == 65);
    CHECK(f.out.empty());
    CHECK(contains(f.err, why));
  };
  refused(R"({"vectors": [["1", "0"], ["1", "1/2"]]})",
          "vector 2 has the squared length 5/4, not 1");
  refused(R"({"vectors": [["1", "0"], ["1"]]})", "vector 2 has 1 entries, and vector 1 has 2");
  refused(R"({"vectors": [["0.6", "0.8"]]})", "vector 1: \"0.6\"");
  refused(R"({"vectors": [[0.6, 0.8]]})", "found the number \"0.6\"");
  refused(R"({"vectors": []})", "\"vectors\" has no vector");
  refused(R"({"vectors": [[]]})", "vector 1 has 0 entries");
  refused(R"({"tuples": [[1]]})", "the key \"vectors\" is missing");
  refused(R"({"vectors": [[1]], "tuples": [[1], [2]]})",
          "tuple 2 has the number 2; there are vectors 1 to 1");
  refused(R"({"vectors": [[1]], "tuples": [[0]]})", "tuple 1 has the number 0");
  refused(R"({"vectors": [[1]], "tuples": [[1], [1, 1]]})", "tuple 2 has 2 vectors");
  refused(R"({"vectors": [[1]], "tuples": [["1"]]})", "found the text \"1\"");
  refused(R"({"vectors": [[1]], "tuples": []})", "\"tuples\" has no tuple");
  refused(R"({"vectors": [[1]], "vectors": [[1]]})", "occurs twice");
  refused(R"({"vectors": [[1]], "names": []})", "unknown key \"names\"");
  refused(R"({"vectors": [[[1]]]})", "found an array");
  refused(R"([[1]])", "at the top");
  refused("{", "not JSON");
  refused("", "the file is empty");
  CHECK(task1((folder / "none.json").string()).exit_code == 65);
  CHECK(task1(list("tie"), "--tuples 0").exit_code == 64);
  CHECK(task1(list("circle"), "--tuples 6").exit_code == 64);
}

TEST_CASE("task1: a certificate of all answers, accepted, and its changed siblings, rejected") {
  const TemporaryFolder folder;
  const std::string file = (folder / "c.cert").string();
  const Finished f = verify({"task1", list("tie"), "--progress", "none", "--certificate", file});
  INFO(f.out << f.err);
  CHECK(f.exit_code == 1);
  CHECK(contains(f.out, "certificate    " + file));
  const Json stated = Json::parse(read_file(file));
  const Finished same = verify_check({file, "--claims", kFolder});
  INFO(same.out << same.err);
  CHECK(same.exit_code == 0);
  CHECK(contains(same.out,
                 "accepted: 1 tuple, 3 queries: 2 get a vector that is farthest, 1 the mean of "
                 "several, 0 something else"));
  CHECK(stated["result"]["first"]["output"] == "-3/5 0");
  for (const char* format : {"md", "html"}) {
    const Finished page = verify({"report", file, "--format", format, "--claims", kFolder});
    INFO(page.err);
    CHECK(page.exit_code == 0);
    CHECK(
        contains(page.out, "Of 3 queries 2 get a vector that is farthest, 1 the mean of several"));
  }
  int others = 0;
  each_other(stated, [&](const std::string& what, const Json& changed) {
    INFO(what);
    write_file(folder / "changed.cert", changed.dump() + "\n");
    CHECK(verify_check({(folder / "changed.cert").string(), "--claims", kFolder}).exit_code != 0);
    ++others;
  });
  CHECK(others > 30);
  const Json json =
      json_of(verify({"task1", list("circle"), "--json", "--tuples", "2", "--certificate", file}));
  CHECK(json["certificate"] == Json({{"file", file}, {"kind", "vectors"}}));
  CHECK(verify_check({file, "--claims", kFolder}).exit_code == 0);
}

TEST_CASE("task1: all instances of the orthogonal vectors problem, against a search") {
  for (const char* run :
       {"--n 1 --d 2", "--n 2 --d 1", "--n 2 --d 2", "--n 2 --d 3", "--n 3 --d 2"}) {
    const Finished f =
        verify(std::vector<std::string>{kFolder, "--variant", "boolean", "--only", "ov_check"} +
               words(run));
    INFO(run << "\n" << f.out << f.err);
    CHECK(f.exit_code == 0);
    CHECK(contains(f.out, "1 claim: 1 verified"));
  }
}

TEST_CASE("task1: all instances of the orthogonal vectors problem with n, d <= 4", "[full]") {
  const int most = std::max(9, testing::rounds(16));  // entries of a set
  for (int n = 1; n <= 4; ++n)
    for (int d = 1; d <= 4; ++d) {
      if (n * d > most) continue;
      const std::string run = "--n " + std::to_string(n) + " --d " + std::to_string(d);
      const Finished f =
          verify(std::vector<std::string>{kFolder, "--variant", "boolean", "--only", "ov_check"} +
                 words(run));
      INFO(run << "\n" << f.out << f.err);
      CHECK(f.exit_code == 0);
      CHECK(contains(f.out, "1 claim: 1 verified"));
    }
}

TEST_CASE("task1: a head that is changed does not find what is farthest") {
  const TemporaryFolder folder;
  write_file(folder / "C.toml", read_file(std::filesystem::path(kFolder) / "C.toml"));
  const std::string published = read_file(std::filesystem::path(kFolder) / "construction.toml");
  const auto refuted = [&](const std::string& from, const std::string& to, const std::string& id) {
    std::string changed = published;
    REQUIRE(contains(changed, from));
    changed.replace(changed.find(from), from.size(), to);
    write_file(folder / "construction.toml", changed);
    const Finished f =
        verify({folder.path().string(), "--n", "2", "--d", "2", "--only", id, "--json"});
    INFO(from << " -> " << to << "\n" << f.out << f.err);
    CHECK(f.exit_code == 1);
    CHECK(Json::parse(f.out)["claims"][0]["verdict"] == "refuted");
  };
  refuted("column(r in 1..dim: -Z(r))", "column(r in 1..dim: Z(r))", "bigbird.C.prop.unique");
  refuted("Z + attend(", "attend(", "bigbird.C.prop.unique");
  refuted("looks_at(k) = (1..n)", "looks_at(k) = {k}", "bigbird.C.prop.unique");
  refuted("looks_at(k) = (1..n)", "looks_at(k) = {k}", "bigbird.C.products");
}

}  // namespace task1_test
