#include "check/pattern.hpp"
#include "check/fault.hpp"

#include <algorithm>
#include <functional>

namespace hardmax::check {

Tokens tokens(const std::string& list, unsigned n, const std::string& where) {
  Tokens out;
  for (const std::string& item : split(list)) {
    out.push_back(static_cast<unsigned>(integer(item, 1, where)));
    require(out.back() <= n, where, list,
            "that it must be a list of tokens up to " + std::to_string(n));
  }
  return out;
}

Pattern pattern(const Json& layers, unsigned n, const std::string& where) {
  require(!layers.items.empty(), where, "no layer", "that there must be one");
  Pattern out(1);
  for (std::size_t l = 0; l < layers.items.size(); ++l) {
    const std::string place = where + "[" + std::to_string(l) + "]";
    require_kind(layers.items[l], Json::Kind::array, place);
    require(layers.items[l].items.size() == n, place,
            std::to_string(layers.items[l].items.size()) + " items",
            "that it must be an array of n strings");
    out.emplace_back(1);
    for (std::size_t k = 0; k < n; ++k) {
      const Json& neighbours = layers.items[l].items[k];
      const std::string at = place + "[" + std::to_string(k) + "]";
      require_kind(neighbours, Json::Kind::string, at);
      const Tokens A = tokens(neighbours.text, n, at);
      require(HARDMAX_FAULT(
                  check_pattern_order,
                  std::adjacent_find(A.begin(), A.end(), std::greater_equal<>()) == A.end(), true),
              at, neighbours.text, "that it must be strictly increasing");
      out.back().push_back(A);
    }
  }
  return out;
}

}  // namespace hardmax::check
