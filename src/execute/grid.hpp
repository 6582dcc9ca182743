// The grid inputs G of a run and their order of enumeration.
//
// G is d x n with entries in {0, 1, ..., D - 1}, in units of delta. Written token by token, row 1
// first; the last entry varies fastest. The ordinal of G is that sequence read as a number in base
// D.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exact/rational.hpp"

namespace hardmax {

class Grid {
 public:
  // Requires  n, d >= 1, D >= 2.
  Grid(std::uint64_t n, std::uint64_t d, std::uint64_t D) : n_(n), d_(d), D_(D) {}
  [[nodiscard]] std::uint64_t tokens() const { return n_; }
  [[nodiscard]] std::uint64_t rows() const { return d_; }
  [[nodiscard]] std::uint64_t base() const { return D_; }
  [[nodiscard]] Rational size() const { return power(Rational(D_), Rational(n_ * d_)); }  // D^(nd)
  [[nodiscard]] std::optional<std::uint64_t> size64() const;  // if it is below 2^63

  // Entry (r, k) at k * d + r.
  [[nodiscard]] std::vector<std::uint64_t> input(std::uint64_t ordinal) const;
  [[nodiscard]] std::string show(std::uint64_t ordinal) const;  // "0 0 1 0"

 private:
  std::uint64_t n_, d_, D_;
};

// The digest of FORMAT.md, built up chunk by chunk. A part of a chunk may be summed anywhere; parts
// add up.
class Digest {
 public:
  static constexpr std::uint64_t chunk_inputs = std::uint64_t{1} << 16;
  static constexpr std::uint64_t multiplier = 0x9E3779B97F4A7C15ULL;
  // The summand of one id, in units of delta, of token k (0-based) of the input with this ordinal.
  static std::uint64_t term(std::uint64_t ordinal, std::uint64_t n, std::uint64_t k,
                            const Rational& id) {
    const std::uint64_t y = id.numerator_mod64() + multiplier * (id.denominator_mod64() - 1);
    return (2 * (n * (ordinal % chunk_inputs) + k) + 1) * y;
  }
  void add_chunk(std::uint64_t sum) { total_ = multiplier * total_ + sum; }
  [[nodiscard]] std::uint64_t total() const { return total_; }
  [[nodiscard]] std::string hex() const;

 private:
  std::uint64_t total_ = 0;
};

}  // namespace hardmax
