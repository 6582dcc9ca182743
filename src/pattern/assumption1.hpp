// Assumption 1 of yun2020b, decided, with a witness a person can check where it fails.
//
//   (1.1) k in A^l_k for all k, l.
//   (1.2) a permutation gamma with gamma(i-1) in the union over l of A^l_{gamma(i)}, i = 2..n.
//   (1.3) a least s with S^s_k = [n] for all k; S^1_k = A^1_k, S^t_k = union of S^{t-1}_j over j in
//   A^{((t-1) mod p)+1}_k.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "pattern/pattern.hpp"

namespace hardmax {

enum class Decision { yes, no, undecided };

// Arguments, by the names of their rules in certificates (src/certificate/FORMAT.md, "Kind
// `assumption1`").
struct OrderProof {                // that there is no gamma
  std::string rule;                // cut, before, after, apart, search; "" if there is none
  std::vector<Token> tokens = {};  // sorted
};
struct ReachProof {                // that S^s is whole
  std::string rule = {};           // bands, common, hubs, levels
  std::uint64_t block = 1;         // what follows counts blocks of so many tokens
  std::vector<Token> tokens = {};  // common: sorted
  std::vector<std::pair<Token, std::size_t>> hubs = {};  // (h, a): S^a_h is whole
};

struct Assumption1 {
  // (1.1)
  Decision self = Decision::undecided;
  std::optional<std::pair<std::size_t, std::size_t>>
      without_self;  // (layer, token), the first: token by layer, layers first

  // (1.2)  canonical gamma: identity if it serves, else for n <= 12 the lexicographically smallest,
  // beyond that any valid one.
  Decision order = Decision::undecided;
  std::vector<Token> gamma;  // gamma[i] for i = 0..n-1, empty unless order == yes
  std::vector<std::size_t>
      l;  // l[i] for i = 1..n-1 (l[0] unused, 0): the least layer with gamma[i-1] in A^l_{gamma[i]}
  bool gamma_is_canonical = false;  // false only for n > 12 and gamma not the identity
  OrderProof order_proof = {};      // order == no
  std::string
      no_order;  // why there is none (a proof a person can check), or the limit that was met

  // (1.3)
  Decision reach = Decision::undecided;
  std::size_t s = 0;  // the least s if reach == yes
  std::optional<std::pair<std::size_t, std::size_t>>
      unreached;  // (k, j): j is in no S^t_k, t = 1, 2, ...
  std::vector<Token>
      reached_set;  // what k does reach: the union of all S^t_k (the last one, where (1.1) holds)
  std::size_t steps = 0;  // the S^t that were computed: t = 1..steps
  std::size_t
      repeats_from = 0,
      period =
          0;  // reach == no: S^{t + period} = S^t for all t >= repeats_from; without (1.1) it can
              // be `no` with every pair reached at some t but never all at once (unreached empty)
  std::string reach_limit;  // if undecided
  std::optional<std::pair<std::size_t, std::size_t>>
      late;  // reach == yes and s > 1: (k, j) with j not in S^{s-1}_k, so that s is the least
  ReachProof reach_rule;  // reach == yes
  std::string
      reach_proof;  // why S^s is whole, where it was not computed in full (hub, band, blocks)

  [[nodiscard]] bool holds() const {
    return self == Decision::yes && order == Decision::yes && reach == Decision::yes;
  }
  [[nodiscard]] bool fails() const {
    return self == Decision::no || order == Decision::no || reach == Decision::no;
  }  // neither: undecided
};

Assumption1 decide_assumption1(const Pattern& pattern);

// Is gamma the order 1, ..., n?
bool is_identity(const std::vector<Token>& gamma);

// One line each, in the paper's words: "A^2_3 = {1, 6} lacks token 3", ...
std::string explain_self(const Assumption1& a, const Pattern& pattern);
std::string explain_order(const Assumption1& a, const Pattern& pattern);
std::string explain_reach(const Assumption1& a, const Pattern& pattern);

}  // namespace hardmax
