#include "pattern/picture.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "pattern/figures.hpp"

namespace hardmax {
namespace {

constexpr std::uint64_t kMostCells = 128, kFewestCells = 48;
constexpr std::uint64_t kExactTokens = 4096, kRowsOfABand = 32;
constexpr std::size_t kMostLayers = 4;  // whose masks are drawn
constexpr std::uint64_t kSide = 384, kGap = 40, kTop = 64, kBelow = 100, kAcross = 3;
constexpr std::uint64_t kShades = 16;

// From the first layer to the last, and for what is not reached.
constexpr std::array<const char*, 8> kColors = {"#440154", "#443983", "#31688e", "#21918c",
                                                "#35b779", "#8fd744", "#c8e020", "#fde725"};
constexpr const char* kNever = "#dcdcdc";
constexpr std::array<const char*, 4> kOfLayers = {"#1f4e8c", "#c2571a", "#2a8a4a", "#8a2a7a"};
constexpr const char* kSeveral = "#555555";

std::string number(std::uint64_t v) { return std::to_string(v); }

// Tokens after which the rules of a pattern repeat, each at most `most`.
std::vector<std::uint64_t> periods(const StructuredPattern& pattern, std::uint64_t most) {
  std::vector<std::uint64_t> all;
  for (const LayerRule& layer : pattern.layers) {
    for (const Part& part : layer.parts) {
      std::uint64_t period = 1;
      if (const auto* band = std::get_if<Band>(&part)) period = band->step;
      if (const auto* blocks = std::get_if<Blocks>(&part)) period = blocks->size;
      if (const auto* columns = std::get_if<Columns>(&part))
        period = columns->tokens.width == columns->tokens.step ? 1 : columns->tokens.step;
      if (const auto* extra = std::get_if<Extra>(&part)) period = extra->size();
      if (period > 1 && period <= most) all.push_back(period);
    }
  }
  return all;
}

bool lists_edges(const LayerRule& layer) {
  return std::any_of(layer.parts.begin(), layer.parts.end(), [](const Part& part) {
    const auto* extra = std::get_if<Extra>(&part);
    return extra != nullptr && extra->size() == 1;
  });
}

// The share of its pairs that attend, of each cell, in parts of 1 / whole.
struct Shares {
  std::vector<std::uint64_t> parts, whole;
};

Shares shares_of(const StructuredPattern& pattern, std::size_t layer, std::uint64_t cell,
                 std::uint64_t cells) {
  const std::uint64_t n = pattern.n;
  Shares shares{std::vector<std::uint64_t>(cells * cells),
                std::vector<std::uint64_t>(cells * cells)};
  Intervals row;
  for (std::uint64_t band = 0; band < cells; ++band) {
    const std::uint64_t from = band * cell, to = std::min(n, from + cell),
                        looked = n <= kExactTokens ? to - from : std::min(to - from, kRowsOfABand);
    for (std::uint64_t c = 0; c < cells; ++c)
      shares.whole[band * cells + c] = looked * (std::min(n, (c + 1) * cell) - c * cell);
    for (std::uint64_t i = 0; i < looked; ++i) {
      row_intervals(pattern, layer, from + i * (to - from) / looked, row);
      for (const auto& [a, b] : row) {
        for (std::uint64_t c = a / cell; c * cell < b; ++c)
          shares.parts[band * cells + c] += std::min(b, (c + 1) * cell) - std::max(a, c * cell);
      }
    }
  }
  return shares;
}

// A quarter of what stands on either side comes to a half of what stands there, in both directions:
// cells that alternate become one grey.
void spread(Shares& shares, std::uint64_t cells) {
  const auto along = [&](std::vector<std::uint64_t>& of, bool rows) {
    const std::vector<std::uint64_t> before = of;
    const auto at = [&](std::uint64_t line, std::uint64_t i) {
      return rows ? line * cells + i : i * cells + line;
    };
    for (std::uint64_t line = 0; line < cells; ++line) {
      for (std::uint64_t i = 0; i < cells; ++i)
        of[at(line, i)] = 2 * before[at(line, i)] + before[at(line, i == 0 ? i : i - 1)] +
                          before[at(line, i + 1 == cells ? i : i + 1)];
    }
  };
  for (std::vector<std::uint64_t>* of : {&shares.parts, &shares.whole}) {
    along(*of, true);
    along(*of, false);
  }
}

class Picture {
 public:
  Picture(const StructuredPattern& pattern, const Assumption1& assumption, std::string title)
      : pattern_(pattern),
        assumption_(assumption),
        title_(title.empty() ? pattern.name : std::move(title)),
        n_(pattern.n),
        cell_(cell_of_picture(pattern)),
        cells_((n_ + cell_ - 1) / cell_),
        unit_(std::max<std::uint64_t>(kSide / cells_, 1)),
        square_(unit_ * cells_) {}

