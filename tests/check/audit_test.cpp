// verify-check --audit: some chunks of a run of 625 inputs, which are three chunks, 0..255,
// 256..511 and 512..624.
#include <catch2/catch.hpp>
#include <set>

#include "check/construction.hpp"
#include "support.hpp"

namespace audit_test {

using namespace hardmax::check;
using namespace check_test;

namespace {

// The inputs 300, 305, ..., 320 (2 2 r 0), all of the second chunk, are where `middle`, and what is
// built on it, says something else than elsewhere.
const std::string middle = "G(H, 1, 1) = 2/5 and G(H, 1, 2) = 2/5 and G(H, 1, 4) = 0";

struct Stated {
  std::string id, formal, verdict, reason = "", at = "";  // at: the witness
};
const Stated all{"yun2020b.a.all", "forall H in inputs: id(H, 1) > 0", "verified"};
const Stated not_all{"yun2020b.a.not_all", "forall H in inputs: not (" + middle + ")", "refuted",
                     "", "H=2 2 0 0"};
const Stated not_vacuous{"yun2020b.a.not_vacuous",
                         "forall H in inputs: " + middle + " implies id(H, 1) > 0", "verified"};
const Stated together{"yun2020b.a.together", "distinct(H in inputs, k in 1..n: id(H, k))",
                      "verified"};
const Stated undefined{"yun2020b.a.undefined",
                       "forall H in inputs: not (" + middle + ") or 1/0 = 1", "error", "undefined"};
const std::vector<Stated> right = {all, not_all, not_vacuous, together, undefined};

struct Totals {
  std::string inputs = "625", ids = "2500", distinct = "2500", digest = "8abbb241ab96e1f0";
};

Report check(const std::vector<Stated>& claims, const Totals& totals, const Audit& audit,
             const std::string& overrides = "", const std::string& c = "50000") {
  Entries entries;
  std::string elements;
  for (const Stated& s : claims) {
    std::string toml =
        "[[claim]]\nid = \"" + s.id +
        "\"\nsource = \"test\"\nkind = \"printed\"\nwords = \"w\"\ndomain = \"true\"\nformal = \"" +
        s.formal + "\"\ntruth = \"open\"\n";
    read_entries(toml, "test", entries);
    const std::string witness =
        s.at.empty() ? "{}"
                     : "{\"at\":[\"" + s.at +
                           "\"],\"other\":[],\"lhs\":\"\",\"relation\":\"false\",\"rhs\":\"\"}";
    const bool decided = s.verdict == "verified" || s.verdict == "refuted";
    elements += (elements.empty() ? "" : ",") + ("{\"id\":\"" + s.id) + "\",\"sha256\":\"" +
                sha256(binding_text(entries.at(s.id))) + "\",\"verdict\":\"" + s.verdict +
                "\",\"tier\":\"" +
                (s.verdict == "verified" ? "exhaustive"
                 : decided               ? "witness"
                                         : "none") +
                "\",\"evidence\":\"" + (decided ? "replay" : "none") + "\",\"reason\":\"" +
                s.reason + "\",\"witness\":" + witness + "}";
  }
  const std::string rows = R"(["1 2 3","1 2 3 4","1 2 3 4","2 3 4"],["1 3","2 4","1 3","2 4"])";
  return check_certificate(
      R"({"format":"hardmax-cert","version":"3.0","kind":"run","run":{"construction":"yun2020b","n":"4","d":"1","D":"5","pattern":[)" +
          rows + R"(],"target":"identity","overrides":[)" + overrides +
          R"(]},"derived":{"gamma":"1 2 3 4","l":"1 1 1","s":"2","E":"3 0 1 2","c":")" + c +
          R"(","layers":"32"},"totals":{"inputs":")" + totals.inputs + R"(","ids":")" + totals.ids +
          R"(","distinct_ids":")" + totals.distinct + R"(","digest":")" + totals.digest +
          R"("},"only":"yun2020b.a.","claims":[)" + elements + "]" + end_of_certificate(entries),
      entries, audit);
}

// The codes of 40 audits of one chunk.
std::multiset<int> codes(const std::vector<Stated>& claims, const Totals& totals = {}) {
  std::multiset<int> out;
  for (int seed = 0; seed < 40; ++seed)
    out.insert(check(claims, totals, {1, std::to_string(seed)}).code);
  return out;
}

Stated with(Stated claim, const std::string& verdict, const std::string& reason = "",
            const std::string& at = "") {
  claim.verdict = verdict, claim.reason = reason, claim.at = at;
  return claim;
}

}  // namespace

