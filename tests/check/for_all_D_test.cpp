// Certificates of kind "for-all-D", and the symbolic evaluation behind them.
#include <catch2/catch.hpp>

#include "altered.hpp"
#include "check/evaluate.hpp"
#include "support.hpp"
#include "support/random_formula.hpp"
#include "support/rounds.hpp"

namespace for_all_D_test {

using namespace hardmax::check;
using namespace check_test;

namespace {

std::string entry(const std::string& id, const std::string& domain, const std::string& formal,
                  const std::string& more = "") {
  return "[[claim]]\nid = \"yun2020b." + id +
         "\"\nsource = \"test\"\nkind = \"printed\"\nwords = \"test\"\ndomain = \"" + domain +
         "\"\n" + more +
         (formal.empty() ? "not_checkable = \"words\"\n" : "formal = \"" + formal + "\"\n") +
         "truth = \"open\"\n\n";
}

const std::string source = entry("a.all", "D >= 2", "delta <= 1/2 and Delta < D^d") +
                           entry("b.late", "D >= 2", "(D - 2)*(D - 4) >= -1") +
                           entry("c.false", "D >= 2", "forall i in 1..d: D^i < 25") +
                           entry("d.error", "D >= 2", "1/(D - 2) > 0") +
                           entry("e.none", "n >= 9", "D > 1") + entry("f.words", "D >= 2", "");
const std::string open_source = entry("a.sum", "D >= 2", "sum(i in 1..D: i) > D - 1") +
                                entry("b.more", "D >= 2", "D^1025 > 0 and D^1000000 > 0") +
                                entry("h", "D >= 2", "D > 1") +
                                entry("i", "D >= 2", "s < 2", "needs = [\"yun2020b.h\"]\n");

Entries read_all(const std::string& text) {
  Entries out;
  read_entries(text, "test.toml", out);
  return out;
}

struct Line {
  std::string verdict, tier, evidence, reason, witness = "{}";
};
const std::vector<Line> right = {
    {"proved", "symbolic", "signs from D=2", ""},
    {"proved", "symbolic", "signs from D=3", ""},
    {"refuted", "witness", "D=5", "",
     R"({"at":["i=2"],"other":[],"lhs":"25","relation":"<","rhs":"25"})"},
    {"error", "none", "D=2", "undefined"},
    {"not_checkable", "none", "none", "domain"},
    {"not_checkable", "none", "none", "feature"}};

std::string certificate(
    const Entries& entries, const std::vector<Line>& lines,
    const std::string& fixed = R"({"construction":"yun2020b","n":"3","d":"2","p":"0","s":"0"})") {
  std::string out = R"({"format":"hardmax-cert","version":"3.0","kind":"for-all-D","fixed":)" +
                    fixed + R"(,"only":"","claims":[)";
  std::size_t i = 0;
  for (const auto& [id, e] : entries) {
    const Line& line = lines.at(i++);
    out += (i > 1 ? "," : "") + std::string(R"({"id":")") + id + R"(","sha256":")" +
           sha256(binding_text(e)) + R"(","verdict":")" + line.verdict + R"(","tier":")" +
           line.tier + R"(","evidence":")" + line.evidence + R"(","reason":")" + line.reason +
           R"(","witness":)" + line.witness + "}";
  }
  return out + "]" + end_of_certificate(entries);
}

// n = 3, and one D.
class OneD final : public Model {
 public:
  explicit OneD(std::int64_t D) : D_(D) {}
  std::uint64_t inputs() const override { return 0; }
  std::string input_text(std::uint64_t) const override { return ""; }
  Num number(int name, const Num*, const std::uint64_t*) const override {
    return name == Common::n   ? Num(3)
           : name == Common::d ? Num(2)
           : name == Common::D ? Num(D_)
                               : Num(1) / Num(D_);
  }
  Set set(int, const Num*) const override { throw Unknown{}; }

 private:
  std::int64_t D_;
};

}  // namespace

TEST_CASE("for all D: a certificate that says what the claims give is accepted") {
  const Report report = check_certificate(certificate(read_all(source), right), read_all(source));
  INFO(report.lines.front());
  CHECK(report.code == 0);
}

TEST_CASE("for all D: any other verdict, evidence, reason or witness is rejected") {
  const Entries entries = read_all(source);
  const std::vector<std::string> words = {"",
                                          "proved",
                                          "verified",
                                          "refuted",
                                          "undecided",
                                          "not_checkable",
                                          "error",
                                          "symbolic",
                                          "witness",
                                          "none",
                                          "signs from D=2",
                                          "signs from D=3",
                                          "signs from D=4",
                                          "D=2",
                                          "D=3",
                                          "D=5",
                                          "D=6",
                                          "undefined",
                                          "domain",
                                          "feature",
                                          "not covered",
                                          "hypotheses",
                                          "vacuous"};
  int changes = 0;
  for (std::size_t i = 0; i < right.size(); ++i) {
    for (std::string Line::*part : {&Line::verdict, &Line::tier, &Line::evidence, &Line::reason}) {
      for (const std::string& word : words) {
        std::vector<Line> lines = right;
        if (lines[i].*part == word) continue;
        lines[i].*part = word;
        INFO(i << ": " << word);
        CHECK(check_certificate(certificate(entries, lines), entries).code == 1);
        ++changes;
      }
    }
    std::vector<Line> lines = right;
    lines[i].witness = i == 2 ? "{}" : right[2].witness;
    CHECK(check_certificate(certificate(entries, lines), entries).code == 1);
  }
  CHECK(changes > testing::met(500));
  for (const char* other : {R"({"at":["i=1"],"other":[],"lhs":"25","relation":"<","rhs":"25"})",
                            R"({"at":["i=2"],"other":[],"lhs":"36","relation":"<","rhs":"25"})",
                            R"({"at":["i=2"],"other":[],"lhs":"25","relation":"<=","rhs":"25"})"}) {
    std::vector<Line> lines = right;
    lines[2].witness = other;
    CHECK(check_certificate(certificate(entries, lines), entries).code == 1);
  }
}

