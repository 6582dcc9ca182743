// What the engines are measured against: the same work as one would write it, one input at a time,
// every layer for every column, ids in integers of any size and a set of all of them.
#pragma once
#include <cstdint>

#include "execute/id_program.hpp"

namespace hardmax::bench {

// The first `inputs` inputs; returns the number of different ids.
std::uint64_t literal_mpz(const IdProgram& program, std::uint64_t inputs);
std::uint64_t literal_cpp_int(const IdProgram& program, std::uint64_t inputs);

}  // namespace hardmax::bench
