// verify trace and verify explain as a user runs them.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <sstream>

#include "cli/process.hpp"
#include "cli/schema.hpp"

namespace trace_test {

using namespace testing;

namespace {

const std::vector<std::string> kTrace = words("trace --n 4 --d 1 --delta 0.5 --pattern strided");

Json trace(const std::string& more) {
  const Finished f = verify(kTrace + words(more) + words("--json"));
  INFO(f.err);
  REQUIRE(f.exit_code == 0);
  return Json::parse(f.out);
}

}  // namespace

TEST_CASE(
    "trace: every input of the golden file ends with its ids and its target, and the JSON is what "
    "the schema says") {
  const Json schema =
      Json::parse(read_file(std::filesystem::path(HARDMAX_ROOT) / "data" / "trace.schema.json"));
  const Json golden = Json::parse(
      read_file(std::filesystem::path(HARDMAX_TEST_ROOT) / "golden" / "n4_d1_D2_strided_w2.json"));
  for (const Json& row : golden["rows"]) {
    std::string input;
    for (const Json& g : row["G"])
      input += (input.empty() ? "" : ",") + std::string(g == 0 ? "0" : "1/2");
    INFO(input);
    const Json run = trace("--target reverse --input " + input);
    CHECK(misfit(schema, schema, run, "") == "");
    Json after_shift, ids;
    for (const Json& layer : run["layers"]) {
      if (layer["stage"] == "selective_shift") after_shift = layer["ids"];
      if (layer["stage"] == "all_max_shift") ids = layer["ids"];
    }
    CHECK(after_shift == row["after_shift"]);
    CHECK(ids == row["ids"]);
    CHECK(run["G"] == row["G"]);
    CHECK(run["value_mapping"]["executed"] == true);
    CHECK(run["end"] == run["value_mapping"]["wanted"]);
    for (std::size_t k = 0; k < 4; ++k)
      CHECK(run["end"][k][0] == std::to_string(row["G"][3 - k].get<int>()));
    // Every change is what its heads say: before + sum of weight * value = after; d = 1.
    for (const Json& layer : run["layers"]) {
      for (const Json& change : layer["changes"]) {
        CHECK(change["after"] != change["before"]);
        if (!change.contains("heads")) continue;
        long long moved = std::stoll(change["before"][0].get<std::string>());
        for (const Json& head : change["heads"])
          moved += std::stoll(head["weight"].get<std::string>()) *
                   std::stoll(head["value"].get<std::string>());
        CHECK(std::to_string(moved) == change["after"][0]);
      }
    }
  }
}

TEST_CASE(
    "trace: inputs of yun2020a and sparsebert go the way of the run, from the quantiser to the "
    "last global shift") {
  const Json schema =
      Json::parse(read_file(std::filesystem::path(HARDMAX_ROOT) / "data" / "trace.schema.json"));
  const TemporaryFolder folder;
  const std::string dump = (folder / "dump.jsonl").string();
  for (const auto& [network, only, E] :
       {std::tuple{"yun2020a --n 2 --d 1 --delta 1/3 --extended", "yun2020a.5.4", 0},
        {"yun2020a --n 2 --d 1 --delta 1/2 --positional", "yun2020a.5.4", 1},
        {"sparsebert --n 3 --d 1 --delta 1/2", "sparsebert.A.2.3.lemma5.count", 0}}) {
    INFO(network);
    REQUIRE(verify(words(std::string("--construction ") + network + " --only " + only + " --dump " +
                         dump))
                .exit_code == 0);
    std::istringstream stream(read_file(dump));
    for (std::string line; std::getline(stream, line);) {
      const Json row = Json::parse(line);
      std::string input;  // a third of the way into the cube, or below 0
      for (const Json& g : row["G"])
        input += (input.empty() ? "" : ",") + (g.get<int>() < 0
                                                   ? "-1/7"
                                                   : std::to_string(3 * g.get<int>() + 1) + "/" +
                                                         (E == 0 && network[0] == 'y' ? "9" : "6"));
      INFO(input);
      const Finished f = verify(
          words(std::string("trace --construction ") + network + " --input " + input + " --json"));
      INFO(f.err);
      REQUIRE(f.exit_code == 0);
      const Json run = Json::parse(f.out);
      CHECK(misfit(schema, schema, run, "") == "");
      Json after_shift, ids, quantised = run["start"]["ids"];
      for (const Json& layer : run["layers"]) {
        if (layer["stage"] == "quantize") quantised = layer["ids"];
        if (layer["stage"] == "quantize" || layer["stage"] == "selective_shift")
          after_shift = layer["ids"];
        ids = layer["ids"];
      }
      CHECK(after_shift == row["after_shift"]);
      CHECK(ids == row["ids"]);
      for (std::size_t k = 0; k < row["G"].size(); ++k)
        CHECK((run["G"][k] == row["G"][k] || run["G"][k] == -1));
      CHECK(run["E"][1] == std::to_string(E));
      CHECK(run["value_mapping"]["executed"] == false);
    }
  }
  const Finished text =
      verify(words("trace --construction sparsebert --n 3 --d 1 --delta 1/2 --input 0,1/2,0"));
  CHECK(contains(text.out, "global shift"));
  CHECK(contains(text.out, "sees 1 3"));  // not itself
  CHECK(verify(words("trace --construction sparsebert --n 3 --d 1 --delta 1/2 --input 0,1/2,0 "
                     "--layers 40..41"))
            .exit_code == 64);
  CHECK(verify(words("trace --construction yun2020a --n 2 --d 1 --delta 1/2 --input 0,1"))
            .exit_code == 64);
}

TEST_CASE("trace: a real input is quantised first and then goes the way of its grid point") {
  const Json grid = trace("--input 0,1/2,0,1/2");
  const Json real = trace("--input 0.3,0.5,1/7,0.999");
  CHECK(real["G"] == Json({0, 1, 0, 1}));
  CHECK(real["end"] == grid["end"]);
  std::size_t quantised = 0;
  for (const Json& layer : real["layers"]) quantised += layer["stage"] == "quantize";
  CHECK(quantised == 3);  // 0.5 lies on the grid
  for (const Json& layer : grid["layers"]) CHECK(layer["stage"] != "quantize");
  CHECK(real["layers"][0]["window"] == Json({"2", "3"}));
  CHECK(real["layers"][0]["changes"][0]["token"] == 3);
  CHECK(real["layers"][0]["changes"][0]["before"] == Json({"16/7"}));
}

TEST_CASE("trace: a range of layers shows those and no others") {
  const Json run = trace("--input 0,1/2,0,1/2 --layers 11..19");
  REQUIRE(run["layers"].size() == 3);
  CHECK(run["layers"][0]["layer"] == 11);
  CHECK(run["layers"][2]["layer"] == 19);
  CHECK(run["value_mapping"]["executed"] == false);
  CHECK(trace("--input 0,1/2,0,1/2 --layers 43..43")["layers"].size() == 1);
  CHECK(verify(kTrace + words("--input 0,0,0,0 --layers 87..90")).exit_code == 64);
}

TEST_CASE(
    "trace: the text shows at a glance who attended whom, and says whether the target came out") {
  const Finished f = verify(kTrace + words("--input 0,1/2,0,1/2"));
  REQUIRE(f.exit_code == 0);
  CHECK(contains(f.out, "token 2: 1 -> 11   sees 1 2 3 4; + 2 * 6 of 1 - 2 * 1 of 2"));
  CHECK(contains(f.out, "ids between 1/2 and 3/2"));
  CHECK(contains(f.out, "token 1: 6 -> 10246   sees 1 2 3; + 512 * 20 of 3"));
  CHECK(contains(f.out, "result     0 1 0 1 = f(G)"));
  CHECK(std::count(f.out.begin(), f.out.end(), '\n') < 40);
}

TEST_CASE("trace: a target that the printed layers miss is shown going wrong") {
  const TemporaryFolder folder;
  const std::string file = (folder / "f.json").string();
  write_file(
      file,
      R"({"n":2,"d":1,"D":2,"f":[[["49"],["0"]],[["0"],["0"]],[["0"],["0"]],[["0"],["0"]]]})");
  const Finished f =
      verify(words("trace --n 2 --d 1 --delta 1/2 --pattern dense --input 0,0 --target " + file));
  REQUIRE(f.exit_code == 0);
  CHECK(contains(f.out, "token 1: 130 -> 98   the layer of G = (0,0) delta, token 1"));
  CHECK(contains(f.out, "token 1: 98 -> 0   the layer of G = (0,1) delta, token 1"));
  CHECK(contains(f.out, "but f(G) = 98 0"));
}

TEST_CASE("trace: wrong options are refused with one line that names them") {
  for (const auto& [more, said] : std::vector<std::pair<std::string, std::string>>{
           {"--input 0,1/2,0", "--input"},
           {"--input 0,1/2,0,1", "'1' is not a number in [0, 1)"},
           {"--input 0,1/2,0,x", "'x'"},
           {"--input 0,1/2,0,0,0", "--input"},
           {"--input 0,,0,0", "''"},
           {"--input=-1/2,0,0,0", "'-1/2'"},
           {"--input 0,0,0,0 --layers 5", ""},
           {"--input 0,0,0,0 --layers 5..2", "--layers"},
           {"--input 0,0,0,0 --layers 0..2", "--layers"},
           {"--input 0,0,0,0 --layers a..b", "--layers"},
           {"--input 0,0,0,0 --target rot13", "--target"},
           {"", "--input is missing"}}) {
    INFO(more);
    const Finished f = verify(kTrace + words(more));
    if (said.empty()) {
      CHECK(f.exit_code == 0);
      continue;
    }
    CHECK(f.exit_code == 64);
    CHECK(contains(f.err, said));
    CHECK(std::count(f.err.begin(), f.err.end(), '\n') == 1);
  }
  CHECK(verify(words("trace --n 4 --d 1 --delta 1/2 --pattern causal-window --input 0,0,0,0"))
            .exit_code == 64);
}

TEST_CASE("explain: source, words, formula, record, repair and the exact command that replays it") {
  const Finished f = verify(words("explain yun2020b.E.3.stack"));
  REQUIRE(f.exit_code == 0);
  for (const char* part :
       {"yun2020b.E.3.stack, printed in the source", "Section E.3", "planted(H, k, K, j, r)",
        "n=2 d=1 D=2 pattern=dense refutes it", "yun2020b.E.3.stack.R2", "yun2020b.E.3.stack.R3",
        "verify --n 2 --d 1 --delta 1/2 --pattern dense --only yun2020b.E.3.stack --certificate "
        "replay.cert; verify check replay.cert\n"}) {
    INFO(part);
    CHECK(contains(f.out, part));
  }
  // The command does what the record says.
  const Finished replayed =
      verify(words("--n 2 --d 1 --delta 1/2 --pattern dense --only yun2020b.E.3.stack"));
  CHECK(replayed.exit_code == 0);
  CHECK(contains(replayed.out, "REFUTED (recorded false)"));
  const Finished unchecked = verify(words("explain yun2020b.C.unifcont"));
  CHECK(unchecked.exit_code == 0);
  CHECK(contains(unchecked.out, "not checked"));
}

TEST_CASE("explain: an unknown id is refused with the nearest ones") {
  const Finished f = verify(words("explain yun2020b.E.3.stack.R2.pear"));
  CHECK(f.exit_code == 64);
  CHECK(contains(f.err, "yun2020b.E.3.stack.R2.pairs"));
  CHECK(verify(words("explain nothing")).exit_code == 64);
  CHECK(verify(words("explain")).exit_code == 64);
}

}  // namespace trace_test
