// Patterns that are stated neighbour by neighbour, for the constructions and kinds that have them.
#pragma once
#include "check/read.hpp"

namespace hardmax::check {

using Tokens = std::vector<unsigned>;
using Pattern = std::vector<std::vector<Tokens>>;  // A[l][k], l = 1..p, k = 1..n, each strictly
                                                   // increasing; index 0 is not used

Tokens tokens(const std::string& list, unsigned n,
              const std::string& where);  // "1 2 3", each 1..n, in any order
Pattern pattern(const Json& layers, unsigned n,
                const std::string& where);  // an array of arrays of n strings

}  // namespace hardmax::check
