// verify show DIR|FILE: a construction as formulas, its stages, one input's way through it.
#pragma once
#include <optional>
#include <string>

#include "cli/construction_options.hpp"

namespace hardmax::cli {

struct ShowOptions : ConstructionOptions {  // without parameters: no run
  std::optional<std::string> input;
  bool json = false;
};

// Returns 0; 2 if a limit was met.  Errors  InvalidInput.
int show_command(const ShowOptions& options);

}  // namespace hardmax::cli
