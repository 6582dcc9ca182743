// Papers that are data alone: a folder with a construction.toml and claims whose ids begin with its
// id, and none of the constructions that the engines run (discharge/sweep_papers.hpp). Their claims
// are decided by src/decide, on the runs of the file's key `box`; no run of another construction
// decides them.
//
// Trust     nothing is decided here.
#pragma once
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "claim/entry.hpp"
#include "decide/decide.hpp"
#include "discharge/box.hpp"
#include "subject/box.hpp"
#include "subject/construction_file.hpp"

namespace hardmax {

using DescribedFile = std::shared_ptr<const subject::ConstructionFile>;

// A run of one, as a corpus lists it.
struct DescribedRun {
  DescribedFile file;
  subject::BoxRun run;
  [[nodiscard]] std::string str() const { return run.words(*file); }
};

class DescribedPapers {
 public:
  // Reads every construction.toml that stands beside a claim whose id names no construction of this
  // program.  Errors  InvalidInput (file).
  explicit DescribedPapers(const std::vector<claim::Entry>& entries);

  // The file that the claim is about; nullptr: there is none.
  [[nodiscard]] DescribedFile of(const claim::Entry& entry) const;

  // The same, with the claims about such files there for what needs them alone, as borrowed ones
  // are: no run of a construction of this program decides them.
  [[nodiscard]] std::vector<claim::Entry> others(const std::vector<claim::Entry>& entries) const;

 private:
  std::map<std::filesystem::path, DescribedFile> files_;  // by folder
};

// n, d and D of a run; 1, 1 and 2 where the construction has no such parameter. Corpora put their
// runs in order by them.  Errors  InvalidInput (file): n beyond 64, d beyond 12, D beyond 4096.
Parameters parameters_of(const DescribedRun& run);

// The runs of the box of a file; with `boxes`, those whose n, D^d and d lie in one of them.
// Errors  InvalidInput (file).
std::vector<DescribedRun> described_runs(const DescribedFile& file,
                                         const std::optional<std::vector<Box>>& boxes);

// The run of a stored counterexample.  Requires  entry.counterexample.  Errors  InvalidInput
// (file).
DescribedRun stored_run_of(const DescribedFile& file, const claim::Entry& entry);

// Opens the run.  `run` is kept by the answer.  Errors  InvalidInput.
subject::Run open(const DescribedRun& run);

}  // namespace hardmax
