// The ids of inputs, layer after layer. What the constructions have in common: an attention layer
// adds to row 1 of Z its multiplier times what one head returns, or the difference of two; u_1 = 1,
// so the id changes by the same amount.
#pragma once
#include <unordered_map>
#include <vector>

#include "check/num.hpp"
#include "check/text.hpp"

namespace hardmax::check {

using Ids = std::vector<Num>;    // u^T Z_k, k = 1..n; none at 0
using Trace = std::vector<Ids>;  // before the first layer, and after every layer that has heads

constexpr std::uint64_t most_limbs = std::uint64_t{1}
                                     << 25;  // 256 MiB of numbers that are not small

// A layer has `heads` (2: with biases low and high; 1: with low; 0: none, Z + 0) and a multiplier.
// psi(layer, bias, x, k) is what a head returns at token k.
template <class Layers, class Psi>
Trace trace_of(const Layers& layers, Ids ids, const Psi& psi) {
  Trace out(1, std::move(ids));
  out.reserve(layers.size() + 1);
  std::uint64_t limbs = 0;
  for (const auto& layer : layers) {
    if (layer.heads == 0) continue;
    if (limbs > most_limbs) throw Incomplete("run: the ids of one input take more than 256 MiB");
    out.push_back(out.back());
    const Ids& x = out.end()[-2];
    Ids& next = out.back();
    for (std::uint64_t k = 1; k < x.size(); ++k) {
      if (layer.heads == 1) next[k] = x[k] + layer.multiplier * psi(layer, layer.low, x, k);
      // psi sees the bias only in the sign of u^T Z_k - bias: with equal signs the two heads return
      // the same, and their difference is 0
      else if (compare(x[k], layer.low) != compare(x[k], layer.high))
        next[k] =
            x[k] + layer.multiplier * (psi(layer, layer.low, x, k) - psi(layer, layer.high, x, k));
      limbs += next[k].limbs();
    }
  }
  return out;
}

// Traces of some inputs: 2^22 numbers and 256 MiB beside them, and what one more takes. A trace
// stays where it is until the next call.
class Traces {
 public:
  template <class Make>
  const Trace& of(std::uint64_t input, const Make& make) {
    if (last_ && last_input_ == input) return *last_;
    if (numbers_ > std::uint64_t{1} << 22 || limbs_ > most_limbs) {
      traces_.clear();
      last_ = nullptr, numbers_ = limbs_ = 0;
    }
    auto known = traces_.find(input);
    if (known == traces_.end()) {
      known = traces_.emplace(input, make()).first;
      for (const Ids& ids : known->second)
        for (const Num& x : ids) ++numbers_, limbs_ += x.limbs();
    }
    last_ = &known->second, last_input_ = input;
    return *last_;
  }

 private:
  std::unordered_map<std::uint64_t, Trace> traces_;
  std::uint64_t numbers_ = 0, limbs_ = 0, last_input_ = 0;
  const Trace* last_ = nullptr;
};

}  // namespace hardmax::check
