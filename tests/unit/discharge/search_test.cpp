#include <catch2/catch.hpp>

#include <set>
#include <sstream>

#include "discharge/search.hpp"
#include "unit/discharge/support.hpp"

namespace search_test {

using namespace hardmax;

namespace {

claim::Entry claim_of(const std::string& formal) {
  claim::Entry entry;
  entry.id = "yun2020b.test";
  entry.source = "a test";
  entry.domain = "n >= 2";
  entry.formal = formal;
  return entry;
}

struct Searched {
  Pattern pattern;
  RunRequest request;
  Searched(std::uint64_t n, std::uint64_t d, std::uint64_t D, const char* name)
      : pattern(test::named(name, n)) {
    request.parameters = {n, d, D};
    request.pattern_name = name;
    request.paper = "yun2020b";
    request.search = 200;
    request.budget_seconds = 60;  // tests run beside others: a search that would take a second
                                  // alone may be given up for its cost
    request.engine = "fast";      // auto decides what is said here of ids without a search
  }
  ClaimResult decide(const std::string& formal) {
    request.pattern = &pattern;
    entries = {claim_of(formal)};
    return decide_run(request, entries).claims.at(0);
  }
  std::vector<claim::Entry> entries;
};

}  // namespace

TEST_CASE(
    "search: notable inputs are on the grid, each once, with equal columns and both ends among "
    "them") {
  for (const auto& [n, d, D] :
       {std::tuple(2, 1, 2), std::tuple(4, 1, 3), std::tuple(3, 2, 4), std::tuple(6, 2, 2)}) {
    const Grid grid(static_cast<std::uint64_t>(n), static_cast<std::uint64_t>(d),
                    static_cast<std::uint64_t>(D));
    const std::vector<Digits> inputs = notable_inputs(grid);
    INFO(n << " " << d << " " << D);
    CHECK(std::set<Digits>(inputs.begin(), inputs.end()).size() == inputs.size());
    const auto has = [&](const Digits& input) {
      return std::find(inputs.begin(), inputs.end(), input) != inputs.end();
    };
    const std::size_t size = grid.tokens() * grid.rows();
    CHECK(has(Digits(size, 0)));
    CHECK(has(Digits(size, grid.base() - 1)));
    Digits apart(size, 0);
    apart.back() = grid.base() - 1;
    CHECK(has(apart));
    for (const Digits& input : inputs) {
      CHECK(input.size() == size);
      for (const std::uint64_t x : input) CHECK(x < grid.base());
    }
  }
}

TEST_CASE(
    "search: a false claim about too many inputs is refuted, with a counterexample that cannot be "
    "made smaller entry by entry") {
  Searched run(8, 1, 32, "strided");  // 2^40 inputs
  const ClaimResult sum =
      run.decide("forall H in inputs: sum(k in 1..n: id(H, k)*0 + G(H, 1, k)) <= 1");
  CAPTURE(sum.explanation);
  REQUIRE(sum.verdict == Verdict::refuted);
  REQUIRE(sum.shown);
  // 1 is 32 units of delta; a sum of 33 of them is false, and so is none with an entry less.
  const std::string at = sum.shown->at.at(0);
  std::uint64_t total = 0;
  std::istringstream words(at.substr(at.find('=') + 1));
  for (std::uint64_t x = 0; words >> x;) total += x;
  CHECK(total == 33);
  CHECK(tier_of(sum) == "witness");
  const ClaimResult one = run.decide("forall H in inputs: G(H, 1, 5) = 0");
  REQUIRE(one.verdict == Verdict::refuted);
  CHECK(one.shown->at.at(0) == "H=0 0 0 0 1 0 0 0");
}

TEST_CASE(
    "search: what is not refuted is unrefuted, never verified, and the same again with the same "
    "seed",
    "[full]") {
  Searched run(8, 1, 32, "strided");
  run.request.engine = "auto";
  const ClaimResult holds = run.decide("forall H in inputs: distinct(k in 1..n: id(H, k))");
  CHECK(holds.verdict == Verdict::verified);
  CHECK(tier_of(holds) == "symbolic");
  run.request.engine = "fast";
  const ClaimResult ids = run.decide("forall H in inputs: forall k in 1..n: id(H, k) >= 0");
  CHECK(ids.verdict == Verdict::unrefuted);
  CHECK(ids.reason == "searched");
  CHECK(tier_of(ids) == "search");
  CHECK(ids.explanation.find("200 inputs") != std::string::npos);
  CHECK(ids.standing == Standing::undecided);
  CHECK(run.decide("forall H in inputs: forall k in 1..n: id(H, k) >= 0").explanation ==
        ids.explanation);
  // Without a search it is undecided as before.
  run.request.search = 0;
  const ClaimResult before = run.decide("forall H in inputs: forall k in 1..n: id(H, k) >= 0");
  CHECK(before.verdict == Verdict::undecided);
  CHECK(before.reason == "cost");
}

TEST_CASE(
    "search: a term without value on an input that is tried is an error, and a search over budget "
    "is none") {
  Searched run(8, 1, 32, "strided");
  const ClaimResult undefined =
      run.decide("forall H in inputs: 1/G(H, 1, 1) >= 0 or id(H, 1) >= 0");
  CHECK(undefined.verdict == Verdict::error);
  run.request.search = 1'000'000'000;
  const ClaimResult over = run.decide("forall H in inputs: forall k in 1..n: id(H, k) >= 0");
  CHECK(over.verdict == Verdict::undecided);
  CHECK(over.explanation.find("a search of 1000000000 inputs takes") != std::string::npos);
}

TEST_CASE("search: a broken network is refuted where enumeration is out of reach") {
  Searched run(8, 1, 32, "strided");
  run.request.overrides.add("c=1");
  const ClaimResult distinct =
      run.decide("forall H in inputs: forall k in 1..n: id(H, k) > delta^(-n*d)");
  CHECK(distinct.verdict == Verdict::refuted);
}

}  // namespace search_test
