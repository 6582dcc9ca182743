// States after layers, one after another; those that differ from the one before are kept.
#include <algorithm>

#include "subject/course.hpp"

namespace hardmax::subject {

namespace {

constexpr std::size_t max_kept_of_traces = std::size_t{1} << 22;  // numbers in kept states

}  // namespace

Mat Reading::run(const std::string& network, std::uint64_t t, const Mat& from) {
  if (from.of_forms()) throw TermError("run on a matrix that uses the state of its own layer");
  if (from.rows != rows())
    throw TermError("run(" + network + ", ...) on a matrix of " + std::to_string(from.rows) +
                    " rows; " + std::to_string(rows()) + " are needed");
  const bool state = is_state(from);
  if (!state && from.columns != 1)
    throw TermError("run(" + network + ", ...) on " + std::to_string(from.columns) +
                    " columns; as many as tokens, or one");
  std::string key = network + '|';
  Value(from).write_key(key);
  Trace trace;  // taken out: a layer may ask for other states while this one is made
  const auto known = traces_.find(key);
  if (known != traces_.end()) {
    trace = std::move(known->second);
    traces_.erase(known);
  }
  if (trace.states.empty() || t < trace.states.front().first) trace = {{{0, columns_of(from)}}, 0};
  const std::size_t numbers = from.numbers.size();
  const std::shared_ptr<Course> ahead =
      engine_ == Engine::jumping && trace.done < t ? course(network) : nullptr;
  while (trace.done < t) {
    const Columns& z = trace.states.back().second;
    const std::uint64_t next = ahead ? ahead->next(*this, trace.done, t, z, state) : trace.done + 1;
    if (next > t) {
      trace.done = t;
      break;
    }
    Columns after = step(network, next, z, state);
    trace.done = next;
    if (after == z) continue;
    if (numbers * (trace.states.size() + 1) > max_kept_of_traces / 4) trace.states.clear();
    trace.states.emplace_back(next, std::move(after));
    kept_ += numbers;
  }
  const auto at = std::partition_point(trace.states.begin(), trace.states.end(),
                                       [&](const auto& s) { return s.first <= t; });
  Mat out = mat_from((at - 1)->second, state);
  if (kept_ > max_kept_of_traces) {
    traces_.clear();
    kept_ = 0;
  }
  traces_.emplace(std::move(key), std::move(trace));
  return out;
}

std::uint64_t Reading::next_change(const std::string& network, std::uint64_t done,
                                   std::uint64_t last, const Mat& from) {
  const Columns z = columns_of(run(network, done, from));
  const bool state = is_state(from);
  const std::shared_ptr<Course> ahead = engine_ == Engine::jumping ? course(network) : nullptr;
  while (done < last) {
    const std::uint64_t next = ahead ? ahead->next(*this, done, last, z, state) : done + 1;
    if (next > last) break;
    if (step(network, next, z, state) != z) return next;
    done = next;
  }
  return last + 1;
}

}  // namespace hardmax::subject
