#include "decide/input_pass.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <map>
#include <mutex>

#include "exact/crew.hpp"
#include "exact/error.hpp"
#include "execute/grid.hpp"

namespace hardmax::decide {

namespace {

using claim::Outcome;
using claim::Truth;

constexpr std::uint64_t kChunk = 64;  // divides a chunk of the digest
static_assert(Digest::chunk_inputs % kChunk == 0);

bool settles(const Outcome& outcome) {
  return outcome.kind != Outcome::Kind::truth || outcome.truth == Truth::no;
}

// The outcome of two ranges, one after the other (claim/claim.hpp).
void join(std::optional<Outcome>& first, Outcome next) {
  if (first && settles(*first)) return;
  if (!first || settles(next)) {
    first = std::move(next);
    return;
  }
  if (next.truth == Truth::unknown) first->truth = Truth::unknown;
  first->vacuous = first->truth == Truth::yes && first->vacuous && next.vacuous;
}

struct Part {  // what one chunk came to
  claim::InputRange range;
  std::vector<std::optional<Outcome>> outcomes;  // empty: an earlier chunk settled the job
  std::vector<bool> exhausted;
  std::uint64_t digest_sum = 0;
  std::vector<std::pair<std::vector<Rational>, std::vector<Rational>>>
      dumped;  // inputs and outputs, where they are asked for
  std::string not_executed;
};

class Pass {
 public:
  explicit Pass(InputPass& work)
      : work_(work),
        chunks_((work.inputs + kChunk - 1) / kChunk),
        settled_(work.jobs.size()),
        merged_(work.jobs.size()) {
    for (auto& s : settled_) s = std::numeric_limits<std::uint64_t>::max();
  }

  void go() {
    const std::size_t threads = static_cast<std::size_t>(
        std::min<std::uint64_t>(std::max<std::size_t>(work_.threads, 1), chunks_));
    work_on_threads(threads, [this](const std::atomic<bool>& failed) { work(failed); });
    for (std::size_t j = 0; j < work_.jobs.size(); ++j)
      work_.jobs[j].outcome = std::move(merged_[j].value());
    if (work_.outputs && work_.not_executed.empty()) work_.digest = digest_.hex();
  }

 private:
  // What each thread does: one chunk after another, until there is none.
  void work(const std::atomic<bool>& failed) {
    const auto reading = work_.run->another_reading();
    std::vector<SubjectModel> models;
    models.reserve(work_.jobs.size());
    for (const PassJob& job : work_.jobs)
      models.emplace_back(*work_.run, reading, job.formula->names, work_.inputs);
    for (std::uint64_t index = next_++; index < chunks_ && !failed; index = next_++) {
      Part part = compute(index, *reading, models);
      const std::scoped_lock lock(mutex_);
      pending_.emplace(index, std::move(part));
      while (!pending_.empty() && pending_.begin()->first == merged_chunks_) {
        merge(pending_.begin()->second);
        pending_.erase(pending_.begin());
      }
    }
  }

  Part compute(std::uint64_t index, subject::Reading& reading,
               const std::vector<SubjectModel>& models) const {
    Part part;
    part.range = {index * kChunk, std::min(work_.inputs, (index + 1) * kChunk)};
    part.outcomes.resize(work_.jobs.size());
    part.exhausted.resize(work_.jobs.size());
    for (std::size_t j = 0; j < work_.jobs.size(); ++j) {
      if (settled_[j] < index) continue;
      models[j].allow(work_.allowance);
      part.outcomes[j] = claim::evaluate(work_.jobs[j].formula->formula, models[j], part.range);
      part.exhausted[j] = part.outcomes[j]->kind == Outcome::Kind::limit && models[j].exhausted();
    }
    if (work_.outputs) execute(part, reading);
    return part;
  }

  void execute(Part& part, subject::Reading& reading) const {
    reading.allow_steps(subject::Reading::most_steps);
    try {
      for (std::uint64_t g = part.range.first; g < part.range.last; ++g) {
        const std::vector<Rational> outputs = outputs_of(*work_.run, reading, g);
        for (std::size_t i = 0; i < outputs.size(); ++i)
          part.digest_sum += Digest::term(g, outputs.size(), i, outputs[i]);
        if (work_.dump) part.dumped.emplace_back(reading.input(Rational(g)).values, outputs);
      }
    } catch (const subject::TermError& e) {
      part.not_executed = e.what();
    } catch (const Undefined& e) {
      part.not_executed = e.what();
    } catch (const LimitReached& e) {
      part.not_executed = e.what();
    }
  }

  void merge(Part& part) {
    for (std::size_t j = 0; j < work_.jobs.size(); ++j) {
      if (!part.outcomes[j] || (merged_[j] && settles(*merged_[j]))) continue;
      if (settles(*part.outcomes[j])) {
        settled_[j] = merged_chunks_;
        work_.jobs[j].exhausted = part.exhausted[j];
      }
      join(merged_[j], std::move(*part.outcomes[j]));
    }
    if (work_.not_executed.empty()) work_.not_executed = part.not_executed;
    for (const auto& [input, outputs] : part.dumped) work_.dump(input, outputs);
    chunk_sum_ += part.digest_sum;
    if (part.range.last % Digest::chunk_inputs == 0 || part.range.last == work_.inputs) {
      digest_.add_chunk(chunk_sum_);
      chunk_sum_ = 0;
    }
    ++merged_chunks_;
    if (work_.progress) work_.progress(part.range.last, work_.inputs);
  }

  InputPass& work_;
  std::uint64_t chunks_;
  std::atomic<std::uint64_t> next_{0};
  std::vector<std::atomic<std::uint64_t>> settled_;  // the chunk that settled a job
  std::mutex mutex_;                                 // guards the members below
  std::map<std::uint64_t, Part> pending_;
  std::uint64_t merged_chunks_ = 0;
  std::vector<std::optional<Outcome>> merged_;
  Digest digest_;
  std::uint64_t chunk_sum_ = 0;
};

}  // namespace

void run(InputPass& pass) {
  HARDMAX_REQUIRE(pass.inputs > 0);
  Pass(pass).go();
}

std::vector<Rational> outputs_of(const subject::Run& run, subject::Reading& reading,
                                 std::uint64_t ordinal) {
  const subject::ConstructionFile& file = run.file();
  subject::Mat state = reading.start(reading.input(Rational(ordinal)));
  if (!file.networks.empty()) {
    const std::string& network = file.states.empty() ? file.networks.back() : file.states;
    state = reading.run(network, reading.length(network), state);
  }
  std::vector<Rational> out;
  out.reserve(state.numbers.size());
  for (std::size_t k = 0; k < state.columns; ++k)
    for (std::size_t r = 0; r < state.rows; ++r)
      out.push_back(state.numbers[r * state.columns + k]);
  return out;
}

}  // namespace hardmax::decide
