#include "check/cost.hpp"

#include <chrono>

namespace hardmax::check {
namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
std::string whole(double seconds) {
  return std::to_string(static_cast<std::uint64_t>(std::min(seconds, 1e15))) + " s";
}

}  // namespace

void (*tell)(const std::string& line) = nullptr;
double some_seconds = 5;

void tell_cost(const Entries& entries, const std::set<std::string>& claims, const Construction& run,
               const Ranges& inputs, const std::string& layers) {
  constexpr std::uint64_t sample = 64, worth_it = 16 * sample;
  std::uint64_t all = 0;
  for (const auto& [from, to] : inputs) all += to - from;
  if (tell == nullptr || all < worth_it) return;
  const std::set<std::string> none;
  Replay replay(entries, none, run);
  for (const std::string& id : claims) replay.add(id);
  const double start = now();
  replay.execute({{inputs[0].first, std::min(inputs[0].second, inputs[0].first + sample)}});
  const double estimate = (now() - start) / sample * static_cast<double>(all);
  if (estimate < some_seconds) return;
  tell(std::to_string(all) + " inputs x " + layers + " layers x " + std::to_string(run.tokens()) +
       " tokens, " + std::to_string(claims.size()) + " claims: about " + whole(estimate) +
       "; claims that speak of several inputs at once come on top");
}

Course::Course(std::uint64_t inputs, bool whole) : all_(inputs), told_(!whole), start_(now()) {}
Course::Course(std::uint64_t claims, const char* of)
    : all_(claims), of_runs_(false), told_(false), of_(of), start_(now()) {}

void Course::done(std::uint64_t inputs) {
  done_ += inputs, ++runs_;
  const double taken = now() - start_;
  if (told_ || tell == nullptr || taken < some_seconds || done_ == 0) return;
  told_ = true;
  tell((of_runs_ ? std::to_string(runs_) + " runs, " : "") + std::to_string(done_) + " of " +
       std::to_string(all_) + " " + of_ + " in " + whole(taken) + ": about " +
       whole(taken / static_cast<double>(done_) *
             static_cast<double>(all_ - std::min(all_, done_))) +
       " more");
}

}  // namespace hardmax::check
