#include "discharge/soft_run.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>

#include "discharge/first_state.hpp"
#include "exact/error.hpp"
#include "execute/grid.hpp"
#include "execute/soft.hpp"

namespace hardmax {

namespace {

const std::size_t kFirstRow = 0;

std::vector<Ball> ids_of(const State<Ball>& z, std::uint64_t D) {
  std::vector<Ball> ids(z.tokens);
  for (std::size_t k = 0; k < z.tokens; ++k) {
    for (std::size_t r = 0; r < z.rows; ++r) ids[k].add_product(power(D, r), z.column(k)[r]);
  }
  return ids;
}

State<Ball> enclosed(const State<Rational>& z) {
  State<Ball> balls(z.rows, z.tokens);
  for (std::size_t i = 0; i < z.entries.size(); ++i) balls.entries[i] = Ball(z.entries[i]);
  return balls;
}

// One worker: a soft and an exact network, and what it has seen. Not thread-safe.
template <class Arithmetic>
class Worker {
 public:
  Worker(const SoftRequest& request, const Network& network, long bits)
      : request_(request), construction_(*request.construction), grid_(construction_.parameters.n, construction_.parameters.d, construction_.parameters.D),
        exact_(construction_.network, *request.pattern), soft_(network, *request.pattern, arithmetic()), network_(network) {
    if (request.value != nullptr) {
      exact_value_.emplace(request.value->exact, *request.pattern);
      soft_value_.emplace(request.value->soft, *request.pattern, arithmetic());
    }
    seen_.stages = request.stages;
    seen_.errors.resize(request.stages.size());
    seen_.bits = bits;
    for (const SoftStage& stage : request.stages) {
      for (std::size_t t = stage.first; t < stage.last; ++t) {
        if (!heads(t).empty()) seen_.layers.emplace_back(t + 1, Extreme{});
      }
    }
  }

  void run(std::uint64_t ordinal) {
    ordinal_ = ordinal;
    State<Rational> exact = first_state(construction_, grid_.input(ordinal));
    State<Ball> soft = enclosed(exact);
    std::size_t layer = 0;
    for (std::size_t s = 0; s < request_.stages.size(); ++s) {
      const SoftStage& stage = request_.stages[s];
      const Rational D = construction_.parameters.D;
      bound_ = {Ball(stage.zeta * D * D), Ball(reading() == SoftRun::Reading::adversary ? stage.eta_lower : stage.eta_upper)};
      const bool all = !request_.errors_alone;
      State<Ball> fresh;
      if (all && s > 0) fresh = enclosed(exact);
      if (all) note_spread(seen_.errors[s].spread, soft);
      for (std::size_t t = stage.first; t < stage.last; ++t) {
        if (heads(t).empty()) continue;
        if (all) note_gaps(t, soft);
        soft = soft_.apply(t, soft);
        if (all && s > 0) fresh = soft_.apply(t, fresh);
        exact = exact_.apply(t, exact);
        if (all) note_error(seen_.layers[layer++].second, soft, exact);
        if (all) note_spread(seen_.errors[s].spread, soft);
        note_rows(seen_.other_rows_exact, soft, exact);
      }
      note_error(seen_.errors[s].accumulated, soft, exact);
      if (all) note_error(seen_.errors[s].fresh, s > 0 ? fresh : soft, exact);
    }
    if (exact_value_) {
      exact = exact_value_->run(std::move(exact));
      soft = soft_value_->run(std::move(soft));
      note_error(seen_.value_error, soft, exact);
      note_rows(seen_.value_rows_exact, soft, exact);
    }
    ++seen_.inputs;
  }

  [[nodiscard]] const SoftRun& seen() const { return seen_; }

