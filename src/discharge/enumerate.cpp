#include "discharge/enumerate.hpp"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_pipeline.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <limits>
#include <memory>

#include "discharge/bounded_model.hpp"
#include "discharge/id_model.hpp"
#include "discharge/verdict.hpp"
#include "exact/crew.hpp"
#include "exact/error.hpp"
#include "execute/on_threads.hpp"

namespace hardmax {

namespace {

using claim::Formula;
using claim::InputRange;
using claim::Outcome;

// Inputs a worker takes at a time, and more if all claims are compiled. Traces of kCached inputs
// stay while every claim looks at them. All divide the digest's chunk.
constexpr std::uint64_t kCached = 64;
constexpr std::uint64_t kRange = ClaimProgram::group;
constexpr std::uint64_t kLongRange = 4096;
static_assert(Digest::chunk_inputs % kLongRange == 0 && kLongRange % kRange == 0 &&
              kRange % kCached == 0);

// A value to be compared for equality only, with the place it came from. Integers of up to 127 bits
// are kept in place, all else as text.
struct PlacedValue {
  __int128 small = 0;
  std::unique_ptr<std::string> text;
  std::uint64_t ordinal = 0;   // the input
  std::uint32_t instance = 0;  // which instance of that input

  [[nodiscard]] int compare_value(const PlacedValue& o) const {
    if (!text != !o.text) return text ? 1 : -1;
    if (text) return text->compare(*o.text);
    return small < o.small ? -1 : (small > o.small ? 1 : 0);
  }
  [[nodiscard]] std::pair<std::uint64_t, std::uint32_t> place() const {
    return {ordinal, instance};
  }
};

PlacedValue place(const Rational& value, std::uint64_t D, std::uint64_t ordinal,
                  std::uint32_t instance) {
  PlacedValue placed;
  placed.ordinal = ordinal;
  placed.instance = instance;
  // Multiplying by D is injective and makes grid ids integers.
  const Rational scaled = value * Rational(D);
  if (scaled.is_integer() && scaled.bits() <= 126) {
    const Rational two64 = power(2, 64);
    const Rational high = floor(scaled / two64);
    placed.small = static_cast<__int128>(*high.to_int64()) * (static_cast<__int128>(1) << 64) +
                   static_cast<__int128>(scaled.numerator_mod64());
  } else {
    placed.text = std::make_unique<std::string>(scaled.str());
  }
  return placed;
}

struct Sorted {
  std::uint64_t distinct = 0;
  // The first place whose value occurred before, and the first place of that value.
  std::optional<std::pair<PlacedValue, PlacedValue>> repeat;  // (first, again)
};

Sorted sort_out(std::vector<PlacedValue> values) {
  std::sort(values.begin(), values.end(), [](const PlacedValue& a, const PlacedValue& b) {
    const int order = a.compare_value(b);
    return order != 0 ? order < 0 : a.place() < b.place();
  });
  Sorted result;
  std::optional<std::pair<std::size_t, std::size_t>> best;
  for (std::size_t i = 0; i < values.size();) {
    std::size_t end = i + 1;
    while (end < values.size() && values[end].compare_value(values[i]) == 0) ++end;
    ++result.distinct;
    if (end - i >= 2 && (!best || values[i + 1].place() < values[best->second].place()))
      best = {i, i + 1};
    i = end;
  }
  if (best) result.repeat.emplace(std::move(values[best->first]), std::move(values[best->second]));
  return result;
}

// An evaluation of no more than so many steps. Throws Interrupted where the work is stopped.
template <class Evaluate>
Outcome within_budget(const Enumeration& work, const claim::Model& model,
                      const Evaluate& evaluate) {
  const BoundedModel bounded(model, work.steps, work.stop);
  Outcome outcome = evaluate(bounded);
  return bounded.exhausted() ? out_of_budget() : outcome;
}

// What a worker brings back for one range.
struct RangeResult {
  std::uint64_t index = 0;
  InputRange range;
  std::vector<std::optional<Outcome>> outcomes;  // of per_input jobs and of collect(); empty if the
                                                 // job was settled by an earlier range
  std::vector<std::vector<PlacedValue>> collected;  // of collective jobs
  std::vector<PlacedValue> ids;
  std::uint64_t digest_sum = 0;
  struct Line {
    std::string G;
    std::vector<std::string> after_shift, ids;
  };
  std::vector<Line> lines;
  bool cut_short = false;
};

// What a worker looks at, and its claims as programs.
struct Worker {
  Worker(const Enumeration& work, std::size_t cached_inputs)
      : view(work.program != nullptr
                 ? std::make_unique<IdModel>(*work.system, *work.program, cached_inputs)
                 : work.system->open(cached_inputs)) {
    if (work.claims != nullptr && work.claims->any())
      compiled = std::make_unique<ClaimProgram::Run>(*work.claims, CpuPath::automatic);
  }
  std::unique_ptr<RunView> view;
  std::unique_ptr<ClaimProgram::Run> compiled;
};

class Pass {
 public:
  explicit Pass(Enumeration& work)
      : work_(work),
        D_(work.system->D()),
        settled_(work.jobs.size()),
        collected_(work.jobs.size()) {
    for (auto& s : settled_) s = std::numeric_limits<std::uint64_t>::max();
    merged_.resize(work.jobs.size());
    const bool all_compiled =
        std::all_of(work.jobs.begin(), work.jobs.end(),
                    [](const EnumerationJob& job) { return job.compiled.has_value(); });
    range_ = work.program != nullptr && all_compiled && !work.dump
                 ? kLongRange
                 : (work.program != nullptr ? kRange : kCached);
  }

