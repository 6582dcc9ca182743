// The ways to decide a claim about a construction file (decide/ways.hpp), in the order in which
// they are asked. Those that need no formula come first (FORMAT.md: no formal; a hypothesis that is
// not verified; outside its domain), then what costs nothing, then what is executed.
#pragma once
#include <optional>
#include <span>

#include "decide/claim_run.hpp"
#include "decide/ways.hpp"

namespace hardmax::decide {

struct Question {
  ClaimResult* decided = nullptr;
  bool is_hypothesis = false;  // it is decided by itself, before the others
  std::optional<NamedFormula> formula, domain;
};

using WayOfFile = Way<const ClaimRun, Question>;
std::span<const WayOfFile> ways_of_file();

}  // namespace hardmax::decide
