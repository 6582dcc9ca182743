// verify --n ... : decides the claims for one run and reports. Returns the exit code.
#pragma once
#include <atomic>
#include <filesystem>

#include "cli/options.hpp"

namespace hardmax::cli {

// `stop` not 0: stop with this exit code; --timeout sets it too.
int run_command(const RunOptions& options, std::atomic<int>& stop);

// verify check CERT: runs verify-check, which stands beside this program, and passes its exit code on.
int check_command(const CheckOptions& options);

// What verify-check says of these bytes: they are handed over in memory, so that what is accepted is what the caller goes on with.
struct CheckAnswer {
  int code = 0;
  std::string said;  // on stdout and stderr
};
CheckAnswer ask_verify_check(const std::string& certificate, const std::string& claims);

// verify trace: one input through the network.
int trace_command(const TraceOptions& options);

// verify soft: the network with soft maps against the exact one. Returns 0 if the error is certainly within the bound, 1 if it is not, 2 undecided.
int soft_command(const SoftOptions& options, const std::atomic<int>& stop);
int float_command(const SoftOptions& options, const std::atomic<int>& stop);   // soft_command with --float

// verify explain ID: one claim, and how to replay it.
int explain_command(const ExplainOptions& options);

// Where this program is, for the files that are installed beside it.
std::filesystem::path program_directory();
// The claim entries: what --claims names, else those installed with the program, else those of the source tree.
std::filesystem::path claims_directory(const std::string& given);

}  // namespace hardmax::cli
