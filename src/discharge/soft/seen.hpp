// What a soft run keeps of what it sees: the largest errors and spreads and the smallest lead.
// Internal to run.cpp.
//
// Most of what is seen is certainly no larger (smaller) than what was seen before and changes
// nothing: a look at its magnitude sets it aside. Units     of delta until to_real_units.   Tests
// tests/unit/discharge/soft_test.cpp
#pragma once
#include <span>

#include "discharge/soft/run.hpp"
#include "enclose/magnitude.hpp"

namespace hardmax {

// An Extreme of numbers that are 0 or more.
class Watch {
 public:
  Watch(Extreme& extreme, bool largest) : extreme_(&extreme), largest_(largest) {}
  void see(const Ball& x, std::uint64_t ordinal, std::size_t token);
  // Whether no number of at most this (at least this, where the smallest is looked for) would
  // change anything.
  [[nodiscard]] bool is_idle(const Magnitude& bound) const {
    const int order = mag_cmp(bound.raw(), bar_.raw());
    return extreme_->set && (largest_ ? order <= 0 : order >= 0);
  }

 private:
  Extreme* extreme_;
  bool largest_;
  Magnitude bar_, size_;
};

class Seen {
 public:
  // The network tells which attention layers have heads.
  Seen(const SoftRequest& request, const Network& network, long bits);
  Seen(const Seen&) = delete;
  Seen& operator=(const Seen&) = delete;

  void begin(std::uint64_t ordinal) { ordinal_ = ordinal; }
  void error(Watch& watch, const Ball& soft, const Rational& exact, std::size_t token);
  void spread(Watch& watch, std::span<const Ball> ids);
  // The lead of the largest score of a head at token k: the score of key j is ids[j] (ids[k] - b).
  void lead(std::span<const Ball> ids, std::span<const Token> keys, const Ball& b, std::size_t k);

  SoftRun run;
  std::vector<Watch> accumulated, fresh, spreads;  // of each stage
  std::vector<Watch> layers;                       // of each layer that has heads
  Watch least_gap, value;

 private:
  std::uint64_t ordinal_ = 0;
  Ball difference_;
  Magnitude size_, reach_;
};

void merge(SoftRun& into, const SoftRun& from);
void to_real_units(SoftRun& run, const Rational& delta);

}  // namespace hardmax
