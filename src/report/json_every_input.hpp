// The JSON object of data/construction-for-all.schema.json; a template, as one file of the room
// alone includes the library.
#pragma once
#include <string>

#include "report/every_input.hpp"

namespace hardmax::report {

template <class Json>
Json json_of_every_input(const decide::ForAllRequest& request, const decide::ForAllResult& result) {
  const subject::Run& run = *request.run;
  Json json = {{"construction", run.file().id}};
  json["parameters"] = Json::object();
  for (const auto& p : run.file().parameters)
    json["parameters"][p.name] = p.name == request.size
                                     ? std::string("every")
                                     : std::to_string(run.spec().parameters.at(p.name));
  json["pattern"] = run.pattern() == nullptr ? Json(nullptr) : Json(run.pattern()->name());
  json["variants"] = run.spec().variants;
  json["with"] = run.spec().changes;
  json["followed"] = result.network != nullptr;
  if (result.network) {
    const std::size_t sweeps = sweeps_of(result);
    json["sweeps"] = sweeps;
    json["layers_after"] = result.network->stretches().size() - sweeps;
  } else {
    json["why_not"] = result.why_not;
  }
  json["claims"] = Json::array();
  for (const decide::ForAllResult::Claim& claim : result.claims) {
    const bool shown = claim.result == decide::ForAllResult::Claim::Result::shown;
    Json one = {{"id", claim.entry->id},
                {"result", result_of(claim)},
                {"tier", shown ? "symbolic" : "none"}};
    if (shown) one["may_be_vacuous"] = claim.may_be_vacuous;
    if (!shown && !claim.why.empty()) one["why"] = claim.why;
    one["against_record"] = against_record(claim);
    json["claims"].push_back(std::move(one));
  }
  const EveryInputCount count = count_of(result);
  json["totals"] = {{"shown", count.shown},           {"false", count.false_ones},
                    {"undecided", count.undecided},   {"not checkable", count.not_checkable},
                    {"outside", count.outside},       {"not covered", count.not_covered},
                    {"against_record", count.against}};
  json["not_looked_at"] = result.others.size();
  return json;
}

}  // namespace hardmax::report
