// What says which construction file is meant, and which run of it: the same for `verify DIR` and
// `verify show DIR`.
#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pattern/pattern.hpp"
#include "subject/run.hpp"

namespace hardmax::cli {

struct ConstructionOptions {
  std::string place;                                // a construction file, or a folder with one
  std::map<std::string, std::uint64_t> parameters;  // by name
  PatternRequest pattern;                           // its name "": none
  std::vector<std::string> variants, changes;
  bool printed = false;               // the variant of this name, behind all others
  std::vector<std::string> readings;  // NAME=VALUE, behind it; with `printed` the literal ones too
  std::string machine, tables;        // files; empty: none
  std::optional<std::string> word;    // of the machine, in place of the one of its file
  std::string engine = "jumping";     // or literal
};

// What --n, --d, --delta and --parameter say, as they stand on the command line.
struct RawConstruction {
  std::string n, d, delta;
  std::vector<std::string> parameters;
};
void validate(const RawConstruction& raw, ConstructionOptions& options);

// Errors  InvalidInput (file): there is none.
std::filesystem::path construction_file_at(const std::string& place);

// The run that is asked for.  Errors  InvalidInput.
subject::Run run_of(const subject::ConstructionFile& file, const ConstructionOptions& options,
                    subject::Run::WithoutNetwork without = subject::Run::WithoutNetwork::refused);

// Why no layer of the run is executed, one line with the remedy: --engine literal was asked for,
// one of its networks has too many layers for it, and the other engine can. Empty: nothing is in
// the way. Nothing is made for it but what counts layers.
std::string too_long_for_literal(const subject::Run& run, const ConstructionOptions& options);

}  // namespace hardmax::cli