  std::string write() {
    const std::size_t masks = std::min(pattern_.layers.size(), kMostLayers);
    for (std::size_t l = 0; l < masks; ++l) mask(l);
    if (assumption_.order == Decision::yes && n_ > 1) gamma();
    reach();
    const std::uint64_t across = std::min(panels_, kAcross),
                        down = (panels_ + kAcross - 1) / kAcross;
    const std::string width = number(kGap + across * (square_ + kGap)),
                      height = number(kTop + down * (square_ + kBelow + kGap));
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" + height +
           "\" viewBox=\"0 0 " + width + " " + height +
           "\" font-family=\"sans-serif\" font-size=\"13\">\n<title>" + svg_text(title_) + ", " +
           number(n_) +
           " tokens</title>\n<desc>Who attends to whom, the path gamma, and after how many "
           "layers a token has heard of another.</desc>\n<rect width=\"100%\" height=\"100%\" "
           "fill=\"#ffffff\"/>\n" +
           "<text x=\"" + number(kGap) + "\" y=\"28\" font-size=\"18\" fill=\"#111111\">" +
           svg_text(title_) + "</text>\n<text x=\"" +
           number(kGap + across * (square_ + kGap) - kGap) +
           "\" y=\"28\" text-anchor=\"end\" fill=\"#444444\">" + svg_text(subtitle()) +
           "</text>\n" + body_ + "</svg>\n";
  }

 private:
  [[nodiscard]] std::string subtitle() const {
    std::string text = number(n_) + " tokens";
    if (title_ != pattern_.name) text = pattern_.name + ", " + text;
    if (cell_ > 1) text += "; a cell is " + number(cell_) + " by " + number(cell_) + " pairs";
    return text;
  }
  void text(std::uint64_t x, std::uint64_t y, const std::string& words, const char* color,
            const char* more = "") {
    body_ += "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" fill=\"" + color + "\"" + more +
             ">" + svg_text(words) + "</text>\n";
  }
  // The next square, with its caption.
  void panel(const std::string& caption) {
    left_ = kGap + (panels_ % kAcross) * (square_ + kGap);
    top_ = kTop + (panels_ / kAcross) * (square_ + kBelow + kGap);
    ++panels_;
    text(left_, top_ - 8, caption, "#111111");
  }
  void frame() {
    body_ += "<rect x=\"" + number(left_) + "\" y=\"" + number(top_) + "\" width=\"" +
             number(square_) + "\" height=\"" + number(square_) +
             "\" fill=\"none\" stroke=\"#888888\"/>\n";
  }
  void below(std::size_t line, const std::string& words) {
    text(left_, top_ + square_ + 18 + line * 16, words, "#444444", " font-size=\"12\"");
  }
  // color(row, column) of every cell, "" for none; cells of one colour in a row are one rectangle.
  template <class Color>
  void cells(const Color& color) {
    for (std::uint64_t row = 0; row < cells_; ++row) {
      for (std::uint64_t c = 0; c < cells_;) {
        const std::string fill = color(row, c);
        std::uint64_t end = c + 1;
        while (end < cells_ && color(row, end) == fill) ++end;
        if (!fill.empty())
          body_ += "<rect x=\"" + number(left_ + c * unit_) + "\" y=\"" +
                   number(top_ + row * unit_) + "\" width=\"" + number((end - c) * unit_) +
                   "\" height=\"" + number(unit_) + "\" fill=\"" + fill + "\"/>\n";
        c = end;
      }
    }
  }

