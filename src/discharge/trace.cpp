#include "discharge/trace.hpp"

#include <algorithm>
#include <set>

#include "discharge/from_file.hpp"
#include "discharge/later_stages.hpp"
#include "discharge/stage_words.hpp"
#include "discharge/sweep_model.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

// More value layers than this are built only if a range of layers asks for them: all inputs are
// executed for it.
constexpr std::uint64_t kValueLayersUnasked = 1 << 14;

Column column_of(const State<Rational>& z, std::size_t k) {
  const auto column = z.column(k);
  return {column.begin(), column.end()};
}

Rational dot(const Matrix& row_vector, std::span<const Rational> x) {
  Rational sum;
  for (std::size_t r = 0; r < x.size(); ++r) sum += row_vector(0, r) * x[r];
  return sum;
}

class Tracer {
 public:
  explicit Tracer(const TraceRequest& request) : request_(request) {}

  TraceResult run() {
    request_.sweep ? sweep() : sparse();
    for (std::size_t k = 0; k < request_.parameters.n; ++k) result_.end.push_back(column_of(z_, k));
    return std::move(result_);
  }

 private:
  void sweep() {
    const SweepSystem system(*request_.sweep, request_.parameters, request_.overrides);
    const SweepConstruction& built = system.construction();
    const std::uint64_t layers = system.quantizer().layers() + built.network.size();
    if (request_.first > layers)
      throw InvalidInput(InvalidInput::Kind::option, "--layers: the network has " +
                                                         std::to_string(layers) +
                                                         " layers; begin the range within them");
    begin(built.E);
    quantize(system.quantizer());
    attend(built.network, built.selective_layers);
    result_.value_left_out =
        "the value layers of " + request_.sweep->paper->name + " are no part of its run";
  }

  void sparse() {
    const Assumption1 assumption = decide_assumption1(*request_.pattern);
    if (!assumption.holds()) {
      throw InvalidInput(InvalidInput::Kind::option,
                         "--pattern: Assumption 1 does not hold, so there is no network to trace; "
                         "verify --n ... --pattern ... says why");
    }
    const Rational attention_layers =
        hardmax::attention_layers(request_.parameters, *request_.pattern, assumption);
    if (attention_layers > Rational(std::int64_t{1} << 20))
      throw LimitReached("the network has " + attention_layers.str() +
                         " attention layers; at most 2^20 are built");
    const auto built =
        hardmax::build(request_.parameters, *request_.pattern, assumption, request_.overrides);
    const auto target =
        request_.target ? *request_.target : Target::named("identity", request_.parameters).value();
    const LaterStages later(request_.parameters, *request_.pattern, assumption, &built,
                            request_.overrides, target);
    std::vector<Rational> E = built.E;
    for (Rational& x : E) x *= Rational(request_.parameters.D);
    begin(E);
    quantize(later.quantizer());
    attend(built.network, built.selective_layers);
    if (value_wanted()) {
      map_values(later.value(), target);
    }
  }

  [[nodiscard]] bool shown(std::uint64_t number) const {
    return number >= request_.first && (!request_.last || number <= *request_.last);
  }
  [[nodiscard]] bool reached(std::uint64_t number) const {
    return !request_.last || number <= *request_.last;
  }

  // X + E, and the grid point of the cube that X lies in. E in units of delta.
  void begin(const std::vector<Rational>& E) {
    const auto& [n, d, D] = request_.parameters;
    z_ = State<Rational>(d, n);
    Rational ordinal;
    for (std::size_t k = 0; k < n; ++k) {
      result_.E.push_back(E[k] / Rational(D));
      for (std::size_t r = 0; r < d; ++r) {
        const Rational x = request_.X[k * d + r] * Rational(D);
        z_.column(k)[r] = x + E[k];
        const bool inside = x.sign() >= 0 && x < Rational(D);
        result_.G.push_back(inside ? *floor(x).to_int64() : -1);
        ordinal = ordinal * Rational(D) + floor(x);
      }
      result_.start.push_back(column_of(z_, k));
    }
    if (ordinal.bits() < 63) result_.ordinal = ordinal.numerator_mod64();
    result_.start_ids = ids();
  }

