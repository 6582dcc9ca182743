#include "network/window_index.hpp"

#include <algorithm>
#include <optional>

namespace hardmax {

namespace {
const Rational kHalf = Rational(1) / Rational(2);
}

WindowIndex::WindowIndex(const Parameters& parameters, std::vector<Column> contexts,
                         const std::set<std::size_t>& dropped)
    : D_(parameters.D), contexts_(std::move(contexts)) {
  for (std::size_t j = 0; j < contexts_.size(); ++j) {
    if (!dropped.contains(j)) by_center_.emplace_back(column_id(contexts_[j], D_), j);
  }
  std::sort(by_center_.begin(), by_center_.end());
}

Column WindowIndex::run(Column column, const std::function<Column(std::size_t)>& target,
                        Order order, std::vector<std::size_t>* hits) const {
  // A layer's place in the order of execution.
  const auto place = [&](std::size_t layer) {
    return order == Order::forward ? layer : contexts_.size() - 1 - layer;
  };
  for (std::size_t next = 0;;) {
    const Rational id = column_id(column, D_);
    auto it =
        std::upper_bound(by_center_.begin(), by_center_.end(), id - kHalf,
                         [](const Rational& x, const auto& entry) { return x < entry.first; });
    std::optional<std::size_t> hit;
    for (; it != by_center_.end() && it->first <= id + kHalf; ++it) {
      if (place(it->second) >= next && (!hit || place(it->second) < place(*hit))) hit = it->second;
    }
    if (!hit) return column;
    const Column aim = target(*hit);
    for (std::size_t r = 0; r < column.size(); ++r) column[r] += aim[r] - contexts_[*hit][r];
    if (hits != nullptr) hits->push_back(*hit);
    next = place(*hit) + 1;
  }
}

}  // namespace hardmax
