#include "discharge/described.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "decide/vocabulary.hpp"
#include "discharge/corpus.hpp"
#include "discharge/sweep_papers.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void bad_run(const DescribedRun& run, const std::string& why) {
  throw InvalidInput(
      InvalidInput::Kind::file,
      fmt::format("{}: a run {}: {}; take a smaller one, or decide it with "
                  "verify {}",
                  run.file->file, run.str(), why, fs::path(run.file->file).parent_path().string()));
}

bool lies_in(const DescribedRun& run, const std::vector<Box>& boxes) {
  const Parameters p = parameters_of(run);
  const std::uint64_t q = q_of(p);
  const auto in = [](const Box::Side& side, std::uint64_t x) {
    return side.least <= x && x <= side.most;
  };
  return std::any_of(boxes.begin(), boxes.end(), [&](const Box& box) {
    return in(box.n, p.n) && in(box.q, q) && in(box.d, p.d);
  });
}

}  // namespace

DescribedPapers::DescribedPapers(const std::vector<claim::Entry>& entries) {
  for (const claim::Entry& entry : entries) {
    if (names_construction(entry.id)) continue;
    const fs::path folder = fs::path(entry.file).parent_path();
    if (files_.contains(folder)) continue;
    std::error_code error;
    const fs::path file = folder / "construction.toml";
    files_[folder] = fs::exists(file, error) ? std::make_shared<const subject::ConstructionFile>(
                                                   subject::ConstructionFile::read(file))
                                             : nullptr;
  }
}

DescribedFile DescribedPapers::of(const claim::Entry& entry) const {
  if (names_construction(entry.id)) return nullptr;
  const auto found = files_.find(fs::path(entry.file).parent_path());
  if (found == files_.end() || !found->second || !decide::is_about(*found->second, entry))
    return nullptr;
  return found->second;
}

std::vector<claim::Entry> DescribedPapers::others(const std::vector<claim::Entry>& entries) const {
  std::vector<claim::Entry> out = entries;
  for (claim::Entry& entry : out) entry.borrowed = entry.borrowed || of(entry) != nullptr;
  return out;
}

Parameters parameters_of(const DescribedRun& run) {
  const auto value = [&](const char* name, std::uint64_t without, std::uint64_t most) {
    const auto it = run.run.spec.parameters.find(name);
    if (it == run.run.spec.parameters.end()) return without;
    if (it->second > most) bad_run(run, fmt::format("{} is beyond {}", name, most));
    return it->second;
  };
  const Parameters parameters = {value("n", 1, 64), value("d", 1, 12), value("D", 2, 4096)};
  if (power(parameters.D, parameters.d).bits() > 62) bad_run(run, "D^d is beyond 2^62");
  return parameters;
}

std::vector<DescribedRun> described_runs(const DescribedFile& file,
                                         const std::optional<std::vector<Box>>& boxes) {
  std::vector<DescribedRun> runs;
  for (subject::BoxRun& run : subject::runs_of_box(*file)) {
    runs.push_back({file, std::move(run)});
    (void)parameters_of(runs.back());
    if (boxes && !lies_in(runs.back(), *boxes)) runs.pop_back();
  }
  std::stable_sort(runs.begin(), runs.end(), [](const DescribedRun& a, const DescribedRun& b) {
    return smaller(parameters_of(a), parameters_of(b));
  });
  return runs;
}

DescribedRun stored_run_of(const DescribedFile& file, const claim::Entry& entry) {
  DescribedRun run{file, subject::run_of_words(*file, *entry.counterexample,
                                               fmt::format("{}:{}: the counterexample of {}",
                                                           entry.file, entry.line, entry.id))};
  (void)parameters_of(run);
  return run;
}

subject::Run open(const DescribedRun& run) {
  std::optional<Pattern> pattern;
  if (!run.run.pattern.empty())
    pattern = pattern_of({run.run.pattern, run.run.window, {}, {}},
                         subject::Run::tokens_of(*run.file, run.run.spec));
  std::optional<subject::Machine> machine;
  if (!run.run.spec.machine.empty()) {
    machine = subject::Machine::read(run.run.machine_file(*run.file));
    if (const auto word = run.run.word()) machine->give_word(*word, run.file->file + ": word");
  }
  return subject::Run::open(*run.file, run.run.spec, std::move(pattern),
                            subject::Run::WithoutNetwork::allowed, subject::Engine::jumping,
                            std::move(machine));
}

}  // namespace hardmax
