// Certificates of kind "general": arguments for all n, d, D, p, s.
#include <catch2/catch.hpp>

#include "altered.hpp"
#include "support.hpp"
#include "support/rounds.hpp"

namespace general_test {

using namespace hardmax::check;
using namespace check_test;

namespace {

std::string entry(const std::string& id, const std::string& formal, const std::string& more = "",
                  const std::string& domain = "n >= 2") {
  return "[[claim]]\nid = \"yun2020b." + id +
         "\"\nsource = \"test\"\nkind = \"printed\"\nwords = \"test\"\ndomain = \"" + domain +
         "\"\n" + more + "formal = \"" + formal + "\"\ntruth = \"open\"\n\n";
}

const std::string source =
    entry("a.signs", "(n-1)*Delta + D^(d-1) - delta < n*D^d") +
    entry("b.sum", "sum(i in 1..n: i) = n*(n+1)/2") +
    entry("c.start", "forall H in inputs: z(H, 1) >= 0") +
    entry("d.up", "forall H in inputs, i in 2..n: z(H, i) = z(H, i-1) + D^i and z(H, i) != 7") +
    entry("e.rises", "forall H in inputs, i in 1..n: z(H, i) >= 0");

struct Proof {
  std::string id, induction;
  std::vector<std::string> by, given;
};
const std::string gauss = "forall m in 0..n: sum(i in 1..m: i) = m*(m+1)/2",
                  rises = "forall H in inputs, i in 1..n: z(H, i) >= 0";
const std::vector<Proof> right = {
    {"a.signs", "", {}, {}},
    {"b.sum", gauss, {"step hypothesis", "end statement at m = n"}, {}},
    {"e.rises",
     rises,
     {"base yun2020b.c.start", "step hypothesis", "step yun2020b.d.up part 1 at i = i + 1"},
     {"c.start", "d.up"}}};

Entries read_all(const std::string& text) {
  Entries out;
  read_entries(text, "test.toml", out);
  return out;
}

std::string certificate(const Entries& entries, const std::vector<Proof>& proofs) {
  std::string out =
      R"({"format":"hardmax-cert","version":"3.0","kind":"general","construction":"yun2020b","arguments":[)";
  for (const Proof& p : proofs) {
    out += (&p == proofs.data() ? "" : ",") + std::string(R"({"id":"yun2020b.)") + p.id +
           R"(","induction":")" + p.induction + R"(","by":[)";
    for (std::size_t i = 0; i < p.by.size(); ++i) out += (i ? ",\"" : "\"") + p.by[i] + "\"";
    out += R"(],"given":[)";
    for (std::size_t i = 0; i < p.given.size(); ++i) {
      out += (i ? "," : "") + std::string(R"({"id":"yun2020b.)") + p.given[i] + R"(","sha256":")" +
             sha256(binding_text(entries.at("yun2020b." + p.given[i]))) + "\"}";
    }
    out += "]}";
  }
  out += R"(],"only":"","claims":[)";
  bool first = true;
  for (const auto& [id, e] : entries) {
    const auto p = std::find_if(proofs.begin(), proofs.end(),
                                [&, id = id](const Proof& x) { return "yun2020b." + x.id == id; });
    const bool proved = p != proofs.end();
    out += (first ? "" : ",") + std::string(R"({"id":")") + id + R"(","sha256":")" +
           sha256(binding_text(e)) + R"(","verdict":")" + (proved ? "proved" : "undecided") +
           R"(","tier":")" + (proved ? "symbolic" : "none") + R"(","evidence":")" +
           (!proved                ? "none"
            : p->induction.empty() ? "signs"
                                   : "induction") +
           R"(","reason":")" +
           (!proved            ? "not covered"
            : p->given.empty() ? ""
                               : "given") +
           R"(","witness":{}})";
    first = false;
  }
  return out + "]" + end_of_certificate(entries);
}

int code(const std::vector<Proof>& proofs, const std::string& text = source) {
  const Entries entries = read_all(text);
  return check_certificate(certificate(entries, proofs), entries).code;
}

// Whether a certificate says of every claim what another one says, from the same claims.
bool says_the_same(const Json& a, const Json& b) {
  if (written(member(a, "claims", Json::Kind::array, "")) !=
      written(member(b, "claims", Json::Kind::array, "")))
    return false;
  const Json &of_a = member(a, "arguments", Json::Kind::array, ""),
             &of_b = member(b, "arguments", Json::Kind::array, "");
  if (of_a.items.size() != of_b.items.size()) return false;
  for (std::size_t i = 0; i < of_a.items.size(); ++i)
    for (const auto& [key, kind] :
         {std::pair{"id", Json::Kind::string}, std::pair{"given", Json::Kind::array}})
      if (written(member(of_a.items[i], key, kind, "")) !=
          written(member(of_b.items[i], key, kind, "")))
        return false;
  return true;
}

}  // namespace

