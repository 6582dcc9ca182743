// verify-check --claims PLACE... [--audit K [--seed TEXT]] [--kernel RESULT --coqc PROGRAM |
// --sources RESULT [--also LIST]] CERT, or verify-check --list CERT. PLACE is a claim file or a
// folder of them; --claims may be given several times. 0 accepted, 1 rejected, 3 something not
// decided (always with --audit), 64 usage, 65 unreadable file or claims, 73 cannot write, 130/143
// interrupted, 141 the reader of a pipe left.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <map>

#include "check/cost.hpp"
#include "check/kind.hpp"
#include "check/memory.hpp"
#include "check/signals.hpp"

using namespace hardmax::check;

namespace {

const char usage[] =
    "usage: verify-check --claims PLACE... [--audit K [--seed TEXT]] [--kernel RESULT --coqc "
    "PROGRAM | --sources RESULT [--also LIST]] CERT\n       verify-check --list CERT\n";
const char help[] =
    "Decides anew everything that a certificate of verify states, by the definitions, and trusts "
    "no part of it.\n\n"
    "  --claims PLACE     the claim entries that it speaks of: a file or a folder; may be given "
    "several times\n"
    "  --audit K          execute only K chunks of 256 inputs, drawn at random; never accepts\n"
    "  --seed TEXT        what they are drawn from (default: the SHA-256 of the certificate)\n"
    "  --kernel RESULT    what verify kernel DIR wrote of the certificate, DIR/kernel.json: Coq is "
    "run again on what lies beside it\n"
    "  --coqc PROGRAM     the program that is to do so\n"
    "  --sources RESULT   the sources beside RESULT are read as for --kernel, but Coq is not run; "
    "never accepts\n"
    "  --also LIST        names of further files beside RESULT, a line each, which are read in the "
    "same way\n"
    "  --list CERT        prints what a certificate states, and checks nothing of it; exit 3\n"
    "  --version, --help  alone\n\n"
    "CERT may be -, for standard input.\n"
    "Exit codes: 0 accepted, 1 rejected, 3 something not decided (always with --audit), 64 wrong "
    "use, 65 unreadable file,\n"
    "73 cannot write, 130/143 interrupted, 141 the reader of a pipe left.\n";

// A standard descriptor that is closed is taken up by one that cannot be written to: otherwise the
// next file that is opened would be standard output.
void occupy_standard_descriptors() {
  for (int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(standard, F_GETFD) < 0)
      open("/dev/null", standard == STDERR_FILENO ? O_WRONLY : O_RDONLY);
}

// To standard output; the exit code: `code`, or what stood in the way.
int print(std::string_view text, int code) {
  while (!text.empty()) {
    const ssize_t count = write(STDOUT_FILENO, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EPIPE) return 128 + SIGPIPE;
    if (count < 0) {
      std::fprintf(stderr,
                   "verify-check: cannot write to standard output: %s; send it to a file or a "
                   "program that takes it\n",
                   std::strerror(errno));
      return 73;
    }
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return code;
}

// Which claims the answer is about: the places, and SHA-256 of the ids, each with that of its
// entry; and which of them are the shipped ones, since another needs them.
std::string claims_read(const std::vector<std::filesystem::path>& places,
                        const std::filesystem::path& shipped, const Entries& entries) {
  std::string all, where, borrowed;
  std::size_t own = 0;
  for (const auto& [id, entry] : entries) {
    if (entry.borrowed)
      borrowed += " " + id;
    else
      all += id + " " + sha256(binding_text(entry)) + "\n", ++own;
  }
  for (const std::filesystem::path& place : places)
    where += (where.empty() ? "" : ", ") + place.string();
  const std::string line =
      "claims: " + where + ", " + std::to_string(own) + " entries, sha256 " + sha256(all) + "\n";
  return line + (borrowed.empty()
                     ? ""
                     : "hypotheses taken from " + shipped.string() + ":" + borrowed + "\n");
}

// The claims that came with this program: of its prefix, where it is installed, else of its source
// tree.
std::filesystem::path shipped_claims() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error),
                              installed = program.parent_path() / "../share/hardmax/proofs";
  for (const std::filesystem::path& place :
       {installed, std::filesystem::path(HARDMAX_SOURCE_PROOFS)})
    if (std::filesystem::is_directory(place, error)) return place.lexically_normal();
  return {};
}

