// The schemas in data/ are true of what the program prints.
#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"
#include "cli/schema.hpp"

namespace schema_test {

using namespace testing;

// The schema of --for-all admits no other result of a claim, and no other key.
void require_closed(const Json& schema, const Json& run) {
  Json wrong = run;
  wrong["claims"][0]["result"] = "proved";
  CHECK(misfit(schema, schema, wrong, "") != "");
  wrong = run;
  wrong["more"] = 1;
  CHECK(misfit(schema, schema, wrong, "") != "");
}

TEST_CASE(
    "verify: --json is what data/run.schema.json says, for verified, refuted, failing and "
    "undecided runs") {
  const Json schema =
      Json::parse(read_file(std::filesystem::path(HARDMAX_ROOT) / "data" / "run.schema.json"));
  for (const char* arguments :
       {"--n 4 --d 1 --delta 0.5 --pattern strided",
        "--n 4 --d 1 --delta 0.5 --pattern strided --with c=1",
        "--n 4 --d 1 --delta 0.5 --pattern strided --with E.3=0",
        "--n 4 --d 1 --delta 1/2 --pattern causal-window",
        "--n 40 --d 1 --delta 1/8 --pattern strided --only yun2020b.D.5",
        "--n 3 --d 2 --delta 1/2 --pattern star --only yun2020b.D.3",
        "--n 2 --d 2 --delta 1/2 --pattern dense --target sort --only yun2020b.D.5"}) {
    INFO(arguments);
    const Json run = Json::parse(verify(words(arguments) + words("--json")).out);
    CHECK(misfit(schema, schema, run, "") == "");
    Json wrong = run;
    wrong["verdict"] = "verified";
    CHECK(misfit(schema, schema, wrong, "") != "");
    wrong = run;
    wrong["claims"][0].erase("id");
    CHECK(misfit(schema, schema, wrong, "") != "");
    wrong = run;
    wrong["more"] = 1;
    CHECK(misfit(schema, schema, wrong, "") != "");
  }
}

TEST_CASE(
    "verify: --for-all --json is what data/for_all.schema.json says, of every construction, and "
    "says what the table says") {
  const Json schema =
      Json::parse(read_file(std::filesystem::path(HARDMAX_ROOT) / "data" / "for_all.schema.json"));
  const auto result = [](const Json& run, const std::string& id) {
    for (const Json& claim : run["claims"]) {
      if (claim["id"] == id) return claim["result"].get<std::string>();
    }
    return std::string("missing");
  };
  struct Case {
    const char* arguments;
    int exit_code;
    const char* id;
    const char* result;
  };
  for (const auto& [arguments, exit_code, id, expected] :
       {Case{"--n 4 --pattern strided --for-all D --only yun2020b.E.2.3", 2,
             "yun2020b.E.2.3.closed", "shown"},
        Case{"--n 4 --pattern strided --for-all d,D", 0, "yun2020b.D.3.Lemma7.P2", "shown"},
        Case{"--n 4 --pattern strided --for-all d,D --with c=1", 2, "yun2020b.D.3.Lemma7.P2",
             "undecided"},
        Case{"--n 6 --pattern causal-window --for-all D", 1, "yun2020b.D.3.Lemma7.P1",
             "not checkable"},
        Case{"--construction yun2020a --positional --n 3 --for-all D --only yun2020a.C.2", 2,
             "yun2020a.C.2.contextual", "shown"},
        Case{"--construction yun2020a --n 3 --for-all d,D", 0, "yun2020a.C.2.contextual",
             "outside"},
        Case{"--construction sparsebert --n 5 --for-all d,D", 2, "sparsebert.A.2.2.def1",
             "undecided"},
        Case{"--construction sparsebert --n 5 --for-all D --only sparsebert.A.2.2", 2,
             "sparsebert.A.2.2.order_final", "shown"}}) {
    INFO(arguments);
    const Finished f = verify(words(arguments) + words("--json"));
    CHECK(f.exit_code == exit_code);
    const Json run = Json::parse(f.out);
    CHECK(misfit(schema, schema, run, "") == "");
    CHECK(result(run, id) == expected);
    std::size_t shown = 0;
    for (const Json& claim : run["claims"]) shown += claim["result"] == "shown";
    CHECK(run["totals"]["shown"] == shown);
    const Finished table = verify(words(arguments));
    CHECK(table.exit_code == exit_code);
    CHECK(table.out.find(std::to_string(shown) + " claims shown for ") != std::string::npos);
    require_closed(schema, run);
  }
}

TEST_CASE(
    "verify DIR: --for-all --json is what data/construction-for-all.schema.json says, and says "
    "what "
    "the table says") {
  const Json schema = Json::parse(
      read_file(std::filesystem::path(HARDMAX_ROOT) / "data" / "construction-for-all.schema.json"));
  struct Case {
    const char* arguments;
    int exit_code;
    bool followed;
  };
  for (const auto& [arguments, exit_code, followed] :
       {Case{"--construction bigbird --n 3 --pattern star --for-all D", 0, true},
        Case{"--construction bigbird --n 2 --delta 1/3 --pattern complete --for-all inputs", 0,
             true},
        Case{"--construction bigbird --n 2 --printed --for-all D --only A.2.2.lemma3", 2, false},
        Case{"--construction bigbird --n 2 --with N(k)=if(k=0,(1..n),{k}) --for-all D", 1,
             false}}) {
    INFO(arguments);
    const Finished f = verify(words(arguments) + words("--json"));
    CHECK(f.exit_code == exit_code);
    const Json run = Json::parse(f.out);
    CHECK(misfit(schema, schema, run, "") == "");
    CHECK(run["exit_code"] == exit_code);
    CHECK(run["followed"] == followed);
    std::map<std::string, std::size_t> count;
    for (const Json& claim : run["claims"]) ++count[claim["result"].get<std::string>()];
    for (const char* result :
         {"shown", "false", "undecided", "not covered", "outside", "not checkable"})
      CHECK(run["totals"][result] == count[result]);
    const Finished table = verify(words(arguments));
    CHECK(table.exit_code == exit_code);
    CHECK(table.out.find(std::to_string(count["shown"]) + " claims shown for ") !=
          std::string::npos);
    require_closed(schema, run);
  }
}

}  // namespace schema_test
