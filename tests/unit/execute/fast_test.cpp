#include <catch2/catch.hpp>

#include "engine_support.hpp"
#include "execute/fast.hpp"
#include "planted.hpp"

namespace fast_test {

using namespace hardmax;
using namespace hardmax::test;

namespace {

// Digest by one input at a time.
std::string exact_digest(const IdProgram& program, std::uint64_t inputs) {
  IdRun run(program);
  Digest digest;
  std::uint64_t sum = 0;
  for (std::uint64_t g = 0; g < inputs; ++g) {
    const IdRow& row = run.run(g);
    for (std::size_t k = 0; k < program.n; ++k)
      sum += (2 * (program.n * (g % Digest::chunk_inputs) + k) + 1) * row.digest_value(k);
    if ((g + 1) % Digest::chunk_inputs == 0 || g + 1 == inputs) {
      digest.add_chunk(sum);
      sum = 0;
    }
  }
  return digest.hex();
}

void fast_is_right(const Case& c) {
  const Engine engine(c.program());
  INFO(c.pattern.name() << " n, d, D = " << c.built.parameters.n << ", " << c.built.parameters.d
                        << ", " << c.built.parameters.D);
  REQUIRE(engine.fast_plan() != nullptr);
  const std::string truth = exact_digest(engine.program(), engine.inputs());
  for (const CpuPath path : cpu_paths()) {
    INFO(name_of(path));
    EngineOptions options;
    options.cpu = path;
    const EngineOutcome fast = engine.run(EngineChoice::fast, options);
    CHECK(fast.digest.hex() == truth);
    CHECK(fast.sum.lane_inputs == 0);
    CHECK(fast.all_inverted());
    if (engine.inputs() > 200'000 && path != cpu_paths().back())
      continue;  // lanes of every path have tests of their own
    const EngineOutcome lanes = engine.run(EngineChoice::lanes, options);
    CHECK(lanes.digest.hex() == truth);
    CHECK(lanes.sum.exact_inputs == 0);
    CHECK(lanes.all_inverted());
  }
}

// Token k sees itself, the next and the last; the last sees all but the one before. gamma runs
// against the order of enumeration.
Pattern backwards(Token n) {
  std::vector<std::vector<Token>> layer(n);
  for (Token k = 0; k + 1 < n; ++k) {
    layer[k].push_back(k);
    layer[k].push_back(k + 1);
    if (k + 2 < n) layer[k].push_back(n - 1);
    if (k + 2 < n) layer[n - 1].push_back(k);
  }
  layer[n - 1].push_back(n - 1);
  return {"backwards", {layer}};
}

}  // namespace

TEST_CASE("fast: every input is done by the plan, with the exact digest, on every CPU path") {
  fast_is_right(Case(named("dense", 2), 1, 2));
  fast_is_right(Case(named("strided", 5, 2), 1, 5));
  fast_is_right(Case(named("star", 3), 2, 5));
  fast_is_right(Case(named("window", 6, 1), 1, 4));  // s = 5: coefficients beyond 1
  fast_is_right(Case(named("window", 7, 1), 1, 3));
  fast_is_right(Case(named("strided", 14, 3), 1, 2));
  fast_is_right(Case(named("dense", 3), 1, 30));
  fast_is_right(Case(named("dense", 2), 3, 6));
  fast_is_right(Case(named("dense", 2), 1, 200));
  const Case against(backwards(6), 1, 3);
  CHECK(against.built.gamma.back() < 2);
  fast_is_right(against);
}

TEST_CASE("fast: chunks that do not end between columns, several of them, are cut into boxes") {
  fast_is_right(Case(named("strided", 11, 3), 1, 3));  // 177,147 inputs
  fast_is_right(Case(named("star", 6), 1, 7));         // 117,649
  fast_is_right(Case(named("dense", 2), 2, 19));       // 130,321; a column has 361 values
  fast_is_right(Case(backwards(11), 1, 3));
}

TEST_CASE("fast: columns of more values than a base row holds", "[full]") {
  fast_is_right(Case(named("dense", 2), 1, 1100));    // 1,210,000 inputs
  fast_is_right(Case(named("star", 3), 1, 111));      // 1,367,631
  fast_is_right(Case(named("window", 10, 2), 1, 4));  // 1,048,576
}

TEST_CASE("fast: beyond 32 bits the words are 64 bits") {
  const Case c(named("strided", 10, 3), 1, 10);  // 10^10 inputs: the first chunks and the last
  const Engine engine(c.program());
  REQUIRE(engine.fast_plan() != nullptr);
  CHECK(engine.fast_plan()->largest > Rational(std::uint64_t{1} << 32));
  const std::uint64_t last_chunk =
      (engine.inputs() - 1) / Digest::chunk_inputs * Digest::chunk_inputs;
  for (const std::uint64_t first : {std::uint64_t{0}, Digest::chunk_inputs * 77'777, last_chunk}) {
    const std::uint64_t last = std::min(engine.inputs(), first + Digest::chunk_inputs);
    std::uint64_t truth = 0;
    IdRun run(engine.program());
    for (std::uint64_t g = first; g < last; ++g) {
      const IdRow& row = run.run(g);
      for (std::size_t k = 0; k < 10; ++k)
        truth += (2 * (10 * (g % Digest::chunk_inputs) + k) + 1) * row.digest_value(k);
    }
    for (const CpuPath path : cpu_paths()) {
      EngineOptions options;
      options.cpu = path;
      options.sink = [&](std::uint64_t chunk, const ChunkSum& sum) {
        CHECK(chunk == first / Digest::chunk_inputs);
        CHECK(sum.digest == truth);
      };
      const EngineOutcome outcome = engine.run(EngineChoice::fast, first, last, options);
      CHECK(outcome.sum.inputs == last - first);
      CHECK(outcome.sum.lane_inputs == 0);
      CHECK(outcome.all_inverted());
    }
  }
}

TEST_CASE(
    "fast: there is no plan where digits may reach the base, and then the lanes give the answer") {
  const Case c(named("strided", 4, 2), 1, 3, {"c=300"});
  const Engine engine(c.program());
  CHECK(engine.decoder() != nullptr);
  CHECK(engine.fast_plan() == nullptr);
  const EngineOutcome outcome = engine.run(EngineChoice::fast, {});
  CHECK(outcome.sum.lane_inputs == 81);
  CHECK(outcome.digest.hex() == summarise(c).digest);
}

TEST_CASE(
    "fast: a link that misses its bounds on some inputs only sends those boxes to the lanes") {
  const Planted planted;
  const Engine engine(planted.program);
  const std::uint64_t chunk = planted.broken / Digest::chunk_inputs;
  const EngineOutcome there = engine.run(EngineChoice::fast, chunk * Digest::chunk_inputs,
                                         (chunk + 1) * Digest::chunk_inputs, {});
  CHECK(there.sum.lane_inputs == Digest::chunk_inputs);
  CHECK(there.sum.not_inverted == 1);
  const EngineOutcome before = engine.run(EngineChoice::fast, (chunk - 1) * Digest::chunk_inputs,
                                          chunk * Digest::chunk_inputs, {});
  CHECK(before.sum.lane_inputs == 0);
  CHECK(before.all_inverted());
}

}  // namespace fast_test
