#include "cli/options.hpp"

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <functional>

#include "cli/examples.hpp"
#include "cli/help.hpp"
#include "cli/option_values.hpp"
#include "cli/pattern_options.hpp"
#include "cli/run_command.hpp"
#include "cli/run_options.hpp"
#include "cli/shown.hpp"
#include "exact/closest.hpp"

namespace hardmax::cli {

namespace {

constexpr const char* kFailOn =
    "Exit 1 also for these, with commas: refuted (whatever the record), undecided, vacuous. What "
    "stands against a record (changed) always ends with 1";

constexpr const char* kAll = "List every claim, not only what is false or open";
constexpr const char* kQuiet = "Print the total alone";
constexpr const char* kClaimsHelp =
    "A file or folder with claim entries (repeatable; default: those shipped with the program)";

constexpr const char* kEngine =
    "auto, literal, lanes, fast or symbolic (default auto: literal for up to 256 "
    "inputs, else fast, and symbolic where that costs too much)";
constexpr const char* kProgress =
    "On stderr: auto (a bar on a terminal, else lines), bar, lines, json or none";

void add_pattern_options(CLI::App& app, RawPattern& raw, std::span<const PatternOption> options) {
  for (const PatternOption& option : options) {
    if (option.text != nullptr)
      app.add_option(option.name, raw.*option.text, option.help);
    else
      app.add_flag(option.name, raw.*option.flag, option.help);
  }
}

CLI::App* add_precision_command(CLI::App& app, PrecisionOptions& options, RawPattern& pattern,
                                RawPrecision& raw) {
  CLI::App* command = app.add_subcommand(
      "precision",
      "At which number formats the construction keeps its ids apart, and how many mantissa and "
      "exponent bits that takes, at any size");
  command->add_option("NAME|FILE", options.pattern.name_or_file, "A named pattern or a file");
  command->add_option("--n", raw.n, "Tokens (needed where the file does not say)");
  command->add_option("--d", raw.d, "Rows (default 1)");
  command->add_option("--delta", raw.delta, "Grid width, 1/D (default 1/2)");
  command->add_option("--format", raw.formats,
                      "float64, float32, tf32, bfloat16, float16, e5m2, e4m3; m24e8: mantissa bits "
                      "with the leading one, exponent bits; bits:24: no limit to the exponent; a "
                      "list, or all (default all)");
  command->add_option("--eps", raw.eps, "epsilon of the theorem, positive (default 1)");
  command->add_option("--lp", raw.lp, "p of its L^p distance, at least 1 (default 2)");
  command->add_option("--budget", raw.budget,
                      "Longest estimated time for what is executed: 60, 90s, 10m (default 10s)");
  add_pattern_options(*command, pattern, pattern_parameters());
  add_pattern_options(*command, pattern, import_options());
  command->add_flag("--json", options.json, "One JSON object (data/precision.schema.json)");
  command->add_option("--progress", options.progress,
                      "On stderr: auto (what takes over a second, and its estimated time) or none");
  command->add_option("--plot", options.plot,
                      "Write a picture to this file, SVG: mantissa bits over n");
  return command;
}

// What says which network it is: for the main job and for trace.
void add_network_options(CLI::App& app, Raw& raw, RunOptions& run) {
  app.add_option("--n", raw.n, "Tokens, at least 2");
  app.add_option("--d", raw.d, "Rows, at least 1 (default 1)");
  app.add_option("--delta", raw.delta, "Grid width 1/D, D at least 2: 0.5, 1/8");
  app.add_option("--pattern", run.pattern.name_or_file,
                 "A named pattern or a pattern file (proofs need Assumption 1 of it)");
  add_pattern_options(app, raw.pattern, pattern_parameters());
  add_pattern_options(app, raw.pattern, import_options());
  app.add_option(
         "--with", raw.with,
         "Change the construction: c=1, shift=1, E.3=0, drop=13, qdrop=2, vdrop=5 (repeatable)")
      ->allow_extra_args(false);
  app.add_option("--target", raw.target,
                 "The function f of the value mapping: identity, reverse, running-maximum, parity, "
                 "sort, or a JSON file (data/target.schema.json)");
}

// The same, where every construction is known.
void add_any_network_options(CLI::App& app, Raw& raw, RunOptions& run) {
  add_network_options(app, raw, run);
  app.add_option("--construction", run.construction,
                 list_of_constructions(0, " (default)") +
                     "; all but the first have dense attention and take no --pattern. Of the main "
                     "job also another folder of the proofs with a construction.toml, and then the "
                     "options of verify DIR");
  app.add_flag(
      "--positional", run.positional,
      list_of_constructions(1, "") + ": the network with positional encodings 0, 1, ..., n-1");
  app.add_flag("--extended", run.extended,
               "Inputs of the extended grid, where the construction has one, with the entry "
               "-delta^(-nd) for what is out of range");
}

// The options of verify regress and verify claims.
CLI::App* add_corpus_command(CLI::App& app, const char* name, const char* about,
                             CorpusOptions& corpus, Raw& raw) {
  CLI::App* command = app.add_subcommand(name, about);
  command->add_option("--claims", corpus.claims, kClaimsHelp)->allow_extra_args(false);
  command->add_option("--only", corpus.only, "Only claims whose id starts with this");
  command
      ->add_option("--box", corpus.boxes,
                   "Parameters, q = D^d: n=2..4,q=..8,d=..2 (repeatable; default "
                   "n=2..3,q=..8,d=..2 and n=4,q=..5,d=..2)")
      ->allow_extra_args(false);
  command->add_option(
      "--patterns", corpus.patterns,
      "NAME, NAME:WINDOW or files, with commas (default dense,strided:2,window:1,star,fixed:2 and "
      "the files the claims bring along)");
  add_pattern_options(*command, raw.pattern, import_options());
  command->add_option("--certificate", corpus.certificate,
                      "Write the certificate of the whole box to this file (with --for-all all, or "
                      "--for-all D and one n, d and pattern: of that)");
  command->add_option("--budget", raw.budget,
                      "Longest estimated time for one claim at one parameter set (default 10m)");
  command->add_option("--threads", raw.threads, "Threads (default: all processors)");
  command->add_flag("--json", corpus.json, "One JSON object on stdout (data/regress.schema.json)");
  command->add_option("--junit", corpus.junit, "Write JUnit's XML to this file");
  command->add_option("--format", corpus.format, "text or md");
  command->add_option("--fail-on", raw.fail_on, kFailOn);
  command->add_option("--progress", corpus.progress, "auto or none");
  command->add_option("--color", corpus.color, "auto, always or never");
  return command;
}

CLI::App* add_eval_command(CLI::App& app, RunOptions& run, Raw& raw) {
  CLI::App* command = app.add_subcommand(
      "eval", "A formula of your own, decided for one run: exit 0 if it is true, 1 if it is false");
  command
      ->add_option("FORMULA", run.formula,
                   "In the language of claims (proofs/README.md): 'forall H in inputs, k in 1..n: "
                   "id(H, k) > 0'")
      ->required();
  add_any_network_options(*command, raw, run);
  command->add_option("--engine", run.engine, kEngine);
  command->add_option("--budget", raw.budget,
                      "Longest estimated time: 600, 90s, 10m, 2h (default 10m)");
  command->add_option("--threads", raw.threads, "Threads (default: all processors)");
  command->add_flag("--json", run.json, "One JSON object (data/run.schema.json)");
  command->add_option("--progress", run.progress, kProgress);
  command->add_option("--color", run.color, "auto, always or never");
  return command;
}

CLI::App* add_findings_command(CLI::App& app, CorpusOptions& corpus, Raw& raw) {
  CLI::App* command =
      app.add_subcommand("findings",
                         "The errata of papers, the gravest first, each with its counterexample, "
                         "its repair and what it means; decided now");
  command->add_option("PAPER", corpus.paper,
                      "What the ids of its claims begin with, for example " + example_paper() +
                          " (default: all papers)");
  command->add_option("--claims", corpus.claims, kClaimsHelp)->allow_extra_args(false);
  command->add_option("--box", corpus.boxes, "As of verify regress (repeatable)")
      ->allow_extra_args(false);
  command->add_option("--patterns", corpus.patterns, "As of verify regress");
  add_pattern_options(*command, raw.pattern, import_options());
  command->add_option("--budget", raw.budget,
                      "Longest estimated time for one claim at one parameter set (default 10m)");
  command->add_option("--threads", raw.threads, "Threads (default: all processors)");
  command->add_flag("--json", corpus.json, "One JSON object on stdout (data/findings.schema.json)");
  command->add_option("--format", corpus.format, "text or md");
  command->add_option("--progress", corpus.progress, "auto or none");
  command->add_option("--color", corpus.color, "auto, always or never");
  return command;
}

// What says which run of a construction file is meant.
void add_construction_options(CLI::App& command, ConstructionOptions& options, RawConstruction& raw,
                              RawPattern& pattern) {
  command.add_option("DIR|FILE", options.place, "A folder with a construction.toml, or the file")
      ->required();
  command.add_option("--n", raw.n, "The parameter n");
  command.add_option("--d", raw.d, "The parameter d (default 1)");
  command.add_option("--delta", raw.delta, "Grid width 1/D, for the parameter D: 0.5, 1/8");
  command.add_option("--parameter", raw.parameters, "NAME=NUMBER: another one (repeatable)")
      ->allow_extra_args(false);
  command.add_option("--pattern", options.pattern.name_or_file,
                     "A named pattern or a pattern file, for a construction that takes one");
  add_pattern_options(command, pattern, pattern_parameters());
  add_pattern_options(command, pattern, import_options());
  command.add_option("--machine", options.machine,
                     "A file with a Turing machine, for a construction that takes one");
  command.add_option("--word", options.word,
                     "What stands on its tape at the start (default: the input of the file)");
  command.add_option("--tables", options.tables,
                     "A file with the values of the tables that the construction names");
  command
      .add_option(
          "--variant", options.variants,
          "A variant of the file, with its arguments: R2, 'plant(input(3), 1)' (repeatable: "
          "one after another)")
      ->allow_extra_args(false);
  command.add_flag("--printed", options.printed,
                   "The variant of the file that is called printed: all as in the source. Where "
                   "the file says what the source says of each step, the first that breaks");
  command
      .add_option("--reading", options.readings,
                  "NAME=VALUE: how to read what the source leaves open (repeatable; with "
                  "--printed the literal readings are the default)")
      ->allow_extra_args(false);
  command
      .add_option("--with", options.changes,
                  "Change what the construction chooses: c=2*c, E(3)=0; drop=13 or "
                  "drop=NETWORK.13: this layer is the identity (repeatable)")
      ->allow_extra_args(false);
  command.add_option("--engine", options.engine,
                     "jumping (over windows that hold no column) or literal (every layer); the "
                     "states are the same");
}

CLI::App* add_show_command(CLI::App& app, ShowOptions& show, RawConstruction& raw,
                           RawPattern& pattern) {
  CLI::App* command = app.add_subcommand(
      "show",
      "A construction that is written down in a file: its formulas, its stages with their numbers "
      "of layers, and one input's way through it. Without parameters: the formulas alone. In place "
      "of a file: a paper, as findings shows it; a claim, as explain does; words, as list does");
  add_construction_options(*command, show, raw, pattern);
  command->add_option("--input", show.input,
                      "The entries of the input, in the order of the file (default: the second "
                      "input): 0,1/2,0");
  command->add_flag("--json", show.json, "One JSON object (data/show.schema.json)");
  return command;
}

CLI::App* add_search_command(CLI::App& app, SearchOptions& search, RawConstruction& raw,
                             RawConstructionRun& more, RawPattern& pattern) {
  CLI::App* command = app.add_subcommand(
      "search",
      "Better constants: which values of what a construction chooses make it work, each tried on "
      "every input, and the best of them");
  add_construction_options(*command, search, raw, pattern);
  command->add_flag("--least", search.least,
                    "Those with the least number, as the [[search]] of the file says");
  command->add_option("--budget", more.budget, "Longest time for all: 600, 90s, 10m (default 10m)");
  command->add_option("--certificate", search.certificate,
                      "Decide every claim with the best, and write that certificate to this file");
  command->add_flag("--json", search.json, "One JSON object (data/search.schema.json)");
  command->add_option(
      "--progress", search.progress,
      "On stderr: auto (a bar on a terminal, else lines), bar, lines, json or none");
  return command;
}

CLI::App* add_turing_command(CLI::App& app, TuringOptions& turing, RawTuring& raw) {
  CLI::App* command = app.add_subcommand(
      "turing",
      "A Turing machine, and the sparse decoder that simulates it: both are run, and every node of "
      "the decoder is compared with the machine");
  command->add_option("FILE", turing.machine, "A machine (data/machines/README.md)")->required();
  command->add_option("--input", turing.word,
                      "The word on the tape (default: that of the file); '' is the blank tape");
  command->add_option("--steps", raw.steps, "Stop after so many steps (default: where it halts)");
  command->add_option("--version", turing.version,
                      "The decoder: R3 (default), integers and networks of ReLUs; R2, as near to "
                      "the source as it works");
  command->add_option("--as-printed", raw.printed,
                      "Lines of R2 as the source prints them: g, sign, edges, node1, score");
  command->add_option("--engine", turing.engine,
                      "auto, literal (rationals, by the definitions) or fast (integers)");
  command->add_flag("--trace", turing.trace, "A line for each node");
  command->add_option("--certificate", turing.certificate,
                      "Write what every node says, or the first that differs, for verify-check");
  command->add_option("--timeout", raw.timeout,
                      "Stop comparing nodes after this time (30s, 5m, 2h): exit 2, nothing is "
                      "written");
  command->add_flag("--json", turing.json, "One JSON object (data/turing.schema.json)");
  command->add_option(
      "--progress", turing.progress,
      "On stderr: auto (a bar on a terminal, else lines), bar, lines, json or none");
  return command;
}

CLI::App* add_task1_command(CLI::App& app, Task1Options& task1, RawTask1& raw) {
  CLI::App* command = app.add_subcommand(
      "task1",
      "For each of some unit vectors the one that is farthest from it: the head that is said to "
      "find it is run, and every output is compared with a search");
  command
      ->add_option("FILE", task1.vectors,
                   "Unit vectors, and tuples of them (data/vectors.schema.json)")
      ->required();
  command->add_option("--tuples", raw.tuples,
                      "In place of the tuples of the file, all tuples of so many of its vectors");
  command->add_option("--certificate", task1.certificate, "Write all answers, for verify-check");
  command->add_option("--timeout", raw.timeout,
                      "Stop comparing answers after this time (30s, 5m, 2h): exit 2, nothing is "
                      "written");
  command->add_flag("--json", task1.json, "One JSON object (data/task1.schema.json)");
  command->add_option(
      "--progress", task1.progress,
      "On stderr: auto (a bar on a terminal, else lines), bar, lines, json or none");
  return command;
}

CLI::App* add_construction_command(CLI::App& app, ConstructionRunOptions& options,
                                   RawConstruction& raw, RawConstructionRun& more,
                                   RawPattern& pattern) {
  CLI::App* command =
      app.add_subcommand(command_of_a_folder,
                         "A folder with a construction.toml and claim files: every "
                         "claim about that construction, decided for one run of it");
  add_construction_options(*command, options, raw, pattern);
  command->add_option("--only", options.only, "Decide only claims whose id starts with this");
  command
      ->add_option("--claims", options.claims,
                   "Further claim entries, a file or folder (repeatable)")
      ->allow_extra_args(false);
  command
      ->add_option("--expect", more.expect,
                   "ID=VERDICT: what counts as recorded for a claim (repeatable)")
      ->allow_extra_args(false);
  command->add_option("--budget", more.budget,
                      "Longest estimated time for one claim: 600, 90s, 10m, 2h (default 10m)");
  command->add_option("--threads", more.threads, "Threads (default: all processors)");
  command->add_option("--for-all", options.for_all,
                      "D: for every D >= 2 at once, in place of --delta; inputs: for all inputs of "
                      "the run at once. No input is executed");
  command->add_flag("--steps", options.steps,
                    "In place of claims: the first step that does not do what the source says of "
                    "it");
  command->add_flag("--strict", options.strict, "Exit 1 as soon as a printed claim is refuted");
  command->add_flag("--all", options.all, kAll);
  command->add_flag("--quiet", options.quiet, kQuiet);
  command->add_option("--certificate", options.certificate, "Write the certificate to this file");
  command->add_option("--dump", options.dump,
                      "Write a JSON line per input to this file: its entries, and what comes out, "
                      "token by token");
  command->add_flag(
      "--json", options.json,
      "One JSON object (data/construction-run.schema.json, of steps "
      "data/steps.schema.json, with --for-all data/construction-for-all.schema.json)");
  command->add_option(
      "--progress", options.progress,
      "On stderr: auto (a bar on a terminal, else lines), bar, lines, json or none");
  command->add_option("--color", options.color, "auto, always or never");
  return command;
}

// "--construction NAME" of the main job, where the network of NAME is one that a file describes and
// none of this program: the folder of that file in place of it.
std::vector<std::string> with_folder_of_construction(std::vector<std::string> words) {
  constexpr std::string_view kOption = "--construction";
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool joined = words[i].starts_with(std::string(kOption) + "=");
    if (!joined && (words[i] != kOption || i + 1 == words.size())) continue;
    const std::string name = joined ? words[i].substr(kOption.size() + 1) : words[i + 1];
    if (name.empty() || name.find_first_of("/.") != std::string::npos ||
        names_construction(name + "."))
      return words;
    const std::filesystem::path folder = shipped_claims() / name;
    std::error_code error;
    if (!std::filesystem::exists(folder / "construction.toml", error)) return words;
    const auto at = words.begin() + static_cast<std::ptrdiff_t>(i);
    words.erase(at, at + (joined ? 1 : 2));
    words.insert(words.begin(), {command_of_a_folder, folder.string()});
    return words;
  }
  return words;
}

// The words of the command line, with the name of that command before a first word that is a place
// and no command.
std::vector<std::string> with_construction_command(const CLI::App& app,
                                                   std::vector<std::string> words) {
  if (words.empty() || words[0].empty()) return words;
  if (words[0] == "help") {  // verify help COMMAND, as other programs have it
    std::rotate(words.begin(), words.begin() + 1, words.end());
    words.back() = "--help";
    return words;
  }
  if (words[0][0] == '-') return with_folder_of_construction(std::move(words));
  for (const CLI::App* command : app.get_subcommands({}))
    if (command->get_name() == words[0]) return words;
  std::error_code error;
  const bool place = std::filesystem::exists(words[0], error) ||
                     words[0].find('/') != std::string::npos || words[0].ends_with(".toml");
  if (place) words.insert(words.begin(), command_of_a_folder);
  return words;
}

CLI::App* add_report_command(CLI::App& app, ReportCommandOptions& report, Raw& raw) {
  CLI::App* command = app.add_subcommand("report",
                                         "Certificates, once verify-check has accepted them, or "
                                         "the whole corpus, as one page for people");
  CorpusOptions& corpus = report.of_corpus;
  command->add_option("CERT", report.certificates, "Certificates");
  command->add_flag("--corpus", report.corpus, "Every claim, decided now as verify regress does");
  command->add_option("-o,--output", report.output,
                      "The file to write, .html or .md (default: stdout)");
  command->add_option("--format", report.format,
                      "html or md (default: after the name of the file)");
  command->add_flag(
      "--no-soft", report.no_soft,
      "Without the sections about softmax and floating point, which no certificate covers");
  command->add_option("--claims", corpus.claims, kClaimsHelp)->allow_extra_args(false);
  command->add_option("--only", corpus.only,
                      "With --corpus: only claims whose id starts with this");
  command->add_option("--box", corpus.boxes, "With --corpus: as of verify regress (repeatable)")
      ->allow_extra_args(false);
  command->add_option("--patterns", corpus.patterns, "With --corpus: as of verify regress");
  add_pattern_options(*command, raw.pattern, import_options());
  command->add_option(
      "--budget", raw.budget,
      "With --corpus: longest estimated time for one claim at one parameter set (default 10m)");
  command->add_option("--threads", raw.threads, "With --corpus: threads (default: all processors)");
  return command;
}

// CLI11 speaks of its own in exceptions; one line, ours.
std::string one_line(std::string text) {
  for (char& ch : text) {
    if (ch == '\n') ch = ' ';
  }
  return text;
}

// Options of the main job that stand before a subcommand would be read, and then nobody would look
// at them.
void refuse_options_before_subcommand(const CLI::App& app) {
  for (const CLI::App* command : app.get_subcommands()) {
    for (const CLI::Option* option : app.get_options()) {
      if (option->count() == 0) continue;
      const std::string name = option->get_name(),
                        value = option->get_expected_max() == 0
                                    ? ""
                                    : fmt::format(" '{}'", shortened(option->results().front()));
      const std::string& of = command->get_name();
      const bool known = command->get_option_no_throw(name) != nullptr;
      bad(known ? fmt::format("{}{}: stands before '{}', where it says nothing; write it behind: "
                              "verify {} ... {}",
                              name, value, of, of, name)
                : fmt::format("{}{}: stands before '{}', which has no such option; leave it out, "
                              "or see verify {} --help",
                              name, value, of, of));
    }
  }
}

// What the parser knows of a command, for help.
CommandHelp described(const CLI::App& app, const std::string& name) {
  CommandHelp command{name, app.get_description(), {}};
  for (const CLI::Option* option : app.get_options()) {
    OptionHelp row;
    row.positional = option->nonpositional() ? false : option->get_positional();
    if (row.positional) {
      row.names = {option->get_single_name()};
    } else {
      for (const std::string& short_name : option->get_snames())
        row.names.push_back("-" + short_name);
      for (const std::string& long_name : option->get_lnames())
        row.names.push_back("--" + long_name);
    }
    row.required = option->get_required();
    row.flag = option->get_expected_max() == 0;
    row.repeatable = option->get_expected_max() > 1;
    row.about = option->get_description();
    command.options.push_back(std::move(row));
  }
  return command;
}

// What the parser refuses: that a word is missing, or an option stands without its value. With the
// command that it is about, and a line of that which can be typed.
std::string refused_words(const CLI::App& app, const CLI::ParseError& error) {
  const auto parsed = app.get_subcommands();
  if (parsed.empty()) return one_line(error.what()) + "; see verify --help";
  const CommandHelp command = described(*parsed.front(), parsed.front()->get_name());
  const std::string example = example_of(command.name);
  return fmt::format("{}: {}{}; see verify {} --help", command.name, one_line(error.what()),
                     example.empty() ? "" : fmt::format("; for example {}", example), command.name);
}

std::vector<CommandHelp> all_described(const CLI::App& app) {
  std::vector<CommandHelp> commands{described(app, "")};
  for (const CLI::App* command : app.get_subcommands({}))
    commands.push_back(described(*command, command->get_name()));
  return commands;
}

// What to say of the first word that no command and no option takes.
std::string not_expected(const CLI::App& app, const std::vector<std::string>& words) {
  const std::vector<std::string> left = app.remaining(true);
  const auto first = std::find_if(words.begin(), words.end(), [&](const std::string& word) {
    return std::find(left.begin(), left.end(), word) != left.end();
  });
  const std::string word = first == words.end() ? left.front() : *first;
  const auto parsed = app.get_subcommands();
  const CLI::App& at = parsed.empty() ? app : *parsed.front();
  const std::string program = parsed.empty() ? "verify" : "verify " + at.get_name();
  std::vector<std::string> known;
  std::string kind;
  if (word.starts_with("-")) {
    kind = "is no option of " + program;
    for (const CLI::Option* option : at.get_options())
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  } else if (parsed.empty()) {
    kind = "is no command";
    for (const CLI::App* command : app.get_subcommands({})) known.push_back(command->get_name());
  } else {
    kind = "is not expected by " + program;
  }
  return fmt::format(
      "'{}' {}{} See {} --help", shortened(one_line(word)), kind,
      known.empty() || closest(word, known).empty() ? "." : do_you_mean(closest(word, known)),
      program);
}

// The main job.
void add_main_options(CLI::App& app, RunOptions& run, Raw& raw) {
  add_any_network_options(app, raw, run);
  app.add_option("--for-all", run.for_all,
                 "D, in place of --delta: what is claimed of all inputs for every D >= 2 at once, "
                 "by symbolic execution with polynomials. d,D: how ids differ, for every d and D");
  app.add_option("--engine", run.engine, kEngine);
  app.add_option(
      "--scratch", run.scratch,
      "Directory for sorting ids that do not decode (default: the system's for temporary files)");
  app.add_option("--memory", raw.memory, "Memory for that: 512M, 4G (default 32M)");
  app.add_option("--only", run.only, "Decide only claims whose id starts with this");
  app.add_option("--expect", raw.expect,
                 "ID=VERDICT: what counts as recorded for a claim (repeatable)")
      ->allow_extra_args(false);
  app.add_option("--budget", raw.budget,
                 "Longest estimated time for one claim: 600, 90s, 10m, 2h (default 10m)");
  app.add_option("--search", raw.search,
                 "Try this many inputs for a counterexample to claims that stay undecided for "
                 "their cost: notable ones, then random ones");
  app.add_option("--search-seed", raw.search_seed, "For the random ones (default 1)");
  app.add_option("--timeout", raw.timeout,
                 "Stop after this time; claims not decided by then are undecided (timeout)");
  app.add_option("--threads", raw.threads, "Threads (default: all processors)");
  app.add_flag("--strict", run.strict, "Exit 1 as soon as a printed claim is refuted");
  app.add_option("--fail-on", raw.fail_on, kFailOn);
  app.add_flag(
      "--json", run.json,
      "One JSON object on stdout (data/run.schema.json; with --for-all data/for_all.schema.json)");
  app.add_flag("--all", run.all, kAll);
  app.add_flag("--quiet", run.quiet, kQuiet);
  app.add_option("--dump", run.dump,
                 "Write G, ids after the selective stage and final ids of every input to this "
                 "file, a JSON object a line");
  app.add_option("--dump-weights", run.dump_weights,
                 "Write the weights of the whole network to this file, a NumPy archive of exact "
                 "integers (.npz)");
  app.add_option("--certificate", run.certificate, "Write the certificate to this file");
  app.add_option("--emit-coq", run.emit_coq,
                 "Write what this run shows as files for Coq into this directory, beside the "
                 "theory of proofs/coq: Assumption 1 of the pattern, claims that are false, the "
                 "digest, claims that hold for every D");
  app.add_option("--claims", run.claims, kClaimsHelp)->allow_extra_args(false);
  app.add_option("--progress", run.progress, kProgress);
  app.add_option("--color", run.color, "auto, always or never");
}

CLI::App* add_check_command(CLI::App& app, CheckOptions& options) {
  CLI::App* check = app.add_subcommand("check", "Have a certificate re-checked by verify-check");
  check->add_option("CERT", options.certificate, "The certificate")->required();
  check->add_option("--claims", options.claims, kClaimsHelp)->allow_extra_args(false);
  CLI::Option* audit = check->add_option("--audit", options.audit,
                                         "Execute only this many chunks of 256 inputs, drawn at "
                                         "random; never accepts, exit 3 if nothing is found wrong");
  check
      ->add_option("--seed", options.seed,
                   "What the chunks are drawn from (default: the SHA-256 of the certificate)")
      ->needs(audit);
  CLI::Option* result =
      check->add_option("--kernel", options.kernel,
                        "What verify kernel DIR wrote of the certificate, DIR/kernel.json: Coq is "
                        "run again on what lies beside it");
  result->needs(check->add_option("--coqc", options.coqc, "The program coqc that is to do so")
                    ->needs(result));
  CLI::Option* sources =
      check
          ->add_option("--sources", options.sources,
                       "The sources beside this file are read as for --kernel, but Coq is not run; "
                       "never accepts")
          ->excludes(result);
  check
      ->add_option("--also", options.also,
                   "Names of further files beside it, a line each, which are read in the same way")
      ->needs(sources);
  return check;
}

CLI::App* add_pattern_command(CLI::App& app, PatternCommandOptions& options, Raw& raw,
                              std::string& layers) {
  CLI::App* pattern =
      app.add_subcommand("pattern",
                         "What a pattern is, and whether Assumption 1 holds for it: a name, a JSON "
                         "pattern, an edge list, a mask or a model's configuration");
  pattern->add_option("NAME|FILE", options.request.name_or_file, "A named pattern or a file");
  pattern->add_option("--layers", layers,
                      "any: exit 0 also where the model has too few layers for every token to be "
                      "reached");
  pattern->add_option("--any-of", options.any_of,
                      "In place of it, a directory of files: masks, and one is chosen at run "
                      "time; Assumption 1 holds if it holds for the worst");
  pattern->add_option("--n", raw.n, "Tokens (needed where the file does not say)");
  add_pattern_options(*pattern, raw.pattern, pattern_parameters());
  add_pattern_options(*pattern, raw.pattern, import_options());
  pattern->add_flag("--json", options.json,
                    "One JSON object (data/pattern.schema.json; with --any-of "
                    "data/any_of.schema.json)");
  pattern->add_flag("--star", options.star,
                    "Say too whether a layer contains a star, and about which tokens: what Theorem "
                    "1 of Big Bird asks of a graph");
  pattern->add_option("--svg", options.svg,
                      "Write a picture to this file: the mask, the path gamma, after how many "
                      "layers a token is reached");
  pattern->add_option("--title", options.title,
                      "With --svg: what the picture is called, such as the model's name");
  pattern->add_option("--certificate", options.certificate,
                      "Write the certificate about Assumption 1 to this file");
  pattern->add_option("--claims", options.claims, kClaimsHelp)->allow_extra_args(false);
  return pattern;
}

CLI::App* add_trace_command(CLI::App& app, TraceOptions& options, Raw& raw, std::string& input,
                            std::string& layers) {
  CLI::App* trace = app.add_subcommand(
      "trace", "One input through the network: what every layer that changes something does");
  add_any_network_options(*trace, raw, options.run);
  trace->add_option(
      "--input", input,
      "Entries in [0, 1), any number with --extended, token by token, row 1 first: 0,1/2,0,1/2");
  trace->add_option("--layers", layers,
                    "Show only these layers, counted through the network: 9..24");
  trace->add_flag("--json", options.run.json, "One JSON object (data/trace.schema.json)");
  return trace;
}

void add_float_options(CLI::App& soft, RawSoft& raw) {
  soft.add_option(
      "--float", raw.floats,
      "Compute in float64, float32, bfloat16, float16, m24e8, bits:24, ... (a list, or all) and "
      "compare with the exact run; no enclosures");
  soft.add_option(
      "--accumulate", raw.accumulate,
      "With --float: compute in this format, and round to those of the list after each layer");
  soft.add_option(
      "--cliff", raw.cliff,
      "With --float: the fewest mantissa bits that serve, on this box: n=2..4,q=2..4,d=1");
}

CLI::App* add_soft_command(CLI::App& app, SoftOptions& options, Raw& network, RawSoft& raw) {
  CLI::App* soft = app.add_subcommand("soft",
                                      "Soft maps in place of hardmax: how far the network is from "
                                      "the exact one, enclosed, against the bounds of the source");
  add_network_options(*soft, network, options.run);
  soft->add_option("--rho", raw.rho,
                   "softmax, topk:K, topk-ties:K, sparselin:LAMBDA, entmax:ALPHA, or admissible: "
                   "every map that Assumption 2 admits (default softmax)");
  soft->add_option("--eta", raw.eta,
                   "Mass that may miss the largest score, in (0, 1], in every stage (default: the "
                   "printed choice, then one that works)");
  soft->add_option(
      "--zeta", raw.zeta,
      "Lead of the largest score from which on eta is promised, positive, in every stage");
  soft->add_option("--t", raw.t,
                   "Scale of the map, positive, in every stage (default: what section B gives for "
                   "zeta and eta)");
  soft->add_option("--eps", raw.eps, "epsilon of the theorem, positive (default 1)");
  soft->add_option("--lp", raw.lp, "p of its L^p distance, at least 1 (default 2)");
  soft->add_option("--inputs", raw.inputs,
                   "Grid inputs to run, by their place in the order of enumeration: 0,7,100..120 "
                   "(default: all)");
  soft->add_option("--precision", raw.precision,
                   "Bits to compute with, doubled where they decide too little (default 200)");
  add_float_options(*soft, raw);
  soft->add_flag(
      "--search", options.search,
      "Also look for the largest eta and the smallest t that are certified to work here");
  soft->add_option(
      "--certificate", options.run.certificate,
      "Write the total errors as a certificate to this file, for verify-check to find again");
  soft->add_option("--claims", options.run.claims, kClaimsHelp)->allow_extra_args(false);
  soft->add_option("--threads", network.threads, "Threads (default: all processors)");
  soft->add_option("--fail-on", network.fail_on, kFailOn);
  soft->add_flag("--json", options.run.json, "One JSON object (data/soft.schema.json)");
  return soft;
}

CLI::App* add_explain_command(CLI::App& app, ExplainOptions& options,
                              std::vector<std::string>& words) {
  CLI::App* explain =
      app.add_subcommand("explain", "A claim: source, statement, record, how to replay it");
  explain
      ->add_option("ID", words,
                   "The id, for example " + example_id() + ", or what it is called: Lemma 8")
      ->required();
  explain->add_option("--claims", options.claims, kClaimsHelp)->allow_extra_args(false);
  return explain;
}

CLI::App* add_list_command(CLI::App& app, ListOptions& options) {
  CLI::App* list = app.add_subcommand("list", "Which claims there are, a line each");
  list->add_option("WORDS", options.words,
                   "Only claims that say all of these, in id, source, words or formula; any case");
  list->add_option("--paper", options.paper,
                   "Only claims of this paper, for example " + example_paper())
      ->allow_extra_args(false);
  list->add_flag("--false", options.only_false, "Only claims that are recorded false");
  list->add_option("--claims", options.claims, kClaimsHelp)->allow_extra_args(false);
  return list;
}

CLI::App* add_kernel_command(CLI::App& app, KernelOptions& options) {
  CLI::App* kernel = app.add_subcommand("kernel",
                                        "Have Coq's kernel prove the claims whose entries name a "
                                        "theorem, for every run, and write a certificate of it");
  kernel
      ->add_option("DIR", options.directory,
                   "Where the sources, the certificate and the result are written")
      ->required();
  kernel
      ->add_option("--claims", options.claims,
                   "Claim entries, as of the main command; the theory is the folder coq of the "
                   "first of these folders that has one")
      ->allow_extra_args(false);
  kernel->add_option("--coqc", options.coqc, "The program coqc, with coqchk beside it");
  return kernel;
}

// What the commands that decide a corpus are told besides.
void validate_corpus(const Raw& given, CorpusOptions& corpus) {
  if (!given.budget.empty())
    corpus.budget_seconds = static_cast<double>(seconds_of("--budget", given.budget));
  corpus.fail_on = fail_on_of(given.fail_on);
  if (!given.threads.empty()) corpus.threads = whole_number("--threads", given.threads, 1, 1024);
  PatternRequest of_files;
  validate_pattern(given.pattern, of_files);
  corpus.import = of_files.import;
  if (const auto options_given = given_options(given.pattern); !options_given.empty())
    corpus.import_given = options_given.front().first;
}

// The parser, and what stood on the line, as text.
class CommandLine {
 public:
  // The commands in the order in which help lists them.
  CommandLine() {
    app_.name("verify");
    app_.set_help_flag("-h,--help", "This text");
    app_.require_subcommand(0, 1);
    app_.add_flag("--version", version_, "The version, and where the claims of this program stand");
    add_main_options(app_, options_.run, raw_);
    add_runs();
    add_claims();
    add_constructions();
    add_pages();
  }