  [[nodiscard]] std::uint64_t ranges() const { return (work_.inputs + range_ - 1) / range_; }

  RangeResult compute(std::uint64_t index, const Worker& worker) const {
    RangeResult part;
    part.index = index;
    part.range = {index * range_, std::min(work_.inputs, (index + 1) * range_)};
    part.outcomes.resize(work_.jobs.size());
    part.collected.resize(work_.jobs.size());
    try {
      decide_claims(worker, part);
      if (work_.keep_ids || work_.dump) read_ids(worker, part);
    } catch (const Interrupted&) {  // in the middle of a claim
    }
    part.cut_short = stopped();
    return part;
  }

  void decide_claims(const Worker& worker, RangeResult& part) const {
    if (worker.compiled) run_compiled(worker, part);
    for (std::uint64_t first = part.range.first; first < part.range.last; first += kCached) {
      const InputRange range{first, std::min(part.range.last, first + kCached)};
      for (std::size_t j = 0; j < work_.jobs.size() && !stopped(); ++j) {
        if (settled_[j] < part.index || work_.jobs[j].compiled || is_settled(part.outcomes[j]))
          continue;
        const Formula& formula = *work_.jobs[j].formula;
        join(part.outcomes[j], within_budget(work_, *worker.view, [&](const claim::Model& model) {
               return formula.scope() == Formula::Scope::per_input
                          ? claim::evaluate(formula, model, range)
                          : collect(formula, model, range, part.collected[j]);
             }));
      }
    }
  }

  void merge(RangeResult part) {
    if (part.cut_short) cut_ = true;
    if (cut_) return;  // a part that is not whole says nothing, nor does what comes after it
    merged_inputs_ = part.range.last;
    for (std::size_t j = 0; j < work_.jobs.size(); ++j) {
      if (!part.outcomes[j]) continue;
      merge_outcome(j, part.index, std::move(*part.outcomes[j]));
      std::move(part.collected[j].begin(), part.collected[j].end(),
                std::back_inserter(collected_[j]));
    }
    std::move(part.ids.begin(), part.ids.end(), std::back_inserter(ids_));
    chunk_sum_ += part.digest_sum;
    if (part.range.last % Digest::chunk_inputs == 0 || part.range.last == work_.inputs) {
      digest_.add_chunk(chunk_sum_);
      chunk_sum_ = 0;
    }
    for (const RangeResult::Line& line : part.lines) work_.dump(line.G, line.after_shift, line.ids);
    if (work_.progress) work_.progress(part.range.last, work_.inputs);
  }