  void mask(std::size_t l) {
    panel("Mask" + (pattern_.layers.size() == 1
                        ? std::string()
                        : " of layer " + number(l + 1) + " of " + number(pattern_.layers.size())));
    Shares shares = shares_of(pattern_, l, cell_, cells_);
    const bool is_spread = cell_ > 1 && lists_edges(pattern_.layers[l]);
    if (is_spread) spread(shares, cells_);
    std::vector<std::uint64_t> shade(cells_ * cells_);
    for (std::size_t at = 0; at < shade.size(); ++at) {
      if (shares.parts[at] == 0) continue;
      shade[at] = (shares.parts[at] * kShades + shares.whole[at] - 1) / shares.whole[at];
    }
    cells([&](std::uint64_t row, std::uint64_t c) { return shade_of(shade[row * cells_ + c]); });
    frame();
    below(0, "Queries down, keys to the right, from 1 to " + number(n_) + ".");
    if (cell_ == 1) {
      below(1, "Filled: the query attends to the key.");
      return;
    }
    below(1, is_spread ? "Shade: share of pairs that attend, near cells counted in."
                       : "Shade: share of the pairs of a cell that attend.");
    // From the lightest to the darkest.
    for (std::uint64_t s = 1; s <= kShades; ++s)
      body_ += "<rect x=\"" + number(left_ + (s - 1) * 9) + "\" y=\"" +
               number(top_ + square_ + 46) + "\" width=\"9\" height=\"10\" fill=\"" + shade_of(s) +
               "\"/>\n";
    text(left_ + kShades * 9 + 8, top_ + square_ + 55, "up to 1/16, ..., all of them", "#444444",
         " font-size=\"12\"");
    if (n_ > kExactTokens)
      below(5, number(kRowsOfABand) + " rows of each row of cells were looked at.");
  }
  // Darker with the share; one that is not 0 can be seen.
  static std::string shade_of(std::uint64_t s) {
    if (s == 0) return "";
    static const char* const digits = "0123456789abcdef";
    const auto part = [&](std::uint64_t from, std::uint64_t to) {
      const std::uint64_t v = from - (from - to) * s / kShades;
      return std::string{digits[v / 16], digits[v % 16]};
    };
    return "#" + part(0xDA, 0x1F) + part(0xE4, 0x4E) + part(0xF2, 0x8C);
  }

  void gamma() {
    panel("Path gamma: gamma(i) sees gamma(i-1)");
    const std::vector<Token>& path = assumption_.gamma;
    std::vector<std::size_t> layer(cells_ * cells_);  // from 1; 0: none
    constexpr std::size_t several = SIZE_MAX;
    for (std::size_t i = 0; i < path.size(); ++i) {
      std::size_t& at = layer[path[i] / cell_ * cells_ + i / cell_];
      const std::size_t l = i == 0 ? 0 : assumption_.l[i] + 1;
      if (i == 0) continue;
      at = at == 0 || at == l ? l : several;
    }
    cells([&](std::uint64_t row, std::uint64_t c) -> std::string {
      const std::size_t l = layer[row * cells_ + c];
      if (l == 0) return "";
      return l == several ? kSeveral : kOfLayers[(l - 1) % kOfLayers.size()];
    });
    frame();
    below(0, "Position i to the right, token gamma(i) down, from 1 to " + number(n_) + ".");
    std::vector<std::size_t> used(assumption_.l.begin() + 1, assumption_.l.end());
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    std::uint64_t x = left_;
    for (std::size_t u = 0; u < used.size() && u < kOfLayers.size(); ++u) {
      swatch(x, 0, kOfLayers[used[u] % kOfLayers.size()], "layer " + number(used[u] + 1));
      x += 84;
    }
    if (cell_ > 1 && used.size() > 1) swatch(x, 0, kSeveral, "several");
  }
  // A colour and what it stands for, in a line of the legend.
  void swatch(std::uint64_t x, std::uint64_t line, const std::string& color,
              const std::string& words) {
    const std::uint64_t y = top_ + square_ + 30 + line * 18;
    body_ += "<rect x=\"" + number(x) + "\" y=\"" + number(y) +
             "\" width=\"14\" height=\"11\" fill=\"" + color + "\"/>\n";
    text(x + 19, y + 10, words, "#444444", " font-size=\"12\"");
  }

