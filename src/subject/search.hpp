// Which values of choices make a construction work, and which of them is the best: what [[search]]
// of its file asks, tried one after another, each on every input.
//
// Nothing is concluded from one value for another: a value works if `works` is true of the run that
// has it. Errors of a term are of the file.
#pragma once
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "subject/run.hpp"

namespace hardmax::subject {

struct Tried {
  std::vector<std::string> changes;  // as --with has them: "L=3"
  bool works = false;
  Rational least;                                          // where it works
  std::vector<std::pair<std::string, std::string>> shown;  // by their labels; where it works
};

struct Searched {
  Rational all;              // values in all
  Rational ruled_out;        // that break a condition of the file
  std::vector<Tried> tried;  // in the order of `over`; all but those, if no limit was met
  std::string stopped;       // by which limit; empty: by none
  // The first of those that work with the smallest number; null: none works.
  [[nodiscard]] const Tried* best() const;
};

// `steps`: how many may be taken in all (Reading::allow_steps).
// Errors    InvalidInput (file).
Searched searched(const Run& run, const Search& search, std::uint64_t steps,
                  const std::function<void(std::uint64_t done, std::uint64_t total)>& progress);

}  // namespace hardmax::subject
