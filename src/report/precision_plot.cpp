// The picture of verify precision: mantissa bits over n, both on logarithmic axes.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "discharge/from_file.hpp"
#include "pattern/figures.hpp"
#include "report/precision.hpp"

namespace hardmax::report {

namespace {

constexpr double kPlotWidth = 860, kPlotHeight = 560;
constexpr double kPlotLeft = 84, kPlotRight = 150, kPlotTop = 118, kPlotBottom = 62;

struct Band {
  const char* name;
  const char* color;
  bool soft;
};
constexpr Band kBands[] = {{"distinct ids, hardmax", "#1f5fa8", false},
                           {"within delta~/4, softmax", "#c2571a", true}};

const FormatNeed& least(const PrecisionAnswer& answer, bool soft) {
  return soft ? answer.bounds.soft_least : answer.bounds.ids_least;
}
const FormatNeed& enough(const PrecisionAnswer& answer, bool soft) {
  return soft ? answer.bounds.soft_enough : answer.bounds.ids_enough;
}

class PrecisionPlot {
 public:
  PrecisionPlot(const PrecisionReport& report, const std::vector<PrecisionPoint>& points,
                const std::vector<FloatFormat>& formats)
      : report_(report), points_(points), formats_(formats) {
    for (const PrecisionPoint& point : points) {
      for (const bool soft : {false, true})
        most_ = std::max(most_, static_cast<double>(enough(point.answer, soft).bits));
    }
    most_ = std::pow(10, std::ceil(std::log10(most_)));
    first_ = static_cast<double>(points.front().n);
    last_ = std::max(static_cast<double>(points.back().n), first_ * 2);
  }

  std::string write() {
    const auto& [n, d, D] = report_.parameters;
    svg_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
        "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\" font-size=\"13\">\n",
        kPlotWidth, kPlotHeight);
    const std::string title = fmt::format("Mantissa bits that {} needs: {}, d = {}, delta = 1/{}",
                                          pattern_construction(), report_.pattern, d, D);
    svg_ += fmt::format("<title>{}</title>\n", svg_text(title));
    svg_ +=
        "<desc>Below a band a format breaks, above it the format serves, in it nothing is "
        "proved. Dots: exact, all inputs executed.</desc>\n";
    svg_ += "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n";
    text(kPlotLeft, 26, "start", "#111111", title, " font-size=\"16\"");
    axes();
    for (const FloatFormat& format : formats_) level(format);
    for (const Band& band : kBands) draw(band);
    for (const Band& band : kBands) dots(band);
    legend();
    return svg_ + "</svg>\n";
  }

