// What a signal that ends the program (Ctrl-C, SIGTERM, a hang-up) must not leave behind.
//
// A thread of its own waits for the signal. It ends the program at once, whatever the other threads
// are doing, and they need not know: it kills the programs that were started, with all that those
// started, removes what is unfinished, says so in one line and ends with 128 + the number of the
// signal. What must not stay is therefore registered here for as long as it exists.
#pragma once
#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <utility>

namespace hardmax {

// From now on. Requires  no other thread was started yet: threads inherit that the signals are
// blocked.
void answer_signals();

// While one exists, a signal waits: for steps that belong together, such as to make a file and to
// register it. It may be held by one thread several times. Once a signal is being answered, nobody
// gets another one: who asks, waits for the end of the program.
class Uninterrupted {
 public:
  Uninterrupted();
  ~Uninterrupted();
  Uninterrupted(const Uninterrupted&) = delete;
  Uninterrupted& operator=(const Uninterrupted&) = delete;
};

// A file, or a folder with all in it, that a signal removes while this object exists; the latest
// first.
class Unfinished {
 public:
  explicit Unfinished(std::filesystem::path path);
  ~Unfinished();
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;

 private:
  std::filesystem::path path_;
};

// A file that is finished and stays: the line about the end names it.
void note_written(const std::filesystem::path& file);

// Starts a program, in a group of its own, with the usual signals: `become` is called in the child,
// sets up files and replaces it (exec); it must not return. -1 as of fork.
pid_t start_child(const std::function<void()>& become);

// Waits for one of the programs started, -1 for any: which, and its status as of waitpid; -1 if
// there is none.
std::pair<pid_t, int> wait_for_child(pid_t child);

// Ends one of the programs started, with all that it started itself.
void end_child(pid_t child);

// Signals do again what they usually do: for a program that is to replace this one (exec).
void leave_signals();

}  // namespace hardmax
