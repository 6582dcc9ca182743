// What is shown of pairs of inputs whose columns increase, and of single ones, against every pair.
#include <fmt/core.h>

#include <map>

#include "discharge/decide.hpp"
#include "discharge/sweep_model.hpp"
#include "discharge/symbolic/increasing.hpp"
#include "support/rounds.hpp"
#include "unit/discharge/support.hpp"

namespace symbolic_pairs_test {

using namespace hardmax;

namespace {

// `#` stands for the condition that the columns of the input increase.
claim::Entry entry(const std::string& paper, std::string formal) {
  for (const char X : {'H', 'K', 'G'}) {
    const std::string mark = fmt::format("#{}", X);
    for (std::size_t at = formal.find(mark); at != std::string::npos; at = formal.find(mark))
      formal.replace(at, 2, fmt::format("sorted({0}) = 1 and category({0}) = 1", X));
  }
  claim::Entry entry;
  static std::size_t number = 0;
  entry.id = fmt::format("{}.test{}", paper, ++number);
  entry.source = "a test";
  entry.words = "A test.";
  entry.domain = "n >= 2";
  entry.formal = formal;
  return entry;
}

struct Run {
  Run(const std::string& of, const Parameters& parameters, const std::vector<std::string>& with)
      : paper(of),
        system({sweep_paper_of(of + "."), false, false}, parameters, overrides_of(with)),
        attended(system.attended()),
        increasing(system, attended) {}
  static Overrides overrides_of(const std::vector<std::string>& with) {
    Overrides overrides;
    for (const std::string& text : with) overrides.add(text);
    return overrides;
  }
  [[nodiscard]] std::vector<ClaimResult> decided(const std::vector<claim::Entry>& entries,
                                                 const std::string& engine) const {
    RunRequest request;
    request.parameters = system.parameters();
    request.sweep = system.choice();
    request.overrides = system.overrides();
    request.paper = paper;
    request.engine = engine;
    request.threads = 1;
    request.totals = false;
    return decide_run(request, entries).claims;
  }
  bool shows(const std::string& formal) {
    return increasing.show(claim::formal_of(entry(paper, formal), system.names())).holds;
  }

  std::string paper;
  SweepSystem system;
  Pattern attended;
  IncreasingRun increasing;
};

class Writer {
 public:
  Writer(std::uint64_t seed, const Parameters& parameters)
      : random_(seed),
        n_(parameters.n),
        q_(power(Rational(parameters.D), Rational(parameters.d))) {}

  std::string formula() {
    static const char* const both = "forall H in inputs where #H: forall K in inputs where #K: ";
    switch (below(10)) {
      case 0:
        return fmt::format("distinct(H in inputs where #H{}: {})",
                           below(2) == 0 ? ""
                                         : fmt::format(" and ({} implies {})", premise("H", "H"),
                                                       premise("H", "H")),
                           form("H"));
      case 1:
        return fmt::format(
            "forall K in inputs where #K: distinct(H in inputs where #H: {} + {}*{})", form("H"),
            below(3), form("K"));
      case 2:
        return fmt::format("exists H in inputs where #H: {} {} {}", form("H"), relation(),
                           number());
      case 3:
        return fmt::format("forall H in inputs where #H: exists K in inputs where #K: {} {} {}",
                           form("H"), relation(), form("K"));
      case 4:
        return fmt::format("forall H in inputs where #H: {} in union(j in {}..{}: {{j*delta}})",
                           form("H"), static_cast<int>(below(3)) - 1,
                           below(2) == 0 ? "delta^(-d) - 1" : "delta^(-2*d)");
      case 5:
        return fmt::format("forall H in inputs where #H: mod({}, {}) {} {}", form("H"), modulus(),
                           relation(), below(2) == 0 ? form("H") : number());
      case 6:
        return fmt::format("forall H in inputs, k in 1..n where #H and {}: {}", premise("H", "H"),
                           premise("H", "H"));
      case 7:
        return both + fmt::format("({}) and ({}) implies {}", premise("H", "K"), premise("H", "K"),
                                  premise("H", "K"));
      case 8:
        return both + fmt::format("(forall i in 1..{}: {}) implies {}", n_ - 1, same("z", "i"),
                                  premise("H", "K"));
      default:
        return both + fmt::format("{} implies {}", premise("H", "K"),
                                  below(2) == 0 ? premise("H", "K") : same("z", token()));
    }
  }

