// What a run shows, as files for Coq. proofs/coq/exports holds some of them, which
// proofs/coq/check.sh has Coq accept, and refuse where they are tampered with.
#include <catch2/catch.hpp>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "claim/entry.hpp"
#include "discharge/coq/run.hpp"
#include "discharge/coq/statement.hpp"
#include "discharge/described.hpp"
#include "exact/atomic_file.hpp"

namespace hardmax::coq_run_test {
namespace {

// As commands have them: claims about networks of files are there for what needs them alone.
const std::vector<claim::Entry>& entries() {
  static const std::vector<claim::Entry> all = [] {
    const auto loaded = claim::load_entries(std::string(HARDMAX_ROOT) + "/proofs");
    return DescribedPapers(loaded).others(loaded);
  }();
  return all;
}

Pattern dense(std::size_t n) {
  PatternRequest request;
  request.name_or_file = "dense";
  request.n = n;
  return make_pattern(request);
}

// A run without claims but those asked for.
struct Run {
  Pattern pattern;
  RunRequest request;
  RunResult result;

  Run(const std::string& paper, const Parameters& parameters, const std::string& only = "",
      bool extended = false, const std::vector<claim::Entry>& claims = entries())
      : pattern(dense(parameters.n)) {
    request.parameters = parameters;
    request.paper = paper;
    request.only = only;
    request.threads = 1;
    if (paper == "yun2020b") {
      request.pattern = &pattern;
      request.pattern_name = "dense";
    } else {
      request.sweep = SweepChoice{sweep_paper_of(paper + "."), false, extended};
    }
    result = decide_run(request, claims);
  }
  Run(const Run&) = delete;
};

std::string contents(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

void compare(const std::optional<CoqFile>& file) {
  REQUIRE(file.has_value());
  const std::string path = std::string(HARDMAX_ROOT) + "/proofs/coq/exports/" + file->name + ".v";
  INFO(path << ": if the difference is meant, run this test with HARDMAX_WRITE_EXPORTS=1 and look "
               "at what changed");
  if (std::getenv("HARDMAX_WRITE_EXPORTS") != nullptr) write_file_atomically(path, file->text);
  CHECK(contents(path) == file->text);
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("coq run: the files of runs under proofs/coq/exports are what it writes") {
  const Run sparse("yun2020b", {2, 2, 2}, "yun2020b.E."),
      three("yun2020b", {3, 1, 2}, "yun2020b.E.2.4.c"),
      two("yun2020b", {2, 1, 2}, "yun2020b.E.2.4.c");
  const Run extended("yun2020a", {2, 1, 2}, "", true),
      others("sparsebert", {3, 1, 3}, "sparsebert.A.2.2");
  for (const auto& [run, refutes] : {std::pair{&sparse, true},
                                     {&extended, true},
                                     {&others, true},
                                     {&three, false},
                                     {&two, false}}) {
    const auto file = coq_refutations(run->request, run->result, entries());
    CHECK(file.has_value() == refutes);
    if (refutes) compare(file);
  }
  compare(coq_digest(two.request, two.result));
  compare(coq_digest(three.request, three.result));
  compare(coq_digest(extended.request, extended.result));
  compare(coq_for_all_D(entries(), "yun2020b.E.", {3, 1, 1, 1}));
  compare(coq_for_all_D(entries(), "yun2020b.F.3", {2, 1, 1, 1}));
}

TEST_CASE(
    "coq run: a refutation states the claim from its entry, and names the inputs of the witness in "
    "units of delta") {
  const Run run("yun2020b", {2, 2, 2}, "yun2020b.E.2.4.eq10");
  const auto file = coq_refutations(run.request, run.result, entries());
  REQUIRE(file.has_value());
  const claim::Entry& entry =
      *std::find_if(entries().begin(), entries().end(),
                    [](const claim::Entry& e) { return e.id == "yun2020b.E.2.4.eq10"; });
  const CoqParts parts = coq_parts(entry, entries());
  CHECK(coq_proposition(entry, entries()) ==
        "~ (forall P : Names.run, " + parts.hypotheses + parts.claim + ")");
  CHECK(has(file->text,
            "Definition yun2020b_E_2_4_eq10 (P : Names.run) : Prop :=\n  " + parts.claim + ".\n"));
  CHECK(has(file->text, "~ (forall P : Names.run, " + parts.hypotheses + "yun2020b_E_2_4_eq10 P)"));
  CHECK(
      has(file->text, "Definition yun2020b_E_2_4_eq10_inputs : list digits := [[[0;1];[0;0]]]%Z."));
  CHECK(has(file->text, "Definition here : Names.run := sparse_run 2 2 2 1 1 A gamma l."));
}

TEST_CASE("coq run: inputs of an orbit and of the extended grid are those that the witness shows") {
  const Run run("yun2020a", {2, 1, 2}, "yun2020a.5.claim2", true);
  const auto file = coq_refutations(run.request, run.result, entries());
  REQUIRE(file.has_value());
  CHECK(has(file->text, "_inputs : list digits := [[[-8];[-8]]; [[-8];[0]]]%Z."));
  const Run sorted("yun2020a", {2, 1, 2}, "yun2020a.B.5.1.order_j.chain1", true);
  CHECK(has(coq_refutations(sorted.request, sorted.result, entries())->text,
            "_inputs : list digits := [[[0];[1]]]%Z."));
}

TEST_CASE("coq run: what Coq cannot state, or cannot execute in some seconds, is left out") {
  const Run stack("yun2020b", {2, 1, 2}, "yun2020b.E.3.stack");
  CHECK(stack.result.claims.size() >= 1);
  CHECK_FALSE(coq_refutations(stack.request, stack.result, entries()).has_value());
  const Run large("yun2020b", {4, 2, 3}, "yun2020b.E.2.4.c");
  CHECK_FALSE(coq_digest(large.request, large.result).has_value());
  CHECK_FALSE(coq_for_all_D(entries(), "yun2020b.E.3.stack", {2, 1, 1, 1}).has_value());
}

TEST_CASE("coq run: a claim of which Coq may have another value than the run is left out") {
  std::vector<claim::Entry> claims(1);
  claims[0].id = "yun2020b.t";
  claims[0].file = "a test";
  claims[0].domain = "n >= 2";
  for (const auto& [formal, written] : {std::pair<const char*, bool>{"n = 3", true},
                                        {"choose(n, 1) = 1", true},
                                        {"choose(n, -1) = 1", false},
                                        {"4^(1/2) = 1", false}}) {
    INFO(formal);
    claims[0].formal = formal;
    const Run run("yun2020b", {2, 1, 2}, "yun2020b.t", false, claims);
    REQUIRE(run.result.claims.at(0).verdict == Verdict::refuted);
    CHECK(coq_refutations(run.request, run.result, claims).has_value() == written);
  }
  claims[0].formal = "D + 4^(1/2) >= 4";
  CHECK_FALSE(coq_for_all_D(claims, "", {2, 1, 1, 1}).has_value());
  claims[0].formal = "D + 4^1 >= 4";
  CHECK(coq_for_all_D(claims, "", {2, 1, 1, 1}).has_value());
}

TEST_CASE("coq run: a claim for every D speaks of p and s only where its formula does") {
  const auto file = coq_for_all_D(entries(), "yun2020b.E.2.4.", {4, 1, 2, 2});
  REQUIRE(file.has_value());
  CHECK(file->name == "ForAllD_n4_d1_p2_s2");
  CHECK(has(file->text,
            "Theorem yun2020b_E_2_4_Delta_for_all_D : forall P : Names.run, Names.tokens P = 4%nat "
            "-> Names.rows P = 1%nat -> Names.well_formed P -> yun2020b_E_2_4_Delta P."));
}

}  // namespace hardmax::coq_run_test
