// Sizes and times for estimates and messages. Floating point, and therefore never on a path to a
// verdict other than "undecided (cost)".
#pragma once
#include <string>

#include "exact/rational.hpp"

namespace hardmax {

// "3.2 s", "5 min", "1.2e+24 years"
std::string duration(double seconds);
double approximately(const Rational& x);  // infinity beyond the range

}  // namespace hardmax
