// What the soft runs are measured against: the network of one map on column ids as one would write
// it, one input at a time, every head by the formula of softmax, at one precision.
#pragma once
#include <string>
#include <vector>

#include "enclose/ball.hpp"
#include "execute/soft_ids.hpp"

namespace hardmax::bench {

struct SoftJob {
  IdProgram program;
  std::vector<IdLayer> layers;
  std::vector<Rational> scales;  // t of each layer, in the units of its scores
  long bits = 200;
  std::vector<std::uint64_t> ordinals;
};

// The ids after all layers of all inputs, one input after the other.
std::vector<Ball> soft_arb(const SoftJob& job);
std::vector<Ball> soft_mpfi(const SoftJob& job);  // empty without MPFI

// mpmath in a child process. No numbers, and why, if it cannot run. Its numbers are no enclosures.
struct Mpmath {
  std::vector<Rational> ids;
  double seconds = 0;  // of processor time, without the start of Python
  std::string missing;
};
Mpmath soft_mpmath(const SoftJob& job);

}  // namespace hardmax::bench
