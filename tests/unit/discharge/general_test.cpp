#include <catch2/catch.hpp>

#include <random>

#include "discharge/general/for_all_D.hpp"
#include "discharge/general/general.hpp"
#include "exact/error.hpp"
#include "support/rounds.hpp"

namespace general_test {

using namespace hardmax;

namespace {

claim::Entry entry(const std::string& id, const std::string& formal,
                   const std::string& induction = "", const std::vector<std::string>& by = {},
                   const std::string& domain = "n >= 2 and d >= 1 and D >= 2") {
  claim::Entry e;
  e.id = id;
  e.domain = domain;
  e.formal = formal;
  if (!induction.empty()) e.induction = induction;
  e.by = by;
  e.file = "test.toml";
  return e;
}

General decided(const std::string& formal, const std::string& induction = "",
                const std::vector<std::string>& by = {}, std::vector<claim::Entry> others = {}) {
  others.push_back(entry("x.claim", formal, induction, by));
  std::sort(others.begin(), others.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  const auto at =
      std::find_if(others.begin(), others.end(), [](const auto& e) { return e.id == "x.claim"; });
  const General found = decide_general(*at, others);
  INFO(formal << ": " << found.reason);
  CHECK(found.proved == found.reason.empty());
  return found;
}

bool proved(const std::string& formal, const std::string& induction = "",
            const std::vector<std::string>& by = {}, const std::vector<claim::Entry>& others = {}) {
  return decided(formal, induction, by, others).proved;
}

}  // namespace

TEST_CASE(
    "general: what follows from D >= 2, n >= 2, d, p, s >= 1 by signs is proved, with exponents "
    "that are variables") {
  CHECK(proved("n + d + D + p + s >= 7"));
  CHECK(proved("D^d >= D and D^(n*d) >= D^2 and delta^(-n*d) * delta^(n*d) = 1"));
  CHECK(proved("(n-1)*Delta + D^(d-1) - delta < n*D^d"));
  CHECK(proved("(2*n)^s = 2^s * n^s and (D^d)^s = D^(d*s)"));
  CHECK(proved("forall x in positive, y in nonneg: (x + y)^n >= 0 and x*D^d/(x + y) > 0"));
  CHECK(proved("forall x in real, y in positive: x < x + y and (x + n)*(x - n) = x*x - n^2"));
  CHECK(proved("forall i in 1..n: 1/i >= 1/n"));
  CHECK(proved("let x = D^n: sum(i in 1..3: x + i) = 3*x + 6"));
  CHECK(proved("forall i in 1..s-1: (1 + 1/s)^i <= (1 + 1/s)^(i+1)"));
}

TEST_CASE("general: what has no value on some run, or says nothing on any, is not proved") {
  for (const char* formal :
       {"forall i in 1..n/2: i >= 1", "forall i in 1..1/(n-3): i >= 1",
        "forall i in n+1..n: i >= 1", "forall i in 1..gamma(0): i >= 1",
        "forall i in 1 + 0*gamma(0)..n: i >= 1", "forall i in 1..n + 0*E(n+1): i >= 1",
        "n >= 2 and (forall i in 1..n: forall j in i..n/2: j >= 1)",
        "forall i in 1..2, j in 5..i: i + j >= 1", "forall i in 1..n-n, x in nonneg: x + i >= 0",
        "(n-3)^(-1) = (n-3)^(-1)", "forall i in 1..D^(1-d): i >= 1",
        "forall i in 1..n where 1/(i-2) > 0: i >= 1", "let x = 1/(n-3): n >= 2",
        "sum(i in 1..n/2: i) >= 0", "sum(i in 1..n: gamma(i)) = sum(i in 1..n: gamma(i))",
        "0*gamma(0) = 0"}) {
    CAPTURE(formal);
    CHECK_FALSE(proved(formal));
  }
  CHECK_FALSE(
      proved("forall m in 0..n/2: m >= 0", "forall m in 0..n/2: m >= 0", {"step hypothesis"}));
  // Wherever it says something it is true, and there is a run on which it does.
  CHECK(proved("forall i in 2..s: i >= 2"));
  CHECK(proved("forall i in 1..delta^(-d): i >= 1"));
  CHECK(proved("(forall i in n+1..n: i >= 1) and n >= 2"));
  // A domain has a value on every run, or nothing is proved under it.
  const std::vector<claim::Entry> none;
  CHECK_FALSE(decide_general(entry("x.claim", "n >= 2", "", {}, "1/(n-3) > -2"), none).proved);
  CHECK_FALSE(decide_general(entry("x.claim", "n >= 2", "", {}, "n = n + 1"), none).proved);
  CHECK(decide_general(entry("x.claim", "n >= 2", "", {}, "(n >= 3 or d >= 2) and D^(n*d) >= 4"),
                       none)
            .proved);
  // What a used claim says of the terms of a sum, it says at the places it names.
  const auto starts = entry("x.a", "forall H in inputs: sum(j in 1..n: z(H, j)) >= 0");
  CHECK(proved("forall H in inputs: sum(j in 1..n: z(H, j)) >= -1", "", {"end x.a"}, {starts}));
  CHECK_FALSE(proved("forall H in inputs: sum(j in 1..n+5: z(H, j)) = sum(j in 1..n+5: z(H, j))",
                     "", {"end x.a"}, {starts}));
}

TEST_CASE("general: claims do not support each other, however long the way") {
  const char* formal = "sum(j in 1..n: j) <= 1000";
  const auto of = [&](const std::string& id, const std::string& by) {
    return entry(id, formal, "", {"end " + by});
  };
  const std::vector<claim::Entry> three = {of("x.a", "x.b"), of("x.b", "x.c"), of("x.c", "x.a"),
                                           of("x.d", "x.c")};
  for (std::size_t i = 0; i < 3; ++i) {
    const General found = decide_general(three[i], three);
    CHECK_FALSE(found.proved);
    CHECK(found.reason.find("goes back to itself") != std::string::npos);
  }
  CHECK(decide_general(three[3], three).proved);  // given x.c, which is not
}

TEST_CASE("general: what fails somewhere, however far out, is not proved") {
  for (const char* formal : {"n >= 3",
                             "D^d > D",
                             "s >= 2",
                             "D^d >= n",
                             "n*D <= 1000000",
                             "Delta < D^(d-1) + 1/2",
                             "forall i in 1..n-1: i <= s",
                             "forall x in nonneg: x*n > 0",
                             "forall x in real: x*n >= 0",
                             "(n-1)*(D-1) >= d",
                             "forall i in 0..n: 1/i > 0",
                             "D^(n-3) >= 1",
                             "(1/2)^n >= 1/1000",
                             "(n-2)^d >= 0",
                             "n^(1/2) > 0",
                             "sum(i in 1..n: 1) = n + 1",
                             "sum(i in 1..n: i) > n",
                             "forall i in 1..n, j in 1..n: i <= j",
                             "(forall i in 1..s-1: i < s) and s >= 2",
                             "(forall i in 2..s: i >= 2) and s >= 2",
                             "n = n and n > 2"}) {
    CAPTURE(formal);
    CHECK_FALSE(proved(formal));
  }
}

TEST_CASE(
    "general: induction shows sums and powers, and needs its base, its step and the way to the "
    "formula") {
  const std::string formal = "sum(i in 1..n: i) = n*(n+1)/2";
  const std::string statement = "forall m in 0..n: sum(i in 1..m: i) = m*(m+1)/2";
  CHECK_FALSE(proved(formal));
  CHECK(proved(formal, statement, {"step hypothesis", "end statement at m = n"}));
  CHECK_FALSE(proved(formal, statement, {"step hypothesis"}));
  CHECK_FALSE(proved(formal, statement, {"end statement at m = n"}));
  CHECK_FALSE(proved(formal, statement,
                     {"step hypothesis", "end statement at m = n + 1"}));  // out of its range
  CHECK_FALSE(proved(formal, statement,
                     {"step hypothesis", "end statement at m = n/2"}));  // may not be whole
  CHECK_FALSE(proved(formal, "forall m in 0..n: sum(i in 1..m: i) = m*(m+1)/2 + 1",
                     {"step hypothesis", "end statement at m = n"}));  // no base
  CHECK_FALSE(
      proved("n >= 3", "forall m in 0..n: m >= 3", {"step hypothesis", "end statement at m = n"}));
  CHECK_FALSE(
      proved("n <= 5", "forall m in 2..n: m <= 5", {"step hypothesis", "end statement at m = n"}));
  CHECK(proved("2^n >= n + 1", "forall m in 0..n: 2^m >= m + 1",
               {"step hypothesis", "end statement at m = n"}));
  CHECK_FALSE(proved("2^n >= n + 3", "forall m in 0..n: 2^m >= m + 3",
                     {"step hypothesis", "end statement at m = n"}));
  // The bound of the range may be used in the step: m + 1 <= s.
  CHECK(proved("(1 + 1/s)^s <= 3 or true", "forall m in 0..s: 2*s*(1 + 1/(2*s))^m <= 2*s + 2*m",
               {"step hypothesis"}) == false);  // 'or' is not covered
  CHECK(proved("(1 + 1/(2*s))^s <= 2", "forall m in 0..s: (1 + 1/(2*s))^m <= 1 + m/s",
               {"step hypothesis", "end statement at m = s"}));
  CHECK_FALSE(proved("(1 + 1/(2*s))^(3*s) <= 4", "forall m in 0..3*s: (1 + 1/(2*s))^m <= 1 + m/s",
                     {"step hypothesis", "end statement at m = 3*s"}));
}

TEST_CASE(
    "general: a claim may rest on others, in their range and where they are made, and says so") {
  const claim::Entry start = entry("a.start", "forall H in inputs: z(H, 1) >= 0");
  const claim::Entry up =
      entry("a.up", "forall H in inputs, i in 2..n: z(H, i) = z(H, i-1) + D^i and z(H, i) != 7");
  const std::string formal = "forall H in inputs, i in 1..n: z(H, i) >= 0";
  const General found =
      decided(formal, formal, {"base a.start", "step hypothesis", "step a.up part 1 at i = i + 1"},
              {start, up});
  CHECK(found.proved);
  CHECK(found.given == std::vector<std::string>{"a.start", "a.up"});
  CHECK_FALSE(proved(formal, formal, {"base a.start", "step hypothesis", "step a.up part 1"},
                     {start, up}));  // i may be 1 there
  CHECK_FALSE(proved(formal, formal,
                     {"base a.start", "step hypothesis", "step a.up part 1 at i = i + 2"},
                     {start, up}));  // i + 2 may be beyond n
  CHECK_FALSE(
      proved(formal, formal, {"step hypothesis", "step a.up part 1 at i = i + 1"}, {start, up}));
  CHECK_FALSE(proved(
      "forall H in inputs, i in 1..n: z(H, i) > 0", "forall H in inputs, i in 1..n: z(H, i) > 0",
      {"base a.start", "step hypothesis", "step a.up part 1 at i = i + 1"}, {start, up}));
  CHECK_FALSE(proved(formal, formal,
                     {"base a.start", "step hypothesis", "step a.missing at i = i + 1"},
                     {start, up}));
  CHECK_FALSE(proved(formal, formal,
                     {"base a.start part 2", "step hypothesis", "step a.up part 1 at i = i + 1"},
                     {start, up}));
  CHECK_FALSE(proved(formal, formal,
                     {"base a.start", "step hypothesis", "step x.claim at i = i + 1"},
                     {start, up}));  // itself
  // A used claim must be made wherever this one is, and need no more.
  claim::Entry few = start;
  few.domain = "n >= 3";
  CHECK_FALSE(proved(formal, formal,
                     {"base a.start", "step hypothesis", "step a.up part 1 at i = i + 1"},
                     {few, up}));
  claim::Entry more = up;
  more.needs = {"a.start"};
  CHECK_FALSE(proved(formal, formal,
                     {"base a.start", "step hypothesis", "step a.up part 1 at i = i + 1"},
                     {start, more}));
  // Another input is another input.
  CHECK_FALSE(proved("forall K in inputs: z(K, 1) >= 0", "", {"end a.start"}, {start}));
  CHECK(proved("forall H in inputs, K in inputs: z(H, 1) >= 0", "", {"end a.start"}, {start}));
  CHECK_FALSE(
      proved("forall H in inputs, K in inputs: z(K, 1) >= 0", "", {"end a.start"}, {start}));
  CHECK_FALSE(proved("forall H in inputs: z(H, 2) >= 0", "", {"end a.start"}, {start}));
  CHECK_FALSE(proved("forall H in inputs: let x = z(H, 1): forall H in inputs: z(H, 1) = x", "",
                     {"end a.start"}, {start}));  // also where its name hides the other
  // A term speaks of nothing that may have no value.
  const claim::Entry whole = entry("a.whole", "forall i in 1..n: i >= 1");
  CHECK_FALSE(proved("forall i in 1..n: gamma(n + 1) = gamma(n + 1)", "",
                     {"end a.whole at i = i + 0*gamma(n + 1)"}, {whole}));
}

TEST_CASE("general: lines of by that cannot be read are refused as bad input") {
  for (const char* line :
       {"", "step", "base hypothesis", "step statement", "step a.b part 0", "step a.b part x",
        "step a.b at", "step a.b at i", "step a.b at i = ", "step a.b at i =(", "later a.b",
        "step a.b part 1 more", "base a.start at i = H", "base a.start at i = 1 = 1"}) {
    CAPTURE(line);
    CHECK_THROWS_AS(proved("forall H in inputs: z(H, 1) >= 0",
                           "forall H in inputs, i in 1..n: z(H, 1) >= 0", {line},
                           {entry("a.start", "forall H in inputs, i in 1..n: z(H, i) >= 0"),
                            entry("a.b", "n >= 2")}),
                    InvalidInput);
  }
}

TEST_CASE("general: random inequalities that are proved hold at every small n, d, D, s") {
  std::mt19937 random(20260728);
  const auto pick = [&](const std::vector<std::string>& of) { return of[random() % of.size()]; };
  std::size_t shown = 0;
  const auto term = [&] {
    std::string text;
    for (std::uint64_t i = 0; i < 1 + random() % 3; ++i) {
      const std::string factor = pick(
          {"n", "d", "D", "s", "delta", "Delta", "D^d", "D^(n-1)", "(n-1)^s", "2^(s*d)", "D^(d-1)",
           "(1 + delta)^n", "sum(i in 0..s: i*n)", "delta^(d+1)", "(s-2)", "n^d", "1/(n+s)"});
      text += (i == 0 ? "" : pick({" + ", " - ", "*", " + 2*"})) + factor;
    }
    return text;
  };
  for (int round = 0; round < testing::rounds(3000); ++round) {
    const std::string formal = term() + pick({" <= ", " < ", " = ", " != "}) + term();
    const General found = decided(formal);
    if (!found.proved) continue;
    ++shown;
    const claim::Formula formula = claim::Formula::parse(
        "forall n in 2..4, d in 1..3, D in 2..4, s in 1..4: let delta = 1/D: let Delta = sum(j in "
        "0..d-1: D^j): " +
            formal,
        run_vocabulary());
    struct Nothing final : claim::Model {
      claim::Value read(std::size_t, std::span<const claim::Value>) const override {
        throw BrokenContract("all names are bound");
      }
      std::uint64_t input_count() const override { return 0; }
      std::string show(claim::Input) const override { return ""; }
    } nothing;
    const claim::Outcome outcome = claim::evaluate(formula, nothing);
    INFO(formal);
    CHECK(outcome.truth == claim::Truth::yes);
  }
  CHECK(shown > testing::met<std::size_t>(300));
}

}  // namespace general_test
