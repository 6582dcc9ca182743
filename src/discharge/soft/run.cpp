#include "discharge/soft/run.hpp"

#include <algorithm>
#include <memory>
#include <mutex>

#include "discharge/first_state.hpp"
#include "discharge/soft/seen.hpp"
#include "exact/crew.hpp"
#include "exact/error.hpp"
#include "execute/grid.hpp"
#include "execute/soft_ids.hpp"

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

void note_rows(bool& same, const State<Ball>& soft, const State<Rational>& exact) {
  for (std::size_t k = 0; k < soft.tokens; ++k) {
    for (std::size_t r = 1; r < soft.rows; ++r) {
      const Ball& x = soft.column(k)[r];
      same = same && x.is_exact() && x.contains(exact.column(k)[r]);
    }
  }
}

bool has_heads(const Network& network, std::size_t t) {
  return !std::get<Attention>(network.layers()[t]).heads.empty();
}

// The bound of a stage in the units of the network's scores.
Bound bound_of(const SoftStage& stage, std::uint64_t D, SoftRun::Reading reading) {
  const Rational scale = Rational(D) * Rational(D);
  return {Ball(stage.zeta * scale),
          Ball(reading == SoftRun::Reading::adversary ? stage.eta_lower : stage.eta_upper)};
}

// The value layers behind the contextual mapping.
template <class Arithmetic>
class ValueLayers {
 public:
  ValueLayers(const SoftValueLayers& value, const Pattern& pattern)
      : exact_(value.exact, pattern), soft_(value.soft, pattern) {}
  void run(Seen& seen, State<Rational> exact, State<Ball> soft) const {
    exact = exact_.run(std::move(exact));
    soft = soft_.run(std::move(soft));
    for (std::size_t k = 0; k < soft.tokens; ++k)
      seen.error(seen.value, soft.column(k)[kFirstRow], exact.column(k)[kFirstRow], k);
    note_rows(seen.run.value_rows_exact, soft, exact);
  }

 private:
  Literal<ExactHardmax> exact_;
  Literal<Arithmetic> soft_;
};

// Runs one input after the other and keeps what it sees, by the literal executor. Not thread-safe.
template <class Arithmetic>
class LiteralWorker {
 public:
  LiteralWorker(const SoftRequest& request, const Network& network,
                const ValueLayers<Arithmetic>* value, long bits)
      : request_(request),
        construction_(*request.construction),
        grid_(construction_.parameters.n, construction_.parameters.d, construction_.parameters.D),
        exact_(construction_.network, *request.pattern),
        soft_(network, *request.pattern, arithmetic()),
        network_(network),
        value_(value),
        seen_(request, network, bits) {}

  void run(std::uint64_t ordinal) {
    seen_.begin(ordinal);
    State<Rational> exact = first_state(construction_, grid_.input(ordinal));
    State<Ball> soft = enclosed(exact);
    std::size_t layer = 0;
    for (std::size_t s = 0; s < request_.stages.size(); ++s) {
      const SoftStage& stage = request_.stages[s];
      bound_ = bound_of(stage, construction_.parameters.D, request_.reading);
      const bool all = !request_.errors_alone;
      State<Ball> fresh;
      if (all && s > 0) fresh = enclosed(exact);
      if (all) seen_.spread(seen_.spreads[s], ids_of(soft, construction_.parameters.D));
      for (std::size_t t = stage.first; t < stage.last; ++t) {
        if (!has_heads(network_, t)) continue;
        if (all) note_leads(t, soft);
        soft = soft_.apply(t, soft);
        if (all && s > 0) fresh = soft_.apply(t, fresh);
        exact = exact_.apply(t, exact);
        if (all) note_error(seen_.layers[layer++], soft, exact);
        if (all) seen_.spread(seen_.spreads[s], ids_of(soft, construction_.parameters.D));
        note_rows(seen_.run.other_rows_exact, soft, exact);
      }
      note_error(seen_.accumulated[s], soft, exact);
      if (all) note_error(seen_.fresh[s], s > 0 ? fresh : soft, exact);
    }
    if (value_ != nullptr) value_->run(seen_, std::move(exact), std::move(soft));
    ++seen_.run.inputs;
  }
  [[nodiscard]] const SoftRun& seen() const { return seen_.run; }