  void reach() {
    const ReachPicture reached = reach_picture(pattern_, assumption_);
    panel("Reach: layers until a token has heard of another");
    if (!reached.why_not.empty()) {
      frame();
      below(0, "Not drawn: " + reached.why_not + ".");
      return;
    }
    cells([&](std::uint64_t row, std::uint64_t c) -> std::string {
      const std::uint32_t at = reached.latest[row * cells_ + c];
      return at == ReachPicture::never ? kNever : kColors[color_of(at, reached.after.size())];
    });
    frame();
    below(0, "Token k down, token j to the right: the least t with");
    below(1, cell_ > 1 ? "j in S^t_k, of the pairs of a cell the latest." : "j in S^t_k.");
    std::uint64_t item = 0;
    const auto add = [&](const std::string& color, const std::string& words) {
      swatch(left_ + item % 5 * 76, 1 + item / 5, color, words);
      ++item;
    };
    bool never = false;
    for (const std::uint32_t at : reached.latest) never |= at == ReachPicture::never;
    std::uint64_t before = 0;
    for (std::uint32_t at = 0; at < reached.after.size(); ++at) {
      const std::uint64_t to = reached.after[at];
      const bool occurs =
          std::find(reached.latest.begin(), reached.latest.end(), at) != reached.latest.end();
      if (occurs)
        add(kColors[color_of(at, reached.after.size())],
            before + 1 == to ? number(to) : number(before + 1) + ".." + number(to));
      before = to;
    }
    if (never) add(kNever, reached.complete ? "never" : "later, or never");
    if (reached.rows_of_a_cell < cell_) below(5, "One row of each row of cells was looked at.");
  }
  static std::size_t color_of(std::size_t at, std::size_t all) {
    return all <= 1 ? 2 : at * (kColors.size() - 1) / (all - 1);
  }

  const StructuredPattern& pattern_;
  const Assumption1& assumption_;
  const std::string title_;
  const std::uint64_t n_, cell_, cells_, unit_, square_;
  std::uint64_t panels_ = 0, left_ = 0, top_ = 0;
  std::string body_;
};

}  // namespace

std::uint64_t cell_of_picture(const StructuredPattern& pattern) {
  const std::uint64_t n = pattern.n, least = (n + kMostCells - 1) / kMostCells,
                      most = std::max(least, n / kFewestCells);
  if (n <= kMostCells) return 1;
  // The cell that most periods divide, the smallest of those.
  const std::vector<std::uint64_t> all = periods(pattern, most);
  std::uint64_t best = least;
  std::ptrdiff_t best_count = -1;
  for (std::uint64_t cell = least; cell <= most && cell < least + 4096; ++cell) {
    const std::ptrdiff_t count = std::count_if(
        all.begin(), all.end(), [&](std::uint64_t period) { return cell % period == 0; });
    if (count <= best_count) continue;
    best = cell;
    best_count = count;
  }
  return best;
}

std::string pattern_picture(const StructuredPattern& pattern, const Assumption1& assumption,
                            const std::string& title) {
  return Picture(pattern, assumption, title).write();
}

}  // namespace hardmax
