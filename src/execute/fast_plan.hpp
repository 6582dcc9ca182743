// What `fast` settles about a program before it looks at any input.
//
// Along a chain (execute/chain.hpp) the shifted ids are x_1 < x_2 < ... < x_n, all positive. A
// digit of an id is a sum of shifted ids, sum_i a_i x_i with a_i >= 0, and which key is the largest
// in an extreme layer follows from the order alone wherever one form dominates the other: sum a_i
// x_i >= sum b_i x_i for all such x if every suffix sum a_i + ... + a_n is at least b_i + ... +
// b_n. So every digit is a fixed form, for all inputs that pass the tests (T), (W), (O) of the
// chain; `fast` makes those tests on every input and gives inputs that fail to the lanes.
//
// Bounds    every x_i and every form is at most `largest`, proved here in exact arithmetic; also
// that every digit is below the base, so the digits are those of the id. Trust     none; agreement
// with literal is tested. Source  yun2020b E.2.4.   Tests  tests/unit/execute/fast_test.cpp
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "execute/chain.hpp"

namespace hardmax {

struct DigitForm {
  std::vector<std::uint32_t> coefficient;  // by link
  std::size_t level = 0;                   // the last link it depends on
  // The form stands for the digits t of tokens k in a set U: it enters the digest with (2 n place)
  // alpha + beta,
  std::uint64_t alpha = 0;  // sum over U of c^t, modulo 2^64
  std::uint64_t beta = 0;   // sum over U of c^t (2 k + 1), k from 0
};

struct FastPlan {
  std::vector<ChainLink> links;
  std::vector<DigitForm> forms;  // each once
  Rational largest;
};

// Empty if some comparison is not settled by the order, a digit may reach the base, or the program
// has no decoder.
std::optional<FastPlan> make_fast_plan(const IdProgram& program, const std::optional<Chain>& chain,
                                       const std::optional<Decoder>& decoder);

}  // namespace hardmax