TEST_CASE(
    "general: with any string altered a certificate is rejected, or shows the same claims from the "
    "same ones",
    "[full]") {
  const Entries entries = read_all(source);
  const Json original = read_json(certificate(entries, right));
  Json altered_one = original;
  int rejected = 0;
  for (Json* leaf : leaves(altered_one)) {
    const std::string before = leaf->text;
    for (const std::string& other : altered(before)) {
      if (other == before) continue;
      leaf->text = other;
      CAPTURE(before, other);
      const Report report = check_certificate(written(altered_one), entries);
      if (report.code == 1 || is_about_other_claims(report)) {
        ++rejected;
      } else {
        REQUIRE(says_the_same(altered_one, original));
      }
    }
    leaf->text = before;
  }
  CHECK(rejected > testing::met(1000));
}

TEST_CASE("general: 10,000 random changes, none accepted that says something else", "[full]") {
  const Entries entries = read_all(source);
  const std::string text = certificate(entries, right);
  const Json original = read_json(text);
  std::mt19937_64 random(20261128);
  for (int i = 0; i < testing::rounds(10000); ++i) {
    const std::string other = mutated(text, random);
    CAPTURE(i, other);
    const Report report = check_certificate(other, entries);
    if (report.code != 1 && !is_about_other_claims(report))
      REQUIRE(says_the_same(read_json(other), original));
  }
}

TEST_CASE(
    "general: arguments that go through are accepted; what they are given and what has none is "
    "named") {
  const Entries entries = read_all(source);
  const Report report = check_certificate(certificate(entries, right), entries);
  CHECK(report.code == 3);
  REQUIRE(report.lines.size() == 4);
  CHECK(report.lines[2] ==
        "incomplete: claim yun2020b.e.rises: given yun2020b.c.start, yun2020b.d.up");
  CHECK(code({{"a.signs", "", {}, {}}}, entry("a.signs", "n*D > 3")) == 0);
  // Given a claim that is proved outright, a claim is too.
  const std::string both = entry("a", "n^2 >= 4") + entry("b", "2*n^2 >= 8");
  CHECK(code({{"a", "", {}, {}}, {"b", "", {"end yun2020b.a"}, {"a"}}}, both) == 0);
}

TEST_CASE(
    "general: an argument that does not go through, or is not the one that is stated, is "
    "rejected") {
  const auto with = [&](std::size_t i, const Proof& proof) {
    std::vector<Proof> proofs = right;
    proofs[i] = proof;
    return code(proofs);
  };
  CHECK(with(1, {"b.sum", "", {}, {}}) == 1);
  CHECK(with(1, {"b.sum", gauss, {"end statement at m = n"}, {}}) == 1);
  CHECK(with(1, {"b.sum", gauss, {"step hypothesis"}, {}}) == 1);
  CHECK(with(1, {"b.sum", gauss, {"step hypothesis", "end statement at m = n + 1"}, {}}) == 1);
  CHECK(with(1, {"b.sum", gauss, {"step hypothesis", "end statement at m = n/2"}, {}}) == 1);
  CHECK(with(1, {"b.sum", gauss + " + 1", {"step hypothesis", "end statement at m = n"}, {}}) == 1);
  CHECK(with(1, {"b.sum", "n >= 2", {"step hypothesis", "end statement at m = n"}, {}}) == 1);
  CHECK(with(1, {"b.sum", gauss, {"step hypothesis", "end statement at m = n"}, {"c.start"}}) == 1);
  const std::vector<std::string> given = {"c.start", "d.up"};
  for (const char* line :
       {"step yun2020b.d.up part 1", "step yun2020b.d.up part 1 at i = i + 2",
        "step yun2020b.d.up part 2 at i = i + 1", "step yun2020b.d.up part 3 at i = i + 1",
        "step yun2020b.c.start", "step yun2020b.none", "step yun2020b.e.rises",
        "step yun2020b.d.up part 0", "step yun2020b.d.up at", "step yun2020b.d.up at i = (",
        "later yun2020b.d.up", "step yun2020b.d.up part 1 more"}) {
    INFO(line);
    CHECK(with(2, {"e.rises", rises, {"base yun2020b.c.start", "step hypothesis", line}, given}) ==
          1);
  }
  CHECK(with(2, {"e.rises",
                 rises,
                 {"base yun2020b.c.start", "step hypothesis",
                  "step yun2020b.d.up part 1 at i = i + 1"},
                 {"c.start"}}) == 1);
  CHECK(with(2, {"e.rises",
                 rises,
                 {"step hypothesis", "step yun2020b.d.up part 1 at i = i + 1"},
                 {"d.up"}}) == 1);
  CHECK(with(2, {"a.signs", "", {}, {}}) == 1);  // twice
  CHECK(code({right[1], right[0]}) == 1);        // order
  CHECK(code({{"f.none", "", {}, {}}}) == 1);
  // A used claim is made where this one is, and needs no more.
  const auto with_source = [&](const std::string& from, const std::string& to) {
    std::string text = source;
    text.replace(text.find(from), from.size(), to);
    return code(right, text);
  };
  CHECK(with_source("id = \"yun2020b.c.start\"\nsource = \"test\"\nkind = \"printed\"\nwords = "
                    "\"test\"\ndomain = \"n >= 2\"",
                    "id = \"yun2020b.c.start\"\nsource = \"test\"\nkind = \"printed\"\nwords = "
                    "\"test\"\ndomain = \"n >= 3\"") == 1);
  CHECK(with_source("z(H, 1) >= 0\"", "z(H, 1) >= -1\"") == 1);
  CHECK(with_source("z(H, i-1) + D^i", "z(H, i-1) - D^i") == 1);
  CHECK(with_source("i in 2..n", "i in 3..n") == 1);
}

