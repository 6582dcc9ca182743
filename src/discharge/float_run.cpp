#include "discharge/float_run.hpp"

#include <algorithm>
#include <set>

#include "discharge/first_state.hpp"
#include "exact/error.hpp"
#include "execute/grid.hpp"

namespace hardmax {

namespace {

constexpr std::size_t kIdRow = 0;

// u^T Z of a column as a head of the network forms it: u = (1, D, D^2, ...) as weights, from row 1
// to row d one product and one sum after the other, each rounded. Then it is rounded to the format
// of what stands between layers. (Formed exactly, it would tell apart columns that no head tells
// apart.) Nothing where it overflows.
std::optional<Rational> id_of(std::span<const MachineFloat> column, std::uint64_t D) {
  MachineFloat id;
  Rational weight = 1;
  for (const MachineFloat& x : column) {
    FloatNetworks::add_product(id, weight, x);
    weight *= Rational(D);
  }
  id.store();
  return id.is_finite() ? std::optional(id.exact()) : std::nullopt;
}

void earlier(std::optional<FloatPlace>& place, const FloatPlace& other) {
  if (!place || other < *place) place = other;
}

class FloatRunner {
 public:
  explicit FloatRunner(const FloatRequest& request)
      : request_(request),
        construction_(*request.construction),
        D_(construction_.parameters.D),
        use_(request.model),
        exact_(construction_.network, *request.pattern, NotedHardmax{{}, &exact_choices_}),
        float_(*request.network, *request.pattern, FloatNetworks{&float_choices_}) {
    seen_.model = request.model;
    const auto& layers = request.network->layers();
    for (std::size_t t = 0; t < layers.size(); ++t) {
      if (!std::get<Attention>(layers[t]).heads.empty()) seen_.layers.push_back({t, {}, {}});
      seen_.soft = seen_.soft || std::get<Attention>(layers[t]).map.has_value();
    }
  }

  FloatRun run() {
    const auto& [n, d, D] = construction_.parameters;
    const Grid grid(n, d, D);
    HARDMAX_REQUIRE(request_.ordinals || grid.size64());
    const std::uint64_t count = request_.ordinals ? request_.ordinals->size() : *grid.size64();
    for (std::uint64_t i = 0; i < count && !over(); ++i) {
      if (request_.stop != nullptr && request_.stop->load() != 0)
        throw Interrupted(request_.stop->load());
      const std::uint64_t ordinal = request_.ordinals ? (*request_.ordinals)[i] : i;
      one(ordinal, grid.input(ordinal));
      ++seen_.inputs;
    }
    seen_.ids = seen_.inputs * n;
    seen_.distinct = ids_.size();
    seen_.total_error *= Rational(1) / Rational(D_);
    return std::move(seen_);
  }

 private:
  [[nodiscard]] bool over() const {
    return (request_.stop_at_merge && (seen_.merge || seen_.given_up)) ||
           (request_.stop_above &&
            (seen_.given_up || seen_.total_error > *request_.stop_above * Rational(D_)));
  }

  void one(std::uint64_t ordinal, const std::vector<std::uint64_t>& G) {
    State<Rational> exact = first_state(construction_, G);
    State<MachineFloat> now(exact.rows, exact.tokens);
    for (std::size_t i = 0; i < now.entries.size(); ++i)
      now.entries[i] = MachineFloat::of_weight(exact.entries[i]);
    std::vector<Rational> ids(exact.tokens);  // before the first layer, then after each
    const auto form_ids = [&](std::size_t layer) {
      for (std::size_t k = 0; k < ids.size(); ++k) {
        const std::optional<Rational> id = id_of(now.column(k), D_);
        if (!id) give_up({layer, ordinal, k});
        if (!id) return false;
        ids[k] = *id;
      }
      return true;
    };
    if (!form_ids(0)) return;
    note_merges({0, ordinal, 0}, exact, ids);
    for (FloatLayer& layer : seen_.layers) {
      exact_choices_.clear();
      float_choices_.clear();
      exact = exact_.apply(layer.layer, exact);
      now = float_.apply(layer.layer, now);
      for (std::size_t i = 0; i < exact_choices_.size(); ++i) {
        if (exact_choices_[i] != float_choices_[i])
          earlier(seen_.flip, {layer.layer, ordinal, i % exact.tokens});
      }
      for (std::size_t i = 0; i < now.entries.size(); ++i) {
        now.entries[i].store();
        if (!now.entries[i].is_finite()) return give_up({layer.layer, ordinal, i / now.rows});
      }
      if (!form_ids(layer.layer)) return;
      compare(layer, exact, ids, ordinal);
    }
    for (std::size_t k = 0; k < exact.tokens; ++k) {
      seen_.total_error =
          std::max(seen_.total_error, abs(now.column(k)[kIdRow].exact() - exact.column(k)[kIdRow]));
      ids_.insert(ids[k]);
    }
  }

