#include <fmt/core.h>

#include "discharge/decide.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

template <class List, class Show>
std::string joined(const List& list, Show show) {
  std::string text;
  for (const auto& item : list) {
    if (!text.empty()) text += ' ';
    text += show(item);
  }
  return text;
}

// The name of the target, or all of its table, in real units.
std::string target_of(const RunRequest& request) {
  if (!request.target) return "identity";
  if (!request.target->is_table()) return request.target->name();
  const auto& [n, d, D] = request.parameters;
  const Grid grid(n, d, D);
  std::string text = "table";
  for (std::uint64_t g = 0; g < grid.size64().value(); ++g) {
    for (const Column& column : (*request.target)(g, grid.input(g))) {
      for (const Rational& x : column) text += " " + (x / Rational(D)).str();
    }
  }
  return text;
}

certificate::ClaimRecord record_of(const ClaimResult& result) {
  certificate::ClaimRecord record;
  record.id = result.entry->id;
  record.sha256 = certificate::sha256(claim::binding_text(*result.entry));
  record.verdict = name_of(result.verdict);
  record.tier = tier_of(result);
  record.evidence =
      result.verdict == Verdict::verified || result.verdict == Verdict::refuted ? "replay" : "none";
  record.reason = result.reason == "timeout"
                      ? "cost"
                      : result.reason;  // the format knows one word for "not tried to the end"
  record.witness = result.shown;
  return record;
}

}  // namespace

namespace {

void describe_pattern_run(certificate::Certificate& c, const RunRequest& request,
                          const RunResult& result) {
  const Pattern& pattern = *request.pattern;
  for (std::size_t layer = 0; layer < pattern.layers(); ++layer) {
    auto& tokens = c.pattern.emplace_back();
    for (std::size_t k = 0; k < pattern.tokens(); ++k) {
      tokens.push_back(
          joined(pattern.neighbours(layer, k), [](Token j) { return std::to_string(j + 1); }));
    }
  }
  c.construction = pattern_construction();
  c.target = target_of(request);
  const Assumption1& assumption = result.assumption;
  c.gamma = joined(assumption.gamma, [](Token t) { return std::to_string(t + 1); });
  if (assumption.order == Decision::yes) {
    c.l = joined(std::span(assumption.l).subspan(1),
                 [](std::size_t layer) { return std::to_string(layer + 1); });
  }
  c.s = std::to_string(assumption.reach == Decision::yes ? assumption.s : 0);
  const bool built = result.construction.has_value();
  if (built) c.E = joined(result.construction->E, [](const Rational& e) { return e.str(); });
  c.c = built ? result.construction->c.str() : "0";
  c.layers = built ? result.attention_layers.str() : "0";
}

void describe_sweep(certificate::Certificate& c, const RunRequest& request,
                    const RunResult& result) {
  HARDMAX_REQUIRE(result.sweep.has_value());
  c.sweep = true;
  c.construction = request.sweep->paper->name;
  c.inputs_of = request.sweep->extended ? "extended" : "grid";
  c.encodings = request.sweep->positional ? "positional" : "none";
  c.E = joined(result.sweep->E,
               [&](const Rational& e) { return (e / Rational(request.parameters.D)).str(); });
  c.shift = result.sweep->shift.str();
  c.c = result.sweep->c.str();
  c.layers = result.attention_layers.str();
}

}  // namespace

bool has_certificate(const RunRequest& request, const RunResult& result) {
  return result.executed || (!request.sweep && !result.assumption.holds());
}

certificate::Certificate certify(const RunRequest& request, const RunResult& result) {
  HARDMAX_REQUIRE(result.construction || result.sweep || !result.assumption.holds());
  const auto& [n, d, D] = request.parameters;
  certificate::Certificate c;
  c.n = std::to_string(n);
  c.d = std::to_string(d);
  c.D = std::to_string(D);
  if (request.sweep) {
    describe_sweep(c, request, result);
  } else {
    describe_pattern_run(c, request, result);
  }
  c.overrides = request.overrides.canonical();
  c.inputs = result.executed ? result.inputs.str() : "0";
  c.ids = result.executed ? result.ids.str() : "0";
  c.distinct_ids = std::to_string(result.distinct_ids);
  c.digest = result.digest;
  c.only = request.only;
  for (const ClaimResult& claim : result.claims) c.claims.push_back(record_of(claim));
  for (const claim::Entry* entry : result.hypotheses)
    c.hypotheses.push_back({entry->id, certificate::sha256(claim::binding_text(*entry))});
  return c;
}

}  // namespace hardmax
