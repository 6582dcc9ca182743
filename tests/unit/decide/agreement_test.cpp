// The claims of the three papers, decided on the networks that src/construction builds and on those
// that proofs/*/construction.toml describes: the same verdicts, the same reasons, the same
// witnesses. The files are in real units; src/construction shows inputs in units of delta.
#include <catch2/catch.hpp>

#include <cstdio>
#include <map>
#include <set>

#include "decide/decide.hpp"
#include "decide/vocabulary.hpp"
#include "discharge/decide.hpp"
#include "exact/error.hpp"

using namespace hardmax;

namespace {

struct Paper {
  subject::ConstructionFile file;
  std::vector<claim::Entry> all, usable;       // usable: the file defines the names
  std::map<std::string, std::string> missing;  // id to why not
};

const Paper& paper_of(const std::string& name) {
  static std::map<std::string, Paper> papers;
  const auto known = papers.find(name);
  if (known != papers.end()) return known->second;
  const std::string folder = std::string(HARDMAX_ROOT) + "/proofs/" + name;
  Paper& paper = papers[name];
  paper.file = subject::ConstructionFile::read(folder + "/construction.toml");
  paper.all = claim::load_entries(folder);
  for (const claim::Entry& entry : paper.all) {
    if (entry.soft) {
      paper.missing[entry.id] = "about soft maps";
      continue;
    }
    try {
      decide::domain_of(paper.file, entry);
      if (entry.formal) decide::formal_of(paper.file, entry);
      paper.usable.push_back(entry);
    } catch (const InvalidInput& e) {
      paper.missing[entry.id] = e.what();
    }
  }
  return paper;
}

struct Named {
  std::string paper, pattern, variant;
  std::uint64_t n, d, D;
};

RunResult by_construction(const Named& run, const Paper& paper, const Pattern* pattern) {
  RunRequest request;
  request.parameters = {run.n, run.d, run.D};
  request.pattern = pattern;
  request.pattern_name = run.pattern;
  request.paper = run.paper;
  request.engine = "literal";
  request.threads = 2;
  if (run.paper != "yun2020b")
    request.sweep = SweepChoice{sweep_paper_of(run.paper), run.variant == "positional",
                                run.variant == "extended"};
  return decide_run(request, paper.all);
}

// "H=0 1" in units of delta, as the claims about the file have it.
std::vector<std::string> in_real_units(std::vector<std::string> bindings,
                                       const std::vector<claim::Binding>& of, std::uint64_t D) {
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    if (!std::holds_alternative<claim::Input>(of[i].value)) continue;
    const std::size_t equals = bindings[i].find('=');
    std::string text = bindings[i].substr(0, equals + 1);
    for (std::size_t from = equals + 1; from < bindings[i].size();) {
      const std::size_t end = std::min(bindings[i].find(' ', from), bindings[i].size());
      const Rational x = *Rational::parse(bindings[i].substr(from, end - from));
      text += (from > equals + 1 ? " " : "") + (x / Rational(D)).str();
      from = end + 1;
    }
    bindings[i] = text;
  }
  return bindings;
}

struct Counts {
  std::size_t verified = 0, refuted = 0, undecided = 0, others = 0;
};

void compare(const ClaimResult& built, const ClaimResult& file, std::uint64_t D, Counts& counts) {
  INFO(built.entry->id << ": " << *built.entry->formal << "\n  built: " << name_of(built.verdict)
                       << " " << built.reason << " " << built.explanation
                       << "\n  file: " << name_of(file.verdict) << " " << file.reason << " "
                       << file.explanation);
  if (built.verdict == Verdict::undecided || file.verdict == Verdict::undecided) {
    ++counts.undecided;
    return;
  }
  CHECK(built.verdict == file.verdict);
  CHECK(built.reason == file.reason);
  CHECK(built.shown.has_value() == file.shown.has_value());
  if (built.verdict == Verdict::verified) ++counts.verified;
  else if (built.verdict == Verdict::refuted) ++counts.refuted;
  else ++counts.others;
  if (!built.shown || !file.shown) return;
  CHECK(in_real_units(built.shown->at, built.witness->at, D) == file.shown->at);
  CHECK(in_real_units(built.shown->other, built.witness->other, D) == file.shown->other);
  CHECK(built.shown->lhs == file.shown->lhs);
  CHECK(built.shown->relation == file.shown->relation);
  CHECK(built.shown->rhs == file.shown->rhs);
}

