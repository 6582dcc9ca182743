// The golden vectors through the exact ways, every engine and every CPU path; and digests that
// scripts/python_baseline.py gives, code of its own.
#include <catch2/catch.hpp>

#include <fstream>
#include <nlohmann/json.hpp>

#include "engine_support.hpp"
#include "execute/collide.hpp"

namespace golden_engine_test {

using namespace hardmax;
using namespace hardmax::test;

namespace {

const std::string kGolden = std::string(HARDMAX_TEST_ROOT) + "/golden/";

struct Golden {
  nlohmann::json json;
  Case built;
};

Golden load(const std::string& file) {
  std::ifstream stream(kGolden + file);
  REQUIRE(stream);
  nlohmann::json json = nlohmann::json::parse(stream);
  std::vector<std::vector<std::vector<Token>>> layers;
  for (const auto& layer : json.at("patterns")) {
    auto& lists = layers.emplace_back();
    for (const auto& keys : layer) {
      auto& list = lists.emplace_back();
      for (const auto& j : keys) list.push_back(j.get<Token>() - 1);
    }
  }
  Case built(Pattern(file, std::move(layers)), json.at("d").get<std::uint64_t>(),
             json.at("D").get<std::uint64_t>());
  return {std::move(json), std::move(built)};
}

std::vector<Rational> numbers(const nlohmann::json& list) {
  std::vector<Rational> values;
  for (const auto& text : list) values.push_back(Rational::parse(text.get<std::string>()).value());
  return values;
}

}  // namespace

TEST_CASE(
    "golden vectors: every id, after the shift and at the end, in every engine and on every CPU "
    "path") {
  const std::string file =
      GENERATE("n2_d1_D2_dense.json", "n3_d2_D2_star.json", "n3_d2_D2_window_w1.json",
               "n4_d1_D2_p2_gamma_2314.json", "n4_d1_D2_strided_w2.json",
               "n4_d1_D3_p1_gamma_1243.json", "n6_d1_D2_fixed_w3.json", "n6_d1_D2_window_w1.json");
  CAPTURE(file);
  const Golden golden = load(file);
  const IdProgram program = golden.built.program();
  const Engine engine(program);
  const auto inputs = golden.json.at("inputs").get<std::uint64_t>();
  const auto& rows = golden.json.at("rows");
  REQUIRE(engine.inputs() == inputs);
  REQUIRE(rows.size() == inputs);

  IdRun run(program);
  Digest digest;
  std::uint64_t sum = 0;
  for (std::uint64_t g = 0; g < inputs; ++g) {
    const auto after_shift = numbers(rows.at(g).at("after_shift"));
    const auto ids = numbers(rows.at(g).at("ids"));
    const IdValues exact = execute_exactly(program, g);
    REQUIRE(exact.after_shift == after_shift);
    REQUIRE(exact.ids == ids);
    const IdRow& row = run.run(g);
    for (std::size_t k = 0; k < program.n; ++k) {
      REQUIRE(row.shifted(k) == after_shift[k]);
      REQUIRE(row.id(k) == ids[k]);
      sum += Digest::term(g, program.n, k, ids[k]);
    }
  }
  digest.add_chunk(sum);

  for (const CpuPath path : cpu_paths()) {
    CAPTURE(name_of(path));
    LaneRunner reader(engine.tables(), path, false);
    IdTable table;
    reader.read(0, inputs, table);
    for (std::uint64_t g = 0; g < inputs; ++g) {
      const auto after_shift = numbers(rows.at(g).at("after_shift"));
      const auto ids = numbers(rows.at(g).at("ids"));
      for (std::size_t k = 0; k < program.n; ++k) {
        REQUIRE(table.shifted(g, k) == after_shift[k]);
        REQUIRE(table.id(g, k) == ids[k]);
      }
    }
    EngineOptions options;
    options.cpu = path;
    for (const EngineChoice choice : {EngineChoice::lanes, EngineChoice::fast}) {
      const EngineOutcome outcome = engine.run(choice, options);
      CHECK(outcome.digest.hex() == digest.hex());
      CHECK(outcome.sum.inputs == inputs);
    }
    SortOptions sort;
    sort.cpu = path;
    CHECK(sort_ids(engine, sort).distinct == golden.json.at("distinct_ids").get<std::uint64_t>());
  }
}

TEST_CASE("golden vectors: digests of the first inputs as plain Python integers give them") {
  struct Known {
    std::uint64_t n, w, D, inputs;
    const char* digest;
  };
  for (const Known& known :
       {Known{4, 2, 2, 16, "0000000a7ec2d9a0"}, Known{8, 3, 8, 65536, "64e33390b72b0000"},
        Known{12, 4, 4, 65536, "3828cab3df700000"}}) {
    CAPTURE(known.n);
    const Engine engine(Case(named("strided", known.n, known.w), 1, known.D).program());
    for (const CpuPath path : cpu_paths()) {
      EngineOptions options;
      options.cpu = path;
      CHECK(engine.run(EngineChoice::lanes, 0, known.inputs, options).digest.hex() == known.digest);
      CHECK(engine.run(EngineChoice::fast, 0, known.inputs, options).digest.hex() == known.digest);
    }
  }
}

}  // namespace golden_engine_test