  // Errors  InvalidInput: what the parser does not know, and values that an option does not take.
  Options read(int argc, const char* const* argv) {
    const std::vector<std::string> words =
        with_construction_command(app_, with_show_resolved({argv + 1, argv + argc}));
    try {
      app_.parse(
          std::vector<std::string>(words.rbegin(), words.rend()));  // it takes them from the end
    } catch (const CLI::CallForHelp&) {
      return help();
    } catch (const CLI::ExtrasError&) {
      bad(not_expected(app_, words));
    } catch (const CLI::ParseError& error) {
      bad(refused_words(app_, error));
    }
    refuse_options_before_subcommand(app_);
    if (version_) {
      options_.command = Options::Command::version;
    } else if (argc == 1) {
      options_.command = Options::Command::nothing;
      options_.text = first_screen();
    } else if (const auto called = std::find_if(commands_.begin(), commands_.end(),
                                                [](const Known& c) { return c.app->parsed(); });
               called != commands_.end()) {
      options_.command = called->command;
      called->validate();
    } else {
      validate(raw_, options_.run);
    }
    return options_;
  }

 private:
  struct Known {
    CLI::App* app;
    Options::Command command;
    std::function<void()> validate;  // its values, once it was called
  };

  void know(
      CLI::App* app, Options::Command command, std::function<void()> validate = [] {}) {
    commands_.push_back({app, command, std::move(validate)});
  }

