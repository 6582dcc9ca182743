// (1.3) of Assumption 1 by bitsets: S^1_k = A^1_k, S^t_k = the union of S^{t-1}_j over j in
// A^{((t-1) mod p)+1}_k.
//
// With (1.1) the S^t_k only grow, and p steps without change end the matter. Without it they need
// not: the pair (all S^t_k, t mod p) then runs into a cycle, which is found by comparing with a
// kept state (Brent); if none is found within reach_step_limit the answer is `undecided`.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pattern/assumption1.hpp"

namespace hardmax {

struct ReachAnswer {
  Decision decision = Decision::undecided;
  std::size_t s = 0;
  std::optional<std::pair<std::size_t, std::size_t>> unreached;
  std::vector<Token> reached;
  std::size_t steps = 0, repeats_from = 0, period = 0;
  std::string limit;
  std::optional<std::pair<std::size_t, std::size_t>> late;
  ReachProof rule;
  std::string proof;
};

inline constexpr std::size_t reach_bitset_tokens =
    32'768;  // four bit matrices of n^2 bits: 512 MiB
inline constexpr std::uint64_t reach_work_limit =
    100'000'000'000;  // words of 64 tokens united: about a minute
inline constexpr std::size_t reach_step_limit = 20'000;  // only without (1.1)

ReachAnswer find_reach(const Pattern& pattern, bool self);

}  // namespace hardmax
