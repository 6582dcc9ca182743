// The value mapping in words: whether the printed layers produce the run's target and why, a target
// they miss, and what the repairs cost.
#pragma once
#include <string>

#include "discharge/value_report.hpp"

namespace hardmax::report {

std::string value_mapping_text(const ValueReport& report, const Parameters& parameters);

}  // namespace hardmax::report
