// Integers whose width is chosen at run time from a proved bound.
//
// An engine first proves a bound B on the absolute value of everything it will form, intermediate
// sums and products included, then asks for the narrowest type that holds [-B, B]. The fixed widths
// never overflow silently: they throw std::overflow_error (a broken bound is a program error), and
// beyond 1024 bits GMP takes over.
//
// Requires  B >= 0.
// Example   with_width(bits_for(B), [&](auto zero) { using Int = decltype(zero); ... });
#pragma once
#include <boost/multiprecision/cpp_int.hpp>
#include <boost/multiprecision/gmp.hpp>
#include <cstddef>
#include <utility>

namespace hardmax {

namespace mp = boost::multiprecision;

template <unsigned Bits>
using FixedInteger =
    mp::number<mp::cpp_int_backend<Bits, Bits, mp::signed_magnitude, mp::checked, void>,
               mp::et_off>;
using BigInteger = mp::number<mp::gmp_int, mp::et_off>;

// Bits of the magnitude of B: 0 for 0.
inline std::size_t bits_for(const BigInteger& bound) { return bound == 0 ? 0 : mp::msb(bound) + 1; }

// Calls action(T{}) with the narrowest of 64, 128, 192, 256, 512, 1024-bit integers (magnitude
// bits, the sign is apart) or BigInteger.
template <class Action>
decltype(auto) with_width(std::size_t bits, Action&& action) {
  if (bits <= 64) return std::forward<Action>(action)(FixedInteger<64>{});
  if (bits <= 128) return std::forward<Action>(action)(FixedInteger<128>{});
  if (bits <= 192) return std::forward<Action>(action)(FixedInteger<192>{});
  if (bits <= 256) return std::forward<Action>(action)(FixedInteger<256>{});
  if (bits <= 512) return std::forward<Action>(action)(FixedInteger<512>{});
  if (bits <= 1024) return std::forward<Action>(action)(FixedInteger<1024>{});
  return std::forward<Action>(action)(BigInteger{});
}

}  // namespace hardmax
