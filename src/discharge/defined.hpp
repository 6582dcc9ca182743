// Whether every term of a formula that evaluation may reach has a value, whatever the inputs are,
// without looking at one of them.
//
// An input that makes a formula false refutes it only if evaluation reaches that input: the order
// of inputs is part of what a formula says, and an earlier one at which a term has no value ends it
// as `error`. So whoever finds such an input by itself asks here first. Numbers that depend on an
// input are known by bounds alone, and so is a name that runs through a long range.
//
// Answers   yes is never wrong. No: it is not seen.   Tests
// tests/unit/discharge/defined_test.cpp
#pragma once
#include "claim/claim.hpp"

namespace hardmax {

// `one`: names of the run, and of one input, the Input{0}. Nothing of its numbers is used but
// whether they are there.
bool has_a_value_for_all_inputs(const claim::Formula& formula, const claim::Vocabulary& names,
                                const claim::Model& one);

}  // namespace hardmax