  Options help() {
    options_.command = Options::Command::help;
    if (app_.get_subcommands().empty()) {
      options_.text = help_of_program(all_described(app_), terminal_width());
    } else {
      const CLI::App& command = *app_.get_subcommands().front();
      options_.text = help_of_command(described(command, command.get_name()), terminal_width());
    }
    return options_;
  }

  void add_runs() {
    know(add_check_command(app_, options_.check), Options::Command::check);
    know(add_pattern_command(app_, options_.pattern, pattern_raw_, pattern_layers_),
         Options::Command::pattern, [this] {
           if (!pattern_raw_.n.empty())
             options_.pattern.request.n = whole_number("--n", pattern_raw_.n, 1, kMaxPatternTokens);
           validate_pattern(pattern_raw_.pattern, options_.pattern.request);
           if (!pattern_layers_.empty()) one_of("--layers", pattern_layers_, {"any"});
           options_.pattern.any_layers = !pattern_layers_.empty();
           validate(options_.pattern);
         });
    know(add_trace_command(app_, options_.trace, trace_raw_, input_, layers_),
         Options::Command::trace, [this] { validate_trace(); });
    know(add_soft_command(app_, options_.soft, soft_network_raw_, soft_raw_),
         Options::Command::soft, [this] {
           validate(soft_network_raw_, options_.soft.run);
           validate(soft_raw_, options_.soft);
         });
    know(add_precision_command(app_, options_.precision, precision_pattern_, precision_raw_),
         Options::Command::precision, [this] {
           validate_pattern(precision_pattern_, options_.precision.pattern);
           validate(precision_raw_, options_.precision);
         });
  }

