// The constructions of yun2020b, yun2020a and sparsebert, written in C++ from the papers: what
// verify-check finds in their construction files is compared with them. They share nothing with the
// reader and the executor of files but what a replay asks.
#pragma once
#include "check/construction.hpp"
#include "check/evaluate.hpp"
#include "check/read.hpp"

namespace hardmax::check {

// Reads `run`, with its member "construction" known, and compares `derived`. At most `most` inputs
// will be executed. Throws Rejected, and Incomplete where a bound of this program is met.
using Build = std::unique_ptr<Construction> (*)(const Json& run, const Json& derived,
                                                std::uint64_t most);
std::unique_ptr<Construction> build_yun2020b(const Json& run, const Json& derived,
                                             std::uint64_t most);
std::unique_ptr<Construction> build_yun2020a(const Json& run, const Json& derived,
                                             std::uint64_t most);
std::unique_ptr<Construction> build_sparsebert(const Json& run, const Json& derived,
                                               std::uint64_t most);
inline Build build_of(const std::string& paper) {
  return paper == "yun2020b"   ? build_yun2020b
         : paper == "yun2020a" ? build_yun2020a
                               : build_sparsebert;
}

}  // namespace hardmax::check
