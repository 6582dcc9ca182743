// Runs decided symbolically against the same runs enumerated, and runs that are out of reach of
// enumeration.
#include <fmt/core.h>

#include "discharge/decide.hpp"
#include "unit/discharge/support.hpp"

namespace symbolic_pass_test {

using namespace hardmax;
using test::entries;
using test::named;

namespace {

RunResult decided(const std::string& pattern_name, std::uint64_t n, std::uint64_t d,
                  std::uint64_t D, const std::string& engine,
                  const std::vector<std::string>& with = {},
                  const std::string& only = "yun2020b.D.3.Lemma7.P") {
  const Pattern pattern = named(pattern_name, n);
  RunRequest request;
  request.parameters = {n, d, D};
  request.pattern = &pattern;
  request.pattern_name = pattern_name;
  for (const std::string& text : with) request.overrides.add(text);
  request.paper = "yun2020b";
  request.only = only;
  request.engine = engine;
  request.threads = 1;
  return decide_run(request, entries());
}

}  // namespace

TEST_CASE(
    "discharge: what is shown symbolically is what enumeration finds, and nothing is shown of a "
    "broken run") {
  const std::vector<std::vector<std::string>> changes = {
      {}, {"c=1"}, {"E.3=0"}, {"drop=1"}, {"drop=2"}, {"drop=7"}, {"shift=1"}};
  std::size_t shown = 0;
  for (const std::string pattern : {"strided", "dense", "star", "window"}) {
    for (const auto& with : changes) {
      INFO(pattern << " " << (with.empty() ? "" : with[0]));
      const RunResult enumerated = decided(pattern, 4, 1, 2, "literal", with),
                      symbolic = decided(pattern, 4, 1, 2, "symbolic", with);
      REQUIRE(enumerated.claims.size() == 2);
      REQUIRE(symbolic.claims.size() == 2);
      CHECK_FALSE(symbolic.executed);
      for (std::size_t i = 0; i < 2; ++i) {
        const ClaimResult& claim = symbolic.claims[i];
        if (claim.verdict == Verdict::verified) {
          CHECK(enumerated.claims[i].verdict == Verdict::verified);
          CHECK(tier_of(claim) == "symbolic");
          ++shown;
        } else if (claim.verdict ==
                   Verdict::refuted) {  // by an input on which two ids are the same
          CHECK(enumerated.claims[i].verdict == Verdict::refuted);
          CHECK(claim.shown->relation == "distinct");
        } else {
          CHECK(claim.verdict == Verdict::undecided);
          CHECK(claim.explanation.find("symbolically: ") != std::string::npos);
        }
        if (with.empty()) CHECK(claim.verdict == Verdict::verified);
        CHECK(tier_of(enumerated.claims[i]) != "symbolic");
      }
    }
  }
  CHECK(shown > 8);  // the four unchanged runs, and changes that do no harm
}

TEST_CASE("discharge: auto turns to symbolic execution where enumeration is over budget") {
  const RunResult run = decided("bigbird", 64, 4, 16, "auto", {}, "yun2020b.D.3");
  CHECK(run.engine == "symbolic");
  CHECK_FALSE(run.executed);
  CHECK(run.followed ==
        "symbolically, all inputs at once: 63 sweeps of 16^4 layers, 2 all-max layers");
  for (const ClaimResult& claim : run.claims) {
    INFO(claim.entry->id);
    CHECK(claim.verdict == Verdict::verified);
    // That every cube is quantised to its corner is said of no input.
    CHECK(claim.symbolic == (claim.entry->id != "yun2020b.D.3.Hdelta"));
  }
}

TEST_CASE("discharge: where a network is too large to build, what a claim ends at is its reason") {
  const RunResult run = decided("bigbird", 64, 4, 16, "auto", {}, "yun2020b.B.1");
  std::size_t vectors = 0;
  for (const ClaimResult& claim : run.claims) {
    INFO(claim.entry->id);
    CHECK(claim.reason != "unknown");
    vectors += claim.reason == "limit" &&
               claim.explanation.find("a vector of more than 16 entries") != std::string::npos;
  }
  CHECK(vectors == 3);  // and of step1 it is decided all the same
}

TEST_CASE(
    "discharge: not one input of a run out of reach is executed for an estimate") {  // it would
                                                                                     // take hours
                                                                                     // here
  const RunResult run = decided("strided", 2048, 1, 4, "auto");
  CHECK(run.claims.at(1).verdict == Verdict::verified);
  CHECK(run.not_executed.find("inputs, at least") != std::string::npos);
  CHECK(run.seconds < 60);
}

TEST_CASE(
    "discharge: Assumption 1 of a long pattern is decided once, whether it is asked for or "
    "needed") {
  const RunResult run = decided("strided", 4096, 1, 2, "auto", {}, "yun2020b.A1");
  REQUIRE(run.claims.size() == 3);
  for (const ClaimResult& claim : run.claims) {
    CHECK(claim.verdict == Verdict::verified);
    CHECK(tier_of(claim) == "symbolic");
  }
  CHECK(run.seconds < 60);
  // Of a short pattern the formulas are evaluated, and give the witness where it fails.
  for (const ClaimResult& claim : decided("strided", 6, 1, 2, "auto", {}, "yun2020b.A1").claims)
    CHECK(tier_of(claim) == "exhaustive");
  const RunResult causal = decided("causal-window", 6, 1, 2, "auto", {}, "yun2020b.A1");
  CHECK(causal.claims.at(0).verdict == Verdict::verified);
  CHECK_FALSE(causal.claims.at(0).symbolic);
  CHECK(causal.claims.at(2).verdict == Verdict::refuted);
}

TEST_CASE("discharge: a broken run out of reach is undecided, with the place") {
  const RunResult c = decided("strided", 100, 1, 3, "auto", {"c=7"});
  CHECK(c.claims.at(1).verdict == Verdict::undecided);
  CHECK(c.claims.at(1).reason == "cost");
  CHECK(c.claims.at(1).explanation.find("the multiplier is too small") != std::string::npos);
  const RunResult twice = decided("strided", 100, 1, 3, "auto", {"E.3=0"});
  CHECK(twice.claims.at(0).explanation.find("the ids of tokens 2 and 3 may be in either order") !=
        std::string::npos);
  CHECK(twice.claims.at(0).verdict == Verdict::undecided);
}

TEST_CASE(
    "discharge: what is claimed of ids is decided where inputs are out of reach, with a "
    "counterexample where it is false") {
  const RunResult run = decided("bigbird", 64, 4, 16, "auto", {}, "yun2020b.E.2.4.eq1");
  for (const ClaimResult& claim : run.claims) {
    INFO(claim.entry->id << " " << claim.explanation);
    if (!claim.entry->formal || claim.entry->id.find("eq13") != std::string::npos)
      continue;  // of 2^64 sets of tokens
    CHECK(claim.verdict ==
          (claim.entry->record == claim::Record::fails ? Verdict::refuted : Verdict::verified));
    CHECK(claim.standing == Standing::as_recorded);
  }
  CHECK(run.seconds < 10);
}

}  // namespace symbolic_pass_test
