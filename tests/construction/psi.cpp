#include "construction/psi.hpp"

namespace hardmax {

Head psi(std::uint64_t d, std::uint64_t D, const Rational& factor, const Rational& b_Q) {
  std::vector<Rational> u, into_first_row(d);
  for (std::uint64_t r = 0; r < d; ++r) u.push_back(power(D, r));
  into_first_row[0] = factor;
  const Matrix row = Matrix::row(u);
  return Head{Matrix::column(into_first_row), row, row, row, {b_Q}};
}

std::vector<Head> selective_shift(std::uint64_t d, std::uint64_t D, const Rational& factor,
                                  const Rational& b) {
  const Rational half = Rational(1) / Rational(2);
  return {psi(d, D, factor, b - half), psi(d, D, -factor, b + half)};
}

}  // namespace hardmax
