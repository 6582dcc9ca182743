#include "discharge/run_model.hpp"

#include "discharge/first_state.hpp"
#include "exact/error.hpp"
#include "network/parameters.hpp"

namespace hardmax {

using claim::Value;

RunModel::RunModel(RunContext context, std::size_t cached_inputs)
    : context_(context),
      grid_(context.parameters.n, context.parameters.d, context.parameters.D),
      delta_(Rational(1) / Rational(context.parameters.D)) {
  if (context_.construction != nullptr) {
    input_count_ = grid_.size64().value_or(
        std::uint64_t{1}
        << 62);  // more are never enumerated; the first ones are looked at for estimates
    literal_.emplace(context_.construction->network, *context_.pattern);
    cache_.resize(std::max<std::size_t>(cached_inputs, 1));
  }
}

const Construction& RunModel::construction() const {
  if (context_.construction == nullptr) throw LimitReached("the network of this run was not built");
  return *context_.construction;
}

const RunModel::Trace& RunModel::trace(std::uint64_t ordinal) const {
  const auto& built = construction();
  HARDMAX_REQUIRE(ordinal < input_count_);
  auto& slot = cache_[ordinal % cache_.size()];
  if (slot && slot->ordinal == ordinal) return *slot;
  const auto [n, d, D] = context_.parameters;
  Trace trace;
  trace.ordinal = ordinal;
  trace.states.reserve(literal_->layers() + 1);
  trace.states.push_back(first_state(built, grid_.input(ordinal)));
  for (std::size_t t = 0; t < literal_->layers(); ++t)
    trace.states.push_back(literal_->apply(t, trace.states.back()));
  trace.ids.reserve(trace.states.size() * n);
  trace.real_ids.reserve(trace.states.size() * n);
  for (const State<Rational>& state : trace.states) {
    for (std::size_t k = 0; k < n; ++k) {
      trace.ids.push_back(column_id(state.column(k), D));
      trace.real_ids.push_back(in_real_units(trace.ids.back()));
    }
  }
  slot = std::move(trace);
  return *slot;
}

std::vector<Rational> RunModel::ids_of(std::uint64_t ordinal, std::size_t layers) const {
  const auto n = static_cast<std::ptrdiff_t>(context_.parameters.n);
  const auto begin = trace(ordinal).ids.begin() + static_cast<std::ptrdiff_t>(layers) * n;
  return {begin, begin + n};
}

std::optional<RunSystem::Executable> PatternSystem::executable() const {
  const Construction* const built = context_.construction;
  if (built == nullptr) return std::nullopt;
  std::vector<Rational> E;
  for (const Rational& e : built->E) E.push_back(e * Rational(context_.parameters.D));
  return Executable{built->network, *context_.pattern, std::move(E), built->selective_layers};
}

void PatternSystem::prepare(const claim::Formula& formula) const {
  const auto& [n, d, D] = context_.parameters;
  if (needs_value_mapping(formula) &&
      Rational(n) * power(D, n * d) <= Rational(ValueStage::max_layers))
    static_cast<void>(context_.later->value());
}

claim::Set RunModel::reached(std::uint64_t t, std::uint64_t k) const {
  const Pattern& pattern = *context_.pattern;
  const std::size_t n = pattern.tokens();
  constexpr std::uint64_t kMostBits = std::uint64_t{1} << 33;  // 1 GiB
  while (reached_.size() < t) {
    if (reached_.size() >= kMostBits / n / n)
      throw LimitReached("S(" + std::to_string(t) +
                         ", k): the sets up to there take more than 1 GiB");
    const std::size_t layer =
        reached_.size() % pattern.layers();  // step t uses layer ((t-1) mod p) + 1
    std::vector<std::vector<bool>> next(n, std::vector<bool>(n, false));
    for (std::size_t i = 0; i < n; ++i) {
      for (const Token j : pattern.neighbours(layer, i)) {
        if (reached_.empty()) {
          next[i][j] = true;
        } else {
          for (std::size_t m = 0; m < n; ++m) next[i][m] = next[i][m] || reached_.back()[j][m];
        }
      }
    }
    reached_.push_back(std::move(next));
  }
  claim::Set set;
  for (std::size_t m = 0; m < n; ++m) {
    if (reached_[t - 1][k - 1][m]) set.emplace_back(m + 1);
  }
  return set;
}

// NOLINTNEXTLINE(readability-function-size): a case a name
Value RunModel::read(std::size_t accessor, std::span<const Value> arguments) const {
  const NameCall call{accessor, arguments};
  const auto [n, d, D] = context_.parameters;
  const Pattern& pattern = *context_.pattern;
  const Assumption1& assumption = *context_.assumption;
  const auto attention_layers = [&] { return construction().network.size(); };
  const auto attention = [&](std::size_t t) -> const Attention& {
    return std::get<Attention>(construction().network.layers()[t - 1]);
  };
  const auto id_after = [&, n = n](std::uint64_t t, std::uint64_t ordinal, std::uint64_t k) {
    return trace(ordinal).real_ids[t * n + k - 1];
  };

  const auto name = static_cast<Name>(accessor);
  switch (name) {
    case Name::n_: return Rational(n);
    case Name::d_: return Rational(d);
    case Name::D_: return Rational(D);
    case Name::p_: return Rational(pattern.layers());
    case Name::s_:
      if (assumption.reach != Decision::yes)
        throw Undefined("s: there is no step after which every token has reached all others");
      return Rational(assumption.s);
    case Name::delta_name: return delta_;
    case Name::Delta_: return geometric_sum(d, D);
    case Name::c_: return construction().c;
    case Name::shift_: return construction().shift;
    case Name::gamma_:
      if (assumption.order != Decision::yes)
        throw Undefined("gamma: there is no permutation that serves");
      return Rational(assumption.gamma[call.index(0, 1, n) - 1] + 1);
    case Name::l_:
      if (assumption.order != Decision::yes)
        throw Undefined("l: there is no permutation that serves");
      return Rational(assumption.l[call.index(0, 2, n) - 1] + 1);
    case Name::A_: {
      claim::Set set;
      const auto layer = call.index(0, 1, pattern.layers()) - 1;
      for (const Token j : pattern.neighbours(layer, call.index(1, 1, n) - 1))
        set.emplace_back(j + 1);
      return set;
    }
    case Name::S_: {
      // Steps beyond n p are allowed but bounded, so that a formula cannot ask for unbounded
      // memory.
      const auto t = call.index(0, 1, 64 * n * pattern.layers());
      return reached(t, call.index(1, 1, n));
    }
    case Name::E_: return construction().E[call.index(0, 1, n) - 1];
    case Name::selective_layers_: return Rational(construction().selective_layers);
    case Name::all_max_layers_:
      return Rational(construction().network.size() - construction().selective_layers);
    case Name::mask_:
      return Rational(attention(call.index(0, 1, attention_layers())).pattern_layer + 1);
    case Name::heads_:
      return Rational(attention(call.index(0, 1, attention_layers())).heads.size());
    case Name::bq_: {
      const auto& layer = attention(call.index(0, 1, attention_layers()));
      return in_real_units(layer.heads[call.index(1, 1, layer.heads.size()) - 1].b_Q.front());
    }
    case Name::G_: {
      const auto r = call.index(1, 1, d) - 1;
      const auto k = call.index(2, 1, n) - 1;
      return in_real_units(Rational(grid_.input(call.ordinal(0))[k * d + r]));
    }
    case Name::entry_: {
      const auto t = call.index(0, 0, attention_layers());
      const auto r = call.index(2, 1, d) - 1;
      const auto k = call.index(3, 1, n) - 1;
      // The value stage keeps the columns after the last layer; a claim about two inputs at a time
      // asks for them again and again.
      if (t == attention_layers() && context_.later && context_.later->value_built())
        return in_real_units(context_.later->value().context(call.ordinal(1) * n + k)[r]);
      return in_real_units(trace(call.ordinal(1)).states[t].column(k)[r]);
    }
    case Name::v_:
      return id_after(call.index(0, 0, attention_layers()), call.ordinal(1), call.index(2, 1, n));
    case Name::head_: {
      const auto t = call.index(0, 1, attention_layers());
      const auto h = call.index(1, 1, attention(t).heads.size()) - 1;
      const auto k = call.index(3, 1, n) - 1;
      const State<Rational>& before = trace(call.ordinal(2)).states[t - 1];
      return in_real_units(literal_->head(t - 1, h, before, k).front());
    }
    case Name::z_: return id_after(0, call.ordinal(0), call.index(1, 1, n));
    case Name::zt_:
      return id_after(construction().selective_layers, call.ordinal(0), call.index(1, 1, n));
    case Name::M_: {
      const auto& built = construction();
      return id_after(built.selective_layers + call.index(0, 0, built.s), call.ordinal(1),
                      call.index(2, 1, n));
    }
    case Name::id_: return id_after(attention_layers(), call.ordinal(0), call.index(1, 1, n));
    case Name::soft_: {
      const auto f = call.index(0, 0, attention_layers()), t = call.index(1, f, attention_layers()),
                 k = call.index(3, 1, n);
      const Rational& w = call.number(4);
      if (w.sign() <= 0 || w > delta_)
        throw Undefined("soft: argument 5 is " + w.str() + ", not above 0 and at most delta");
      const auto start =
          trace(call.ordinal(2)).real_ids.begin() + static_cast<std::ptrdiff_t>(f * n);
      if (!soft_) soft_.emplace(construction(), pattern);
      const claim::Real& id = soft_->ids(f, t, call.ordinal(2), w,
                                         {start, start + static_cast<std::ptrdiff_t>(n)})[k - 1];
      return id.is_exact() ? Value(id.exact()) : Value(id);
    }
    default: return read_later(call);
  }
}

}  // namespace hardmax
