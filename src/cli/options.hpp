// The command line, read and validated. A bad value ends as InvalidInput (option), exit code 64,
// with one line that names the argument, the value and the remedy.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/construction_command.hpp"
#include "cli/corpus_options.hpp"
#include "cli/kernel_command.hpp"
#include "cli/list_command.hpp"
#include "cli/pattern_command.hpp"
#include "cli/precision_command.hpp"
#include "cli/report_command.hpp"
#include "cli/search_command.hpp"
#include "cli/show_command.hpp"
#include "cli/task1_command.hpp"
#include "cli/turing_command.hpp"
#include "discharge/box.hpp"
#include "discharge/decide.hpp"
#include "discharge/float_run.hpp"
#include "discharge/soft/answer.hpp"
#include "pattern/pattern.hpp"

namespace hardmax::cli {

struct RunOptions {
  Parameters parameters;
  PatternRequest pattern;
  std::string construction;   // none named: the first that the main command runs
  bool takes_pattern = true;  // the construction; the others have dense attention
  std::string engine = "auto";
  std::string scratch;
  std::size_t memory = std::size_t{32} << 20;
  std::string only;
  std::string formula;  // of verify eval: it alone is decided, no entry of the claims
  Overrides overrides;
  std::string target = "identity";  // a name or a file
  bool target_named = false;        // by --target
  std::map<std::string, Verdict> expected;
  double budget_seconds = 600;
  std::uint64_t search = 0, search_seed = 1;  // inputs to try; 0: no search
  std::optional<std::uint64_t> timeout_seconds;
  std::size_t threads = 0;
  bool positional = false, extended = false;
  bool strict = false;
  report::FailOn fail_on;
  bool json = false;
  bool all = false;
  bool quiet = false;
  std::string dump;
  std::string dump_weights;
  std::string certificate;
  std::string emit_coq;  // a directory; only exports then
  std::string for_all;   // "D" or "d,D": for every D >= 2, and every d; parameters then have the
                         // least of them
  std::vector<std::string> claims;  // files or folders; none: the shipped claims
  std::string progress = "auto";
  std::string color = "auto";
};

struct CheckOptions {
  std::string certificate;
  std::vector<std::string> claims;
  std::optional<std::string> audit, seed, kernel, coqc, sources, also;  // for verify-check
};

struct TraceOptions {
  RunOptions run;               // parameters, pattern, overrides, target, json
  std::vector<Rational> input;  // n d entries in [0, 1)
  std::uint64_t first = 1;      // --layers
  std::optional<std::uint64_t> last;
};

struct SoftOptions {
  RunOptions run;  // parameters, pattern, overrides, threads, json
  SoftSettings settings;
  std::optional<std::vector<std::uint64_t>> ordinals;  // none: every grid input
  long bits = 200;
  bool search = false;
  std::vector<FloatModel> floats;  // --float: not the enclosures but these
  std::optional<Box> cliff;
};

struct ExplainOptions {
  std::string id;
  std::vector<std::string> claims;
};

struct Options {
  enum class Command {
    run,
    check,
    pattern,
    trace,
    soft,
    precision,
    explain,
    list,
    corpus,
    findings,
    report,
    kernel,
    show,
    search,
    turing,
    task1,
    construction,
    help,
    version,
    nothing  // was asked for: `verify` alone
  } command = Command::run;
  std::string text;  // of help
  RunOptions run;
  RunOptions eval;  // becomes `run` where verify eval is called
  CheckOptions check;
  PatternCommandOptions pattern;
  TraceOptions trace;
  SoftOptions soft;
  PrecisionOptions precision;
  ExplainOptions explain;
  ListOptions list;
  CorpusOptions corpus;
  CorpusOptions findings;
  KernelOptions kernel;
  ReportCommandOptions report;
  ShowOptions show;
  SearchOptions search;
  TuringOptions turing;
  Task1Options task1;
  ConstructionRunOptions construction;
};

// What `verify soft` is told about maps and constants, as it stands on the command line.
struct RawSoft {
  std::string rho = "softmax", eta, zeta, t, eps, lp, inputs, precision, floats, accumulate, cliff;
};
// Requires  options.run validated. Errors  InvalidInput.
void validate(const RawSoft& raw, SoftOptions& options);

// Errors  InvalidInput.
Options parse_command_line(int argc, const char* const* argv);

}  // namespace hardmax::cli
