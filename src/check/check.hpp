// What verify-check does with a certificate (src/certificate/FORMAT.md, "What a checker does").
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "check/entries.hpp"

namespace hardmax::check {

struct Report {
  int code = 0;                      // 0 accepted, 1 rejected, 3 incomplete
  std::vector<std::string> lines;    // at least one
};

// Never throws Rejected or Incomplete: they become the report.
Report check_certificate(std::string_view bytes, const Entries& entries);

}  // namespace hardmax::check
