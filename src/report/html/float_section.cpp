#include <fmt/core.h>

#include <algorithm>

#include "discharge/float_run.hpp"
#include "report/html/plots.hpp"
#include "report/html/sections.hpp"

namespace hardmax::report::html {

namespace {

constexpr long kMostBits = 40;
constexpr long kRowsBeyondCliff = 2;

struct Row {
  long bits = 0;
  FloatRun run;
};

const char* format_with(long bits) {
  return bits == 8 ? " bfloat16" : bits == 11 ? " float16" : bits == 24 ? " float32" : "";
}

// How dark a cell is, in eighths: 1 for an error of at most 10^-7, 8 for 1 or more; 0 for none.
int shade_of(const Rational& relative) {
  if (relative.is_zero()) return 0;
  const double log10 = log2_of(relative) * 0.30102999566398119521;
  return static_cast<int>(std::clamp(8 + log10, 1.0, 8.0));
}

Safe heat_map(const std::vector<Row>& rows, std::size_t layers, long cliff) {
  constexpr int kWidth = 460, kLeft = 92, kRight = 70, kTop = 22, kRow = 16;
  const double cell = static_cast<double>(kWidth - kLeft - kRight) / static_cast<double>(layers);
  const int height = kTop + kRow * static_cast<int>(rows.size()) + 40;
  Markup m;
  m.open(
      "svg",
      {{"viewBox", fmt::format("0 0 {} {}", kWidth, height)},
       {"width", std::to_string(kWidth)},
       {"height", std::to_string(height)},
       {"class", "plot"},
       {"role", "img"},
       {"aria-label",
        fmt::format(
            "Precision cliff. Rows: bits of mantissa. Columns: attention layers with heads. The "
            "darker, the larger the relative error of an id. From {} bits on all ids are distinct.",
            cliff)}});
  const auto text = [&](double x, int y, const std::string& words, const char* anchor,
                        const char* cls) {
    m.element("text", words,
              {{"x", fmt::format("{:.1f}", x)},
               {"y", std::to_string(y)},
               {"text-anchor", anchor},
               {"class", cls}});
  };
  text(kLeft - 6, 14, "mantissa bits", "end", "dim");
  text(kWidth - kRight + 6, 14, "distinct", "start", "dim");
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const int top = kTop + kRow * static_cast<int>(r);
    const Row& row = rows[r];
    text(kLeft - 6, top + 12, std::to_string(row.bits) + format_with(row.bits), "end",
         row.bits == cliff ? "" : "dim");
    text(kWidth - kRight + 6, top + 12,
         fmt::format("{}/{}{}", row.run.distinct, row.run.ids, row.bits == cliff ? " ✓" : ""),
         "start", row.bits == cliff ? "" : "dim");
    for (std::size_t i = 0; i < row.run.layers.size(); ++i) {
      const int shade = shade_of(row.run.layers[i].relative);
      if (shade == 0) continue;
      m.leaf("rect", {{"x", fmt::format("{:.1f}", kLeft + cell * static_cast<double>(i))},
                      {"y", std::to_string(top + 1)},
                      {"width", fmt::format("{:.1f}", cell - 1)},
                      {"height", "14"},
                      {"class", "cell"},
                      {"fill-opacity", fmt::format("{}", shade * 0.125)}});
    }
    if (row.bits == cliff)
      m.leaf("path",
             {{"d", fmt::format("M{} {}H{}", kLeft, top, kWidth - kRight)}, {"class", "bad"}});
  }
  const int bottom = kTop + kRow * static_cast<int>(rows.size());
  m.leaf("path", {{"d", fmt::format("M{} {}V{}H{}", kLeft, kTop, bottom, kWidth - kRight)},
                  {"class", "axis"}});
  const std::size_t every = (layers + 9) / 10;
  for (std::size_t i = 0; i < layers; i += every)
    text(kLeft + cell * (static_cast<double>(i) + 0.5), bottom + 14,
         std::to_string(rows.front().run.layers[i].layer + 1), "middle", "dim");
  text(kLeft + (kWidth - kLeft - kRight) / 2.0, height - 6, "attention layer", "middle", "dim");
  m.close();
  return m.finish();
}

}  // namespace

void add_float(Markup& m, const std::string& prefix, const Construction& construction,
               const Pattern& pattern, const std::string& command, std::vector<Section>& contents) {
  FloatRequest request;
  request.construction = &construction;
  request.pattern = &pattern;
  request.network = &construction.network;
  std::vector<Row> rows;
  long cliff = 0;
  for (long bits = 2; bits <= kMostBits && (cliff == 0 || bits <= cliff + kRowsBeyondCliff);
       ++bits) {
    request.model = {{bits, std::nullopt}, {bits, std::nullopt}};
    rows.push_back({bits, run_float(request)});
    if (cliff == 0 && rows.back().run.all_distinct()) cliff = bits;
  }
  const std::size_t layers = rows.front().run.layers.size();
  if (layers == 0) return;
  const std::string anchor = prefix + "precision";
  contents.push_back({anchor, "Precision"});
  m.open("section", {{"aria-labelledby", anchor}});
  m.element("h2", "How many bits the network needs", {{"id", anchor}});
  m.open("p");
  m.element("strong", "Not part of the certificate. ");
  m.text(
      "The same network in floating point with so many bits of mantissa and no limit to the "
      "exponent, each operation rounded once, on every input beside the exact run. It compares and "
      "decides nothing. ");
  m.text(cliff > 0 ? fmt::format("With {} bits all {} ids are distinct; with {} they are not.",
                                 cliff, rows.front().run.ids, cliff - 1)
                   : fmt::format("Up to {} bits some ids are equal.", kMostBits));
  m.close();
  m.open("div", {{"class", "pictures"}});
  m.open("figure");
  m.add(heat_map(rows, layers, cliff));
  m.element("figcaption",
            "Largest relative error of an id after each attention layer with heads: none where a "
            "cell is empty, darkest from 1 on, an eighth lighter for each power of ten. Right: how "
            "many ids differ in the end.");
  m.close();
  m.close();
  if (!command.empty()) m.element("pre", command, {{"class", "replay"}});
  m.close();
}

}  // namespace hardmax::report::html
