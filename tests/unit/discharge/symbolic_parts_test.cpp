// Runs that are followed in parts, against every input by itself.
#include <fmt/core.h>

#include <map>

#include "discharge/decide.hpp"
#include "discharge/sweep_model.hpp"
#include "discharge/symbolic/increasing.hpp"
#include "discharge/symbolic/pass.hpp"
#include "support/rounds.hpp"
#include "unit/discharge/support.hpp"

namespace symbolic_parts_test {

using namespace hardmax;

namespace {

struct Encoded {
  Encoded(const std::string& paper, const Parameters& parameters,
          const std::vector<std::string>& with)
      : system({sweep_paper_of(paper + "."), true, false}, parameters, overrides_of(with)),
        attended(system.attended()),
        staged(staged_run(system, attended)),
        parts(staged) {}
  static Overrides overrides_of(const std::vector<std::string>& with) {
    Overrides overrides;
    for (const std::string& text : with) overrides.add(text);
    return overrides;
  }
  SweepSystem system;
  Pattern attended;
  StagedRun staged;
  SymbolicParts parts;
};

bool within(const std::vector<Rational>& input, const SymbolicParts::Box& box) {
  for (std::size_t i = 0; i < box.size(); ++i) {
    if (input[i] < box[i].low || box[i].high < input[i]) return false;
  }
  return true;
}

// Every input is in one part, whose nodes are what the literal run of it comes to, or by itself.
void compare(const std::string& paper, const Parameters& parameters,
             const std::vector<std::string>& with, std::size_t parts, std::size_t alone) {
  INFO(paper << " " << parameters.n << " " << parameters.d << " " << parameters.D
             << (with.empty() ? "" : " " + with[0]));
  const Encoded run(paper, parameters, with);
  REQUIRE(run.parts.complete());
  CHECK(run.parts.parts().size() == parts);
  CHECK(run.parts.alone().size() == alone);
  const auto view = run.system.open(1);
  const Grid grid = run.system.inputs();
  for (std::uint64_t g = 0; g < *grid.size64(); ++g) {
    std::vector<Rational> input, digits;
    for (const std::uint64_t entry : grid.input(g)) input.emplace_back(entry);
    for (std::size_t k = 0; k < parameters.n; ++k)
      digits.push_back(
          column_id(std::span(input).subspan(k * parameters.d, parameters.d), parameters.D));
    std::size_t found = static_cast<std::size_t>(
        std::count(run.parts.alone().begin(), run.parts.alone().end(), input));
    for (const SymbolicParts::Part& part : run.parts.parts()) {
      if (!within(input, part.box)) continue;
      ++found;
      REQUIRE(part.run->followed());
      std::vector<Rational> values;
      for (const SymbolicRun::Node& node : part.run->nodes()) {
        Rational value = node.constant;
        if (node.terms.empty()) value += digits[node.digit];
        for (const auto& [term, factor] : node.terms) value.add_product(factor, values[term]);
        REQUIRE((node.low <= value && value <= node.high));
        values.push_back(value);
      }
      const auto swept = view->after_shift(g);
      for (std::size_t k = 0; k < parameters.n; ++k)
        REQUIRE(swept[k] == values[part.run->columns()[k]]);
    }
    REQUIRE(found == 1);
  }
}

// Of the claims about increasing columns that are decided by enumeration: how many of the true ones
// are shown, and how many there are.
std::pair<std::size_t, std::size_t> compare_increasing(const std::string& paper,
                                                       const Parameters& parameters,
                                                       const std::vector<std::string>& with,
                                                       std::map<std::string, int>* reasons) {
  static std::map<std::string, std::vector<claim::Entry>> all;
  if (all[paper].empty())
    all[paper] = claim::load_entries(std::string(HARDMAX_ROOT) + "/proofs/" + paper);
  const SweepSystem system({sweep_paper_of(paper + "."), false, false}, parameters,
                           Encoded::overrides_of(with));
  const Pattern attended = system.attended();
  IncreasingRun run(system, attended);
  RunRequest request;
  request.parameters = parameters;
  request.sweep = system.choice();
  request.overrides = system.overrides();
  request.paper = paper;
  request.engine = "literal";
  request.threads = 1;
  request.totals = false;
  std::vector<claim::Entry> entries;
  for (const claim::Entry& entry : all[paper]) {
    if (entry.formal && about_increasing(claim::formal_of(entry, system.names())))
      entries.push_back(entry);
  }
  std::size_t shown = 0, holds = 0;
  for (const ClaimResult& claim : decide_run(request, entries).claims) {
    if (claim.verdict != Verdict::verified && claim.verdict != Verdict::refuted) continue;
    const auto answer = run.show(claim::formal_of(*claim.entry, system.names()));
    INFO(paper << " " << parameters.n << " " << parameters.d << " " << parameters.D
               << (with.empty() ? "" : " " + with[0]) << " " << claim.entry->id << ": "
               << answer.why_not);
    REQUIRE((claim.verdict == Verdict::verified || !answer.holds));
    holds += claim.verdict == Verdict::verified;
    shown += answer.holds;
    if (reasons != nullptr && claim.verdict == Verdict::verified && !answer.holds)
      ++(*reasons)[claim.entry->id + ": " + answer.why_not];
  }
  return {shown, holds};
}

RunResult decided(const std::string& paper, const Parameters& parameters, const claim::Entry& entry,
                  bool positional = true) {
  RunRequest request;
  request.parameters = parameters;
  request.sweep = SweepChoice{sweep_paper_of(paper + "."), positional, false};
  request.paper = paper;
  request.engine = "symbolic";
  request.threads = 1;
  return decide_run(request, {entry});
}

claim::Entry entry(const std::string& paper, const std::string& formal) {
  claim::Entry entry;
  entry.id = paper + ".test";
  entry.source = "a test";
  entry.words = "A test.";
  entry.domain = "n >= 2";
  entry.formal = formal;
  return entry;
}

}  // namespace

TEST_CASE(
    "symbolic parts: every input is in one part, which is what the network does, or by itself") {
  compare("yun2020a", {2, 1, 5}, {}, 5, 1);
  compare("yun2020a", {2, 2, 2}, {}, 1, 0);
  compare("sparsebert", {3, 1, 4}, {}, 4, 12);
  compare("sparsebert", {3, 2, 2}, {}, 4, 4);
  compare("sparsebert", {4, 1, 2}, {}, 6, 6);
  compare("sparsebert", {4, 1, 3}, {"drop=3"}, 1, 27);
}

TEST_CASE("symbolic parts: what no cut settles, and what is large, is left") {
  CHECK_FALSE(Encoded("yun2020a", {2, 1, 5}, {"c=1/2"}).parts.complete());  // of the multiplier
  CHECK_FALSE(Encoded("sparsebert", {3, 1, 300}, {}).parts.complete());  // 3 D inputs by themselves
  CHECK_FALSE(Encoded("yun2020a", {17, 1, 2}, {"drop=1"}).parts.complete());
  CHECK(Encoded("yun2020a", {2, 1, 100000}, {}).parts.complete());
}

TEST_CASE("symbolic parts: what is said of two inputs in different parts is what all values say") {
  const Encoded run("yun2020a", {2, 1, 4}, {});
  const auto& parts = run.parts.parts();
  REQUIRE(run.parts.alone().size() == 1);
  std::mt19937_64 random(5);
  std::size_t apart = 0, together = 0, missed = 0;
  for (int i = 0; i < testing::rounds(3000); ++i) {
    const auto small = [&](int most) {
      return Rational(static_cast<int>(random() % static_cast<unsigned>(most)) - most / 4);
    };
    SymbolicParts::Form full{{}, 0};
    for (int e = 0; e < 2; ++e) full.factors.push_back(small(12));
    full.constant = small(40);
    std::vector<SymbolicParts::Form> forms;
    std::vector<Rational> all;
    for (const auto& part : parts) {
      SymbolicParts::Form form = full;
      if (random() % 4 == 0) form.constant += small(40);
      for (Rational x = part.box[0].low; x <= part.box[0].high; x += 1) {
        for (Rational y = part.box[1].low; y <= part.box[1].high; y += 1)
          all.push_back(form.constant + form.factors[0] * x + form.factors[1] * y);
      }
      for (std::size_t e = 0; e < 2; ++e) {
        if (part.box[e].low != part.box[e].high) continue;
        form.constant += form.factors[e] * part.box[e].low;
        form.factors[e] = 0;
      }
      forms.push_back(form);
    }
    const std::vector<Rational> alone = {small(60)};
    all.push_back(alone[0]);
    std::sort(all.begin(), all.end());
    const bool differ = std::adjacent_find(all.begin(), all.end()) == all.end(),
               shown = run.parts.tell_apart(forms, alone);
    REQUIRE((differ || !shown));
    (shown ? apart : differ ? missed : together) += 1;
  }
  CHECK(apart > testing::met<std::size_t>(100));
  CHECK(together > testing::met<std::size_t>(1000));
  CHECK(missed < apart);
}

TEST_CASE("symbolic parts: an input that exists is shown by one, and none that does not") {
  const std::string same = "exists H in inputs: not distinct(k in 1..n: id(H, k))";
  const auto verdict = [](const Parameters& parameters, const std::string& formal) {
    return decided("sparsebert", parameters, entry("sparsebert", formal)).claims.at(0).verdict;
  };
  CHECK(verdict({3, 1, 5}, same) == Verdict::verified);
  CHECK(verdict({3, 2, 2}, same) == Verdict::verified);
  CHECK(verdict({3, 2, 3}, same) == Verdict::undecided);  // there is none
  CHECK(verdict({4, 1, 3}, same) == Verdict::undecided);
  CHECK(verdict({3, 1, 3}, "exists H in inputs, j in 1..n-1 where j = 1: zt(H, j) > zt(H, j+1)") ==
        Verdict::verified);
  CHECK(verdict({3, 1, 3}, "exists H in inputs, j in 1..n-1 where j = 3: zt(H, j) > zt(H, j+1)") ==
        Verdict::undecided);
  CHECK(verdict({3, 1, 3}, "forall H in inputs: distinct(k in 1..n: id(H, k))") ==
        Verdict::refuted);
  CHECK(verdict({3, 1, 3}, "distinct(H in inputs: zt(H, 3))") == Verdict::undecided);
  CHECK(verdict({3, 1, 3}, "forall H in inputs, k in 1..n where k > n: zt(H, k) = 0") ==
        Verdict::not_checkable);
}

TEST_CASE("symbolic parts: a name that the stages do not have is not asked of another input") {
  const std::string exchanged =
      "forall H in inputs, k in 1..n: exists t in 1..layers(selective_shift): entry(t, H, 1, k) != "
      "swapped(t, H, 1, 1, k) or z(H, k) = 0";
  CHECK(decided("yun2020a", {2, 1, 3}, entry("yun2020a", exchanged), false).claims.at(0).verdict !=
        Verdict::verified);
  CHECK(decided("yun2020a", {2, 1, 3}, entry("yun2020a", exchanged)).claims.at(0).verdict !=
        Verdict::verified);
  CHECK(decided("yun2020a", {2, 1, 3},
                entry("yun2020a", "forall H in inputs: swapped(0, H, 1, 1, 1) = 0"), false)
            .claims.at(0)
            .verdict != Verdict::verified);
}

TEST_CASE("symbolic parts: claims about increasing columns, without encodings, against enumeration",
          "[full]") {
  std::size_t shown = 0, holds = 0;
  std::map<std::string, int> reasons;
  for (const std::string paper : {"sparsebert", "yun2020a"}) {
    for (const auto& [n, d, D] : std::vector<std::array<std::uint64_t, 3>>{
             {3, 1, 4}, {4, 1, 5}, {5, 1, 6}, {3, 2, 2}, {2, 1, 4}}) {
      const auto [some, all] = compare_increasing(paper, {n, d, D}, {}, &reasons);
      shown += some;
      holds += all;
    }
  }
  WARN(shown << " of " << holds << " shown");
  for (const auto& [reason, times] : reasons) WARN(times << " times: " << reason);
  CHECK(100 * shown >= 99 * holds);
  for (const char* change :
       {"c=3", "c=50", "shift=1", "shift=3", "drop=1", "drop=3", "drop=6", "E.2=1", "shift=6"}) {
    for (const std::string paper : {"sparsebert", "yun2020a"})
      compare_increasing(paper, {4, 1, 5}, {change}, nullptr);
  }
}

}  // namespace symbolic_parts_test
