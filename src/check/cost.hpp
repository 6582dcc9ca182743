// What a check costs, said before it is paid, so that nothing hangs silently. It times a few
// inputs; no verdict depends on it.
#pragma once
#include "check/replay.hpp"

namespace hardmax::check {

extern void (*tell)(const std::string& line);  // nullptr: nobody listens, and nothing is timed
extern double some_seconds;                    // what takes less is not told

// Tells of a pass over these inputs of a run, with these claims, if it will take more than some
// seconds.
void tell_cost(const Entries& entries, const std::set<std::string>& claims, const Construction& run,
               const Ranges& inputs, const std::string& layers);

// Tells of a list of runs, or of claims, how much is left: once, when they have taken some seconds.
class Course {
 public:
  Course(std::uint64_t inputs, bool whole);  // of all runs; whole: all inputs are executed (of a
                                             // part there is nothing to tell)
  explicit Course(std::uint64_t claims, const char* of = "claims");  // each is done(1)
  void done(std::uint64_t inputs);                                   // another run

 private:
  std::uint64_t all_, done_ = 0, runs_ = 0;
  bool of_runs_ = true, told_;
  const char* of_ = "inputs";
  double start_;
};

}  // namespace hardmax::check
