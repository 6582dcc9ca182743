#include "pattern/report.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "pattern/named.hpp"
#include "support.hpp"
#include "support/rounds.hpp"

namespace report_test {

using namespace hardmax;
using namespace hardmax::test;

namespace {

PatternReport named(const std::string& name, std::size_t n,
                    std::optional<std::uint64_t> window = {}) {
  return report_pattern({.name_or_file = name, .n = n, .window = window});
}

}  // namespace

TEST_CASE("figures: edges and degrees agree with the lists") {
  for (const std::string& name : pattern_names()) {
    for (const std::size_t n : {1, 2, 5, 17}) {
      CAPTURE(name, n);
      const StructuredPattern pattern = named_pattern({.name_or_file = name, .n = n});
      const Pattern plain = expand(pattern);
      const auto figures = layer_figures(pattern);
      std::uint64_t edges = 0;
      for (std::size_t l = 0; l < plain.layers(); ++l) {
        std::vector<std::uint64_t> keys(n), queries(n);
        for (std::size_t k = 0; k < n; ++k) {
          for (const Token j : plain.neighbours(l, k)) ++keys[k], ++queries[j];
        }
        edges += figures[l].edges;
        REQUIRE(figures[l].least_keys == *std::min_element(keys.begin(), keys.end()));
        REQUIRE(figures[l].most_keys == *std::max_element(keys.begin(), keys.end()));
        REQUIRE(figures[l].least_queries == *std::min_element(queries.begin(), queries.end()));
        REQUIRE(figures[l].most_queries == *std::max_element(queries.begin(), queries.end()));
      }
      REQUIRE(edges == plain.edges());
    }
  }
}

TEST_CASE("figures: edges and degrees of random rules agree with the lists") {
  std::mt19937_64 random(41);
  for (int round = 0; round < testing::rounds(300); ++round) {
    const std::size_t n = 1 + random() % 20;
    LayerRule rule{{}, random() % 2 == 0 ? 0 : 1 + random() % 4};
    rule.parts.reserve(8);
    if (random() % 2 == 0)
      rule.parts.emplace_back(Band{random() % 4, random() % 4, 1 + random() % 2});
    if (random() % 2 == 0)
      rule.parts.emplace_back(Blocks{1 + random() % 5, random() % 2, random() % 2});
    for (std::uint64_t i = random() % 3; i > 0; --i) {
      const std::uint64_t step = 1 + random() % 6;
      rule.parts.emplace_back(
          Columns{{random() % n, step, 1 + random() % step, random() % (n + 1)}});
    }
    if (random() % 3 == 0) rule.parts.emplace_back(Rows{{random() % n, 3, 1, n}});
    const StructuredPattern pattern{"random", n, {rule}};
    const Pattern plain = expand(pattern);
    std::vector<std::uint64_t> keys(n), queries(n);
    for (std::size_t k = 0; k < n; ++k) {
      for (const Token j : plain.neighbours(0, k)) ++keys[k], ++queries[j];
    }
    CAPTURE(round, n, picture(plain, 0));
    const LayerFigures f = layer_figures(pattern)[0];
    REQUIRE(f.edges == plain.edges());
    REQUIRE(f.least_keys == *std::min_element(keys.begin(), keys.end()));
    REQUIRE(f.most_keys == *std::max_element(keys.begin(), keys.end()));
    REQUIRE(f.least_queries == *std::min_element(queries.begin(), queries.end()));
    REQUIRE(f.most_queries == *std::max_element(queries.begin(), queries.end()));
  }
}

TEST_CASE("figures: a long stride is counted by formula") {
  for (const std::string name : {"strided", "causal-strided"}) {
    const std::size_t n = 70'000;
    const StructuredPattern pattern = named_pattern({.name_or_file = name, .n = n, .window = 300});
    const LayerFigures f = layer_figures(pattern)[1];
    std::uint64_t edges = 0;
    Intervals row;
    for (std::size_t k = 0; k < n; ++k) {
      row_intervals(pattern, 1, k, row);
      edges += count(row);
      REQUIRE(count(row) >= f.least_keys);
      REQUIRE(count(row) <= f.most_keys);
    }
    REQUIRE(f.edges == edges);
    REQUIRE_FALSE(f.least_queries);
  }
}

TEST_CASE("figures: percentages are cut, not rounded, and exact at the ends") {
  REQUIRE(percentage(0, 1, 10) == "0 %");
  REQUIRE(percentage(100, 1, 10) == "100 %");
  REQUIRE(percentage(99, 1, 10) == "99 %");
  REQUIRE(percentage(199, 2, 10) == "99.5 %");
  REQUIRE(percentage(1, 3, 1) == "33.3 %");
  REQUIRE(percentage(2, 3, 1) == "66.6 %");
  REQUIRE(percentage(1, 1, 1000) == "0.0001 %");
  REQUIRE(percentage(28, 1, 10) == "28 %");
  REQUIRE(percentage(std::uint64_t{1} << 59, 4096, std::uint64_t{1} << 24) == "50 %");
}

TEST_CASE("figures: the terminal picture, by hand") {
  const StructuredPattern pattern =
      named_pattern({.name_or_file = "causal-window", .n = 3, .window = 1});
  REQUIRE(terminal_picture(pattern, 0) == "\u2588\u2584\u00B7\n\u00B7\u2580\u2580\n");
}

TEST_CASE(
    "figures: the SVG picture has one rectangle a run of cells, and the same bytes every time") {
  const StructuredPattern pattern =
      named_pattern({.name_or_file = "causal-window", .n = 3, .window = 1});
  const std::string svg = svg_picture(pattern);
  REQUIRE(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
  REQUIRE(svg.ends_with("</svg>\n"));
  REQUIRE(svg.find("<rect x=\"36\" y=\"36\" width=\"128\" height=\"128\"/>") != std::string::npos);
  REQUIRE(svg.find("<rect x=\"36\" y=\"164\" width=\"256\" height=\"128\"/>") != std::string::npos);
  REQUIRE(svg.find("<rect x=\"164\" y=\"292\" width=\"256\" height=\"128\"/>") !=
          std::string::npos);
  REQUIRE(svg == svg_picture(pattern));
  StructuredPattern hostile = pattern;
  hostile.name = "a<b>&\"\n";
  REQUIRE(svg_picture(hostile).find("<title>a&lt;b&gt;&amp;&quot;?, 3 tokens</title>") !=
          std::string::npos);
  const std::string large = svg_picture(named_pattern({.name_or_file = "bigbird", .n = 1'000'000}));
  REQUIRE(large.find("32 rows of each band") != std::string::npos);
  REQUIRE(large.size() < 4'000'000);
}

TEST_CASE("report: text of a pattern that holds") {
  const PatternReport report = named("strided", 4, 2);
  REQUIRE(exit_code(report) == 0);
  REQUIRE(pattern_text(report) ==
          "strided: 4 tokens, p = 2\n"
          "Pattern: Assumption 1 holds.\n"
          "Reach: every token is reached from every other after 2 layers.\n"
          "  read as    the named pattern strided on 4 tokens, window 2\n"
          "  edges      22 of 2 * 4^2, 68.7 %\n"
          "  layer 1    14 edges; a query sees 3..4 keys, a key is seen by 3..4 queries\n"
          "  layer 2    8 edges; a query sees 2 keys, a key is seen by 2 queries\n"
          "\nlayer 1, queries down, keys to the right, two queries a line\n"
          "\u2588\u2588\u2588\u2584\n\u2580\u2588\u2588\u2588\n"
          "\nlayer 2, queries down, keys to the right, two queries a line\n"
          "\u2580\u2584\u2580\u2584\n\u2580\u2584\u2580\u2584\n"
          "\nAssumption 1 holds\n"
          "  (1.1)  holds: every A^l_k contains k\n"
          "  (1.2)  holds: gamma is the identity on 4 tokens; every l_i = 1\n"
          "  (1.3)  holds: s = 2: S^2_k = {1..4} for every k, and for no smaller s; S^2_k contains "
          "everything from k - 4 to k + 4, as the bands of the layers add up\n"
          "         s is the least: token 4 is not in S^1_1\n");
}

TEST_CASE("report: a causal pattern fails, and what is left is said") {
  const PatternReport report = named("causal-window", 200, 3);
  REQUIRE(exit_code(report) == 1);
  const std::string text = pattern_text(report);
  REQUIRE(text.find("Assumption 1 fails\n") != std::string::npos);
  REQUIRE(text.find("(1.3)  fails: token 1 never reaches token 2: it reaches {1} and no more\n") !=
          std::string::npos);
  REQUIRE(text.find("The pattern is causal: no token attends to a later one") != std::string::npos);
  REQUIRE(text.find("(1.1) and (1.2) hold: the quantisation and the selective shift") !=
          std::string::npos);
  REQUIRE(what_is_left(named("block", 9, 3)).empty());
}

TEST_CASE("report: a model with too few layers is said to be not universal") {
  const auto asked = [](const std::string& layers, std::optional<std::uint64_t> globals = 0) {
    const TemporaryFile file("config.json",
                             R"({"model_type": "longformer", "attention_window": 2, )"
                             R"("num_hidden_layers": )" +
                                 layers + R"(, "max_position_embeddings": 12})");
    return report_pattern({.name_or_file = file.path().string(), .import = {.globals = globals}});
  };
  const PatternTheorem theorem = {"Theorem 1 of A 2020", "it approximates", "verify findings a"};
  const PatternReport few = asked("3");
  REQUIRE(few.assumption.s == 9);
  CHECK(
      answer_of(few, theorem).pattern ==
      "Assumption 1, what Theorem 1 of A 2020 asks of a pattern, holds: it approximates (what was "
      "found wrong in its proof: verify findings a)");
  const auto [k, j] = few.assumption.late.value();
  CHECK(
      answer_of(few, theorem).reach ==
      "every token is reached from every other after 9 layers; the model has 3 layers: its output "
      "at token " +
          std::to_string(k + 1) + " cannot depend on token " + std::to_string(j + 1) +
          ", and it is not universal");
  CHECK(exit_code(few) == 1);
  CHECK(exit_code(few, true) == 0);
  // Which tokens are global is said when the model runs: nothing is said against the model then.
  const PatternReport open = asked("3", std::nullopt);
  CHECK(open.import.model_sees_more);
  CHECK(answer_of(open, theorem).reach ==
        "every token is reached from every other after 9 layers; the model has 3 layers, too few "
        "for the pattern as it is read, with which its output at token " +
            std::to_string(k + 1) + " cannot depend on token " + std::to_string(j + 1) +
            "; the model may see more, as the warnings say");
  CHECK(exit_code(open) == 1);
  const PatternReport enough = asked("9");
  CHECK(exit_code(enough) == 0);
  CHECK(answer_of(enough, {}).reach ==
        "every token is reached from every other after 9 layers; the model has 9 layers");
}

// Whatever a configuration leaves to the run, or to layers that have no mask: nothing is said
// against a model on the strength of a pattern that lacks it.
TEST_CASE("report: a model that may see more than its pattern is not said to be cut off") {
  for (const std::string config :
       {R"({"model_type": "longformer", "attention_window": 2, "num_hidden_layers": 2, )"
        R"("max_position_embeddings": 32})",
        R"({"model_type": "big_bird", "block_size": 2, "num_random_blocks": 1, )"
        R"("num_hidden_layers": 1, "max_position_embeddings": 64})",
        R"({"model_type": "qwen3_next", "num_hidden_layers": 4, "max_position_embeddings": 8})",
        R"({"model_type": "gemma3", "text_config": {"num_hidden_layers": 2, "sliding_window": 2, )"
        R"("max_position_embeddings": 8}})",
        R"({"model_type": "mistral", "sliding_window": 2, "num_hidden_layers": 2, )"
        R"("max_position_embeddings": 8})",
        R"({"model_type": "bert", "is_decoder": true, "add_cross_attention": true, )"
        R"("num_hidden_layers": 2, "max_position_embeddings": 8})"}) {
    const TemporaryFile file("config.json", config);
    CAPTURE(config);
    const bool drawn = std::string(config).find("random") != std::string::npos;
    const PatternReport report = report_pattern(
        {.name_or_file = file.path().string(), .import = {.mode = drawn ? "train" : ""}});
    CHECK(report.import.model_sees_more);
    CHECK_FALSE(report.import.warnings.empty());
    CHECK(answer_of(report, {}).reach.find("it is not universal") == std::string::npos);
  }
  const TemporaryFile plain(
      "config.json",
      R"({"model_type": "modernbert", "local_attention": 4, "num_hidden_layers": 1, )"
      R"("max_position_embeddings": 8})");
  CHECK_FALSE(report_pattern({.name_or_file = plain.path().string()}).import.model_sees_more);
}

TEST_CASE("report: where a hypothesis fails, no more is said than is known") {
  const PatternTheorem theorem = {"Theorem 1 of A 2020", "it approximates", "verify findings a"};
  const PatternAnswer causal = answer_of(named("causal-window", 200, 3), theorem);
  CHECK(causal.pattern ==
        "(1.3) of Assumption 1 fails, and Theorem 1 of A 2020 says nothing of this pattern");
  CHECK(
      causal.reach ==
      "token 1 never hears of token 2, whatever the number of layers: no model of this pattern is "
      "universal");
  // A block reaches all of its own tokens and nobody else; a window without the own token reaches
  // all, and nothing is said against a model that has it.
  const TemporaryFile file("p.json", R"({"n": 3, "patterns": [[[2, 3], [1, 3], [1, 2]]]})");
  const PatternReport others = report_pattern({.name_or_file = file.path().string()});
  REQUIRE(others.assumption.self == Decision::no);
  CHECK(
      answer_of(others, theorem)
          .pattern.starts_with(
              "(1.1) of Assumption 1 fails, and Theorem 1 of A 2020 says nothing of this pattern"));
  CHECK(exit_code(others) == 1);
}

TEST_CASE("report: JSON can be read back and says the same") {
  const TemporaryFile file(
      "p \"x\".json",
      R"({"n": 4, "patterns": [[[1, 3], [2], [2, 3], [4]], [[1, 3], [1, 2], [3, 4], [1, 4]]]})");
  const PatternReport report = report_pattern({.name_or_file = file.path().string()});
  const auto json = nlohmann::json::parse(pattern_json(report));
  REQUIRE(json.at("pattern").at("name") == "p \"x\".json");
  REQUIRE(json.at("pattern").at("edges") == 14);
  REQUIRE(json.at("assumption1").at("order").at("gamma") == nlohmann::json({2, 3, 1, 4}));
  REQUIRE(json.at("assumption1").at("order").at("l") == nlohmann::json({1, 1, 2}));
  REQUIRE(json.at("assumption1").at("reach").at("s") == 4);
  REQUIRE(json.at("holds") == true);
  REQUIRE(json.at("exit_code") == 0);
  REQUIRE(json.at("answer").at("pattern") == "Assumption 1 holds");
  REQUIRE(json.at("answer").at("model_layers").is_null());
  const auto causal = nlohmann::json::parse(pattern_json(named("causal-dense", 5)));
  REQUIRE(causal.at("assumption1").at("reach").at("never_reached") == nlohmann::json({1, 2}));
  REQUIRE(causal.at("assumption1").at("reach").at("s").is_null());
  REQUIRE(causal.at("exit_code") == 1);
  REQUIRE(causal.at("what_is_left").is_string());
}

}  // namespace report_test
