// Claims that keep values of all inputs apart: what becomes of one does not depend on the others.
#include <catch2/catch.hpp>

#include "unit/discharge/support.hpp"

namespace passes_test {

using namespace hardmax;

namespace {

std::vector<claim::Entry> claims_of(const std::vector<std::string>& formals) {
  std::vector<claim::Entry> entries;
  for (const std::string& formal : formals) {
    claim::Entry entry;
    entry.id = "yun2020b.test" + std::to_string(entries.size());
    entry.source = "a test";
    entry.domain = "n >= 2";
    entry.formal = formal;
    entries.push_back(entry);
  }
  return entries;
}

RunResult decided(const std::vector<claim::Entry>& entries, double kept_values,
                  const std::string& engine, std::size_t threads, double budget = 60) {
  static const Pattern pattern = test::named("window", 3);
  RunRequest request;
  request.parameters = {3, 1, 3};
  request.pattern = &pattern;
  request.pattern_name = "window";
  request.paper = "yun2020b";
  request.budget_seconds = budget;
  request.engine = engine;
  request.threads = threads;
  request.kept_values = kept_values;
  return decide_run(request, entries);
}

}  // namespace

TEST_CASE("passes: a claim over the budget takes no room from the claims behind it") {
  const std::string huge = "distinct(H in inputs, j in 1..200000: j)",
                    small = "distinct(H in inputs: p + shift)";
  const std::vector<claim::Entry> both = claims_of({huge, small}), alone = claims_of({small});
  for (const std::string engine : {"literal", "fast"}) {
    INFO(engine);
    const RunResult of_both = decided(both, 1.5e8, engine, 1, 0.5);
    CHECK(of_both.claims.at(0).verdict == Verdict::undecided);
    CHECK(of_both.claims.at(0).reason == "cost");
    const ClaimResult &with = of_both.claims.at(1),
                      without = decided(alone, 1.5e8, engine, 1, 0.5).claims.at(0);
    CHECK(with.verdict == Verdict::refuted);
    CHECK(without.verdict == Verdict::refuted);
    CHECK(with.shown->at == without.shown->at);
    CHECK(with.shown->other == without.shown->other);
  }
}

TEST_CASE("passes: claims whose values do not fit together are decided one pass after the other") {
  const std::vector<claim::Entry> entries = claims_of({
      "distinct(H in inputs, k in 1..n: z(H, k))",                                // 81 values
      "forall H in inputs: z(H, 1) >= 0",                                         // none
      "distinct(H in inputs, k in 1..n: id(H, k))",                               // 81
      "distinct(H in inputs, k in 1..n, j in 1..2: j + 2*id(H, k)*D)",            // 162
      "distinct(H in inputs: sum(k in 1..n: id(H, k)))",                          // 27
      "distinct(H in inputs, i in 1..40: i + 1000*sum(k in 1..n: id(H, k)*D^k))"  // 1,080
  });
  for (const std::string engine : {"literal", "fast"}) {
    const RunResult whole = decided(entries, 1.5e8, engine, 1);
    for (const std::size_t threads : {1, 2}) {
      const RunResult parts = decided(entries, 200, engine, threads);
      INFO(engine << ", " << threads << " threads");
      CHECK(parts.digest == whole.digest);
      CHECK(parts.distinct_ids == whole.distinct_ids);
      REQUIRE(parts.claims.size() == entries.size());
      for (std::size_t i = 0; i + 1 < entries.size(); ++i) {
        INFO(*entries[i].formal);
        CHECK(parts.claims[i].verdict == whole.claims[i].verdict);
        CHECK(parts.claims[i].reason == whole.claims[i].reason);
        CHECK(parts.claims[i].shown.has_value() == whole.claims[i].shown.has_value());
        if (!whole.claims[i].shown) continue;
        CHECK(parts.claims[i].shown->at == whole.claims[i].shown->at);
        CHECK(parts.claims[i].shown->other == whole.claims[i].shown->other);
      }
      // Alone it is too large: a matter of cost, not of what the language allows.
      CHECK(parts.claims.back().verdict == Verdict::undecided);
      CHECK(parts.claims.back().reason == "cost");
      CHECK(whole.claims.back().verdict != Verdict::undecided);
    }
  }
}

}  // namespace passes_test
