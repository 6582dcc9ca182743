#include "cli/progress.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "cli/output.hpp"
#include "exact/error.hpp"

namespace hardmax::cli {

void Deadline::require_time(std::uint64_t done, std::uint64_t total, const char* items) const {
  if (seconds_ == 0 || std::chrono::steady_clock::now() - start_ < std::chrono::seconds(seconds_))
    return;
  throw LimitReached(
      fmt::format("--timeout: the time is up after {} of {} {}", done, total, items));
}

Progress::Progress(const std::string& mode, const char* items)
    : items_(items), asked_(mode != "auto") {
  if (mode == "json") form_ = Form::json;
  if (mode == "lines" || mode == "auto") form_ = Form::lines;
  if (mode == "bar" || (mode == "auto" && is_terminal(STDERR_FILENO))) form_ = Form::bar;
}

void Progress::operator()(std::uint64_t done, std::uint64_t total) {
  if (form_ == Form::none) return;
  const auto now = Clock::now();
  if (start_ == Clock::time_point{} || done < last_done_)
    start_ = last_ = now;  // another pass begins
  last_done_ = done;
  const bool end = done == total && asked_;
  const std::chrono::milliseconds pause(form_ == Form::bar ? 100 : (asked_ ? 1000 : 2000));
  if (now - last_ < pause && !end) return;
  last_ = now;
  const double elapsed = std::max(std::chrono::duration<double>(now - start_).count(), 1e-6);
  const double rate = static_cast<double>(done) / elapsed;
  const double share = total == 0 ? 1 : static_cast<double>(done) / static_cast<double>(total);
  const double left = rate == 0 ? 0 : static_cast<double>(total - done) / rate;
  if (form_ == Form::json) {
    fmt::print(stderr,
               "{{\"progress\":{{\"done\":\"{}\",\"total\":\"{}\",\"share\":{:.4f},\"{}_per_"
               "second\":{:.4g},\"seconds_left\":{:.1f}}}}}\n",
               done, total, share, items_, rate, left);
  } else if (form_ == Form::lines) {
    fmt::print(stderr, "verify: {} of {} {} ({:.1f} %), {:.3g} {}/s, {:.0f} s left\n", done, total,
               items_, 100 * share, rate, items_, left);
  } else {
    constexpr std::size_t kWidth = 32;
    const auto full = static_cast<std::size_t>(share * kWidth);
    fmt::print(stderr, "\r\033[K[{}{}] {:5.1f} %  {:.3g} {}/s  {:.0f} s left",
               std::string(full, '#'), std::string(kWidth - full, '.'), 100 * share, rate, items_,
               left);
    shown_ = true;
  }
  std::fflush(stderr);
}

void Progress::clear() {
  if (shown_) fmt::print(stderr, "\r\033[K");
  shown_ = false;
}

}  // namespace hardmax::cli