 private:
  Arithmetic arithmetic() {
    Arithmetic a;
    if constexpr (requires { a.bound; }) a.bound = &bound_;
    return a;
  }
  void note_error(Watch& watch, const State<Ball>& soft, const State<Rational>& exact) {
    for (std::size_t k = 0; k < soft.tokens; ++k)
      seen_.error(watch, soft.column(k)[kFirstRow], exact.column(k)[kFirstRow], k);
  }
  void note_leads(std::size_t t, const State<Ball>& soft) {
    const std::vector<Ball> ids = ids_of(soft, construction_.parameters.D);
    const auto& layer = std::get<Attention>(network_.layers()[t]);
    for (const Head& head : layer.heads) {
      for (std::size_t k = 0; k < soft.tokens; ++k)
        seen_.lead(ids, request_.pattern->neighbours(layer.pattern_layer, k), Ball(head.b_Q[0]), k);
    }
  }

  const SoftRequest& request_;
  const Construction& construction_;
  Grid grid_;
  Bound bound_;
  Literal<ExactHardmax> exact_;
  Literal<Arithmetic> soft_;
  const Network& network_;
  const ValueLayers<Arithmetic>* value_;
  Seen seen_;
};

// A network that can be run on column ids (execute/soft_ids.hpp).
struct Ids {
  IdProgram program;
  std::vector<IdLayer> layers;

  static std::optional<Ids> make(const SoftRequest& request) {
    const Construction& construction = *request.construction;
    if (request.literal || !writes_first_row_alone(construction.network)) return std::nullopt;
    std::vector<Rational> E;
    for (const Rational& e : construction.E) E.push_back(e * Rational(construction.parameters.D));
    auto program = derive_id_program(construction.network, *request.pattern,
                                     construction.parameters.D, E, construction.selective_layers);
    if (!program) return std::nullopt;
    std::vector<IdLayer> layers = id_layers(*program);
    return Ids{std::move(*program), std::move(layers)};
  }
};

// The same on column ids. As rows 2..d are never written to, the error of an id is that of the
// first row.
template <class Arithmetic>
class IdWorker {
 public:
  IdWorker(const SoftRequest& request, const Ids& ids, const Network& network,
           const ValueLayers<Arithmetic>* value, long bits)
      : request_(request),
        construction_(*request.construction),
        ids_(ids),
        value_(value),
        seen_(request, network, bits) {
    std::size_t first = 0;
    bounds_.reserve(request.stages.size());
    for (const SoftStage& stage : request.stages) {
      std::size_t count = 0;
      for (std::size_t t = stage.first; t < stage.last; ++t) count += has_heads(network, t);
      const std::span<const IdLayer> layers(ids.layers.data() + first, count);
      bounds_.push_back(bound_of(stage, construction_.parameters.D, request.reading));
      const auto& map = count == 0
                            ? std::nullopt
                            : std::get<Attention>(network.layers()[run_layer(network, stage)]).map;
      accumulated_.emplace_back(ids.program, layers, map, &bounds_.back());
      if (!request.errors_alone) fresh_.emplace_back(ids.program, layers, map, &bounds_.back());
      first += count;
    }
  }

  void run(std::uint64_t ordinal) {
    seen_.begin(ordinal);
    exact_ = initial_ids(ids_.program, ordinal);
    std::size_t i = 0;
    const bool all = !request_.errors_alone;
    for (std::size_t s = 0; s < accumulated_.size(); ++s) {
      SoftIds<Arithmetic>& soft = accumulated_[s];
      if (s == 0 || all) {
        enclosed_.clear();
        for (const Rational& id : exact_) enclosed_.emplace_back(id);
      }
      soft.start(s == 0 ? enclosed_ : accumulated_[s - 1].ids());
      if (all && s > 0) fresh_[s].start(enclosed_);
      if (all) seen_.spread(seen_.spreads[s], soft.ids());
      for (std::size_t j = 0; j < soft.layers(); ++j, ++i) {
        soft.step(j);
        step_exactly(ids_.program, ids_.layers[i], exact_, next_);
        std::swap(exact_, next_);
        if (!all) continue;
        note_leads(ids_.layers[i], soft);
        if (s > 0) fresh_[s].step(j);
        note_error(seen_.layers[i], soft.ids());
        seen_.spread(seen_.spreads[s], soft.ids());
      }
      note_error(seen_.accumulated[s], soft.ids());
      if (all) note_error(seen_.fresh[s], (s > 0 ? fresh_[s] : soft).ids());
    }
    if (value_ != nullptr) run_value(ordinal);
    ++seen_.run.inputs;
  }
  [[nodiscard]] const SoftRun& seen() const { return seen_.run; }