  [[nodiscard]] std::vector<Rational> ids() const {
    std::vector<Rational> all;
    for (std::size_t k = 0; k < z_.tokens; ++k)
      all.push_back(column_id(z_.column(k), request_.parameters.D));
    return all;
  }

  // Puts `next` in place of the state and notes the layer if something changed and it is to be
  // shown. `look` completes the change of one token.
  template <class Look>
  void step(TraceLayer layer, State<Rational> next, const Look& look) {
    for (std::size_t k = 0; k < z_.tokens; ++k) {
      TraceChange change{
          static_cast<Token>(k), column_of(z_, k), column_of(next, k), {}, {}, {}, {}};
      if (change.before == change.after) continue;
      change.id_before = column_id(change.before, request_.parameters.D);
      change.id_after = column_id(change.after, request_.parameters.D);
      look(change);
      layer.changes.push_back(std::move(change));
    }
    z_ = std::move(next);
    if (layer.changes.empty() || !shown(layer.number)) return;
    layer.ids = ids();
    result_.layers.push_back(std::move(layer));
  }

  void quantize(const QuantizerStage& quantizer) {
    result_.quantizer_layers = quantizer.layers();
    const Network network(request_.parameters.d, 1, quantizer.all());
    const Literal<ExactHardmax> literal(network, *request_.pattern);
    for (std::size_t t = 0; t < quantizer.layers() && reached(t + 1); ++t) {
      TraceLayer layer;
      layer.number = layer.in_kind = t + 1;
      const FeedForward& weights = quantizer.layer(t);
      for (std::size_t r = 0; r < weights.W_1.columns(); ++r) {
        if (!weights.W_1(0, r).is_zero()) layer.row = r;
      }
      const auto& ends = weights.activation.breakpoints();
      if (ends.size() == 2) {
        layer.window = {ends[0] - weights.b_1[0], ends[1] - weights.b_1[0]};
        layer.outside = weights.activation.pieces()[1] == Affine{0, 0};
      }
      step(std::move(layer), literal.apply(t, z_), [](TraceChange&) {});
    }
  }

  void attend(const Network& network, std::size_t selective_layers) {
    result_.selective_layers = selective_layers;
    result_.last_layers = network.size() - selective_layers;
    const Literal<ExactHardmax> literal(network, *request_.pattern);
    for (std::size_t t = 0; t < literal.layers() && reached(result_.quantizer_layers + t + 1);
         ++t) {
      const auto& attention = std::get<Attention>(network.layers()[t]);
      TraceLayer layer;
      layer.number = result_.quantizer_layers + t + 1;
      layer.in_kind = t + 1;
      layer.stage = t < selective_layers ? TraceStage::selective_shift
                    : request_.sweep     ? TraceStage::global_shift
                                         : TraceStage::all_max_shift;
      if (!request_.sweep) layer.pattern_layer = attention.pattern_layer;
      if (attention.heads.size() == 2)
        layer.window = {attention.heads[0].b_Q[0], attention.heads[1].b_Q[0]};
      step(std::move(layer), literal.apply(t, z_), [&](TraceChange& change) {
        const auto neighbours = request_.pattern->neighbours(attention.pattern_layer, change.token);
        std::copy_if(neighbours.begin(), neighbours.end(), std::back_inserter(change.sees),
                     [&](Token j) { return attention.keys_with_self || j != change.token; });
        for (std::size_t h = 0; h < attention.heads.size(); ++h) {
          change.heads.push_back(look_at(attention.heads[h], change));
          HARDMAX_REQUIRE(change.heads.back().value ==
                          literal.head(t, h, z_, change.token).front());
        }
      });
    }
  }

  [[nodiscard]] TraceHead look_at(const Head& head, const TraceChange& change) const {
    const Rational query = dot(head.W_Q, z_.column(change.token)) - head.b_Q[0];
    std::vector<Rational> scores;
    for (const Token j : change.sees) scores.push_back(dot(head.W_K, z_.column(j)) * query);
    const Rational best = *std::max_element(scores.begin(), scores.end());
    TraceHead seen;
    for (std::size_t a = 0; a < scores.size(); ++a) {
      if (scores[a] != best) continue;
      seen.attends.push_back(change.sees[a]);
      seen.value += dot(head.W_V, z_.column(change.sees[a]));
    }
    seen.value /= Rational(seen.attends.size());
    seen.weight = head.W_O(0, 0);
    return seen;
  }

