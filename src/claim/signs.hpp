// Which signs a difference a - b may have, as a set of bits, and what a comparison is then.
#pragma once
#include "claim/syntax.hpp"

namespace hardmax::claim::sign {

constexpr unsigned negative = 1, zero = 2, positive = 4, any = 7;

// Of the signs that a - b may have, those for which a REL b.
inline unsigned holding(Relation relation) {
  switch (relation) {
    case Relation::less: return negative;
    case Relation::at_most: return negative | zero;
    case Relation::equal: return zero;
    case Relation::different: return negative | positive;
    case Relation::greater: return positive;
    case Relation::at_least: return positive | zero;
    case Relation::member: break;
  }
  HARDMAX_REQUIRE(false);
}

inline Truth answer(unsigned possible, unsigned wanted) {
  if ((possible & ~wanted) == 0) return Truth::yes;
  return (possible & wanted) == 0 ? Truth::no : Truth::unknown;
}

}  // namespace hardmax::claim::sign