 private:
  [[nodiscard]] SoftRun::Reading reading() const { return request_.reading; }
  [[nodiscard]] const std::vector<Head>& heads(std::size_t t) const { return std::get<Attention>(network_.layers()[t]).heads; }
  Arithmetic arithmetic() {
    Arithmetic a;
    if constexpr (requires { a.bound; }) a.bound = &bound_;
    return a;
  }
  void note_error(Extreme& largest, const State<Ball>& soft, const State<Rational>& exact) {
    for (std::size_t k = 0; k < soft.tokens; ++k) {
      const Ball error = abs(soft.column(k)[kFirstRow] - Ball(exact.column(k)[kFirstRow]));
      largest.raise(std::max(Rational(0), error.lower()), error.upper(), ordinal_, k);
    }
  }
  void note_spread(Extreme& largest, const State<Ball>& soft) {
    const std::vector<Ball> ids = ids_of(soft, construction_.parameters.D);
    Ball top = ids[0], bottom = ids[0];
    for (const Ball& id : ids) {
      top = max(top, id);
      bottom = min(bottom, id);
    }
    const Ball spread = top - bottom;
    largest.raise(spread.lower(), spread.upper(), ordinal_, 0);
  }
  void note_rows(bool& same, const State<Ball>& soft, const State<Rational>& exact) {
    for (std::size_t k = 0; k < soft.tokens; ++k) {
      for (std::size_t r = 1; r < soft.rows; ++r) {
        const Ball& x = soft.column(k)[r];
        same = same && x.is_exact() && x.contains(exact.column(k)[r]);
      }
    }
  }
  // The lead of the largest score in every head of layer t. The heads of this construction read ids: a score is id_j (id_k - b_Q).
  void note_gaps(std::size_t t, const State<Ball>& soft) {
    const std::vector<Ball> ids = ids_of(soft, construction_.parameters.D);
    const std::size_t pattern_layer = std::get<Attention>(network_.layers()[t]).pattern_layer;
    for (const Head& head : heads(t)) {
      const Ball b(head.b_Q[0]);
      for (std::size_t k = 0; k < soft.tokens; ++k) {
        const Ball query = ids[k] - b;
        std::optional<Ball> first, second;
        for (const Token j : request_.pattern->neighbours(pattern_layer, k)) {
          const Ball score = ids[j] * query;
          if (first) second = second ? max(*second, min(*first, score)) : min(*first, score);
          first = first ? max(*first, score) : score;
        }
        if (!second) continue;
        const Ball gap = *first - *second;
        seen_.least_gap.sink(gap.lower(), gap.upper(), ordinal_, k);
      }
    }
  }

