// verify-check --claims DIR [--audit K [--seed TEXT]] [--kernel RESULT --coqc PROGRAM] CERT
// 0 accepted, 1 rejected, 3 something not decided (always with --audit), 64 usage, 65 unreadable file, or no claim file.
#include <cstdio>
#include <exception>
#include <map>

#include "check/cost.hpp"
#include "check/kind.hpp"
#include "check/memory.hpp"

namespace {

// A claim file that breaks a rule of its own says nothing against the certificate.
hardmax::check::Entries claims_of(const std::string& folder) {
  try {
    return hardmax::check::load_entries(folder);
  } catch (const hardmax::check::Rejected& error) {
    throw hardmax::check::Unreadable(error.what());
  }
}

}  // namespace

int main(int argc, char** argv) {
  using namespace hardmax::check;
  end_where_memory_ends();
  tell = [](const std::string& line) { std::fprintf(stderr, "verify-check: %s\n", line.c_str()); };
  Audit audit;
  std::map<std::string, std::string> given;  // by option; the certificate under ""
  try {
    for (int i = 1; i < argc; ++i) {
      const std::string word = argv[i], option = word.substr(0, 1) == "-" ? word : "";
      const bool known = option.empty() || option == "--claims" || option == "--audit" || option == "--seed" || option == "--kernel" || option == "--coqc";
      require(known && (option.empty() || ++i < argc), "option", word, known ? "no value behind it" : "none of that name");
      require(given.emplace(option, argv[i]).second, "arguments", argv[i], "one too many");
    }
    require(given.count("") != 0 && given.count("--claims") != 0, "arguments", "", "no certificate or no --claims");
    require(given.count("--audit") != 0 || given.count("--seed") == 0, "--seed", "", "no --audit beside it");
    require(given.count("--kernel") == given.count("--coqc"), "--kernel", "", "one of --kernel and --coqc without the other");
    if (given.count("--audit") != 0) audit = {integer(given["--audit"], 1, "--audit"), given["--seed"]};
  } catch (const Rejected& error) {
    std::fprintf(stderr, "%s\nusage: verify-check --claims DIR [--audit K [--seed TEXT]] [--kernel RESULT --coqc PROGRAM] CERT\n", error.what());
    return 64;
  }
  try {
    const std::string certificate = read_file(given[""], std::size_t{1} << 30);
    const Report report = check_certificate(certificate, claims_of(given["--claims"]), audit, {given["--kernel"], given["--coqc"]});
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