TEST_CASE("general: what is false somewhere is not accepted as proved") {
  for (const char* formal :
       {"n >= 3", "D^d > D", "s >= 2", "D^d >= n", "n*D <= 1000000", "Delta < D^(d-1) + 1/2",
        "forall i in 1..n-1: i <= s", "forall x in nonneg: x*n > 0", "forall x in real: x*n >= 0",
        "(n-1)*(D-1) >= d", "forall i in 0..n: 1/i > 0", "D^(n-3) >= 1", "(1/2)^n >= 1/1000",
        "n^(1/2) > 0", "sum(i in 1..n: 1) = n + 1", "(forall i in 1..s-1: i < s) and s >= 2",
        "n = n and n > 2", "n in {2, 3}", "true"}) {
    INFO(formal);
    CHECK(code({{"a", "", {}, {}}}, entry("a", formal)) == 1);
  }
  for (const char* formal :
       {"n >= 2", "(2*n)^s = 2^s * n^s and (D^d)^s = D^(d*s)",
        "forall i in 1..s-1: (1 + 1/s)^i <= (1 + 1/s)^(i+1)", "forall i in 1..n: 1/i >= 1/n",
        "forall x in real, y in positive: x < x + y and (x + n)*(x - n) = x*x - n^2"}) {
    INFO(formal);
    CHECK(code({{"a", "", {}, {}}}, entry("a", formal)) == 0);
  }
}

TEST_CASE(
    "general: a name that hides another is not taken for it, and a term has no names of its own") {
  const std::string start = entry("c.start", "forall H in inputs: z(H, 1) >= 0");
  const auto given = [&](const std::string& formal, const std::vector<std::string>& by) {
    return code({{"d", "", by, {"c.start"}}}, start + entry("d", formal));
  };
  CHECK(given("forall H in inputs: 2*z(H, 1) >= 0", {"end yun2020b.c.start"}) == 3);
  CHECK(given("forall H in inputs: let x = z(H, 1): forall H in inputs: z(H, 1) = x",
              {"end yun2020b.c.start"}) == 1);
  CHECK(given("forall H in inputs: z(H, 1) >= 0 and (forall H in inputs: z(H, 1) >= 0)",
              {"end yun2020b.c.start"}) == 1);
  // gamma(n + 1) is undefined
  const std::string up = entry("b", "forall i in 1..n: i >= 1"),
                    bad = "forall i in 1..n: gamma(n + 1) = gamma(n + 1)";
  CHECK(code({{"c", "", {"end yun2020b.b at i = i"}, {"b"}}}, up + entry("c", bad)) == 1);
  CHECK(code({{"c", "", {"end yun2020b.b at i = i + 0*gamma(n + 1)"}, {"b"}}},
             up + entry("c", bad)) == 1);
}

TEST_CASE("general: an argument that takes too long is not followed to its end", "[full]") {
  std::string sums = "1", names, product = "1";
  for (int i = 0; i < 20; ++i) sums = "sum(a in 1..64: " + sums + ")";
  for (int i = 0; i < 30; ++i)
    names += (i > 0 ? ", x" : "x") + std::to_string(i) + " in 1..n",
        product += "*x" + std::to_string(i);
  for (const std::string& statement :
       {"forall i in 1..n: " + sums + " >= 0", "forall " + names + ": " + product + " >= 1"})
    CHECK(code({{"a", statement, {"end statement"}, {}}}, entry("a", "n >= 2")) != 0);
}

}  // namespace general_test
