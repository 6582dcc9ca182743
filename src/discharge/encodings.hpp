// What the construction of a run adds to the columns of a grid input G, to every row alike,
// overrides applied, in units of delta: claims read H = G + E.
#pragma once
#include "discharge/decide.hpp"

namespace hardmax {

// Empty if there is no construction.
inline std::vector<Rational> encodings_of(const RunRequest& request, const RunResult& result) {
  if (result.sweep) return result.sweep->E;
  std::vector<Rational> E;
  if (!result.construction) return E;
  for (const Rational& e : result.construction->E) E.push_back(e * Rational(request.parameters.D));
  return E;
}

}  // namespace hardmax
