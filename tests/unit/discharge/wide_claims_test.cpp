// What a symbolic run decides by rules for many: vectors of many entries, values over a long range,
// subsets of many tokens. Against the same formulas evaluated, where that can be done.
#include <fmt/core.h>

#include <map>

#include "discharge/decide.hpp"
#include "support/rounds.hpp"
#include "unit/discharge/support.hpp"

namespace wide_claims_test {

using namespace hardmax;
using test::entries;
using test::named;

namespace {

// All claims of a paper, of both kinds of runs.
std::vector<ClaimResult> decide_all(const std::string& paper, bool positional,
                                    Parameters parameters, const std::string& engine) {
  static std::map<std::string, std::vector<claim::Entry>> all;
  if (all[paper].empty())
    all[paper] = claim::load_entries(std::string(HARDMAX_ROOT) + "/proofs/" + paper);
  const Pattern pattern = named("strided", parameters.n);
  RunRequest request;
  request.parameters = parameters;
  if (paper == "yun2020b") {
    request.pattern = &pattern;
    request.pattern_name = "strided";
  } else {
    request.sweep = SweepChoice{sweep_paper_of(paper + "."), positional, false};
  }
  request.paper = paper;
  request.engine = engine;
  request.threads = 1;
  return decide_run(request, all[paper]).claims;
}

RunResult decided(const std::string& pattern_name, Parameters parameters, const std::string& engine,
                  const std::string& only, const std::vector<claim::Entry>& claims) {
  const Pattern pattern = named(pattern_name, parameters.n);
  RunRequest request;
  request.parameters = parameters;
  request.pattern = &pattern;
  request.pattern_name = pattern_name;
  request.paper = "yun2020b";
  request.only = only;
  request.engine = engine;
  request.threads = 1;
  return decide_run(request, claims);
}

ClaimResult decide_formula(const std::string& pattern_name, Parameters parameters,
                           const std::string& engine, const std::string& formula) {
  claim::Entry entry;
  entry.id = "yun2020b.test";
  entry.domain = "n >= 2";
  entry.formal = formula;
  static std::vector<std::vector<claim::Entry>> kept;  // results point to their entries
  kept.push_back({entry});
  return decided(pattern_name, parameters, engine, "yun2020b.test", kept.back()).claims.at(0);
}

}  // namespace

TEST_CASE(
    "wide claims: of many real numbers, at more tokens than vectors have entries in the language") {
  for (const std::string only :
       {"yun2020b.B.1.step1", "yun2020b.B.2.c", "yun2020b.B.3.step1", "yun2020b.F.2.eq15",
        "yun2020b.F.2.diff", "yun2020b.F.2.Omega_bracket", "yun2020b.F.4.B"}) {
    for (const ClaimResult& claim :
         decided("strided", {20, 2, 4}, "auto", only, entries()).claims) {
      INFO(claim.entry->id << ": " << claim.explanation);
      CHECK(claim.verdict == Verdict::verified);
    }
  }
  // One of them may take longer, if it is asked for alone.
  const ClaimResult left =
      decided("strided", {64, 2, 4}, "auto", "yun2020b.B.2.mono", entries()).claims.at(0);
  CHECK(left.verdict == Verdict::undecided);
  CHECK(left.explanation.find("--only its id") != std::string::npos);
  CHECK(decided("strided", {24, 2, 4}, "auto", "yun2020b.B.2.monotone", entries())
            .claims.at(0)
            .verdict == Verdict::verified);
}

TEST_CASE("wide claims: of all claims of all papers no verdict differs from that of enumeration",
          "[full]") {
  std::size_t decided = 0;
  for (const auto& [paper, positional] :
       std::vector<std::pair<std::string, bool>>{{"yun2020b", false},
                                                 {"yun2020a", false},
                                                 {"yun2020a", true},
                                                 {"sparsebert", false},
                                                 {"sparsebert", true}}) {
    for (const Parameters parameters :
         {Parameters{2, 1, 3}, Parameters{3, 1, 2}, Parameters{2, 2, 2}}) {
      const std::vector<ClaimResult> symbolic =
                                         decide_all(paper, positional, parameters, "symbolic"),
                                     enumerated =
                                         decide_all(paper, positional, parameters, "literal");
      REQUIRE(symbolic.size() == enumerated.size());
      for (std::size_t i = 0; i < symbolic.size(); ++i) {
        INFO(symbolic[i].entry->id << " positional " << positional << " n " << parameters.n << " d "
                                   << parameters.d << " D " << parameters.D << ": "
                                   << symbolic[i].explanation);
        if (symbolic[i].verdict == Verdict::undecided ||
            enumerated[i].verdict == Verdict::undecided)
          continue;
        CHECK(name_of(symbolic[i].verdict) == name_of(enumerated[i].verdict));
        ++decided;
      }
    }
  }
  CHECK(decided > 600);
}

TEST_CASE("wide claims: what is false of many real numbers is not shown") {
  std::vector<claim::Entry> changed = entries();
  std::size_t seen = 0;
  const auto replace = [&](const std::string& id, const std::string& from, const std::string& to) {
    for (claim::Entry& entry : changed) {
      if (entry.id != "yun2020b." + id) continue;
      const std::size_t at = entry.formal->find(from);
      REQUIRE(at != std::string::npos);
      entry.formal->replace(at, from.size(), to);
      ++seen;
    }
  };
  replace("B.1.step1", "(n-1)*M", "(n-2)*M");
  replace("B.3.step1", "<= (n-1)", "<= (n-2)");
  replace("F.2.eq15", "<= high", "<= high - g(1)");
  replace("F.2.diff.in", "(1 - 2*eta)", "(1 - eta)");
  replace("F.4.B", ">= -M", ">= -M + 1");
  REQUIRE(seen == 5);
  for (const std::string id : {"B.1.step1", "B.3.step1", "F.2.eq15", "F.2.diff.in", "F.4.B"}) {
    const ClaimResult claim =
        decided("strided", {20, 2, 4}, "symbolic", "yun2020b." + id, changed).claims.at(0);
    INFO(id << " " << claim.explanation);
    CHECK(claim.verdict != Verdict::verified);
  }
}

TEST_CASE("wide claims: values over a long range differ, or nothing is shown") {
  const Parameters parameters{2, 7, 3};  // 2,187 columns
  const auto formula = [](const std::string& range, const std::string& value) {
    return "forall k in 1..n: distinct(a in " + range + ": " + value + ")";
  };
  const std::string digits = "sum(r in 1..d: D^(r-1)*(E(k) + delta*mod(floor(a/D^(r-1)), D)))";
  const std::vector<std::pair<std::string, bool>> cases = {
      {formula("0..D^d - 1", digits), true},
      {formula("0..D^d", digits), false},
      {formula("0..D^d - 1", "sum(r in 1..d-1: D^(r-1)*mod(floor(a/D^(r-1)), D))"), false},
      {formula("0..D^d - 1", "sum(r in 1..d: 2^(r-1)*mod(floor(a/D^(r-1)), D))"), false},
      {formula("1..D^d", "mod(a, D^d + 1)"), true},
      {formula("1..D^d", "mod(a, D^d - 1)"), false},
      {formula("0..D^d - 1", "E(k) - 2*a/D"), true},
      {formula("0..D^d - 1", "floor(a/2)"), false},
      {formula("-5..D^d", "2*floor(floor(a/2)/D) - a"), false},
      {formula("-5..D^d", "floor(floor(a/2)/D) - floor(a/(2*D)) + a"), true},
      {formula("0..D^d - 1", "a*0"), false}};
  for (const auto& [text, holds] : cases) {
    const ClaimResult symbolic = decide_formula("dense", parameters, "symbolic", text),
                      evaluated = decide_formula("dense", parameters, "literal", text);
    INFO(text << ": " << symbolic.explanation);
    CHECK(evaluated.verdict == (holds ? Verdict::verified : Verdict::refuted));
    CHECK((symbolic.verdict == evaluated.verdict ||
           (symbolic.verdict == Verdict::undecided && !holds)));
  }
  CHECK(decided("bigbird", {64, 4, 16}, "auto", "yun2020b.E.2.1.injective_u", entries())
            .claims.at(0)
            .verdict == Verdict::verified);
}

TEST_CASE("wide claims: what is said of all subsets is what evaluation says, or nothing") {
  // Random formulas of the forms that are kept by unions, and of forms that are not.
  std::mt19937 random(31);
  const auto below = [&](std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
  };
  const auto any = [&](const std::vector<std::string>& of) { return of[below(of.size())]; };
  const auto set = [&] {
    return any({"B", "union(i in B: A(1, i))", "union(i in B where i > 1: A(1, i))",
                "union(B, {1})", "union(i in B: {i, 3})", "A(1, 2)", "(1..n)",
                "union(i in 1..n where i in B: {i})"});
  };
  const auto number = [&] {
    return any({"max(i in B: i)", "max(i in B: max(j in A(1, i): zt(H, j)))",
                "max(j in union(i in B: A(1, i)): zt(H, j))", "max(j in A(1, 2): zt(H, j))",
                "min(i in B: zt(H, i))", "card(B)", "3", "sum(i in B: 1)", "max(i in B: z(H, i))"});
  };
  std::size_t shown = 0, left = 0, refuted = 0;
  for (int round = 0; round < testing::rounds(250); ++round) {
    const auto atom = [&]() -> std::string {
      switch (below(5)) {
        case 0: return number() + any({" = ", " <= ", " < ", " >= ", " != "}) + number();
        case 1: return set() + any({" = ", " != "}) + any({set(), "{}"});
        case 2: return any({"2", "n"}) + " in " + set();
        case 3:
          return "(forall i in " + set() + ": " +
                 any({"i <= n", "i >= 2", "zt(H, i) > 0", "i in B"}) + ")";
        default: return any({"B != {}", "card(B) >= 1", "1 in B"}) + " implies " + set() + " != {}";
      }
    };
    std::string body = atom();
    if (below(3) == 0) body = "(" + body + ") and (" + atom() + ")";
    const std::string where = any({" where B != {}", " where B != {}", "", " where card(B) <= 2"});
    const std::string text = "forall H in inputs, B in subsets((1..n))" + where + ": " + body;
    const ClaimResult symbolic = decide_formula("strided", {3, 1, 2}, "symbolic", text),
                      evaluated = decide_formula("strided", {3, 1, 2}, "literal", text);
    INFO(text << ": " << symbolic.explanation << "; evaluated " << name_of(evaluated.verdict));
    if (symbolic.verdict == Verdict::undecided) {
      ++left;
      continue;
    }
    REQUIRE(symbolic.verdict == evaluated.verdict);
    (symbolic.verdict == Verdict::refuted ? refuted : shown)++;
  }
  CAPTURE(shown, refuted, left);
  CHECK(shown > testing::met<std::size_t>(20));
  CHECK(refuted > testing::met<std::size_t>(40));
  for (const std::string id : {"yun2020b.E.2.4.eq13.B.repaired", "yun2020b.E.2.4.eq13"}) {
    for (const ClaimResult& claim : decided("bigbird", {64, 4, 16}, "auto", id, entries()).claims) {
      INFO(claim.entry->id << ": " << claim.explanation);
      CHECK((claim.verdict == Verdict::verified || !claim.entry->formal));
    }
  }
}

TEST_CASE("wide claims: of the entries of long inputs, and how many inputs there are") {
  const Parameters small{2, 2, 2}, wide{300, 2, 4};
  const std::string digits = "sum(k in 1..n, r in 1..d: G(H, r, k)*D^(d*(k - 1) + r))",
                    backwards = "sum(k in 1..n, r in 1..d: G(H, r, k)*D^(d*(n - k) + r))";
  for (const std::string& formula :
       {std::string("sum(H in inputs: 1) = delta^(-d*n)"),
        std::string("sum(H in inputs: n) = n*D^(d*n)"), "distinct(H in inputs: " + digits + ")",
        "distinct(H in inputs: " + backwards + ")",
        std::string("forall H in inputs, k in 1..n, r in 1..d: 0 <= G(H, r, k) <= 1 - delta and "
                    "mod(G(H, r, k), delta) = 0 and entry(0, H, r, k) = G(H, r, k) + E(k)"),
        std::string("forall H in inputs, k in 1..n: z(H, k) = sum(r in 1..d: D^(r - 1)*(G(H, r, "
                    "k) + E(k)))"),
        std::string("max(H in inputs, k in 1..n, r in 1..d: G(H, r, k)) = 1 - delta"),
        std::string("card(union(H in inputs: {G(H, 1, 2)})) = D"),
        "distinct(H in inputs: " + digits + ") and sum(H in inputs: 1) = delta^(-d*n)"}) {
    INFO(formula);
    CHECK(decide_formula("dense", small, "literal", formula).verdict == Verdict::verified);
    const ClaimResult shown = decide_formula("strided", wide, "symbolic", formula);
    INFO(shown.explanation);
    CHECK(shown.verdict == Verdict::verified);
  }
  for (const std::string& formula :
       {std::string("sum(H in inputs: 1) = delta^(-d*n) + 1"),
        std::string("sum(H in inputs: 1) = delta^(-d*n) - 1"),
        std::string("sum(H in inputs: 1) < D^(d*n)"),
        std::string("sum(H in inputs: 1) = D^(d*(n - 1))"),
        std::string("distinct(H in inputs: sum(k in 1..n, r in 1..d: G(H, r, k)*D^(d*(k - 1))))"),
        std::string("distinct(H in inputs: sum(k in 1..n - 1, r in 1..d: G(H, r, k)*D^(d*(k - 1) "
                    "+ r)))"),
        std::string("distinct(H in inputs: sum(k in 1..n, r in 1..d where k + r > 2: G(H, r, "
                    "k)*D^(d*(k - 1) + r)))"),
        std::string("forall H in inputs, k in 1..n, r in 1..d: 0 <= G(H, r, k) < 1 - delta"),
        std::string("forall H in inputs, k in 1..n, r in 1..d: mod(G(H, r, k), 2*delta) = 0"),
        std::string("forall H in inputs, k in 1..n, r in 1..d: entry(0, H, r, k) = G(H, r, k)"),
        "distinct(H in inputs: " + digits + ") and sum(H in inputs: 1) = delta^(-d*n - 1)"}) {
    INFO(formula);
    CHECK(decide_formula("dense", small, "literal", formula).verdict == Verdict::refuted);
    const Verdict found = decide_formula("strided", wide, "symbolic", formula).verdict;
    CHECK((found == Verdict::undecided || found == Verdict::refuted));
  }
  // Beyond the first layer they are not followed.
  const ClaimResult layers =
      decide_formula("strided", wide, "symbolic", "forall H in inputs: v(1, H, 1) > 0");
  CHECK(layers.verdict == Verdict::undecided);
  CHECK(layers.explanation.find("more than 512 entries") != std::string::npos);
}

TEST_CASE("wide claims: every claim of Section D.3 at 2048 tokens") {
  const RunResult result = decided("strided", {2048, 2, 4}, "symbolic", "yun2020b.D.3", entries());
  CHECK(result.claims.size() == 5);
  for (const ClaimResult& claim : result.claims) {
    INFO(claim.entry->id << ": " << claim.explanation);
    CHECK(claim.verdict == Verdict::verified);
  }
}

}  // namespace wide_claims_test
