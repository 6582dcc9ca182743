// --target: the value mapping's function, by name or from a file.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"
#include "cli/schema.hpp"

namespace target_test {

using namespace testing;

namespace {

const std::string kRun = "--n 2 --d 1 --delta 1/2 --pattern dense ";
const char* const kGood =
    R"({"n":2,"d":1,"D":2,"f":[[["49"],["0"]],[["0"],["0"]],[["-1/3"],["0"]],[["0"],["7/2"]]]})";

std::string verdict(const Json& run, const std::string& id) {
  for (const Json& c : run["claims"]) {
    if (c["id"] == "yun2020b." + id) return c["verdict"];
  }
  return "";
}

}  // namespace

TEST_CASE(
    "target: a table that the printed layers miss is refuted with the layers that hit, its repairs "
    "verified, and the certificate carries the table") {
  const TemporaryFolder folder;
  const std::string file = (folder / "f.json").string(), certificate = (folder / "c.json").string();
  write_file(file, kGood);
  const Finished f =
      verify(words(kRun + "--json --target " + file + " --certificate " + certificate));
  INFO(f.err);
  REQUIRE(f.exit_code == 0);
  const Json run = Json::parse(f.out);
  const Json schema =
      Json::parse(read_file(std::filesystem::path(HARDMAX_ROOT) / "data" / "run.schema.json"));
  CHECK(misfit(schema, schema, run, "") == "");
  CHECK(run["target"] == "f.json");
  CHECK(verdict(run, "E.3.stack") == "refuted");
  CHECK(verdict(run, "E.3.stack.R2.target") == "verified");
  CHECK(verdict(run, "E.3.stack.R3.target") == "verified");
  const Json& value = run["value_mapping"];
  CHECK(value["works"] == false);
  CHECK(value["missed"] == 1);
  CHECK(value["first_miss"]["G"] == Json({0, 0}));
  CHECK(value["first_miss"]["aim"] == Json({"98"}));
  CHECK(value["first_miss"]["result"] == Json({"0"}));
  REQUIRE(value["first_miss"]["hits"].size() == 2);
  CHECK(value["first_miss"]["hits"][1]["layer"] == 3);
  CHECK(value["first_miss"]["hits"][1]["G"] == Json({0, 1}));
  CHECK(value["R2"]["missed"] == 0);
  CHECK(value["R2"]["layers"] == 9);
  CHECK(value["R3"]["missed"] == 0);
  CHECK(value["R3"]["layers"] == 8);
  CHECK(Json::parse(read_file(certificate))["run"]["target"] == "table 49 0 0 0 -1/3 0 0 7/2");
}

TEST_CASE("target: named ones are produced and the report says why; the certificate names them") {
  for (const char* name : {"identity", "reverse", "running-maximum", "parity", "sort"}) {
    INFO(name);
    const TemporaryFolder folder;
    const std::string certificate = (folder / "c.json").string();
    const Finished f = verify(words(kRun + "--target " + name + " --certificate " + certificate));
    CHECK(f.exit_code == 0);
    CHECK(f.out.find(std::string("target f = ") + name +
                     ": the 8 printed layers produce it, 8 of 8 columns: no value lies in the "
                     "window of a later layer") != std::string::npos);
    CHECK(f.out.find("  any f with |f| <= 1/delta: its ids are at most 4, and the lowest window "
                     "begins at ") != std::string::npos);
    CHECK(f.out.find(": no value lies in a window\n") != std::string::npos);
    CHECK(Json::parse(read_file(certificate))["run"]["target"] == name);
  }
  const Json run = Json::parse(verify(words(kRun + "--json")).out);
  CHECK(run["target"] == "identity");
  CHECK(run["value_mapping"]["works"] == true);
  CHECK(run["value_mapping"]["reason"] == "no value in a later window");
  // For both orders a target that is missed: the layer that runs first aims at the one that runs
  // second.
  CHECK(run["value_mapping"]["missed_target"]["forward"]["hits"][0]["layer"] == 1);
  CHECK(run["value_mapping"]["missed_target"]["forward"]["hits"][1]["layer"] == 2);
  CHECK(run["value_mapping"]["missed_target"]["backward"]["hits"][0]["layer"] == 8);
  CHECK(run["value_mapping"]["missed_target"]["backward"]["hits"][1]["layer"] == 7);
}

TEST_CASE(
    "target: a bad file is refused with 65 and one line that names it, an unknown name with 64") {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& bytes, const std::string& said) {
    const std::string file = (folder / "bad.json").string();
    write_file(file, bytes);
    const Finished f = verify(words(kRun + "--target " + file));
    INFO(bytes.substr(0, 100));
    INFO(f.err.substr(0, 300));
    CHECK(f.exit_code == 65);
    CHECK(f.out.empty());
    CHECK(f.err.find("bad.json") != std::string::npos);
    CHECK(f.err.find(said) != std::string::npos);
    CHECK(std::count(f.err.begin(), f.err.end(), '\n') == 1);
    CHECK(f.err.size() < 400);
  };
  const std::string head = R"({"n":2,"d":1,"D":2,"f":)";
  refused("", "empty");
  refused("[]", "array");
  refused("7", "at the top");
  refused(std::string(1'000'000, '['), "");
  refused(head + std::string(1'000'000, '[') + "}", "array");
  refused(R"({"n":2,"n":2})", "occurs twice");
  refused(R"({"n":2,"d":1,"D":2})", "\"f\" is missing");
  refused(R"({"n":3,"d":1,"D":2,"f":[]})", "\"n\" is 3, but the run has 2");
  refused(R"({"n":2,"d":1,"D":3,"f":[]})", "\"D\" is 3");
  refused(R"({"n":2.0,"d":1,"D":2,"f":[]})", "2.0");
  refused(R"({"n":-2,"d":1,"D":2,"f":[]})", "negative");
  refused(R"({"n":"2","d":1,"D":2,"f":[]})", "text");
  refused(R"({"n":2,"d":1,"D":2,"f":[],"g":1})", "0 inputs");
  refused(R"({"m":2})", "unknown key");
  refused(head + "[]}", "0 inputs, but D^(nd) = 4");
  refused(head + R"([[["1"],["0"]],[["0"],["0"]],[["0"],["0"]]]})", "3 inputs");
  refused(head + R"([[["1"],["0"]],[["0"],["0"]],[["0"],["0"]],[["0"],["0"]],[["0"],["0"]]]})",
          "more than");
  refused(head + R"([[["1"]],[["0"],["0"]],[["0"],["0"]],[["0"],["0"]]]})", "1 columns, but n = 2");
  refused(head + R"([[["1"],["0"],["0"]]]})", "more than n = 2");
  refused(head + R"([[["1","2"],["0"]]]})", "more than d = 1");
  refused(head + R"([[[],["0"]]]})", "0 entries");
  refused(head + R"([[[1],["0"]]]})", "JSON number");
  refused(head + R"([[["0.5"],["0"]]]})", "0.5");
  refused(head + R"([[["1/0"],["0"]]]})", "1/0");
  refused(head + R"([[["+1"],["0"]]]})", "+1");
  refused(head + R"([[[""],["0"]]]})", "whole number");
  refused(head + R"([[[null],["0"]]]})", "null");
  refused(head + R"([[[{"a":1}],["0"]]]})", "object");
  refused(head + "[[[\"" + std::string(2000, '9') + "\"],[\"0\"]]]}", "1000 characters");
  refused(std::string(kGood) + "{}", "not JSON");
  refused(std::string(kGood).substr(0, 40), "not JSON");
  refused(std::string("\0\xff\xfe{", 4), "not JSON");
  CHECK(verify(words(kRun + "--target " + (folder / "missing.json").string())).exit_code == 65);
  CHECK(verify(words(kRun + "--target " + folder.path().string())).exit_code == 65);
  const Finished unknown = verify(words(kRun + "--target rot13"));
  CHECK(unknown.exit_code == 64);
  CHECK(unknown.err.find("running-maximum") != std::string::npos);
  // A table for a run with more columns than there may be value layers.
  write_file(folder / "good.json", kGood);
  CHECK(verify(words("--n 40 --d 1 --delta 1/8 --pattern strided --target " +
                     (folder / "good.json").string()))
            .exit_code == 65);
}

TEST_CASE(
    "target: broken quantisers and value layers are caught, and overrides outside the network "
    "refused") {
  const Json quantiser = Json::parse(verify(words(kRun + "--json --with qdrop=3")).out);
  CHECK(verdict(quantiser, "D.2.Lemma6.scalar") == "refuted");
  CHECK(verdict(quantiser, "E.1.layer") == "refuted");
  CHECK(verdict(quantiser, "D.3.Hdelta") == "refuted");
  CHECK(verdict(quantiser, "D.5.chain") == "refuted");
  CHECK(quantiser["exit_code"] == 1);
  const Json value = Json::parse(verify(words(kRun + "--json --with vdrop=5")).out);
  CHECK(verdict(value, "D.5.chain") == "refuted");
  CHECK(verdict(value, "E.3.stack.R2.target") == "refuted");
  CHECK(value["overrides"] == Json({"vdrop=5"}));
  for (const char* with : {"qdrop=5", "qdrop=0", "vdrop=9", "vdrop=x"}) {
    INFO(with);
    const Finished f = verify(words(kRun + "--with " + with));
    CHECK(f.exit_code == 64);
    CHECK(f.err.find(with) != std::string::npos);
  }
}

}  // namespace target_test
