// verify show as a user runs it.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"
#include "cli/schema.hpp"

namespace show_test {

using namespace testing;

namespace {

const std::filesystem::path kRoot = HARDMAX_ROOT;

Finished show(const std::string& place, const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments = {"show", (kRoot / place).string()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return verify(arguments);
}

Json json(const std::string& place, const std::string& more) {
  const Finished f = show(place, words(more + " --json"));
  INFO(f.err);
  REQUIRE(f.exit_code == 0);
  return Json::parse(f.out);
}

}  // namespace

TEST_CASE("show: the three papers, as formulas, with counts, and as the schema says") {
  const Json schema = Json::parse(read_file(kRoot / "data" / "show.schema.json"));
  for (const std::string paper : {"yun2020b", "yun2020a", "sparsebert"}) {
    INFO(paper);
    const std::string place = "proofs/" + paper;
    const Finished formulas = show(place);
    CHECK(formulas.exit_code == 0);
    CHECK(contains(formulas.out, "psi(b) = attend(u*Z, u*Z, u*Z - b)"));
    CHECK_FALSE(contains(formulas.out, "one of "));
    CHECK(misfit(schema, schema, json(place, ""), "") == "");
    const Json run = json(
        place, paper == "yun2020b" ? "--n 3 --delta 1/2 --pattern dense" : "--n 3 --delta 1/2");
    CHECK(misfit(schema, schema, run, "") == "");
    CHECK(run["inputs"] == "8");
    CHECK(run["input"] == Json({"0", "0", "1/2"}));
    CHECK(run["not_run"].empty());
    CHECK(run["networks"][1]["name"] == "context");
    CHECK(run["networks"][1]["layers"] == (paper == "yun2020b"   ? "5"
                                           : paper == "yun2020a" ? "3"
                                                                 : "4"));
    bool ids = false;
    for (const Json& value : run["values"]) ids = ids || value["name"] == "id";
    CHECK(ids);
  }
}

TEST_CASE("show: the ids of the golden file are those of the construction as data") {
  const Json golden = Json::parse(
      read_file(std::filesystem::path(HARDMAX_TEST_ROOT) / "golden" / "n4_d1_D2_strided_w2.json"));
  for (std::size_t i = 0; i < golden["rows"].size(); i += 3) {
    const Json& row = golden["rows"][i];
    std::string input;
    for (const Json& g : row["G"])
      input += (input.empty() ? "" : ",") + std::string(g == 0 ? "0" : "1/2");
    const Json run =
        json("proofs/yun2020b", "--n 4 --delta 1/2 --pattern strided --input " + input);
    for (const Json& value : run["values"]) {
      if (value["name"] != "id") continue;
      for (std::size_t k = 0; k < 4; ++k) {
        const long long id = std::stoll(row["ids"][k].dump().find('"') == std::string::npos
                                            ? row["ids"][k].dump()
                                            : row["ids"][k].get<std::string>());
        CHECK(value["at"][k] == (id % 2 == 0 ? std::to_string(id / 2) : std::to_string(id) + "/2"));
      }
    }
  }
}

TEST_CASE("show: a construction of one's own, changed and wrong") {
  const std::string place = "examples/above_mean";
  const Finished plain = show(place, words("--n 3 --delta 1/2 --input 0,1/2,1/2"));
  CHECK(plain.exit_code == 0);
  CHECK(contains(plain.out, "  mark(H, k): 0, 1, 1\n"));
  CHECK(contains(plain.out, "    1/3  1/3  1/3\n"));
  const Finished dropped = show(place, words("--n 3 --delta 1/2 --input 1/2,0,0 --with drop=1"));
  CHECK(contains(dropped.out, "  mark(H, k): 1, 0, 0\n"));
  const auto refused = [&](const std::string& options, int code, const std::string& line) {
    const Finished f = show(place, words(options));
    CHECK(f.exit_code == code);
    CHECK(f.out.empty());
    INFO(f.err);
    CHECK(contains(f.err, line));
  };
  refused("--n 3", 64, "--delta is missing: it gives D = 1/delta");
  refused("--n 1 --delta 1/2", 64, "the parameter n = 1: n >= 2 is asked for");
  refused("--n 3 --delta 1/2 --input 0,1", 64, "--input has 2 entries; an input has 3");
  refused("--n 3 --delta 1/2 --input 0,1,2/3", 64, "--input has the entry 1; entries are {0, 1/2}");
  refused("--n 3 --delta 1/2 --pattern dense", 64, "says itself whom a token looks at");
  refused("--n 3 --delta 1/2 --variant R2", 64, "there is no such variant; there are none");
  refused("--n 3 --delta 1/2 --with above(t)=1", 64,
          "'above' is not among what the construction chooses; there are none");
  refused("--n 3 --delta 1/2 --with drop=3", 64, "'marks' has 2 layers; give one of them");

  const TemporaryFolder folder;
  std::string text = read_file(kRoot / place / "construction.toml");
  text.replace(text.find("*above("), 7, "*abov(");
  write_file(folder / "construction.toml", text);
  const Finished wrong = verify({"show", (folder / "").string()});
  CHECK(wrong.exit_code == 65);
  CHECK(contains(wrong.err, "construction.toml:25: stage 'compare': 'abov' is not known here\n"));
  const Finished missing = verify({"show", (kRoot / "docs").string()});
  CHECK(missing.exit_code == 65);
  CHECK(contains(missing.err, "holds no construction.toml"));
}

TEST_CASE("show: long networks are counted, not made") {
  const Json run = json("proofs/yun2020b", "--n 3 --d 2 --delta 1/1024 --pattern dense");
  CHECK(run["networks"][1]["layers"] == "2097153");
  CHECK(run["not_run"].size() == 1);
  const Json values = json("proofs/yun2020b", "--n 4 --delta 1/16 --pattern star");
  CHECK(values["not_run"].size() == 1);
  CHECK(values["states"].size() == 4);
}

}  // namespace show_test
