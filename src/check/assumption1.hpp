// Assumption 1 as evidence for other kinds of certificates (kind_assumption1.cpp).
#pragma once
#include <vector>

#include "check/mask.hpp"

namespace hardmax::check {

// gamma(1), ..., gamma(n), tokens from 0, and the least s. Throws Rejected unless `evidence` shows
// that all three parts hold.
struct Shown {
  std::vector<Whole> gamma;
  Whole s = 0;
};
Shown require_assumption1(const Mask& mask, const Json& evidence);

}  // namespace hardmax::check
