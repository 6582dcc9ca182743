// What is claimed of all inputs for every D >= 2, and every d, at once, against runs of one size on
// every input; broken networks.
#include "discharge/symbolic/every_size.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <random>

#include "discharge/decide.hpp"
#include "discharge/sweep_papers.hpp"
#include "exact/error.hpp"
#include "support/rounds.hpp"
#include "unit/discharge/support.hpp"

namespace every_size_test {

using namespace hardmax;
using test::entries;
using test::named;

namespace {

EverySizeResult decided(const Pattern& pattern, std::optional<std::uint64_t> d,
                        const std::vector<std::string>& with = {},
                        const std::string& only = "yun2020b.D.3.Lemma7.P") {
  EverySizeRequest request;
  request.n = pattern.tokens();
  request.d = d;
  request.pattern = &pattern;
  for (const std::string& text : with) request.overrides.add(text);
  request.only = only;
  return decide_every_size(request, entries());
}

// The claims of one run, every input executed.
std::vector<Verdict> enumerated(const Pattern& pattern, std::uint64_t d, std::uint64_t D,
                                const std::vector<std::string>& with) {
  RunRequest request;
  request.parameters = {pattern.tokens(), d, D};
  request.pattern = &pattern;
  for (const std::string& text : with) request.overrides.add(text);
  request.paper = "yun2020b";
  request.only = "yun2020b.D.3.Lemma7.P";
  request.engine = "literal";
  request.threads = 1;
  std::vector<Verdict> verdicts;
  for (const ClaimResult& claim : decide_run(request, entries()).claims)
    verdicts.push_back(claim.verdict);
  return verdicts;
}

// A construction, changed or not, at every D and at D = 2, 3, ...
struct Instance {
  std::string paper, pattern;  // dense, of the others
  bool positional = false;
  std::uint64_t n, d;
  std::vector<std::string> with;
  [[nodiscard]] std::string str() const {
    return fmt::format("{} {} positional={} n={} d={} {}", paper, pattern, positional, n, d,
                       with.empty() ? "unchanged" : with[0]);
  }
};

std::vector<claim::Entry> entries_of(const std::string& paper) {
  return claim::load_entries(std::string(HARDMAX_ROOT) + "/proofs/" + paper);
}

struct Tally {
  std::size_t shown = 0, refuted = 0, verified = 0;  // refuted: at some D, of those not shown
};

// Whatever is shown holds on every input at D = 2..last.
Tally examine(const Instance& instance, std::uint64_t last,
              const std::vector<claim::Entry>& of_paper, const std::string& only) {
  INFO(instance.str());
  const Pattern pattern = named(instance.pattern, instance.n);
  EverySizeRequest request;
  request.n = instance.n;
  request.d = instance.d;
  request.pattern = &pattern;
  if (instance.paper != "yun2020b")
    request.sweep = SweepChoice{sweep_paper_of(instance.paper + "."), instance.positional, false};
  for (const std::string& text : instance.with) request.overrides.add(text);
  request.only = instance.paper + "." + only;
  const EverySizeResult result = decide_every_size(request, of_paper);
  request.d.reset();
  const EverySizeResult every_d = decide_every_size(request, of_paper);
  Tally tally;
  for (std::uint64_t D = 2; D <= last; ++D) {
    RunRequest run;
    run.parameters = {instance.n, instance.d, D};
    if (request.sweep) {
      run.sweep = request.sweep;
    } else {
      run.pattern = &pattern;
    }
    run.overrides = request.overrides;
    run.paper = instance.paper;
    run.only = request.only;
    run.engine = "literal";
    run.threads = 1;
    std::map<std::string, Verdict> verdicts;
    for (const ClaimResult& claim : decide_run(run, of_paper).claims)
      verdicts[claim.entry->id] = claim.verdict;
    for (const EverySizeResult* of : {&result, &every_d}) {
      for (const EverySizeResult::Claim& claim : of->claims) {
        const Verdict verdict = verdicts.at(claim.entry->id);
        INFO(claim.entry->id << " at D = " << D << ": " << name_of(verdict) << ", "
                             << claim.why_not);
        const bool holds =
            verdict == Verdict::verified ||
            verdict == Verdict::not_checkable;  // the last: outside its domain, at this D
        if (claim.shown()) CHECK(holds);
        if (claim.result == EverySizeResult::Claim::Result::outside)
          CHECK(verdict == Verdict::not_checkable);
        tally.shown += claim.shown();
        tally.verified += claim.shown() && verdict == Verdict::verified;
        tally.refuted += verdict == Verdict::refuted;
      }
    }
  }
  return tally;
}

}  // namespace

TEST_CASE(
    "every size: what is proved for every D is so on every input at each small D, and no broken "
    "network is proved") {
  std::size_t proved = 0, refuted = 0;
  for (const std::string pattern_name : {"strided", "star"}) {
    const Pattern pattern = named(pattern_name, 3);
    for (const std::vector<std::string>& with : std::vector<std::vector<std::string>>{{},
                                                                                      {"c=1"},
                                                                                      {"c=100"},
                                                                                      {"shift=1"},
                                                                                      {"shift=3"},
                                                                                      {"E.3=0"},
                                                                                      {"E.1=1"},
                                                                                      {"E.1=5"},
                                                                                      {"E.1=11"},
                                                                                      {"E.1=30"},
                                                                                      {"E.2=-1"}}) {
      const EverySizeResult result = decided(pattern, 1, with);
      REQUIRE(result.claims.size() == 2);
      for (std::uint64_t D = 2; D <= 5; ++D) {
        const std::vector<Verdict> verdicts = enumerated(pattern, 1, D, with);
        for (std::size_t i = 0; i < 2; ++i) {
          INFO(pattern_name << " " << (with.empty() ? "" : with[0]) << ", D = " << D << ": "
                            << result.claims[i].entry->id << " " << result.claims[i].why_not);
          if (result.claims[i].shown()) CHECK(verdicts.at(i) == Verdict::verified);
          CHECK(result.claims[i].shown() == result.claims[i].why_not.empty());
          refuted += verdicts.at(i) == Verdict::refuted;
        }
      }
      for (const EverySizeResult::Claim& claim : result.claims) {
        if (with.empty()) CHECK((claim.shown() && claim.from == 2));
        proved += claim.shown();
      }
    }
  }
  CHECK(proved > 8);  // the unchanged ones, and changes that do no harm
  CHECK(refuted > testing::met<std::size_t>(20));
}

TEST_CASE(
    "every size: where the coefficients say it from a larger D on alone, the smaller ones are "
    "followed one by one") {
  const EverySizeResult result = decided(named("strided", 4), 1, {"E.1=30"});
  CHECK(result.claims.at(0).shown());
  CHECK(result.claims.at(0).from == 2);
  CHECK_FALSE(result.claims.at(1).shown());
  CHECK(result.claims.at(1).why_not ==
        "shown from D = 4 on, but at D = 2: the multiplier is too small: ids may reach beyond "
        "their leading part; by residues: tokens 1 and 1 may end with the same id: the leading "
        "part of the ids was not shown to determine the digit of token 2");
  for (const EverySizeResult::Claim& claim :
       decided(named("strided", 4), std::nullopt, {"E.1=30"}).claims)
    CHECK_FALSE(claim.shown());
}

TEST_CASE("every size: 64 tokens, at d = 4 and at every d") {
  const Pattern pattern = named("bigbird", 64);
  for (const std::optional<std::uint64_t> d :
       {std::optional<std::uint64_t>(4), std::optional<std::uint64_t>()}) {
    const EverySizeResult result = decided(pattern, d, {}, "yun2020b.D.3.Lemma7");
    CHECK(result.assumption.holds());
    CHECK(result.claims.size() == (d ? 3 : 2));  // Lemma7.layers too
    CHECK(result.others.size() == (d ? 0 : 1));
    CHECK(result.sweeps == 63);
    for (const EverySizeResult::Claim& claim : result.claims) CHECK(claim.shown());
    for (const EverySizeResult::Claim& claim : decided(pattern, d, {"c=1000000"}).claims) {
      CHECK_FALSE(claim.shown());
      CHECK(
          (claim.why_not.find("the multiplier is too small") != std::string::npos ||
           claim.why_not.find("may differ by a multiple of its multiplier") != std::string::npos));
    }
  }
}

TEST_CASE(
    "every size: without Assumption 1 or the memory nothing is followed, and what has no meaning "
    "for every D is refused") {
  for (const auto& [pattern, d, why] :
       {std::tuple{named("causal-window", 6), std::optional<std::uint64_t>(1),
                   "Assumption 1 does not hold for this pattern"},
        std::tuple{named("dense", 1300), std::optional<std::uint64_t>(),
                   "polynomials for 1300 tokens would take too much memory"},
        std::tuple{named("dense", 1300), std::optional<std::uint64_t>(2),
                   "polynomials for 1300 tokens would take too much memory"}}) {
    const EverySizeResult result = decided(pattern, d);
    REQUIRE(result.claims.size() == 2);
    for (const EverySizeResult::Claim& claim : result.claims) {
      CHECK_FALSE(claim.shown());
      CHECK(claim.why_not == why);
    }
  }
  for (const char* refused : {"drop=1", "c=1/2", "E.9=1"}) {
    INFO(refused);
    CHECK_THROWS_AS(decided(named("strided", 4), 1, {refused}), InvalidInput);
  }
}

TEST_CASE(
    "every size: all claims of each construction that are shown hold on every input of small D") {
  for (const auto& [only, least] : {std::pair{"E.2.1", 12U},
                                    {"E.2.3", 26U},
                                    {"F.2.d", 2U},
                                    {"F.2.g", 2U}}) {  // about single layers
    INFO(only);
    CHECK(examine({"yun2020b", "strided", false, 3, 1, {}}, 3, entries(), only).shown >= least);
  }
  const Tally sparse = examine({"yun2020b", "strided", false, 3, 1, {}}, 3, entries(), "E.2.4");
  CHECK(sparse.shown > testing::met<std::size_t>(45));
  CHECK(sparse.verified > testing::met<std::size_t>(40));
  const Tally dense =
      examine({"yun2020a", "dense", true, 3, 1, {}}, 3, entries_of("yun2020a"), "C.2");
  CHECK(dense.shown > testing::met<std::size_t>(20));
  const Tally increasing =
      examine({"yun2020a", "dense", false, 3, 1, {}}, 3, entries_of("yun2020a"), "B.5.1");
  CHECK(increasing.shown > testing::met<std::size_t>(50));
  CHECK(increasing.verified >
        testing::met<std::size_t>(25));  // there is one such input at D = 3, and none at 2
  const Tally bert =
      examine({"sparsebert", "dense", false, 3, 1, {}}, 3, entries_of("sparsebert"), "A.2.2");
  CHECK(bert.shown > testing::met<std::size_t>(30));
  CHECK(bert.refuted > 5);
}

TEST_CASE(
    "every size: of random runs of all constructions, changed or not, nothing that is shown is "
    "false at D = 2 or 3",
    "[full]") {
  std::mt19937_64 random(2021);
  std::map<std::string, std::vector<claim::Entry>> of;
  for (const char* paper : {"yun2020b", "yun2020a", "sparsebert"}) of[paper] = entries_of(paper);
  Tally all, changed;
  for (int tried = 0; tried < testing::rounds(60); ++tried) {
    Instance instance;
    const std::size_t paper = random() % 3;
    instance.paper = paper == 0 ? "yun2020b" : paper == 1 ? "yun2020a" : "sparsebert";
    const bool star = random() % 2 == 0;
    instance.pattern = paper != 0 ? "dense" : star ? "star" : "strided";
    instance.positional = paper != 0 && random() % 2 == 0;
    instance.d = 1 + random() % 2;
    instance.n = instance.d == 2 ? 2 : 2 + random() % 3;
    if (random() % 2 == 0) {
      const std::size_t which = random() % 3;
      const std::uint64_t value = random() % 9, token = 1 + random() % instance.n;
      instance.with.push_back(which == 0   ? fmt::format("c={}", value)
                              : which == 1 ? fmt::format("shift={}", value)
                                           : fmt::format("E.{}={}", token, value));
    }
    const std::string only = paper == 0   ? "E.2"
                             : paper == 1 ? (instance.positional ? "C.2" : "B.5")
                                          : "A.";
    const Tally tally =
        examine(instance, instance.n * instance.d == 4 ? 2 : 3, of[instance.paper], only);
    Tally& sum = instance.with.empty() ? all : changed;
    sum.shown += tally.shown;
    sum.refuted += tally.refuted;
  }
  CHECK(all.shown > testing::met<std::size_t>(900));
  CHECK(changed.refuted > testing::met<std::size_t>(300));
}

TEST_CASE(
    "every size: final ids of the dense constructions differ for every d and D where they do, and "
    "nothing broken is shown") {
  const auto shown = [](const char* paper, bool positional, std::uint64_t n,
                        const std::vector<std::string>& with, const char* id,
                        std::optional<std::uint64_t> d = std::nullopt) {
    const auto of_paper = entries_of(paper);
    EverySizeRequest request;
    request.n = n;
    request.d = d;
    request.sweep = SweepChoice{sweep_paper_of(std::string(paper) + "."), positional, false};
    for (const std::string& text : with) request.overrides.add(text);
    request.only = id;
    const EverySizeResult result = decide_every_size(request, of_paper);
    const auto it =
        std::find_if(result.claims.begin(), result.claims.end(),
                     [&](const EverySizeResult::Claim& claim) { return claim.entry->id == id; });
    REQUIRE(it != result.claims.end());
    return it->shown();
  };
  for (const std::uint64_t n : {3U, 4U, 9U}) {
    CHECK(shown("yun2020a", true, n, {}, "yun2020a.C.2.contextual"));
    CHECK(shown("yun2020a", false, n, {}, "yun2020a.5.2.lemma6.P2"));
    for (const char* broken : {"c=1", "shift=1", "shift=0", "E.3=0"}) {
      INFO(broken);
      CHECK_FALSE(shown("yun2020a", true, n, {broken}, "yun2020a.C.2.contextual"));
      if (broken[0] != 'E')
        CHECK_FALSE(shown("yun2020a", false, n, {broken}, "yun2020a.5.2.lemma6.P2"));
    }
  }
  // Two tokens: at d = 1 the first one is met twice.
  CHECK_FALSE(shown("yun2020a", true, 2, {}, "yun2020a.C.2.contextual"));
  CHECK(shown("yun2020a", true, 2, {}, "yun2020a.C.2.contextual", 2));
  CHECK(shown("yun2020a", false, 2, {}, "yun2020a.5.2.lemma6.P2"));
  // False: equal tokens have equal ids; the last id does not tell the input for even n.
  for (const std::uint64_t n : {2U, 3U, 4U, 5U, 6U}) {
    CHECK_FALSE(shown("sparsebert", false, n, {}, "sparsebert.A.2.2.lemma4.all_Gdelta", 1));
    CHECK_FALSE(shown("sparsebert", false, n, {}, "sparsebert.A.2.2.def1", 1));
    CHECK_FALSE(shown(
        "sparsebert", false, n, {},
        n % 2 == 0 ? "sparsebert.A.2.2.unique_id.even" : "sparsebert.A.2.2.unique_id.odd", 1));
  }
  for (const std::uint64_t n : {3U, 4U, 5U, 12U})
    CHECK(shown("sparsebert", false, n, {}, "sparsebert.A.2.2.lemma4.all_Gdelta.repaired"));
}

TEST_CASE(
    "every size: ids of sparsebert differ across inputs for every d and D, by residues, and not "
    "where they do not") {
  auto of_paper = entries_of("sparsebert");
  const auto decided = [&](bool positional, std::uint64_t n, std::optional<std::uint64_t> d,
                           const char* id, const std::vector<std::string>& with = {}) {
    EverySizeRequest request;
    request.n = n;
    request.d = d;
    request.sweep = SweepChoice{sweep_paper_of("sparsebert."), positional, false};
    for (const std::string& text : with) request.overrides.add(text);
    request.only = id;
    const EverySizeResult result = decide_every_size(request, of_paper);
    REQUIRE(result.claims.size() == 1);
    return result.claims[0];
  };
  const char *with_encodings = "sparsebert.A.3.positional.contextual",
             *without = "sparsebert.A.2.2.across";
  for (const std::uint64_t n : {2U, 3U, 4U, 5U, 10U}) {
    INFO(n);
    CHECK(decided(true, n, std::nullopt, with_encodings).shown() ==
          (n != 3));  // of three tokens, d = 1 is followed in parts alone, and outside of the claim
    CHECK(decided(true, n, 2, with_encodings).shown());
    CHECK(decided(false, n, std::nullopt, without).shown());
    CHECK(decided(false, n, 3, without).shown());
    if (n == 2) continue;
    for (const char* change : {"c=1", "c=60", "shift=1"}) {
      CHECK_FALSE(decided(true, n, 2, with_encodings, {change}).shown());
      CHECK_FALSE(decided(false, n, 2, without, {change}).shown());
    }
  }
  CHECK(decided(true, 3, 1, with_encodings).result == EverySizeResult::Claim::Result::outside);
  // What the domain leaves out is not shown: n = 3 with D^d = 4 or d = 1, n = 4 with D^d = 2.
  const auto entry = std::find_if(of_paper.begin(), of_paper.end(),
                                  [&](const claim::Entry& e) { return e.id == with_encodings; });
  entry->domain = "n >= 2 and positional = 1";
  for (const auto& [n, d] : {std::pair{3U, 1U}, {3U, 2U}, {4U, 1U}}) {
    const EverySizeResult::Claim claim = decided(true, n, d, with_encodings);
    INFO(n << " " << d << " " << claim.why_not);
    CHECK_FALSE(claim.shown());
    CHECK_FALSE(decided(true, n, std::nullopt, with_encodings).shown());
  }
}

TEST_CASE(
    "every size: a value of all inputs counts each of several, and those inside it are others") {
  const Pattern dense = named("dense", 2);
  const auto shown = [&](const std::string& formal) {
    claim::Entry entry;
    entry.id = "yun2020b.X";
    entry.domain = "n >= 2";
    entry.formal = formal;
    const std::vector<claim::Entry> entries = {entry};
    EverySizeRequest request;
    request.n = 2;
    request.d = 1;
    request.pattern = &dense;
    return decide_every_size(request, entries).claims.at(0).shown();
  };
  CHECK(shown("sum(H in inputs: 1) = D^(n*d)"));
  CHECK_FALSE(shown("sum(H in inputs, K in inputs: 1) = D^(n*d)"));
  CHECK_FALSE(shown("sum(H in inputs: sum(K in inputs: (G(H, 1, 1) - G(K, 1, 1))^2)) = 0"));
  CHECK_FALSE(shown("max(H in inputs: max(K in inputs: G(K, 1, 1) - G(H, 1, 1))) = 0"));
  CHECK_FALSE(shown("forall H in inputs, k in 1..n/G(H, 1, 1): k >= 1"));
}

}  // namespace every_size_test
