#include "report/float.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "discharge/from_file.hpp"
#include "execute/grid.hpp"
#include "report/lines.hpp"

namespace hardmax::report {

namespace {

constexpr std::size_t kMostLayers = 64;  // of the table by layer

class FloatText : private Lines {
 public:
  explicit FloatText(const FloatReport& report) : report_(report) {}

  std::string write() {
    const auto& [n, d, D] = report_.parameters;
    line("{} in the arithmetic of machines   n = {}, d = {}, delta = 1/{}   pattern {}",
         pattern_construction(), n, d, D, report_.pattern);
    if (!report_.overrides.empty())
      line("changed with {}",
           joined(
               report_.overrides, [](const std::string& one) { return one; }, ", "));
    line(
        "in units of delta, rounded to nearest, ties to even, also the id u^T Z of a column (row "
        "by row, each product and each sum); the soft network has softmax at the repaired zeta and "
        "eta. This compares; it decides nothing.");
    if (!report_.runs.empty()) runs();
    if (!report_.cliffs.empty() || !report_.left_out.empty()) cliffs();
    return std::move(out_);
  }

 private:
  std::string place(const std::optional<FloatPlace>& place) const {
    if (!place) return "-";
    const auto& [n, d, D] = report_.parameters;
    return fmt::format("layer {}, G = {}, token {}", place->layer + 1,
                       Grid(n, d, D).show(place->ordinal), place->token + 1);
  }
  static std::string title(const FloatRun& run) {
    const std::string stored = run.model.stored.name(), computed = run.model.computed.name();
    return (stored == computed ? stored : stored + "/" + computed) +
           (run.soft ? " softmax" : " hardmax");
  }
  void runs() {
    line("{} inputs; delta~/4 = {}", report_.runs[0].inputs, decimal_upper(report_.bound_upper));
    line("");
    line("{:<26} {:<18} {:<14} {:<12} {}", "", "distinct ids", "relative error", "total error",
         "at most delta~/4");
    for (const FloatRun& run : report_.runs) {
      Rational relative;
      for (const FloatLayer& layer : run.layers) relative = std::max(relative, layer.relative);
      line("{:<26} {:<18} {:<14} {:<12} {}", title(run),
           fmt::format("{} of {}", run.distinct, run.ids),
           run.given_up ? "overflow" : decimal_upper(relative),
           run.given_up ? "overflow" : decimal_upper(run.total_error),
           !run.given_up && run.total_error <= report_.bound_lower ? "yes" : "no");
    }
    line("");
    line("where it first differs from the exact run (earliest layer, then first input)");
    for (const FloatRun& run : report_.runs) {
      if (!run.flip && !run.merge && !run.infinite) {
        line("  {:<26} nowhere", title(run));
        continue;
      }
      if (run.flip) line("  {:<26} attends elsewhere: {}", title(run), place(run.flip));
      if (run.merge) line("  {:<26} gives two columns one id: {}", title(run), place(run.merge));
      if (run.infinite) line("  {:<26} overflows: {}", title(run), place(run.infinite));
    }
    by_layer();
  }
  void by_layer() {
    const auto& layers = report_.runs[0].layers;
    line("");
    if (layers.size() > kMostLayers) {
      line("largest relative error of an id after each of {} layers: --json has the table",
           layers.size());
      return;
    }
    line("largest relative error of an id after each layer");
    std::string head = "  layer";
    for (const FloatRun& run : report_.runs) head += fmt::format("  {:>24}", title(run));
    line("{}", head);
    for (std::size_t i = 0; i < layers.size(); ++i) {
      std::string row = fmt::format("  {:>5}", layers[i].layer + 1);
      for (const FloatRun& run : report_.runs)
        row += fmt::format("  {:>24}", decimal_upper(run.layers[i].relative));
      line("{}", row);
    }
  }
  void cliffs() {
    line("");
    line(
        "fewest mantissa bits, exponents without limit: for distinct ids with hardmax, and for a "
        "total error of at most delta~/4 with softmax");
    line("  {:>3} {:>3} {:>4} {:>10} {:>10} {:>10} {:>14}", "n", "d", "D", "inputs", "hardmax",
         "softmax", "exact with");
    for (const FloatCliff& cliff : report_.cliffs) {
      const auto bits = [](const std::optional<long>& found) {
        return found ? std::to_string(*found) : std::string("more");
      };
      line("  {:>3} {:>3} {:>4} {:>10} {:>10} {:>10} {:>14}", cliff.parameters.n,
           cliff.parameters.d, cliff.parameters.D, cliff.inputs, bits(cliff.hard), bits(cliff.soft),
           cliff.exact_bits);
    }
    for (const std::string& why : report_.left_out) line("  not run: {}", why);
  }

  const FloatReport& report_;
};

}  // namespace

std::string float_text(const FloatReport& report) { return FloatText(report).write(); }

}  // namespace hardmax::report
