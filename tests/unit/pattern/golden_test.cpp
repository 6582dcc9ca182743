// The patterns, gamma, l and s of the golden vectors, exactly.
#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

#include "pattern/assumption1.hpp"
#include "support.hpp"

namespace golden_test {

using namespace hardmax;

namespace {

const std::filesystem::path golden = std::filesystem::path(HARDMAX_TEST_ROOT) / "golden";

nlohmann::json load(const std::string& name) {
  std::ifstream in(golden / name);
  REQUIRE(in);
  return nlohmann::json::parse(in);
}

}  // namespace

TEST_CASE("pattern: the golden patterns, gamma, l and s come out exactly") {
  const std::string file =
      GENERATE("n2_d1_D2_dense.json", "n3_d2_D2_star.json", "n3_d2_D2_window_w1.json",
               "n4_d1_D2_p2_gamma_2314.json", "n4_d1_D2_strided_w2.json",
               "n4_d1_D3_p1_gamma_1243.json", "n6_d1_D2_fixed_w3.json", "n6_d1_D2_window_w1.json");
  CAPTURE(file);
  const nlohmann::json expected = load(file);
  const auto name = expected.at("pattern").get<std::string>();
  const bool from_file = name.ends_with(".json");
  PatternRequest request{.name_or_file = from_file ? (golden / "patterns" / name).string() : name,
                         .n = expected.at("n").get<std::size_t>()};
  if (!expected.at("window").is_null()) request.window = expected.at("window").get<std::uint64_t>();
  const Pattern pattern = make_pattern(request);

  REQUIRE(pattern.name() == name);
  REQUIRE(pattern.layers() == expected.at("p").get<std::size_t>());
  REQUIRE(pattern.tokens() == request.n);
  for (std::size_t l = 0; l < pattern.layers(); ++l) {
    for (std::size_t k = 0; k < pattern.tokens(); ++k) {
      auto neighbours = expected.at("patterns").at(l).at(k).get<std::vector<Token>>();
      for (Token& j : neighbours) --j;
      const auto got = pattern.neighbours(l, k);
      REQUIRE(std::vector<Token>(got.begin(), got.end()) == neighbours);
    }
  }

  const Assumption1 a = decide_assumption1(pattern);
  REQUIRE(a.order == Decision::yes);
  REQUIRE(a.reach == Decision::yes);
  REQUIRE(a.gamma_is_canonical);
  auto gamma = expected.at("gamma").get<std::vector<Token>>();
  for (Token& j : gamma) --j;
  REQUIRE(a.gamma == gamma);
  auto layers = expected.at("l").get<std::vector<std::size_t>>();
  REQUIRE(a.l.size() == layers.size() + 1);
  for (std::size_t i = 0; i < layers.size(); ++i) REQUIRE(a.l[i + 1] + 1 == layers[i]);
  REQUIRE(a.s == expected.at("s").get<std::size_t>());
  // The p = 2 pattern leaves token 1 of layer 2 and others as they are; whether (1.1) holds is read
  // off the lists themselves.
  bool self = true;
  for (std::size_t l = 0; l < pattern.layers(); ++l) {
    for (std::size_t k = 0; k < pattern.tokens(); ++k) self = self && pattern.attends(l, k, k);
  }
  REQUIRE((a.self == Decision::yes) == self);
}

}  // namespace golden_test
