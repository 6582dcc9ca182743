// States after layers, one after another; those that differ from the one before are kept.
#include <algorithm>

#include "subject/course.hpp"
#include "subject/id_course.hpp"
#include "subject/keys.hpp"

namespace hardmax::subject {

namespace {

constexpr std::size_t max_kept_of_traces = std::size_t{1} << 22;  // numbers in kept states
constexpr std::size_t max_kept_of_ids = std::size_t{1} << 17;

}  // namespace

struct Reading::IdTraces {
  struct One {
    IdCourse::Ids before;
    IdCourse::Trace trace;
    std::optional<std::pair<Rational, Value>> last;  // the state that was asked for last
  };
  std::unordered_map<std::string, One> known;
  std::size_t kept = 0;  // numbers
  Value asked;           // the state that was run last, of a network, and its key
  std::string network, key;
};

// Empty: the network is followed in another way, or an id is not whole.
std::optional<Value> Reading::run_by_ids(const std::string& network, const Rational& t,
                                         const Mat& from, const std::string& key) {
  const auto by_ids = id_course(network);
  if (!by_ids) return std::nullopt;
  if (!id_traces_) id_traces_ = std::make_shared<IdTraces>();
  auto known = id_traces_->known.find(key);
  if (known != id_traces_->known.end() && known->second.last && known->second.last->first == t)
    return known->second.last->second;
  const Columns z = columns_of(from);
  if (known == id_traces_->known.end()) {
    auto ids = by_ids->ids_of(z);
    if (!ids) return std::nullopt;
    if (id_traces_->kept > max_kept_of_ids) *id_traces_ = {};
    IdTraces::One fresh;
    fresh.before = std::move(*ids);
    fresh.trace.states.emplace_back(Rational(), fresh.before);
    id_traces_->kept += fresh.before.size();
    known = id_traces_->known.emplace(key, std::move(fresh)).first;
  }
  IdTraces::One& one = known->second;
  if (t < one.trace.states.front().first) one.trace = {{{Rational(), one.before}}, Rational()};
  by_ids->follow(one.trace, t, [&](std::uint64_t steps) {
    charge(steps);
    id_traces_->kept += z.size();
  });
  const auto at = std::partition_point(one.trace.states.begin(), one.trace.states.end(),
                                       [&](const auto& s) { return s.first <= t; });
  one.last = {t, mat_from(by_ids->state(z, one.before, (at - 1)->second), true)};
  return one.last->second;
}

Mat Reading::run(const std::string& network, const Rational& layers, const Mat& from) {
  return *state_after(network, layers, from).mat();
}

Value Reading::state_after(const std::string& network, const Rational& layers, const Value& value) {
  const Mat& from = mat_of(value);
  if (from.of_forms()) throw TermError("run on a matrix that uses the state of its own layer");
  if (from.rows != rows())
    throw TermError("run(" + network + ", ...) on a matrix of " + std::to_string(from.rows) +
                    " rows; " + std::to_string(rows()) + " are needed");
  const bool state = is_state(from);
  if (!state && from.columns != 1)
    throw TermError("run(" + network + ", ...) on " + std::to_string(from.columns) +
                    " columns; as many as tokens, or one");
  std::string key = network + '|';
  // Held, the matrix that was asked for is at no other's address.
  if (id_traces_ && id_traces_->asked.mat() == &from && id_traces_->network == network) {
    key = id_traces_->key;
  } else {
    write_key(from, key);
    if (id_traces_) id_traces_->asked = value, id_traces_->network = network, id_traces_->key = key;
  }
  if (state && engine_ == Engine::jumping)
    if (auto found = run_by_ids(network, layers, from, key)) return *std::move(found);
  if (layers > Rational(Course::most_layers))
    throw TooLarge("a state after more than 2^62 layers, which are not followed by ids alone");
  const auto t = static_cast<std::uint64_t>(*layers.to_int64());
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
