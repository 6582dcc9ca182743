#include "check/soft_values.hpp"
#include "check/fault.hpp"

namespace hardmax::check {

// phi~' of F.3: (4/delta)(R(t + delta/2) - R(t + delta/4) - R(t - delta/4) + R(t - delta/2)), which
// is 1 up to |t| = delta/4, falls from there to 0 at delta/2, and is 0 beyond: 2 - 4 |t| / delta
// between 0 and 1.
Bounds SoftValues::activation(const Bounds& t) const {
  if (!t.known) return {};
  const Bounds nothing = of(Num(0)), one = of(Num(1));
  const Bounds away = bounds_of('M', t, bounds_of('-', nothing, t, bits_), bits_),
               falls = bounds_of('-', of(Num(2)),
                                 bounds_of('*', of(Num(4) / network_.delta), away, bits_), bits_);
  return bounds_of('M', nothing, bounds_of('m', one, falls, bits_), bits_);
}

// Layer (G, j), in the order of the inputs and their tokens: Z + (f(G)_j - g_c(G)_j) phi~'(u^T Z -
// u^T g_c(G)_j). A column begins with the rows of the exact one but the first, as no head writes to
// these (E.2.1).
Bounds SoftValues::error(std::uint64_t input, std::uint64_t token, const Bounds& id) const {
  const std::uint64_t n = network_.n, d = network_.d, last = network_.ends.back(),
                      inputs = network_.inputs();
  if (inputs > (std::uint64_t{1} << 16) / n)
    throw Incomplete("more than 2^16 value layers behind a soft network");
  const auto entry = [&](std::uint64_t of_input, std::uint64_t row, std::uint64_t k) {
    return network_.number("entry", {number_of(last), number_of(row), number_of(k)}, of_input);
  };
  Num others;  // what the other rows give the id
  std::vector<Num> u(d + 1, Num(1));
  std::vector<Bounds> z(d + 1);
  for (std::uint64_t r = 2; r <= d; ++r) {
    u[r] = u[r - 1] * number_of(network_.D);
    const Num x = entry(input, r, token);
    others = others + u[r] * x;
    z[r] = of(x);
  }
  z[1] = bounds_of('-', id, of(others), bits_);
  Bounds now = id;  // u^T z
  for (std::uint64_t of_input = 0; of_input < inputs; ++of_input)
    for (std::uint64_t j = 1; j <= n; ++j) {
      const Num center = network_.id(last, of_input, j);
      const Bounds acts = activation(bounds_of('-', now, of(center), bits_));
      if (acts.known && acts.upper.m == 0) continue;
      now = of(Num(0));
      for (std::uint64_t r = 1; r <= d; ++r) {
        const Num by =
            network_.number("f", {number_of(r), number_of(j)}, of_input) - entry(of_input, r, j);
        z[r] = bounds_of('+', z[r], bounds_of('*', acts, of(by), bits_), bits_);
        now = bounds_of('+', now, bounds_of('*', of(u[r]), z[r], bits_), bits_);
      }
    }
  const Num exact = network_.number("out", {Num(1), number_of(token)}, input);
  const Bounds off = bounds_of('-', z[1], of(exact), bits_);
  return bounds_of('M', off, bounds_of('-', of(Num(0)), off, bits_), bits_);
}

// Where all entries of X + E are in [k delta, (k + 1 - alpha) delta) for the k of one grid input,
// both quantisers give that input (F.1), so both outputs are what they are there, one entry of them
// apart by more than e = least. The measure of these X is ((1 - alpha) delta)^(nd), at least
// (delta/2)^(nd). So the p-th power of the distance is more than e^p (delta/2)^(nd); with p = a/b,
// and raised to b, e^a (delta/2)^(nd b) is compared with (eps/2)^a.
bool are_apart(const SkeletonNetwork& network, const Num& least, const Num& eps, const Num& lp) {
  const mpq_class p = lp.gmp();
  const std::uint64_t entries = network.n * network.d;
  if (p.get_num() > 1024 || p.get_den() > 1024 || entries > 4096)
    throw Incomplete(
        "lp: a distance with p of a numerator or denominator above 1024, or of more "
        "than 4096 entries");
  const Num a(static_cast<std::int64_t>(p.get_num().get_si())),
      b(static_cast<std::int64_t>(p.get_den().get_si())), half = Num(1) / Num(2);
  if (least.sign() <= 0) return false;
  return HARDMAX_FAULT(
      check_soft_distance,
      power(eps * half, a) < power(least, a) * power(network.delta * half, number_of(entries) * b),
      true);
}

}  // namespace hardmax::check
