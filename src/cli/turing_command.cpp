#include "cli/turing_command.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "claim/paper.hpp"
#include "cli/answer.hpp"
#include "cli/option_values.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "cli/run_command.hpp"
#include "decide/decide.hpp"
#include "decide/integer_decoder.hpp"
#include "decide/integer_terms.hpp"
#include "decide/machine_certificate.hpp"
#include "decide/turing.hpp"
#include "exact/atomic_file.hpp"
#include "exact/error.hpp"
#include "report/turing.hpp"

namespace hardmax::cli {

namespace {

// What is run: no result depends on these, they are where patience ends.
constexpr std::uint64_t kMostNodes = 1'000'000'000, kMostLiteralNodes = 1'000'000;
constexpr double kNodesPerSecond = 1.5e6, kLiteralNodesPerSecond = 3'000;
constexpr std::size_t kMostTracedJson = 100'000;

const std::vector<std::string>& printed_lines() {
  static const std::vector<std::string> names = {"g", "sign", "edges", "node1", "score"};
  return names;
}

std::uint64_t steps_within(std::uint64_t nodes) {
  std::uint64_t steps = 0;
  while (decide::nodes_of(steps + 1) <= nodes) ++steps;
  return steps;
}

std::string duration(double seconds) {
  if (seconds < 60) return "less than a minute";
  return fmt::format("about {:.0f} minutes", seconds / 60);
}

// Nothing is compared: one line, exit 2.
int not_run(const TuringOptions& options, const std::string& why) {
  fmt::print(stderr, "verify: {}: {}\n", options.machine, why);
  return 2;
}

subject::Run opened(const subject::ConstructionFile& file, const subject::Machine& machine,
                    const TuringOptions& options, std::uint64_t nodes) {
  subject::RunSpec spec;
  spec.parameters["nodes"] = nodes;
  spec.variants = options.printed;
  return subject::Run::open(file, std::move(spec), std::nullopt,
                            subject::Run::WithoutNetwork::refused, subject::Engine::literal,
                            machine);
}

// By the fast engine where it reads the decoder, else literally. What the fast one began and could
// not finish is begun again; nothing was printed of it unless every node was asked for.
decide::TuringResult executed(const TuringOptions& options, const decide::TuringRequest& request,
                              std::uint64_t nodes) {
  const auto by = [&](std::unique_ptr<decide::NodeEngine> engine, const char* name) {
    decide::TuringResult result = decide::compare(request, *engine);
    result.engine = name;
    return result;
  };
  const bool fast = options.version == "R3" && options.engine != "literal" &&
                    (!options.trace || options.engine == "fast");
  if (fast) {
    try {
      const auto between = [&] {
        if (request.progress) request.progress(0, nodes);
      };
      return by(decide::integer_engine(*request.run, nodes, between), "fast");
    } catch (const decide::NotInteger& e) {
      if (options.engine == "fast")
        throw LimitReached(std::string("the fast engine does not execute this: ") + e.what());
      if (nodes > kMostLiteralNodes)
        throw LimitReached(
            fmt::format("the fast engine does not execute this ({}), and the "
                        "literal one compares at most {} nodes",
                        e.what(), kMostLiteralNodes));
    }
  }
  return by(decide::literal_engine(*request.run, nodes), "literal");
}

void not_written(const TuringOptions& options, const std::string& why, Answer& answer) {
  if (!options.certificate.empty())
    answer.tell(fmt::format("'{}' was not written: {}", options.certificate, why));
}

// The name of the certificate; empty if there is none.
std::string certified(const TuringOptions& options, const subject::Run& run,
                      const decide::MachineRun& machine, const decide::TuringResult& result,
                      Answer& answer) {
  if (options.certificate.empty()) return "";
  const std::string why = decide::why_no_machine_certificate(run, machine, result);
  if (!why.empty()) return not_written(options, why, answer), "";
  answer.add_file(options.certificate, decide::certify_machine(run, machine, result));
  return options.certificate;
}

// Why so many nodes, of so many steps, are not compared; empty: they are.
std::string why_not_compared(const TuringOptions& options, const decide::MachineRun& run,
                             std::uint64_t nodes) {
  const bool fast = options.version == "R3" && options.engine != "literal";
  const std::uint64_t most_nodes = fast ? kMostNodes : kMostLiteralNodes;
  const double rate = fast ? kNodesPerSecond : kLiteralNodesPerSecond;
  const std::uint64_t fit = steps_within(most_nodes);
  const std::string cost = fmt::format("--steps {} takes {} nodes, {}", fit, decide::nodes_of(fit),
                                       duration(static_cast<double>(decide::nodes_of(fit)) / rate));
  if (run.end == decide::TapeMachine::End::none &&
      (!options.steps || *options.steps > decide::most_machine_steps))
    return fmt::format(
        "the machine has not halted after {} steps; give --steps N, the number of steps to "
        "compare: {}",
        run.steps, cost);
  if (nodes > most_nodes)
    return fmt::format(
        "{} {} steps, which need {} nodes, about {:.1e}; at most {} are compared: {}",
        run.end == decide::TapeMachine::End::none ? "--steps asks for" : "the machine halts after",
        run.steps, nodes, static_cast<double>(nodes), most_nodes, cost);
  if (options.trace && options.json && nodes > kMostTracedJson)
    return fmt::format(
        "--trace with --json has at most {} nodes, and there are {}; leave out --json, or give a "
        "smaller --steps",
        kMostTracedJson, nodes);
  return "";
}

subject::ConstructionFile decoder_file(const TuringOptions& options) {
  const char* const command = options.version == "R2" ? "turing R2" : "turing";
  return subject::ConstructionFile::read(claim::folder_of_command(shipped_claims(), command) /
                                         "construction.toml");
}

int compared(const TuringOptions& options) {
  subject::Machine machine = subject::Machine::read(options.machine);
  if (options.word) machine.give_word(*options.word, "--input");
  const decide::MachineRun run = decide::run_machine(
      machine,
      std::min(options.steps.value_or(decide::most_machine_steps), decide::most_machine_steps));
  report::TuringPresentation how;
  how.tool_version = HARDMAX_VERSION;
  how.decoder = options.version;
  how.printed = options.printed;
  how.traced = options.trace;
  Answer answer;
  const auto print = [&](const decide::TuringResult* result) {
    answer.give(options.json ? report::turing_json(machine, run, result, how)
                             : report::turing_text(machine, run, result, how));
    return report::exit_code(run, result);
  };
  if (run.astray) {
    not_written(options, "the machine does not read its word first", answer);
    return print(nullptr);
  }
  const std::uint64_t nodes = decide::nodes_of(run.steps);
  if (const std::string why = why_not_compared(options, run, nodes); !why.empty())
    return not_run(options, why);
  const subject::ConstructionFile file = decoder_file(options);
  const subject::Run opened_run = opened(file, machine, options, nodes);
  if (!options.certificate.empty())
    if (const std::string why = decide::why_no_certificate(opened_run); !why.empty())
      return not_run(options, "--certificate: " + why);
  Progress progress(options.progress, "nodes");
  decide::TuringRequest request;
  request.run = &opened_run;
  request.nodes = nodes;
  request.trace = options.trace;
  request.checksum = !options.certificate.empty();
  request.traced = [&](const decide::NodeView& v) {
    if (options.json)
      how.trace.push_back(v);
    else
      print_result(report::line_of(v));
  };
  const Deadline deadline(options.timeout_seconds);
  request.progress = [&](std::uint64_t done, std::uint64_t total) {
    deadline.require_time(done, total, "nodes");
    progress(done, total);
  };
  const decide::TuringResult result = executed(options, request, nodes);
  progress(result.nodes, nodes);
  progress.clear();
  how.certificate = certified(options, opened_run, run, result, answer);
  return print(&result);
}

}  // namespace

void validate(const RawTuring& raw, TuringOptions& options) {
  one_of("--version", options.version, {"R3", "R2"});
  one_of("--engine", options.engine, {"auto", "literal", "fast"});
  one_of("--progress", options.progress, {"auto", "bar", "lines", "json", "none"});
  if (!raw.timeout.empty()) options.timeout_seconds = seconds_of("--timeout", raw.timeout);
  if (!raw.steps.empty()) options.steps = whole_number("--steps", raw.steps, 1, 1'000'000'000'000);
  for (std::size_t from = 0; !raw.printed.empty() && from <= raw.printed.size();) {
    const std::size_t comma = std::min(raw.printed.find(',', from), raw.printed.size());
    const std::string name = raw.printed.substr(from, comma - from);
    one_of("--as-printed", name, printed_lines());
    if (std::find(options.printed.begin(), options.printed.end(), name) != options.printed.end())
      bad(fmt::format("--as-printed '{}': '{}' stands twice; keep one", shortened(raw.printed),
                      name));
    options.printed.push_back(name);
    from = comma + 1;
  }
  if (!options.printed.empty() && options.version != "R2")
    bad("--as-printed: the printed lines are changes of version R2; add --version R2");
  if (options.engine == "fast" && options.version == "R2")
    bad("--engine fast: version R2 has numbers that are no integers; leave it out");
}

int turing_command(const TuringOptions& options) {
  try {
    return compared(options);
  } catch (const LimitReached& limit) {
    return not_run(options, std::string(limit.what()) + "; give a smaller --steps");
  }
}

}  // namespace hardmax::cli
