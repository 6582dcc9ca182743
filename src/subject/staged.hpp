// A network of a construction file as stages on column ids alone (network/stages.hpp), for one run
// or, with a parameter D left as a variable, for every D at once.
//
// The ids are u^T Z_k, u what all heads look at; units are the step of the sweeps, which has to be
// their width too. A network has this shape if it is sweeps (sweep.hpp), then layers with one head
// whose bias is 0; and if the ids at the start are start + digit, the digit of each token for
// itself and once each. Anything else is refused, with the stage and the reason. Nothing is made
// layer by layer but what is in no sweep.
//
// Trust     producer side. tests/unit/subject/staged_test.cpp compares with networks in C++.
#pragma once
#include <string>
#include <variant>
#include <vector>

#include "network/stages.hpp"
#include "subject/reading.hpp"

namespace hardmax::subject {

template <typename Number>
struct StagedOf {
  StagedNetworkOf<Number> network;
  // Whom tokens look at: tables[pattern_layer][k], columns from 0. Empty where pattern layers are
  // those of the run.
  std::vector<std::vector<std::vector<std::size_t>>> tables;
};

// Why a network has no such shape.
struct NotStaged {
  std::string why;
};

// Whom tokens look at as tables, or as pattern layers of the run: then keys that are not written as
// A(l, k) are refused.
enum class Keys { tables, pattern_layers };

std::variant<StagedOf<Rational>, NotStaged> staged(Reading& reading, const std::string& network,
                                                   Keys keys = Keys::tables);

// For every D >= least: x of the polynomials is D - least. `reading` is one of a run with D = least
// and with the other parameters as they shall be.
std::variant<StagedOf<WholePolynomial>, NotStaged> staged_of_every_size(Reading& reading,
                                                                        const std::string& network,
                                                                        const std::string& size,
                                                                        std::uint64_t least,
                                                                        Keys keys = Keys::tables);

}  // namespace hardmax::subject
