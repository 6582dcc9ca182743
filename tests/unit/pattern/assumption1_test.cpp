#include "pattern/assumption1.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <numeric>
#include <set>

#include "pattern/order.hpp"
#include "support.hpp"
#include "support/rounds.hpp"

namespace assumption1_test {

using namespace hardmax;
using namespace hardmax::test;

namespace {

Pattern random_pattern(std::mt19937_64& random, std::size_t n, std::size_t p, unsigned percent,
                       bool self) {
  std::vector<std::vector<std::string>> mask(p, std::vector<std::string>(n, std::string(n, '.')));
  for (auto& layer : mask) {
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t j = 0; j < n; ++j) {
        if ((self && j == k) || random() % 100 < percent) layer[k][j] = 'x';
      }
    }
  }
  return from_pictures(mask);
}

// (1.2) by trying every order: the lexicographically smallest, or nothing.
std::vector<Token> smallest_gamma(const Pattern& pattern) {
  std::vector<Token> gamma(pattern.tokens());
  std::iota(gamma.begin(), gamma.end(), 0);
  do {
    bool good = true;
    for (std::size_t i = 1; i < gamma.size() && good; ++i) {
      good = false;
      for (std::size_t l = 0; l < pattern.layers(); ++l)
        good = good || pattern.attends(l, gamma[i], gamma[i - 1]);
    }
    if (good) return gamma;
  } while (std::next_permutation(gamma.begin(), gamma.end()));
  return {};
}

// (1.3) by the definition, with sets, until the whole state (and the place in the cycle of layers)
// comes back.
struct PlainReach {
  bool ever_whole = false;
  std::size_t s = 0;
  std::vector<std::set<Token>> reached;  // the union over all t
};
PlainReach plain_reach(const Pattern& pattern) {
  const std::size_t n = pattern.tokens(), p = pattern.layers();
  std::vector<std::set<Token>> now(n);
  for (std::size_t k = 0; k < n; ++k)
    now[k] = {pattern.neighbours(0, k).begin(), pattern.neighbours(0, k).end()};
  PlainReach answer;
  answer.reached.resize(n);
  std::set<std::pair<std::size_t, std::vector<std::set<Token>>>> seen;
  for (std::size_t t = 1; seen.insert({t % p, now}).second; ++t) {
    for (std::size_t k = 0; k < n; ++k) answer.reached[k].insert(now[k].begin(), now[k].end());
    if (std::all_of(now.begin(), now.end(), [&](const auto& set) { return set.size() == n; })) {
      answer.ever_whole = true;
      answer.s = t;
      return answer;
    }
    std::vector<std::set<Token>> next(n);
    for (std::size_t k = 0; k < n; ++k) {
      for (const Token j : pattern.neighbours(t % p, k))
        next[k].insert(now[j].begin(), now[j].end());  // layer ((t + 1 - 1) mod p) + 1
    }
    now = std::move(next);
  }
  return answer;
}

Pattern named(const std::string& name, std::size_t n, std::optional<std::uint64_t> window = {}) {
  return make_pattern({.name_or_file = name, .n = n, .window = window});
}

}  // namespace

TEST_CASE("assumption 1: (1.1) names the first layer and token") {
  const Pattern p = from_pictures({{"x..", ".x.", "..x"}, {"x..", "x.x", "xx."}});
  const Assumption1 a = decide_assumption1(p);
  REQUIRE(a.self == Decision::no);
  REQUIRE(a.without_self == std::pair<std::size_t, std::size_t>{1, 1});
  REQUIRE(explain_self(a, p) == "A^2_2 = {1, 3} lacks token 2");
  const Pattern q = named("star", 4);
  REQUIRE(explain_self(decide_assumption1(q), q) == "every A^l_k contains k");
}

TEST_CASE(
    "assumption 1: gamma on small random patterns is the lexicographically smallest, or there is "
    "none") {
  std::mt19937_64 random(11);
  int none = 0, identity = 0, other = 0;
  for (int round = 0; round < testing::rounds(600); ++round) {
    const std::size_t n = 1 + random() % 7, p = 1 + random() % 2;
    const Pattern pattern = random_pattern(random, n, p, 10 + 5 * (round % 10), random() % 2 == 0);
    CAPTURE(round, n, p, picture(pattern, 0), picture(pattern, p - 1));
    const Assumption1 a = decide_assumption1(pattern);
    const std::vector<Token> expected = smallest_gamma(pattern);
    REQUIRE(a.order == (expected.empty() ? Decision::no : Decision::yes));
    REQUIRE(a.gamma == expected);
    REQUIRE(a.gamma_is_canonical == !expected.empty());
    REQUIRE(a.no_order.empty() == !expected.empty());
    if (expected.empty()) {
      ++none;
    } else {
      ++(std::is_sorted(expected.begin(), expected.end()) ? identity : other);
    }
    REQUIRE(a.l.size() == a.gamma.size());
    for (std::size_t i = 1; i < a.gamma.size(); ++i) {
      REQUIRE(pattern.attends(a.l[i], a.gamma[i], a.gamma[i - 1]));
      for (std::size_t l = 0; l < a.l[i]; ++l)
        REQUIRE_FALSE(pattern.attends(l, a.gamma[i], a.gamma[i - 1]));
    }
  }
  REQUIRE(none > testing::met(50));
  REQUIRE(identity > testing::met(10));
  REQUIRE(other > testing::met(50));
}

