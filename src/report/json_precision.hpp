// The JSON of number formats (data/precision.schema.json), generic in the type of a JSON value as
// all here: the library is included in one file of this room.
#pragma once
#include <string>

#include "enclose/ball.hpp"
#include "report/precision.hpp"

namespace hardmax::report {

template <class Json>
struct PrecisionJson {
  static Json of(const PrecisionReport& report, const std::string& version) {
    const auto& [n, d, D] = report.parameters;
    const PrecisionAnswer& answer = report.answer;
    const PrecisionBounds& bounds = answer.bounds;
    Json json = {{"tool", "hardmax"},
                 {"version", version},
                 {"construction", pattern_construction()},
                 {"parameters", {{"n", n}, {"d", d}, {"D", D}}},
                 {"pattern", {{"name", report.pattern}, {"p", answer.p}, {"s", answer.s}}},
                 {"attention_layers", answer.layers.str()},
                 {"bound", decimal_lower(answer.bound)},
                 {"ids",
                  {{"count_bits", bounds.count_bits},
                   {"bits_after_selective_stage", bounds.selective_bits},
                   {"bits_at_the_end_at_most", bounds.final_bits}}}};
    json["inputs_executed"] = {
        {"all", answer.inputs != 0},
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
    return json;
  }

 private:
  static const char* word(PrecisionJudgement::Answer answer) {
    using Answer = PrecisionJudgement::Answer;
    return answer == Answer::holds ? "holds" : answer == Answer::breaks ? "breaks" : "between";
  }
  static Json judgement_of(const PrecisionJudgement& judgement) {
    return {{"answer", word(judgement.answer)},
            {"layer", judgement.layer ? Json(judgement.layer->str()) : Json(nullptr)},
            {"why", judgement.why.empty() ? Json(nullptr) : Json(judgement.why)}};
  }

  static Json question_of(const FormatNeed& least, const FormatNeed& enough,
                          const ExecutedBits& executed) {
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
};

}  // namespace hardmax::report
