#include "discharge/facets.hpp"

#include <algorithm>

#include "exact/error.hpp"

namespace hardmax {

namespace {

template <class Request>
Facets facets_of_any(const Request& request) {
  if (!request.sweep) return {pattern_construction(), {}, request.pattern};
  return {request.sweep->paper->name, variants_of(*request.sweep), nullptr};
}

}  // namespace

bool Facets::has(std::string_view variant) const {
  return std::find(variants.begin(), variants.end(), variant) != variants.end();
}

const char* Facets::last_layers() const {
  return pattern != nullptr ? "all-max shift" : "global shift";
}

Facets facets_of(const RunRequest& request) { return facets_of_any(request); }
Facets facets_of(const EverySizeRequest& request) { return facets_of_any(request); }
Facets facets_of(const TraceRequest& request) { return facets_of_any(request); }

std::optional<BuiltAttention> built_attention(const RunRequest& request, const RunResult& result) {
  if (const auto& built = result.construction)
    return BuiltAttention{built->E, built->c, built->selective_layers, built->s};
  if (!result.sweep) return std::nullopt;
  const SweepConstruction& built = *result.sweep;
  BuiltAttention out{built.E, built.c, built.selective_layers,
                     built.network.size() - built.selective_layers};
  for (Rational& e : out.E) e /= Rational(request.parameters.D);
  return out;
}

Rational layers_of_quantizer(const RunRequest& request, const RunResult& result) {
  if (request.sweep) return result.quantizer_layers;
  const auto& [n, d, D] = request.parameters;
  return Rational(d * n) * Rational(D);
}

std::optional<bool> sees_itself(const RunRequest& request, const RunResult& result) {
  try {
    return sees_itself(*request.sweep, request.parameters, request.overrides);
  } catch (const LimitReached&) {  // the layers are looked at one by one
  }
  if (!result.sweep) return std::nullopt;
  std::optional<bool> itself;
  for (const Layer& layer : result.sweep->network.layers()) {
    const bool here = std::get<Attention>(layer).keys_with_self;
    if (itself && *itself != here) return std::nullopt;
    itself = here;
  }
  return itself;
}

}  // namespace hardmax
