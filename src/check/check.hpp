// What verify-check does with a certificate (src/certificate/FORMAT.md, "What a checker does").
#pragma once
#include <string_view>

#include "check/kind.hpp"

namespace hardmax::check {

// Never throws Rejected or Incomplete: they become the report.
Report check_certificate(std::string_view bytes, const Entries& entries);

}  // namespace hardmax::check
