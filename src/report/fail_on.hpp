// --fail-on: what ends a command with 1 beside what stands against a record, which always does.
#pragma once
#include <cstddef>
#include <string>

namespace hardmax::report {

struct FailOn {
  bool refuted = false;  // a claim that is no hypothesis, whatever its record
  bool undecided = false;
  bool vacuous = false;  // without an instance, on the run or on every run of the box
  // "3 refuted, 1 vacuous (--fail-on)" of what came out so often; "" if none of it was named.
  [[nodiscard]] std::string met(std::size_t refuted_claims, std::size_t undecided_claims,
                                std::size_t vacuous_claims) const;
};

}  // namespace hardmax::report
