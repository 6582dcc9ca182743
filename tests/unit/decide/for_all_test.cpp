// Claims for every D, of Big Bird's construction as it works and changed: what is shown is verified
// when every input of a small run is executed, what is called false is refuted there, and a network
// that is not followed shows nothing of inputs.
#include <catch2/catch.hpp>

#include <map>

#include "decide/decide.hpp"
#include "decide/for_all.hpp"
#include "exact/error.hpp"
#include "support/rounds.hpp"

namespace for_all_test {

using namespace hardmax;
using decide::ForAllResult;
using Result = ForAllResult::Claim::Result;

namespace {

const subject::ConstructionFile& bigbird() {
  static const auto file = subject::ConstructionFile::read(std::string(HARDMAX_ROOT) +
                                                           "/proofs/bigbird/construction.toml");
  return file;
}
const std::vector<claim::Entry>& entries() {
  static const auto all = claim::load_entries({std::string(HARDMAX_ROOT) + "/proofs/bigbird"});
  return all;
}

subject::Run opened(std::uint64_t n, std::uint64_t d, std::uint64_t D, const std::string& graph,
                    const std::vector<std::string>& changes) {
  subject::RunSpec spec;
  spec.parameters = {{"n", n}, {"d", d}, {"D", D}};
  spec.variants = {graph};
  spec.changes = changes;
  return subject::Run::open(bigbird(), spec);
}

std::map<std::string, ForAllResult::Claim> for_all(const subject::Run& run, bool every,
                                                   const std::string& only, bool& followed) {
  decide::ForAllRequest request;
  request.run = &run;
  request.only = only;
  if (!every) {
    request.size.clear();
    request.least = 1;
  }
  const ForAllResult found = decide::decide_for_all(request, entries());
  followed = found.network != nullptr;
  std::map<std::string, ForAllResult::Claim> out;
  for (const auto& claim : found.claims) out.emplace(claim.entry->id, claim);
  return out;
}

struct Counts {
  std::size_t shown = 0, false_ones = 0, not_followed = 0;
};

// Of every D, and of the run at each D, beside that run with every input executed.
void check_agrees(std::uint64_t n, std::uint64_t d, const std::string& graph,
                  const std::vector<std::string>& changes, const std::string& only, Counts& counts,
                  std::uint64_t largest_D = 3) {
  bool followed = false;
  const subject::Run least = opened(n, d, 2, graph, changes);
  const auto every = for_all(least, true, only, followed);
  counts.not_followed += followed ? 0 : 1;
  for (std::uint64_t D = 2; D <= largest_D; ++D) {
    const subject::Run run = opened(n, d, D, graph, changes);
    const auto here = for_all(run, false, only, followed);
    decide::Request request;
    request.run = &run;
    request.only = only;
    request.threads = 1;
    for (const ClaimResult& executed : decide::decide(request, entries()).claims)
      for (const auto* claims : {&every, &here}) {
        const auto found = claims->find(executed.entry->id);
        if (found == claims->end()) continue;
        const Result result = found->second.result;
        INFO(n << " " << d << " " << D << " " << graph << " "
               << (changes.empty() ? "" : changes.front()) << ": " << executed.entry->id
               << (claims == &every ? ", of every D" : "") << ": " << name_of(executed.verdict));
        if (result == Result::shown)
          CHECK((executed.verdict == Verdict::verified || executed.reason == "vacuous"));
        if (result == Result::fails) CHECK(executed.verdict == Verdict::refuted);
        if (result == Result::hypothesis) CHECK(executed.verdict == Verdict::not_checkable);
        counts.shown += result == Result::shown;
        counts.false_ones += result == Result::fails;
      }
  }
}

}  // namespace

TEST_CASE("for every D: what is shown is verified on runs, on several graphs") {
  Counts counts;
  for (const char* graph : {"star", "windowed(1)", "complete"})
    check_agrees(2, 1, graph, {}, "bigbird.", counts);
  CHECK(counts.shown > 300);
  CHECK(counts.false_ones > 60);
  CHECK(counts.not_followed == 0);
}

TEST_CASE("for every D: what is shown of changed constructions is verified on runs", "[full]") {
  Counts counts;
  for (const char* change :
       {"L=q", "L=2", "H=1", "H=b - 1", "spread_by=1", "spread_by=T(n)/delta - 1",
        "T(1)=path(1, 0)", "S(2)=path(2, 1) + delta", "E(2)=0", "N(k)=if(k = 0, (1..n), {k})",
        "N(0)={1}", "x0=D", "low_to(1)=1", "in_query=0", "upper=delta", "at_end=1", "finals=1"})
    check_agrees(2, 1, "star", {change}, "bigbird.A.2.2", counts,
                 testing::scale_of_tests() < 1 ? 2 : 3);
  CHECK(counts.shown > 250);
  CHECK(counts.not_followed >= 5);
}

TEST_CASE("for every D: a network that is not followed shows nothing of inputs") {
  for (const char* change : {"E(3)=E(2)", "in_query=0", "T(1)=path(1, 0)", "drop=2"}) {
    bool followed = true;
    const auto found = for_all(opened(3, 1, 2, "star", {change}), true, "bigbird.A.2.2", followed);
    INFO(change);
    CHECK_FALSE(followed);
    for (const auto& [id, claim] : found) {
      INFO(id);
      if (claim.entry->formal && claim.entry->formal->find("in inputs") != std::string::npos)
        CHECK(claim.result != Result::shown);
    }
  }
}

TEST_CASE("for every D: a condition that fails for some D leaves nothing to be followed") {
  bool followed = true;
  for_all(opened(2, 1, 2, "star", {"H=3 - D"}), true, "bigbird.A.2.2.order", followed);
  CHECK_FALSE(followed);
  for_all(opened(2, 1, 2, "star", {"H=D - 1"}), true, "bigbird.A.2.2.order", followed);
  CHECK(followed);
}

}  // namespace for_all_test
