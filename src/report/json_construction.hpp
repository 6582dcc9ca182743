// The JSON object of data/construction-run.schema.json; a template, as one file of the room alone
// includes the library.
#pragma once
#include <string>

#include "report/construction_run.hpp"
#include "report/corpus.hpp"
#include "report/stage_ways.hpp"

namespace hardmax::report {

template <class Json>
struct ConstructionJson {
  // Of an input the entries, as strings; of all else the text that a certificate has.
  static Json binding(const claim::Binding& b, const std::string& shown) {
    const std::string value = shown.substr(b.name.size() + 1);
    Json json = {{"name", b.name}, {"type", "number"}, {"value", value}};
    if (std::holds_alternative<claim::Set>(b.value)) json["type"] = "set";
    if (std::holds_alternative<claim::Vector>(b.value)) json["type"] = "vector";
    if (std::holds_alternative<bool>(b.value)) json["type"] = "boolean";
    if (!std::holds_alternative<claim::Input>(b.value)) return json;
    json["type"] = "input";
    json["value"] = Json::array();
    for (std::size_t from = 0; from < value.size();) {
      const std::size_t end = std::min(value.find(' ', from), value.size());
      json["value"].push_back(value.substr(from, end - from));
      from = end + 1;
    }
    return json;
  }
  static Json bindings(const std::vector<claim::Binding>& list,
                       const std::vector<std::string>& shown) {
    Json json = Json::array();
    for (std::size_t i = 0; i < list.size(); ++i) json.push_back(binding(list[i], shown[i]));
    return json;
  }

  static Json claim(const ClaimResult& c) {
    Json json = {{"id", c.entry->id},
                 {"source", c.entry->source},
                 {"kind", name_of_kind(c.entry->kind)},
                 {"verdict", name_of(c.verdict)},
                 {"recorded", name_of_record(c.entry->record)},
                 {"tier", tier_of(c)},
                 {"domain", c.entry->domain}};
    if (c.entry->formal) json["formal"] = *c.entry->formal;
    if (c.verdict == Verdict::verified || c.verdict == Verdict::refuted) {
      json["evidence"] = "replay";
    } else {
      json["reason"] = c.reason;
      json["explanation"] = c.explanation;
    }
    if (c.witness && c.shown) {
      json["witness"] = {{"bindings", bindings(c.witness->at, c.shown->at)},
                         {"lhs", c.shown->lhs},
                         {"rhs", c.shown->rhs},
                         {"relation", c.shown->relation}};
      if (!c.witness->other.empty())
        json["witness"]["other"] = bindings(c.witness->other, c.shown->other);
    }
    if (c.standing == Standing::against_record) json["against_record"] = c.contradiction;
    return json;
  }

  static Json of(const decide::Request& request, const decide::Result& result,
                 const ConstructionPresentation& how) {
    const subject::Run& run = *request.run;
    const int code = exit_code(request, result, how);
    Json json = {{"tool", "hardmax"},
                 {"version", how.version},
                 {"claims_read",
                  {{"places", how.claims.places},
                   {"entries", how.claims.entries},
                   {"sha256", how.claims.sha256}}},
                 {"construction", run.file().id},
                 {"construction_sha256", result.sha256}};
    json["parameters"] = Json::object();
    for (const auto& p : run.file().parameters)
      json["parameters"][p.name] = std::to_string(run.spec().parameters.at(p.name));
    json["pattern"] = run.pattern() == nullptr ? Json(nullptr)
                                               : Json{{"name", run.spec().pattern},
                                                      {"p", run.pattern()->layers()},
                                                      {"edges", run.pattern()->edges()}};
    if (run.machine() != nullptr)
      json["machine"] = {{"file", run.machine()->file()},
                         {"word", run.machine()->text_of(run.machine()->word())}};
    if (run.tables() != nullptr) json["tables"] = run.tables()->file();
    json["variants"] = run.spec().variants;
    json["with"] = run.spec().changes;
    json["tokens"] = result.tokens;
    json["rows"] = result.rows;
    json["layers"] = Json::object();
    for (const auto& [network, count] : result.layers) json["layers"][network] = count.str();
    json["stage_layers"] = Json::object();
    for (const auto& [stage, count] : how.stages) json["stage_layers"][stage] = count;
    json["values"] = Json::object();
    for (const auto& [name, numbers] : how.values) json["values"][name] = numbers;
    json["inputs"] = result.inputs.str();
    json["executed"] = result.executed;
    if (result.executed)
      json["digest"] = result.digest;
    else
      json["not_executed"] = result.not_executed;
    json["engine"] = engine_name(run.reading().engine());
    json["stages"] = ways_json<Json>(result.ways);
    json["claims"] = Json::array();
    for (const ClaimResult& c : result.claims) json["claims"].push_back(claim(c));
    if (!how.certificate.empty()) json["certificate"] = how.certificate;
    json["verdict"] = code == 0 ? "as_recorded" : code == 1 ? "against_record" : "undecided";
    json["exit_code"] = code;
    return json;
  }
};

}  // namespace hardmax::report
