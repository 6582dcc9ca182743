// The star about a token: by rows that have all tokens in common, and by its definition.
#include <catch2/catch.hpp>
#include <random>

#include "pattern/named.hpp"
#include "pattern/report.hpp"
#include "pattern/star.hpp"
#include "support/rounds.hpp"

namespace star_test {

using namespace hardmax;

namespace {

// All tokens c of the first layer in which some c sees all others and all others see c and
// themselves.
std::optional<Star> by_definition(const Pattern& pattern) {
  const std::size_t n = pattern.tokens();
  for (std::size_t l = 0; l < pattern.layers(); ++l) {
    Intervals about;
    for (std::size_t c = 0; c < n; ++c) {
      bool is = true;
      for (std::size_t k = 0; k < n; ++k)
        is = is && (k == c || (pattern.attends(l, c, k) && pattern.attends(l, k, c) &&
                               pattern.attends(l, k, k)));
      if (is) about.emplace_back(c, c + 1);
    }
    normalise(about);
    if (!about.empty()) return Star{l, about};
  }
  return std::nullopt;
}

void check_same(const StructuredPattern& pattern) {
  const auto found = find_star(pattern), expected = by_definition(expand(pattern));
  REQUIRE(found.has_value() == expected.has_value());
  if (!found) return;
  CHECK(found->layer == expected->layer);
  CHECK(found->about == expected->about);
}

}  // namespace

TEST_CASE("star: of random patterns with stars planted in them, an edge of some taken away") {
  std::mt19937_64 random(31);
  std::size_t some = 0;
  for (int round = 0; round < testing::rounds(3000); ++round) {
    const std::size_t n = 1 + random() % 7, layers = 1 + random() % 3;
    std::vector<std::vector<std::vector<char>>> sees(
        layers, std::vector<std::vector<char>>(n, std::vector<char>(n)));
    const unsigned density = static_cast<unsigned>(random() % 5);
    for (auto& layer : sees) {
      for (auto& row : layer)
        for (char& edge : row) edge = static_cast<char>(random() % 4 < density);
      for (std::size_t planted = random() % 3; planted > 0; --planted) {
        const std::size_t c = random() % n;
        for (std::size_t k = 0; k < n; ++k)
          if (k != c) layer[c][k] = layer[k][c] = layer[k][k] = 1;
      }
      if (random() % 2 == 0) layer[random() % n][random() % n] = 0;
    }
    std::vector<std::vector<std::vector<Token>>> lists(layers, std::vector<std::vector<Token>>(n));
    for (std::size_t l = 0; l < layers; ++l)
      for (std::size_t k = 0; k < n; ++k)
        for (std::size_t j = 0; j < n; ++j)
          if (sees[l][k][j]) lists[l][k].push_back(static_cast<Token>(j));
    const StructuredPattern pattern = structured(Pattern("random", std::move(lists)));
    CAPTURE(round, n, layers);
    check_same(pattern);
    some += find_star(pattern).has_value();
  }
  CHECK(some > 0);
}

TEST_CASE("star: of named patterns") {
  for (const char* name : {"dense", "star", "strided", "fixed", "window", "longformer", "bigbird",
                           "block", "causal-dense", "causal-star", "causal-bigbird"})
    for (const std::size_t n : {1, 2, 3, 16, 64}) {
      CAPTURE(name, n);
      check_same(named_pattern({.name_or_file = name, .n = n}));
    }
}

TEST_CASE("star: the answer names the tokens and the layer, or says that there is none") {
  const PatternTheorem theorem{"Theorem 1", "it serves", ""};
  const auto words = [&](const std::string& name) {
    return star_words(report_pattern({.name_or_file = name, .n = 16}, true), theorem);
  };
  CHECK(words("star") == "about token 1, in layer 1 of 1; Theorem 1: it serves");
  CHECK(words("dense") == "about each of the tokens 1..16, in layer 1 of 1; Theorem 1: it serves");
  CHECK(words("strided") ==
        "none: in no layer all others see one token and themselves, and it sees all; Theorem 1 "
        "says nothing of this graph");
  CHECK(pattern_text(report_pattern({.name_or_file = "star", .n = 16})).find("Star") ==
        std::string::npos);
}

}  // namespace star_test