 private:
  [[nodiscard]] double x(double n) const {
    return kPlotLeft + (kPlotWidth - kPlotLeft - kPlotRight) * (std::log2(n) - std::log2(first_)) /
                           (std::log2(last_) - std::log2(first_));
  }
  [[nodiscard]] double y(double bits) const {
    return kPlotHeight - kPlotBottom -
           (kPlotHeight - kPlotTop - kPlotBottom) * std::log10(bits) / std::log10(most_);
  }
  void text(double at_x, double at_y, const char* anchor, const char* color,
            const std::string& words, const std::string& more = "") {
    svg_ +=
        fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" fill=\"{}\"{}>{}</text>\n",
                    at_x, at_y, anchor, color, more, svg_text(words));
  }
  void axes() {
    for (double bits = 1; bits <= most_; bits *= 10) {
      svg_ += fmt::format("<path d=\"M{:.1f} {:.1f}H{:.1f}\" stroke=\"#dddddd\" fill=\"none\"/>\n",
                          kPlotLeft, y(bits), kPlotWidth - kPlotRight);
      text(kPlotLeft - 8, y(bits) + 4, "end", "#333333", fmt::format("{:.0f}", bits));
    }
    double label_at = -100;
    for (double n = std::pow(2, std::ceil(std::log2(first_))); n <= last_; n *= 2) {
      svg_ += fmt::format("<path d=\"M{:.1f} {:.1f}v5\" stroke=\"#333333\" fill=\"none\"/>\n", x(n),
                          kPlotHeight - kPlotBottom);
      if (x(n) - label_at < 44) continue;
      label_at = x(n);
      text(x(n), kPlotHeight - kPlotBottom + 20, "middle", "#333333", fmt::format("{:.0f}", n));
    }
    svg_ += fmt::format(
        "<path d=\"M{0:.1f} {1:.1f}V{2:.1f}H{3:.1f}\" stroke=\"#333333\" "
        "fill=\"none\"/>\n",
        kPlotLeft, kPlotTop, kPlotHeight - kPlotBottom, kPlotWidth - kPlotRight);
    text((kPlotLeft + kPlotWidth - kPlotRight) / 2, kPlotHeight - 16, "middle", "#111111",
         "tokens n");
    text(0, 0, "middle", "#111111", "mantissa bits, the leading one counted",
         fmt::format(" transform=\"translate(22 {:.1f}) rotate(-90)\"",
                     (kPlotTop + kPlotHeight - kPlotBottom) / 2));
  }
  struct Level {
    long bits;
    double at;  // where the name stands
    std::string names;
  };
  void level(const FloatFormat& format) {
    const auto bits = static_cast<double>(format.bits);
    if (bits > most_) return;
    svg_ += fmt::format(
        "<path d=\"M{:.1f} {:.1f}H{:.1f}\" stroke=\"#777777\" "
        "stroke-dasharray=\"5 4\" fill=\"none\"/>\n",
        kPlotLeft, y(bits), kPlotWidth - kPlotRight);
    // Formats of as many bits share a line; names keep a distance.
    if (!levels_.empty() && levels_.back().bits == format.bits) {
      levels_.back().names += ", " + format.name();
      return;
    }
    const double at = levels_.empty() ? y(bits) : std::min(y(bits), levels_.back().at - 12);
    levels_.push_back({format.bits, at, format.name()});
  }
  void draw(const Band& band) {
    std::string outline = "M";
    for (const PrecisionPoint& point : points_)
      outline += fmt::format("{:.1f} {:.1f} ", x(static_cast<double>(point.n)),
                             y(static_cast<double>(enough(point.answer, band.soft).bits)));
    std::string lower = "M";
    for (auto point = points_.rbegin(); point != points_.rend(); ++point) {
      const std::string at =
          fmt::format("{:.1f} {:.1f} ", x(static_cast<double>(point->n)),
                      y(static_cast<double>(least(point->answer, band.soft).bits)));
      outline += "L" + at;
      lower += at;
    }
    svg_ +=
        fmt::format("<path d=\"{}Z\" fill=\"{}\" fill-opacity=\"0.22\"/>\n", outline, band.color);
    for (const bool above : {true, false}) {
      std::string line = "M";
      for (const PrecisionPoint& point : points_) {
        const FormatNeed& need =
            above ? enough(point.answer, band.soft) : least(point.answer, band.soft);
        line += fmt::format("{:.1f} {:.1f} ", x(static_cast<double>(point.n)),
                            y(static_cast<double>(need.bits)));
      }
      svg_ += fmt::format("<path d=\"{}\" stroke=\"{}\" stroke-width=\"1.6\" fill=\"none\"{}/>\n",
                          line, band.color, above ? "" : " stroke-dasharray=\"2 3\"");
    }
  }
  void dots(const Band& band) {
    for (const PrecisionPoint& point : points_) {
      const auto& bits = band.soft ? point.answer.soft.mantissa : point.answer.ids.mantissa;
      const std::optional<long> some = band.soft ? std::nullopt : point.answer.ids_least_run;
      if (some)
        svg_ += fmt::format(
            "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"#ffffff\" "
            "stroke=\"{}\" stroke-width=\"1.6\"/>\n",
            x(static_cast<double>(point.n)), y(static_cast<double>(*some)), band.color);
      if (!bits) continue;
      svg_ += fmt::format(
          "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"{}\" "
          "stroke=\"#ffffff\"/>\n",
          x(static_cast<double>(point.n)), y(static_cast<double>(*bits)), band.color);
    }
  }
  void legend() {
    for (const Level& level : levels_)
      text(kPlotWidth - kPlotRight + 6, level.at + 4, "start", "#444444", level.names,
           " font-size=\"11\"");
    double at = kPlotLeft;
    for (const Band& band : kBands) {
      svg_ += fmt::format(
          "<rect x=\"{:.1f}\" y=\"42\" width=\"22\" height=\"12\" fill=\"{}\" "
          "fill-opacity=\"0.22\" stroke=\"{}\"/>\n",
          at, band.color, band.color);
      text(at + 30, 53, "start", "#111111", band.name);
      at += 210;
    }
    text(kPlotLeft, 74, "start", "#333333",
         "Solid: so many are enough. Dotted: with fewer it breaks. Between the two nothing is "
         "proved.",
         " font-size=\"12\"");
    text(kPlotLeft, 92, "start", "#333333",
         "Dots: the exact number, all inputs executed. Rings: with fewer it breaks, some executed. "
         "Dashed: what number formats have.",
         " font-size=\"12\"");
  }

  const PrecisionReport& report_;
  const std::vector<PrecisionPoint>& points_;
  const std::vector<FloatFormat>& formats_;
  double most_ = 10, first_ = 2, last_ = 4;
  std::vector<Level> levels_;
  std::string svg_;
};

}  // namespace

std::string precision_plot(const PrecisionReport& report, const std::vector<PrecisionPoint>& points,
                           const std::vector<FloatFormat>& formats) {
  std::vector<FloatFormat> by_bits = formats;
  std::stable_sort(by_bits.begin(), by_bits.end(),
                   [](const FloatFormat& a, const FloatFormat& b) { return a.bits < b.bits; });
  return PrecisionPlot(report, points, by_bits).write();
}

}  // namespace hardmax::report