TEST_CASE("assumption 1: a short proof that there is no gamma is never given where there is one") {
  std::mt19937_64 random(12);
  int proofs = 0;
  for (int round = 0; round < testing::rounds(2000); ++round) {
    const std::size_t n = 2 + random() % 6;
    const Pattern pattern = random_pattern(random, n, 1, 15 + 5 * (round % 6), false);
    CAPTURE(round, n, picture(pattern, 0));
    const std::string proof = refute_order(UnionGraph(pattern)).words;
    if (proof.empty()) continue;
    ++proofs;
    CAPTURE(proof);
    REQUIRE(smallest_gamma(pattern).empty());
  }
  REQUIRE(proofs > testing::met(300));
}

TEST_CASE("assumption 1: each kind of proof that there is no gamma, in words") {
  const auto why = [](const std::vector<std::string>& mask) {
    return refute_order(UnionGraph(from_pictures({mask}))).words;
  };
  REQUIRE(why({"x..", ".xx", ".xx"}) ==
          "token 1 attends to no other token and no other token attends to it");
  REQUIRE(
      why({"x..", ".x.", "xxx"}) ==
      "tokens 1 and 2 attend to no other token in any layer, so each would have to be gamma(1)");
  REQUIRE(why({"x..", "xx.", "x.x"}) ==
          "no other token attends to token 2 or to token 3, so each would have to be gamma(3)");
  REQUIRE(why({"xx..", "xx..", "..xx", "..xx"}) ==
          "the tokens fall into 2 parts with no attention between them");
  REQUIRE(why({"xxxxx", "xx...", "x.x..", "x..x.", "x...x"}) ==
          "without the 1 tokens {1} the others fall into 4 parts, but a path without 1 tokens has "
          "at most 2");
  // 1 <-> 2 and 3 <-> 4 both lead to 5 <-> 6, and nothing joins the first two.
  REQUIRE(why({".x....", "x.....", "...x..", "..x...", "xxxx.x", "xxxx.."})
              .starts_with("neither of the tokens "));
  // Tokens 3, 4, 5 only have the tokens 1 before them.
  REQUIRE(why({"..xxx", "..xxx", "x....", "x....", "x...."})
              .starts_with("all but one of the 3 tokens {3..5} need different tokens before them"));
}

TEST_CASE("assumption 1: beyond n = 20 the identity, its reverse, a search, or a proof") {
  const std::size_t n = 30;
  const Assumption1 forward = decide_assumption1(named("causal-window", n, 1));
  REQUIRE(forward.order == Decision::yes);
  REQUIRE(forward.gamma_is_canonical);
  REQUIRE(std::is_sorted(forward.gamma.begin(), forward.gamma.end()));

  std::vector<std::string> backward(n, std::string(n, '.'));  // k attends to k and k + 1
  for (std::size_t k = 0; k < n; ++k) backward[k][k] = backward[k][std::min(k + 1, n - 1)] = 'x';
  const Assumption1 reversed = decide_assumption1(from_pictures({backward}));
  REQUIRE(reversed.order == Decision::yes);
  REQUIRE_FALSE(reversed.gamma_is_canonical);
  REQUIRE(reversed.gamma.front() == n - 1);

  std::mt19937_64 random(13);
  std::vector<Token> hidden(n);
  std::iota(hidden.begin(), hidden.end(), 0);
  std::shuffle(hidden.begin(), hidden.end(), random);
  Pattern sparse = random_pattern(random, n, 1, 8, true);
  std::vector<std::string> mask = picture(sparse, 0);
  for (std::size_t i = 1; i < n; ++i) mask[hidden[i]][hidden[i - 1]] = 'x';
  const Pattern pattern = from_pictures({mask});
  const Assumption1 found = decide_assumption1(pattern);
  REQUIRE(found.order == Decision::yes);
  REQUIRE(found.gamma.size() == n);
  for (std::size_t i = 1; i < n; ++i)
    REQUIRE(pattern.attends(found.l[i], found.gamma[i], found.gamma[i - 1]));

  const Pattern two = make_pattern({.name_or_file = "dilated", .n = n, .window = 3});
  const Assumption1 none = decide_assumption1(two);
  REQUIRE(none.order == Decision::no);
  REQUIRE(
      explain_order(none, two) ==
      "no order of the tokens serves: the tokens fall into 2 parts with no attention between them");
}

