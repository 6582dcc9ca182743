// Functions on the grid that a value mapping may aim at.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "network/parameters.hpp"

namespace hardmax {

// A target function f on the grid: f(G) as n columns, from the entries of G (order of enumeration),
// all in units of delta.
class Target {
 public:
  // reverse: columns in reverse order. identity. running-maximum: entrywise over tokens 1..k.
  // parity: per row, the sum of the row's entries modulo 2 (times delta), at every token. sort:
  // every row sorted upwards. Empty if the name is unknown.
  static std::optional<Target> named(std::string_view name, const Parameters& parameters);
  // A table: columns[g][k] for input ordinal g, token k (0-based). Requires  its shape to be D^(nd)
  // x n x d.
  static Target table(std::string name, const Parameters& parameters,
                      std::vector<std::vector<Column>> columns);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] bool is_table() const { return table_; }
  [[nodiscard]] std::vector<Column> operator()(std::uint64_t ordinal,
                                               const std::vector<std::uint64_t>& G) const {
    return map_(ordinal, G);
  }

 private:
  using Map = std::function<std::vector<Column>(std::uint64_t, const std::vector<std::uint64_t>&)>;
  Target(std::string name, Map map) : name_(std::move(name)), map_(std::move(map)) {}
  std::string name_;
  Map map_;
  bool table_ = false;
};

std::vector<std::string> target_names();

}  // namespace hardmax
