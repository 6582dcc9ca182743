// The JSON object of data/search.schema.json; a template, as one file of the room alone includes
// the library.
#pragma once
#include <string>

#include "report/search.hpp"

namespace hardmax::report {

template <class Json>
Json json_of_search(const subject::Run& run, const subject::Search& search,
                    const subject::Searched& searched, const std::string& version) {
  const auto tried = [](const subject::Tried& one) {
    Json json = {{"with", one.changes}, {"works", one.works}};
    if (!one.works) return json;
    json["least"] = one.least.str();
    if (const std::string bits = bits_of(one.least); !bits.empty()) json["bits"] = bits;
    json["shown"] = Json::array();
    for (const auto& [label, value] : one.shown)
      json["shown"].push_back({{"label", label}, {"value", value}});
    return json;
  };
  Json json = {{"tool", "hardmax"}, {"version", version}, {"construction", run.file().id}};
  json["run"] = run.spec().text();
  json["over"] = search.over_text;
  json["works"] = search.works_text;
  json["least"] = search.least_text;
  json["values"] = searched.all.str();
  json["ruled_out"] = searched.ruled_out.str();
  json["tried"] = Json::array();
  for (const subject::Tried& one : searched.tried) json["tried"].push_back(tried(one));
  if (searched.best() != nullptr) json["best"] = tried(*searched.best());
  if (!searched.stopped.empty()) json["stopped"] = searched.stopped;
  json["exit_code"] = exit_code(searched);
  return json;
}

}  // namespace hardmax::report
