#include "execute/flat_network.hpp"

#include <algorithm>

namespace hardmax {

namespace {

constexpr std::size_t kMaxColumns = std::size_t{1} << 16;

Term require_integer(Term term) {
  bool whole = term.constant.is_integer();
  for (const auto& [atom, c] : term.parts) whole = whole && c.is_integer();
  if (!whole) throw NotFlat("ids that are fractions");
  return term;
}

bool opposite(const Matrix& a, const Matrix& b) {
  if (a.rows() != b.rows() || a.columns() != b.columns()) return false;
  for (std::size_t r = 0; r < a.rows(); ++r) {
    for (std::size_t c = 0; c < a.columns(); ++c) {
      if (!(a(r, c) + b(r, c)).is_zero()) return false;
    }
  }
  return true;
}

// The spans without one value.
std::vector<Span> without(const std::vector<Span>& spans, const Rational& value) {
  std::vector<Span> rest;
  for (const Span& s : spans) {
    if (value < s.low || s.high < value) {
      rest.push_back(s);
      continue;
    }
    if (s.low < value) rest.push_back({s.low, value - Rational(1)});
    if (value < s.high) rest.push_back({value + Rational(1), s.high});
  }
  return rest;
}

}  // namespace

FlatNetwork::FlatNetwork(FlatGraph& graph, const Network& network, const Pattern& pattern,
                         std::uint64_t D, std::span<const Rational> E)
    : graph_(graph), network_(network), pattern_(pattern), u_(1, network.rows()) {
  const std::size_t n = pattern.tokens();
  const std::size_t d = network.rows();
  if ((network.size() + 1) > kMaxColumns / (n * d)) throw NotFlat("too many layers");
  for (std::size_t r = 0; r < d; ++r) u_(0, r) = power(Rational(D), Rational(r));
  State first;
  for (std::size_t k = 0; k < n; ++k) {
    Term id;
    for (std::size_t r = 0; r < d; ++r) {
      const Term entry =
          graph_.leaf(static_cast<std::uint32_t>(k * d + r), 0, Rational(D - 1)) + Term(E[k]);
      id = id + u_(0, r) * entry;
      first.entries.push_back(require_integer(entry));
    }
    first.ids.push_back(std::move(id));
  }
  states_.push_back(std::move(first));
}

Term FlatNetwork::input(std::size_t r, std::size_t k) {
  const Term& with_embedding = states_[0].entries[k * network_.rows() + r];
  return with_embedding - Term(with_embedding.constant);
}

const Attention& FlatNetwork::layer(std::size_t t) const {
  const auto* attention = std::get_if<Attention>(&network_.layers()[t]);
  if (attention == nullptr) throw NotFlat("a layer that is no attention layer");
  return *attention;
}

const Term& FlatNetwork::id(std::size_t t, std::size_t k) { return after(t).ids[k]; }
const Term& FlatNetwork::entry(std::size_t t, std::size_t r, std::size_t k) {
  return after(t).entries[k * network_.rows() + r];
}

const FlatNetwork::State& FlatNetwork::after(std::size_t t) {
  while (states_.size() <= t) states_.push_back(apply(layer(states_.size() - 1), states_.back()));
  return states_[t];
}

std::vector<Term> FlatNetwork::keys(const Attention& layer, const State& state,
                                    std::size_t k) const {
  std::vector<Term> terms;
  for (const Token j : pattern_.neighbours(layer.pattern_layer, k)) {
    if (layer.keys_with_self || j != k) terms.push_back(state.ids[j]);
  }
  if (terms.empty()) throw NotFlat("a token without keys");
  return terms;
}

FlatNetwork::Extremes FlatNetwork::extremes(const std::vector<Term>& keys) {
  return {graph_.max(keys), graph_.min(keys)};
}

void FlatNetwork::move(State& state, std::size_t k, const Head& head, const Term& by) const {
  const std::size_t d = network_.rows();
  for (std::size_t r = 0; r < d; ++r)
    state.entries[k * d + r] = require_integer(state.entries[k * d + r] + head.W_O(r, 0) * by);
}

FlatNetwork::State FlatNetwork::apply(const Attention& layer, const State& before) {
  if (layer.heads.empty() && layer.residual) return before;
  const auto stage = read_id_layer(layer, u_);
  if (!stage || !stage->factor.is_integer()) throw NotFlat("a layer of another shape");
  const std::size_t n = pattern_.tokens();
  State next = before;
  if (stage->kind == IdStage::Kind::window) {
    if (!opposite(layer.heads[0].W_O, layer.heads[1].W_O))
      throw NotFlat("two heads that do not cancel");
    for (std::size_t k = 0; k < n; ++k) {
      const Term& id = before.ids[k];
      const Term b(stage->base);
      const FlatGraph::Test here = graph_.equal(id, b);
      if (here == FlatGraph::no) continue;
      std::vector<Term> seen = keys(layer, before, k);
      if (graph_.fold())
        std::replace(seen.begin(), seen.end(), id, b);  // which it is where it counts
      const Extremes e = extremes(seen);
      const Term by = e.max - e.min;
      const Term moved = require_integer((graph_.fold() ? b : id) + stage->factor * by);
      std::vector<Span> known = graph_.spans(moved);
      for (Span& s : without(graph_.spans(id), stage->base)) known.push_back(std::move(s));
      next.ids[k] = graph_.select(here, moved, id, std::move(known));
      if (network_.rows() == 1) {
        next.entries[k] = next.ids[k];
      } else {
        move(next, k, layer.heads[0], graph_.select(here, by, Term()));
      }
    }
    return next;
  }
  for (std::size_t k = 0; k < n; ++k) {
    const Term& id = before.ids[k];
    const Term threshold(stage->threshold);
    const Extremes e = extremes(keys(layer, before, k));
    ties_ = graph_.either(ties_, graph_.equal(id, threshold));
    const Term value = graph_.select(graph_.less(threshold, id), e.max, e.min);
    next.ids[k] = require_integer(id + stage->factor * value);
    move(next, k, layer.heads[0], value);
  }
  return next;
}

Term FlatNetwork::head(std::size_t t, std::size_t h, std::size_t k) {
  const Attention& weights = layer(t);
  if (!read_id_layer(weights, u_)) throw NotFlat("a layer of another shape");
  const State& before = after(t);
  const Term threshold(weights.heads[h].b_Q[0]);
  const Extremes e = extremes(keys(weights, before, k));
  ties_ = graph_.either(ties_, graph_.equal(before.ids[k], threshold));
  return graph_.select(graph_.less(threshold, before.ids[k]), e.max, e.min);
}

}  // namespace hardmax