TEST_CASE("audit: of a certificate that is right, 3 and never 0") {
  REQUIRE(check(right, {}, {}).lines.size() == 1);
  CHECK(check(right, {}, {})
            .lines[0]
            .find("accepted: 1 error, 1 refuted, 3 verified, 625 inputs executed; yun2020b, n = 4, "
                  "d = 1, D = 5, ") == 0);
  for (const std::uint64_t chunks : {1, 2, 3, 4, 999999999}) {
    const Report report = check(right, {}, {chunks, "s"});
    CHECK(report.code == 3);
    CHECK(report.lines.front().find("incomplete: an audit of ") == 0);
    CHECK(report.lines.back().find("no difference found: ") == 0);
    CHECK((report.lines.back().find(", 625 inputs executed") != std::string::npos) ==
          (chunks >= 3));
    CHECK((report.lines.size() == 3) ==
          (chunks < 3));  // all inputs are enough for what speaks of all of them
  }
  CHECK(check(right, {}, {1, ""}).lines.front().find("seed ") + 5 + 64 ==
        check(right, {}, {1, ""}).lines.front().size());
  CHECK(codes(right).count(3) == 40);
}

TEST_CASE("audit: what is not so in one chunk is found where that chunk is drawn, and only there") {
  const std::vector<std::pair<const char*, Stated>> wrong = {
      {"a claim that is false there", with(not_all, "verified")},
      {"a witness that is not the first", with(not_all, "refuted", "", "H=3 0 0 0")},
      {"a claim that says something there", with(not_vacuous, "not_checkable", "vacuous")},
      {"a claim that is undefined there", with(undefined, "verified")},
  };
  for (const auto& [name, claim] : wrong) {
    INFO(name);
    const bool always = claim.at == "H=3 0 0 0";  // no witness at all: seen without any chunk
    const std::multiset<int> seen = codes({claim});
    CHECK(seen.count(1) >= (always ? 40 : 5));
    CHECK(seen.count(3) >= (always ? 0 : 5));
    CHECK(seen.size() == seen.count(1) + seen.count(3));
    CHECK(check({claim}, {}, {3, "s"}).code == 1);
  }
  // the second false input: a witness, but not the first; seen in the second chunk alone
  const std::multiset<int> later = codes({with(not_all, "refuted", "", "H=2 2 1 0")});
  CHECK(later.count(1) >= 5);
  CHECK(later.count(3) >= 5);
}

TEST_CASE(
    "audit: what a chunk cannot show is not said, what is stated against it is seen at once") {
  for (const Stated& claim :
       {with(all, "refuted", "", "H=0 0 0 0"), with(all, "refuted", "", "H=5 0 0 0"),
        with(all, "refuted", "", "H=0 0 0"), with(all, "refuted", "", "k=1"),
        with(all, "refuted", "", "H=4 4 4 4 4"), with(all, "not_checkable", "domain"),
        with(all, "not_checkable", "hypothesis yun2020b.A1"), with(all, "undecided", "x"),
        with(all, "proved"), with(all, "not_checkable", "vacuous")}) {
    INFO(claim.verdict << " " << claim.reason << " " << claim.at);
    CHECK(codes({claim}).count(1) == 40);
  }
  CHECK(codes({with(all, "error", "undefined")}).count(3) == 40);  // it may be in another chunk
  CHECK(check({with(all, "error", "undefined")}, {}, {3, "s"}).code == 1);
}

TEST_CASE("audit: totals") {
  Totals totals;
  totals.digest = "8abbb241ab96e1f1";
  CHECK(check(right, totals, {2, "s"}).code == 3);  // it is of all ids
  CHECK(check(right, totals, {3, "s"}).code == 1);
  for (const Totals& wrong : {Totals{"624"}, Totals{"625", "2499"}, Totals{"625", "2500", "2501"},
                              Totals{"625", "2500", "99"}, Totals{"625", "2500", "5001/2"},
                              Totals{"625", "2500", "2500", "8abbb241ab96e1f"}})
    CHECK(codes(right, wrong).count(1) == 40);
}

TEST_CASE("audit: ids that are equal are found where the certificate says that none are") {
  std::multiset<int> seen;
  for (int seed = 0; seed < 20; ++seed)
    seen.insert(check({all}, {}, {1, std::to_string(seed)}, "\"c=1\"", "1").code);
  CHECK(seen.count(1) >= 10);
  CHECK(seen.count(3) + seen.count(1) == 20);
  CHECK(check({all}, {}, {2, "s"}, "\"c=1\"", "1")
            .lines.front()
            .find("rejected: totals.distinct_ids: stated \"2500\", found ") == 0);
}

TEST_CASE("audit: a certificate that executes no inputs is not audited") {
  const auto file = files(root / "certificate/assumption1/accept").front();
  const Report report =
      check_certificate(read(file), load_entries(root / "certificate/assumption1/claims"), {1, ""});
  CHECK(report.code == 3);
  CHECK(report.lines.front().find("nothing was looked at") != std::string::npos);
}

}  // namespace audit_test