  // If a time limit cut it short, only what the inputs up to then settled is decided.
  void finish(const claim::Model& model) {
    const bool cut_short = work_.cut_short = merged_inputs_ != work_.inputs;
    for (std::size_t j = 0; j < work_.jobs.size(); ++j) {
      EnumerationJob& job = work_.jobs[j];
      if (cut_short && !is_settled(merged_[j])) {
        job.outcome = out_of_time();
        continue;
      }
      job.outcome = std::move(merged_[j].value());
      const bool decided =
          job.outcome.kind != Outcome::Kind::truth || job.outcome.truth != claim::Truth::yes;
      if (job.formula->scope() == Formula::Scope::collective && !decided) {
        const Sorted sorted = sort_out(std::move(collected_[j]));
        if (sorted.repeat) job.outcome = collision(*job.formula, model, sorted);
      }
    }
    if (!work_.keep_ids || cut_short) return;
    work_.distinct_ids = sort_out(std::move(ids_)).distinct;
    work_.digest = digest_.hex();
  }

 private:
  [[nodiscard]] bool stopped() const { return work_.stop != nullptr && work_.stop->load() != 0; }

  static bool settles(const Outcome& outcome) {
    return outcome.kind != Outcome::Kind::truth || outcome.truth == claim::Truth::no;
  }
  static bool is_settled(const std::optional<Outcome>& outcome) {
    return outcome && settles(*outcome);
  }

  // The outcome of two ranges, one after the other.
  static void join(std::optional<Outcome>& first, Outcome next) {
    if (is_settled(first)) return;
    if (!first || settles(next)) {
      first = std::move(next);
    } else {
      if (next.truth == claim::Truth::unknown) first->truth = claim::Truth::unknown;
      first->vacuous = first->vacuous && next.vacuous;
    }
  }

  // Compiled claims: a group at a time for all of them; of the inputs that are left the formula
  // itself is asked, in order.
  void run_compiled(const Worker& worker, RangeResult& part) const {
    ClaimProgram::Run& compiled = *worker.compiled;
    for (std::uint64_t first = part.range.first; first < part.range.last && !stopped();
         first += ClaimProgram::group) {
      const std::uint64_t last = std::min(part.range.last, first + ClaimProgram::group);
      compiled.run(first, last - first);
      for (std::size_t j = 0; j < work_.jobs.size(); ++j) {
        const auto& number = work_.jobs[j].compiled;
        if (!number || settled_[j] < part.index || is_settled(part.outcomes[j])) continue;
        Outcome yes;
        yes.truth = claim::Truth::yes;
        for (std::uint64_t from = first, word = 0; from < last; from += 64, ++word) {
          const std::uint64_t inputs =
              last - from >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (last - from)) - 1;
          const std::uint64_t holds = compiled.holds(*number, word) & inputs;
          yes.vacuous = (holds & ~compiled.vacuous(*number, word)) == 0;
          if (holds != 0) join(part.outcomes[j], yes);
          for (std::uint64_t left = inputs & ~holds; left != 0 && !is_settled(part.outcomes[j]);
               left &= left - 1) {
            const std::uint64_t g = from + static_cast<std::uint64_t>(std::countr_zero(left));
            join(part.outcomes[j],
                 within_budget(work_, *worker.view, [&](const claim::Model& model) {
                   return claim::evaluate(*work_.jobs[j].formula, model, {g, g + 1});
                 }));
          }
        }
      }
    }
  }

  Outcome collect(const Formula& formula, const claim::Model& model, InputRange range,
                  std::vector<PlacedValue>& values) const {
    // Instances are numbered within their input, so the range is gone through input by input.
    Outcome outcome;
    outcome.truth = claim::Truth::yes;
    for (std::uint64_t g = range.first; g < range.last; ++g) {
      std::uint32_t instance = 0;
      outcome = claim::collect(formula, model, {g, g + 1},
                               [&](const Rational& value, std::span<const claim::Value>) {
                                 values.push_back(place(value, D_, g, instance++));
                               });
      if (outcome.kind != Outcome::Kind::truth) break;
    }
    return outcome;
  }

