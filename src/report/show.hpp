// A construction as a person and a program read it (data/show.schema.json): what stands in its file
// as formulas, its stages with their numbers of layers, and the way of one input through it. Real
// units.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "subject/run.hpp"

namespace hardmax::report {

// Where the input is after some layers of a network.
struct ShownState {
  std::string network, stage;  // stage: the last of the layers; "" at the start of the network
  Rational layers;             // of the network
  std::vector<std::vector<Rational>> rows;
};

// A definition name(H, k) that is a number, at the input and every token.
struct ShownValue {
  std::string name;
  std::vector<Rational> at;
};

struct ShownRun {
  Rational inputs;
  std::vector<Rational> entries;   // of the input
  std::vector<ShownState> states;  // in order
  std::vector<ShownValue> values;
  std::vector<std::string> not_run;     // networks that are not, with the reason
  std::vector<subject::StageWay> ways;  // how stages were executed, if not literally
};

// `entries`: of the input; none: those of the second input, or of the only one.
// Errors    InvalidInput; LimitReached.
ShownRun way_of(const subject::Run& run, const std::optional<std::vector<Rational>>& entries);

// Without a run (no parameters): the formulas alone.
std::string show_text(const subject::ConstructionFile& file, const subject::Run* run,
                      const ShownRun* shown);
std::string show_json(const subject::ConstructionFile& file, const subject::Run* run,
                      const ShownRun* shown, const std::string& version);

}  // namespace hardmax::report
