#include "report/fail_on.hpp"

#include <fmt/core.h>

namespace hardmax::report {

std::string FailOn::met(std::size_t refuted_claims, std::size_t undecided_claims,
                        std::size_t vacuous_claims) const {
  std::string text;
  const auto add = [&](bool named, std::size_t claims, const char* what) {
    if (named && claims > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", claims, what);
  };
  add(refuted, refuted_claims, "refuted");
  add(undecided, undecided_claims, "undecided");
  add(vacuous, vacuous_claims, "vacuous");
  return text.empty() ? "" : text + " (--fail-on)";
}

}  // namespace hardmax::report