  void validate_trace() {
    TraceOptions& trace = options_.trace;
    validate(trace_raw_, trace.run);
    if (input_.empty())
      bad("--input is missing; write n d entries in [0, 1), for example --input 0,1/2,0,1/2");
    trace.input =
        input_of(input_, trace.run.parameters.n * trace.run.parameters.d, trace.run.extended);
    if (!layers_.empty()) layers_of(layers_, trace);
  }

  void add_claims() {
    know(add_explain_command(app_, options_.explain, explained_), Options::Command::explain,
         [this] {
           for (const std::string& word : explained_)
             options_.explain.id += (options_.explain.id.empty() ? "" : " ") + word;
         });
    know(add_list_command(app_, options_.list), Options::Command::list);
    know(add_corpus_command(
             app_, "regress",
             "Decide every claim of the papers on a list of parameters and compare with the "
             "records",
             options_.corpus, corpus_raw_),
         Options::Command::corpus, [this] { validate_corpus_command("regress"); });
    CLI::App* claims = add_corpus_command(
        app_, "claims",
        "Claims whose ids begin so, or those of a file or folder of your own, on a list of "
        "parameters",
        options_.corpus, corpus_raw_);
    claims->add_option(
        "--for-all", options_.corpus.for_all,
        "D: claims in n, d, D, p, s alone, for every D >= 2 at every n, d (p, s of the patterns) "
        "of "
        "the box. all: for all n, d, D, p, s at once, with the arguments of the entries");
    claims->add_option("PREFIX|FILE", options_.corpus.prefix_or_file,
                       "The start of an id, or a file or directory with claim entries");
    know(claims, Options::Command::corpus, [this] { validate_corpus_command("claims"); });
    know(add_kernel_command(app_, options_.kernel), Options::Command::kernel);
    eval_raw_.fail_on = "refuted";
    know(add_eval_command(app_, options_.eval, eval_raw_), Options::Command::run, [this] {
      validate(eval_raw_, options_.eval);
      options_.run = options_.eval;
    });
    know(add_findings_command(app_, options_.findings, findings_raw_), Options::Command::findings,
         [this] {
           options_.findings.command = "findings";
           validate_corpus(findings_raw_, options_.findings);
           validate(options_.findings);
         });
  }

