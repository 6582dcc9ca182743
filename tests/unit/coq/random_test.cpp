// Random formals as propositions of Coq: verify and verify-check, which share no code, print the
// same, and what verify-check states has a value on every run.
#include <fmt/core.h>
#include <catch2/catch.hpp>

#include <map>
#include <string>
#include <vector>

#include "check/coq_runs.hpp"
#include "discharge/coq/statement.hpp"
#include "exact/error.hpp"
#include "support/random_formal.hpp"
#include "support/rounds.hpp"

namespace hardmax::random_test {
namespace {

constexpr const char* papers[] = {"yun2020b", "yun2020a", "sparsebert"};
const unsigned number_of_formals = static_cast<unsigned>(testing::rounds(2000));

struct Random {
  unsigned seed;
  claim::Entry entry;
  std::string watched;

  explicit Random(unsigned seed_of) : seed(seed_of) {
    const std::string paper = papers[seed % 3];
    test_support::RandomFormal random(seed, paper);
    entry.id = fmt::format("{}.t{}", paper, seed);
    entry.file = "a test";
    entry.domain = random.domain();
    for (const int part : random.needs())
      entry.needs.push_back(fmt::format("yun2020b.A1.{}", part));
    const test_support::Twice formal = random.formal();
    entry.formal = formal.said;
    watched = formal.watched;
    entry.theorem = "Tiny.t";
  }
  // As verify-check reads it.
  [[nodiscard]] check::Entry read(const std::string& formal) const {
    check::Entry out;
    out.id = entry.id;
    out.domain = entry.domain;
    out.formal = formal;
    out.has_formal = true;
    out.needs = entry.needs;
    out.where = "a test";
    return out;
  }
  [[nodiscard]] std::string shown() const {
    return fmt::format("seed {}\ndomain {}\nformal {}\nwatched {}", seed, entry.domain,
                       *entry.formal, watched);
  }
};

const check::Entries& parts_of_assumption_1() {
  static const check::Entries all = [] {
    check::Entries out;
    check::shipped_proofs() = std::string(HARDMAX_ROOT) + "/proofs";  // for construction files
    const check::Entries corpus =
        check::load_entries(std::string(HARDMAX_ROOT) + "/proofs/yun2020b");
    for (const char* id : {"yun2020b.A1.1", "yun2020b.A1.2", "yun2020b.A1.3"})
      out.emplace(id, corpus.at(id));
    return out;
  }();
  return all;
}

// "": there is no such statement.
std::string by_verify(claim::Entry entry, bool negated) {
  static const std::vector<claim::Entry> corpus =
      claim::load_entries(std::string(HARDMAX_ROOT) + "/proofs/yun2020b");
  entry.record = negated ? claim::Record::fails : claim::Record::holds;
  try {
    return coq_proposition(entry, corpus);
  } catch (const InvalidInput&) {
    return "";
  }
}

std::string by_verify_check(const check::Entry& entry, bool negated) {
  try {
    const std::string file =
        check::coq_statements({{&entry, "Tiny.t", negated}}, parts_of_assumption_1());
    const std::string head =
        fmt::format("Definition {} : Prop :=\n  ", check::coq_identifier(entry.id));
    const std::size_t at = file.find(head) + head.size();
    return file.substr(at, file.size() - at - 2);
  } catch (const check::Rejected& reason) {
    INFO(reason.what());
    REQUIRE(std::string(reason.what()).find("has no counterpart in Coq") != std::string::npos);
    return "";
  }
}

// Nothing is said in it of a term so that it has a value.
bool says_nothing_of_values(const std::string& statement) {
  for (const char* word : {" == 0)", " = 0)", ".greatest ", ".least ", ".sum_where "})
    if (statement.find(word) != std::string::npos) return false;
  return true;
}

}  // namespace

TEST_CASE(
    "coq statement: of random formals verify prints what verify-check prints, and what "
    "verify-check states has its values on small runs",
    "[full]") {
  std::size_t stated = 0, stated_negated = 0, decided = 0;
  std::map<std::string, Random> certain;  // by id: every term has a value wherever it is asked for
  check::Entries entries = parts_of_assumption_1();
  for (unsigned seed = 0; seed < number_of_formals; ++seed) {
    const Random random(seed);
    const check::Entry entry = random.read(*random.entry.formal);
    INFO(random.shown());
    for (const bool negated : {false, true}) {
      const std::string theirs = by_verify_check(entry, negated);
      if (theirs.empty()) continue;
      REQUIRE(by_verify(random.entry, negated) == theirs);
      (negated ? stated_negated : stated) += 1;
      if (!negated && !says_nothing_of_values(theirs)) continue;
      certain.emplace(entry.id, random);
      entries.emplace(entry.id, random.read(random.watched));
    }
  }
  std::vector<std::string> ids;
  constexpr std::size_t most = 40;  // every one is decided on each small run
  for (const auto& [id, random] : certain)
    if (ids.size() < most) ids.push_back(id);
  check::shipped_proofs() = HARDMAX_ROOT "/proofs";
  check::on_small_runs(
      ids, entries, [&](const std::string& id, const std::string& at, const check::Finding& found) {
        INFO(certain.at(id).shown() << "\nat " << at);
        CHECK(found.verdict != "error");
        decided += found.verdict == "verified" || found.verdict == "refuted";
      });
  CAPTURE(stated, stated_negated, certain.size(), decided);
  CHECK(stated >= number_of_formals / 4);
  CHECK(stated_negated >= number_of_formals / 8);
  CHECK(decided >= ids.size());
}

}  // namespace hardmax::random_test