  void read_ids(const Worker& worker, RangeResult& part) const {
    for (std::uint64_t g = part.range.first; g < part.range.last; ++g) {
      const std::vector<Rational> ids = worker.view->ids(g);
      const std::size_t n = ids.size();
      for (std::uint64_t k = 0; k < n && work_.keep_ids; ++k) {
        part.digest_sum += Digest::term(g, n, k, ids[k]);
        part.ids.push_back(place(ids[k], 1, g, static_cast<std::uint32_t>(k)));
      }
      if (!work_.dump) continue;
      RangeResult::Line line;
      line.G = worker.view->show(claim::Input{g});
      for (const Rational& id : worker.view->after_shift(g)) line.after_shift.push_back(id.str());
      for (const Rational& id : ids) line.ids.push_back(id.str());
      part.lines.push_back(std::move(line));
    }
  }

  void merge_outcome(std::size_t j, std::uint64_t index, Outcome outcome) {
    if (is_settled(merged_[j])) return;
    if (settles(outcome)) {
      settled_[j] = std::min<std::uint64_t>(settled_[j], index);
      if (work_.jobs[j].compiled) work_.claims->leave_out(*work_.jobs[j].compiled);
    }
    join(merged_[j], std::move(outcome));
  }

  Outcome collision(const Formula& formula, const claim::Model& model, const Sorted& sorted) const {
    const std::vector<std::string> names = claim::collective_names(formula);
    std::optional<Rational> value;
    const auto bindings = [&](const PlacedValue& wanted) {
      std::vector<claim::Binding> found;
      std::uint32_t instance = 0;
      claim::collect(formula, model, {wanted.ordinal, wanted.ordinal + 1},
                     [&](const Rational& v, std::span<const claim::Value> values) {
                       if (instance++ != wanted.instance) return;
                       value = v;
                       for (std::size_t i = 0; i < names.size(); ++i)
                         found.push_back({names[i], values[i]});
                     });
      HARDMAX_REQUIRE(found.size() == names.size());
      return found;
    };
    Outcome outcome;
    outcome.truth = claim::Truth::no;
    claim::Witness witness;
    witness.at = bindings(sorted.repeat->first);
    witness.lhs = *value;
    witness.other = bindings(sorted.repeat->second);
    witness.rhs = *value;
    witness.relation = "distinct";
    outcome.witness = std::move(witness);
    return outcome;
  }

