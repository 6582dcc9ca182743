// A certificate that a short form of running a construction wrote: verify turing, verify task1.
#pragma once
#include <fmt/core.h>

#include <map>
#include <string>

namespace hardmax::report {

// How many claims in it have which verdict.
struct RunCertificate {
  std::string file;
  std::map<std::string, std::size_t> verdicts;
};

// Its two lines, each a title and a text.
template <class Line>
void lines_of(const RunCertificate& certificate, Line line) {
  std::string claims;
  for (const auto& [verdict, count] : certificate.verdicts)
    claims += fmt::format("{}{} {}", claims.empty() ? "" : ", ", count, verdict);
  line("certificate", certificate.file);
  line("claims", claims);
}

}  // namespace hardmax::report
