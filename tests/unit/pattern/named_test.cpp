#include "pattern/named.hpp"

#include <catch2/catch.hpp>

#include "support.hpp"

namespace named_test {

using namespace hardmax;
using namespace hardmax::test;
using Picture = std::vector<std::string>;

namespace {

using Number = std::optional<std::uint64_t>;

Pattern named(const std::string& name, std::size_t n, Number window = {}, Number globals = {},
              Number random = {}, Number seed = {}) {
  return make_pattern({.name_or_file = name,
                       .n = n,
                       .window = window,
                       .globals = globals,
                       .random = random,
                       .seed = seed});
}

}  // namespace

TEST_CASE("pattern: dense, by hand") {
  const Pattern p = named("dense", 3);
  REQUIRE(p.layers() == 1);
  REQUIRE(picture(p, 0) == Picture{"xxx", "xxx", "xxx"});
}

TEST_CASE("pattern: strided, by hand") {
  const Pattern p = named("strided", 7, 3);
  REQUIRE(p.layers() == 2);
  REQUIRE(picture(p, 0) ==
          Picture{"xxxx...", "xxxxx..", "xxxxxx.", "xxxxxxx", ".xxxxxx", "..xxxxx", "...xxxx"});
  REQUIRE(picture(p, 1) ==
          Picture{"x..x..x", ".x..x..", "..x..x.", "x..x..x", ".x..x..", "..x..x.", "x..x..x"});
}

TEST_CASE("pattern: fixed, by hand; a truncated last block has no global of its own") {
  const Pattern p = named("fixed", 8, 3);
  REQUIRE(p.layers() == 2);
  REQUIRE(picture(p, 0) == Picture{"xxx.....", "xxx.....", "xxx.....", "...xxx..", "...xxx..",
                                   "...xxx..", "......xx", "......xx"});
  REQUIRE(picture(p, 1) == Picture{"x.x..x..", ".xx..x..", "..x..x..", "..xx.x..", "..x.xx..",
                                   "..x..x..", "..x..xx.", "..x..x.x"});
}

TEST_CASE("pattern: fixed with a window beyond n has no global at all") {
  for (const std::uint64_t w : {std::uint64_t{4}, std::uint64_t{5}, ~std::uint64_t{0}}) {
    CAPTURE(w);
    const Pattern p = named("fixed", 3, w);
    REQUIRE(picture(p, 0) == Picture{"xxx", "xxx", "xxx"});
    REQUIRE(picture(p, 1) == Picture{"x..", ".x.", "..x"});
  }
}

TEST_CASE("pattern: star, by hand") {
  const Pattern p = named("star", 5);
  REQUIRE(p.layers() == 1);
  REQUIRE(picture(p, 0) == Picture{"xxxxx", "xxx..", "xxxx.", "x.xxx", "x..xx"});
  REQUIRE(picture(named("star", 1), 0) == Picture{"x"});
}

TEST_CASE("pattern: window, by hand") {
  REQUIRE(picture(named("window", 4, 1), 0) == Picture{"xx..", "xxx.", ".xxx", "..xx"});
}

TEST_CASE("pattern: dilated, by hand") {
  REQUIRE(picture(named("dilated", 6, 1), 0) ==
          Picture{"x.x...", ".x.x..", "x.x.x.", ".x.x.x", "..x.x.", "...x.x"});
  const Pattern p = make_pattern({.name_or_file = "dilated", .n = 8, .window = 2, .dilation = 3});
  REQUIRE(picture(p, 0) == Picture{"x..x..x.", ".x..x..x", "..x..x..", "x..x..x.", ".x..x..x",
                                   "..x..x..", "x..x..x.", ".x..x..x"});
}

TEST_CASE("pattern: block, by hand") {
  REQUIRE(picture(named("block", 5, 2), 0) == Picture{"xx...", "xx...", "..xx.", "..xx.", "....x"});
}

TEST_CASE("pattern: longformer, by hand") {
  REQUIRE(picture(named("longformer", 6, 1, 2), 0) ==
          Picture{"xxxxxx", "xxxxxx", "xxxx..", "xxxxx.", "xx.xxx", "xx..xx"});
  REQUIRE(picture(named("longformer", 4, 1, 0), 0) == picture(named("window", 4, 1), 0));
  REQUIRE(picture(named("longformer", 3, 1, 99), 0) == Picture{"xxx", "xxx", "xxx"});
}

TEST_CASE("pattern: bigbird is longformer with r more keys in every row that has room") {
  const std::size_t n = 12;
  const std::uint64_t w = 1, g = 2;
  for (std::uint64_t r = 0; r <= n; ++r) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      CAPTURE(r, seed);
      const Pattern big = named("bigbird", n, w, g, r, seed), base = named("longformer", n, w, g);
      for (std::size_t k = 0; k < n; ++k) {
        CAPTURE(k);
        for (const Token j : base.neighbours(0, k)) REQUIRE(big.attends(0, k, j));
        const std::size_t room = n - base.neighbours(0, k).size();
        REQUIRE(big.neighbours(0, k).size() ==
                base.neighbours(0, k).size() + (k < g ? 0 : std::min<std::size_t>(room, r)));
      }
    }
  }
}

