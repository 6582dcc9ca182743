// The name soft(f, t, H, k, w) of a run of kind "run" (proofs/README.md, "States of the soft
// network"): ids with softmax at the scales that the stages of a file state, as numbers that need
// not be rational. Every id is a term, made by the operations that the page lists, in their order.
#pragma once
#include <map>
#include <tuple>

#include "check/described_run.hpp"
#include "check/enclosure.hpp"

namespace hardmax::check {

class SoftIds {
 public:
  // `v`: the name v(t, H, k) of the file. `width`: of its grid, the largest w. Keeps the reference.
  SoftIds(const DescribedRun& run, int v, Num width) : run_(run), v_(v), width_(std::move(width)) {}
  // a = f, t, k, w; real units. Throws Incomplete where a layer is no Z + c h, or Z + c h - c g,
  // whose heads see ids alone, or states no scale.
  Real id(const Num* a, std::uint64_t input) const;

 private:
  using Ids = std::vector<Real>;  // of tokens 1..n; none at 0
  struct Head {
    std::size_t key = 0;
    Real more = {};  // it returns the id of the key, and this
  };
  struct Layer {  // of the built one
    std::vector<Num> biases = {};
    Num multiplier = {};
    std::vector<std::vector<std::size_t>> keys = {};  // of tokens 1..n
  };
  const Layer& layer(std::uint64_t t) const;
  Ids after(const Layer& layer, const Ids& x, const Real& scale) const;
  Head attend(const std::vector<std::size_t>& keys, const Ids& x, const Real& factor,
              const Real& scale) const;
  Real scale(std::uint64_t t, const Num& w) const;
  Real real(const Term& term, const std::vector<Real>& slots) const;
  Real exact(const Term& term, const std::vector<Real>& slots) const;

  const DescribedRun& run_;
  const int v_;
  const Num width_;
  mutable std::vector<std::optional<Layer>> layers_;  // t = 1.. at t - 1
  mutable std::vector<Num> u_;  // what all heads see of a column, once one is known
  mutable std::map<std::tuple<std::uint64_t, std::uint64_t, Num>, std::vector<Ids>>
      known_;  // by f, input, w: the states from f on
};

}  // namespace hardmax::check
