// What is wrong with a change of a network by --with.
#pragma once
#include <fmt/core.h>

#include <set>
#include <string>

#include "exact/error.hpp"
#include "exact/rational.hpp"

namespace hardmax {

[[noreturn]] inline void bad_override(const std::string& text, const std::string& remedy) {
  throw InvalidInput(InvalidInput::Kind::option, fmt::format("--with '{}': {}", text, remedy));
}

// Errors  InvalidInput (option): the last of the dropped layers is not there.
inline void require_within(const char* name, const std::set<std::uint64_t>& dropped,
                           const Rational& there_are, const char* what) {
  if (!dropped.empty() && Rational(*dropped.rbegin()) > there_are)
    bad_override(fmt::format("{}={}", name, *dropped.rbegin()),
                 fmt::format("there are {} {} layers", there_are.str(), what));
}

}  // namespace hardmax
