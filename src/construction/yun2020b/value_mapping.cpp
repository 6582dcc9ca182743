#include "construction/yun2020b/value_mapping.hpp"

#include <algorithm>

#include "exact/error.hpp"

namespace hardmax::yun2020b {

namespace {

const Rational kHalf = Rational(1) / Rational(2);

Matrix u_row(const Parameters& parameters) {
  std::vector<Rational> u;
  for (std::uint64_t r = 0; r < parameters.d; ++r) u.push_back(power(parameters.D, r));
  return Matrix::row(u);
}

Rational id_of(const Parameters& parameters, const Column& column) {
  return column_id(column, parameters.D);
}

Column difference(const ValueEntry& entry) {
  Column change = entry.target;
  for (std::size_t r = 0; r < change.size(); ++r) change[r] -= entry.context[r];
  return change;
}

Rational round_up(const Rational& x) { return -floor(-x); }

}  // namespace

PiecewiseLinear phi_prime() {
  return PiecewiseLinear::from_half_open({{-kHalf, kHalf, {0, 1}}}, {0, 0});
}

FeedForward value_layer(const Parameters& parameters, const ValueEntry& entry) {
  HARDMAX_REQUIRE(entry.context.size() == parameters.d && entry.target.size() == parameters.d);
  return FeedForward{u_row(parameters),
                     {-id_of(parameters, entry.context)},
                     phi_prime(),
                     Matrix::column(difference(entry)),
                     std::vector<Rational>(parameters.d),
                     true};
}

std::vector<Layer> value_layers(const Parameters& parameters,
                                const std::vector<ValueEntry>& entries) {
  std::vector<Layer> layers;
  layers.reserve(entries.size());
  for (const ValueEntry& entry : entries) layers.emplace_back(value_layer(parameters, entry));
  return layers;
}

Rational constant_shift(const Parameters& parameters, const std::vector<ValueEntry>& entries) {
  HARDMAX_REQUIRE(!entries.empty());
  Rational largest = id_of(parameters, entries.front().target);
  Rational least = id_of(parameters, entries.front().context);
  for (const ValueEntry& entry : entries) {
    largest = std::max(largest, id_of(parameters, entry.target));
    least = std::min(least, id_of(parameters, entry.context));
  }
  return std::max(Rational(0), round_up(largest - least + 1));
}

std::vector<Layer> value_layers_shifted(const Parameters& parameters,
                                        const std::vector<ValueEntry>& entries) {
  const Rational K = constant_shift(parameters, entries);
  std::vector<ValueEntry> shifted = entries;
  for (ValueEntry& entry : shifted) entry.target[0] -= K;
  std::vector<Layer> layers = value_layers(parameters, shifted);
  std::vector<Rational> e1(parameters.d);
  e1[0] = K;
  layers.emplace_back(FeedForward{Matrix(1, parameters.d),
                                  {0},
                                  PiecewiseLinear({0, 1}),
                                  Matrix::column(e1),
                                  std::vector<Rational>(parameters.d),
                                  true});
  return layers;
}

Rational enlarged_multiplier(const Rational& c, const Rational& all_max_minimum,
                             const Rational& largest_target) {
  HARDMAX_REQUIRE(all_max_minimum.sign() > 0);
  return round_up(std::max(c, (largest_target + 1) / all_max_minimum));
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

}  // namespace hardmax::yun2020b
