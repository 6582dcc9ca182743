#include "network/target.hpp"

#include <algorithm>

#include "exact/error.hpp"

namespace hardmax {

std::vector<std::string> target_names() {
  return {"identity", "parity", "reverse", "running-maximum", "sort"};
}

std::optional<Target> Target::named(std::string_view name, const Parameters& parameters) {
  const std::uint64_t n = parameters.n, d = parameters.d;
  const auto columns_of = [n, d](const std::vector<std::uint64_t>& G) {
    std::vector<Column> columns(n, Column(d));
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t r = 0; r < d; ++r) columns[k][r] = G[k * d + r];
    }
    return columns;
  };
  const auto row_by_row = [=](auto change) {
    return [=](std::uint64_t, const std::vector<std::uint64_t>& G) {
      std::vector<Column> columns = columns_of(G);
      for (std::size_t r = 0; r < d; ++r) {
        std::vector<Rational> row;
        for (std::size_t k = 0; k < n; ++k) row.push_back(columns[k][r]);
        change(row);
        for (std::size_t k = 0; k < n; ++k) columns[k][r] = row[k];
      }
      return columns;
    };
  };
  const auto make = [&](auto change) { return Target(std::string(name), row_by_row(change)); };
  if (name == "identity") return make([](std::vector<Rational>&) {});
  if (name == "reverse")
    return make([](std::vector<Rational>& row) { std::reverse(row.begin(), row.end()); });
  if (name == "sort")
    return make([](std::vector<Rational>& row) { std::sort(row.begin(), row.end()); });
  if (name == "running-maximum") {
    return make([](std::vector<Rational>& row) {
      for (std::size_t k = 1; k < row.size(); ++k) row[k] = std::max(row[k], row[k - 1]);
    });
  }
  if (name == "parity") {
    return make([](std::vector<Rational>& row) {
      Rational sum;
      for (const Rational& x : row) sum += x;
      std::fill(row.begin(), row.end(), floor_mod(sum, 2));
    });
  }
  return std::nullopt;
}

Target Target::table(std::string name, const Parameters& parameters,
                     std::vector<std::vector<Column>> columns) {
  for (const auto& input : columns) {
    HARDMAX_REQUIRE(input.size() == parameters.n);
    for (const Column& column : input) HARDMAX_REQUIRE(column.size() == parameters.d);
  }
  Target target(std::move(name), [columns = std::move(columns)](std::uint64_t ordinal,
                                                                const std::vector<std::uint64_t>&) {
    return columns.at(ordinal);
  });
  target.table_ = true;
  return target;
}

}  // namespace hardmax
