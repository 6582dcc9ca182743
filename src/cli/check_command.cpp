#include <fmt/core.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <vector>

#include "cli/run_command.hpp"
#include "exact/error.hpp"
#include "exact/interruption.hpp"

namespace hardmax::cli {

namespace {

// Becomes verify-check, which reads `certificate`.
[[noreturn]] void become_verify_check(const CheckOptions& options, const std::string& program,
                                      const std::vector<std::filesystem::path>& claims) {
  std::vector<const char*> arguments = {"verify-check"};
  for (const std::filesystem::path& place : claims)
    arguments.insert(arguments.end(), {"--claims", place.c_str()});
  if (options.audit) arguments.insert(arguments.end(), {"--audit", options.audit->c_str()});
  if (options.seed) arguments.insert(arguments.end(), {"--seed", options.seed->c_str()});
  if (options.kernel) arguments.insert(arguments.end(), {"--kernel", options.kernel->c_str()});
  if (options.sources) arguments.insert(arguments.end(), {"--sources", options.sources->c_str()});
  if (options.also) arguments.insert(arguments.end(), {"--also", options.also->c_str()});
  if (options.coqc) arguments.insert(arguments.end(), {"--coqc", options.coqc->c_str()});
  arguments.insert(arguments.end(), {options.certificate.c_str(), nullptr});
  ::execv(program.c_str(), const_cast<char* const*>(arguments.data()));
  fmt::print(stderr, "verify: cannot start '{}': {}; install verify-check beside verify\n", program,
             std::strerror(errno));
  std::fflush(stderr);
  ::_exit(70);
}

// Beside this program; installed it has a longer name.
std::string verify_check_program() {
  const std::filesystem::path installed = program_directory() / "hardmax-check";
  std::error_code none;
  return (std::filesystem::exists(installed, none) ? installed
                                                   : program_directory() / "verify-check")
      .string();
}

// A descriptor that is closed at the end.
struct Descriptor {
  int number;
  explicit Descriptor(int n, const char* what) : number(n) {
    if (n < 0)
      throw CannotWrite(
          fmt::format("cannot make {} for verify-check: {}", what, std::strerror(errno)));
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { ::close(number); }
};

}  // namespace

// In place of this program: signals, pipes and the exit code are then its own.
[[noreturn]] void check_command(const CheckOptions& options) {
  const std::string program = verify_check_program();
  const std::vector<std::filesystem::path> claims = claim_places(options.claims);
  leave_signals();
  become_verify_check(options, program, claims);
}

CheckAnswer ask_verify_check(const std::string& certificate, const std::vector<std::string>& claims,
                             const std::optional<std::string>& sources,
                             const std::optional<std::string>& also) {
  const Descriptor bytes(::memfd_create("certificate", 0), "a file in memory");
  for (std::size_t written = 0; written < certificate.size();) {
    const ssize_t more =
        ::write(bytes.number, certificate.data() + written, certificate.size() - written);
    if (more <= 0)
      throw CannotWrite(std::string("cannot pass the certificate to verify-check: ") +
                        std::strerror(errno));
    written += static_cast<std::size_t>(more);
  }
  const Descriptor output(::memfd_create("answer", 0), "a file in memory");
  CheckOptions options;
  options.certificate = fmt::format("/proc/self/fd/{}", bytes.number);
  options.claims = claims;
  options.sources = sources;
  options.also = also;
  CheckAnswer answer;
  const std::string program = verify_check_program();
  const std::vector<std::filesystem::path> places = claim_places(options.claims);
  const pid_t child = start_child([&] {
    ::dup2(output.number, STDOUT_FILENO);
    ::dup2(output.number, STDERR_FILENO);
    become_verify_check(options, program, places);
  });
  if (child < 0)
    throw CannotWrite(std::string("cannot start verify-check: ") + std::strerror(errno));
  const int status = wait_for_child(child).second;
  answer.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  char block[4096];
  ssize_t length = 0;
  for (off_t at = 0; (length = ::pread(output.number, block, sizeof block, at)) > 0; at += length)
    answer.said.append(block, static_cast<std::size_t>(length));
  return answer;
}

}  // namespace hardmax::cli