  const SoftRequest& request_;
  const yun2020b::Construction& construction_;
  Grid grid_;
  Bound bound_;
  Literal<ExactHardmax> exact_;
  Literal<Arithmetic> soft_;
  std::optional<Literal<ExactHardmax>> exact_value_;
  std::optional<Literal<Arithmetic>> soft_value_;
  const Network& network_;
  SoftRun seen_;
  std::uint64_t ordinal_ = 0;
};

void merge(Extreme& into, const Extreme& from, bool largest) {
  if (!from.set) return;
  if (!into.set) {
    into = from;
    return;
  }
  // Of inputs that attain the same end, the first.
  const bool first = std::pair(from.ordinal, from.token) < std::pair(into.ordinal, into.token);
  const bool moves = largest ? from.lower > into.lower || (from.lower == into.lower && first) : from.upper < into.upper || (from.upper == into.upper && first);
  if (moves) {
    into.ordinal = from.ordinal;
    into.token = from.token;
  }
  into.lower = largest ? std::max(into.lower, from.lower) : std::min(into.lower, from.lower);
  into.upper = largest ? std::max(into.upper, from.upper) : std::min(into.upper, from.upper);
}

void merge(SoftRun& into, const SoftRun& from) {
  for (std::size_t s = 0; s < into.errors.size(); ++s) {
    merge(into.errors[s].accumulated, from.errors[s].accumulated, true);
    merge(into.errors[s].fresh, from.errors[s].fresh, true);
    merge(into.errors[s].spread, from.errors[s].spread, true);
  }
  for (std::size_t i = 0; i < into.layers.size(); ++i) merge(into.layers[i].second, from.layers[i].second, true);
  merge(into.least_gap, from.least_gap, false);
  merge(into.value_error, from.value_error, true);
  into.other_rows_exact = into.other_rows_exact && from.other_rows_exact;
  into.value_rows_exact = into.value_rows_exact && from.value_rows_exact;
  into.inputs += from.inputs;
}

void to_real_units(SoftRun& run, const Rational& delta) {
  const auto scale = [](Extreme& e, const Rational& by) {
    e.lower *= by;
    e.upper *= by;
  };
  for (StageErrors& errors : run.errors) {
    for (Extreme* e : {&errors.accumulated, &errors.fresh, &errors.spread}) scale(*e, delta);
  }
  for (auto& [layer, e] : run.layers) scale(e, delta);
  scale(run.value_error, delta);
  scale(run.least_gap, delta * delta);
}

template <class Arithmetic>
SoftRun run_as(const SoftRequest& request, long bits) {
  const yun2020b::Construction& construction = *request.construction;
  const bool own_map = request.reading == SoftRun::Reading::map;
  HARDMAX_REQUIRE(!own_map || request.map);
  const Network network = own_map ? soft_network(construction, request.stages, *request.map) : construction.network;
  const Rational delta = Rational(1) / Rational(construction.parameters.D);
  const auto all = Grid(construction.parameters.n, construction.parameters.d, construction.parameters.D).size64();
  HARDMAX_REQUIRE(request.ordinals || all);
  const std::uint64_t count = request.ordinals ? request.ordinals->size() : *all;

  std::atomic<std::uint64_t> next{0};
  std::atomic<bool> over{false};
  std::mutex mutex;
  std::exception_ptr failure;
  std::optional<SoftRun> result;
  const auto work = [&] {
    try {
      const Precision precision(bits);
      Worker<Arithmetic> worker(request, network, bits);
      for (std::uint64_t i = next++; i < count && !over; i = next++) {
        if (request.stop != nullptr && request.stop->load() != 0) throw Interrupted(request.stop->load());
        worker.run(request.ordinals ? (*request.ordinals)[i] : i);
        if (request.give_up_above && worker.seen().total().upper * delta > *request.give_up_above) over = true;
      }
      const std::lock_guard lock(mutex);
      if (result) {
        merge(*result, worker.seen());
      } else {
        result = worker.seen();
      }
    } catch (...) {
      over = true;
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  if (request.threads <= 1 || count <= 1) {
    work();
  } else {
    std::vector<std::jthread> workers;
    for (std::size_t i = 0; i < request.threads; ++i) {
      workers.emplace_back([&] {
        work();
        release_thread_memory();
      });
    }
  }
  if (failure) std::rethrow_exception(failure);
  to_real_units(*result, delta);
  return std::move(*result);
}

}  // namespace

void Extreme::raise(const Rational& from, const Rational& to, std::uint64_t input, std::size_t at_token) {
  if (!set || from > lower) {
    lower = from;
    ordinal = input;
    token = at_token;
  }
  if (!set || to > upper) upper = to;
  set = true;
}

void Extreme::sink(const Rational& from, const Rational& to, std::uint64_t input, std::size_t at_token) {
  if (!set || to < upper) {
    upper = to;
    ordinal = input;
    token = at_token;
  }
  if (!set || from < lower) lower = from;
  set = true;
}

SoftRun run_soft(const SoftRequest& request, long bits) {
  switch (request.reading) {
    case SoftRun::Reading::map: return run_as<SoftBalls>(request, bits);
    case SoftRun::Reading::admissible: return run_as<Admissible>(request, bits);
    case SoftRun::Reading::adversary: return run_as<Adversary>(request, bits);
  }
  throw BrokenContract("unknown reading");
}

}  // namespace hardmax
