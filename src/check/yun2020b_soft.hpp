// The name soft(f, t, H, k, w) of a run of yun2020b (proofs/README.md, "States of the soft
// network"): ids of the network with softmax at the printed zeta and eta, as numbers that need not
// be rational. Every id is a term, made by the operations that the page lists, in their order.
#pragma once
#include <map>
#include <tuple>

#include "check/enclosure.hpp"
#include "check/yun2020b.hpp"

namespace hardmax::check {

class SoftStates {
 public:
  explicit SoftStates(const Run& run) : run_(run) {}  // keeps the reference
  Real id(const Num* a, std::uint64_t input) const;   // a = f, t, k, w; real units

 private:
  using Ids = std::vector<Real>;  // of tokens 1..n
  struct Head {
    std::size_t key = 0;
    Real more = {};  // it returns the id of the key, and this
  };
  Ids after(std::uint64_t t, const Ids& x, const Real& scale) const;
  Head attend(const std::vector<Num>& keys, const Ids& x, const Real& factor,
              const Real& scale) const;
  Real scale(std::uint64_t t, const Num& w) const;
  Num number(int name, const Num& x) const { return run_.number(name, &x, nullptr); }

  const Run& run_;
  mutable std::map<std::tuple<std::uint64_t, std::uint64_t, Num>, std::vector<Ids>>
      known_;  // by f, input, w: the states from f on
};

}  // namespace hardmax::check
