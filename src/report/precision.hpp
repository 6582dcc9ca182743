// verify precision, as a person and a program read it (data/precision.schema.json), and as a
// picture of bits over n. It compares number formats and decides no claim.
#pragma once
#include <string>
#include <vector>

#include "discharge/precision/answer.hpp"

namespace hardmax::report {

struct PrecisionReport {
  Parameters parameters;
  std::string pattern;
  PrecisionAnswer answer;
};

std::string precision_text(const PrecisionReport& report);
std::string precision_json(const PrecisionReport& report, const std::string& version);

// Mantissa bits over the number of tokens.
struct PrecisionPoint {
  std::uint64_t n = 0;
  PrecisionAnswer answer;
};
// A static SVG with its own axes and legend. Requires  at least one point, by increasing n.
std::string precision_plot(const PrecisionReport& report, const std::vector<PrecisionPoint>& points,
                           const std::vector<FloatFormat>& formats);

}  // namespace hardmax::report
