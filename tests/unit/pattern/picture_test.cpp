// The picture of verify pattern: its reach is that of the definition, and it is drawn so that
// people can read it.
#include "pattern/picture.hpp"

#include <catch2/catch.hpp>

#include <random>

#include "pattern/named.hpp"
#include "pattern/structured_assumption1.hpp"
#include "support/rounds.hpp"

namespace picture_test {

using namespace hardmax;

namespace {

// t with j in S^t_k by the definition, 0: not up to `most`.
std::vector<std::vector<std::uint64_t>> reached_by_definition(const Pattern& pattern,
                                                              std::uint64_t most) {
  const std::size_t n = pattern.tokens();
  std::vector<std::vector<char>> set(n, std::vector<char>(n));
  std::vector<std::vector<std::uint64_t>> least(n, std::vector<std::uint64_t>(n));
  for (std::uint64_t t = 1; t <= most; ++t) {
    std::vector<std::vector<char>> next(n, std::vector<char>(n));
    for (std::size_t k = 0; k < n; ++k) {
      for (const Token j : pattern.neighbours((t - 1) % pattern.layers(), k)) {
        if (t == 1) {
          next[k][j] = 1;
          continue;
        }
        for (std::size_t i = 0; i < n; ++i) next[k][i] |= set[j][i];
      }
    }
    set = std::move(next);
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t j = 0; j < n; ++j) {
        if (set[k][j] != 0 && least[k][j] == 0) least[k][j] = t;
      }
    }
  }
  return least;
}

void is_as_defined(const StructuredPattern& pattern) {
  INFO(pattern.name << ", n = " << pattern.n);
  const Assumption1 assumption = decide_assumption1(pattern);
  const ReachPicture picture = reach_picture(pattern, assumption);
  if (assumption.self != Decision::yes) {
    CHECK_FALSE(picture.why_not.empty());
    return;
  }
  REQUIRE(picture.why_not.empty());
  const auto least = reached_by_definition(expand(pattern), picture.after.back());
  const std::uint64_t n = pattern.n, cell = picture.cell;
  for (std::uint64_t row = 0; row < picture.cells; ++row) {
    for (std::uint64_t c = 0; c < picture.cells; ++c) {
      std::uint64_t latest = 0;
      bool never = false;
      for (std::uint64_t k = row * cell; k < std::min(n, (row + 1) * cell); ++k) {
        for (std::uint64_t j = c * cell; j < std::min(n, (c + 1) * cell); ++j) {
          never |= least[k][j] == 0;
          latest = std::max(latest, least[k][j]);
        }
      }
      const std::uint32_t at = picture.latest[row * picture.cells + c];
      if (never) {
        CHECK(at == ReachPicture::never);
        continue;
      }
      REQUIRE(at < picture.after.size());
      CHECK(picture.after[at] >= latest);
      if (at > 0) CHECK(picture.after[at - 1] < latest);
    }
  }
}

}  // namespace

TEST_CASE("picture: reach is that of the definition, named patterns and random ones") {
  for (const char* name : {"dense", "strided", "window", "star", "fixed", "longformer",
                           "causal-window", "causal-strided", "bigbird"}) {
    is_as_defined(named_pattern({.name_or_file = name, .n = 12}));
    is_as_defined(named_pattern({.name_or_file = name, .n = 40, .window = 3}));
  }
  is_as_defined(named_pattern({.name_or_file = "strided", .n = 150, .window = 12}));
  is_as_defined(named_pattern({.name_or_file = "window", .n = 200, .window = 20}));
  std::mt19937_64 random(3);
  for (int round = 0; round < testing::rounds(30); ++round) {
    const std::size_t n = 2 + random() % 9;
    StructuredPattern pattern{"random", n, {}};
    for (std::size_t l = 0; l <= random() % 3; ++l) {
      Extra edges;
      for (std::size_t k = 0; k < n; ++k) {
        std::vector<Token> keys;
        for (Token j = 0; j < n; ++j) {
          if ((j == k && random() % 40 != 0) || random() % 4 == 0) keys.push_back(j);
        }
        edges.add_row(keys);
      }
      pattern.layers.push_back({{edges}, 0});
    }
    is_as_defined(pattern);
  }
}

