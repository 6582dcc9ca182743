// Does a pattern contain a star: in one layer a token that sees all others, and that all others see
// beside themselves? It is what Theorem 1 of Big Bird asks of a graph (Definition 1).
#pragma once
#include <optional>

#include "pattern/structure.hpp"

namespace hardmax {

struct Star {
  std::size_t layer = 0;
  Intervals about;  // all tokens that one is about in this layer, from 0
};

// The first layer with one. Whether the token in the middle sees itself does not matter.
std::optional<Star> find_star(const StructuredPattern& pattern);

}  // namespace hardmax
