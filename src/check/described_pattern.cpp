// Assumption 1 of a pattern, as a construction file that asks for one has it.
#include "check/described_machine.hpp"
#include "check/ordering.hpp"

namespace hardmax::check {
namespace {

bool has(const Tokens& tokens, std::size_t token) {
  return std::binary_search(tokens.begin(), tokens.end(), token);
}
bool may_follow(const Pattern& A, std::size_t j, std::size_t k) {  // j stands before k
  return std::any_of(A.begin() + 1, A.end(), [&](const auto& layer) { return has(layer[k], j); });
}

// A permutation of 1..n in which each token may follow the one before it.
bool serves(const Pattern& A, const Tokens& order) {
  const unsigned n = static_cast<unsigned>(A[1].size() - 1);
  Tokens sorted = order;
  std::sort(sorted.begin(), sorted.end());
  if (sorted.size() != n + 1) return false;
  for (unsigned i = 0; i <= n; ++i)
    if (sorted[i] != i) return false;
  if (order[0] != 0) return false;
  for (unsigned i = 2; i <= n; ++i)
    if (!may_follow(A, order[i - 1], order[i])) return false;
  return true;
}

Tokens find_order(const Pattern& A, const Tokens& stated) {
  const unsigned n = static_cast<unsigned>(A[1].size() - 1);
  Tokens out;
  for (unsigned i = 0; i <= n; ++i) out.push_back(i);
  if (serves(A, out)) return out;
  if (HARDMAX_FAULT(check_gamma_any, n > 12, true) && serves(A, stated)) return stated;
  if (n > (stated.empty() ? 12 : 20))
    throw Incomplete("gamma is not the identity, and is not searched for where n > " +
                     std::to_string(stated.empty() ? 12 : 20));
  std::vector<std::uint32_t> follows(n);
  for (unsigned j = 1; j <= n; ++j)
    for (unsigned k = 1; k <= n; ++k)
      follows[j - 1] |= std::uint32_t{j != k && may_follow(A, j, k)} << (k - 1);
  out = {0};
  for (const unsigned k : smallest_ordering(follows)) out.push_back(k + 1);
  return out.size() > 1 ? out : Tokens();
}

}  // namespace

// S(1, k) = A(1, k); S(t, k) is the union of S(t - 1, j) over j in A(mod(t - 1, p) + 1, k).
const Reached& reached(const Pattern& A, std::uint64_t t, std::deque<Reached>& known) {
  const std::size_t n = A[1].size() - 1, p = A.size() - 1, words = n / 64 + 1;
  while (known.size() < t) {
    const std::size_t now = known.size() + 1;
    if (now * n * words > std::uint64_t{1} << 26) throw Incomplete("S(t, k): more than 2^32 bits");
    Reached next(n + 1, std::vector<std::uint64_t>(words));
    for (std::size_t k = 1; k <= n; ++k)
      for (const unsigned j : A[HARDMAX_FAULT(check_reach_layer, (now - 1) % p + 1, 1)][k])
        for (std::size_t i = 0; i < words; ++i)
          next[k][i] |= now > 1       ? known.back()[j][i]
                        : i == j / 64 ? std::uint64_t{1} << (j % 64)
                                      : 0;
    known.push_back(std::move(next));
  }
  return known[t - 1];
}

bool sees_itself(const Pattern& A) {
  for (std::size_t l = 1; l < A.size(); ++l)
    for (unsigned k = 1; k < A[l].size(); ++k)
      if (!HARDMAX_FAULT(check_self, has(A[l][k], k), true)) return false;
  return true;
}

AssumptionOne assumption_one(const Pattern& A, std::deque<Reached>& known, const Tokens& stated) {
  const std::size_t n = A[1].size() - 1, p = A.size() - 1;
  AssumptionOne out;
  out.gamma = find_order(A, stated);
  for (std::size_t i = 0; i < out.gamma.size(); ++i) {
    unsigned l = i >= 2;
    while (i >= 2 &&
           HARDMAX_FAULT(check_l_first, !has(A[l][out.gamma[i]], out.gamma[i - 1]), false))
      ++l;
    out.l.push_back(l);
  }
  // Once a level comes back after a multiple of p, no new one follows.
  for (std::uint64_t t = 1; out.s == 0; ++t) {
    const Reached& now = reached(A, t, known);
    bool all = true;
    for (std::size_t k = 1; k <= n; ++k)
      for (std::size_t j = 1; j <= n; ++j) all = all && has_token(now[k], j);
    if (all) out.s = t;
    bool again = false;
    for (std::uint64_t before = t; before > p && !again;) again = known[(before -= p) - 1] == now;
    if (again) break;
    if (t == 1 << 15) throw Incomplete("derived.s: neither found nor excluded within 2^15 steps");
  }
  return out;
}

}  // namespace hardmax::check
