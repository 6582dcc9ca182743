// The claims of the three papers, decided by the engines, on the network that the main command
// makes of the file, and on those that proofs/*/construction.toml describes: the same verdicts, the
// same reasons, the same witnesses. The files are in real units; the engines show inputs in units
// of delta.
#include <catch2/catch.hpp>

#include <cstdio>
#include <map>
#include <set>

#include "decide/decide.hpp"
#include "decide/vocabulary.hpp"
#include "discharge/decide.hpp"
#include "exact/error.hpp"

namespace agreement_test {

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
  std::vector<std::string> with = {};  // as C++ has it: "E.1=0", "vdrop=2"
};

// As --with has it of a construction file.
std::string of_file(const std::string& change) {
  if (change.starts_with("E.")) return "E(" + change.substr(2, 1) + ")" + change.substr(3);
  if (change.starts_with("qdrop=")) return "drop=quantize." + change.substr(6);
  if (change.starts_with("vdrop=")) return "drop=value." + change.substr(6);
  return change;
}

RunResult by_construction(const Named& run, const Paper& paper, const Pattern* pattern) {
  RunRequest request;
  request.parameters = {run.n, run.d, run.D};
  request.pattern = pattern;
  request.pattern_name = run.pattern;
  request.paper = run.paper;
  request.engine = "literal";
  request.threads = 2;
  for (const std::string& change : run.with) request.overrides.add(change);
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

// A layer that is dropped has no units and pieces in a construction file, and counts where it
// stands in the order of a variant: those names say something else there.
bool counts_dropped_layers(const Paper& paper, const claim::Entry& entry) {
  static const std::set<std::string> others = {"q_hidden", "q_pieces", "q_flat",      "v_hidden",
                                               "v_pieces", "v_flat",   "planted_back"};
  const auto named =
      decide::definitions_among(paper.file, decide::formal_of(paper.file, entry).names);
  return std::any_of(named.begin(), named.end(),
                     [&](const std::string& name) { return others.contains(name); });
}

struct Counts {
  std::size_t verified = 0, refuted = 0, undecided = 0, others = 0;
};

void compare(const ClaimResult& built, const ClaimResult& file, std::uint64_t D, Counts& counts) {
  INFO(built.entry->id << ": " << *built.entry->formal << "\n  built: " << name_of(built.verdict)
                       << " " << built.reason << " " << built.explanation << "\n  file: "
                       << name_of(file.verdict) << " " << file.reason << " " << file.explanation);
  if (built.verdict == Verdict::undecided || file.verdict == Verdict::undecided) {
    ++counts.undecided;
    return;
  }
  CHECK(built.verdict == file.verdict);
  CHECK(built.reason == file.reason);
  CHECK(built.shown.has_value() == file.shown.has_value());
  if (built.verdict == Verdict::verified)
    ++counts.verified;
  else if (built.verdict == Verdict::refuted)
    ++counts.refuted;
  else
    ++counts.others;
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
  std::string changes;
  for (const std::string& change : run.with) {
    spec.changes.push_back(of_file(change));
    changes += " " + change;
  }
  const subject::Run opened = subject::Run::open(paper.file, spec, pattern);
  decide::Request request;
  request.run = &opened;
  request.threads = 2;
  request.budget_seconds = budget;
  const decide::Result file = decide::decide(request, paper.usable);
  std::map<std::string, const ClaimResult*> of_file;
  for (const ClaimResult& c : file.claims) of_file[c.entry->id] = &c;
  const bool drops_units =
      changes.find("qdrop") != std::string::npos || changes.find("vdrop") != std::string::npos;
  Counts counts;
  std::size_t compared = 0;
  for (const ClaimResult& c : built.claims) {
    if (paper.missing.contains(c.entry->id) || !c.entry->formal) continue;
    if (drops_units && counts_dropped_layers(paper, *c.entry)) continue;
    REQUIRE(of_file.contains(c.entry->id));
    compare(c, *of_file.at(c.entry->id), run.D, counts);
    ++compared;
  }
  CHECK(file.executed);
  // R3 of a changed network may have no value where C++ says that it is the limit.
  CHECK((counts.undecided == 0 || !changes.empty()));
  CHECK(compared > 60);
  std::printf(
      "%s n=%d d=%d D=%d %s %s%s: %zu claims compared: %zu verified, %zu refuted, %zu "
      "without a verdict here; %zu have names that the file does not define; %.1f s\n",
      run.paper.c_str(), static_cast<int>(run.n), static_cast<int>(run.d), static_cast<int>(run.D),
      run.pattern.c_str(), run.variant.c_str(), changes.c_str(), compared, counts.verified,
      counts.refuted, counts.others, paper.missing.size(), file.seconds);
}

}  // namespace

TEST_CASE("decide: the files define all names of the papers' claims but those of soft networks") {
  const std::map<std::string, std::size_t> missing = {
      {"yun2020b", 19}, {"yun2020a", 0}, {"sparsebert", 0}};
  for (const auto& [name, count] : missing) {
    const Paper& paper = paper_of(name);
    CHECK(paper.missing.size() == count);
    for (const auto& [id, why] : paper.missing) {
      INFO(id << ": " << why);
      CHECK(
          (why == "about soft maps" || why.find("'soft' has no value here") != std::string::npos));
    }
  }
}

TEST_CASE("decide: claims of yun2020b, on what the file describes as on what C++ builds") {
  for (const char* pattern : {"dense", "strided", "star"})
    agree({"yun2020b", pattern, "", 2, 1, 2});
}

TEST_CASE("decide: the same of networks that were changed on purpose", "[full]") {
  for (const char* change : {"c=1", "c=1/3", "shift=1", "E.1=0", "drop=1", "drop=3", "qdrop=1",
                             "qdrop=4", "vdrop=2", "vdrop=8"})
    agree({"yun2020b", "dense", "", 2, 1, 2, {change}});
  agree({"yun2020b", "star", "", 2, 1, 2, {"c=1", "shift=1", "drop=2"}});
  for (const char* paper : {"yun2020a", "sparsebert"}) {
    for (const char* variant : {"", "positional"}) {
      for (const char* change : {"c=1", "shift=1/2", "drop=1", "drop=2", "qdrop=1"})
        agree({paper, "dense", variant, 2, 1, 2, {change}});
    }
  }
}

TEST_CASE("decide: the same with three tokens, with two rows, with a finer grid", "[full]") {
  for (const char* pattern : {"dense", "strided", "star"})
    agree({"yun2020b", pattern, "", 3, 1, 2});
  agree({"yun2020b", "dense", "", 2, 2, 2});
  agree({"yun2020b", "dense", "", 2, 1, 3});
  for (const char* paper : {"yun2020a", "sparsebert"}) {
    for (const char* variant : {"", "positional"}) {
      agree({paper, "dense", variant, 2, 2, 2});
      agree({paper, "dense", variant, 3, 1, 3});
    }
  }
  agree({"yun2020a", "dense", "extended", 2, 1, 3});
}

TEST_CASE("decide: claims of yun2020a and sparsebert likewise", "[full]") {
  for (const std::uint64_t n : {2, 3}) {
    for (const char* variant : {"", "positional", "extended"})
      agree({"yun2020a", "dense", variant, n, 1, 2});
    for (const char* variant : {"", "positional"}) agree({"sparsebert", "dense", variant, n, 1, 2});
  }
}

}  // namespace agreement_test