 private:
  static std::size_t run_layer(const Network& network, const SoftStage& stage) {
    std::size_t t = stage.first;
    while (!has_heads(network, t)) ++t;
    return t;
  }
  void note_error(Watch& watch, const std::vector<Ball>& soft) {
    for (std::size_t k = 0; k < soft.size(); ++k) seen_.error(watch, soft[k], exact_[k], k);
  }
  void note_leads(const IdLayer& layer, const SoftIds<Arithmetic>& soft) {
    for (std::size_t k = 0; k < ids_.program.n; ++k) {
      if (seen_.least_gap.is_idle(soft.lead(k))) continue;
      const auto& keys = ids_.program.keys[layer.keys][k];
      seen_.lead(soft.before(), keys, Ball(layer.low), k);
      if (layer.window) seen_.lead(soft.before(), keys, Ball(layer.high), k);
    }
  }
  void run_value(std::uint64_t ordinal) {
    const auto& [n, d, D] = construction_.parameters;
    State<Rational> exact = first_state(construction_, Grid(n, d, D).input(ordinal));
    State<Ball> soft(d, n);
    for (std::size_t k = 0; k < n; ++k) {
      Rational others;  // what rows 2..d give the id
      for (std::size_t r = 1; r < d; ++r) others += power(D, r) * exact.column(k)[r];
      exact.column(k)[kFirstRow] = exact_[k] - others;
      for (std::size_t r = 0; r < d; ++r) soft.column(k)[r] = Ball(exact.column(k)[r]);
      soft.column(k)[kFirstRow] = accumulated_.back().ids()[k] - Ball(others);
    }
    value_->run(seen_, std::move(exact), std::move(soft));
  }

  const SoftRequest& request_;
  const Construction& construction_;
  const Ids& ids_;
  std::vector<Bound> bounds_;
  std::vector<SoftIds<Arithmetic>> accumulated_, fresh_;  // of each stage
  std::vector<Rational> exact_, next_;
  std::vector<Ball> enclosed_;
  const ValueLayers<Arithmetic>* value_;
  Seen seen_;
};

// All inputs, each by one of request.threads workers that make() forms.
SoftRun run_all(const SoftRequest& request, long bits, const auto& make) {
  const auto& [n, d, D] = request.construction->parameters;
  const Rational delta = Rational(1) / Rational(D);
  const auto all = Grid(n, d, D).size64();
  HARDMAX_REQUIRE(request.ordinals || all);
  const std::uint64_t count = request.ordinals ? request.ordinals->size() : *all;

  std::atomic<std::uint64_t> next{0};
  std::atomic<bool> over{false};
  std::mutex mutex;
  std::optional<SoftRun> result;
  work_on_threads(count <= 1 ? 1 : request.threads, [&](const std::atomic<bool>& failed) {
    const Precision precision(bits);
    auto worker = make();
    for (std::uint64_t i = next++; i < count && !over && !failed; i = next++) {
      if (request.stop != nullptr && request.stop->load() != 0)
        throw Interrupted(request.stop->load());
      worker->run(request.ordinals ? (*request.ordinals)[i] : i);
      if (request.give_up_above && worker->seen().total().upper * delta > *request.give_up_above)
        over = true;
    }
    const std::lock_guard lock(mutex);
    if (result) {
      merge(*result, worker->seen());
    } else {
      result = worker->seen();
    }
  });
  to_real_units(*result, delta);
  return std::move(*result);
}

template <class Arithmetic>
SoftRun run_as(const SoftRequest& request, long bits) {
  const bool own_map = request.reading == SoftRun::Reading::map;
  HARDMAX_REQUIRE(!own_map || request.map);
  const Network network = own_map
                              ? soft_network(*request.construction, request.stages, *request.map)
                              : request.construction->network;
  std::optional<ValueLayers<Arithmetic>> layers;
  if (request.value != nullptr) layers.emplace(*request.value, *request.pattern);
  const ValueLayers<Arithmetic>* value = layers ? &*layers : nullptr;
  if (const auto ids = Ids::make(request)) {
    return run_all(request, bits, [&] {
      return std::make_unique<IdWorker<Arithmetic>>(request, *ids, network, value, bits);
    });
  }
  return run_all(request, bits, [&] {
    return std::make_unique<LiteralWorker<Arithmetic>>(request, network, value, bits);
  });
}

}  // namespace

SoftRun run_soft(const SoftRequest& request, long bits) {
  switch (request.reading) {
    case SoftRun::Reading::map: return run_as<SoftBalls>(request, bits);
    case SoftRun::Reading::admissible: return run_as<Admissible>(request, bits);
    case SoftRun::Reading::adversary: return run_as<Adversary>(request, bits);
  }
  throw BrokenContract("unknown reading");
}

}  // namespace hardmax
