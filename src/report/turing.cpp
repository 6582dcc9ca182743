#include "report/turing.hpp"

#include <fmt/core.h>

namespace hardmax::report {

using decide::MachineRun;
using decide::NodeView;
using decide::TapeMachine;
using decide::TuringResult;

namespace {

constexpr std::size_t kShownTape = 200;

std::string spaced(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

std::string counted_number(const Rational& n, const char* what) {
  return n.str() + " " + what + (n == Rational(1) ? "" : "s");
}

std::string ending(const subject::Machine& machine, const MachineRun& run) {
  const std::string after = " after " + counted_number(Rational(run.steps), "step");
  const std::string state = "'" + machine.states()[run.state - 1] + "'";
  switch (run.end) {
    case TapeMachine::End::halting_state: return "it halts in " + state + after;
    case TapeMachine::End::no_transition:
      return "it stops" + after + ": there is no transition from " + state + " at '" +
             machine.symbols()[run.symbol - 1] + "'";
    case TapeMachine::End::none: break;
  }
  return "it is in " + state + after + " and goes on";
}

std::string tape_text(const subject::Machine& machine, const MachineRun& run) {
  const std::size_t cells = run.tape.symbols.size();
  if (cells == 0) return "blank";
  if (cells > kShownTape)
    return fmt::format("{} cells from {} on, not shown (--json has them)", cells, run.tape.first);
  return fmt::format("{} from cell {} on", machine.text_of(run.tape.symbols), run.tape.first);
}

std::string compared_text(const TuringResult& result) {
  if (!result.difference)
    return counted_number(Rational(result.nodes), "node") +
           (result.nodes == 1 ? ", equal" : ", every one equal");
  const NodeView& v = *result.difference;
  const std::string what = v.difference();
  const std::string& has = what == "state" ? v.state : what == "symbol" ? v.symbol : v.cell;
  const std::string& wanted = what == "state"    ? v.state_of_machine
                              : what == "symbol" ? v.symbol_of_machine
                                                 : v.cell_of_machine;
  return fmt::format(
      "first difference at node {}, step {}: {}; wanted {}, got {} (node: state {}, symbol {}, "
      "cell "
      "{}; machine: state {}, symbol {}, cell {})",
      v.node, v.step, what, wanted, has, v.state, v.symbol, v.cell, v.state_of_machine,
      v.symbol_of_machine, v.cell_of_machine);
}

}  // namespace

int exit_code(const MachineRun& machine, const TuringResult* result) {
  return machine.astray || result == nullptr || result->difference ? 1 : 0;
}

std::string line_of(const NodeView& v) {
  const std::string what = v.difference();
  std::string out = fmt::format("node {}  step {}  state {}  symbol {}  cell {}", v.node, v.step,
                                v.state, v.symbol, v.cell);
  if (!what.empty())
    out += fmt::format("  (machine: {} {} {})", v.state_of_machine, v.symbol_of_machine,
                       v.cell_of_machine);
  return out + "\n";
}

std::string turing_text(const subject::Machine& machine, const MachineRun& run,
                        const TuringResult* result, const TuringPresentation& how) {
  std::string out;
  const auto line = [&](const std::string& key, const std::string& text) {
    out += fmt::format("{:<14} {}\n", key, text);
  };
  line("machine", machine.file());
  line("word", machine.text_of(machine.word()));
  line("run", ending(machine, run));
  line("tape", tape_text(machine, run));
  line("head", "cell " + std::to_string(run.head));
  if (run.astray) {
    line("hypothesis", fmt::format("fails: at time {} the head is in cell {}, not in cell {}; the "
                                   "decoder needs a machine that reads its word first",
                                   run.astray->time, run.astray->cell, run.astray->time));
    return out;
  }
  if (result == nullptr) return out;
  std::string decoder = how.decoder;
  if (!how.printed.empty()) decoder += ", as printed: " + spaced(how.printed);
  line("decoder", decoder);
  line("nodes", compared_text(*result));
  line("looked at", fmt::format("{} earlier nodes, {} cells of the word; full attention looks at "
                                "{} and {}",
                                result->self_edges, result->word_edges,
                                result->full_self_edges.str(), result->full_word_edges.str()));
  line("width", fmt::format("d = {}", result->rows));
  std::string units;
  for (const auto& [stage, count] : result->units)
    units += fmt::format("{}{} {}", units.empty() ? "" : ", ", stage, count);
  line("hidden units", units.empty() ? "none" : units);
  line("largest entry", result->largest.str());
  if (!result->maps.empty())
    line("no network", "the stages " + spaced(result->maps) +
                           " are maps: no finite feed-forward network computes them");
  line("engine", result->engine);
  if (!how.certificate.empty()) line("certificate", how.certificate);
  return out;
}

}  // namespace hardmax::report
