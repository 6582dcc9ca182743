// verify: the exit codes are 0 as recorded, 1 against the record or a hypothesis fails, 2
// undecided, 64 bad option, 65 bad file, 70 internal, 73 cannot write, 130/143 interrupted, 141 the
// reader of a pipe left.
#include <fmt/core.h>

#include <csignal>
#include <exception>
#include <new>

#include "cli/corpus_command.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/run_command.hpp"
#include "discharge/construction_files.hpp"
#include "exact/atomic_file.hpp"
#include "exact/error.hpp"
#include "exact/interruption.hpp"
#include "exact/memory.hpp"

namespace {

int run(int argc, const char* const* argv) {
  using hardmax::cli::Options;
  const Options options = hardmax::cli::parse_command_line(argc, argv);
  switch (options.command) {
    case Options::Command::help: hardmax::cli::print_result(options.text); return 0;
    // Nothing was decided: a script that forgets its arguments does not pass.
    case Options::Command::nothing: hardmax::cli::print_result(options.text); return 2;
    case Options::Command::version:
      hardmax::cli::print_result(hardmax::cli::version_text());
      return 0;
    case Options::Command::check: hardmax::cli::check_command(options.check);
    case Options::Command::pattern: return hardmax::run_pattern_command(options.pattern);
    case Options::Command::trace: return hardmax::cli::trace_command(options.trace);
    case Options::Command::soft: return hardmax::cli::soft_command(options.soft);
    case Options::Command::precision: return hardmax::cli::precision_command(options.precision);
    case Options::Command::explain: return hardmax::cli::explain_command(options.explain);
    case Options::Command::list: return hardmax::cli::list_command(options.list);
    case Options::Command::corpus: return hardmax::cli::corpus_command(options.corpus);
    case Options::Command::findings: return hardmax::cli::findings_command(options.findings);
    case Options::Command::kernel: return hardmax::cli::kernel_command(options.kernel);
    case Options::Command::report: return hardmax::cli::report_command(options.report);
    case Options::Command::show: return hardmax::cli::show_command(options.show);
    case Options::Command::search: return hardmax::cli::search_command(options.search);
    case Options::Command::turing: return hardmax::cli::turing_command(options.turing);
    case Options::Command::task1: return hardmax::cli::task1_command(options.task1);
    case Options::Command::construction:
      return hardmax::cli::construction_command(options.construction);
    case Options::Command::run: return hardmax::cli::run_command(options.run);
  }
  return 70;
}

int complain(const char* line, int code) {
  fmt::print(stderr, "verify: {}\n", line);
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  hardmax::end_where_memory_ends();
  hardmax::cli::occupy_standard_descriptors();
  hardmax::answer_signals();
  std::signal(
      SIGPIPE,
      SIG_IGN);  // a write to a pipe that nobody reads fails, and what is unfinished is removed
  hardmax::look_for_constructions(
      [] { return std::vector<std::filesystem::path>{hardmax::cli::shipped_claims()}; });
  try {
    return run(argc, argv);
  } catch (const hardmax::InvalidInput& error) {
    return complain(error.what(), error.kind == hardmax::InvalidInput::Kind::option ? 64 : 65);
  } catch (const hardmax::CannotWrite& error) {
    return complain(error.what(), 73);
  } catch (const hardmax::ReaderLeft&) {
    return 128 + SIGPIPE;
  } catch (const std::bad_alloc&) {
    return complain("out of memory; take smaller parameters", 70);
  } catch (const std::exception& error) {
    return complain(error.what(), 70);
  }
}