// The draws computed a second time, from the words of the header, with 128-bit arithmetic.
TEST_CASE("pattern: bigbird, seed 7, by the definition") {
  const std::size_t n = 9, w = 1, g = 1, r = 2;
  const std::uint64_t seed = 7;
  std::vector<std::string> expected;
  for (std::size_t i = 0; i < n; ++i) {
    std::string row(n, '.');
    std::vector<std::size_t> candidates;
    for (std::size_t j = 0; j < n; ++j) {
      const bool near = (i > j ? i - j : j - i) <= w;
      if (near || i < g || j < g) row[j] = 'x';
      if (row[j] == '.') candidates.push_back(j);
    }
    std::uint64_t state = seed + i * 0x9E3779B97F4A7C15u * (std::uint64_t{1} << 20);
    const std::size_t c = candidates.size();
    std::vector<bool> taken(c);
    for (std::size_t t = c - std::min(r, c); t < c; ++t) {
      std::uint64_t u = (state += 0x9E3779B97F4A7C15u);
      u = (u ^ (u >> 30)) * 0xBF58476D1CE4E5B9u;
      u = (u ^ (u >> 27)) * 0x94D049BB133111EBu;
      u ^= u >> 31;
      __extension__ using Wide = unsigned __int128;
      auto x = static_cast<std::size_t>(Wide{u} * (t + 1) >> 64);
      if (taken[x]) x = t;
      taken[x] = true;
    }
    for (std::size_t x = 0; x < c; ++x) {
      if (taken[x]) row[candidates[x]] = 'x';
    }
    expected.push_back(row);
  }
  REQUIRE(picture(named("bigbird", n, w, g, r, seed), 0) == expected);
}

// Worked out by a separate program from the words of the header.
TEST_CASE("pattern: bigbird, its mask for n = 8 and seed 7") {
  REQUIRE(picture(named("bigbird", 8, 1, 1, 1, 7), 0) == Picture{"xxxxxxxx", "xxxx....", "xxxx.x..",
                                                                 "x.xxx..x", "x..xxxx.", "xx..xxx.",
                                                                 "xx...xxx", "x.x...xx"});
  REQUIRE(picture(named("causal-bigbird", 8, 1, 1, 1, 7), 0) ==
          Picture{"x.......", "xx......", "xxx.....", "x.xx....", "x..xx...", "xx..xx..",
                  "xx...xx.", "x.x...xx"});
}

TEST_CASE("pattern: the causal forms keep exactly the keys up to the query") {
  for (const std::string& name : pattern_names()) {
    if (name.starts_with("causal-")) continue;
    for (const std::size_t n : {1, 2, 5, 11}) {
      CAPTURE(name, n);
      const Pattern whole = named(name, n), causal = named("causal-" + name, n);
      REQUIRE(causal.layers() == whole.layers());
      for (std::size_t l = 0; l < whole.layers(); ++l) {
        for (std::size_t k = 0; k < n; ++k) {
          for (std::size_t j = 0; j < n; ++j)
            REQUIRE(causal.attends(l, k, j) == (whole.attends(l, k, j) && j <= k));
        }
      }
    }
  }
}

