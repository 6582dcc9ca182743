#include <algorithm>

#include "pattern/figures.hpp"

namespace hardmax {
namespace {

constexpr std::uint64_t most_cells = 128;
constexpr std::uint64_t exact_tokens = 4096;
constexpr std::uint64_t rows_of_a_band = 32;
constexpr std::size_t most_layers = 8;
constexpr std::uint64_t side = 384;   // of one square, in SVG units
constexpr std::uint64_t margin = 36;  // around the squares
constexpr int shades = 8;

// How many of its pairs attend, for every cell of one band, and how many rows were looked at.
struct BandCounts {
  std::vector<std::uint64_t> pairs;
  std::uint64_t rows = 0;
};

BandCounts count_band(const StructuredPattern& pattern, std::size_t layer, std::uint64_t cell,
                      std::uint64_t band) {
  const std::uint64_t n = pattern.n, cells = (n + cell - 1) / cell;
  const std::uint64_t from = band * cell, to = std::min(n, from + cell),
                      looked = n <= exact_tokens ? to - from : std::min(to - from, rows_of_a_band);
  BandCounts counts{std::vector<std::uint64_t>(cells), looked};
  Intervals row;
  for (std::uint64_t i = 0; i < looked; ++i) {
    row_intervals(pattern, layer, from + i * (to - from) / looked, row);
    for (const auto& [a, b] : row) {
      for (std::uint64_t c = a / cell; c * cell < b; ++c)
        counts.pairs[c] += std::min(b, (c + 1) * cell) - std::max(a, c * cell);
    }
  }
  return counts;
}

}  // namespace

std::string svg_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '&') {
      out += "&amp;";
    } else if (c == '"') {
      out += "&quot;";
    } else {
      out += c >= 0x20 && c < 0x7F ? c : '?';
    }
  }
  return out;
}

std::string svg_picture(const StructuredPattern& pattern) {
  const std::uint64_t n = pattern.n, cell = (n + most_cells - 1) / most_cells,
                      cells = (n + cell - 1) / cell;
  const std::size_t shown = std::min(pattern.layers.size(), most_layers);
  const std::uint64_t unit = std::max<std::uint64_t>(side / cells, 1), square = unit * cells;
  const std::uint64_t width = margin + shown * (square + margin), height = square + 2 * margin + 18;
  const auto number = [](std::uint64_t v) { return std::to_string(v); };
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(width) +
                    "\" height=\"" + number(height) + "\" viewBox=\"0 0 " + number(width) + " " +
                    number(height) + "\" font-family=\"sans-serif\" font-size=\"13\">\n";
  svg += "<title>" + svg_text(pattern.name) + ", " + number(n) + " tokens</title>\n";
  svg += "<desc>Rows are queries from the top, columns are keys from the left. " +
         (cell == 1 ? std::string("A filled cell: the query attends to the key.")
                    : "A cell stands for " + number(cell) + " by " + number(cell) +
                          " pairs; the darker, the more of them attend." +
                          (n > exact_tokens ? " " + number(rows_of_a_band) +
                                                  " rows of each band of cells were looked at."
                                            : "")) +
         "</desc>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n";
  for (std::size_t l = 0; l < shown; ++l) {
    const std::uint64_t left = margin + l * (square + margin), top = margin;
    std::string caption = pattern.layers.size() == 1
                              ? pattern.name
                              : "layer " + number(l + 1) + " of " + number(pattern.layers.size());
    if (l == 0 && pattern.layers.size() > 1) caption = pattern.name + ", " + caption;
    svg += "<text x=\"" + number(left) + "\" y=\"" + number(top - 10) + "\" fill=\"#222222\">" +
           svg_text(caption) + "</text>\n<g fill=\"#1f4e8c\">\n";
    for (std::uint64_t band = 0; band < cells; ++band) {
      const BandCounts counts = count_band(pattern, l, cell, band);
      const auto shade = [&](std::uint64_t c) {
        const std::uint64_t whole = counts.rows * (std::min(n, (c + 1) * cell) - c * cell);
        return counts.pairs[c] == 0
                   ? 0
                   : static_cast<int>((counts.pairs[c] * shades + whole - 1) / whole);  // 1..shades
      };
      for (std::uint64_t c = 0; c < cells;) {
        const int s = shade(c);
        std::uint64_t end = c + 1;
        while (end < cells && shade(end) == s) ++end;
        if (s > 0) {
          svg += "<rect x=\"" + number(left + c * unit) + "\" y=\"" + number(top + band * unit) +
                 "\" width=\"" + number((end - c) * unit) + "\" height=\"" + number(unit) + "\"";
          if (s < shades)
            svg += " fill-opacity=\"0." + number(static_cast<std::uint64_t>(s) * 125) + "\"";
          svg += "/>\n";
        }
        c = end;
      }
    }
    svg += "</g>\n<rect x=\"" + number(left) + "\" y=\"" + number(top) + "\" width=\"" +
           number(square) + "\" height=\"" + number(square) +
           "\" fill=\"none\" stroke=\"#888888\"/>\n";
    svg += "<text x=\"" + number(left) + "\" y=\"" + number(top + square + 18) +
           "\" fill=\"#555555\">keys 1.." + number(n) + " to the right, queries 1.." + number(n) +
           " down</text>\n";
  }
  return svg + "</svg>\n";
}

}  // namespace hardmax
