#include "check/signals.hpp"

#include <initializer_list>

namespace hardmax::check {

HeldSignals::HeldSignals() {
  sigemptyset(&held_);
  for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) sigaddset(&held_, signal);
  struct sigaction hang_up = {};
  if (sigaction(SIGHUP, nullptr, &hang_up) == 0 && hang_up.sa_handler == SIG_IGN)
    sigdelset(&held_, SIGHUP);  // nohup
  sigprocmask(SIG_BLOCK, &held_, &before_);
}
HeldSignals::~HeldSignals() { release(); }
void HeldSignals::release() const { sigprocmask(SIG_SETMASK, &before_, nullptr); }

void HeldSignals::wait_for_child() const {
  const int signal = sigwaitinfo(&held_, nullptr);
  if (signal > 0 && signal != SIGCHLD) throw Ended{signal};
}

}  // namespace hardmax::check
