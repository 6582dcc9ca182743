// verify soft, as a user runs it.
#include <catch2/catch.hpp>

#include <map>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"
#include "cli/schema.hpp"

namespace soft_test {

using namespace testing;

namespace {

const std::string at = "soft --n 4 --d 1 --delta 0.5 --pattern strided ";

}  // namespace

TEST_CASE(
    "soft: the printed choice is refuted, the repaired one holds, and verify-check finds both "
    "again") {
  const TemporaryFolder folder;
  const std::string file = (folder / "soft.json").string();
  const Finished run = verify(words(at + "--search --certificate " + file));
  INFO(run.out << run.err);
  CHECK(run.exit_code == 0);
  CHECK(run.err.empty());
  CHECK(run.out.find("[2.383e4, 2.384e4] > 0.125") != std::string::npos);
  CHECK(run.out.find("certificate    " + file) != std::string::npos);
  const Finished check = verify(words("check " + file));
  INFO(check.out << check.err);
  CHECK(check.exit_code == 0);
  CHECK(check.out.find("accepted: 7 statements; softmax, printed constants: off by more than") !=
        std::string::npos);
  const Finished page = verify(words("report " + file + " -o " + (folder / "soft.html").string()));
  INFO(page.out << page.err);
  CHECK(page.exit_code == 0);
  const std::string html = read_file(folder / "soft.html");
  CHECK(html.find("F.2.total, F.3.firstrow, F.4.distance are refuted; F.2.total.repaired is "
                  "verified for every map that Assumption 2 admits") != std::string::npos);
  CHECK(html.find(">adversary<") == std::string::npos);
  CHECK(html.find(">admissible<") != std::string::npos);
}

TEST_CASE(
    "soft: a certificate states some inputs, leaves out what verify-check does not know, and is "
    "not written where nothing can be stated") {
  const TemporaryFolder folder;
  const std::string file = (folder / "soft.json").string();
  const Finished some =
      verify(words(at + "--rho entmax:1.5 --inputs 0,3..5 --certificate " + file));
  CHECK(some.exit_code == 0);
  CHECK(some.err.find("verify: not in the certificate: printed choice") != std::string::npos);
  CHECK(verify(words("check " + file)).exit_code == 0);
  CHECK(read_file(file).find("\"inputs\":\"0 3..5\"") != std::string::npos);
  CHECK(read_file(file).find("verified") == std::string::npos);
  const Finished none = verify(words(at + "--rho topk-ties:2 --t 500 --json --certificate " +
                                     (folder / "none.json").string()));
  CHECK(none.err.find("verify: no certificate: nothing can be stated") != std::string::npos);
  CHECK(Json::parse(none.out)["certificate"].is_null());
  CHECK_FALSE(std::filesystem::exists(folder / "none.json"));
  CHECK(verify(words(at + "--float all --certificate " + file)).exit_code == 64);
  const Finished changed = verify(
      words(at + "--with c=1 --certificate " + file));  // its claims are about the printed network
  CHECK(changed.exit_code == 64);
  CHECK(changed.err.find("leave out --with") != std::string::npos);
  CHECK(verify(words(at + "--with c=1")).exit_code != 64);
  CHECK(verify(words(at + "--certificate " + (folder / "no/such/folder/x.json").string()))
            .exit_code == 73);
}

TEST_CASE(
    "soft: of some inputs nothing is verified, though every admissible map keeps a bound on them") {
  const auto counts = [](const std::string& more) {
    std::map<std::string, int> verdicts;
    const Json json = Json::parse(verify(words(at + "--rho admissible --json" + more)).out);
    for (const Json& part : json["parts"]) {
      for (const Json& claim : part["claims"]) ++verdicts[claim["verdict"].get<std::string>()];
    }
    return verdicts;
  };
  auto all = counts(""), some = counts(" --inputs 0..3");
  CHECK(all["verified"] > 0);
  CHECK(all["kept on these inputs"] == 0);
  CHECK(some["verified"] == 0);
  CHECK(some["kept on these inputs"] > 0);
}

TEST_CASE("soft: the object follows its schema and says the same") {
  const Finished run = verify(words(at + "--json --search"));
  REQUIRE(run.exit_code == 0);
  const Json json = Json::parse(run.out);
  const Json schema =
      Json::parse(read_file(std::filesystem::path(HARDMAX_ROOT) / "data" / "soft.schema.json"));
  CHECK(misfit(schema, schema, json, "") == "");
  Json wrong = json;
  wrong["parts"][0]["claims"][0]["verdict"] = "proved";
  CHECK(misfit(schema, schema, wrong, "") != "");
  REQUIRE(json["parts"].size() == 4);
  CHECK(json["parts"][0]["choice"] == "printed");
  bool total = false;
  for (const Json& claim : json["parts"][0]["claims"]) {
    if (claim["id"] != "yun2020b.F.2.total") continue;
    total = true;
    CHECK(claim["verdict"] == "refuted");
    CHECK(claim["left"]["lower"].get<std::string>().starts_with("23838."));
  }
  CHECK(total);
  CHECK(json["certificate"].is_null());
  CHECK(json["largest_eta"].is_object());
}

TEST_CASE(
    "soft: the main command reproduces every stored counterexample that only an enclosure shows, "
    "and breaks no claim that is recorded true") {
  const Finished run =
      verify(words("--n 4 --d 1 --delta 0.5 --pattern strided --only yun2020b.F --json"));
  REQUIRE(run.exit_code == 0);
  const Json json = Json::parse(run.out);
  REQUIRE(json["soft"].is_object());
  std::map<std::string, std::string> enclosed;
  for (const Json& claim : json["soft"]["parts"][0]["claims"])
    enclosed[claim["id"]] = claim["verdict"];
  int refuted = 0, recorded_true = 0, decided = 0;
  for (const Json& claim : json["claims"]) {
    const auto found = enclosed.find(claim["id"].get<std::string>());
    if (found == enclosed.end()) continue;
    INFO(found->first);
    // As a certificate has it: what the names of a run can say of the soft network, and what they
    // cannot.
    const std::string verdict = claim["verdict"];
    if (claim["recorded"] != "true")
      CHECK((verdict == "not_checkable" || (verdict == "refuted") == (found->second == "refuted")));
    decided += verdict == "refuted" || verdict == "verified";
    if (claim["recorded"] == "false") CHECK(found->second == "refuted");
    if (claim["recorded"] == "true") CHECK(found->second == "kept by this map");
    refuted += found->second == "refuted";
    recorded_true += claim["recorded"] == "true";
  }
  CHECK(refuted == 9);
  CHECK(decided == 9);  // those of the soft network that have a formal, and F.2.firstrow
  CHECK(recorded_true == 2);
  // Nothing of the kind where the network was changed, or where it would take long.
  CHECK(
      Json::parse(
          verify(
              words(
                  "--n 4 --d 1 --delta 0.5 --pattern strided --only yun2020b.F --with c=1 --json"))
              .out)["soft"]
          .is_null());
  CHECK(
      Json::parse(
          verify(words("--n 4 --d 1 --delta 1/8 --pattern strided --only yun2020b.F.2.rows --json"))
              .out)["soft"]
          .is_null());
}

TEST_CASE(
    "soft: verify-check finds the states of the soft network again that claims of a run speak of") {
  const TemporaryFolder folder;
  const std::string file = (folder / "run.json").string();
  REQUIRE(
      verify(words("--n 4 --d 1 --delta 0.5 --pattern strided --only yun2020b.F.2 --certificate " +
                   file))
          .exit_code == 0);
  CHECK(read_file(file).find("\"id\":\"yun2020b.F.2.sel_total\"") != std::string::npos);
  CHECK(read_file(file).find("\"lhs\":\"[") != std::string::npos);
  const Finished check = verify(words("check " + file));
  INFO(check.out << check.err);
  CHECK(check.exit_code == 0);
}

TEST_CASE("soft: exit codes are 0 within the bound, 1 beyond it, 2 undecided") {
  CHECK(verify(words(at + "--t 500")).exit_code == 0);
  CHECK(verify(words(at + "--t 30")).exit_code == 1);
  CHECK(verify(words(at + "--rho admissible --zeta 1/16 --eta 1e-3")).exit_code == 64);
  CHECK(verify(words(at + "--rho admissible --zeta 1/16 --eta 0.001")).exit_code == 1);
  CHECK(verify(words(at + "--rho admissible --zeta 1/16 --eta 0.000000001")).exit_code == 2);
  CHECK(verify(words(at + "--rho topk-ties:2 --inputs 0,3..5")).exit_code == 0);
}

TEST_CASE("soft: a bad value ends as 64 with one line that names it") {
  for (const char* bad : {"--eta 0",
                          "--eta 2",
                          "--eta -1/2",
                          "--eta x",
                          "--zeta 0",
                          "--t 0",
                          "--t -3",
                          "--eps 0",
                          "--lp 0.5",
                          "--precision 0",
                          "--precision 1.5",
                          "--rho hardmax",
                          "--rho topk:0",
                          "--rho topk:1/2",
                          "--rho sparselin:1",
                          "--rho sparselin:-1",
                          "--rho entmax:0.9",
                          "--rho entmax",
                          "--inputs 16",
                          "--inputs 3..1",
                          "--inputs x",
                          "--rho admissible --t 3",
                          "--rho sparselin:0 --eta 1"}) {
    const Finished run = verify(words(at + bad));
    INFO(bad << ": " << run.err);
    CHECK(run.exit_code == 64);
    CHECK(run.out.empty());
    CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
    CHECK(run.err.find("--") != std::string::npos);
  }
}

TEST_CASE("soft: a pattern without Assumption 1 ends as 1") {
  const TemporaryFolder folder;
  write_file(folder / "alone.json", R"({"n": 2, "patterns": [[[1], [2]]]})");
  CHECK(verify(words("soft --n 2 --delta 0.5 --pattern " + (folder / "alone.json").string()))
            .exit_code == 1);
}

TEST_CASE("soft: --float compares the formats of machines, and its object follows its schema") {
  const Finished text = verify(words(at + "--float all --cliff n=2..3,q=2..3,d=1"));
  INFO(text.out << text.err);
  CHECK(text.exit_code == 0);
  CHECK(text.out.find(
            "float32 hardmax            64 of 64           0              0            yes") !=
        std::string::npos);
  CHECK(text.out.find("bfloat16 hardmax           16 of 64") != std::string::npos);
  CHECK(text.out.find("float16 hardmax            0 of 64            overflow") !=
        std::string::npos);
  CHECK(text.out.find("decides nothing") != std::string::npos);
  const Finished run =
      verify(words(at + "--float float32,bits:12 --accumulate float64 --cliff n=2,q=2,d=1 --json"));
  REQUIRE(run.exit_code == 0);
  const Json json = Json::parse(run.out);
  const Json schema =
      Json::parse(read_file(std::filesystem::path(HARDMAX_ROOT) / "data" / "float.schema.json"));
  CHECK(misfit(schema, schema, json, "") == "");
  REQUIRE(json["runs"].size() == 4);
  CHECK(json["runs"][2]["stored"] == "12 bits");
  CHECK(json["runs"][2]["computed"] == "float64");
  CHECK(json["runs"][3]["map"] == "softmax");
  REQUIRE(json["cliff"].size() == 1);
  CHECK(json["cliff"][0]["hardmax_bits"] == 8);
}

TEST_CASE("soft: what --float cannot use is refused by name") {
  for (const auto& [options, said] :
       {std::pair("--float half", "--float 'half'"),
        std::pair("--float bits:1", "--float 'bits:1'"),
        std::pair("--accumulate float64", "--accumulate 'float64'"),
        std::pair("--float float64 --accumulate float16", "--accumulate 'float16'"),
        std::pair("--cliff n=2", "--cliff 'n=2'"),
        std::pair("--float all --rho entmax:2", "--float 'all'"),
        std::pair("--float all --cliff n=9..2", "n=9..2"),
        std::pair("--float float64,", "--float ''")}) {
    const Finished run = verify(words(at + options));
    INFO(options << ": " << run.err);
    CHECK(run.exit_code == 64);
    CHECK(run.out.empty());
    CHECK(run.err.find(said) != std::string::npos);
  }
}

}  // namespace soft_test
