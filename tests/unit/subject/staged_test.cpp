// The stages that are taken from proofs/*/construction.toml are those of tests/construction:
// sweeps, shifts, ids at the start, for one run and for every D at once.
#include <catch2/catch.hpp>

#include <random>

#include "construction/sparsebert/construction.hpp"
#include "construction/yun2020a/construction.hpp"
#include "subject/run.hpp"
#include "subject/staged.hpp"
#include "support/rounds.hpp"

namespace staged_test {

using namespace hardmax;
using subject::ConstructionFile;
using subject::NotStaged;
using subject::Run;
using subject::RunSpec;
using subject::StagedOf;

namespace {

using Table = std::vector<std::vector<std::size_t>>;

const ConstructionFile& file_of(const std::string& paper) {
  static std::map<std::string, ConstructionFile> files;
  const auto known = files.find(paper);
  if (known != files.end()) return known->second;
  return files
      .emplace(paper, ConstructionFile::read(std::string(HARDMAX_ROOT) + "/proofs/" + paper +
                                             "/construction.toml"))
      .first->second;
}

Table table_of(const Pattern& pattern, std::size_t layer, bool with_self) {
  Table out(pattern.tokens());
  for (std::size_t k = 0; k < out.size(); ++k)
    for (const Token j : pattern.neighbours(layer, k))
      if (with_self || j != k) out[k].push_back(j);
  return out;
}

Pattern pattern_of(const std::string& name, std::uint64_t n) {
  PatternRequest request;
  request.name_or_file = name;
  request.n = n;
  if (name == "strided" || name == "window") request.window = 1;
  return make_pattern(request);
}

template <typename Number>
void check_same(const std::variant<StagedOf<Number>, NotStaged>& found,
                const StagedNetworkOf<Number>& built, const Pattern& pattern, bool with_self) {
  if (const auto* none = std::get_if<NotStaged>(&found)) FAIL(none->why);
  const auto& file = std::get<StagedOf<Number>>(found);
  CHECK(file.network.values == built.values);
  CHECK(file.network.start == built.start);
  CHECK(file.network.digits == built.digits);
  REQUIRE(file.network.sweeps.size() == built.sweeps.size());
  for (std::size_t i = 0; i < built.sweeps.size(); ++i) {
    const auto &a = file.network.sweeps[i], &b = built.sweeps[i];
    INFO("sweep " << i);
    CHECK(a.first == b.first);
    CHECK(a.last == b.last);
    CHECK(a.shift == b.shift);
    CHECK(a.missing == b.missing);
    CHECK(file.tables.at(a.pattern_layer) == table_of(pattern, b.pattern_layer, with_self));
  }
  REQUIRE(file.network.all_max.size() == built.all_max.size());
  for (std::size_t i = 0; i < built.all_max.size(); ++i) {
    const auto &a = file.network.all_max[i], &b = built.all_max[i];
    CHECK(a.c == b.c);
    CHECK(file.tables.at(a.pattern_layer) == table_of(pattern, b.pattern_layer, with_self));
  }
}

struct Size {
  std::uint64_t n, d, D;
};

RunSpec spec_of(const Size& size) {
  return {{{"n", size.n}, {"d", size.d}, {"D", size.D}}, "", {}, {}};
}

// Draws changes, of a file and of tests/construction.
template <class Random>
Overrides changed(Random& random, RunSpec& spec, bool drops, bool whole) {
  Overrides overrides;
  const auto change = [&](const std::string& of_file, const std::string& option) {
    if (random() % 3 != 0) return;
    spec.changes.push_back(of_file);
    overrides.add(option);
  };
  if (whole)
    change("c=7", "c=7");
  else
    change("c=7/2", "c=7/2");
  change("shift = 5", "shift=5");
  change("E(2) = 3", "E.2=3");
  if (drops) {
    for (const char* drop : {"drop=1", "drop=2", "drop=5"}) change(drop, drop);
  }
  return overrides;
}

}  // namespace

TEST_CASE("staged: yun2020b, of a run and of every D") {
  std::mt19937_64 random(41);
  for (int round = 0; round < testing::rounds(40); ++round) {
    const Size size{2 + random() % 5, 1 + random() % 3, 2 + random() % 40};
    const auto [n, d, D] = size;
    const char* const names[] = {"dense", "strided", "window", "star"};
    const std::string name = names[random() % 4];
    const Pattern pattern = pattern_of(name, n);
    const Assumption1 assumption = decide_assumption1(pattern);
    REQUIRE(assumption.holds());
    for (const bool every : {false, true}) {
      RunSpec spec = spec_of(size);
      spec.pattern = name;
      if (every) spec.parameters["D"] = 2;
      const auto overrides = changed(random, spec, !every, every);
      INFO(spec.text());
      const Run run = Run::open(file_of("yun2020b"), spec, pattern);
      if (every)
        check_same(subject::staged_of_every_size(run.reading(), "context", "D", 2),
                   yun2020b::stages_of_every_size({n, d}, pattern, assumption, overrides), pattern,
                   true);
      else
        check_same(subject::staged(run.reading(), "context"),
                   yun2020b::stages({n, d, D}, pattern, assumption, overrides), pattern, true);
    }
  }
}

TEST_CASE("staged: yun2020a and sparsebert, of a run and of every D") {
  std::mt19937_64 random(42);
  for (int round = 0; round < testing::rounds(40); ++round) {
    const Size size{2 + random() % 5, 1 + random() % 3, 2 + random() % 40};
    const auto [n, d, D] = size;
    const bool dense = random() % 2 == 0, positional = random() % 2 == 0;
    const Pattern pattern = pattern_of("dense", n);
    for (const bool every : {false, true}) {
      RunSpec spec = spec_of(size);
      if (positional) spec.variants = {"positional"};
      const std::uint64_t least = every ? 2 + random() % 3 : 2;
      if (every) spec.parameters["D"] = least;
      const auto overrides = changed(random, spec, !every, every);
      INFO((dense ? "yun2020a " : "sparsebert ") << spec.text());
      const Run run = Run::open(file_of(dense ? "yun2020a" : "sparsebert"), spec);
      if (every) {
        auto built = sweep::stages_of_every_size(
            {n, d, least},
            dense ? yun2020a::plan({n, d, least}, positional)
                  : sparsebert::plan({n, d, least}, positional),
            dense ? yun2020a::multiplier_of_every_size : sparsebert::multiplier_of_every_size,
            overrides);
        built.increasing = false;  // that is chosen, the file does not say so
        check_same(subject::staged_of_every_size(run.reading(), "context", "D", least), built,
                   pattern, dense);
      } else {
        const auto built =
            dense ? yun2020a::plan({n, d, D}, positional) : sparsebert::plan({n, d, D}, positional);
        check_same(subject::staged(run.reading(), "context"),
                   sweep::stages({n, d, D}, built, overrides), pattern, dense);
      }
    }
  }
}

TEST_CASE("staged: what has no such shape, and why") {
  const auto why = [](const std::string& paper, const std::string& network,
                      const std::vector<std::string>& changes, bool every) {
    RunSpec spec = spec_of({3, 1, 2});
    spec.changes = changes;
    if (paper == "extended") spec.variants = {"extended"};
    const Run run = Run::open(file_of("yun2020a"), spec);
    if (every) {
      const auto found = subject::staged_of_every_size(run.reading(), network, "D", 2);
      return std::get<NotStaged>(found).why;
    }
    const auto found = subject::staged(run.reading(), network);
    return std::get<NotStaged>(found).why;
  };
  CHECK(
      why("", "quantize", {}, false) ==
      "stage 'clip_row': the loop of 'i' is no sweep (it adds hidden units); it adds hidden units");
  CHECK(why("extended", "context", {}, false) ==
        "network 'context': a set that is not written as union(g in a..b: {term})");
  CHECK(why("", "context", {"drop=2"}, true) ==
        "network 'context': which layer has the number of a dropped one depends on the size");
  CHECK(why("", "context", {"c = 1/2"}, true) ==
        "network 'context': '1/2' is not whole for every D");
  CHECK(why("", "context", {"levels = (0..1)"}, false) ==
        "network 'context': a set that is not written as union(g in a..b: {term})");
  CHECK(
      why("", "context", {"levels = union(g in 0..D - 1: {2*g*delta})"}, false) ==
      "network 'context': the ids of token 1 at the start are not start + digit, each digit once");
  CHECK(why("", "context", {"E(k) = if(D > 2, 1, 0)"}, true) ==
        "network 'context': it stands in a condition");
}

}  // namespace staged_test
