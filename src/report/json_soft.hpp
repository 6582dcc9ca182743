// Soft maps and the arithmetic of machines as JSON (report/soft.hpp, report/float.hpp). Json is the
// type of its values: json.cpp alone includes the library, for the whole room.
#pragma once
#include <array>
#include <optional>
#include <string>

#include "execute/grid.hpp"
#include "report/float.hpp"
#include "report/report.hpp"
#include "report/soft.hpp"

namespace hardmax::report {

template <class Json>
struct SoftJson {
  template <class List, class Show>
  static Json array_of(const List& list, Show show) {
    Json json = Json::array();
    for (const auto& item : list) json.push_back(show(item));
    return json;
  }

  static Json soft_of(const SoftQuestion& question, const SoftAnswer& answer) {
    const auto& [n, d, D] = question.parameters;
    const Grid grid(n, d, D);
    Json json = {{"map", question.settings.map ? name_of(*question.settings.map) : "admissible"},
                 {"eps", question.settings.eps.str()},
                 {"lp", question.settings.lp.str()},
                 {"unit", "real"},
                 {"certificate", nullptr}};
    json["parts"] =
        array_of(answer.parts, [&](const SoftPart& part) { return part_of(part, grid); });
    if (answer.searched) {
      const auto found = [](const auto& best, const Rational& x) {
        return Json{
            {"value", x.str()}, {"total_error", between(best.total())}, {"runs", best.runs}};
      };
      json["largest_eta"] =
          answer.largest_eta ? found(*answer.largest_eta, answer.largest_eta->eta) : Json(nullptr);
      json["smallest_t"] =
          answer.smallest_t ? found(*answer.smallest_t, answer.smallest_t->t) : Json(nullptr);
    }
    return json;
  }

  static Json floats(const FloatReport& report, const std::string& version) {
    const auto& [n, d, D] = report.parameters;
    const Grid grid(n, d, D);
    const auto bits = [](const std::optional<long>& found) {
      return found ? Json(*found) : Json(nullptr);
    };
    Json json = {{"tool", "hardmax"},
                 {"version", version},
                 {"construction", pattern_construction()},
                 {"parameters", {{"n", n}, {"d", d}, {"D", D}}},
                 {"pattern", report.pattern},
                 {"overrides", report.overrides},
                 {"bound", between(report.bound_lower, report.bound_upper)}};
    json["runs"] = array_of(report.runs, [&](const FloatRun& run) {
      const auto layers = array_of(run.layers, [&](const FloatLayer& layer) {
        return Json{{"layer", layer.layer + 1},
                    {"relative_error", decimal_upper(layer.relative, 6)}};
      });
      return Json{
          {"stored", run.model.stored.name()},
          {"computed", run.model.computed.name()},
          {"map", run.soft ? "softmax" : "hardmax"},
          {"inputs", run.inputs},
          {"ids", run.ids},
          {"distinct_ids", run.distinct},
          {"total_error", run.given_up ? Json(nullptr) : Json(decimal_upper(run.total_error, 6))},
          {"attends_elsewhere", place_of(run.flip, grid)},
          {"one_id", place_of(run.merge, grid)},
          {"overflow", place_of(run.infinite, grid)},
          {"layers", layers}};
    });
    json["cliff"] = array_of(report.cliffs, [&](const FloatCliff& cliff) {
      return Json{{"n", cliff.parameters.n},          {"d", cliff.parameters.d},
                  {"D", cliff.parameters.D},          {"inputs", cliff.inputs},
                  {"hardmax_bits", bits(cliff.hard)}, {"softmax_bits", bits(cliff.soft)},
                  {"exact_bits", cliff.exact_bits}};
    });
    json["not_run"] = report.left_out;
    return json;
  }

  static Json soft(const SoftQuestion& question, const SoftAnswer& answer,
                   const std::string& version, int exit_code) {
    const auto& [n, d, D] = question.parameters;
    Json json = {{"tool", "hardmax"},
                 {"version", version},
                 {"construction", pattern_construction()},
                 {"parameters", {{"n", n}, {"d", d}, {"D", D}}},
                 {"pattern", question.pattern->name()},
                 {"overrides", question.overrides.canonical()},
                 {"assumption1", answer.construction.has_value()}};
    json.update(soft_of(question, answer));
    json["exit_code"] = exit_code;
    return json;
  }

