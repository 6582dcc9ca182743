#include "exact/interruption.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <mutex>
#include <set>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace hardmax {

namespace {

namespace fs = std::filesystem;

struct Registered {
  std::recursive_mutex mutex;
  std::vector<fs::path> unfinished;
  std::set<pid_t> children;
  std::vector<fs::path> written;
};

// Never destroyed: the thread that waits for signals may outlive every other object.
Registered& registered() {
  static auto* const all = new Registered;
  return *all;
}

// Those answered. A hang-up that was ignored when the program was started (nohup) stays ignored.
sigset_t ending_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  struct sigaction hang_up = {};
  if (::sigaction(SIGHUP, nullptr, &hang_up) == 0 && hang_up.sa_handler != SIG_IGN)
    sigaddset(&signals, SIGHUP);
  return signals;
}

// Of a program that was killed. Whoever else waits for it may be the first to be told: it is gone
// for both.
bool is_gone(pid_t child) {
  siginfo_t ended = {};
  return ::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT | WNOHANG) != 0 ||
         ended.si_pid == child;
}

constexpr int kPatience = 50;  // times 10 ms, for what the system takes to end programs

[[noreturn]] void end_after(int signal) {
  registered().mutex.lock();  // for good
  const auto& [mutex, unfinished, children, written] = registered();
  const auto pause = [] { std::this_thread::sleep_for(std::chrono::milliseconds(10)); };
  for (const pid_t child : children) ::kill(-child, SIGKILL);
  for (int turn = 0; turn < kPatience && !std::all_of(children.begin(), children.end(), is_gone);
       ++turn)
    pause();
  std::error_code problem;
  for (auto path = unfinished.rbegin(); path != unfinished.rend(); ++path) {
    for (int turn = 0; turn < kPatience;
         ++turn, pause()) {  // what a program that is ending may still write to a folder
      fs::remove_all(*path, problem);
      if (!problem) break;
    }
  }
  std::string line;
  for (const fs::path& file : written) {
    if (fs::exists(file, problem)) line += (line.empty() ? "" : ", ") + file.string();
  }
  line = "verify: interrupted; " +
         (line.empty() ? "nothing was written" : "written before that: " + line) + "\n";
  [[maybe_unused]] const auto told = ::write(STDERR_FILENO, line.data(), line.size());
  ::_exit(128 + signal);
}

}  // namespace

void answer_signals() {
  const sigset_t signals = ending_signals();
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::thread([signals] {
    int signal = 0;
    while (::sigwait(&signals, &signal) != 0) {}
    end_after(signal);
  }).detach();
}

void leave_signals() {
  const sigset_t signals = ending_signals();
  ::pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  std::signal(SIGPIPE, SIG_DFL);
}

Uninterrupted::Uninterrupted() { registered().mutex.lock(); }
Uninterrupted::~Uninterrupted() { registered().mutex.unlock(); }

Unfinished::Unfinished(fs::path path) : path_(std::move(path)) {
  const Uninterrupted registering;
  registered().unfinished.push_back(path_);
}

Unfinished::~Unfinished() {
  const Uninterrupted registering;
  std::vector<fs::path>& all = registered().unfinished;
  all.erase(std::find(all.begin(), all.end(), path_));
}

void note_written(const fs::path& file) {
  const Uninterrupted registering;
  registered().written.push_back(fs::absolute(file));
}

pid_t start_child(const std::function<void()>& become) {
  const Uninterrupted registering;
  const pid_t child = ::fork();
  if (child == 0) {
    ::setpgid(0, 0);
    leave_signals();
    become();
    ::_exit(127);
  }
  if (child > 0) {
    ::setpgid(child, child);  // here too: whichever of the two comes first
    registered().children.insert(child);
  }
  return child;
}

std::pair<pid_t, int> wait_for_child(pid_t child) {
  int status = 0;
  // WNOWAIT: as long as it is registered, its number is that of no other program.
  siginfo_t ended = {};
  while (::waitid(child < 0 ? P_ALL : P_PID, child < 0 ? 0 : static_cast<id_t>(child), &ended,
                  WEXITED | WNOWAIT) != 0) {
    if (errno != EINTR) return {-1, 0};
  }
  const Uninterrupted registering;
  const pid_t gone = ::waitpid(ended.si_pid, &status, 0);
  registered().children.erase(gone);
  return {gone, status};
}

void end_child(pid_t child) {
  ::kill(-child, SIGKILL);
  wait_for_child(child);
}

}  // namespace hardmax
