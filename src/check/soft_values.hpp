// The value layers of yun2020b behind the network with soft maps (F.3), in intervals, and what the
// error of one output says of the L^p distance of the two networks (F.4), for certificates of kind
// "soft" (FORMAT.md). All is in the paper's real units.
#pragma once
#include "check/soft_network.hpp"

namespace hardmax::check {

class SoftValues {
 public:
  // Keeps the reference. `bits`: of the intervals.
  SoftValues(const SkeletonNetwork& network, std::size_t bits) : network_(network), bits_(bits) {}
  // |soft - exact| in row 1 of the output of a token whose id is `id` in the soft network after the
  // last attention layer; nothing known where the intervals do not tell.
  Bounds error(std::uint64_t input, std::uint64_t token, const Bounds& id) const;

 private:
  Bounds activation(const Bounds& t) const;
  Bounds of(const Num& x) const { return bounds_of(x, bits_); }
  const SkeletonNetwork& network_;
  std::size_t bits_;
};

// Whether two networks whose outputs are apart by more than `least` at one grid input are further
// apart than eps/2 in L^p over all inputs, for every alpha up to 1/2. Throws Incomplete for a p
// beyond the bounds of this program.
bool are_apart(const SkeletonNetwork& network, const Num& least, const Num& eps, const Num& lp);

}  // namespace hardmax::check
