// H = G + E of yun2020b D.1: the state before the first attention layer, of the grid input G
// (execute/grid.hpp). Units of delta.
#pragma once
#include <cstdint>
#include <vector>

#include "execute/literal.hpp"
#include "network/construction.hpp"

namespace hardmax {

State<Rational> first_state(const Construction& construction, const std::vector<std::uint64_t>& G);

}  // namespace hardmax
