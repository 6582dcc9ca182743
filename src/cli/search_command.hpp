// verify search DIR|NAME --least: values of choices that make a construction work, the best of
// them, and a certificate of that one's run.
#pragma once
#include "cli/construction_command.hpp"

namespace hardmax::cli {

struct SearchOptions : ConstructionOptions {
  bool least = false;
  double budget_seconds = 600;
  bool json = false;
  std::string certificate;
  std::string progress = "auto";
};

// Returns the exit code.  Errors  InvalidInput, CannotWrite.
int search_command(const SearchOptions& options);

}  // namespace hardmax::cli
