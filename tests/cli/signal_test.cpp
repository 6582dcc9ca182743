// Ctrl-C and SIGTERM, in every command that may take long: over within a second, with 130 or 143,
// and nothing is left: no program, no file, no folder.
#include <catch2/catch.hpp>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <functional>
#include <thread>

#include "cli/process.hpp"
#include "cli/stand_in.hpp"

namespace signal_test {

using namespace testing;

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

const std::string proofs = std::string(HARDMAX_ROOT) + "/proofs";
constexpr std::chrono::milliseconds kSoon(1000),
    kBusy(1000);  // what is promised, and what a busy machine may add to it

// All programs that descend from this one and outlive who started them become its children: what is
// left of them is seen.
// A process that was killed may take its time to end on a busy machine; what was left to run never
// ends.
bool is_anyone_left() {
  const auto begun = std::chrono::steady_clock::now();
  for (;;) {
    const pid_t ended = ::waitpid(-1, nullptr, WNOHANG);
    if (ended < 0) return false;
    if (ended > 0) continue;
    if (std::chrono::steady_clock::now() - begun > std::chrono::seconds(20)) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

// What lies in a folder; files may come and go meanwhile.
std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code gone;
  for (auto at = fs::recursive_directory_iterator(folder, gone); at != fs::end(at);
       at.increment(gone))
    names.push_back(at->path().lexically_relative(folder).string());
  std::sort(names.begin(), names.end());
  return names;
}

// A command at work, with a folder for temporary files and one to work in.
class AtWork {
 public:
  AtWork(const Command& command, const TemporaryFolder& folder) : folder_(folder) {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    fs::create_directories(folder_ / "tmp");
    fs::create_directories(folder_ / "work");
    const std::string tmp = (folder_ / "tmp").string(), work = (folder_ / "work").string(),
                      out = (folder_ / "out").string(), err = (folder_ / "err").string();
    std::vector<char*> argv{const_cast<char*>(command.program.c_str())};
    for (const std::string& argument : command.arguments)
      argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    child_ = ::fork();
    if (child_ == 0) {
      ::setenv("TMPDIR", tmp.c_str(), 1);
      ::dup2(::open(out.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600), STDOUT_FILENO);
      ::dup2(::open(err.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600), STDERR_FILENO);
      ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
      ::signal(SIGHUP, SIG_DFL);
      if (::chdir(work.c_str()) == 0) ::execv(argv.front(), argv.data());
      ::_exit(127);
    }
  }
  bool is_running() const { return ::waitpid(child_, nullptr, WNOHANG) == 0; }
  // Sends the signal; how long it took to end.
  Clock::duration end(int signal) {
    const auto start = Clock::now();
    ::kill(child_, signal);
    int status = 0;
    ::waitpid(child_, &status, 0);
    finished.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    finished.out = read_file(folder_ / "out");
    finished.err = read_file(folder_ / "err");
    return Clock::now() - start;
  }
  Finished finished;

 private:
  const TemporaryFolder& folder_;
  pid_t child_ = -1;
};

void wait_until(const std::function<bool()>& condition) {
  for (int turn = 0; turn < 1000 && !condition(); ++turn)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

// Interrupts a command once it works: after a while, or when `begun` says so.
void check_interrupted(const Command& command, int signal,
                       const std::function<bool(const fs::path& tmp)>& begun = {}) {
  const TemporaryFolder folder;
  AtWork at_work(command, folder);
  if (begun)
    wait_until([&] { return begun(folder / "tmp"); });
  else
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
  INFO(command.shown() << ", signal " << signal);
  REQUIRE(at_work.is_running());  // or it shows nothing
  const auto took = at_work.end(signal);
  INFO(at_work.finished.err);
  CHECK(took < kSoon + kBusy);
  CHECK(at_work.finished.exit_code == 128 + signal);
  CHECK(at_work.finished.out.empty());
  CHECK_FALSE(is_anyone_left());
  CHECK(names_in(folder / "tmp").empty());
  CHECK(names_in(folder / "work").empty());
}

Command verify_command(const std::string& line) { return {program("verify"), words(line)}; }

// A program in place of coqc that never ends, as a script that has started another one.
const std::string never_ending = "sleep 1000 & wait\n";

// A copy of verify beside something else in place of verify-check.
std::string with_other_checker(const TemporaryFolder& folder, const std::string& script) {
  fs::copy_file(program("verify"), folder / "verify");
  write_file(folder / "verify-check", "#!/bin/sh\n" + script);
  fs::permissions(folder / "verify-check", fs::perms::owner_all);
  return (folder / "verify").string();
}

const std::string certificate_of_strided =
    std::string(HARDMAX_TEST_ROOT) + "/certificate/accept/strided.json";

}  // namespace

TEST_CASE("signals: every command that computes for long ends at once and leaves nothing",
          "[full]") {
  const std::string box =
      " --box n=7..9,q=8,d=1 --patterns dense --budget 1000000h --progress none --claims " + proofs;
  for (const std::string& line :
       {"--n 10 --d 1 --delta 1/4 --pattern strided --engine literal --budget 1000000h "
        "--certificate run.cert --dump dump.txt --claims " +
            proofs,
        "--n 11 --d 1 --delta 1/8 --pattern strided --engine lanes --only yun2020b.D.3 --budget "
        "1000000h --certificate run.cert --claims " +
            proofs,
        "--n 9 --d 1 --delta 1/8 --pattern strided --engine literal --only yun2020b.C.partition "
        "--budget 1000000h --claims " +
            proofs,
        "--n 512 --pattern strided --for-all D --certificate every.cert --claims " + proofs,
        "claims yun2020b --for-all D --box n=2..40,d=..4 --claims " + proofs,
        "claims yun2020b --certificate box.cert" + box, "regress --junit results.xml" + box,
        "report --corpus -o page.html --box n=7..9,q=8,d=1 --patterns dense --budget 1000000h "
        "--claims " +
            proofs,
        std::string("soft --n 6 --d 1 --delta 1/4 --pattern strided --certificate soft.cert"),
        std::string(
            "soft --n 6 --d 1 --delta 1/4 --pattern strided --inputs 0..999 --float all")}) {
    for (const int signal : {SIGINT, SIGTERM}) check_interrupted(verify_command(line), signal);
  }
}

TEST_CASE("signals: a comparison of nodes that is ended, or killed, leaves no certificate") {
  const std::string line = "turing " + std::string(HARDMAX_ROOT) +
                           "/data/machines/counter.toml --input 00000000000000 --steps 20000 "
                           "--progress none --certificate nodes.cert";
  for (const int signal : {SIGTERM, SIGKILL}) check_interrupted(verify_command(line), signal);
}

TEST_CASE("signals: what was written before stays whole, and the last line names it") {
  const TemporaryFolder folder;
  const std::string pipe = (folder / "nobody_reads").string(),
                    certificate = (folder / "work/run.cert").string();
  REQUIRE(run_program("/usr/bin/mkfifo", {pipe}).exit_code == 0);
  AtWork at_work(
      verify_command(
          "--n 3 --d 1 --delta 1/2 --pattern strided --certificate run.cert --dump-weights " +
          pipe + " --claims " + proofs),
      folder);
  wait_until([&] { return fs::exists(certificate); });
  at_work.end(SIGTERM);
  CHECK(at_work.finished.exit_code == 143);
  CHECK(at_work.finished.err == "verify: interrupted; written before that: " + certificate + "\n");
  CHECK(verify_check({"--claims", proofs, certificate}).exit_code == 0);
}

TEST_CASE("signals: verify kernel ends Coq, all that it started, and its folder") {
  const TemporaryFolder folder;
  const std::string claims = with_few_theorems(folder / "proofs");
  stand_in(folder / "coqc", never_ending);
  stand_in(folder / "coqchk", "");
  const Command kernel =
      verify_command("kernel made --claims " + claims + " --coqc " + (folder / "coqc").string());
  const auto compiling = [](const fs::path& tmp) {
    const auto names = names_in(tmp);
    return std::any_of(names.begin(), names.end(), [](const std::string& name) {
      return name.ends_with(".v.log") ||
             (name.ends_with(".log") && name.find("version") == std::string::npos);
    });
  };
  for (const int signal : {SIGINT, SIGTERM}) check_interrupted(kernel, signal, compiling);
  // also while coqchk runs, and while Coq is asked for its version
  stand_in(folder / "coqc", accepting);
  stand_in(folder / "coqchk", never_ending);
  const auto checking = [](const fs::path& tmp) {
    const auto names = names_in(tmp);
    return std::any_of(names.begin(), names.end(),
                       [](const std::string& name) { return name.ends_with("coqchk.log"); });
  };
  check_interrupted(kernel, SIGINT, checking);
  write_file(folder / "coqc", "#!/bin/sh\n" + never_ending);
  check_interrupted(kernel, SIGTERM, [](const fs::path& tmp) { return !names_in(tmp).empty(); });
}

TEST_CASE("signals: verify-check, by itself and for verify, ends Coq and its folder") {
  const TemporaryFolder folder;
  const std::string claims = with_few_theorems(folder / "proofs");
  const std::string made = (folder / "made").string(), coqc = (folder / "coqc").string();
  stand_in(folder / "coqc", accepting);
  stand_in(folder / "coqchk", "");
  REQUIRE(verify({"kernel", made, "--claims", claims, "--coqc", coqc}).exit_code == 0);
  stand_in(folder / "coqc", never_ending);
  const std::string rest = "--claims " + claims + " --kernel " + made + "/kernel.json --coqc " +
                           coqc + " " + made + "/kernel.cert.json";
  const auto compiling = [](const fs::path& tmp) {
    const auto names = names_in(tmp);
    return std::any_of(names.begin(), names.end(),
                       [](const std::string& name) { return name.ends_with(".log"); });
  };
  for (const int signal : {SIGINT, SIGTERM}) {
    check_interrupted({program("verify-check"), words(rest)}, signal, compiling);
    check_interrupted(verify_command("check " + rest), signal, compiling);
  }
}

TEST_CASE("signals: verify report ends verify-check; verify check is verify-check") {
  const TemporaryFolder folder;
  const std::string program = with_other_checker(folder, never_ending);
  const std::string rest = "--claims " + proofs + " " + certificate_of_strided;
  for (const int signal : {SIGINT, SIGTERM}) {
    check_interrupted({program, words("report -o page.html " + rest)}, signal);
    check_interrupted({program, words("report " + rest)}, signal);
  }
}

TEST_CASE("signals: verify-check of a long certificate ends at once") {
  const TemporaryFolder folder;
  const std::string certificate = (folder / "run.cert").string();
  REQUIRE(verify(words("--n 7 --d 1 --delta 1/8 --pattern strided --engine fast --only "
                       "yun2020b.D.3.Lemma7 --certificate " +
                       certificate + " --claims " + proofs))
              .exit_code == 0);
  for (const int signal : {SIGINT, SIGTERM}) {
    check_interrupted({program("verify-check"), words("--claims " + proofs + " " + certificate)},
                      signal);
    check_interrupted(verify_command("check --claims " + proofs + " " + certificate), signal);
  }
}

}  // namespace signal_test
