#include "cli/turing_certificate.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "cli/run_certificate.hpp"

namespace hardmax::cli {

namespace {

// Measured on one core of a shared machine: seconds of verify-check, and as many of verify. No
// verdict depends on it, it is where patience ends. Beyond so many nodes no claim is decided.
constexpr double kSecondsOfProduct = 2e-8, kMostSeconds = 300;
constexpr std::uint64_t kMostCertifiedNodes = 4096;

}  // namespace

std::string too_dear_to_certify(const subject::Run& run, std::uint64_t nodes) {
  const double count = static_cast<double>(nodes), rows = static_cast<double>(run.rows()),
               lines = static_cast<double>(run.machine()->transitions().size());
  const double seconds = kSecondsOfProduct * count * rows * (count + 5 * lines);
  if (seconds <= kMostSeconds && nodes <= kMostCertifiedNodes) return "";
  return fmt::format(
      "--certificate: verify-check would take about {:.0f} minutes for {} nodes of {} entries; "
      "at most {} nodes and {:.0f} minutes are asked of it; give a smaller --steps",
      std::max(1.0, seconds / 60), nodes, run.rows(), kMostCertifiedNodes, kMostSeconds / 60);
}

report::RunCertificate certify_turing(const subject::Run& run, const std::string& file) {
  return certify_run(run, file, 4 * kMostSeconds);
}

}  // namespace hardmax::cli
