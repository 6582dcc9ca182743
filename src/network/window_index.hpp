// Feed-forward layers that each move the columns in a window of ids by the same difference: which
// of them a column meets.
//
// Units     of delta: contexts and targets are columns divided by delta; a window is [id - 1/2, id
// + 1/2).
#pragma once
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "network/parameters.hpp"

namespace hardmax {

// Runs value layers on one column without visiting those whose window it is not in. Equal to
// running every layer: a layer moves a column exactly if its id lies in the window [center - 1/2,
// center + 1/2), so the next layer that does anything is the nearest one from here on whose center
// lies in (id - 1/2, id + 1/2].
class WindowIndex {
 public:
  enum class Order { forward, backward };  // the order in which the layers stand

  // Layers in `dropped` (0-based) are the identity: they never move a column.
  WindowIndex(const Parameters& parameters, std::vector<Column> contexts,
              const std::set<std::size_t>& dropped = {});
  // The column after all layers, layer j aiming at target(j); `hits` gets the layers (0-based)
  // whose window it was in when they ran, in order.
  [[nodiscard]] Column run(Column column, const std::function<Column(std::size_t)>& target,
                           Order order = Order::forward,
                           std::vector<std::size_t>* hits = nullptr) const;
  [[nodiscard]] const std::vector<Column>& contexts() const { return contexts_; }

 private:
  std::uint64_t D_;
  std::vector<Column> contexts_;
  std::vector<std::pair<Rational, std::size_t>> by_center_;  // sorted
};

}  // namespace hardmax
