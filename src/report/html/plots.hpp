// Plots as SVG: integer arithmetic places what is linear, so the same numbers give the same bytes.
// Axes say what they count; a title and a description stand in each for those who do not see it;
// series differ by dash as well as by colour.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "report/html/markup.hpp"
#include "report/html/replay.hpp"

namespace hardmax::report::html {

// One line a stage with a stroke for every id. Linear: each stage on its own scale, its ends
// labelled. Logarithmic: all stages on one scale; ids of 0 or less are not on it and counted.
Safe number_lines(const std::vector<StageIds>& stages, bool logarithmic);

// Room of the first so many inequalities, on a logarithmic scale. Requires  every room above 0.
Safe margin_bars(const std::vector<Margin>& margins, std::size_t most);

// Positive values over 1, 2, ...; a series without a value at a place has none there. On a
// logarithmic scale, with horizontal lines for bounds.
struct Series {
  std::string name;
  std::string line;                                  // class of the stroke: a, b, bad
  std::vector<std::pair<std::size_t, Rational>> at;  // increasing
};
Safe logarithmic_curves(const std::string& title, const std::string& across, const std::string& up,
                        const std::vector<Series>& series);

// log2 of a positive number, for places on a plot.
double log2_of(const Rational& x);

}  // namespace hardmax::report::html
