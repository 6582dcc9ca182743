// A signal that is to end this program (Ctrl-C, SIGTERM, a hang-up) does so at once, as usual,
// unless there is something that must go first: programs that were started, a folder that was made.
#pragma once
#include <csignal>

namespace hardmax::check {

struct Ended {
  int signal;
};  // thrown by HeldSignals; exit code 128 + signal

// While this object lives, the signals wait for wait_for_child.
class HeldSignals {
 public:
  HeldSignals();
  HeldSignals(const HeldSignals&) = delete;
  ~HeldSignals();
  void release() const;         // in a program that is started
  void wait_for_child() const;  // until one may have ended. Throws Ended

 private:
  sigset_t held_, before_;
};

}  // namespace hardmax::check