TEST_CASE("assumption 1: n = 20 is exact and n = 12 the last canonical one") {
  for (const std::size_t n : {12, 13, 20}) {
    CAPTURE(n);
    std::vector<std::string> mask(n, std::string(n, '.'));  // only the order 1, 3, 4, ..., n, 2
    for (std::size_t k = 0; k < n; ++k) mask[k][k] = 'x';
    mask[2][0] = 'x';
    for (std::size_t k = 3; k < n; ++k) mask[k][k - 1] = 'x';
    mask[1][n - 1] = 'x';
    const Assumption1 a = decide_assumption1(from_pictures({mask}));
    REQUIRE(a.order == Decision::yes);
    REQUIRE(a.gamma[1] == 2);
    REQUIRE(a.gamma.back() == 1);
    REQUIRE(a.gamma_is_canonical == (n <= 12));
    mask[1][n - 1] = '.';
    mask[1][n - 2] = 'x';  // now n - 1 would have two successors
    REQUIRE(decide_assumption1(from_pictures({mask})).order == Decision::no);
  }
}

TEST_CASE(
    "assumption 1: s and the reached sets agree with the definition on random patterns, with and "
    "without (1.1)") {
  std::mt19937_64 random(14);
  std::map<std::string, int> seen;
  for (int round = 0; round < testing::rounds(1500); ++round) {
    const std::size_t n = 1 + random() % 7, p = 1 + random() % 3;
    const bool self = random() % 2 == 0;
    const Pattern pattern = random_pattern(random, n, p, 10 + 5 * (round % 9), self);
    CAPTURE(round, n, p, picture(pattern, 0), picture(pattern, p - 1));
    const Assumption1 a = decide_assumption1(pattern);
    const PlainReach expected = plain_reach(pattern);
    REQUIRE(a.reach == (expected.ever_whole ? Decision::yes : Decision::no));
    if (expected.ever_whole) {
      REQUIRE(a.s == expected.s);
      REQUIRE_FALSE(a.unreached);
      ++seen[a.self == Decision::yes ? "yes" : "yes without (1.1)"];
      continue;
    }
    REQUIRE(a.period > 0);
    const auto bad = std::find_if(expected.reached.begin(), expected.reached.end(),
                                  [&](const auto& set) { return set.size() < n; });
    if (bad == expected.reached.end()) {
      REQUIRE(a.self == Decision::no);
      REQUIRE_FALSE(a.unreached);
      REQUIRE(explain_reach(a, pattern).find("at no t are all of them whole") != std::string::npos);
      ++seen["never at once"];
      continue;
    }
    const auto k = static_cast<std::size_t>(bad - expected.reached.begin());
    REQUIRE(a.unreached);
    REQUIRE(a.unreached->first == k);
    REQUIRE(std::set<Token>(a.reached_set.begin(), a.reached_set.end()) == *bad);
    REQUIRE(bad->count(static_cast<Token>(a.unreached->second)) == 0);
    ++seen[a.self == Decision::yes ? "no" : "no without (1.1)"];
  }
  for (const auto& [kind, count] : seen) CHECK(count >= testing::met(5));
  REQUIRE(seen.size() == 5);
}

TEST_CASE("assumption 1: two tokens that only see each other reach everything, but never at once") {
  const Pattern swap = from_pictures({{".x", "x."}});
  const Assumption1 a = decide_assumption1(swap);
  REQUIRE(a.reach == Decision::no);
  REQUIRE_FALSE(a.unreached);
  REQUIRE(a.period == 2);
}

TEST_CASE("assumption 1: a causal pattern fails (1.3) with token 1 as the witness") {
  const Pattern p = named("causal-strided", 6, 2);
  const Assumption1 a = decide_assumption1(p);
  REQUIRE(a.self == Decision::yes);
  REQUIRE(a.order == Decision::yes);
  REQUIRE(a.reach == Decision::no);
  REQUIRE(a.unreached == std::pair<std::size_t, std::size_t>{0, 1});
  REQUIRE(explain_reach(a, p) == "token 1 never reaches token 2: it reaches {1} and no more");
  REQUIRE_FALSE(a.holds());
}

TEST_CASE("assumption 1: s of the named patterns") {
  REQUIRE(decide_assumption1(named("dense", 5)).s == 1);
  REQUIRE(decide_assumption1(named("star", 3)).s == 1);
  REQUIRE(decide_assumption1(named("star", 4)).s == 2);
  REQUIRE(decide_assumption1(named("strided", 16)).s == 2);
  REQUIRE(decide_assumption1(named("fixed", 16)).s == 2);
  REQUIRE(decide_assumption1(named("window", 100, 10)).s == 10);
  REQUIRE(decide_assumption1(named("longformer", 50, 2)).s == 2);
  REQUIRE(decide_assumption1(named("block", 9, 3)).reach == Decision::no);
  const Assumption1 one = decide_assumption1(named("dense", 1));
  REQUIRE(one.holds());
  REQUIRE(one.s == 1);
  REQUIRE(one.gamma == std::vector<Token>{0});
}

TEST_CASE("assumption 1: a few thousand tokens", "[full]") {
  const Assumption1 strided = decide_assumption1(named("strided", 4096));
  REQUIRE(strided.holds());
  REQUIRE(strided.s == 2);
  const Assumption1 window = decide_assumption1(named("window", 4096, 64));
  REQUIRE(window.holds());
  REQUIRE(window.s == 64);
}

}  // namespace assumption1_test
