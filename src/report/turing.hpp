// What a person and a program read of a Turing machine beside its decoder: the text of `verify
// turing`, and the JSON object of data/turing.schema.json.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "decide/turing.hpp"

namespace hardmax::report {

struct TuringPresentation {
  std::string tool_version;
  std::string decoder;                  // "R3", "R2"
  std::vector<std::string> printed;     // lines that stand as printed
  bool limited = false;                 // --steps was given, and the machine goes on
  std::vector<decide::NodeView> trace;  // of JSON, if it was asked for
  bool traced = false;
  std::string certificate = {};  // the file that was written; empty: none
};

// 0: every node is equal; 1: one is not, or the hypothesis fails.
int exit_code(const decide::MachineRun& machine, const decide::TuringResult* result);

std::string line_of(const decide::NodeView& node);  // of --trace
// `result`: null where the hypothesis fails, and no decoder was run.
std::string turing_text(const subject::Machine& machine, const decide::MachineRun& run,
                        const decide::TuringResult* result, const TuringPresentation& how);
std::string turing_json(const subject::Machine& machine, const decide::MachineRun& run,
                        const decide::TuringResult* result, const TuringPresentation& how);

}  // namespace hardmax::report
