#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <map>
#include <random>

#include "engine_support.hpp"
#include "exact/error.hpp"
#include "execute/collide.hpp"
#include "execute/sorted_runs.hpp"
#include "planted.hpp"

namespace collide_test {

using namespace hardmax;
using namespace hardmax::test;

namespace {

// By literal and a map.
SortOutcome by_map(const Case& c) {
  SortOutcome outcome;
  std::map<Rational, IdPlace> first;
  for (std::uint64_t g = 0; g < c.grid().size64().value(); ++g) {
    const IdValues values = c.literal(g);
    for (std::size_t k = 0; k < values.ids.size(); ++k) {
      ++outcome.ids;
      const auto [known, fresh] = first.emplace(values.ids[k], IdPlace{g, k});
      if (!fresh && !outcome.collision) outcome.collision = {known->second, IdPlace{g, k}};
    }
  }
  outcome.distinct = first.size();
  return outcome;
}

void sorts_as_the_map_does(const Case& c) {
  const SortOutcome truth = by_map(c);
  const Engine engine(c.program());
  for (const CpuPath path : cpu_paths()) {
    SortOptions options;
    options.cpu = path;
    options.memory = 1 << 16;
    const SortOutcome sorted = sort_ids(engine, options);
    CHECK(sorted.ids == truth.ids);
    CHECK(sorted.distinct == truth.distinct);
    CHECK(sorted.collision == truth.collision);
  }
}

}  // namespace

TEST_CASE("sorted runs: give back every record in order, from memory and from disk") {
  std::mt19937_64 random(7);
  for (const std::size_t count : {0U, 1U, 2000U, 50'000U}) {
    std::vector<IdRecord> records;
    for (std::size_t i = 0; i < count; ++i)
      records.push_back({random() % 100, random() % 100, random()});
    SortedRuns runs({}, 1 << 16);
    for (const IdRecord& record : records) runs.add(record);
    CHECK(runs.in_memory() == (count < 2731));
    std::vector<IdRecord> sorted;
    runs.merge([&](const IdRecord& record) {
      sorted.push_back(record);
      return true;
    });
    std::sort(records.begin(), records.end());
    CHECK(sorted == records);
  }
}

TEST_CASE("sorted runs: a scratch directory that is not there is named") {
  SortedRuns runs("/nowhere/at/all", 1 << 16);
  const auto fill = [&] {
    for (std::uint64_t i = 0; i < 3000; ++i) runs.add({i, i, i});
  };
  CHECK_THROWS_WITH(fill(), Catch::Contains("/nowhere/at/all") && Catch::Contains("--scratch"));
}

TEST_CASE("sorted runs: leave nothing in the scratch directory, even while they are used") {
  const auto folder = std::filesystem::temp_directory_path() /
                      ("hardmax-scratch-test-" + std::to_string(std::random_device{}()));
  std::filesystem::create_directories(folder);
  {
    SortedRuns runs(folder, 1 << 16);
    for (std::uint64_t i = 0; i < 10'000; ++i) runs.add({i, i, i});
    CHECK_FALSE(runs.in_memory());
    CHECK(std::filesystem::is_empty(folder));
  }
  std::filesystem::remove(folder);
}

TEST_CASE("collide: finds the first collision and counts distinct ids as a map over literal does") {
  sorts_as_the_map_does(Case(named("strided", 4, 2), 1, 3));
  sorts_as_the_map_does(Case(named("strided", 4, 2), 1, 3, {"c=1"}));
  sorts_as_the_map_does(Case(named("strided", 4, 2), 1, 3, {"shift=1"}));
  sorts_as_the_map_does(Case(named("strided", 4, 2), 1, 2, {"shift=-3"}));
  sorts_as_the_map_does(Case(named("dense", 3), 1, 3, {"c=1/3"}));
  sorts_as_the_map_does(Case(named("dense", 3), 1, 3, {"shift=0"}));
  sorts_as_the_map_does(Case(named("dense", 3), 1, 3, {"E.1=0", "E.3=0"}));
  sorts_as_the_map_does(Case(named("strided", 4, 2), 1, 2, {"E.1=0", "E.2=0", "E.3=0", "E.4=0"}));
  // Ids beyond 2^123, equal ones among them: residues alone would not do.
  sorts_as_the_map_does(Case(named("strided", 4, 2), 1, 2,
                             {"c=10000000000000000000000000", "shift=1", "E.1=0", "E.2=0"}));
}

TEST_CASE("collide: one broken input of 2^24 is found by every engine, and its collision with it") {
  const Planted planted;
  // By definition first: token 2 of the two inputs has the same id, token 1 has not.
  const IdValues broken = execute_exactly(planted.program, planted.broken);
  const IdValues partner = execute_exactly(planted.program, planted.partner);
  CHECK(broken.ids[0] != partner.ids[0]);
  CHECK(broken.ids[1] == partner.ids[1]);

  const Engine engine(planted.program);
  CHECK(engine.fast_plan() != nullptr);
  std::string digest;
  for (const CpuPath path : cpu_paths()) {
    EngineOptions options;
    options.cpu = path;
    const EngineOutcome outcome = engine.run(EngineChoice::fast, options);
    CHECK(outcome.sum.inputs == (std::uint64_t{1} << 24));
    CHECK(outcome.sum.not_inverted == 1);
    CHECK(outcome.sum.first_not_inverted == planted.broken);
    CHECK(outcome.sum.lane_inputs ==
          Digest::chunk_inputs);  // only its own box was done without a plan
    if (digest.empty()) digest = outcome.digest.hex();
    CHECK(outcome.digest.hex() == digest);
  }
  const SortOutcome sorted = sort_ids(engine, {});
  CHECK(sorted.in_memory);
  CHECK(sorted.sorted == 8);
  CHECK(sorted.collision == std::pair(IdPlace{planted.partner, 1}, IdPlace{planted.broken, 1}));
  CHECK(sorted.distinct < sorted.ids);
}

TEST_CASE("collide: the lanes see the one broken input of 2^24 too", "[full]") {
  const Planted planted;
  const Engine engine(planted.program);
  const EngineOutcome outcome = engine.run(EngineChoice::lanes, {});
  CHECK(outcome.sum.not_inverted == 1);
  CHECK(outcome.sum.first_not_inverted == planted.broken);
  CHECK(outcome.digest.hex() == engine.run(EngineChoice::fast, {}).digest.hex());
}

}  // namespace collide_test
