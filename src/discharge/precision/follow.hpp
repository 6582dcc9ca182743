// One grid input through the selective stage of yun2020b in a number format, at any size: which
// layer first breaks it, without running the layers that do nothing.
//
// A token is looked at in those windows alone where its two heads may see different keys. In all
// others both return the same number, and their products cancel exactly. That is shown, not
// assumed: ids lie so far apart that no two scores of a head are equal, and no score overflows
// where the two queries differ. Where that is not so, following ends, and nothing is said.
//
// What it finds is a fact about one executed input: the format breaks at that layer or before.
//
// Cost      O(log n) of each block, one look at the keys of a token that is raised.
// Tests     tests/unit/discharge/precision_follow_test.cpp: against run_float, layer by layer
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "execute/machine_float.hpp"
#include "network/construction.hpp"
#include "pattern/assumption1.hpp"
#include "pattern/structure.hpp"

namespace hardmax {

struct FollowedInput {
  // Of what breaks. None: nothing was found, or the end of the stage was reached.
  std::optional<Rational> layer;  // from 1; "layer 1" also for what happens before it
  std::string what;               // "two columns get one id (tokens 1 and 2)"
  bool starts_infinite = false;   // an id overflows before the first layer, of any map then
  bool whole = false;             // the stage was followed to its end
  std::vector<std::optional<Rational>> ids;  // where following ended
  Rational layers;                           // that were followed: all before this number
};

class PrecisionFollower {
 public:
  // Requires  the pattern meets Assumption 1 as `assumption` says; both outlive the object.
  PrecisionFollower(const Parameters& parameters, const StructuredPattern& pattern,
                    const Assumption1& assumption, const FloatFormat& format);

  // A grid input: entry (r, k) at k * d + r, in units of delta.
  using Input = std::function<std::uint64_t(std::size_t)>;
  // After at most `blocks` blocks; then `whole` is false unless those were all.
  [[nodiscard]] FollowedInput follow(const Input& input, std::size_t blocks = SIZE_MAX) const;

 private:
  class Run;
  Parameters parameters_;
  const StructuredPattern& pattern_;
  const Assumption1& assumption_;
  FloatFormat format_;
};

// The layer at which a format breaks on every input, as a weight is infinite in it; none: all
// weights are finite. `what` names the weight.
struct InfiniteWeight {
  Rational layer;
  std::string what;
};
std::optional<InfiniteWeight> infinite_weight(const Parameters& parameters,
                                              std::size_t pattern_layers,
                                              const Assumption1& assumption,
                                              const FloatFormat& format);

}  // namespace hardmax
