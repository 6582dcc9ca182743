#include "pattern/pattern.hpp"

#include <algorithm>

#include "exact/error.hpp"

namespace hardmax {

Pattern::Pattern(std::string name, std::vector<std::vector<std::vector<Token>>> layers)
    : name_(std::move(name)), layers_(std::move(layers)) {
  HARDMAX_REQUIRE(!layers_.empty() && !layers_.front().empty());
  const std::size_t n = layers_.front().size();
  for (const auto& layer : layers_) {
    HARDMAX_REQUIRE(layer.size() == n);
    for (const auto& row : layer) {
      HARDMAX_REQUIRE(std::adjacent_find(row.begin(), row.end(), std::greater_equal<>()) ==
                      row.end());
      HARDMAX_REQUIRE(row.empty() || row.back() < n);
    }
  }
}

bool Pattern::attends(std::size_t layer, std::size_t token, std::size_t to) const {
  const auto row = neighbours(layer, token);
  return std::binary_search(row.begin(), row.end(), to);
}

std::uint64_t Pattern::edges() const {
  std::uint64_t total = 0;
  for (const auto& layer : layers_) {
    for (const auto& row : layer) total += row.size();
  }
  return total;
}

}  // namespace hardmax
