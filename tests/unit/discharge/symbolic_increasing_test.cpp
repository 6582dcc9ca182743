// Inputs without encodings, of which columns increase, are alike, or are in any order: random formulas, against every input by itself.
#include <fmt/core.h>

#include <random>

#include "discharge/decide.hpp"
#include "discharge/sweep_model.hpp"
#include "discharge/symbolic/increasing.hpp"
#include "unit/discharge/support.hpp"

using namespace hardmax;

namespace {

RunRequest request_of(const std::string& paper, const yun2020b::Parameters& parameters, const std::string& with, const std::string& engine) {
  RunRequest request;
  request.parameters = parameters;
  request.sweep = SweepChoice{sweep_paper_of(paper + "."), false, false};
  if (!with.empty()) request.overrides.add(with);
  request.paper = paper;
  request.engine = engine;
  request.threads = 1;
  request.totals = false;
  return request;
}

claim::Entry entry_of(const std::string& paper, std::size_t number, const std::string& formal) {
  claim::Entry entry;
  entry.id = fmt::format("{}.X.{}", paper, number);
  entry.domain = "true";
  entry.formal = formal;
  entry.record = claim::Record::open;
  return entry;
}

// A formula about layers of the sweep and columns.
class AboutLayers {
 public:
  explicit AboutLayers(std::uint64_t seed) : random_(seed) {}

  std::string formula(const std::string& which) {
    const std::string each = "forall H in inputs, k in 1..n " + which + ": ";
    switch (pick(7)) {
      case 0: return each + "forall " + range("t") + where() + ": " + truth(2);
      case 1: return each + "sum(" + range("t") + " where " + truth(1) + ": 1) " + relation() + " " + std::to_string(pick(3));
      case 2: return each + "(exists " + range("t") + ": " + truth(1) + ") or (forall " + range("t") + ": " + truth(1) + ")";
      case 3: return each + "not (forall " + range("t") + where() + ": " + truth(1) + ")";
      case 4: return each + "forall " + range("t") + ": sum(j in 1..n where v(t-1, H, j) " + relation() + " " + number() + ": 1) " + relation() + " " + std::to_string(pick(3));
      case 5: return each + "forall " + range("t") + ", " + range("u") + " where u <= t: v(u, H, k) " + relation() + " v(t, H, k)";
      default: return each + "exists " + range("t") + where() + ": " + truth(1);
    }
  }

 private:
  std::uint64_t pick(std::uint64_t below) { return random_() % below; }
  std::string range(const char* name) { return std::string(name) + " in 1..layers(selective_shift)" + (pick(3) == 0 ? " + layers(global_shift)" : ""); }
  std::string where() { return pick(3) == 0 ? " where v(t-1, H, " + token() + ") " + relation() + " (t-1)*delta" : ""; }
  std::string relation() {
    static const char* const all[] = {"<", "<=", "=", "=", "!=", ">=", ">"};
    return all[pick(7)];
  }
  std::string token() {
    static const char* const all[] = {"k", "k", "1", "n"};
    return all[pick(4)];
  }
  std::string number() {
    switch (pick(9)) {
      case 0: return "v(t, H, " + token() + ") - v(t-1, H, " + token() + ")";
      case 1: return "max(i in 1..n: v(t-1, H, i))";
      case 2: return "min(i in 1..n: v(t, H, i))";
      case 3: return "entry(t, H, 1, k)";
      case 4: return "t*delta";
      case 5: return "(t-1)*delta";
      case 6: return "z(H, " + token() + ")";
      case 7: return "head(t, 1, H, " + token() + ")";
      default: return std::string("v(t") + (pick(2) ? "-1" : "") + ", H, " + token() + ")";
    }
  }
  std::string truth(int depth) {
    if (depth > 0 && pick(3) == 0) {
      const std::string a = truth(depth - 1);
      static const char* const joints[] = {" and ", " or ", " implies "};
      const std::string joint = joints[pick(3)];
      return "(" + a + joint + truth(depth - 1) + ")";
    }
    if (pick(6) == 0) return "not (" + truth(0) + ")";
    const std::string a = number();
    const std::string between = relation();
    return a + " " + between + " " + number();
  }

  std::mt19937_64 random_;
};

// None that is false is shown. How many are, and how many are true.
std::pair<std::size_t, std::size_t> compare(const std::string& paper, const yun2020b::Parameters& parameters, const std::string& with, std::uint64_t seed, std::size_t count) {
  const RunRequest literal = request_of(paper, parameters, with, "literal");
  const SweepSystem system(*literal.sweep, parameters, literal.overrides);
  const Pattern attended = system.attended();
  IncreasingRun run(system, attended);
  AboutLayers random(seed);
  std::vector<claim::Entry> entries;
  for (std::size_t i = 0; i < count; ++i) entries.push_back(entry_of(paper, i, random.formula("where sorted(H) = 1 and category(H) = 1")));
  std::size_t shown = 0, holds = 0;
  for (const ClaimResult& claim : decide_run(literal, entries).claims) {
    const bool answer = run.show(claim::formal_of(*claim.entry, system.names())).holds;
    INFO(paper << " " << parameters.n << " " << parameters.d << " " << parameters.D << " " << with << " " << *claim.entry->formal << " " << name_of(claim.verdict) << " " << claim.explanation);
    REQUIRE((claim.verdict == Verdict::verified || !answer));
    holds += claim.verdict == Verdict::verified;
    shown += answer;
  }
  return {shown, holds};
}

}  // namespace

TEST_CASE("symbolic increasing: of random formulas about layers of the sweep none is shown that is false") {
  std::size_t shown = 0, holds = 0;
  std::uint64_t seed = 0;
  for (const std::string paper : {"yun2020a", "sparsebert"}) {
    for (const char* change : {"", "", "c=3", "shift=2", "shift=1", "E.2=1", "drop=2"}) {
      for (const yun2020b::Parameters& parameters : {yun2020b::Parameters{3, 1, 4}, {2, 1, 3}, {3, 2, 2}, {3, 1, 3}}) {
        const auto [some, all] = compare(paper, parameters, change, ++seed, 60);
        shown += some;
        holds += all;
      }
    }
  }
  INFO(shown << " of " << holds << " shown");
  CHECK(2 * shown > holds);
}