 private:
  // An enclosed number: two decimals, rounded outward.
  static Json between(const Rational& lower, const Rational& upper) {
    return {{"lower", decimal_lower(lower, 12)}, {"upper", decimal_upper(upper, 12)}};
  }
  static Json between(const Extreme& e) { return between(e.lower, e.upper); }

  static Json stage_of(const SoftPart& part, std::size_t s) {
    const SoftRun& run = part.report.run;
    const SoftStage& stage = run.stages[s];
    Json json = {{"name", stage.name},
                 {"first_layer", stage.first + 1},
                 {"last_layer", stage.last},
                 {"zeta", stage.zeta.str()},
                 {"eta", between(stage.eta_lower, stage.eta_upper)},
                 {"t", part.reading == SoftRun::Reading::map ? Json(decimal_upper(*stage.t, 12))
                                                             : Json(nullptr)}};
    if (part.undecided.empty()) {
      json["error"] = between(run.errors[s].accumulated);
      json["error_alone"] = between(run.errors[s].fresh);
      json["spread"] = between(run.errors[s].spread);
    }
    if (!part.scales.empty()) {
      const ScaleFacts& f = part.scales[s];
      json["assumption2"] = {{"printed_t", between(f.printed_lower, f.printed_upper)},
                             {"least_t", between(f.least_lower, f.least_upper)},
                             {"holds", f.holds ? Json(*f.holds) : Json(nullptr)}};
    }
    return json;
  }

  static Json part_of(const SoftPart& part, const Grid& grid) {
    constexpr std::array<const char*, 3> choices = {"printed", "repaired", "own"},
                                         readings = {"map", "admissible", "adversary"};
    Json json = {{"choice", choices[static_cast<std::size_t>(part.choice)]},
                 {"reading", readings[static_cast<std::size_t>(part.reading)]},
                 {"undecided", part.undecided}};
    json["stages"] = Json::array();
    for (std::size_t s = 0; s < part.report.run.stages.size(); ++s)
      json["stages"].push_back(stage_of(part, s));
    if (!part.undecided.empty()) return json;
    const SoftReport& report = part.report;
    json["delta_tilde"] = between(report.delta_tilde_lower, report.delta_tilde_upper);
    json["inputs"] = report.run.inputs;
    json["bits"] = report.run.bits;
    json["other_rows_exact"] = report.run.other_rows_exact;
    json["value_error"] =
        report.run.value_error.set ? between(report.run.value_error) : Json(nullptr);
    json["distance"] = nullptr;
    if (const auto& found = report.distance) {
      json["distance"] = {{"alpha", fmt::format("2^-{}", found->alpha_exponent)},
                          {"bad_measure", between(found->bad_measure, found->bad_measure)},
                          {"B", decimal_upper(found->B_upper, 12)},
                          {"distance", between(found->lower, found->upper)}};
    }
    json["layers"] = array_of(report.run.layers, [](const auto& layer) {
      return Json{{"layer", layer.first}, {"error", between(layer.second)}};
    });
    json["claims"] = array_of(report.claims, [&](const SoftClaim& c) {
      return Json{{"id", c.id},
                  {"verdict", verdict_of(part, c)},
                  {"tier", "enclosure"},
                  {"left", between(c.lower, c.upper)},
                  {"right", between(c.bound_lower, c.bound_upper)},
                  {"relation", c.at_least ? ">=" : "<="},
                  {"G", grid.input(c.ordinal)},
                  {"token", c.token + 1}};
    });
    return json;
  }

  static Json place_of(const std::optional<FloatPlace>& place, const Grid& grid) {
    return place ? Json{{"layer", place->layer + 1},
                        {"G", grid.input(place->ordinal)},
                        {"token", place->token + 1}}
                 : Json(nullptr);
  }
};

}  // namespace hardmax::report
