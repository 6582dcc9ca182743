// Where standard output cannot be written to, is closed, or nobody reads it: the same in every
// command of both programs.
#include <catch2/catch.hpp>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <functional>

#include "cli/process.hpp"
#include "cli/stand_in.hpp"

namespace output_test {

using namespace testing;

namespace {

const std::string root = HARDMAX_TEST_ROOT;
const std::string proofs = std::string(HARDMAX_ROOT) + "/proofs";

// Runs a program; `standard_output` is called in the child and says what that is.
Finished run_with(const Command& command, const std::function<void()>& standard_output) {
  const TemporaryFolder folder;
  const std::string err = (folder / "err").string();
  std::vector<char*> argv{const_cast<char*>(command.program.c_str())};
  for (const std::string& argument : command.arguments)
    argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(::open(err.c_str(), O_CREAT | O_WRONLY, 0600), STDERR_FILENO);
    ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
    standard_output();
    ::execv(argv.front(), argv.data());
    ::_exit(127);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), "", read_file(err)};
}

// Every command of both programs, once, with what it needs in `folder`.
std::vector<Command> every_command(const TemporaryFolder& folder) {
  const std::string claims = root + "/certificate/claims",
                    certificate = root + "/certificate/accept/strided.json",
                    small = (folder / "small.toml").string();
  write_file(folder / "small.toml",
             "[[claim]]\nid = \"yun2020b.t\"\nsource = \"s\"\nkind = \"printed\"\nwords = "
             "\"w\"\ndomain = \"n >= 2\"\nformal = \"n >= 2\"\ntruth = \"true\"\n");
  stand_in(folder / "coqc", accepting);
  stand_in(folder / "coqchk", "echo '* Axioms: <none>'\n");
  const std::string run = "--n 2 --d 1 --delta 1/2 --pattern dense ",
                    box = " --box n=2,q=2,d=1 --patterns dense --progress none";
  std::vector<Command> all;
  for (const std::string& line :
       {run + "--only yun2020b.A1 --claims " + proofs,
        run + "--json --only yun2020b.A1 --claims " + proofs,
        "--n 4 --pattern dense --for-all D --only yun2020b.D.3.Lemma7 --claims " + proofs,
        "--n 2 --d 1 --delta 1/2 --pattern dense --only yun2020b.A1 --claims " + proofs +
            " --emit-coq " + (folder / "exports").string(),
        std::string("pattern star --n 6"),
        std::string("pattern star --n 6 --json"),
        "check --claims " + claims + " " + certificate,
        "report --claims " + claims + " " + certificate,
        "report --format md --claims " + claims + " " + certificate,
        "report --corpus --claims " + small + " --box n=2,q=2,d=1 --patterns dense",
        "kernel " + (folder / "made").string() + " --claims " + proofs + " --coqc " +
            (folder / "coqc").string(),
        "soft " + run,
        "soft " + run + "--float float32",
        "trace " + run + "--input 0,1/2",
        "explain yun2020b.A1.1 --claims " + proofs,
        "claims " + small + box,
        "claims " + small + box + " --format md",
        "claims " + small + box + " --json",
        "claims " + small + " --for-all D",
        "claims " + small + " --for-all all",
        "regress --claims " + small + box,
        std::string("--version"),
        std::string("--help"),
        std::string("claims --help")}) {
    all.push_back({program("verify"), words(line)});
  }
  for (const std::string& line :
       {"--claims " + claims + " " + certificate, std::string("--version"), std::string("--help")})
    all.push_back({program("verify-check"), words(line)});
  return all;
}

void full() { ::dup2(::open("/dev/full", O_WRONLY), STDOUT_FILENO); }
void closed() { ::close(STDOUT_FILENO); }
// A pipe whose reader is gone before anything is written.
void left() {
  int ends[2] = {};
  if (::pipe(ends) != 0 || ::dup2(ends[1], STDOUT_FILENO) < 0) ::_exit(126);
  ::close(ends[0]);
  ::close(ends[1]);
  ::signal(SIGPIPE, SIG_DFL);
}

bool is_about_output(const std::string& err) {
  return err.find(": cannot write to standard output: ") != std::string::npos &&
         std::count(err.begin(), err.end(), '\n') == 1;
}

}  // namespace

TEST_CASE(
    "output: a full disk or a closed standard output ends every command of both programs with 73 "
    "and one line",
    "[full]") {
  const TemporaryFolder folder;
  for (const Command& command : every_command(folder)) {
    INFO(command.shown());
    const Finished no_space = run_with(command, full), nowhere = run_with(command, closed);
    INFO(no_space.err << nowhere.err);
    CHECK(no_space.exit_code == 73);
    CHECK(is_about_output(no_space.err));
    CHECK(nowhere.exit_code == 73);
    CHECK(is_about_output(nowhere.err));
  }
}

TEST_CASE(
    "output: a reader that leaves is no error: every command of both programs ends with 141 and "
    "says nothing",
    "[full]") {
  const TemporaryFolder folder;
  for (const Command& command : every_command(folder)) {
    INFO(command.shown());
    const Finished finished = run_with(command, left);
    CHECK(finished.exit_code == 141);
    CHECK(finished.err.empty());
  }
}

TEST_CASE(
    "output: with a closed standard output nothing is written into the file that is opened next") {
  const TemporaryFolder folder;
  const std::string certificate = (folder / "run.cert").string();
  const Finished finished =
      run_with({program("verify"),
                words("--n 2 --d 1 --delta 1/2 --pattern dense --only yun2020b.A1 --claims " +
                      proofs + " --certificate " + certificate)},
               closed);
  CHECK(finished.exit_code == 73);
  CHECK(verify_check({"--claims", proofs, certificate}).exit_code == 0);
}

TEST_CASE("verify-check: says its version, how it is used, and which claims it read") {
  CHECK(verify_check({"--version"}).out.starts_with("verify-check "));
  CHECK(verify_check({"--help"}).out.find("Exit codes: 0 accepted, 1 rejected") !=
        std::string::npos);
  const std::string claims = root + "/certificate/claims";
  const Finished accepted =
      verify_check({"--claims", claims, root + "/certificate/accept/strided.json"});
  CHECK(accepted.out.find("\nclaims: " + claims + ", ") != std::string::npos);
}

}  // namespace output_test
