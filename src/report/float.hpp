// The network in the arithmetic of machines, as a person and a program read it
// (data/float.schema.json). It compares and decides nothing.
#pragma once
#include <string>
#include <vector>

#include "discharge/float_run.hpp"

namespace hardmax::report {

struct FloatReport {
  Parameters parameters;
  std::string pattern;
  std::vector<std::string> overrides;
  Rational bound_lower, bound_upper;  // of delta~/4, real units
  std::vector<FloatRun> runs;         // of each format first the hard network, then the soft one
  std::vector<FloatCliff> cliffs;
  std::vector<std::string> left_out;  // parameter sets of the box that were not run, and why
};

std::string float_text(const FloatReport& report);
std::string float_json(const FloatReport& report, const std::string& version);

}  // namespace hardmax::report
