#include "report/precision.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "enclose/ball.hpp"
#include "report/lines.hpp"

namespace hardmax::report {

namespace {

using Json = nlohmann::ordered_json;
using Answer = PrecisionJudgement::Answer;

const char* word(Answer answer) {
  switch (answer) {
    case Answer::holds: return "holds";
    case Answer::breaks: return "breaks";
    case Answer::between: return "between";
  }
  return "";
}

// A layer is named by its number, or where that is longer than anybody reads, by about how many.
std::string short_number(const Rational& x) {
  return x.bits() <= 63 ? x.str() : "about " + decimal_upper(x, 3);
}

std::string shown(const PrecisionJudgement& judgement) {
  if (judgement.answer == Answer::between) return "between";
  if (judgement.answer == Answer::holds) return "holds: " + judgement.why;
  return fmt::format("breaks at layer {}: {}", short_number(*judgement.layer), judgement.why);
}

class PrecisionText : private Lines {
 public:
  explicit PrecisionText(const PrecisionReport& report) : report_(report) {}

  std::string write() {
    const auto& [n, d, D] = report_.parameters;
    const PrecisionAnswer& answer = report_.answer;
    const PrecisionBounds& bounds = answer.bounds;
    line("yun2020b in number formats   n = {}, d = {}, delta = 1/{}   pattern {}, p = {}, s = {}",
         n, d, D, report_.pattern, answer.p, answer.s);
    line("{} attention layers; there are n D^(nd) ids, more than 2^{}", short_number(answer.layers),
         bounds.count_bits - 1);
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
      line("  {:<10} {}", of.format.name(), shown(soft ? of.soft : of.ids));
  }

  const PrecisionReport& report_;
};

Json judgement_of(const PrecisionJudgement& judgement) {
  return {{"answer", word(judgement.answer)},
          {"layer", judgement.layer ? Json(judgement.layer->str()) : Json(nullptr)},
          {"why", judgement.why.empty() ? Json(nullptr) : Json(judgement.why)}};
}

Json question_of(const FormatNeed& least, const FormatNeed& enough, const ExecutedBits& executed) {
  const auto found = [](const std::optional<long>& bits) {
    return bits ? Json(*bits) : Json(nullptr);
  };
  return {
      {"mantissa_bits",
       {{"least", least.bits}, {"enough", enough.bits}, {"executed", found(executed.mantissa)}}},
      {"largest_exponent", {{"least", least.largest}, {"enough", enough.largest}}},
      {"exponent_bits",
       {{"least", least.exponent_bits()},
        {"enough", enough.exponent_bits()},
        {"executed", found(executed.exponent)}}}};
}

}  // namespace

std::string precision_text(const PrecisionReport& report) { return PrecisionText(report).write(); }

std::string precision_json(const PrecisionReport& report, const std::string& version) {
  const auto& [n, d, D] = report.parameters;
  const PrecisionAnswer& answer = report.answer;
  const PrecisionBounds& bounds = answer.bounds;
  Json json = {{"tool", "hardmax"},
               {"version", version},
               {"construction", "yun2020b"},
               {"parameters", {{"n", n}, {"d", d}, {"D", D}}},
               {"pattern", {{"name", report.pattern}, {"p", answer.p}, {"s", answer.s}}},
               {"attention_layers", answer.layers.str()},
               {"bound", decimal_lower(answer.bound)},
               {"ids",
                {{"count_bits", bounds.count_bits},
                 {"bits_after_selective_stage", bounds.selective_bits},
                 {"bits_at_the_end_at_most", bounds.final_bits}}}};
  json["inputs_executed"] = {{"all", answer.inputs != 0},
                             {"number", answer.inputs != 0 ? answer.inputs : answer.some_inputs},
                             {"distinct_ids_mantissa_bits_at_least",
                              answer.ids_least_run ? Json(*answer.ids_least_run) : Json(nullptr)}};
  json["distinct_ids"] = question_of(bounds.ids_least, bounds.ids_enough, answer.ids);
  json["soft"] = question_of(bounds.soft_least, bounds.soft_enough, answer.soft);
  json["formats"] = Json::array();
  for (const PrecisionOfFormat& of : answer.formats) {
    const auto& exponents = of.format.exponents;
    json["formats"].push_back(
        {{"format", of.format.name()},
         {"mantissa_bits", of.format.bits},
         {"smallest_exponent", exponents ? Json(exponents->first) : Json(nullptr)},
         {"largest_exponent", exponents ? Json(exponents->second) : Json(nullptr)},
         {"distinct_ids", judgement_of(of.ids)},
         {"soft", judgement_of(of.soft)}});
  }
  return json.dump(1) + "\n";
}

}  // namespace hardmax::report
