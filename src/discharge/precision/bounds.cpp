#include "discharge/precision/bounds.hpp"

#include <algorithm>

#include "enclose/ball.hpp"
#include "exact/error.hpp"
#include "network/parameters.hpp"

namespace hardmax {

namespace {

constexpr long kExactBits = 1 << 23;  // of a power: up to here it is written down

long bits_of(const Rational& x) { return static_cast<long>(x.bits()); }
long to_long(const Rational& x) {
  const auto small = x.to_int64();
  HARDMAX_REQUIRE(small.has_value());
  return static_cast<long>(*small);
}

// The length of a whole number, which is at least one and at most the other.
struct Length {
  long least = 0, most = 0;
};

// Of base^exponent factor. Requires  base, factor >= 1.
Length length_of(const Rational& base, std::uint64_t exponent, const Rational& factor) {
  if (Rational(exponent) * Rational(base.bits()) <= Rational(kExactBits)) {
    const long exact = bits_of(power(base, exponent) * factor);
    return {exact, exact};
  }
  const Precision precision(256);
  const Ball two = log(Ball(2)),
             log2 = (Ball(exponent) * log(Ball(base)) + log(Ball(factor))) / two;
  return {to_long(floor(log2.lower())) + 1, to_long(floor(log2.upper())) + 1};
}

// The fewest mantissa bits with which there may be n q^n final ids, however far exponents reach:
// every final id is a multiple of 2^-lowest and below 2^highest (docs/precision.md, "Counting").
long least_bits_by_count(const Parameters& parameters, std::uint64_t s, const Rational& q,
                         const Rational& c, long count_bits) {
  const std::uint64_t n = parameters.n, d = parameters.d, D = parameters.D;
  const Rational bits_q = q.bits(), bits_n = Rational(n).bits(), bits_d = Rational(d).bits(),
                 bits_c = c.bits(), first = (Rational(n) * Rational(D)).bits();
  const Rational of_id = Rational(d + 1) + bits_d + bits_q;  // an id over the largest entry
  const auto growth = [&](const Rational& bits_w) {          // of entries, in one layer
    return of_id + Rational(n) + bits_w + Rational(6);
  };
  const Rational sweeps = Rational(n - 1) * q;
  const Rational highest =
      first + Rational(1) + sweeps * growth(bits_q) + Rational(s) * growth(bits_c) + of_id;
  // count_bits stands for the mantissa bits: fewer of those are asked about.
  const Rational lowest = (sweeps + Rational(s)) * (Rational(count_bits) + bits_n);
  const long exponents = bits_of(highest + lowest + Rational(2));
  return std::max(2L, count_bits - exponents);
}

}  // namespace

long FormatNeed::exponent_bits() const {
  long bits = 2;
  while ((Rational(1) * power(2, bits - 1)) - Rational(1) < Rational(largest)) ++bits;
  return bits;
}

Rational finite_numbers(const FloatFormat& format) {
  HARDMAX_REQUIRE(format.exponents.has_value());
  const auto [least, largest] = *format.exponents;
  const Rational of_one_exponent = power(2, format.bits);  // both signs
  return of_one_exponent * Rational(largest - least + 1) + of_one_exponent - Rational(1) -
         Rational(format.top_is_no_number ? 2 : 0);
}

Rational leading_id(const Rational& q, const Rational& x_1, const std::vector<Rational>& y) {
  Rational x = x_1;
  for (const Rational& y_i : y) x = q * x - (q - Rational(1)) * y_i;
  return x;
}

PrecisionBounds precision_bounds(const Parameters& parameters, std::uint64_t s,
                                 const Rational& delta_tilde) {
  const auto& [n, d, D] = parameters;
  HARDMAX_REQUIRE(n >= 2 && d >= 1 && D >= 2 && s >= 1 && delta_tilde.sign() > 0);
  const Rational q = power(D, d), block = geometric_sum(d, D) * Rational(D);
  const Rational ids = Rational(n) * power(D, n * d);
  const Rational c = Rational(2) * Rational(s) * ids * Rational(D);
  PrecisionBounds out;

  // The largest first id of gamma(1), the smallest of all others.
  std::vector<Rational> y;
  for (std::uint64_t i = 2; i <= n; ++i) y.push_back(Rational(i - 2) * block);
  const Rational V = leading_id(q, Rational(n - 1) * block + q - Rational(1), y);
  out.selective = V;
  out.selective_bits = bits_of(V);
  const Length final = length_of(c, s, V + Rational(1));
  out.final_bits = final.most;
  out.count_bits = bits_of(ids - Rational(1));

  // The same, but with row 1 of gamma(1), which no selective layer writes to, odd.
  const Rational row = Rational(n - 1) * Rational(D) + Rational(D) - Rational(1);
  const bool odd = !floor_mod(row, 2).is_zero();
  const Rational witness = odd ? V : V - power(q, n - 1);
  const long entry = length_of(c, s, witness).least;

  const bool q_is_power_of_two = power(2, q.bits() - 1) == q;
  const long bits_q = bits_of(q), before_last = length_of(c, s - 1, V + Rational(1)).most;
  out.ids_least = {least_bits_by_count(parameters, s, q, c, out.count_bits), bits_of(c) - 1};
  out.ids_enough.bits = std::max({out.selective_bits + 2, before_last + 2, final.most,
                                  q_is_power_of_two ? 0 : bits_of(q * V)});
  out.ids_enough.largest = std::max({2 * before_last, final.most, out.selective_bits + bits_q, 1L});

  out.soft_least = {entry, std::max(entry - 1, out.ids_least.largest)};
  // The unit is delta: delta~ D <= 1.
  const Rational of_unit = Rational(16) / std::min(Rational(1), delta_tilde * Rational(D));
  const long amplified =
      length_of(c, s, V + Rational(1)).most +
      std::max(length_of(Rational(1) + Rational(2) * q, n, q).most, bits_of(Rational(s))) + 1;
  const long rounding = bits_of(Rational(32) * Rational(n + d + 6)) +
                        bits_of(floor(of_unit) + Rational(1)) + amplified;
  out.soft_enough.bits = std::max({rounding, 2 * before_last + 10, out.ids_enough.bits});
  // t is at most 4 log(n/eta), and 1/eta at most 2^inverse_eta.
  const long inverse_eta =
      length_of(c, s, Rational(8) * ids * Rational(D)).most +
      std::max(length_of(Rational(1) + Rational(2) * q, n, q * q).most, bits_of(Rational(s))) + 1 +
      bits_of(floor(of_unit) + Rational(1));
  const long t_bits = bits_of(Rational(4) * Rational(inverse_eta + bits_of(Rational(n)) + 2));
  out.soft_enough.largest =
      std::max({2 * before_last + t_bits + 5, final.most + 1, out.selective_bits + bits_q + 2});
  return out;
}

}  // namespace hardmax
