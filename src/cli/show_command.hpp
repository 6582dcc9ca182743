// verify show DIR|FILE: a construction as formulas, its stages, one input's way through it.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "exact/rational.hpp"
#include "pattern/pattern.hpp"

namespace hardmax::cli {

struct ShowOptions {
  std::string place;                                // a construction file, or a folder with one
  std::map<std::string, std::uint64_t> parameters;  // by name; none: no run
  PatternRequest pattern;                           // its name "": none
  std::vector<std::string> variants, changes;
  std::optional<std::string> input;
  bool json = false;
};

// What --n, --d, --delta, --parameter and --input say, as they stand on the command line.
struct RawShow {
  std::string n, d, delta;
  std::vector<std::string> parameters;
};
void validate(const RawShow& raw, ShowOptions& options);

// Returns 0; 2 if a limit was met.  Errors  InvalidInput.
int show_command(const ShowOptions& options);

}  // namespace hardmax::cli
