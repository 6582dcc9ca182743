// The schemas in data/ are true of what the program prints.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"
#include "cli/schema.hpp"

using namespace testing;


TEST_CASE("verify: --json is what data/run.schema.json says, for verified, refuted, failing and undecided runs") {
  const Json schema = Json::parse(read_file(std::filesystem::path(HARDMAX_ROOT) / "data" / "run.schema.json"));
  for (const char* arguments :
       {"--n 4 --d 1 --delta 0.5 --pattern strided", "--n 4 --d 1 --delta 0.5 --pattern strided --with c=1", "--n 4 --d 1 --delta 0.5 --pattern strided --with E.3=0",
        "--n 4 --d 1 --delta 1/2 --pattern causal-window", "--n 40 --d 1 --delta 1/8 --pattern strided", "--n 3 --d 2 --delta 1/2 --pattern star --only yun2020b.D.3",
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
