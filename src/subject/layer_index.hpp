// Layers that were made, in an order in which the next one that can change a state is found
// directly.
//
// A layer Z + w phi(a^T Z_k + b) with one hidden unit whose phi is 0 outside an interval changes
// the columns alone whose a^T Z_k is in a window, ends included. Windows with the same a and the
// same width are sorted. A layer of any other kind is one that can change every state; the
// identity is none. A moved column is looked up again among the later layers, in order of
// execution.
//
// Trust     producer side; the layers that are found are executed literally.
#pragma once
#include <map>
#include <vector>

#include "subject/reading.hpp"

namespace hardmax::subject {

class LayerIndex {
 public:
  // Layer t, t increasing.
  void add(std::uint64_t t, const MadeLayer& layer);
  void finish();  // after the last one

  // The least t > after of a layer that can change z; empty if there is none. `steps` counts what
  // was looked at.
  [[nodiscard]] std::optional<std::uint64_t> next(std::uint64_t after, const Columns& z,
                                                  std::uint64_t& steps) const;

  // Was the layer put among the windows?
  static bool has_window(const MadeLayer& layer);

 private:
  using Weights = std::vector<std::pair<std::size_t, Rational>>;
  struct Group {
    Weights form;  // a
    Rational width;
    std::vector<std::pair<Rational, std::uint64_t>> windows;  // low end, t; sorted by finish()
  };
  std::vector<Group> groups_;
  std::vector<std::uint64_t> always_;  // increasing
};

}  // namespace hardmax::subject
