#include "decide/machine_certificate.hpp"

#include <fmt/core.h>

#include "decide/decide.hpp"
#include "exact/error.hpp"
#include "subject/binding.hpp"

namespace hardmax::decide {

void write_machine(certificate::Writer& w, const subject::Machine& machine) {
  const std::vector<std::string>&states = machine.states(), &symbols = machine.symbols();
  std::vector<std::string> halting, transitions, word;
  for (std::size_t q = 1; q <= states.size(); ++q)
    if (machine.halts_in(q)) halting.push_back(states[q - 1]);
  for (const subject::Machine::Transition& t : machine.transitions())
    transitions.push_back(states[t.from - 1] + " " + symbols[t.reads - 1] + " -> " +
                          states[t.to - 1] + " " + symbols[t.writes - 1] +
                          (t.move > 0 ? " R" : " L"));
  for (const std::size_t symbol : machine.word()) word.push_back(symbols[symbol - 1]);
  w.key("machine");
  w.open('{');
  w.list("states", states);
  w.field("initial", states[machine.initial() - 1]);
  w.list("halting", halting);
  w.field("blank", symbols[machine.blank() - 1]);
  w.list("transitions", transitions);
  w.list("word", word);
  w.close('}');
}

void write_construction(certificate::Writer& w, const subject::Run& run) {
  const subject::ConstructionFile& file = run.file();
  HARDMAX_REQUIRE(file.hypotheses.empty());
  w.field("construction", file.id);
  w.field("sha256", certificate::sha256(subject::binding_text_with_names(
                        file, [](const std::string&) { return ""; })));
  w.list("variants", run.spec().variants);
}

namespace {

void write_difference(certificate::Writer& w, const TuringResult& result) {
  w.key("difference");
  w.open('{');
  if (result.difference) {
    const NodeView& v = *result.difference;
    w.field("node", std::to_string(v.node));
    w.field("time", std::to_string(v.step));
    w.key("wanted");
    w.open('{');
    w.field("state", v.state_of_machine);
    w.field("symbol", v.symbol_of_machine);
    w.field("cell", v.cell_of_machine);
    w.close('}');
    w.key("got");
    w.open('{');
    w.list("state", result.state_got);
    w.list("symbol", result.symbol_got);
    w.field("cell", v.cell);
    w.close('}');
  }
  w.close('}');
}

void write_result(certificate::Writer& w, const subject::Machine& machine, const MachineRun& run,
                  const TuringResult& result) {
  std::vector<std::string> tape;
  for (const std::size_t symbol : run.tape.symbols) tape.push_back(machine.symbols()[symbol - 1]);
  w.key("result");
  w.open('{');
  w.field("end", run.end == TapeMachine::End::halting_state   ? "halting state"
                 : run.end == TapeMachine::End::no_transition ? "no transition"
                                                              : "goes on");
  w.field("state", machine.states()[run.state - 1]);
  w.field("head", std::to_string(run.head));
  w.field("first", std::to_string(run.tape.first));
  w.list("tape", tape);
  w.field("nodes", std::to_string(result.nodes));
  write_difference(w, result);
  w.field("looked_at", std::to_string(result.self_edges));
  w.field("looked_at_word", std::to_string(result.word_edges));
  w.field("largest", result.largest.str());
  w.field("sha256", result.sha256);
  w.close('}');
}

}  // namespace

std::string why_no_machine_certificate(const subject::Run& run, const MachineRun& machine,
                                       const TuringResult& result) {
  if (std::string why = why_no_certificate(run); !why.empty()) return why;
  if (result.difference || result.time == machine.steps) return "";
  return fmt::format(
      "the last node stands beside time {} of the machine and not beside time {}: with these lines "
      "its steps are not the steps of the nodes",
      result.time, machine.steps);
}

std::string certify_machine(const subject::Run& run, const MachineRun& machine,
                            const TuringResult& result) {
  HARDMAX_REQUIRE(!result.sha256.empty() &&
                  why_no_machine_certificate(run, machine, result).empty());
  certificate::Writer w("machine");
  w.key("run");
  w.open('{');
  write_construction(w, run);
  write_machine(w, *run.machine());
  w.field("steps", std::to_string(machine.steps));
  w.close('}');
  write_result(w, *run.machine(), machine, result);
  return w.finish();
}

}  // namespace hardmax::decide
