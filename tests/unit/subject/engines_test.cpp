// The engine that jumps over windows, on the files of the three papers: every network, every state
// at every t, for runs, variants and changes that are drawn.
#include <catch2/catch.hpp>

#include <random>

#include "support/rounds.hpp"
#include "unit/subject/both_engines.hpp"

namespace engines_test {

using namespace hardmax;
using subject::ConstructionFile;
using subject::Engine;
using subject::Run;
using subject::RunSpec;

namespace {

void check_paper(const std::string& paper, const RunSpec& spec, std::int64_t most_inputs) {
  INFO(paper << " " << spec.text());
  const auto file =
      ConstructionFile::read(std::string(HARDMAX_ROOT) + "/proofs/" + paper + "/construction.toml");
  std::optional<Pattern> pattern;
  if (!spec.pattern.empty()) {
    PatternRequest request;
    request.name_or_file = spec.pattern;
    request.n = spec.parameters.at("n");
    if (spec.pattern == "strided" || spec.pattern == "window") request.window = 1;
    pattern = make_pattern(request);
  }
  const auto opened = [&](Engine engine) {
    return Run::open(file, spec, pattern, Run::WithoutNetwork::refused, engine);
  };
  const Run jumping = opened(Engine::jumping), literal = opened(Engine::literal);
  for (const std::string& network : file.networks) {
    INFO(network);
    check_both_engines(jumping, literal, network, most_inputs);
  }
}

struct Size {
  std::uint64_t n, d, D;
};

}  // namespace

TEST_CASE("engines: the three papers, every state at every t") {
  std::mt19937_64 random(31);
  const auto one_of = [&](const std::vector<std::string>& list) {
    return list[random() % list.size()];
  };
  const std::vector<Size> sizes = {{2, 1, 2}, {2, 1, 3}, {3, 1, 2}, {2, 2, 2}, {2, 1, 5}};
  for (int round = 0; round < testing::rounds(12); ++round) {
    const Size size = sizes[random() % sizes.size()];
    const std::string paper = one_of({"yun2020b", "yun2020a", "sparsebert"});
    RunSpec spec{{{"n", size.n}, {"d", size.d}, {"D", size.D}}, "", {}, {}};
    if (paper == "yun2020b") {
      spec.pattern = one_of({"dense", "strided", "window", "star"});
      spec.variants = {one_of({"reverse", "R2", "parity", "of_relus", "sort"})};
    } else if (random() % 2 == 0) {
      spec.variants = {paper == "yun2020a" ? one_of({"positional", "extended"}) : "positional"};
    }
    for (const char* change : {"c=7/2", "shift = 1", "E(2) = 1/2", "drop=2", "drop=quantize.3"})
      if (random() % 4 == 0) spec.changes.emplace_back(change);
    check_paper(paper, spec, 9);
  }
}

TEST_CASE("engines: the three papers, larger runs", "[full]") {
  for (const char* paper : {"yun2020a", "sparsebert"}) {
    for (const Size& size : {Size{3, 1, 3}, Size{2, 2, 3}, Size{4, 1, 2}, Size{3, 2, 2}}) {
      RunSpec spec{{{"n", size.n}, {"d", size.d}, {"D", size.D}}, "", {}, {}};
      check_paper(paper, spec, 64);
      spec.variants = {"positional"};
      check_paper(paper, spec, 64);
    }
  }
  for (const char* pattern : {"dense", "star", "strided"})
    check_paper("yun2020b", {{{"n", 3}, {"d", 1}, {"D", 3}}, pattern, {"R2"}, {}}, 27);
}

}  // namespace engines_test
