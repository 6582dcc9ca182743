// verify: the exit codes are 0 as recorded, 1 against the record or a hypothesis fails, 2 undecided, 64 bad option, 65 bad file, 70 internal, 73 cannot write, 130/143 interrupted.
#include <fmt/core.h>

#include <atomic>
#include <csignal>
#include <exception>
#include <iostream>
#include <new>

#include "cli/corpus_command.hpp"
#include "cli/options.hpp"
#include "cli/run_command.hpp"
#include "exact/error.hpp"
#include "exact/memory.hpp"

namespace {

std::atomic<int> stop_code{0};
static_assert(std::atomic<int>::is_always_lock_free, "set from a signal handler");

// The first signal asks the run to stop cleanly; the second ends the process as usual.
void on_signal(int signal) {
  stop_code.store(128 + signal);
  std::signal(signal, SIG_DFL);
}

int run(int argc, const char* const* argv) {
  using hardmax::cli::Options;
  const Options options = hardmax::cli::parse_command_line(argc, argv);
  switch (options.command) {
    case Options::Command::help:
    case Options::Command::version: fmt::print("{}", options.text); return 0;
    case Options::Command::check: return hardmax::cli::check_command(options.check);
    case Options::Command::pattern: return hardmax::run_pattern_command(options.pattern, std::cout, std::cerr);
    case Options::Command::trace: return hardmax::cli::trace_command(options.trace);
    case Options::Command::soft: return hardmax::cli::soft_command(options.soft, stop_code);
    case Options::Command::explain: return hardmax::cli::explain_command(options.explain);
    case Options::Command::corpus: return hardmax::cli::corpus_command(options.corpus, stop_code);
    case Options::Command::findings: return hardmax::cli::findings_command(options.findings, stop_code);
    case Options::Command::kernel: return hardmax::cli::kernel_command(options.kernel, std::cout, std::cerr);
    case Options::Command::report: return hardmax::cli::report_command(options.report, stop_code);
    case Options::Command::run: return hardmax::cli::run_command(options.run, stop_code);
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
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return run(argc, argv);
  } catch (const hardmax::InvalidInput& error) {
    return complain(error.what(), error.kind == hardmax::InvalidInput::Kind::option ? 64 : 65);
  } catch (const hardmax::CannotWrite& error) {
    return complain(error.what(), 73);
  } catch (const hardmax::Interrupted& error) {
    return complain("interrupted; nothing was written", error.exit_code);
  } catch (const std::bad_alloc&) {
    return complain("out of memory; take smaller parameters", 70);
  } catch (const std::exception& error) {
    return complain(error.what(), 70);
  }
}
