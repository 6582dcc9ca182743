#include "pattern/structured_assumption1.hpp"

#include <algorithm>
#include <numeric>

#include "exact/error.hpp"
#include "pattern/image.hpp"
#include "pattern/order.hpp"
#include "pattern/show.hpp"

namespace hardmax {
namespace {

// A band or a block contains the token itself whatever the causal limit is.
bool always_self(const LayerRule& layer) {
  return std::any_of(layer.parts.begin(), layer.parts.end(), [](const Part& part) {
    return std::holds_alternative<Band>(part) || std::holds_alternative<Blocks>(part);
  });
}

// A band of step 1 that reaches left contains the token before, in every layer where it stands.
bool always_previous(const LayerRule& layer) {
  return std::any_of(layer.parts.begin(), layer.parts.end(), [](const Part& part) {
    const auto* band = std::get_if<Band>(&part);
    return band != nullptr && band->step == 1 && band->left >= 1;
  });
}

std::optional<std::pair<std::size_t, std::size_t>> first_stripe_without_self(
    const StructuredPattern& pattern) {
  for (std::size_t l = 0; l < pattern.layers.size(); ++l) {
    if (always_self(pattern.layers[l])) continue;
    for (std::size_t k = 0; k < pattern.n; ++k) {
      if (!attends(pattern, l, k, k)) return std::pair{l, k};
    }
  }
  return std::nullopt;
}

// Fills a.l for the order k -> k + shift, or leaves it empty if some step has no layer.
bool consecutive_order(const StructuredPattern& pattern, bool reversed, Assumption1& a) {
  const std::size_t n = pattern.n;
  std::vector<std::size_t> l(n);
  if (reversed || !always_previous(pattern.layers[0])) {
    for (std::size_t i = 1; i < n; ++i) {
      const std::size_t from = reversed ? n - i : i - 1, to = reversed ? n - i - 1 : i;
      while (l[i] < pattern.layers.size() && !attends(pattern, l[i], to, from)) ++l[i];
      if (l[i] == pattern.layers.size()) return false;
    }
  }
  a.order = Decision::yes;
  a.gamma.resize(n);
  std::iota(a.gamma.begin(), a.gamma.end(), 0);
  if (reversed) std::reverse(a.gamma.begin(), a.gamma.end());
  a.gamma_is_canonical = !reversed;
  a.l = std::move(l);
  return true;
}

// The number of edges, or nothing if there are more than `limit`.
std::optional<std::uint64_t> edges_up_to(const StructuredPattern& pattern, std::uint64_t limit) {
  std::uint64_t edges = 0;
  Intervals row;
  for (std::size_t l = 0; l < pattern.layers.size(); ++l) {
    for (std::size_t k = 0; k < pattern.n; ++k) {
      row_intervals(pattern, l, k, row);
      edges += count(row);
      if (edges > limit) return std::nullopt;
    }
  }
  return edges;
}

// `no` with a proof from the sets that a token leads to and is led to from, or nothing. Tried for
// token 1 and then for a few tokens that are not tied to the one before in both directions.
Refutation refute_order_by_sets(const StructuredPattern& pattern) {
  constexpr int probes = 8;
  std::uint64_t token = 0;
  Intervals tied;  // to some probe, in both directions
  for (int i = 0; i < probes && token < pattern.n; ++i) {
    const Intervals after = forward_closure(pattern, {{token, token + 1}}),
                    before = backward_closure(pattern, {{token, token + 1}});
    const Intervals comparable = unite(after, before);
    const std::uint64_t outside = first_missing(comparable);
    if (outside < pattern.n) {
      const auto first = static_cast<Token>(std::min(token, outside)),
                 second = static_cast<Token>(std::max(token, outside));
      const std::string a = std::to_string(first + 1), b = std::to_string(second + 1);
      return {"token " + a + " does not lead to token " + b +
                  " through any chain of attention, nor token " + b + " to token " + a +
                  ", so neither can come first",
              {"apart", {first, second}}};
    }
    tied = unite(tied, without(after, without(after, before)));
    token = first_missing(tied);
  }
  return {};
}

// An order along the runs and strides of the rules, joined through global tokens. Returns whether
// there is one.
bool order_along_the_rules(const StructuredPattern& pattern, Assumption1& a) {
  std::vector<std::uint64_t> strides;
  for (const LayerRule& layer : pattern.layers) {
    for (const Part& part : layer.parts) {
      if (const auto* band = std::get_if<Band>(&part); band != nullptr && band->step > 1)
        strides.push_back(band->step);
    }
  }
  const auto layer_of = [&](Token from, Token to) {
    std::size_t l = 0;
    while (l < pattern.layers.size() && !attends(pattern, l, to, from)) ++l;
    return l;
  };
  a.gamma = order_by_runs(pattern.n, strides, likely_hubs(pattern), [&](Token from, Token to) {
    return layer_of(from, to) < pattern.layers.size();
  });
  if (a.gamma.empty()) return false;
  a.order = Decision::yes;
  a.gamma_is_canonical = false;
  a.l.assign(pattern.n, 0);
  for (std::size_t i = 1; i < a.gamma.size(); ++i) a.l[i] = layer_of(a.gamma[i - 1], a.gamma[i]);
  return true;
}

void decide_order(const StructuredPattern& pattern, const StructuredLimits& limits,
                  Assumption1& a) {
  if (consecutive_order(pattern, false, a)) return;
  if (pattern.n > order_exact_tokens &&
      (consecutive_order(pattern, true, a) || order_along_the_rules(pattern, a)))
    return;
  const bool listable = pattern.n <= limits.explicit_tokens &&
                        edges_up_to(pattern, limits.explicit_edges).has_value();
  if (listable) {
    const Pattern explicit_pattern = expand(pattern);
    OrderAnswer order = find_order(UnionGraph(explicit_pattern));
    a.order = order.decision;
    a.gamma = std::move(order.gamma);
    a.gamma_is_canonical = order.canonical;
    a.order_proof = std::move(order.proof);
    a.no_order = std::move(order.why);
    a.l.assign(a.gamma.size(), 0);
    for (std::size_t i = 1; i < a.gamma.size(); ++i) {
      while (!explicit_pattern.attends(a.l[i], a.gamma[i], a.gamma[i - 1])) ++a.l[i];
    }
    return;
  }
  try {
    Refutation no = refute_order_by_sets(pattern);
    a.no_order = std::move(no.words);
    a.order_proof = std::move(no.proof);
  } catch (const LimitReached& e) {
    a.no_order =
        std::string("neither the identity, its reverse, nor the runs of the rules serve, and ") +
        e.what();
    return;
  }
  if (!a.no_order.empty()) {
    a.order = Decision::no;
    return;
  }
  a.no_order =
      "neither the identity, its reverse, nor the runs of the rules serve, and the search lists "
      "the edges, which is done for at most " +
      std::to_string(limits.explicit_tokens) + " tokens and " +
      std::to_string(limits.explicit_edges) + " edges";
}

}  // namespace

Assumption1 decide_assumption1(const StructuredPattern& pattern, const StructuredLimits& limits) {
  HARDMAX_REQUIRE(pattern.n >= 1 && !pattern.layers.empty());
  Assumption1 a;
  a.without_self = first_stripe_without_self(pattern);
  a.self = a.without_self ? Decision::no : Decision::yes;
  decide_order(pattern, limits, a);
  take_reach(find_reach(pattern, a.self == Decision::yes, limits), a);
  return a;
}

}  // namespace hardmax
