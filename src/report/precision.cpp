#include "report/precision.hpp"

#include <fmt/core.h>

#include "discharge/from_file.hpp"
#include "enclose/ball.hpp"
#include "report/lines.hpp"

namespace hardmax::report {

namespace {

using Answer = PrecisionJudgement::Answer;

// A layer is named by its number, or where that is longer than anybody reads, by about how many.
std::string short_or_about(const Rational& x) {
  return x.bits() <= 63 ? x.str() : "about " + decimal_upper(x, 3);
}

std::string shown_judgement(const PrecisionJudgement& judgement) {
  if (judgement.answer == Answer::between) return "between";
  if (judgement.answer == Answer::holds) return "holds: " + judgement.why;
  return fmt::format("breaks at layer {}: {}", short_or_about(*judgement.layer), judgement.why);
}

class PrecisionText : private Lines {
 public:
  explicit PrecisionText(const PrecisionReport& report) : report_(report) {}

  std::string write() {
    const auto& [n, d, D] = report_.parameters;
    const PrecisionAnswer& answer = report_.answer;
    const PrecisionBounds& bounds = answer.bounds;
    line("{} in number formats   n = {}, d = {}, delta = 1/{}   pattern {}, p = {}, s = {}",
         pattern_construction(), n, d, D, report_.pattern, answer.p, answer.s);
    line("{} attention layers; there are n D^(nd) ids, more than 2^{}",
         short_or_about(answer.layers), bounds.count_bits - 1);
    line("the longest id has {} bits after the selective stage, at most {} at the end",
         bounds.selective_bits, bounds.final_bits);
    line("");
    line("{:<36} {:>14} {:>14} {:>10}", "mantissa bits", "at least", "enough", "executed");
    bits("distinct ids, hardmax", bounds.ids_least.bits, bounds.ids_enough.bits,
         answer.ids.mantissa);
    bits("within delta~/4, softmax", bounds.soft_least.bits, bounds.soft_enough.bits,
         answer.soft.mantissa);
    line("exponent bits");
    bits("distinct ids, hardmax", bounds.ids_least.exponent_bits(),
         bounds.ids_enough.exponent_bits(), answer.ids.exponent);
    bits("within delta~/4, softmax", bounds.soft_least.exponent_bits(),
         bounds.soft_enough.exponent_bits(), answer.soft.exponent);
    line("");
    line("{}", executed());
    for (const bool soft : {false, true}) formats(soft);
    return std::move(out_);
  }

 private:
  void bits(const char* what, long least, long enough, const std::optional<long>& executed) {
    line("  {:<34} {:>14} {:>14} {:>10}", what, least, enough,
         executed ? std::to_string(*executed) : "-");
  }
  [[nodiscard]] std::string executed() const {
    const PrecisionAnswer& answer = report_.answer;
    if (answer.inputs != 0)
      return fmt::format("executed: all {} inputs, so that answers are exact", answer.inputs);
    if (answer.ids_least_run)
      return fmt::format(
          "executed: {} inputs; fewer than {} mantissa bits do not keep the ids of one of them "
          "apart",
          answer.some_inputs, *answer.ids_least_run);
    return "executed: single inputs, as long as they could be followed";
  }
  void formats(bool soft) {
    if (report_.answer.formats.empty()) return;
    line("");
    line("{}", soft ? "within delta~/4, softmax at the repaired constants"
                    : "distinct ids, hardmax (breaks: at that layer or before)");
    for (const PrecisionOfFormat& of : report_.answer.formats)
      line("  {:<10} {}", of.format.name(), shown_judgement(soft ? of.soft : of.ids));
  }

  const PrecisionReport& report_;
};

}  // namespace

std::string precision_text(const PrecisionReport& report) { return PrecisionText(report).write(); }

}  // namespace hardmax::report
