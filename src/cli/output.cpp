#include "cli/output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "exact/atomic_file.hpp"
#include "exact/error.hpp"

namespace hardmax::cli {

void occupy_standard_descriptors() {
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(standard, F_GETFD) >= 0) continue;
    // What is opened gets the least number that is free, which is this one. /dev/full, so that a
    // file named /dev/stdout cannot be written to either.
    if (standard != STDOUT_FILENO || ::open("/dev/full", O_RDONLY) < 0)
      ::open("/dev/null", standard == STDERR_FILENO ? O_WRONLY : O_RDONLY);
  }
}

void print_result(std::string_view text) {
  const int descriptor = standard_output_is_taken() ? STDERR_FILENO : STDOUT_FILENO;
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EPIPE) throw ReaderLeft();
    if (count < 0)
      throw CannotWrite(std::string("cannot write to standard output: ") + std::strerror(errno) +
                        "; send it to a file or a program that takes it");
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

bool is_terminal(int descriptor) {
  const char* const term = std::getenv("TERM");
  return ::isatty(descriptor) != 0 && (term == nullptr || std::string_view(term) != "dumb");
}

bool in_color(const std::string& option) {
  const char* const no_color = std::getenv("NO_COLOR");
  return option == "always" || (option == "auto" && is_terminal(STDOUT_FILENO) &&
                                (no_color == nullptr || *no_color == '\0'));
}

}  // namespace hardmax::cli