TEST_CASE("picture: what is never reached is called so only where that is known") {
  const StructuredPattern causal = named_pattern({.name_or_file = "causal-window", .n = 20});
  const ReachPicture known = reach_picture(causal, decide_assumption1(causal));
  CHECK(known.complete);
  // 64 layers are looked at, and this takes 199.
  const StructuredPattern slow =
      named_pattern({.name_or_file = "causal-window", .n = 200, .window = 1});
  CHECK_FALSE(reach_picture(slow, decide_assumption1(slow)).complete);
}

TEST_CASE("picture: cells are whole periods of strides and blocks, so that masks are even") {
  CHECK(cell_of_picture(named_pattern({.name_or_file = "strided", .n = 4096, .window = 64})) == 64);
  CHECK(cell_of_picture(named_pattern({.name_or_file = "strided", .n = 4096, .window = 50})) == 50);
  CHECK(cell_of_picture(named_pattern({.name_or_file = "strided", .n = 4096, .window = 20})) == 40);
  CHECK(cell_of_picture(named_pattern({.name_or_file = "window", .n = 4096})) == 32);
  CHECK(cell_of_picture(named_pattern({.name_or_file = "strided", .n = 100})) == 1);
  // A stride alone: every cell has the same share, and a row of cells is one rectangle.
  const StructuredPattern stride{"stride", 4096, {{{Band{4096, 4096, 64}}, 0}}};
  const std::string svg = pattern_picture(stride, decide_assumption1(stride), "");
  CHECK(svg.find("width=\"384\" height=\"6\" fill=\"#cfdbec\"/>") != std::string::npos);
}

TEST_CASE("picture: it has a title, masks, gamma and reach, with a legend each, the same bytes") {
  const StructuredPattern pattern = named_pattern({.name_or_file = "strided", .n = 300});
  const Assumption1 assumption = decide_assumption1(pattern);
  const std::string svg = pattern_picture(pattern, assumption, "A model <of> ours");
  CHECK(svg == pattern_picture(pattern, assumption, "A model <of> ours"));
  for (const char* part :
       {"<title>A model &lt;of&gt; ours, 300 tokens</title>", "Mask of layer 2 of 2", "Path gamma",
        "Reach: layers until a token has heard of another", "layer 1</text>",
        "Shade: share of the pairs of a cell that attend.", "of the pairs of a cell the latest."})
    CHECK(svg.find(part) != std::string::npos);
  // Listed edges are spread, and it is said.
  const StructuredPattern drawn = named_pattern({.name_or_file = "bigbird", .n = 300});
  CHECK(pattern_picture(drawn, decide_assumption1(drawn), "").find("near cells counted in") !=
        std::string::npos);
  // Many tokens, no order, no token that sees itself: a picture all the same.
  const StructuredPattern large = named_pattern({.name_or_file = "window", .n = 100'000});
  const std::string of_large = pattern_picture(large, decide_assumption1(large), "");
  CHECK(of_large.find("One row of each row of cells was looked at.") != std::string::npos);
  CHECK(of_large.size() < 1'000'000);
  const StructuredPattern apart{"apart", 4, {{{Blocks{2, 0, 0}}, 0}}};
  const std::string of_apart = pattern_picture(apart, decide_assumption1(apart), "");
  CHECK(of_apart.find("Path gamma") == std::string::npos);
  CHECK(of_apart.find(">never</text>") != std::string::npos);
  const StructuredPattern others{"others", 3, {{{Extra(1, {0, 1, 2, 3}, {1, 2, 0})}, 0}}};
  CHECK(pattern_picture(others, decide_assumption1(others), "").find("Not drawn: a token does") !=
        std::string::npos);
}

}  // namespace picture_test
