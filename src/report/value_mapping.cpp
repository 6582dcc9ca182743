#include "report/value_mapping.hpp"

#include <fmt/core.h>

#include "report/lines.hpp"

namespace hardmax::report {

namespace {

class ValueText : private Lines {
 public:
  ValueText(const ValueReport& report, const Parameters& parameters)
      : report_(report), grid_(parameters.n, parameters.d, parameters.D), n_(parameters.n) {}

  std::string write() {
    line("Value mapping (units of delta)");
    const std::string about = fmt::format("  target f = {}: ", report_.target);
    if (report_.missed == 0 && report_.moved_again == 0) {
      line(
          "{}the {} printed layers produce it, {} of {} columns: no value lies in the window of a "
          "later layer",
          about, report_.layers, report_.columns, report_.columns);
    } else if (report_.missed == 0) {
      line(
          "{}the {} printed layers produce it, though {} columns are moved by other layers than "
          "their own too",
          about, report_.layers, report_.moved_again);
    } else {
      line("{}the {} printed layers MISS it for {} of {} columns; the first:", about,
           report_.layers, report_.missed, report_.columns);
      path(*report_.first_miss,
           fmt::format("f{} = {}", place(report_.first_miss->ordinal, report_.first_miss->token),
                       column(report_.first_miss->aim)));
    }
    small_values();
    line("  repair R2: aim {} lower, then add {} to every column: {} layers, {}",
         shortened(report_.R2_constant), shortened(report_.R2_constant), report_.R2_layers,
         outcome(report_.R2_missed));
    if (report_.R3_multiplier) {
      line("  repair R3: c = {}: {} layers, {}", shortened(*report_.R3_multiplier),
           report_.R3_layers, outcome(report_.R3_missed));
    } else {
      line("  repair R3: does not apply: some id before the all-max stage is not above zero");
    }
    adversary(report_.forward, "in order of enumeration");
    adversary(report_.backward, "in reverse order");
    return std::move(out_);
  }

 private:
  static std::string shortened(const Rational& x) {
    const std::string text = x.str();
    return text.size() <= 60 ? text
                             : text.substr(0, 50) + fmt::format("... ({} characters)", text.size());
  }

  std::string outcome(std::uint64_t missed) const {
    return missed == 0 ? "every column right" : fmt::format("MISSES {} columns", missed);
  }

  std::string input(std::uint64_t ordinal) const {
    std::string text;
    for (const std::uint64_t g : grid_.input(ordinal))
      text += fmt::format("{}{}", text.empty() ? "" : ",", g);
    return "(" + text + ")";
  }
  // "(0,1)_2": column 2 for G = (0,1).
  std::string place(std::uint64_t ordinal, std::uint64_t token) const {
    return fmt::format("{}_{}", input(ordinal), token + 1);
  }

  static std::string column(const Column& c) {
    if (c.size() == 1) return shortened(c[0]);
    std::string text;
    for (const Rational& x : c) text += (text.empty() ? "" : ",") + shortened(x);
    return "(" + text + ")";
  }

  void path(const ValueMiss& miss, const std::string& aim) {
    constexpr std::size_t kShown = 4;
    line("    {}", aim);
    for (std::size_t i = 0; i < miss.hits.size() && i < kShown; ++i) {
      const ValueHit& hit = miss.hits[i];
      const Rational half = Rational(1) / Rational(2);
      line("    layer {} (of {}) has the window [{}, {}) and the column in it",
           hit.ordinal * n_ + hit.token + 1, place(hit.ordinal, hit.token),
           shortened(hit.center - half), shortened(hit.center + half));
    }
    if (miss.hits.size() > kShown) line("    and {} more layers", miss.hits.size() - kShown);
    line("    it ends as {}", column(miss.result));
  }

  void small_values() {
    line(
        "  any f with |f| <= 1/delta: its ids are at most {}, and the lowest window begins at {}: "
        "{}",
        shortened(report_.largest_small), shortened(report_.lowest_window),
        report_.largest_small < report_.lowest_window ? "no value lies in a window"
                                                      : "a value may lie in a window");
  }

  void adversary(const std::optional<ValueReport::Adversary>& found, const char* order) {
    if (!found) return;
    line("  layers {}: they miss the target that is zero but for", order);
    path(found->miss, fmt::format("f{} = g_c{} = {}", place(found->miss.ordinal, found->miss.token),
                                  place(found->ordinal, found->token), column(found->miss.aim)));
  }

  const ValueReport& report_;
  Grid grid_;
  std::uint64_t n_;
};

}  // namespace

std::string value_mapping_text(const ValueReport& report, const Parameters& parameters) {
  return ValueText(report, parameters).write();
}

}  // namespace hardmax::report