TEST_CASE("for all D: the fixed parameters are read strictly, and they matter") {
  const Entries entries = read_all(source);
  const auto code = [&](const std::string& fixed) {
    return check_certificate(certificate(entries, right, fixed), entries).code;
  };
  CHECK(code(R"({"construction":"yun2020b","n":"3","d":"2","p":"1","s":"1"})") ==
        0);  // nothing here speaks of p and s
  for (const char* bad : {R"({"construction":"yun2020c","n":"3","d":"2","p":"0","s":"0"})",
                          R"({"construction":"yun2020b","n":"1","d":"2","p":"0","s":"0"})",
                          R"({"construction":"yun2020b","n":"3","d":"0","p":"0","s":"0"})",
                          R"({"construction":"yun2020b","n":"3","d":"2","p":"0"})",
                          R"({"construction":"yun2020b","n":"3","d":"2","p":"0","s":"0","D":"2"})",
                          R"({"construction":"yun2020b","n":"9","d":"2","p":"0","s":"0"})",
                          R"({"construction":"yun2020b","n":"3","d":"1","p":"0","s":"0"})",
                          R"({"construction":"yun2020b","n":"03","d":"2","p":"0","s":"0"})"}) {
    INFO(bad);
    CHECK(code(bad) == 1);
  }
  CHECK(code(R"({"construction":"yun2020b","n":"65","d":"2","p":"0","s":"0"})") == 3);
}

TEST_CASE("for all D: random changes are rejected") {
  const Entries entries = read_all(source);
  const std::string text = certificate(entries, right);
  // Nothing here speaks of p and s, nor of n below 9, and any prefix asks for all claims.
  const auto plain = [](const std::string& of) {
    Json out = read_json(of);
    for (std::size_t i = 0; i < out.keys.size(); ++i) {
      if (out.keys[i] == "only") out.items[i].text.clear();
      for (std::size_t k = 0; out.keys[i] == "fixed" && k < out.items[i].keys.size(); ++k)
        if (out.items[i].keys[k] == "p" || out.items[i].keys[k] == "s" ||
            (out.items[i].keys[k] == "n" && out.items[i].items[k].text.size() == 1 &&
             out.items[i].items[k].text < "9"))
          out.items[i].items[k].text.clear();
    }
    return out;
  };
  std::mt19937_64 random(11);
  int rejected = 0;
  for (int i = 0; i < testing::rounds(1500); ++i) {
    const std::string now = mutated(text, random);
    INFO("change " << i << ":\n" << now);
    const Report report = check_certificate(now, entries);
    rejected += report.code == 1 || is_about_other_claims(report);
    if (report.code == 0)
      CHECK(rejection([&] { require_equal(plain(now), plain(text), ""); }).empty());
  }
  CHECK(rejected > testing::met(1200));
}

TEST_CASE("for all D: what is not settled is answered with 3, and never as settled") {
  const Entries entries = read_all(open_source);
  const Line open = {"undecided", "none", "none", "not covered"};
  const Line yes = {"proved", "symbolic", "signs from D=2", ""};
  const std::string with_s = R"({"construction":"yun2020b","n":"3","d":"2","p":"0","s":"2"})";
  CHECK(check_certificate(
            certificate(entries, {open, open, yes, {"undecided", "none", "none", "hypotheses"}},
                        with_s),
            entries)
            .code == 3);
  CHECK(check_certificate(certificate(entries, {open, open, yes, open}), entries).code == 3);
  CHECK(check_certificate(certificate(entries, {yes, open, yes, open}), entries).code == 1);
  CHECK(check_certificate(certificate(entries, {open, yes, yes, open}), entries).code == 1);
  CHECK(check_certificate(certificate(entries, {open, open, yes, yes}), entries).code == 1);
  CHECK(check_certificate(
            certificate(entries,
                        {open,
                         open,
                         yes,
                         {"refuted", "witness", "D=2", "",
                          R"({"at":[],"other":[],"lhs":"2","relation":"<","rhs":"2"})"}},
                        with_s),
            entries)
            .code == 1);
}

TEST_CASE(
    "for all D: of random formulas none is found true or false for all D from some D on that is "
    "not so at each of the next 59",
    "[full]") {
  unsigned decided = 0;
  const Vocabulary names = {{{"n", "", Type::Num, Common::n},
                             {"D", "", Type::Num, Common::D},
                             {"delta", "", Type::Num, Common::delta}},
                            {}};
  for (int seed = 1; seed <= testing::rounds(6000); ++seed) {
    const std::string text = test_support::RandomFormula(seed).formula();
    INFO("seed " << seed << ": " << text);
    const Formula formula = parse_formula(text, "test", names);
    const std::int64_t from = 2 + seed % 3;
    Outcome all{Truth::unknown, false};
    try {
      all = evaluator(formula, OneD(0), from)->decide();
    } catch (const Undefined&) {
    } catch (const LimitMet&) {}
    if (all.truth == Truth::unknown) continue;
    ++decided;
    for (std::int64_t D = from; D <= from + 58; ++D) {
      INFO("D = " << D);
      const OneD model(D);
      const Outcome here = evaluator(formula, model)->decide();
      REQUIRE(here.truth == all.truth);
      if (all.truth == Truth::yes && !all.vacuous) REQUIRE(!here.vacuous);
    }
  }
  CHECK(decided > testing::met<unsigned>(1500));
}

}  // namespace for_all_D_test
