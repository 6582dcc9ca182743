// verify search DIR --least: values of choices that make a construction work.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"
#include "cli/schema.hpp"

namespace search_test {

using namespace testing;

namespace {

const std::filesystem::path kRoot = HARDMAX_ROOT;

Finished search(const std::string& more) {
  return verify(words("search " + more + " --progress none"));
}

}  // namespace

TEST_CASE("search: what is listed works when it is decided by itself, and nothing else does") {
  const Finished f = search("bigbird --n 2 --delta 1/2 --least --json");
  INFO(f.out << f.err);
  REQUIRE(f.exit_code == 0);
  const Json json = Json::parse(f.out);
  const Json schema = Json::parse(read_file(kRoot / "data" / "search.schema.json"));
  CHECK(misfit(schema, schema, json, "") == "");
  REQUIRE(json["tried"].size() == 8);
  CHECK(json["values"] == "8");
  std::size_t works = 0;
  for (const Json& one : json["tried"]) {
    std::vector<std::string> command = words(
        "--construction bigbird --n 2 --delta 1/2 --only A.2.2.final_sweep.repaired "
        "--expect bigbird.A.2.2.final_sweep.repaired=verified --progress none");
    for (const Json& change : one["with"]) {
      command.push_back("--with");
      command.push_back(change);
    }
    const Finished alone = verify(command);
    INFO(one.dump() << "\n" << alone.out << alone.err);
    CHECK((alone.exit_code == 0) == one["works"].get<bool>());
    works += one["works"].get<bool>() ? 1 : 0;
  }
  CHECK(works > 0);
  for (const Json& one : json["tried"])
    if (one["works"].get<bool>())
      CHECK(std::stoll(json["best"]["least"].get<std::string>()) <=
            std::stoll(one["least"].get<std::string>()));
}

TEST_CASE("search: the best is certified on its box, and verify-check executes it") {
  const TemporaryFolder folder;
  const std::string cert = folder / "best.cert";
  const Finished f = search("bigbird --n 2 --delta 1/2 --least --certificate " + cert);
  INFO(f.out << f.err);
  CHECK(contains(f.out, "The best: "));
  const Finished checked = verify_check({cert, "--claims", (kRoot / "proofs").string()});
  INFO(checked.out << checked.err);
  CHECK(checked.exit_code == 0);
}

TEST_CASE("search: limits, and what is refused") {
  CHECK(search("bigbird --n 3 --delta 1/8 --least --budget 1s").exit_code == 2);
  const auto refused = [](const std::string& more, const std::string& why) {
    const Finished f = search(more);
    INFO(more << "\n" << f.out << f.err);
    CHECK(f.exit_code == 64);
    CHECK(contains(f.err, why));
  };
  refused("bigbird --n 2 --delta 1/2", "write --least");
  refused((kRoot / "examples" / "above_mean").string() + " --n 3 --delta 1/2 --least",
          "says nothing of what to try");
  refused("bigbird --n 2 --delta 1/2 --least --json --certificate c", "leave --json out");
}

}  // namespace search_test
