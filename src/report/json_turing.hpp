// The JSON object of data/turing.schema.json; a template, as one file of the room alone includes
// the library.
#pragma once
#include <string>

#include "report/turing.hpp"

namespace hardmax::report {

template <class Json>
struct TuringJson {
  static Json node(const decide::NodeView& v) {
    Json json = {{"node", v.node},
                 {"step", v.step},
                 {"got", {{"state", v.state}, {"symbol", v.symbol}, {"cell", v.cell}}},
                 {"wanted",
                  {{"state", v.state_of_machine},
                   {"symbol", v.symbol_of_machine},
                   {"cell", v.cell_of_machine}}}};
    if (const std::string what = v.difference(); !what.empty()) json["difference"] = what;
    return json;
  }

  static Json names(const subject::Machine& machine, const std::vector<std::size_t>& symbols) {
    Json out = Json::array();
    for (const std::size_t symbol : symbols) out.push_back(machine.symbols()[symbol - 1]);
    return out;
  }

  static Json of(const subject::Machine& machine, const decide::MachineRun& run,
                 const decide::TuringResult* result, const TuringPresentation& how) {
    static const char* const ends[] = {"none", "halting_state", "no_transition"};
    Json json = {
        {"tool", "hardmax"},
        {"version", how.tool_version},
        {"machine", machine.file()},
        {"word", names(machine, machine.word())},
        {"steps", run.steps},
        {"end", ends[static_cast<int>(run.end)]},
        {"state", machine.states()[run.state - 1]},
        {"symbol", machine.symbols()[run.symbol - 1]},
        {"head", run.head},
        {"tape", {{"first", run.tape.first}, {"symbols", names(machine, run.tape.symbols)}}},
        {"decoder", how.decoder},
        {"as_printed", how.printed}};
    if (run.astray)
      json["not_read_first"] = {{"time", run.astray->time}, {"cell", run.astray->cell}};
    if (result != nullptr) {
      json["nodes"] = result->nodes;
      json["looked_at"] = {{"nodes", std::to_string(result->self_edges)},
                           {"word", std::to_string(result->word_edges)}};
      json["full_attention"] = {{"nodes", result->full_self_edges.str()},
                                {"word", result->full_word_edges.str()}};
      json["width"] = result->rows;
      json["hidden_units"] = Json::array();
      for (const auto& entry : result->units)
        json["hidden_units"].push_back({{"stage", entry.first}, {"units", entry.second}});
      json["maps"] = result->maps;
      json["finite_network"] = result->maps.empty();
      json["largest_entry"] = result->largest.str();
      json["engine"] = result->engine;
      if (!how.certificate.empty())
        json["certificate"] = {{"file", how.certificate}, {"kind", "machine"}};
      if (result->difference) json["difference"] = node(*result->difference);
    }
    if (how.traced) {
      json["trace"] = Json::array();
      for (const decide::NodeView& v : how.trace) json["trace"].push_back(node(v));
    }
    json["verdict"] = run.astray                                ? "not_read_first"
                      : result == nullptr || result->difference ? "different"
                                                                : "equal";
    json["exit_code"] = exit_code(run, result);
    return json;
  }
};

}  // namespace hardmax::report
