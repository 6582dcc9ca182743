// The network of yun2020b in the arithmetic that machines have (execute/machine_float.hpp), beside
// the exact run: where it first differs, and how far it gets away.
//
// It compares and decides nothing: no verdict and no certificate rests on it. The hard network is
// that of the exact run; the soft one has softmax at the repaired zeta and eta
// (discharge/soft/network.hpp), with which exact softmax is within the bound.
//
// Units     the network runs in units of delta, so its entries are integers; total errors are real.
// Relative errors are |id - exact id| / max(|exact id|, delta). Tests
// tests/unit/discharge/float_run_test.cpp
#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "discharge/soft/network.hpp"
#include "execute/machine_float.hpp"

namespace hardmax {

// The first place where something happens: in the earliest attention layer, there at the first
// input in the order of enumeration, there at the first token. 0-based.
struct FloatPlace {
  std::size_t layer = 0;
  std::uint64_t ordinal = 0;
  std::size_t token = 0;
  friend auto operator<=>(const FloatPlace&, const FloatPlace&) = default;
};

struct FloatLayer {
  std::size_t layer = 0;  // attention layer with heads, 0-based
  Rational relative;      // largest relative error of an id after it
  FloatPlace at;
};

struct FloatRun {
  FloatModel model;
  bool soft = false;
  std::uint64_t inputs = 0;
  std::uint64_t
      ids = 0,
      distinct = 0;  // after the last layer; of an input that met an infinity or NaN, no id counts
  std::optional<FloatPlace>
      infinite;  // a state with an infinity or NaN: the input is given up there
  std::optional<FloatPlace>
      flip;  // the keys with the largest score are others than in the exact run
  // Two columns of an input with different ids in the exact run have one id; layer 0 also for
  // before it.
  std::optional<FloatPlace> merge;
  std::vector<FloatLayer> layers;
  Rational total_error;   // largest error of a first-row entry after the last layer, of inputs that
                          // were not given up
  bool given_up = false;  // some input was
  [[nodiscard]] bool all_distinct() const { return distinct == ids && !given_up; }
};

struct FloatRequest {
  const Construction* construction = nullptr;
  const Pattern* pattern = nullptr;
  FloatModel model;
  const Network* network = nullptr;  // the construction's, or the same with softmax
  std::optional<std::vector<std::uint64_t>> ordinals;  // none: every grid input
  const std::atomic<int>* stop = nullptr;
  bool stop_at_merge = false;  // of columns of one input, or at an infinity: the rest is not run
  std::optional<Rational> stop_above;  // as soon as the total error is larger
};
// Errors  Interrupted.
FloatRun run_float(const FloatRequest& request);

// How many mantissa bits, at least 2, without limits to the exponent, a network needs on every grid
// input: the fewest with which the ids of the hard one are distinct, and the fewest with which the
// total error of the soft one is at most delta~/4. Found by trying 2, 3, ... in turn: that fewer do
// not serve is run, that more do is not claimed.
struct FloatCliff {
  Parameters parameters;
  long exact_bits =
      0;  // with which the hard one computes exactly: a bound on the bits of its ids and scores
  std::optional<long> hard;  // none: an id occurs twice even so
  std::optional<long> soft;  // none: not with 128 bits
  std::uint64_t inputs = 0;
};
FloatCliff precision_cliff(const Construction& construction, const Pattern& pattern,
                           const SoftSettings& settings, const std::atomic<int>* stop);

}  // namespace hardmax