  void give_up(const FloatPlace& where) {
    earlier(seen_.infinite, where);
    seen_.given_up = true;
  }

  void compare(FloatLayer& layer, const State<Rational>& exact, const std::vector<Rational>& ids,
               std::uint64_t ordinal) {
    const FloatPlace here{layer.layer, ordinal, 0};
    const std::vector<Rational> true_ids = note_merges(here, exact, ids);
    for (std::size_t k = 0; k < exact.tokens; ++k) {
      const Rational relative = abs(ids[k] - true_ids[k]) / std::max(abs(true_ids[k]), Rational(1));
      if (relative > layer.relative) {
        layer.relative = relative;
        layer.at = {layer.layer, ordinal, k};
      }
    }
  }

  // Returns the exact ids.
  std::vector<Rational> note_merges(FloatPlace here, const State<Rational>& exact,
                                    const std::vector<Rational>& ids) {
    std::vector<Rational> true_ids(exact.tokens);
    for (std::size_t k = 0; k < exact.tokens; ++k) {
      here.token = k;
      true_ids[k] = column_id(exact.column(k), D_);
      for (std::size_t j = 0; j < k; ++j) {
        if (ids[j] == ids[k] && true_ids[j] != true_ids[k]) earlier(seen_.merge, here);
      }
    }
    return true_ids;
  }

  const FloatRequest& request_;
  const Construction& construction_;
  const std::uint64_t D_;
  const MachineFloat::Use use_;
  Choices exact_choices_, float_choices_;
  Literal<NotedHardmax> exact_;
  Literal<FloatNetworks> float_;
  std::set<Rational> ids_;
  FloatRun seen_;
};

// The bits that the exact run needs: of states and scores, which are products of two ids and of ids
// and b_Q = id -+ 1/2.
long bits_of_run(const Construction& construction) {
  const auto& [n, d, D] = construction.parameters;
  const Rational largest = Rational(2) * power(construction.c + Rational(1), construction.s) *
                           Rational(n) * power(D, n * d);
  return static_cast<long>(2 * largest.bits() + 4);
}

constexpr long kMostSoftBits = 128;

}  // namespace

FloatRun run_float(const FloatRequest& request) { return FloatRunner(request).run(); }

FloatCliff precision_cliff(const Construction& construction, const Pattern& pattern,
                           const SoftSettings& settings, const std::atomic<int>* stop) {
  FloatCliff cliff;
  cliff.parameters = construction.parameters;
  cliff.exact_bits = bits_of_run(construction);
  FloatRequest request;
  request.construction = &construction;
  request.pattern = &pattern;
  request.network = &construction.network;
  request.stop = stop;
  request.stop_at_merge = true;
  const auto with = [&](long bits) {
    request.model = {{bits, std::nullopt}, {bits, std::nullopt}};
  };
  for (long bits = 2; bits <= cliff.exact_bits && !cliff.hard; ++bits) {
    with(bits);
    const FloatRun run = run_float(request);
    cliff.inputs = std::max(cliff.inputs, run.inputs);
    if (run.all_distinct() && !run.merge) cliff.hard = bits;
  }
  SoftSettings repaired = settings;
  repaired.choice = SoftSettings::Choice::repaired;
  repaired.map = SoftMap{};
  const Network soft =
      soft_network(construction, soft_stages(construction, repaired), *repaired.map);
  request.network = &soft;
  request.stop_at_merge = false;
  request.stop_above = [&] {
    const Precision precision(256);
    return delta_tilde(construction.parameters, settings.eps, settings.lp).lower() / Rational(4);
  }();
  for (long bits = 2; bits <= kMostSoftBits && !cliff.soft; ++bits) {
    with(bits);
    const FloatRun run = run_float(request);
    if (!run.given_up && run.total_error <= *request.stop_above) cliff.soft = bits;
  }
  return cliff;
}

}  // namespace hardmax
