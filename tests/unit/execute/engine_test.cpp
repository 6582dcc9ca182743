#include <catch2/catch.hpp>

#include "engine_support.hpp"
#include "exact/error.hpp"

namespace engine_test {

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
  engines_agree(Case(named("strided", 4, 2), 1, 2, {"drop=13"}));  // of the all-max stage
  engines_agree(Case(named("strided", 4, 2), 1, 2, {"drop=14"}));
  engines_agree(Case(named("strided", 4, 2), 1, 3, {"E.2=1", "E.3=1"}));
}

TEST_CASE("engine: windows beyond the values of a byte agree with one input at a time") {
  for (const std::vector<std::string>& overrides :
       std::vector<std::vector<std::string>>{{}, {"shift=1"}, {"E.1=0", "E.2=0", "shift=2"}}) {
    const Engine engine(
        Case(named("dense", 2), 1, 257, overrides).program());  // 66,049 inputs, windows 0..256
    IdRun exact(engine.program());
    Digest digest;
    std::uint64_t chunk = 0;
    for (std::uint64_t g = 0; g < engine.inputs(); ++g) {
      const IdRow& row = exact.run(g);
      for (std::size_t k = 0; k < 2; ++k)
        chunk += (2 * (2 * (g % Digest::chunk_inputs) + k) + 1) * row.digest_value(k);
      if ((g + 1) % Digest::chunk_inputs == 0 || g + 1 == engine.inputs())
        digest.add_chunk(std::exchange(chunk, 0));
    }
    for (const EngineChoice choice : {EngineChoice::lanes, EngineChoice::fast}) {
      for (const CpuPath path : cpu_paths()) {
        INFO((choice == EngineChoice::lanes ? "lanes, " : "fast, ") << name_of(path));
        EngineOptions options;
        options.cpu = path;
        options.threads = 1;
        CHECK(engine.run(choice, options).digest.hex() == digest.hex());
      }
    }
  }
}

TEST_CASE("engine: every id of a published construction decodes") {
  for (const Case& c : {Case(named("strided", 4, 2), 1, 2), Case(named("star", 3), 2, 2),
                        Case(named("window", 4, 1), 1, 3), Case(named("fixed", 6, 3), 1, 2)}) {
    const Engine engine(c.program());
    CHECK(engine.decoder() != nullptr);
    for (const EngineChoice choice : {EngineChoice::lanes, EngineChoice::fast})
      CHECK(engine.run(choice, {}).all_inverted());
  }
}

TEST_CASE("engine: the same chunks in the same order for 1, 2, 3 and 8 threads") {
  const Engine engine(Case(named("strided", 9, 3), 1, 4).program());  // 2^18 inputs
  for (const EngineChoice choice : {EngineChoice::lanes, EngineChoice::fast}) {
    std::vector<std::vector<std::uint64_t>> runs;
    for (const std::size_t threads : {1, 2, 3, 8}) {
      std::vector<std::uint64_t> sums;
      std::vector<std::uint64_t> done;
      EngineOptions options;
      options.threads = threads;
      options.sink = [&](std::uint64_t chunk, const ChunkSum& sum) {
        CHECK(chunk == sums.size());
        sums.push_back(sum.digest);
      };
      options.progress = [&](std::uint64_t now, std::uint64_t all) {
        CHECK(all == engine.inputs());
        done.push_back(now);
      };
      const EngineOutcome outcome = engine.run(choice, options);
      CHECK(done == std::vector<std::uint64_t>{1 << 16, 2 << 16, 3 << 16, 4 << 16});
      sums.push_back(outcome.digest.total());
      runs.push_back(std::move(sums));
    }
    for (const auto& run : runs) CHECK(run == runs.front());
  }
}

TEST_CASE("engine: a part of the inputs is the same part whoever does it") {
  const Engine engine(Case(named("strided", 9, 3), 1, 4).program());
  const std::uint64_t chunk = Digest::chunk_inputs;
  std::vector<std::uint64_t> whole;
  EngineOptions options;
  options.sink = [&](std::uint64_t, const ChunkSum& sum) { whole.push_back(sum.digest); };
  static_cast<void>(engine.run(EngineChoice::fast, options));
  std::vector<std::uint64_t> parts;
  options.sink = [&](std::uint64_t, const ChunkSum& sum) { parts.push_back(sum.digest); };
  static_cast<void>(engine.run(EngineChoice::lanes, 0, chunk, options));
  static_cast<void>(engine.run(EngineChoice::fast, chunk, 3 * chunk, options));
  static_cast<void>(engine.run(EngineChoice::lanes, 3 * chunk, 4 * chunk, options));
  CHECK(parts == whole);
}

TEST_CASE("engine: stops when told to, with the exit code") {
  const Engine engine(Case(named("strided", 9, 3), 1, 4).program());
  std::atomic<int> stop = 0;
  EngineOptions options;
  options.stop = &stop;
  options.progress = [&](std::uint64_t, std::uint64_t) { stop = 130; };
  try {
    static_cast<void>(engine.run(EngineChoice::lanes, options));
    FAIL("it went on");
  } catch (const Interrupted& interrupted) {
    CHECK(interrupted.exit_code == 130);
  }
}

TEST_CASE("engine: a mean that is no integer sends that input alone to the exact way") {
  // E all zero: at 0 0 0 1 the head of token 1 meets a tie of all scores and returns 16/3.
  const Case c(named("strided", 4, 2), 1, 2, {"E.1=0", "E.2=0", "E.3=0", "E.4=0"});
  const Engine engine(c.program());
  const LiteralSummary truth = summarise(c);
  const IdValues tie = c.literal(1);
  CHECK(tie.after_shift == std::vector<Rational>{0, 8, 8, 13});
  CHECK_FALSE(tie.ids[0].is_integer());
  for (const EngineChoice choice : {EngineChoice::lanes, EngineChoice::fast}) {
    const EngineOutcome outcome = engine.run(choice, {});
    CHECK(outcome.digest.hex() == truth.digest);
    CHECK(outcome.sum.exact_inputs > 0);
    CHECK(outcome.sum.exact_inputs < outcome.sum.inputs);
  }
}

}  // namespace engine_test