  bool value_wanted() {
    const std::uint64_t before =
        result_.quantizer_layers + result_.selective_layers + result_.last_layers;
    const auto& [n, d, D] = request_.parameters;
    const Rational count = Rational(n) * power(D, n * d);
    if (request_.last && *request_.last <= before) {
      result_.value_left_out = "the range of layers ends before them";
      return false;
    }
    if (Rational(request_.first) > Rational(before) + count) {
      throw InvalidInput(InvalidInput::Kind::option, "--layers: the network has " +
                                                         (Rational(before) + count).str() +
                                                         " layers; begin the range within them");
    }
    const bool asked = request_.first > before || request_.last;
    if (count > Rational(ValueStage::max_layers)) {
      result_.value_left_out =
          "there are n D^(nd) = " + (count.bits() < 200 ? count.str() : "more than 2^199") +
          " of them; at most 2^20 are built";
      return false;
    }
    if (count > Rational(kValueLayersUnasked) && !asked) {
      result_.value_left_out =
          "for their windows all inputs have to be executed; ask with --layers 1.." +
          (Rational(before) + count).str();
      return false;
    }
    return true;
  }

  // Column by column the index says which layers have it in their window; then those layers are
  // gone through in order.
  void map_values(const ValueStage& stage, const Target& target) {
    const auto n = request_.parameters.n;
    const std::uint64_t before =
        result_.quantizer_layers + result_.selective_layers + result_.last_layers;
    std::vector<std::vector<std::size_t>> hits(n);
    std::vector<Column> ends;
    std::set<std::size_t> layers;
    for (std::size_t k = 0; k < n; ++k) {
      ends.push_back(stage.through(column_of(z_, k), &hits[k]));
      layers.insert(hits[k].begin(), hits[k].end());
    }
    bool all = true;
    for (const std::size_t j : layers) {
      if (!reached(before + j + 1)) {
        all = false;
        break;
      }
      TraceLayer layer;
      layer.number = before + j + 1;
      layer.in_kind = j + 1;
      layer.stage = TraceStage::value;
      const FeedForward weights = stage.built_layer(j);
      layer.window = {weights.activation.breakpoints()[0] - weights.b_1[0],
                      weights.activation.breakpoints()[1] - weights.b_1[0]};
      layer.made_for = {j / n, static_cast<Token>(j % n)};
      State<Rational> next = z_;
      for (std::size_t k = 0; k < n; ++k) {
        if (std::find(hits[k].begin(), hits[k].end(), j) == hits[k].end()) continue;
        for (std::size_t r = 0; r < next.rows; ++r) next.column(k)[r] += weights.W_2(r, 0);
      }
      step(std::move(layer), std::move(next), [](TraceChange&) {});
    }
    for (std::size_t k = 0; all && k < n; ++k) HARDMAX_REQUIRE(column_of(z_, k) == ends[k]);
    result_.value_executed = all && (!request_.last || *request_.last >= before + stage.layers());
    if (!result_.value_executed) {
      result_.value_left_out = "the range of layers ends before the last of them";
    } else if (result_.ordinal) {
      result_.wanted = target(*result_.ordinal, {result_.G.begin(), result_.G.end()});
    }
  }

  const TraceRequest& request_;
  TraceResult result_;
  State<Rational> z_;
};

}  // namespace

std::string name_of(TraceStage stage, std::string_view construction) {
  const auto name = [&](StageRole role) { return stage_name(construction, role); };
  switch (stage) {
    case TraceStage::quantize: return name(StageRole::quantizer);
    case TraceStage::selective_shift: return name(StageRole::sweep);
    case TraceStage::all_max_shift:
    case TraceStage::global_shift: return name(StageRole::last);
    case TraceStage::value: return name(StageRole::values);
  }
  return "";
}

TraceResult trace_input(const TraceRequest& request) {
  HARDMAX_REQUIRE(request.X.size() == request.parameters.n * request.parameters.d);
  return Tracer(request).run();
}

}  // namespace hardmax
