// What the source says of the steps of its construction ([[step]] of the file), asked of one input
// after another until something is false: which step breaks first, and with which numbers.
//
// The order is that of execution: inputs as they are enumerated, networks, rounds of stages,
// layers. Of a layer that leaves the state as it is nothing is asked: whether a layer that should
// have moved something did is asked of the whole round.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "subject/run.hpp"

namespace hardmax::subject {

struct BrokenStep {
  const Step* step = nullptr;
  Rational ordinal;  // of the input, from 0
  std::vector<Rational> entries;
  std::string network;
  std::uint64_t first = 0, last = 0;  // its layers, from 1; first > last: there is none
  std::vector<std::pair<std::string, std::string>> names;  // of the loops: "i" and "1"
  std::vector<std::pair<std::string, std::string>> shown;  // by their labels
  std::string no_value;  // why what is said has no value; empty: it is false
};

struct Walked {
  Rational inputs;                   // that were gone through
  Rational all;                      // that there are
  std::uint64_t asked = 0;           // how often something was asked
  std::vector<const Step*> unasked;  // of the file, in its order: no layer of theirs was gone to
  std::optional<BrokenStep> broken;
  std::string stopped;  // by which limit; empty: by none
  // Every input was gone through and something was asked of it, and nothing was false.
  [[nodiscard]] bool whole() const { return !broken && stopped.empty() && asked > 0; }
};

// Requires  the file says something of steps, and the run has a network. `steps`: how many may be
// taken (Reading::allow_steps) in all.
// Errors    InvalidInput (file): a stage has no value.
Walked walk(const Run& run, std::uint64_t steps,
            const std::function<void(std::uint64_t done, std::uint64_t total)>& progress);

}  // namespace hardmax::subject