  void validate_corpus_command(const char* name) {
    options_.corpus.command = name;
    validate_corpus(corpus_raw_, options_.corpus);
    validate(options_.corpus);
  }

  void add_constructions() {
    know(add_show_command(app_, options_.show, show_raw_, show_pattern_), Options::Command::show,
         [this] {
           validate(show_raw_, options_.show);
           validate_pattern(show_pattern_, options_.show.pattern);
         });
    know(add_search_command(app_, options_.search, search_raw_, search_more_, search_pattern_),
         Options::Command::search, [this] {
           validate(search_raw_, options_.search);
           validate_pattern(search_pattern_, options_.search.pattern);
           ConstructionRunOptions run_of_search;
           validate(search_more_, run_of_search);
           options_.search.budget_seconds = run_of_search.budget_seconds;
           one_of("--progress", options_.search.progress, {"auto", "bar", "lines", "json", "none"});
         });
    know(add_turing_command(app_, options_.turing, turing_raw_), Options::Command::turing,
         [this] { validate(turing_raw_, options_.turing); });
    know(add_task1_command(app_, options_.task1, task1_raw_), Options::Command::task1,
         [this] { validate(task1_raw_, options_.task1); });
  }

  void add_pages() {
    CLI::App* manual =
        app_.add_subcommand("manual", "Manual pages, or what completes commands in a shell");
    manual
        ->add_option("FORMAT", manual_format_,
                     "man, bash, zsh or fish; names: the commands that have a page of their own")
        ->required();
    manual->add_option("COMMAND", manual_command_, "With man: the page of this command");
    know(manual, Options::Command::help, [this] { options_.text = manual_text(); });
    know(add_construction_command(app_, options_.construction, construction_raw_,
                                  construction_more_, construction_pattern_),
         Options::Command::construction, [this] {
           validate(construction_raw_, options_.construction);
           validate_pattern(construction_pattern_, options_.construction.pattern);
           validate(construction_more_, options_.construction);
         });
    know(add_report_command(app_, options_.report, report_raw_), Options::Command::report, [this] {
      validate_corpus(report_raw_, options_.report.of_corpus);
      options_.report.of_corpus.command = "report";
      validate(options_.report);
    });
  }

