// verify DIR --printed and --steps: the first step that does not do what the source says.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"
#include "cli/schema.hpp"

namespace steps_test {

using namespace testing;

namespace {

const std::filesystem::path kRoot = HARDMAX_ROOT;

}  // namespace

TEST_CASE("steps: the printed construction breaks in phase 1, with numbers to recompute it by") {
  const Finished f = bigbird("--n 3 --d 1 --delta 1/2 --pattern star --printed");
  INFO(f.out << f.err);
  CHECK(f.exit_code == 1);
  CHECK(contains(f.out, "input      1 of 8: (0,0,0)\n"));
  CHECK(contains(f.out, "step       low, i = 1; layers 1 to 3 of context\n"));
  CHECK(contains(f.out, "f~^{i-1}, the id of the global token: 8\n"));
  CHECK(contains(f.out, "f_i by the text: 16\n"));
  CHECK(contains(f.out, "id of token i behind the windows: 0\n"));
  const Json schema = Json::parse(read_file(kRoot / "data" / "steps.schema.json"));
  for (const char* more : {"--printed", "--steps", "--printed --reading score=query"}) {
    const Finished as_json = bigbird(std::string("--n 2 --delta 1/2 --json ") + more);
    INFO(as_json.out << as_json.err);
    const Json json = Json::parse(as_json.out);
    CHECK(misfit(schema, schema, json, "") == "");
    CHECK(json["exit_code"] == as_json.exit_code);
    CHECK(json.contains("broken") == (as_json.exit_code == 1));
  }
  // A network of more layers than are ever made, whose first ones break.
  const Finished large = bigbird("--n 3 --d 1 --delta 1/4 --printed --json");
  CHECK(large.exit_code == 1);
  CHECK(Json::parse(large.out)["broken"]["last_layer"] == "13");
}

TEST_CASE("steps: readings are chosen by name, and the first of a name is the literal one") {
  const auto broken = [](const std::string& more) {
    const Finished f = bigbird("--n 2 --delta 1/2 --json --printed " + more);
    INFO(more << "\n" << f.out << f.err);
    CHECK(f.exit_code == 1);
    Json json = Json::parse(f.out);
    return std::pair(json["broken"], json["variants"]);
  };
  const std::string literal =
      "--reading score=keys --reading brackets=formula --reading x0=unit --reading low_range=proof "
      "--reading bounds=formulas --reading high_range=proof --reading last=shifts";
  CHECK(broken("") == broken(literal));
  const auto description = broken("--reading score=query --reading low_range=description");
  CHECK(description.first["names"] == Json::parse(R"([{"name": "i", "value": "1"},
                                                      {"name": "g", "value": "0"}])"));
  CHECK(description.first["last_layer"] == "1");
  CHECK(description.first["shown"][3]["value"] == "4, 0, 6");
  const auto refused = [](const std::string& more, const std::string& why) {
    const Finished f = bigbird("--n 2 --delta 1/2 --printed " + more);
    INFO(more << "\n" << f.out << f.err);
    CHECK(f.exit_code == 64);
    CHECK(f.out.empty());
    CHECK(contains(f.err, why));
  };
  refused("--reading score=both", "score=keys, score=query");
  refused("--reading score", "has the readings");
  refused("--reading score=keys --reading score=query", "keep one");
  refused("--only A", "--only: --printed looks for the first step that breaks");
  refused("--certificate c", "write --variant printed");
  const Finished none =
      verify(words((kRoot / "examples" / "above_mean").string() + " --n 3 --delta 1/2 --steps"));
  CHECK(none.exit_code == 64);
}

TEST_CASE("steps: more windows than the literal engine executes are refused with their number") {
  for (const char* more :
       {"--engine literal", "--engine literal --steps", "--engine literal --only A.2.2"}) {
    const Finished f = bigbird(std::string("--n 3 --d 1 --delta 1/8 --pattern star ") + more);
    INFO(more << "\n" << f.out << f.err);
    CHECK(f.exit_code == 2);
    CHECK(f.out.empty());
    CHECK(contains(f.err, "network 'context' has 148736516 layers"));
    CHECK(contains(f.err, "write --engine jumping"));
  }
  CHECK(bigbird("--n 2 --d 1 --delta 1/2 --engine literal --steps").exit_code == 0);
}

}  // namespace steps_test
