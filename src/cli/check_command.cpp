#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "cli/run_command.hpp"
#include "exact/error.hpp"

namespace hardmax::cli {

int check_command(const CheckOptions& options) {
  const std::string program = (program_directory() / "verify-check").string();
  const std::string claims = claims_directory(options.claims).string();
  const pid_t child = ::fork();
  if (child < 0) throw CannotWrite(std::string("cannot start verify-check: ") + std::strerror(errno));
  if (child == 0) {
    std::vector<const char*> arguments = {"verify-check", "--claims", claims.c_str()};
    if (options.audit) arguments.insert(arguments.end(), {"--audit", options.audit->c_str()});
    if (options.seed) arguments.insert(arguments.end(), {"--seed", options.seed->c_str()});
    arguments.insert(arguments.end(), {options.certificate.c_str(), nullptr});
    ::execv(program.c_str(), const_cast<char* const*>(arguments.data()));
    fmt::print(stderr, "verify: cannot start '{}': {}; install verify-check beside verify\n", program, std::strerror(errno));
    ::_exit(70);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace hardmax::cli