  Enumeration& work_;
  std::uint64_t range_ = kCached;
  std::uint64_t D_;
  mutable std::vector<std::atomic<std::uint64_t>>
      settled_;  // the earliest range that settled a job; later ranges may skip it
  std::vector<std::optional<Outcome>> merged_;
  std::vector<std::vector<PlacedValue>> collected_;
  std::vector<PlacedValue> ids_;
  std::uint64_t chunk_sum_ = 0;
  Digest digest_;
  std::uint64_t merged_inputs_ = 0;
  bool cut_ = false;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

void enumerate(Enumeration& work) {
  const std::size_t threads = threads_of(work.threads);
  tbb::enumerable_thread_specific<std::unique_ptr<Worker>> workers;
  Pass pass(work);
  const std::uint64_t ranges = pass.ranges();
  std::uint64_t next = 0;
  const auto stopped = [&] { return work.stop != nullptr && work.stop->load() != 0; };
  on_threads(threads, [&] {
    tbb::parallel_pipeline(
        4 * threads,
        in_turn(next, ranges, 1, stopped) &
            tbb::make_filter<std::uint64_t, std::shared_ptr<RangeResult>>(
                tbb::filter_mode::parallel,
                [&](std::uint64_t index) {
                  auto& worker = workers.local();
                  if (!worker) worker = std::make_unique<Worker>(work, kCached);
                  return std::make_shared<RangeResult>(pass.compute(index, *worker));
                }) &
            tbb::make_filter<std::shared_ptr<RangeResult>, void>(
                tbb::filter_mode::serial_in_order,
                [&](const std::shared_ptr<RangeResult>& part) { pass.merge(std::move(*part)); }));
  });
  if (stopped() && work.stop->load() != timed_out) throw Interrupted(work.stop->load());
  pass.finish(*Worker(work, 1).view);
}

SampledCost sample_cost(const Enumeration& work, double longest) {
  constexpr std::uint64_t kSample = 4;
  const std::uint64_t sample = std::min(kSample, work.inputs);
  const Worker worker(work, kSample);
  SampledCost cost;
  auto start = std::chrono::steady_clock::now();
  static_cast<void>(worker.view->ids(0));
  cost.replay = seconds_since(start);
  if (cost.replay > longest) return cost;
  start = std::chrono::steady_clock::now();
  for (std::uint64_t g = 1; g < sample; ++g) static_cast<void>(worker.view->ids(g));
  if (sample > 1) cost.replay = seconds_since(start) / static_cast<double>(sample - 1);
  for (const EnumerationJob& job : work.jobs) {
    start = std::chrono::steady_clock::now();
    double instances = 0;
    Outcome outcome;
    try {
      outcome = within_budget(work, *worker.view, [&](const claim::Model& model) {
        return job.formula->scope() == Formula::Scope::per_input
                   ? claim::evaluate(*job.formula, model, {0, sample})
                   : claim::collect(
                         *job.formula, model, {0, sample},
                         [&](const Rational&, std::span<const claim::Value>) { instances += 1; });
      });
    } catch (const Interrupted& stopped) {
      if (stopped.exit_code != timed_out) throw;
      outcome = out_of_time();
    }
    const bool settles = outcome.kind != Outcome::Kind::truth || outcome.truth == claim::Truth::no;
    cost.settled.push_back(settles ? std::optional(std::move(outcome)) : std::nullopt);
    cost.jobs.push_back(seconds_since(start) / static_cast<double>(sample));
    cost.instances.push_back(instances / static_cast<double>(sample));
  }
  return cost;
}

CompiledCost sample_compiled_cost(const ClaimProgram& claims, std::uint64_t inputs) {
  CompiledCost cost;
  cost.left.resize(claims.claims());
  cost.first_left.resize(claims.claims());
  if (!claims.any()) return cost;
  constexpr std::uint64_t kGroups = 16;
  ClaimProgram::Run run(claims, CpuPath::automatic);
  const auto start = std::chrono::steady_clock::now();
  std::uint64_t seen = 0;
  for (std::uint64_t i = 0; i < kGroups; ++i) {
    const auto first =
        static_cast<std::uint64_t>(static_cast<unsigned __int128>(inputs) * i / kGroups);
    const std::uint64_t count = std::min<std::uint64_t>(ClaimProgram::group, inputs - first);
    run.run(first, count);
    seen += count;
    for (std::size_t claim = 0; claim < cost.left.size(); ++claim) {
      if (!claims.why_not(claim).empty()) continue;
      std::uint64_t held = 0;
      for (std::uint64_t word = 0; 64 * word < count; ++word) {
        const std::uint64_t valid = count - 64 * word >= 64
                                        ? ~std::uint64_t{0}
                                        : (std::uint64_t{1} << (count - 64 * word)) - 1;
        const std::uint64_t left = valid & ~run.holds(claim, word);
        held += static_cast<std::uint64_t>(std::popcount(valid & ~left));
        if (left != 0 && !cost.first_left[claim])
          cost.first_left[claim] =
              first + 64 * word + static_cast<std::uint64_t>(std::countr_zero(left));
      }
      cost.left[claim] += static_cast<double>(count - held);
    }
  }
  cost.instruction = seconds_since(start) / static_cast<double>(kGroups * ClaimProgram::group) /
                     static_cast<double>(std::max<std::size_t>(claims.instructions(), 1));
  for (double& left : cost.left) left /= static_cast<double>(seen);
  return cost;
}

}  // namespace hardmax
