// verify pattern NAME|FILE: what a pattern is, and whether Assumption 1 of yun2020b holds for it.
#pragma once
#include <ostream>
#include <string>

#include "pattern/pattern.hpp"

namespace hardmax {

struct PatternCommandOptions {
  PatternRequest request;
  bool json = false;
  std::string svg;  // a file for the picture; "" for none
};

// Writes the result to `out` and warnings to `err`. Returns 0 if Assumption 1 holds, 1 if a part of it fails, 2 if a part is undecided.
// Errors  InvalidInput; CannotWrite for the picture, which is written before anything is printed.
int run_pattern_command(const PatternCommandOptions& options, std::ostream& out, std::ostream& err);

}  // namespace hardmax
