#include "pattern/figures.hpp"

#include <algorithm>

#include "exact/error.hpp"

namespace hardmax {
namespace {

const Band* lone_stride(const LayerRule& layer) {
  if (layer.parts.size() != 1 || layer.causal > 1) return nullptr;
  const auto* band = std::get_if<Band>(&layer.parts[0]);
  return band != nullptr && band->step > 1 ? band : nullptr;
}

LayerFigures stride_figures(const Band& band, bool causal, std::uint64_t n) {
  LayerFigures f;
  f.least_keys = n;
  for (std::uint64_t k = 0; k < n; ++k) {
    const std::uint64_t keys = 1 + std::min(band.left, k) / band.step +
                               (causal ? 0 : std::min(band.right, n - 1 - k) / band.step);
    f.edges += keys;
    f.least_keys = std::min(f.least_keys, keys);
    f.most_keys = std::max(f.most_keys, keys);
  }
  return f;
}

}  // namespace

std::vector<LayerFigures> layer_figures(const StructuredPattern& pattern) {
  const std::uint64_t n = pattern.n;
  std::vector<LayerFigures> all;
  Intervals row;
  for (std::size_t l = 0; l < pattern.layers.size(); ++l) {
    if (const Band* band = lone_stride(pattern.layers[l]); band != nullptr && n > 65'536) {
      all.push_back(stride_figures(*band, pattern.layers[l].causal == 1, n));
      continue;
    }
    // Columns are counted once for all rows: a row has those before its limit, and of its other
    // parts what is no column.
    StructuredPattern rest{pattern.name, pattern.n, {pattern.layers[l]}};
    std::erase_if(rest.layers[0].parts,
                  [](const Part& part) { return std::holds_alternative<Columns>(part); });
    StructuredPattern columns{pattern.name, pattern.n, {{{}, 0}}};
    for (const Part& part : pattern.layers[l].parts) {
      if (std::holds_alternative<Columns>(part)) columns.layers[0].parts.push_back(part);
    }
    row_intervals(columns, 0, 0, row);
    std::vector<char> is_column(n);
    std::vector<std::uint64_t> before(n + 1);  // how many columns come before token j
    for (const auto& [from, to] : row)
      std::fill(is_column.begin() + static_cast<std::ptrdiff_t>(from),
                is_column.begin() + static_cast<std::ptrdiff_t>(to), 1);
    for (std::size_t j = 0; j < n; ++j) before[j + 1] = before[j] + (is_column[j] ? 1 : 0);

    const std::uint64_t g = pattern.layers[l].causal;
    LayerFigures f;
    f.least_keys = n;
    std::vector<std::int64_t> change(
        n + 1);  // of the number of queries from one key to the next, columns aside
    for (std::size_t k = 0; k < n; ++k) {
      row_intervals(rest, 0, k, row);
      std::uint64_t keys = before[g == 0 ? n : std::min<std::uint64_t>(n, (k / g + 1) * g)];
      for (const auto& [from, to] : row) {
        keys += to - from - (before[to] - before[from]);
        ++change[from];
        --change[to];
      }
      f.edges += keys;
      f.least_keys = std::min(f.least_keys, keys);
      f.most_keys = std::max(f.most_keys, keys);
    }
    std::int64_t queries = 0;
    f.least_queries = n;
    f.most_queries = 0;
    for (std::size_t j = 0; j < n; ++j) {
      queries += change[j];
      const std::uint64_t all =
          is_column[j] ? n - (g == 0 ? 0 : j / g * g) : static_cast<std::uint64_t>(queries);
      f.least_queries = std::min(*f.least_queries, all);
      f.most_queries = std::max(*f.most_queries, all);
    }
    all.push_back(f);
  }
  return all;
}

std::string percentage(std::uint64_t edges, std::uint64_t factor, std::uint64_t n) {
  // Long division of 100 edges by factor n n, one digit at a time; the divisor is below 2^62 for n
  // <= 2^24 and factor <= 4096.
  HARDMAX_REQUIRE(factor > 0 && n > 0 && n <= (std::uint64_t{1} << 24) && factor <= 4096);
  const std::uint64_t whole = factor * n * n;
  HARDMAX_REQUIRE(edges <= whole);
  std::uint64_t integer = 0, rest = edges;
  for (int i = 0; i < 2; ++i) {  // times 10, twice
    std::uint64_t digit = 0, next = 0;
    for (int j = 0; j < 10; ++j) {
      next += rest;
      if (next >= whole) next -= whole, ++digit;
    }
    integer = integer * 10 + digit;
    rest = next;
  }
  if (edges == whole) return "100 %";
  std::string text = std::to_string(integer);
  int matter = integer >= 10 ? 2 : integer >= 1 ? 1 : 0;
  if (rest == 0 || matter >= 3) return text + " %";
  text += '.';
  for (int i = 0; i < 20 && matter < 3 && rest != 0; ++i) {
    std::uint64_t digit = 0, next = 0;
    for (int j = 0; j < 10; ++j) {
      next += rest;
      if (next >= whole) next -= whole, ++digit;
    }
    text += static_cast<char>('0' + digit);
    if (digit != 0 || matter > 0) ++matter;
    rest = next;
  }
  return text + " %";
}

bool is_causal(const StructuredPattern& pattern) {
  Intervals row;
  for (std::size_t l = 0; l < pattern.layers.size(); ++l) {
    if (pattern.layers[l].causal == 1) continue;
    for (std::size_t k = 0; k < pattern.n; ++k) {
      row_intervals(pattern, l, k, row);
      if (!row.empty() && row.back().second > k + 1) return false;
    }
  }
  return true;
}

std::string terminal_picture(const StructuredPattern& pattern, std::size_t layer) {
  const std::size_t n = pattern.n;
  HARDMAX_REQUIRE(n <= terminal_tokens);
  std::string text;
  for (std::size_t k = 0; k < n; k += 2) {
    for (std::size_t j = 0; j < n; ++j) {
      const bool upper = attends(pattern, layer, k, j),
                 lower = k + 1 < n && attends(pattern, layer, k + 1, j);
      text += upper ? (lower ? "\u2588" : "\u2580") : (lower ? "\u2584" : "\u00B7");
    }
    text += '\n';
  }
  return text;
}

}  // namespace hardmax
