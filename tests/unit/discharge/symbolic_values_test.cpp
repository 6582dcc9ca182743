// What is said of the value mapping for all inputs at once, against runs in which every input is
// executed and every column goes through all value layers.
#include <fmt/core.h>

#include "discharge/decide.hpp"
#include "support/rounds.hpp"
#include "unit/discharge/support.hpp"

namespace symbolic_values_test {

using namespace hardmax;
using test::entries;
using test::named;

namespace {

struct Choice {
  std::string pattern;
  Parameters parameters;
  std::vector<std::string> with;
  std::string target = "identity";
};

RunResult decided(const Choice& choice, const std::string& engine, const std::string& only,
                  const std::vector<claim::Entry>& claims) {
  const Pattern pattern = named(choice.pattern, choice.parameters.n);
  RunRequest request;
  request.parameters = choice.parameters;
  request.pattern = &pattern;
  request.pattern_name = choice.pattern;
  for (const std::string& text : choice.with) request.overrides.add(text);
  request.target = Target::named(choice.target, choice.parameters);
  request.paper = "yun2020b";
  request.only = only;
  request.engine = engine;
  request.threads = 1;
  return decide_run(request, claims);
}

// No verdict is another one than that of enumeration. Returns how many there are.
std::size_t compare(const Choice& choice, const std::string& only,
                    const std::vector<claim::Entry>& claims) {
  const RunResult symbolic = decided(choice, "symbolic", only, claims),
                  enumerated = decided(choice, "literal", only, claims);
  std::size_t decided = 0;
  for (std::size_t i = 0; i < symbolic.claims.size(); ++i) {
    const ClaimResult &mine = symbolic.claims[i], &truth = enumerated.claims[i];
    INFO(choice.pattern << " " << choice.parameters.n << " " << choice.parameters.d << " "
                        << choice.parameters.D << " " << (choice.with.empty() ? "" : choice.with[0])
                        << " " << choice.target << "; " << mine.entry->id << ": "
                        << mine.entry->formal.value_or("") << "\n"
                        << name_of(mine.verdict) << " " << mine.explanation << ", by enumeration "
                        << name_of(truth.verdict) << " " << truth.explanation);
    if (mine.verdict == Verdict::undecided) continue;
    REQUIRE(mine.verdict == truth.verdict);
    decided += mine.verdict != Verdict::not_checkable;
  }
  return decided;
}

}  // namespace

TEST_CASE("symbolic values: what is claimed of the value mapping comes out as enumeration says") {
  std::size_t decided = 0;
  for (const Choice& choice : std::vector<Choice>{{"dense", {2, 1, 2}, {}},
                                                  {"dense", {2, 2, 2}, {}, "reverse"},
                                                  {"strided", {3, 1, 2}, {}},
                                                  {"strided", {3, 1, 3}, {}, "reverse"},
                                                  {"star", {4, 1, 2}, {}},
                                                  {"strided", {3, 1, 2}, {}, "sort"}}) {
    decided += compare(choice, "yun2020b.E.3", entries());
    decided += compare(choice, "yun2020b.D.5.chain", entries());
  }
  CHECK(decided > testing::met<std::size_t>(60));
  for (const std::string change : {"c=1", "shift=1", "E.2=1/3", "drop=1", "drop=4", "vdrop=2",
                                   "qdrop=1", "E.2=0", "c=1/2", "c=3"}) {
    compare({"strided", {3, 1, 2}, {change}}, "yun2020b.E.3", entries());
    compare({"dense", {2, 1, 3}, {change}}, "yun2020b.E.3", entries());
  }
}

TEST_CASE(
    "symbolic values: random formulas about value layers are shown or refuted as enumeration "
    "does") {
  std::mt19937 random(9);
  const auto any = [&](const std::vector<std::string>& of) {
    return of[std::uniform_int_distribution<std::size_t>(0, of.size() - 1)(random)];
  };
  const std::string number =
                        "n*sum(i in 1..n, r in 1..d: G(H, r, i)/delta * D^(d*(n - i) + d - r))",
                    end = "layers(selective_shift) + layers(all_max_shift)";
  std::size_t decided = 0;
  for (int round = 0; round < testing::rounds(60); ++round) {
    const std::string t = any({number + " + k", number + " + 1", number + " + k + 1",
                               number + " + 2*k", "k", "n*layers(value)/n"});
    const std::string low = any({"v_low(t)", "v_high(t) - delta", "v_low(t) + delta/2"}),
                      id = any(
                          {"id(H, k)", "id(H, 1)", "id(H, k) - delta/2", "v(" + end + ", H, k)"});
    const std::string left =
        any({"planted", "planted_back", "planted_R2", "planted_R3"}) + "(H, k, H, j, r)";
    const std::string right = any({"entry(" + end + ", H, r, j)", "entry(" + end + ", H, r, k)",
                                   "0", "f(H, r, j)", "planted(H, k, H, j, r)"});
    const std::string text =
        any({"forall H in inputs, k in 1..n: let t = " + t + ": " + low +
                 any({" <= ", " = ", " < "}) + id,
             "forall H in inputs, k in 1..n, j in 1..n, r in 1..d" +
                 any({"", " where j <= k", " where j >= k", " where j = k"}) + ": " + left +
                 any({" = ", " <= "}) + right,
             "forall H in inputs, k in 1..n, K in inputs, j in 1..n, r in 1..d: " +
                 any({"planted", "planted_back"}) + "(H, k, K, j, r)" + any({" = ", " <= "}) +
                 "entry(" + end + ", K, r, j)",
             "forall H in inputs, k in 1..n, r in 1..d: " + any({"out_R2", "out_R3", "f"}) +
                 "(H, r, k) " + any({"= ", "<= ", ">= "}) +
                 any({"f(H, r, k)", "G(H, r, k)", "f(H, r, 1)", "0", "out_R2(H, r, k)"}),
             "forall t in " + any({"1", "2"}) +
                 "..layers(value): " + any({"v_pieces(t)", "v_flat(t)", "v_hidden(t)"}) +
                 any({" = ", " <= "}) + any({"3", "1", "layers(value)"})});
    claim::Entry entry;
    entry.id = "yun2020b.test";
    entry.domain = "n >= 2";
    entry.formal = text;
    decided +=
        compare({any({"strided", "dense"}), {3, 1, 2}, {}, any({"identity", "reverse", "sort"})},
                "yun2020b.test", {entry});
  }
  CHECK(decided > testing::met<std::size_t>(30));
}

TEST_CASE("symbolic values: at sizes that are out of reach of enumeration") {
  std::size_t verified = 0, refuted = 0;
  for (const ClaimResult& claim :
       decided({"bigbird", {16, 2, 4}, {}}, "auto", "yun2020b.E.3", entries()).claims) {
    INFO(claim.entry->id << ": " << claim.explanation);
    CHECK(claim.verdict != Verdict::undecided);
    verified += claim.verdict == Verdict::verified;
    refuted += claim.verdict == Verdict::refuted;
    CHECK((claim.verdict == Verdict::refuted) ==
          (claim.entry->id == "yun2020b.E.3.stack" ||
           claim.entry->id == "yun2020b.E.3.stack.backward"));
  }
  CHECK(verified == 11);
  CHECK(refuted == 2);
}

}  // namespace symbolic_values_test
