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

// The identity if it serves, else the smallest permutation that does.
Tokens find_order(const Pattern& A) {
  const unsigned n = static_cast<unsigned>(A[1].size() - 1);
  Tokens out{0};
  bool serves = true;
  for (unsigned i = 1; i <= n; ++i) {
    out.push_back(i);
    serves = serves && (i == 1 || may_follow(A, i - 1, i));
  }
  if (serves) return out;
  if (n > 12) throw Incomplete("gamma is not the identity, and is not searched for where n > 12");
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
const Reached& reached(const Pattern& A, std::uint64_t t, std::vector<Reached>& known) {
  const std::size_t n = A[1].size() - 1, p = A.size() - 1;
  if (t > std::uint64_t{1} << 26 || t * n * n > std::uint64_t{1} << 26)
    throw Incomplete("S(t, k) is not found for these many t");
  while (known.size() < t) {
    const std::size_t now = known.size() + 1;
    Reached next(n + 1, std::vector<bool>(n + 1));
    for (std::size_t k = 1; k <= n; ++k)
      for (const unsigned j : A[(now - 1) % p + 1][k]) {
        if (now == 1) next[k][j] = true;
        for (std::size_t i = 1; now > 1 && i <= n; ++i)
          if (known.back()[j][i]) next[k][i] = true;
      }
    known.push_back(std::move(next));
  }
  return known[t - 1];
}

AssumptionOne assumption_one(const Pattern& A, std::vector<Reached>& known) {
  const std::size_t n = A[1].size() - 1, p = A.size() - 1;
  AssumptionOne out;
  out.gamma = find_order(A);
  for (std::size_t i = 0; i < out.gamma.size(); ++i) {
    unsigned l = i >= 2;
    while (i >= 2 && !has(A[l][out.gamma[i]], out.gamma[i - 1])) ++l;
    out.l.push_back(l);
  }
  // Once a level comes back after a multiple of p, no new one follows.
  for (std::uint64_t t = 1; out.s == 0; ++t) {
    const Reached now = reached(A, t, known);
    bool all = true;
    for (std::size_t k = 1; k <= n; ++k)
      for (std::size_t j = 1; j <= n; ++j) all = all && now[k][j];
    if (all) out.s = t;
    bool again = false;
    for (std::uint64_t before = t; before > p && !again;) again = known[(before -= p) - 1] == now;
    if (again) break;
  }
  return out;
}

}  // namespace hardmax::check
