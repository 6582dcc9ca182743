#include "discharge/first_state.hpp"

namespace hardmax {

State<Rational> first_state(const Construction& construction, const std::vector<std::uint64_t>& G) {
  const auto& [n, d, D] = construction.parameters;
  State<Rational> z(d, n);
  for (std::size_t i = 0; i < z.entries.size(); ++i)
    z.entries[i] = Rational(G[i]) + construction.E[i / z.rows] * Rational(D);
  return z;
}

}  // namespace hardmax