  std::string manual_text() {
    one_of("FORMAT", manual_format_, {"man", "bash", "zsh", "fish", "names"});
    const std::vector<CommandHelp> commands = all_described(app_);
    const std::vector<std::string> names = manual_names(commands);
    if (!manual_command_.empty()) {
      if (manual_format_ != "man") bad("COMMAND '" + manual_command_ + "': it goes with man alone");
      one_of("COMMAND", manual_command_, names);
      return manual_page(*std::find_if(commands.begin(), commands.end(),
                                       [&](const auto& c) { return c.name == manual_command_; }),
                         HARDMAX_VERSION);
    }
    if (manual_format_ == "man") return manual_page(commands, HARDMAX_VERSION);
    if (manual_format_ != "names") return completions(commands, manual_format_);
    std::string list;
    for (const std::string& name : names) list += name + "\n";
    return list;
  }

  CLI::App app_{"Execute a construction on every grid input and decide every claim"};
  Options options_;
  std::vector<Known> commands_;
  bool version_ = false;
  Raw raw_, pattern_raw_, trace_raw_, soft_network_raw_, corpus_raw_, eval_raw_, findings_raw_,
      report_raw_;
  std::string pattern_layers_, input_, layers_, manual_format_, manual_command_;
  std::vector<std::string> explained_;
  RawSoft soft_raw_;
  RawPattern precision_pattern_, show_pattern_, search_pattern_, construction_pattern_;
  RawPrecision precision_raw_;
  RawConstruction show_raw_, construction_raw_, search_raw_;
  RawConstructionRun construction_more_, search_more_;
  RawTuring turing_raw_;
  RawTask1 task1_raw_;
};

}  // namespace

Options parse_command_line(int argc, const char* const* argv) {
  CommandLine line;
  return line.read(argc, argv);
}

}  // namespace hardmax::cli
