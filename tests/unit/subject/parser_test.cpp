// The grammar of construction files is that of claims and more: what claims refuse to read is
// refused here too, what they read is read.
#include <catch2/catch.hpp>

#include <filesystem>
#include <random>

#include "claim/claim.hpp"
#include "claim/entry.hpp"
#include "subject/construction_file.hpp"
#include "subject/term.hpp"
#include "support/rounds.hpp"

namespace parser_test {

using namespace hardmax;

namespace {

bool claims_read(const std::string& text) {
  static const claim::Vocabulary vocabulary;
  try {
    claim::Formula::parse(text, vocabulary);
  } catch (const claim::TypeError&) {
    // It has been read up to a word that means something else.
  } catch (const claim::SyntaxError&) {
    return false;
  }
  return true;
}

bool terms_read(const std::string& text) {
  try {
    subject::read_formula(text);
  } catch (const subject::TermError&) {
    return false;
  }
  return true;
}

}  // namespace

TEST_CASE("parser: every formal of the corpus without real numbers is read as a term") {
  std::size_t read = 0;
  for (const claim::Entry& e :
       claim::load_entries(std::filesystem::path(HARDMAX_ROOT) / "proofs")) {
    if (!e.formal) continue;
    const bool reals = e.formal->find("nonneg") != std::string::npos ||
                       e.formal->find("positive") != std::string::npos ||
                       e.formal->find(" real") != std::string::npos;
    if (reals) continue;
    INFO(e.id << ": " << *e.formal);
    CHECK(terms_read(*e.formal));
    CHECK(terms_read(e.domain));
    ++read;
  }
  CHECK(read > 300);
}

TEST_CASE("parser: precedence is that of claims") {
  const auto shape = [](const std::string& text) {
    // A term as a text with all parentheses.
    const auto write = [](const auto& self, const subject::Term& t) -> std::string {
      using Kind = subject::Term::Kind;
      const auto part = [&](std::size_t i) { return self(self, *t.parts[i]); };
      switch (t.kind) {
        case Kind::integer: return t.number.str();
        case Kind::name: return t.name;
        case Kind::negate: return "(-" + part(0) + ")";
        case Kind::add: return "(" + part(0) + "+" + part(1) + ")";
        case Kind::subtract: return "(" + part(0) + "-" + part(1) + ")";
        case Kind::multiply: return "(" + part(0) + "*" + part(1) + ")";
        case Kind::divide: return "(" + part(0) + "/" + part(1) + ")";
        case Kind::power: return "(" + part(0) + "^" + part(1) + ")";
        case Kind::implication: return "(" + part(0) + "=>" + part(1) + ")";
        case Kind::disjunction: return "(" + part(0) + "|" + part(1) + ")";
        case Kind::conjunction: return "(" + part(0) + "&" + part(1) + ")";
        case Kind::negation: return "(!" + part(0) + ")";
        default: return "?";
      }
    };
    return write(write, *subject::read_formula(text));
  };
  CHECK(shape("a - b - c*d/e") == "((a-b)-((c*d)/e))");
  CHECK(shape("-a^-b^c") == "(-(a^(-(b^c))))");
  CHECK(shape("a^b^c") == "(a^(b^c))");
  CHECK(shape("-a*b") == "((-a)*b)");
  CHECK(shape("a implies b implies c or d and not e") == "(a=>(b=>(c|(d&(!e)))))");
}

TEST_CASE("parser: texts with random tokens are read by neither, or by both") {
  const std::vector<std::string> tokens = {
      "n",   "d",      "1",      "2",       "(",      ")",    "{",      "}",    ",",
      "+",   "-",      "*",      "/",       "^",      "<=",   "=",      "<",    ":",
      "..",  "forall", "exists", "sum(",    "max(",   "min(", "k",      "in",   "1..n",
      "and", "or",     "not",    "implies", "union(", "let",  "inputs", "true", "where"};
  std::mt19937_64 random(7);
  std::size_t good = 0;
  for (int round = 0; round < testing::rounds(20'000); ++round) {
    std::string text;
    const std::size_t length = 1 + random() % 7;
    for (std::size_t i = 0; i < length; ++i) text += tokens[random() % tokens.size()] + " ";
    INFO(text);
    // Claims find types while they read: what they refuse for a type may not have been read to its
    // end.
    const bool claims = claims_read(text), terms = terms_read(text);
    if (terms) {
      CHECK(claims);
      ++good;
    }
  }
  CHECK(good > 0);
}

TEST_CASE("parser: what construction files have besides") {
  for (const char* good : {"[a, b]", "row(r in 1..d: D^(r - 1))", "columns(k in 1..n: e(k))",
                           "attend(l in 1..3: l, [l, 1], Z(1), minus_abs)", "R2.out(H, r, k)",
                           "plant(H, k).f(H)(1, 2)", "f(H)(1, k)", "row + column"}) {
    INFO(good);
    CHECK(terms_read(good));
  }
  for (const char* wrong : {"[]", "a.b.c", "row(r in 1..2: 1, 2)", "attend(l in S: 1)", "f()",
                            "sum(1, 2)", "(1..2", "1.5", "a b", "x in real", "{1,}", "[1,]"}) {
    INFO(wrong);
    if (std::string(wrong) != "x in real") CHECK_FALSE(terms_read(wrong));
  }
}

}  // namespace parser_test
