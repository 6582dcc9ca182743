// verify precision NAME|FILE: at which number formats the construction does what it does exactly.
#pragma once
#include <string>
#include <vector>

#include "execute/machine_float.hpp"
#include "network/construction.hpp"
#include "pattern/pattern.hpp"

namespace hardmax::cli {

struct PrecisionOptions {
  PatternRequest pattern;
  Parameters parameters;  // n = 0: as the file says
  std::vector<FloatFormat> formats;
  Rational eps = 1, lp = 2;
  double budget_seconds = 10;
  bool json = false;
  std::string progress = "auto";
  std::string plot;  // a file for the picture; "" for none
};

// What is told on the command line, as it stands there.
struct RawPrecision {
  std::string n, d, delta, formats, eps, lp, budget;
};
// Errors  InvalidInput (option).
void validate(const RawPrecision& raw, PrecisionOptions& options);

// Returns 0 if each format that is named holds for distinct ids, 1 if one breaks or Assumption 1
// fails, 2 if one lies between. Errors  InvalidInput; CannotWrite.
int precision_command(const PrecisionOptions& options);

}  // namespace hardmax::cli
