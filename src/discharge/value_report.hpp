// What the value mapping does with the run's target, and a target it misses: for the report.
//
// As printed the mapping works for a target if no mapped value lies in the window of a later layer:
// then every column is moved by its own layer alone. Where one does, that layer moves the column
// again. The adversary is the first target of the planted family (one value g_c(K)_j at one place
// (H, k), zero elsewhere) that the layers miss, in the order of execution.
//
// Units     of delta.   Trust  for people; verdicts are those of the claims.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "discharge/value_stage.hpp"

namespace hardmax {

// A value layer that a column ran into.
struct ValueHit {
  std::uint64_t ordinal = 0;  // the input whose layer it is
  std::uint64_t token = 0;    // 0-based
  Rational center;            // its window is [center - 1/2, center + 1/2)
};

// One column on its way through the value layers.
struct ValueMiss {
  std::uint64_t ordinal = 0;
  std::uint64_t token = 0;
  Column aim;     // f(G)_k
  Column result;  // what the layers made of it
  std::vector<ValueHit> hits;
};

struct ValueReport {
  std::string target;
  std::uint64_t layers = 0;
  std::uint64_t columns = 0;
  std::uint64_t missed = 0;       // columns that do not end as f(G)_k
  std::uint64_t moved_again = 0;  // columns that another layer than their own moved
  std::optional<ValueMiss> first_miss;
  // Values of any f with |f(G)| <= 1/delta: their ids are at most largest_small, in absolute value;
  // the lowest window begins at lowest_window. No target is looked at.
  Rational largest_small, lowest_window;
  // The repairs, for this target: layers in all, what they change, columns missed.
  std::uint64_t R2_layers = 0, R2_missed = 0;
  Rational R2_constant;  // K
  std::uint64_t R3_layers = 0, R3_missed = 0;
  std::optional<Rational> R3_multiplier;  // c'; absent if R3 does not apply here
  // A target that is missed, for each order of the layers.
  struct Adversary {
    ValueMiss miss;             // its aim is g_c(K)_j
    std::uint64_t ordinal = 0;  // K
    std::uint64_t token = 0;    // j, 0-based
  };
  std::optional<Adversary> forward, backward;
};

ValueReport report_value_mapping(const ValueStage& stage, std::uint64_t n, std::uint64_t D,
                                 const std::string& target);

}  // namespace hardmax