// By option; the certificate under "".
using GivenOptions = std::map<std::string, std::string>;
using Places = std::vector<std::filesystem::path>;

void read_arguments(int argc, char** argv, GivenOptions& given, Places& places) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i], option = word != "-" && word.substr(0, 1) == "-" ? word : "";
    const bool known = option.empty() || option == "--claims" || option == "--audit" ||
                       option == "--seed" || option == "--kernel" || option == "--coqc" ||
                       option == "--sources" || option == "--also" || option == "--list";
    require(known && (option.empty() || ++i < argc), "option", word,
            known ? "no value behind it" : "none of that name");
    if (option == "--claims")
      places.emplace_back(argv[i]);
    else
      require(given.emplace(option, argv[i]).second, "arguments", argv[i], "one too many");
  }
}

void require_fitting(const GivenOptions& given, const Places& places) {
  const bool list = given.count("--list") != 0;
  require(!list || (given.size() == 1 && places.empty()), "--list", "", "more beside it");
  require(list || (given.count("") != 0 && !places.empty()), "arguments", "",
          "no certificate or no --claims");
  require(given.count("--audit") != 0 || given.count("--seed") == 0, "--seed", "",
          "no --audit beside it");
  require(given.count("--kernel") == given.count("--coqc"), "--kernel", "",
          "one of --kernel and --coqc without the other");
  require(given.count("--kernel") == 0 || given.count("--sources") == 0, "--sources", "",
          "--kernel beside it, which reads the sources too");
  require(given.count("--also") == 0 || given.count("--sources") != 0, "--also", "",
          "no --sources beside it");
}

// Prints what is found; the exit code.
int answered(GivenOptions& given, const Places& places, const Audit& audit) {
  if (given.count("--list") != 0)
    return print(listed(read_file(given["--list"], std::size_t{1} << 30)), 3);
  const std::string certificate = read_file(given[""], std::size_t{1} << 30);
  const std::filesystem::path shipped = shipped_claims();
  shipped_proofs() = shipped;
  const Entries entries = load_entries(places, shipped);
  const Report report =
      check_certificate(certificate, entries, audit,
                        {given[given.count("--sources") != 0 ? "--sources" : "--kernel"],
                         given["--coqc"], given["--also"]});
  std::string lines;
  for (const std::string& line : report.lines) lines += line + "\n";
  if (report.code != 1) lines += claims_read(places, shipped, entries);
  if (report.code == 0) return print(lines, 0);
  std::fputs(lines.c_str(), stderr);
  return report.code;
}

}  // namespace

int main(int argc, char** argv) {
  occupy_standard_descriptors();
  std::signal(SIGPIPE, SIG_IGN);
  end_where_memory_ends();
  tell = [](const std::string& line) { std::fprintf(stderr, "verify-check: %s\n", line.c_str()); };
  Audit audit;
  GivenOptions given;
  Places places;
  try {
    if (argc == 2 && argv[1] == std::string("--version"))
      return print("verify-check " HARDMAX_VERSION "\n", 0);
    if (argc == 2 && argv[1] == std::string("--help"))
      return print(std::string(usage) + "\n" + help, 0);
    read_arguments(argc, argv, given, places);
    require_fitting(given, places);
    if (given.count("--audit") != 0)
      audit = {integer(given["--audit"], 1, "--audit"), given["--seed"]};
  } catch (const Rejected& error) {
    std::fprintf(stderr, "%s\n%s", error.what(), usage);
    return 64;
  }
  try {
    return answered(given, places, audit);
  } catch (const Unreadable& error) {
    std::fprintf(stderr, "unreadable: %s\n", error.what());
    return 65;
  } catch (const Rejected& error) {
    std::fprintf(stderr, "rejected: %s\n", error.what());
    return 1;
  } catch (const Ended& by) {
    std::fprintf(stderr, "verify-check: interrupted\n");
    return 128 + by.signal;
  } catch (const std::exception& error) {  // out of memory
    std::fprintf(stderr, "incomplete: %s\n", error.what());
    return 3;
  }
}
