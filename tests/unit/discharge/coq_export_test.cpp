// The Coq export. proofs/coq/exports holds what it writes for ten patterns; proofs/coq/check.sh has
// Coq accept those files and refuse tampered ones.
#include <catch2/catch.hpp>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "claim/entry.hpp"
#include "discharge/coq/export.hpp"
#include "exact/atomic_file.hpp"

namespace hardmax::coq_export_test {
namespace {

Pattern made(const std::string& name, std::size_t n,
             std::optional<std::uint64_t> window = std::nullopt) {
  PatternRequest request;
  request.name_or_file = name;
  request.n = n;
  request.window = window;
  return make_pattern(request);
}

// Two layers that no family of Families.v describes.
Pattern hand_made() {
  return Pattern("hand-made", {{{0, 1}, {1, 3}, {0, 2}, {2, 3}}, {{0, 1}, {1, 2}, {2}, {0, 3}}});
}

std::vector<Pattern> ten_patterns() {
  return {
      made("dense", 2),         made("dense", 5),    made("star", 6),      made("strided", 4, 2),
      made("strided", 9, 3),    made("fixed", 6, 3), made("window", 7, 2), made("bigbird", 8, 1),
      made("longformer", 8, 1), hand_made()};
}

const std::vector<claim::Entry>& entries() {
  static const std::vector<claim::Entry> all =
      claim::load_entries(std::string(HARDMAX_ROOT) + "/proofs/yun2020b");
  return all;
}

std::string exported(const Pattern& pattern) {
  const Assumption1 assumption = decide_assumption1(pattern);
  REQUIRE(assumption.holds());
  return coq_export(pattern, assumption, lemma7_claims(entries()));
}

std::string contents(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("coq export: a pattern of a family is stated by its formula") {
  CHECK(coq_formula(made("dense", 5)) == "dense 5");
  CHECK(coq_formula(made("star", 6)) == "star 6");
  CHECK(coq_formula(made("strided", 9, 3)) == "strided 9 3");
  CHECK(coq_formula(made("fixed", 6, 3)) == "fixed 6 3");
  CHECK(coq_formula(made("fixed", 7, 3)) == "fixed 7 3");
  CHECK(coq_formula(made("window", 7, 2)).empty());
  CHECK(coq_formula(hand_made()).empty());
}

TEST_CASE("coq export: one edge more or less takes the formula away") {
  const Pattern strided = made("strided", 6, 2);
  for (std::size_t layer = 0; layer < 2; ++layer) {
    for (Token k = 0; k < 6; ++k) {
      for (Token j = 0; j < 6; ++j) {
        std::vector<std::vector<std::vector<Token>>> rows;
        for (std::size_t a = 0; a < 2; ++a) {
          auto& tokens = rows.emplace_back();
          for (Token i = 0; i < 6; ++i) {
            auto& row = tokens.emplace_back();
            for (Token m = 0; m < 6; ++m) {
              const bool flipped = a == layer && i == k && m == j;
              if (strided.attends(a, i, m) != flipped) row.push_back(m);
            }
          }
        }
        INFO("layer " << layer << " token " << k << " edge " << j);
        CHECK(coq_formula(Pattern("changed", rows)) != "strided 6 2");
      }
    }
  }
}

TEST_CASE("coq export: claims are bound by id, sha256 and formal") {
  const auto claims = lemma7_claims(entries());
  REQUIRE(claims.size() == 3);
  for (const CoqClaim& claim : claims) {
    CHECK(claim.sha256.size() == 64);
    CHECK_FALSE(claim.formal.empty());
    CHECK(exported(made("dense", 2)).find(claim.id + "  sha256 " + claim.sha256) !=
          std::string::npos);
  }
  CHECK(lemma7_claims({}).empty());
}

TEST_CASE("coq export: nothing in a claim or a name can end the comment it stands in") {
  const Pattern pattern("dense *) Axiom a : False. (* \"", {{{0, 1}, {0, 1}}});
  const std::string text = coq_export(pattern, decide_assumption1(pattern),
                                      {{"x *)", "(*\"", "2*(*)*)\nAxiom planted : False.\n(**)*"}});
  std::size_t depth = 0;
  std::string outside;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 2, "(*") == 0) {
      ++depth;
      ++i;
    } else if (text.compare(i, 2, "*)") == 0) {
      REQUIRE(depth > 0);
      --depth;
      ++i;
    } else if (depth == 0) {
      outside += text[i];
    }
  }
  CHECK(depth == 0);
  CHECK(outside.find("Axiom") == std::string::npos);
  CHECK(text.find('"') == std::string::npos);
}

TEST_CASE("coq export: the module name is one that Coq accepts") {
  CHECK(coq_module_name(Pattern("../odd name.json", {{{0, 1}, {0, 1}}})) ==
        "Lemma7____odd_name_json_n2");
}

TEST_CASE("coq export: the ten files under proofs/coq/exports are what it writes") {
  const std::string folder = std::string(HARDMAX_ROOT) + "/proofs/coq/exports/";
  for (const Pattern& pattern : ten_patterns()) {
    const std::string file = folder + coq_module_name(pattern) + ".v";
    INFO(file << ": if the difference is meant, run this test with HARDMAX_WRITE_EXPORTS=1 and "
                 "look at what changed");
    if (std::getenv("HARDMAX_WRITE_EXPORTS") != nullptr)
      write_file_atomically(file, exported(pattern));
    CHECK(contents(file) == exported(pattern));
  }
}

}  // namespace hardmax::coq_export_test