 private:
  std::size_t below(std::size_t most) { return random_() % most; }
  std::string token() { return fmt::format("{}", 1 + below(n_)); }
  std::string relation() {
    static const char* const all[] = {"=", "<=", ">=", "<", ">", "!="};
    return all[below(2) == 0 ? 0 : below(6)];
  }
  std::string name(const std::string& X) {
    static const char* const all[] = {"z", "zt", "zt", "id"};
    const char* which = all[below(4)];
    return fmt::format("{}({}, {})", which, X, token());
  }
  std::string form(const std::string& X) {
    const std::string a = name(X);
    switch (below(5)) {
      case 0: return fmt::format("({} - {})", a, name(X));
      case 1: return fmt::format("({} + {}*{})", a, 1 + below(3), name(X));
      default: return a;
    }
  }
  std::string number() {
    const Rational whole =
        below(3) == 0 ? power(q_, Rational(below(3))) - Rational(below(2)) : Rational(below(6));
    return fmt::format("{}*delta", whole.str());
  }
  std::string modulus() {
    const Rational whole =
        below(2) == 0 ? power(q_, Rational(1 + below(3))) : Rational(2 + below(9));
    return below(8) == 0 ? "c*delta" : fmt::format("{}*delta", whole.str());
  }
  std::string same(const std::string& name, const std::string& k) {
    return fmt::format("{0}(H, {1}) = {0}(K, {1})", name, k);
  }
  std::string premise(const std::string& X, const std::string& Y) {
    const std::string a = form(X), b = below(2) == 0 || X == Y ? form(Y) : std::string();
    std::string other = b;
    if (b.empty()) {  // the same of the other
      for (const char c : a) other += c == X[0] ? Y[0] : c;
    }
    switch (below(4)) {
      case 0: {
        const std::string m = modulus();
        return fmt::format("mod({}, {}) = mod({}, {})", a, m, other, m);
      }
      case 1: return fmt::format("{} {} {} + {}", a, relation(), other, number());
      default: return fmt::format("{} {} {}", a, relation(), other);
    }
  }

