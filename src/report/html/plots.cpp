#include "report/html/plots.hpp"

#include <flint/fmpz.h>
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace hardmax::report::html {

namespace {

constexpr int kWidth = 460, kLeft = 8, kRight = 8;
constexpr int kAcross = kWidth - kLeft - kRight;
constexpr double kLog10Of2 = 0.30102999566398119521;

std::string half(std::int64_t halves) {
  return halves % 2 == 0 ? std::to_string(halves / 2) : fmt::format("{}.5", halves / 2);
}

// 10 to the k, with raised digits.
std::string power_of_ten(int k) {
  static const char* const raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = k < 0 ? "10⁻" : "10";
  for (const char digit : std::to_string(std::abs(k))) text += raised[digit - '0'];
  return text;
}

std::string short_number(const std::string& number) {
  return number.size() <= 22 ? number
                             : number.substr(0, 16) + fmt::format("… ({} digits)", number.size());
}

class Plot {
 public:
  Plot(int height, const std::string& title, const std::string& description) {
    m.open("svg", {{"viewBox", fmt::format("0 0 {} {}", kWidth, height)},
                   {"width", std::to_string(kWidth)},
                   {"height", std::to_string(height)},
                   {"class", "plot"},
                   {"role", "img"},
                   {"aria-label", title + ". " + description}});
    m.element("title", title);
  }
  void text(double x, double y, const std::string& words, const char* anchor = "start",
            const char* cls = "") {
    m.element("text", words,
              {{"x", fmt::format("{:.1f}", x)},
               {"y", fmt::format("{:.1f}", y)},
               {"text-anchor", anchor},
               {"class", cls}});
  }
  void path(const std::string& d, const char* cls) { m.leaf("path", {{"d", d}, {"class", cls}}); }
  Safe finish() {
    m.close();
    return m.finish();
  }
  Markup m;
};

// Decades from `low` to `high`, at most eight of them labelled.
struct Decades {
  int low, high, step;
  Decades(double least, double most)
      : low(static_cast<int>(std::floor(least))), high(static_cast<int>(std::ceil(most))) {
    if (high <= low) high = low + 1;
    step = std::max(1, (high - low + 7) / 8);
  }
  [[nodiscard]] double place(double log10, double length) const {
    return (log10 - low) * length / (high - low);
  }
};

double log10_of(const Rational& x) { return log2_of(x) * kLog10Of2; }

// Those that the positive ids lie in.
Decades decades_of(const std::vector<StageIds>& stages) {
  double least = 1e300, most = -1e300;
  for (const StageIds& stage : stages) {
    for (const Rational& id : stage.ids) {
      if (id.sign() <= 0) continue;
      least = std::min(least, log10_of(id));
      most = std::max(most, log10_of(id));
    }
  }
  if (least > most) least = 0, most = 1;
  return {least, most};
}

}  // namespace

double log2_of(const Rational& x) {
  const auto of = [](const fmpz* z) {
    slong exponent = 0;
    const double mantissa = fmpz_get_d_2exp(&exponent, z);
    return std::log2(mantissa) + static_cast<double>(exponent);
  };
  return of(fmpq_numref(x.raw())) - of(fmpq_denref(x.raw()));
}

Safe number_lines(const std::vector<StageIds>& stages, bool logarithmic) {
  constexpr int kRow = 50;
  const int height = 8 + kRow * static_cast<int>(stages.size()) + (logarithmic ? 34 : 16);
  Plot plot(height, logarithmic ? "Ids by stage, logarithmic" : "Ids by stage, linear",
            logarithmic ? "A stroke for every id, all stages on one axis in units of delta."
                        : "A stroke for every id; each stage has its own axis, in units of delta.");
  std::optional<Decades> decades;
  if (logarithmic) {
    decades.emplace(decades_of(stages));
    for (int k = decades->low; k <= decades->high; k += decades->step) {
      const double x = kLeft + decades->place(k, kAcross);
      plot.path(fmt::format("M{:.1f} 8V{}", x, height - 32), "grid");
      plot.text(std::clamp(x, kLeft + 10.0, kWidth - kRight - 12.0), height - 19, power_of_ten(k),
                "middle", "dim");
    }
    plot.text(kWidth / 2.0, height - 4, "id, units of δ", "middle", "dim");
  }
  for (std::size_t row = 0; row < stages.size(); ++row) {
    const StageIds& stage = stages[row];
    const int top = 8 + kRow * static_cast<int>(row), line = top + 32;
    std::set<std::int64_t> places;  // half units from the left
    std::size_t below = 0;
    const auto [low, high] = std::minmax_element(stage.ids.begin(), stage.ids.end());
    const Rational span = *high - *low;
    for (const Rational& id : stage.ids) {
      if (!logarithmic) {
        places.insert(
            span.is_zero()
                ? kAcross
                : floor((id - *low) * Rational(2 * kAcross) / span).to_int64().value_or(0));
      } else if (id.sign() > 0) {
        places.insert(
            static_cast<std::int64_t>(std::floor(2 * decades->place(log10_of(id), kAcross))));
      } else {
        ++below;
      }
    }
    plot.text(kLeft, top + 12,
              stage.name + (below > 0 ? fmt::format(" ({} of 0 or less)", below) : ""));
    plot.path(fmt::format("M{} {}H{}", kLeft, line, kWidth - kRight), "axis");
    std::string strokes;
    for (const std::int64_t place : places)
      strokes += fmt::format("M{} {}v14", half(place + std::int64_t{2} * kLeft), line - 14);
    plot.path(strokes, "tick");
    if (!logarithmic) {
      plot.text(kLeft, line + 12, short_number(low->str()), "start", "dim");
      if (!span.is_zero())
        plot.text(kWidth - kRight, line + 12, short_number(high->str()), "end", "dim");
    }
  }
  if (!logarithmic)
    plot.text(kWidth / 2.0, height - 4, "id, units of δ, each stage on its own scale", "middle",
              "dim");
  return plot.finish();
}

Safe margin_bars(const std::vector<Margin>& margins, std::size_t most) {
  constexpr int kRow = 36;
  const std::size_t shown = std::min(margins.size(), most);
  const int height = 8 + kRow * static_cast<int>(shown) + 36;
  Plot plot(
      height, "Margins of the tightest claims",
      "How much room each verified inequality leaves at its tightest place, logarithmic axis.");
  double least = 1e300, largest = -1e300;
  for (std::size_t i = 0; i < shown; ++i) {
    least = std::min(least, log10_of(margins[i].room));
    largest = std::max(largest, log10_of(margins[i].room));
  }
  if (least > largest) least = largest = 0;
  const Decades decades(least - 0.2, largest);
  constexpr double kBars = kAcross - 12;
  for (int k = decades.low; k <= decades.high; k += decades.step) {
    const double x = kLeft + decades.place(k, kBars);
    plot.path(fmt::format("M{:.1f} 8V{}", x, height - 34), "grid");
    plot.text(std::max(x, kLeft + 10.0), height - 21, power_of_ten(k), "middle", "dim");
  }
  plot.text(kWidth / 2.0, height - 5, "room: larger side less smaller side", "middle", "dim");
  for (std::size_t i = 0; i < shown; ++i) {
    const int top = 8 + kRow * static_cast<int>(i);
    const Margin& margin = margins[i];
    std::string id = margin.id.substr(margin.id.find('.') + 1);
    if (id.size() > 40) id.replace(39, std::string::npos, "…");
    plot.text(kLeft, top + 12, id + ": " + short_number(margin.room.str()));
    plot.m.leaf("rect",
                {{"x", std::to_string(kLeft)},
                 {"y", std::to_string(top + 18)},
                 {"width", fmt::format("{:.1f}",
                                       std::max(2.0, decades.place(log10_of(margin.room), kBars)))},
                 {"height", "10"},
                 {"class", "bar"}});
  }
  return plot.finish();
}

Safe logarithmic_curves(const std::string& title, const std::string& across, const std::string& up,
                        const std::vector<Series>& series) {
  constexpr int kHeight = 300, kTop = 14, kBottom = 46, kAxis = 46;
  double least = 1e300, largest = -1e300;
  std::size_t last = 1;
  for (const Series& s : series) {
    for (const auto& [place, value] : s.at) {
      if (value.sign() <= 0) continue;
      least = std::min(least, log10_of(value));
      largest = std::max(largest, log10_of(value));
      last = std::max(last, place);
    }
  }
  if (least > largest) least = 0, largest = 1;
  const Decades decades(least, largest);
  constexpr double kUp = kHeight - kTop - kBottom, kLong = kWidth - kAxis - kRight;
  std::string spoken = "Logarithmic axis.";
  for (const Series& s : series) spoken += " " + s.name + ".";
  Plot plot(kHeight, title, spoken);
  const auto y_of = [&](double log10) { return kTop + kUp - decades.place(log10, kUp); };
  const auto x_of = [&](std::size_t place) {
    return kAxis +
           (last == 1 ? 0.5 : static_cast<double>(place - 1) / static_cast<double>(last - 1)) *
               kLong;
  };
  for (int k = decades.low; k <= decades.high; k += decades.step) {
    plot.path(fmt::format("M{} {:.1f}H{}", kAxis, y_of(k), kWidth - kRight), "grid");
    plot.text(kAxis - 5, y_of(k) + 4, power_of_ten(k), "end", "dim");
  }
  const std::size_t step = std::max<std::size_t>(1, (last + 9) / 10);
  for (std::size_t t = 1; t <= last; t += step)
    plot.text(x_of(t), kHeight - kBottom + 16, std::to_string(t), "middle", "dim");
  plot.text(kAxis + kLong / 2, kHeight - 8, across + "; up: " + up, "middle", "dim");
  for (const Series& s : series) {
    std::string d;
    for (const auto& [place, value] : s.at) {
      if (value.sign() <= 0) {
        continue;
      }
      d +=
          fmt::format("{}{:.1f} {:.1f}", d.empty() ? "M" : "L", x_of(place), y_of(log10_of(value)));
    }
    if (!d.empty()) plot.path(d, s.line.c_str());
  }
  return plot.finish();
}

}  // namespace hardmax::report::html
