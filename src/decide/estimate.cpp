#include "decide/estimate.hpp"

#include <fmt/core.h>

#include <cmath>

namespace hardmax {

std::string duration(double seconds) {
  if (seconds < 90) return fmt::format("{:.2g} s", seconds);
  if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
  if (seconds < 172800) return fmt::format("{:.1f} hours", seconds / 3600);
  if (seconds < 3.2e7) return fmt::format("{:.0f} days", seconds / 86400);
  return fmt::format("{:.2g} years", seconds / 31557600);
}

double approximately(const Rational& x) {
  const auto small = x.to_int64();
  if (small) return static_cast<double>(*small);
  return std::pow(2.0, static_cast<double>(x.bits()) - 0.5);
}

}  // namespace hardmax
