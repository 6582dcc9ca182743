// The JSON object of data/steps.schema.json; a template, as one file of the room alone includes the
// library.
#pragma once
#include <string>

#include "report/stage_ways.hpp"
#include "report/steps.hpp"

namespace hardmax::report {

template <class Json>
Json json_of_steps(const subject::Run& run, const subject::Walked& walked,
                   const std::string& version) {
  const auto texts = [](const auto& list, const auto& text) {
    Json out = Json::array();
    for (const auto& item : list) out.push_back(text(item));
    return out;
  };
  const auto pairs = [&](const auto& list, const char* key) {
    return texts(list, [&](const auto& item) {
      return Json{{key, item.first}, {"value", item.second}};
    });
  };
  Json json = {{"tool", "hardmax"}, {"version", version}, {"construction", run.file().id}};
  json["parameters"] = Json::object();
  for (const auto& p : run.file().parameters)
    json["parameters"][p.name] = std::to_string(run.spec().parameters.at(p.name));
  json["pattern"] = run.pattern() == nullptr ? Json(nullptr) : Json(run.spec().pattern);
  json["variants"] = run.spec().variants;
  json["with"] = run.spec().changes;
  json["engine"] = engine_name(run.reading().engine());
  json["inputs"] = walked.all.str();
  json["gone_through"] = walked.inputs.str();
  json["asked"] = std::to_string(walked.asked);
  json["unasked_lines"] =
      texts(walked.unasked, [](const subject::Step* step) { return step->line; });
  if (walked.broken) {
    const subject::BrokenStep& b = *walked.broken;
    Json& broken = json["broken"];
    broken = {{"input", texts(b.entries, [](const Rational& x) { return x.str(); })},
              {"network", b.network},
              {"stage", b.step->stage},
              {"names", pairs(b.names, "name")},
              {"first_layer", std::to_string(b.first)},
              {"last_layer", std::to_string(b.last)},
              {"source", b.step->source},
              {"words", b.step->words},
              {"says", b.step->says_text},
              {"shown", pairs(b.shown, "label")}};
    if (!b.no_value.empty()) broken["no_value"] = b.no_value;
  }
  if (!walked.stopped.empty()) json["stopped"] = walked.stopped;
  json["exit_code"] = exit_code(walked);
  return json;
}

}  // namespace hardmax::report
