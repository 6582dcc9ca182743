// verify DIR|FILE: decides the claims about a construction that a file describes, for one run of
// it.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "certificate/verdict.hpp"
#include "claim/entry.hpp"
#include "cli/construction_options.hpp"

namespace hardmax::cli {

struct ConstructionRunOptions : ConstructionOptions {
  std::string only;
  std::vector<std::string> claims;  // besides those of the folder
  std::map<std::string, Verdict> expected;
  double budget_seconds = 600;
  std::size_t threads = 0;
  bool strict = false, all = false, quiet = false, json = false;
  bool steps = false;  // what the file says of its steps, in place of claims
  std::string certificate, dump;
  std::string for_all;  // "D": for every D >= 2, "inputs": for all inputs at once; none executed
  std::string progress = "auto", color = "auto";
};

struct RawConstructionRun {
  std::vector<std::string> expect;
  std::string budget, threads;
};
void validate(const RawConstructionRun& raw, ConstructionRunOptions& options);

// The command that decides a claim about the construction file that stands beside its entry: at its
// stored counterexample, else on the first run of the file's box, else in words, with what is asked
// of the parameters. None: there is no
// such file.
std::optional<std::string> command_on_file(const claim::Entry& entry,
                                           const std::string& claims_option);

// Returns the exit code.  Errors  InvalidInput, CannotWrite.
int construction_command(const ConstructionRunOptions& options);

}  // namespace hardmax::cli