TEST_CASE("pattern: causal forms, by hand") {
  REQUIRE(picture(named("causal-window", 4, 1), 0) == Picture{"x...", "xx..", ".xx.", "..xx"});
  const Pattern p = named("causal-strided", 5, 2);
  REQUIRE(picture(p, 0) == Picture{"x....", "xx...", "xxx..", ".xxx.", "..xxx"});
  REQUIRE(picture(p, 1) == Picture{"x....", ".x...", "x.x..", ".x.x.", "x.x.x"});
}

TEST_CASE("pattern: the other causal forms, by hand") {
  REQUIRE(picture(named("causal-dense", 3), 0) == Picture{"x..", "xx.", "xxx"});
  const Pattern fixed = named("causal-fixed", 5, 2);
  REQUIRE(picture(fixed, 0) == Picture{"x....", "xx...", "..x..", "..xx.", "....x"});
  REQUIRE(picture(fixed, 1) == Picture{"x....", ".x...", ".xx..", ".x.x.", ".x.xx"});
  REQUIRE(picture(named("causal-star", 5), 0) ==
          Picture{"x....", "xx...", "xxx..", "x.xx.", "x..xx"});
  REQUIRE(picture(named("causal-dilated", 5, 1), 0) ==
          Picture{"x....", ".x...", "x.x..", ".x.x.", "..x.x"});
  REQUIRE(picture(named("causal-block", 5, 2), 0) ==
          Picture{"x....", "xx...", "..x..", "..xx.", "....x"});
  REQUIRE(picture(named("causal-longformer", 5, 1, 1), 0) ==
          Picture{"x....", "xx...", "xxx..", "x.xx.", "x..xx"});
}

TEST_CASE("pattern: the default window is the rounded-up square root of n") {
  const std::vector<std::pair<std::size_t, std::uint64_t>> cases{
      {1, 1}, {2, 2}, {3, 2}, {4, 2}, {5, 3}, {9, 3}, {10, 4}, {16, 4}, {17, 5}};
  for (const auto& [n, w] : cases) {
    CAPTURE(n);
    REQUIRE(default_window(n) == w);
    REQUIRE(picture(named("window", n), 0) == picture(named("window", n, w), 0));
  }
}

TEST_CASE("pattern: a request that makes no sense is refused by one line that names it") {
  const auto why = [](const PatternRequest& request) {
    return refusal(InvalidInput::Kind::option, [&] { make_pattern(request); });
  };
  REQUIRE(why({.name_or_file = "strided", .n = 4, .window = 0}) ==
          "--window 0: a window is at least 1");
  REQUIRE(why({.name_or_file = "strided"}) == "pattern strided has no size of its own: give --n");
  REQUIRE(why({.name_or_file = "stride", .n = 4})
              .starts_with(
                  "--pattern stride: no such pattern; take a file or one of dense, strided, "));
  REQUIRE(
      why({.name_or_file = "causal-", .n = 4}).starts_with("--pattern causal-: no such pattern"));
  REQUIRE(why({.name_or_file = "causal-causal-dense", .n = 4})
              .starts_with("--pattern causal-causal-dense: no such pattern"));
  REQUIRE(why({.name_or_file = "dilated", .n = 4, .dilation = 0}).starts_with("--dilation 0:"));
  REQUIRE(why({.name_or_file = "window", .n = ~std::size_t{0}})
              .starts_with("--n 18446744073709551615: a pattern has at most"));
  REQUIRE(why({.name_or_file = "dense", .n = 1'000'000})
              .starts_with("pattern dense: n = 1000000 needs more than"));
  REQUIRE(why({.name_or_file = "bigbird", .n = 16'000'000, .random = 100})
              .starts_with("bigbird: 100 random keys"));
}

}  // namespace named_test
