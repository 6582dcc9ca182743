// Linear inequalities with rational coefficients, or with polynomials that stand for numbers of all
// sizes (exact/whole_polynomial.hpp), and whether they contradict each other.
//
// Method    equations are used to replace an unknown; then unknowns are eliminated one by one:
// every lower bound of one with every upper bound (Fourier and Motzkin). What is derived is a sum
// of
//           multiples >= 0 of what was given, so a negative constant >= 0 among it is a
//           contradiction of the given ones for rational, hence for whole unknowns. Of polynomials,
//           what has a factor whose sign is not shown is left out when the unknown is
//           eliminated; a contradiction is then one at all sizes.
// Bounds    made for some ten unknowns; where elimination grows beyond `most` inequalities it is
// given up. Trust     producer side.   Tests  tests/unit/exact/inequalities_test.cpp
#pragma once
#include <vector>

#include "exact/whole_polynomial.hpp"

namespace hardmax {

template <typename Number>
class InequalitiesOf {
 public:
  static constexpr std::size_t most = 1000;
  struct Form {
    std::vector<Number> factors;  // of each unknown
    Number constant;
  };

  explicit InequalitiesOf(std::size_t unknowns) : unknowns_(unknowns) {}
  void at_least_zero(Form form);
  void zero(Form form);
  // True: no values of the unknowns satisfy all. False: nothing is known.
  [[nodiscard]] bool contradictory() const;

 private:
  std::size_t unknowns_;
  std::vector<Form> zero_, at_least_zero_;
};

extern template class InequalitiesOf<Rational>;
extern template class InequalitiesOf<WholePolynomial>;
using Inequalities = InequalitiesOf<Rational>;

}  // namespace hardmax
