// verify-check --claims DIR CERT: accepts a certificate (0), rejects it (1), or says what it did not decide (3). 64 usage, 65 unreadable file.
#include <cstdio>
#include <exception>

#include "check/kind.hpp"

int main(int argc, char** argv) {
  using namespace hardmax::check;
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const std::size_t at = arguments.size() == 3 && arguments[0] == "--claims" ? 0 : 1;
  if (arguments.size() != 3 || arguments[at] != "--claims" || arguments[at == 0 ? 2 : 0].substr(0, 1) == "-") {
    std::fputs("usage: verify-check --claims DIR CERT\n", stderr);
    return 64;
  }
  try {
    const std::string certificate = read_file(arguments[at == 0 ? 2 : 0], std::size_t{1} << 30);
    const Report report = check_certificate(certificate, load_entries(arguments[at + 1]));
    for (const std::string& line : report.lines) std::fprintf(report.code == 0 ? stdout : stderr, "%s\n", line.c_str());
    return report.code;
  } catch (const Unreadable& error) {
    std::fprintf(stderr, "unreadable: %s\n", error.what());
    return 65;
  } catch (const Rejected& error) {
    std::fprintf(stderr, "rejected: %s\n", error.what());
    return 1;
  } catch (const std::exception& error) {  // out of memory
    std::fprintf(stderr, "incomplete: %s\n", error.what());
    return 3;
  }
}
