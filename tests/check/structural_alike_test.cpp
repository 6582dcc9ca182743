// Kind "structural": a claim is what its formula says. By other names, under another id, it is
// shown all the same; what only looks like it is not.
#include <catch2/catch.hpp>

#include "altered.hpp"
#include "check/evaluate.hpp"
#include "support.hpp"

namespace structural_alike_test {

using namespace hardmax::check;
using namespace check_test;

namespace {

const std::filesystem::path folder = root / "certificate/structural";

// An accepted certificate with this claim in place of its own.
Report checked_with(const std::string& base, const std::string& domain,
                    const std::vector<std::string>& needs, const std::string& formal,
                    const std::string& verdict = "", const std::string& reason = "") {
  static const Entries entries = load_entries(folder / "claims");
  Json certificate = read_json(read(folder / "accept" / (base + ".json")));
  const auto string = [](Json& object, const char* key) -> std::string& {
    const auto at = std::find(object.keys.begin(), object.keys.end(), key);
    REQUIRE(at != object.keys.end());
    return object.items[static_cast<std::size_t>(at - object.keys.begin())].text;
  };
  const std::string paper = certificate.find("run")->find("construction")->text;
  Entry entry;
  entry.id = paper + ".own", entry.domain = domain, entry.needs = needs, entry.formal = formal,
  entry.has_formal = true, entry.where = "own";
  Entries with = entries;
  with[entry.id] = entry;
  string(certificate, "only") = paper + ".own";
  std::vector<Json>& claims = part_of(certificate, "claims").items;
  claims.erase(claims.begin() + 1, claims.end());
  string(claims[0], "id") = entry.id, string(claims[0], "sha256") = sha256(binding_text(entry));
  if (!verdict.empty())
    claims[0] = claim_object(claims[0], verdict, "none", "none", reason, Json::object({}));
  bind_again(certificate, with);
  return check_certificate(written(certificate), with);
}

const std::vector<std::string> assumption = {"yun2020b.A1.1", "yun2020b.A1.2", "yun2020b.A1.3"};
const std::string sizes = "n >= 2 and d >= 1 and D >= 2",
                  positional = sizes + " and positional = 1", none = sizes + " and positional = 0",
                  increasing = " where sorted(H) = 1 and category(H) = 1: ";

struct Case {
  std::string base, domain, formal;
  const char* why = "";  // what is false, or without a value, or not what the argument shows
  std::vector<std::string> needs = {};
};

}  // namespace

TEST_CASE(
    "structural: the same statement is shown by any names, white space and brackets, for any "
    "domain that is true of the run") {
  for (const Case& of :
       {Case{"strided", sizes, "forall K in inputs: distinct(k in 1..n: id(K, k))"},
        Case{"strided", sizes, "forall k in inputs :\n distinct(H in 1..n: (id((k), H)))"},
        Case{"strided", sizes, "(forall H in inputs: (distinct(k in 1..n: id(H, k))))", "",
             assumption},
        Case{"strided", "n >= 2", "distinct(x in inputs, y in 1..n: id(x, y))"},
        Case{"strided", "n = 4 and mod(D, 2) = 0", "distinct(x in inputs, y in 1..n: id(x, y))"},
        Case{"strided_every_D", "((n >= 2) and d >= 1 and D >= 2)",
             "distinct(K in inputs, j in 1..n: id(K, j))"},
        Case{"yun2020a", positional,
             "distinct(K in inputs, j in 1..n where category(K) < 3: id(K, j))"},
        Case{"sparsebert_bound", positional,
             "let x = (n - 1)*sum(r in 0..d-1: delta^(-r)) + delta^(-d+1) - delta: c = "
             "x*(delta^(-n*d) + delta^(-d) + 1)/delta and (forall G in inputs, y in 1..n: zt(G, y) "
             "< delta*c)"},
        Case{"increasing_yun2020a_every_D", none,
             "forall K in inputs, i in 2..n where sorted(K) = 1 and category(K) = 1: zt(K, i-1) < "
             "zt(K, i)"}}) {
    const Report report = checked_with(of.base, of.domain, of.needs, of.formal);
    INFO(of.base << " | " << of.domain << " | " << of.formal << " | " << report.lines.front());
    CHECK(report.code == 0);
    const Report asked =
        checked_with(of.base, of.domain, of.needs, of.formal, "undecided", "asked");
    CHECK(asked.code == 3);
    REQUIRE(asked.lines.size() == 2);
    CHECK(asked.lines[1].find("shown: ") == 0);
  }
}

TEST_CASE("structural: what looks like a statement that is shown, and is another one, is not") {
  const std::string own_u = "let u = (n - 1)*sum(i in 0..d-1: delta^(-i)) + delta^(-d+1) - delta: ";
  const std::vector<Case> cases = {
      {"strided", sizes, "distinct(H in inputs, k in 1..n: zt(H, k))",
       "ids after the sweeps are not those after the all-max layers: they do repeat"},
      {"strided", sizes, "distinct(H in inputs, k in 1..n: id(H, 1))",
       "the id of token 1 stands n times for each input"},
      {"strided", sizes, "distinct(H in inputs, k in 1..n, k in 1..n: id(H, k))",
       "every id stands n times: the second k hides the first"},
      {"strided", sizes, "forall H in inputs: distinct(k in 1..n, k in 1..n: id(H, k))",
       "the same, of one input"},
      {"strided", sizes, "forall H in inputs: distinct(H in inputs, k in 1..n: z(H, k))",
       "ids before the sweeps repeat among inputs; the second H hides the first"},
      {"strided", sizes, "distinct(H in inputs, K in inputs, k in 1..n: id(K, k))",
       "every id of K stands for each H"},
      {"strided", sizes, "distinct(H in inputs, k in 1..n: id(H, k) - id(H, k))", "0 throughout"},
      {"strided", sizes, "distinct(H in inputs, k in 1..n: id(H, gamma(1)))",
       "the id of one token"},
      {"strided", sizes, "forall H in inputs: distinct(k in 1..n+1: id(H, k))",
       "there is no token n + 1: no value"},
      {"strided", sizes, "forall H in inputs: distinct(k in 0..n: id(H, k))",
       "there is no token 0: no value"},
      {"strided", sizes, "not (forall H in inputs: distinct(k in 1..n: id(H, k)))", "the opposite"},
      {"strided", sizes, "(exists H in inputs: distinct(k in 1..n: id(H, k))) implies false",
       "the opposite"},
      {"strided", "n >= 5", "distinct(H in inputs, k in 1..n: id(H, k))",
       "not made for four tokens"},
      {"strided", "D >= 3", "distinct(H in inputs, k in 1..n: id(H, k))", "not made for D = 2"},
      {"strided", "1/(n - 4) > 0", "distinct(H in inputs, k in 1..n: id(H, k))",
       "its domain has no value"},
      {"strided", "forall H in inputs: G(H, 1, 1) = 0",
       "distinct(H in inputs, k in 1..n: id(H, k))", "a domain that asks for inputs"},
      {"strided",
       sizes,
       "distinct(H in inputs, k in 1..n: id(H, k))",
       "needs what nobody has shown",
       {"yun2020b.A1.1", "yun2020b.E.2.4.eq10"}},
      {"strided_every_D", "n >= 2 and d >= 1 and D >= 3",
       "distinct(H in inputs, k in 1..n: id(H, k))", "not made for D = 2, which is among every D"},
      {"strided_every_D", "n >= 2 and D >= 2 and d >= 1 or n = 1",
       "distinct(H in inputs, k in 1..n: id(H, k))", "another domain"},
      {"yun2020a", positional, "distinct(H in inputs, k in 1..n where category(H) < 3: zt(H, k))",
       "ids after the sweep repeat among inputs"},
      {"yun2020a", positional, "distinct(H in inputs, k in 1..n where category(H) <= 3: z(H, k))",
       "ids before the sweep repeat among inputs"},
      {"yun2020a", sizes + " and positional = 0",
       "distinct(H in inputs, k in 1..n where category(H) < 3: id(H, k))",
       "made for the network without encodings, where it is false"},
      {"yun2020a", positional,
       "distinct(H in inputs where category(H) < 3: min(j in 1..n: zt(H, j)))",
       "the least id does not tell the input"},
      {"yun2020a", positional,
       "forall H in inputs, j in 1..n-1 where category(H) < 3: zt(H, j) > zt(H, j+1)", "> for <"},
      {"yun2020a", positional,
       "forall H in inputs, j in 1..n-1 where category(H) < 3: z(H, j+1) <= z(H, j)",
       "the sides exchanged"},
      {"yun2020a",
       positional,
       "distinct(H in inputs, k in 1..n where category(H) < 3: id(H, k))",
       "needs a hypothesis that is about another network",
       {"yun2020b.A1.1"}},
      {"sparsebert_bound", positional,
       own_u + "c = u*(delta^(-n*d) + delta^(-d) + 1)/delta and (forall H in inputs, k in 1..n: "
               "zt(H, k) < delta*u)",
       "u for c"},
      {"sparsebert_bound", positional,
       "let c = (n - 1)*sum(i in 0..d-1: delta^(-i)) + delta^(-d+1) - delta: c = c*(delta^(-n*d) + "
       "delta^(-d) + 1)/delta and (forall H in inputs, k in 1..n: zt(H, k) < delta*c)",
       "c is the name that is bound here, not the multiplier"},
      {"sparsebert_bound", positional,
       "let u = (n - 1)*sum(i in 0..d-1: delta^(-i)) + delta^(-d+1) - delta: c = u*(delta^(-n*d) + "
       "delta^(-d) + 1)/delta and (forall H in inputs, n in 1..n: zt(H, n) < delta*u)",
       "n is bound anew"},
      {"sparsebert_order", positional, "forall H in inputs, j in 1..n-1: zt(H, j+1) < zt(H, j)",
       "the tokens exchanged"},
      {"increasing_yun2020a", none,
       "distinct(H in inputs, k in 1..n where category(H) = 1: id(H, k))",
       "with the columns exchanged the ids are the same"},
      {"increasing_yun2020a", none,
       "distinct(H in inputs, k in 1..n where sorted(H) = 1 and category(H) = 2: id(H, k))",
       "inputs with equal columns"},
      {"increasing_yun2020a", none,
       "forall H in inputs, j in 2..n" + increasing + "zt(H, j) < zt(H, j-1)",
       "the tokens exchanged"},
      {"increasing_yun2020a", none,
       "distinct(H in inputs, K in inputs where sorted(H) = 1 and category(H) = 1: zt(H, n))",
       "once for each K"},
      {"increasing_yun2020a_every_D", "n >= 2 and d >= 1 and D >= 2",
       "forall H in inputs, j in 2..n" + increasing + "zt(H, j-1) < zt(H, j)",
       "made for the network with encodings too"},
      {"increasing_sparsebert", none,
       "forall H in inputs" + increasing +
           "forall K in inputs where sorted(K) = 1 and category(K) = 1: (forall j in 1..n: z(K, j) "
           "= z(H, j) + mod(j, 2)*delta) implies zt(K, n) < zt(H, n)",
       "< for ="},
      {"increasing_sparsebert", none,
       "forall H in inputs" + increasing +
           "forall H in inputs where sorted(H) = 1 and category(H) = 1: (forall j in 1..n: z(H, j) "
           "= z(H, j) + mod(j, 2)*delta) implies zt(H, n) = zt(H, n)",
       "the second H hides the first"}};
  for (const Case& of : cases) {
    const Report report = checked_with(of.base, of.domain, of.needs, of.formal);
    INFO(of.base << " | " << of.domain << " | " << of.formal << " | " << of.why << " | "
                 << report.lines.front());
    CHECK(report.code == 1);
    CHECK(report.lines.front().find("that the argument shows other statements") !=
          std::string::npos);
    const Report asked =
        checked_with(of.base, of.domain, of.needs, of.formal, "undecided", "asked");
    CHECK(asked.code == 3);
    REQUIRE(asked.lines.size() == 2);
    CHECK(asked.lines[1].find("not shown: ") == 0);
  }
}

TEST_CASE("language: formulas are the same as trees, by whatever names they bind") {
  const Vocabulary names{{{"n", "", Type::Num, Common::n},
                          {"D", "", Type::Num, Common::D},
                          {"A", "NN", Type::Set, Common::own}},
                         {}};
  const auto same = [&](const char* a, const char* b) {
    return same_formula(parse_formula(a, "a", names), parse_formula(b, "b", names));
  };
  CHECK(same("forall i in 1..n: i <= n", "forall  x in (1)..n : (x <= n)"));
  CHECK(same("forall i in 1..n, j in 1..i: j <= i", "forall j in 1..n, i in 1..j: i <= j"));
  CHECK(same("let u = n + 1: let v = u: v > u", "let v = n + 1: let u = v: u > v"));
  CHECK(same("sum(k in A(1, 2) where k > 1: k) = n", "sum(x in A(1, 2) where x > 1: x) = n"));
  CHECK(same("chain(i in 1..n, j in 1..n: i < j)", "chain(j in 1..n, i in 1..n: j < i)"));
  CHECK(same("chain(i in union(x in 1..n: {x}), j in union(y in 1..n: {y}): i < j)",
             "chain(i in union(z in 1..n: {z}), j in union(z in 1..n: {z}): i < j)"));
  CHECK(same("forall x in positive: x > 0", "forall y in positive: y > 0"));
  for (const auto& [a, b] :
       {std::pair("forall i in 1..n: i <= n", "forall i in 1..n: i < n"),
        std::pair("forall i in 1..n: i <= n", "exists i in 1..n: i <= n"),
        std::pair("forall i in 1..n, j in 1..n: i <= j", "forall i in 1..n, j in 1..n: j <= i"),
        std::pair("forall i in 1..n: forall i in 1..n: i = i",
                  "forall i in 1..n: forall j in 1..n: i = j"),
        std::pair("forall i in 1..n: i <= n", "forall n in 1..n: n <= n"),
        std::pair("n - 1 - 1 = D", "n - (1 - 1) = D"), std::pair("n^2^3 > D", "(n^2)^3 > D"),
        std::pair("n + D > 1", "D + n > 1"), std::pair("let u = n: u > D", "let D = n: n > D"),
        std::pair("forall x in positive: x > 0", "forall x in nonneg: x > 0"),
        std::pair("max(1, n) > D", "min(1, n) > D"), std::pair("n < D or true", "n < D and true"),
        std::pair("forall i in A(1, 2): i > 0", "forall i in subsets(A(1, 2)): card(i) > 0"),
        std::pair("2 > n", "3 > n")}) {
    INFO(a << " and " << b);
    CHECK_FALSE(same(a, b));
  }
}

}  // namespace structural_alike_test
