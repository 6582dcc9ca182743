// verify precision, as a user runs it.
#include <catch2/catch.hpp>

#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"
#include "cli/schema.hpp"

namespace precision_test {

using namespace testing;

namespace {

Json schema() {
  return Json::parse(
      read_file(std::filesystem::path(HARDMAX_ROOT) / "data" / "precision.schema.json"));
}

}  // namespace

TEST_CASE("precision: all inputs of a small run are executed, and the answers are exact") {
  const Finished f = verify(words("precision strided --n 4 --progress none"));
  INFO(f.out << f.err);
  CHECK(f.exit_code == 1);
  CHECK(f.err.empty());
  CHECK(f.out.find("executed: all 16 inputs, so that answers are exact") != std::string::npos);
  CHECK(f.out.find("float32    holds: every input was executed") != std::string::npos);
  CHECK(f.out.find("bfloat16   breaks at layer 13") != std::string::npos);
  CHECK(verify(words("precision strided --n 4 --format float32,float64")).exit_code == 0);
  CHECK(verify(words("precision strided --n 4 --format bits:18")).exit_code == 0);
  CHECK(verify(words("precision strided --n 4 --format bits:17")).exit_code == 1);
  // Not executed, a format may lie between.
  const Finished between = verify(words("precision strided --n 16 --format float64"));
  CHECK(between.exit_code == 2);
  CHECK(between.out.find("float64    between") != std::string::npos);
}

TEST_CASE("precision: 4,096 tokens of 64 rows take seconds, and the first layer says why") {
  const Finished f = verify(words("precision strided --n 4096 --d 64"));
  INFO(f.out << f.err);
  CHECK(f.exit_code == 1);
  CHECK(f.out.find("there are n D^(nd) ids, more than 2^262155") != std::string::npos);
  CHECK(f.out.find("float16    breaks at layer 1: the last entry of u is infinite") !=
        std::string::npos);
  CHECK(f.out.find("float32    breaks at layer 1: the shift times") != std::string::npos);
  CHECK(f.out.find("between") == std::string::npos);
}

TEST_CASE("precision: --json is what data/precision.schema.json says") {
  for (const char* arguments :
       {"precision strided --n 4", "precision star --n 3 --d 2 --format bits:20,m30e9,e4m3",
        "precision strided --n 16", "precision window --n 200 --d 8 --delta 1/4"}) {
    INFO(arguments);
    const Json answer = Json::parse(verify(words(arguments) + words("--json")).out);
    CHECK(misfit(schema(), schema(), answer, "") == "");
    Json wrong = answer;
    wrong["formats"][0]["soft"]["answer"] = "verified";
    CHECK(misfit(schema(), schema(), wrong, "") != "");
    wrong = answer;
    wrong["more"] = 1;
    CHECK(misfit(schema(), schema(), wrong, "") != "");
  }
}

TEST_CASE("precision: the picture has axes, a legend and no script") {
  const TemporaryFolder folder;
  const std::string file = (folder / "bits.svg").string();
  const Finished f = verify(words("precision strided --n 64 --plot " + file));
  INFO(f.out << f.err);
  CHECK(f.exit_code == 1);
  const std::string svg = read_file(file);
  for (const char* part :
       {"<svg xmlns", "tokens n", "mantissa bits, the leading one counted", "distinct ids, hardmax",
        "within delta~/4, softmax", "float32", "<circle", "</svg>"})
    CHECK(svg.find(part) != std::string::npos);
  CHECK(svg.find("<script") == std::string::npos);
  std::ofstream(folder / "two.json") << R"({"n": 2, "patterns": [[[1, 2], [1, 2]]]})";
  const Finished one =
      verify(words("precision " + (folder / "two.json").string() + " --plot " + file + "2"));
  CHECK(one.exit_code == 64);
  CHECK(one.err.find("one number of tokens alone") != std::string::npos);
}

TEST_CASE("precision: wrong values end with a line that names them") {
  const auto refused = [](const std::string& arguments, const char* part, int code = 64) {
    const Finished f = verify(words(arguments));
    INFO(arguments << "\n" << f.err);
    CHECK(f.exit_code == code);
    CHECK(f.err.find(part) != std::string::npos);
    CHECK(f.out.empty());
  };
  refused("precision", "NAME|FILE is missing");
  refused("precision strided", "--n");
  refused("precision strided --n 1", "--n '1'");
  refused("precision strided --n 4 --delta 1", "--delta '1'");
  refused("precision strided --n 4 --format float8", "--format 'float8': unknown format");
  refused("precision strided --n 4 --format float16,", "--format ''");
  refused("precision strided --n 4 --eps 0", "--eps '0'");
  refused("precision strided --n 4 --lp 1/2", "--lp '1/2'");
  refused("precision strided --n 60000 --d 64", "n d of at most");
  refused("precision star --n 4 --window 2", "--window");
  refused("precision none.json", "none.json", 65);
  const Finished causal = verify(words("precision causal-window --n 8"));
  CHECK(causal.exit_code == 1);
  CHECK(causal.out.find("Assumption 1 does not hold") != std::string::npos);
}

}  // namespace precision_test