void agree(const Named& run, double budget = 60) {
  INFO(run.paper << " n=" << run.n << " d=" << run.d << " D=" << run.D << " " << run.pattern << " "
                 << run.variant);
  const Paper& paper = paper_of(run.paper);
  std::optional<Pattern> pattern;
  if (run.paper == "yun2020b") {
    PatternRequest named;
    named.name_or_file = run.pattern;
    named.n = run.n;
    pattern = make_pattern(named);
  }
  const RunResult built = by_construction(run, paper, pattern ? &*pattern : nullptr);
  subject::RunSpec spec;
  spec.parameters = {{"n", run.n}, {"d", run.d}, {"D", run.D}};
  if (pattern) spec.pattern = pattern->name();
  if (!run.variant.empty()) spec.variants = {run.variant};
  const subject::Run opened = subject::Run::open(paper.file, spec, pattern);
  decide::Request request;
  request.run = &opened;
  request.threads = 2;
  request.budget_seconds = budget;
  const decide::Result file = decide::decide(request, paper.usable);
  std::map<std::string, const ClaimResult*> of_file;
  for (const ClaimResult& c : file.claims) of_file[c.entry->id] = &c;
  Counts counts;
  std::size_t compared = 0;
  for (const ClaimResult& c : built.claims) {
    if (paper.missing.contains(c.entry->id) || !c.entry->formal) continue;
    REQUIRE(of_file.contains(c.entry->id));
    compare(c, *of_file.at(c.entry->id), run.D, counts);
    ++compared;
  }
  CHECK(file.executed);
  std::printf("%s n=%d d=%d D=%d %s%s: %zu claims compared: %zu verified, %zu refuted, %zu outside "
              "of their domain or vacuous, %zu undecided by one; %zu have names that the file does "
              "not define; %.1f s\n",
              run.paper.c_str(), static_cast<int>(run.n), static_cast<int>(run.d),
              static_cast<int>(run.D), run.pattern.c_str(), run.variant.c_str(), compared,
              counts.verified, counts.refuted, counts.others, counts.undecided,
              paper.missing.size(), file.seconds);
}

}  // namespace

TEST_CASE("decide: which claims of the papers use names that their files do not define") {
  for (const std::string name : {"yun2020b", "yun2020a", "sparsebert"}) {
    const Paper& paper = paper_of(name);
    for (const auto& [id, why] : paper.missing) {
      std::printf("%s: %s\n", id.c_str(), why.c_str());
    }
    std::printf("%s: %zu of %zu entries usable\n", name.c_str(), paper.usable.size(),
                paper.all.size());
    CHECK(paper.usable.size() > 50);
  }
}

TEST_CASE("decide: claims of yun2020b, on what the file describes as on what C++ builds") {
  for (const char* pattern : {"dense", "strided", "star"}) agree({"yun2020b", pattern, "", 2, 1, 2});
}

TEST_CASE("decide: the same with three tokens", "[full]") {
  for (const char* pattern : {"dense", "strided", "star"}) agree({"yun2020b", pattern, "", 3, 1, 2});
}

TEST_CASE("decide: claims of yun2020a and sparsebert likewise") {
  for (const std::uint64_t n : {2, 3}) {
    for (const char* variant : {"", "positional", "extended"})
      agree({"yun2020a", "dense", variant, n, 1, 2});
    for (const char* variant : {"", "positional"})
      agree({"sparsebert", "dense", variant, n, 1, 2});
  }
}
