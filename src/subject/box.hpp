// Runs of a construction in words: the key `box` of a construction file, and stored counterexamples
// (proofs/README.md, "A construction", "An entry").
//
// A run is words NAME=NUMBER, one for each parameter, then variant=NAME (one after another),
// pattern=NAME and window=NUMBER, machine=FILE, from the folder of the construction, and word=WORD.
// In a box a parameter may be a range, NAME=A..B; the words are all its runs, the parameter that
// the file lists first varying slowest.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "subject/construction_file.hpp"
#include "subject/run_spec.hpp"

namespace hardmax::subject {

struct BoxRun {
  RunSpec spec;         // its pattern is "strided,window=2", its machine "FILE" or "FILE WORD"
  std::string pattern;  // its name alone; empty: none
  std::optional<std::uint64_t> window;  // of the pattern
  [[nodiscard]] std::string words(const ConstructionFile& file) const;
  // Of a run with a machine: its file as a path, and the word in place of that of its file.
  [[nodiscard]] std::filesystem::path machine_file(const ConstructionFile& file) const;
  [[nodiscard]] std::optional<std::string> word() const;
  friend bool operator==(const BoxRun& a, const BoxRun& b) { return a.spec == b.spec; }
};

constexpr std::uint64_t kMostBoxRuns = 4096;

// All runs that the key `box` says, in order, each once.  Errors  InvalidInput (file).
std::vector<BoxRun> runs_of_box(const ConstructionFile& file);

// One run.  `where`: file, line and what it is, for messages.  Errors  InvalidInput (file).
BoxRun run_of_words(const ConstructionFile& file, const std::string& words,
                    const std::string& where);

}  // namespace hardmax::subject
