// Every engine on every CPU path against the literal executor, on constructions drawn at random:
// patterns, parameters, overrides; collisions included.
#include <catch2/catch.hpp>

#include <map>
#include <random>

#include "engine_support.hpp"
#include "execute/collide.hpp"
#include "support/rounds.hpp"

namespace agreement_test {

using namespace hardmax;
using namespace hardmax::test;

namespace {

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}
  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <class T>
  const T& of(const std::vector<T>& list) {
    return list[below(list.size())];
  }

  // With self, any density, until Assumption 1 holds.
  Pattern pattern(std::size_t n) {
    while (true) {
      const std::size_t p = 1 + below(3);
      std::vector<std::vector<std::vector<Token>>> layers(p, std::vector<std::vector<Token>>(n));
      const auto density = static_cast<unsigned>(20 + below(70));
      for (auto& layer : layers) {
        for (Token k = 0; k < n; ++k) {
          for (Token j = 0; j < n; ++j) {
            if (j == k || chance(density)) layer[k].push_back(j);
          }
        }
      }
      Pattern drawn("random", std::move(layers));
      if (decide_assumption1(drawn).holds()) return drawn;
    }
  }

  Case construction() {
    static const std::vector<std::array<std::uint64_t, 3>> sizes = {
        {2, 1, 2}, {2, 1, 5}, {2, 2, 3}, {2, 3, 2}, {3, 1, 2}, {3, 1, 3}, {3, 1, 5},
        {3, 2, 2}, {4, 1, 2}, {4, 1, 3}, {5, 1, 2}, {6, 1, 2}, {7, 1, 2}};
    const auto [n, d, D] = of(sizes);
    const Pattern drawn = pattern(n);
    std::vector<std::string> overrides;
    if (chance(40))
      overrides.push_back("c=" + of<std::string>({"1", "2", "7", "50", "0", "-3", "1/2",
                                                  "300000000000000000000000000000000"}));
    if (chance(40))
      overrides.push_back("shift=" +
                          of<std::string>({"0", "1", "2", "3", "100", "-1", "1/2", "9000000000"}));
    if (chance(40)) {
      for (std::uint64_t k = 1; k <= n; ++k) {
        if (chance(40))
          overrides.push_back("E." + std::to_string(k) + "=" +
                              of<std::string>({"0", "0", "1", "2", "-1", "1/3", "1/2"}));
      }
    }
    if (chance(40)) {
      const auto layers = Case::build(drawn, d, D, {}).network.size();
      overrides.push_back("drop=" + std::to_string(1 + below(layers)));
    }
    return {drawn, d, D, overrides};
  }

 private:
  std::mt19937_64 random_;
};

struct Truth {
  std::vector<IdValues> rows;
  std::string digest;
  std::uint64_t distinct = 0;
  std::optional<std::pair<IdPlace, IdPlace>> collision;
};

Truth truth_of(const Case& c) {
  Truth truth;
  const std::uint64_t n = c.built.parameters.n;
  std::map<Rational, IdPlace> first;
  Digest digest;
  std::uint64_t chunk = 0;
  for (std::uint64_t g = 0; g < c.grid().size64().value(); ++g) {
    truth.rows.push_back(c.literal(g));
    for (std::size_t k = 0; k < n; ++k) {
      const Rational& id = truth.rows.back().ids[k];
      chunk += Digest::term(g, n, k, id);
      const auto [known, fresh] = first.emplace(id, IdPlace{g, k});
      if (!fresh && !truth.collision) truth.collision = {known->second, IdPlace{g, k}};
    }
  }
  digest.add_chunk(chunk);
  truth.digest = digest.hex();
  truth.distinct = first.size();
  return truth;
}

struct Tally {
  int collided = 0, inverted = 0, planned = 0, in_lanes = 0, exact = 0;
};

void agree(std::uint64_t seed, Tally& tally) {
  Draw draw(seed);
  const Case c = draw.construction();
  std::string named =
      "seed " + std::to_string(seed) + ": n, d, D = " + std::to_string(c.built.parameters.n) +
      ", " + std::to_string(c.built.parameters.d) + ", " + std::to_string(c.built.parameters.D);
  INFO(named);
  const Truth truth = truth_of(c);
  tally.collided += truth.collision.has_value();
  const Engine engine(c.program());
  REQUIRE(engine.inputs() == truth.rows.size());
  tally.planned += engine.fast_plan() != nullptr;
  std::optional<std::uint64_t> not_inverted;
  for (const CpuPath path : cpu_paths()) {
    for (const EngineChoice choice : {EngineChoice::lanes, EngineChoice::fast}) {
      INFO((choice == EngineChoice::lanes ? "lanes, " : "fast, ") << name_of(path));
      EngineOptions options;
      options.cpu = path;
      options.threads = 1;
      const EngineOutcome outcome = engine.run(choice, options);
      CHECK(outcome.digest.hex() == truth.digest);
      CHECK(outcome.sum.inputs == truth.rows.size());
      CHECK(not_inverted.value_or(outcome.sum.not_inverted) == outcome.sum.not_inverted);
      not_inverted = outcome.sum.not_inverted;
      if (outcome.all_inverted()) CHECK_FALSE(truth.collision.has_value());
      if (choice == EngineChoice::lanes) {
        tally.in_lanes += outcome.sum.exact_inputs == 0;
        tally.exact += outcome.sum.exact_inputs != 0;
        tally.inverted += outcome.all_inverted();
      }
    }
    LaneRunner reader(engine.tables(), path, true);
    IdTable table;
    reader.read(0, engine.inputs(), table);
    bool same = true;
    for (std::size_t g = 0; g < truth.rows.size(); ++g) {
      for (std::size_t k = 0; k < truth.rows[g].ids.size(); ++k) {
        same = same && table.id(g, k) == truth.rows[g].ids[k] &&
               table.shifted(g, k) == truth.rows[g].after_shift[k];
      }
    }
    CHECK(same);
    SortOptions options;
    options.cpu = path;
    const SortOutcome sorted = sort_ids(engine, options);
    CHECK(sorted.distinct == truth.distinct);
    CHECK(sorted.collision == truth.collision);
  }
}

}  // namespace

TEST_CASE("agreement: 40 random constructions, every engine and CPU path against literal") {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) agree(seed, tally);
  CHECK(tally.collided > 0);
  CHECK(tally.planned > 0);
}

TEST_CASE("agreement: 300 random constructions, every engine and CPU path against literal",
          "[full]") {
  Tally tally;
  for (std::uint64_t seed = 1001; seed <= 1000u + testing::rounds(300); ++seed) agree(seed, tally);
  INFO("collided " << tally.collided << ", inverted " << tally.inverted << ", planned "
                   << tally.planned << ", in lanes " << tally.in_lanes << ", exact "
                   << tally.exact);
  // The draw covers what it is meant to.
  CHECK(tally.collided > testing::met(30));
  CHECK(tally.inverted > testing::met(60));
  CHECK(tally.planned > testing::met(60));
  CHECK(tally.in_lanes > testing::met(200));
  CHECK(tally.exact > testing::met(60));
}

}  // namespace agreement_test
