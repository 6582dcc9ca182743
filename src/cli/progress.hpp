// How far a run is, on stderr: share, rate and time left. Results never depend on it.
#pragma once
#include <chrono>
#include <cstdint>
#include <string>

namespace hardmax::cli {

// The time that --timeout of a command that is over in one pass allows; 0: any.
class Deadline {
 public:
  explicit Deadline(std::uint64_t seconds) : seconds_(seconds) {}
  // Errors  LimitReached: the time is up; done of total items were looked at.
  void require_time(std::uint64_t done, std::uint64_t total, const char* items) const;

 private:
  std::uint64_t seconds_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

class Progress {
 public:
  // auto: a bar on a terminal, else lines; bar; lines; json: an object a line; none. Asked for by
  // name, lines and objects come every second and once at the end of each pass over the inputs; by
  // auto every two seconds and not at all for what is over at once.
  // items: what is counted.
  explicit Progress(const std::string& mode, const char* items = "inputs");
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void operator()(std::uint64_t done, std::uint64_t total);
  void clear();  // takes the bar away

 private:
  using Clock = std::chrono::steady_clock;
  enum class Form { none, bar, lines, json } form_ = Form::none;
  const char* items_;
  bool asked_ = false;
  bool shown_ = false;  // a bar stands there
  std::uint64_t last_done_ = 0;
  Clock::time_point start_, last_;
};

}  // namespace hardmax::cli
