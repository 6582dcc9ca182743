#include <catch2/catch.hpp>

#include "engine_support.hpp"

using namespace hardmax;
using namespace hardmax::test;

namespace {

void engines_agree(const Case& c) {
  const LiteralSummary truth = summarise(c);
  const Engine engine(c.program());
  REQUIRE(engine.inputs() == truth.inputs);
  for (const EngineChoice choice : {EngineChoice::lanes, EngineChoice::fast}) {
    for (const CpuPath path : cpu_paths()) {
      INFO((choice == EngineChoice::lanes ? "lanes, " : "fast, ") << name_of(path));
      EngineOptions options;
      options.cpu = path;
      options.threads = 1;
      const EngineOutcome outcome = engine.run(choice, options);
      CHECK(outcome.digest.hex() == truth.digest);
      CHECK(outcome.sum.inputs == truth.inputs);
      if (outcome.all_inverted()) CHECK(truth.distinct == truth.inputs * engine.program().n);
    }
  }
}

}  // namespace

TEST_CASE("engine: agrees with literal on small constructions, published and broken") {
  engines_agree(Case(named("dense", 2), 1, 2));
  engines_agree(Case(named("strided", 4, 2), 1, 2));
  engines_agree(Case(named("star", 3), 2, 2));
  engines_agree(Case(named("window", 4, 1), 1, 3));
  engines_agree(Case(named("window", 3, 1), 2, 3));
  engines_agree(Case(named("strided", 4, 2), 1, 3, {"c=1"}));
  engines_agree(Case(named("strided", 4, 2), 1, 3, {"c=100"}));
  engines_agree(Case(named("strided", 4, 2), 1, 2, {"c=-7/3"}));
  engines_agree(Case(named("strided", 4, 2), 1, 3, {"shift=1"}));
  engines_agree(Case(named("strided", 4, 2), 1, 2, {"shift=-3"}));
  engines_agree(Case(named("dense", 3), 1, 3, {"shift=1/2"}));
  engines_agree(Case(named("dense", 3), 1, 3, {"shift=0"}));
  engines_agree(Case(named("dense", 3), 1, 3, {"E.1=1/5", "E.3=-2"}));
  engines_agree(Case(named("strided", 4, 2), 1, 2, {"E.1=0", "E.2=0", "E.3=0", "E.4=0"}));
  engines_agree(Case(named("star", 3), 2, 2, {"E.1=1", "E.2=1", "drop=3", "drop=9"}));
}

TEST_CASE("engine: every id of a published construction decodes") {
  for (const Case& c : {Case(named("strided", 4, 2), 1, 2), Case(named("star", 3), 2, 2), Case(named("window", 4, 1), 1, 3), Case(named("fixed", 6, 3), 1, 2)}) {
    const Engine engine(c.program());
    CHECK(engine.decoder() != nullptr);
    for (const EngineChoice choice : {EngineChoice::lanes, EngineChoice::fast}) CHECK(engine.run(choice, {}).all_inverted());
  }
}
