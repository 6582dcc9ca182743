// The name soft(f, t, H, k, w) of a run of yun2020b (proofs/README.md, "States of the soft
// network"): ids of the network with softmax at the printed zeta and eta, as numbers that need not
// be rational.
//
// Every id is a term of claim/real.hpp, made by the operations that the page lists, in their order:
// verify-check makes the same ones.
//
// Units     real.   Threads  one.   Trust  verify-check has them too, from its own network.   Tests
// tests/unit/claim/agreement_test.cpp, tests/cli/soft_test.cpp
#pragma once
#include <map>
#include <tuple>
#include <vector>

#include "claim/real.hpp"
#include "network/construction.hpp"
#include "pattern/pattern.hpp"

namespace hardmax {

class SoftStates {
 public:
  // Keeps the references.
  SoftStates(const Construction& construction, const Pattern& pattern)
      : construction_(construction), pattern_(pattern) {}

  // The ids after t layers of the network that starts from `start`, the exact ids of input
  // `ordinal` after f layers. Requires  f <= t <= layers, 0 < w <= delta.
  const std::vector<claim::Real>& ids(std::uint64_t f, std::uint64_t t, std::uint64_t ordinal,
                                      const Rational& w, const std::vector<Rational>& start);

 private:
  using Ids = std::vector<claim::Real>;
  struct Head {
    std::size_t key = 0;
    claim::Real more;  // it returns the id of the key, and this
  };

  Ids after(std::size_t layer, const Ids& x, const claim::Real& scale) const;
  Head attend(std::span<const Token> keys, const Ids& x, const claim::Real& factor,
              const claim::Real& scale) const;
  claim::Real scale(std::size_t layer, const Rational& w) const;

  const Construction& construction_;
  const Pattern& pattern_;
  std::map<std::tuple<std::uint64_t, std::uint64_t, Rational>, std::vector<Ids>>
      known_;  // by f, input, w: the states from f on
};

}  // namespace hardmax
