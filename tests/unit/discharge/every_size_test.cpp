// Lemma 7 for every D >= 2, and every d, at once, against runs of one size; broken networks.
#include "discharge/symbolic/every_size.hpp"

#include <fmt/core.h>

#include "discharge/decide.hpp"
#include "exact/error.hpp"
#include "unit/discharge/support.hpp"

using namespace hardmax;
using test::entries;
using test::named;

namespace {

EverySizeResult decide(const Pattern& pattern, std::optional<std::uint64_t> d, const std::vector<std::string>& with = {}, const std::string& only = "yun2020b.D.3.Lemma7.P") {
  EverySizeRequest request;
  request.n = pattern.tokens();
  request.d = d;
  request.pattern = &pattern;
  for (const std::string& text : with) request.overrides.add(text);
  request.only = only;
  return decide_every_size(request, entries());
}

// The claims of one run, every input executed.
std::vector<Verdict> enumerated(const Pattern& pattern, std::uint64_t d, std::uint64_t D, const std::vector<std::string>& with) {
  RunRequest request;
  request.parameters = {pattern.tokens(), d, D};
  request.pattern = &pattern;
  for (const std::string& text : with) request.overrides.add(text);
  request.paper = "yun2020b";
  request.only = "yun2020b.D.3.Lemma7.P";
  request.engine = "literal";
  request.threads = 1;
  std::vector<Verdict> verdicts;
  for (const ClaimResult& claim : decide_run(request, entries()).claims) verdicts.push_back(claim.verdict);
  return verdicts;
}

}  // namespace

TEST_CASE("every size: what is proved for every D is so on every input at each small D, and no broken network is proved") {
  std::size_t proved = 0, refuted = 0;
  for (const std::string pattern_name : {"strided", "star"}) {
    const Pattern pattern = named(pattern_name, 3);
    for (const std::vector<std::string>& with : std::vector<std::vector<std::string>>{{}, {"c=1"}, {"c=100"}, {"shift=1"}, {"shift=3"}, {"E.3=0"}, {"E.1=1"}, {"E.1=5"}, {"E.1=11"}, {"E.1=30"}, {"E.2=-1"}}) {
      const EverySizeResult result = decide(pattern, 1, with);
      REQUIRE(result.claims.size() == 2);
      for (std::uint64_t D = 2; D <= 5; ++D) {
        const std::vector<Verdict> verdicts = enumerated(pattern, 1, D, with);
        for (std::size_t i = 0; i < 2; ++i) {
          INFO(pattern_name << " " << (with.empty() ? "" : with[0]) << ", D = " << D << ": " << result.claims[i].entry->id << " " << result.claims[i].why_not);
          if (result.claims[i].proved) CHECK(verdicts.at(i) == Verdict::verified);
          CHECK(result.claims[i].proved == result.claims[i].why_not.empty());
          refuted += verdicts.at(i) == Verdict::refuted;
        }
      }
      for (const EverySizeResult::Claim& claim : result.claims) {
        if (with.empty()) CHECK((claim.proved && claim.from == 2));
        proved += claim.proved;
      }
    }
  }
  CHECK(proved > 8);  // the unchanged ones, and changes that do no harm
  CHECK(refuted > 20);
}

TEST_CASE("every size: where the coefficients say it from a larger D on alone, the smaller ones are followed one by one") {
  const EverySizeResult result = decide(named("strided", 4), 1, {"E.1=30"});
  CHECK(result.claims.at(0).proved);
  CHECK(result.claims.at(0).from == 4);
  CHECK_FALSE(result.claims.at(1).proved);
  CHECK(result.claims.at(1).why_not == "shown from D = 4 on, but at D = 2: the multiplier is too small: ids may reach beyond their leading part");
  for (const EverySizeResult::Claim& claim : decide(named("strided", 4), std::nullopt, {"E.1=30"}).claims) CHECK_FALSE(claim.proved);
}

TEST_CASE("every size: 64 tokens, at d = 4 and at every d") {
  const Pattern pattern = named("bigbird", 64);
  for (const std::optional<std::uint64_t> d : {std::optional<std::uint64_t>(4), std::optional<std::uint64_t>()}) {
    const EverySizeResult result = decide(pattern, d, {}, "yun2020b.D.3");
    CHECK(result.assumption.holds());
    CHECK(result.claims.size() == 2);
    CHECK(result.others > 0);
    CHECK(result.sweeps == 63);
    for (const EverySizeResult::Claim& claim : result.claims) CHECK(claim.proved);
    for (const EverySizeResult::Claim& claim : decide(pattern, d, {"c=1000000"}).claims) {
      CHECK_FALSE(claim.proved);
      CHECK(claim.why_not.find("the multiplier is too small") != std::string::npos);
    }
  }
}

TEST_CASE("every size: without Assumption 1 or the memory nothing is followed, and what has no meaning for every D is refused") {
  for (const auto& [pattern, d, why] : {std::tuple{named("causal-window", 6), std::optional<std::uint64_t>(1), "Assumption 1 does not hold for this pattern"},
                                       std::tuple{named("dense", 1300), std::optional<std::uint64_t>(), "polynomials for 1300 tokens would take too much memory"},
                                       std::tuple{named("dense", 1300), std::optional<std::uint64_t>(2), "polynomials for 1300 tokens would take too much memory"}}) {
    const EverySizeResult result = decide(pattern, d);
    REQUIRE(result.claims.size() == 2);
    for (const EverySizeResult::Claim& claim : result.claims) {
      CHECK_FALSE(claim.proved);
      CHECK(claim.why_not == why);
    }
  }
  for (const char* refused : {"drop=1", "c=1/2", "E.9=1"}) {
    INFO(refused);
    CHECK_THROWS_AS(decide(named("strided", 4), 1, {refused}), InvalidInput);
  }
}