  std::mt19937_64 random_;
  std::size_t n_;
  Rational q_;
};

struct Tally {
  std::size_t shown = 0, missed = 0, refuted = 0, is_false = 0;
};

Tally compare(Run& run, std::uint64_t seed, std::size_t formulas) {
  Writer writer(seed, run.system.parameters());
  std::vector<claim::Entry> entries;
  for (std::size_t i = 0; i < formulas; ++i) entries.push_back(entry(run.paper, writer.formula()));
  Tally tally;
  const std::vector<ClaimResult> literal = run.decided(entries, "literal"),
                                 symbolic = run.decided(entries, "symbolic");
  for (std::size_t i = 0; i < formulas; ++i) {
    const Verdict is = literal[i].verdict, found = symbolic[i].verdict;
    INFO(run.paper << " " << run.system.parameters().n << " " << run.system.parameters().d << " "
                   << run.system.parameters().D << ": " << *literal[i].entry->formal << ": "
                   << symbolic[i].explanation);
    REQUIRE((found == Verdict::undecided || found == is));
    tally.shown += found == Verdict::verified;
    tally.refuted += found == Verdict::refuted;
    tally.missed += is == Verdict::verified && found != Verdict::verified;
    tally.is_false += is == Verdict::refuted;
  }
  return tally;
}

}  // namespace

TEST_CASE(
    "symbolic pairs: random formulas about two inputs, or one, that are shown hold for every "
    "pair") {
  Run dense("yun2020a", {2, 1, 4}, {}), sparse("sparsebert", {3, 1, 4}, {});
  const Tally a = compare(dense, 1, 60), b = compare(sparse, 2, 40);
  CHECK(a.shown + b.shown > 10);
  CHECK(a.is_false + b.is_false > 20);
}

TEST_CASE("symbolic pairs: more random formulas, of changed networks too", "[full]") {
  Tally all;
  std::uint64_t seed = 10;
  for (const std::string paper : {"sparsebert", "yun2020a"}) {
    for (const std::vector<std::string>& with : std::vector<std::vector<std::string>>{
             {}, {"shift=3"}, {"shift=2"}, {"c=3"}, {"drop=2"}, {"E.1=1"}}) {
      for (const auto& [n, d, D] :
           std::vector<std::array<std::uint64_t, 3>>{{2, 1, 5}, {3, 1, 5}, {3, 2, 2}}) {
        Run run(paper, {n, d, D}, with);
        const Tally here = compare(run, ++seed, testing::rounds(with.empty() ? 150 : 50));
        all.shown += here.shown;
        all.missed += here.missed;
        all.refuted += here.refuted;
        all.is_false += here.is_false;
      }
    }
  }
  WARN(all.shown << " shown, " << all.missed << " true and not shown; " << all.refuted
                 << " refuted of " << all.is_false << " false");
  CHECK(all.shown > testing::met<std::size_t>(300));
  CHECK(all.refuted > testing::met<std::size_t>(100));
}

TEST_CASE("symbolic pairs: an input is no pair") {
  Run run("sparsebert", {3, 1, 4}, {});
  const std::vector<claim::Entry> entries = {
      entry(run.paper,
            "distinct(H in inputs where #H and (z(H, 1) = 0 implies z(H, 2) > z(H, 1)): zt(H, n))"),
      entry(
          run.paper,
          "distinct(H in inputs where #H and (z(H, 1) = 0 implies z(H, 2) > 2*delta): zt(H, n))")};
  for (const ClaimResult& claim : run.decided(entries, "symbolic"))
    CHECK(claim.verdict != Verdict::refuted);
  for (const ClaimResult& claim : run.decided(entries, "literal"))
    CHECK(claim.verdict == Verdict::verified);
}

TEST_CASE("symbolic pairs: value layers of inputs whose columns increase, and of no others") {
  Run run("yun2020a", {3, 1, 4}, {});
  const std::string body =
      "planted_R2(H, k, H, k, 1) = entry(layers(selective_shift) + layers(global_shift), H, 1, k)";
  const std::vector<claim::Entry> entries = {
      entry(run.paper, "forall H in inputs, k in 1..n where #H: " + body),
      entry(run.paper, "forall H in inputs, k in 1..n: " + body),
      entry(run.paper, "forall H in inputs, k in 1..n where sorted(H) = 1: " + body),
      entry(run.paper, "forall H in inputs, k in 1..n where category(H) = 1: " + body)};
  const std::vector<ClaimResult> literal = run.decided(entries, "literal"),
                                 symbolic = run.decided(entries, "symbolic");
  for (std::size_t i = 0; i < entries.size(); ++i) {
    CHECK(literal[i].verdict == (i == 0 ? Verdict::verified : Verdict::error));
    CHECK((symbolic[i].verdict == Verdict::verified) == (i == 0));
  }
}

TEST_CASE("symbolic pairs: what an input is told by") {
  Run five("sparsebert", {5, 1, 6}, {}), four("sparsebert", {4, 1, 5}, {}),
      wide("sparsebert", {4, 1, 6}, {}), two("yun2020a", {2, 1, 4}, {});
  const std::string last = "distinct(H in inputs where #H: zt(H, n))";
  CHECK(five.shows(last));
  CHECK(four.shows(last));
  CHECK_FALSE(wide.shows(last));  // it is false: 2 q = 3 n
  CHECK_FALSE(two.shows("forall K in inputs where #K: distinct(H in inputs where #H: zt(K, n))"));
  CHECK_FALSE(two.shows("distinct(H in inputs where #H: zt(H, n) / (zt(H, n) + z(H, 1) + delta))"));
  CHECK(
      two.shows("forall K in inputs where #K: distinct(H in inputs where #H: zt(H, n) + z(K, 1))"));
  CHECK_FALSE(
      two.shows("forall H in inputs where #H: forall K in inputs where #K: H = K implies z(H, 1) = "
                "z(K, 1) + delta"));
  CHECK_FALSE(
      two.shows("forall H in inputs where #H: forall K in inputs where #K: z(H, 1) > z(H, 2) "
                "implies z(H, 1) = z(K, 1)"));  // it says nothing
  CHECK_FALSE(
      two.shows("forall H in inputs where #H: forall K in inputs where #K: (z(H, 1) = z(K, 1) + "
                "delta and z(H, 1) = z(K, 1)) implies z(H, 2) = z(K, 2)"));
}

}  // namespace symbolic_pairs_test
