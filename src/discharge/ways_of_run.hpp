// The ways to decide claims about a run, in two lists that are asked in order.
//
// Of one claim: what needs no formula comes first (FORMAT.md: no formal; a hypothesis that is not
// verified; outside its domain), then what needs no execution of all inputs. Claims that none of
// these takes wait; the engines for whole runs take them together: every input executed, all inputs
// at once without executing one, and a search among some.
#pragma once
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "decide/ways.hpp"
#include "discharge/run_underway.hpp"

namespace hardmax {

struct RunQuestion {
  ClaimResult* decided = nullptr;
  bool is_hypothesis = false;  // it is decided by itself, before the others
  std::optional<claim::Formula> formula, domain;
};

using WayOfRun = decide::Way<RunUnderway, RunQuestion>;
std::span<const WayOfRun> ways_of_run();

struct EngineOfRun {
  std::string_view name;
  // Decides those that wait, or none of them where the run is not for this engine; what an engine
  // leaves undecided, a later one may decide.
  void (*decide)(RunUnderway& run, std::vector<RunQuestion>& waiting);
};
std::span<const EngineOfRun> engines_of_run();

}  // namespace hardmax
